import { hashSync } from '@node-rs/argon2'
import { createLive, type Live } from '@services/client/live'
import { connectSocket, type Frame, type SocketOptions } from '@services/client/socket'
import { createTokenStore } from '@services/client/token'
import { WebSocket } from 'ws'
import { md5, type TestClient, type TestServer } from './harness'

/** A browser of the spec: the product's own client over a real connection that can be cut. */
export interface Browser {
  readonly live: Live
  /** Every frame that has been handed on, of the methods that were asked for. */
  readonly frames: Frame[]
  /** Resolves with the next `initMessage`. */
  ready(): Promise<void>
  /** Breaks the connection as a lost network does. */
  cut(): void
  /** Breaks the connection, and lets no other come about until the answer is called. */
  leave(): () => void
  close(): void
}

/** Opens a browser with a token; it comes back within milliseconds. */
export function openBrowser(
  url: string | (() => string),
  token: string,
  methods: readonly string[] = ['receiveMessage', 'sendMessage'],
): Browser {
  const store = createTokenStore(null)
  store.set(token)
  const frames: Frame[] = []
  let socket: WebSocket | undefined
  let isAway = false
  const connect: typeof connectSocket = (own, hear, options: SocketOptions = {}) =>
    connectSocket(own, hear, {
      ...options,
      baseUrl: 'ws:',
      random: () => 0.02,
      createSocket: (address) => {
        if (isAway) return noNetwork()
        const base = typeof url === 'string' ? url : url()
        socket = new WebSocket(base.replace('http', 'ws') + address.slice(3))
        socket.on('error', () => undefined)
        return socket as never
      },
    })
  const live = createLive({ token: store, language: () => 'zh', connect })
  for (const method of methods) live.on(method, (frame: Frame) => frames.push(frame))
  return {
    live,
    frames,
    ready: () =>
      live.state === 'open'
        ? Promise.resolve()
        : new Promise((resolve) => {
            const off = live.onState((state) => {
              if (state !== 'open') return
              off()
              resolve()
            })
          }),
    cut: () => socket?.terminate(),
    leave() {
      isAway = true
      socket?.terminate()
      return () => {
        isAway = false
      }
    },
    close: () => live.close(),
  }
}

/** A connection that does not come about. */
function noNetwork(): never {
  const socket = { onclose: null as (() => void) | null, send: () => undefined, close: () => undefined }
  setTimeout(() => socket.onclose?.())
  return socket as never
}

/** Gives a demo person a password and signs in. */
export async function signIn(
  server: Pick<TestServer, 'as' | 'sql'>,
  account: string,
): Promise<{ id: string; client: TestClient }> {
  const [person] = await server.sql<{ id: string }>(
    'update user_account set password_hash = $2 where account = $1 returning id',
    [account, hashSync(md5('Harvest2026'))],
  )
  return { id: person?.id ?? '', client: await server.as(account, 'Harvest2026') }
}
