import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../bus/bus'
import type { Locales } from '../locales'
import type { Services, SessionUser } from '../module'
import { sayTo } from './context'
import { ApiError } from './errors'

/** A frame of the wire: `{ method: 'documentChanged', file, version }`. */
export interface Frame {
  readonly method: string
  readonly [member: string]: unknown
}

/** Pushes to the browsers that are connected, whichever server they are connected to. */
export interface SocketHub {
  /** To everybody on this server only: what every server notices by itself (a changed file). */
  broadcastHere(frame: Frame): void
  broadcast(frame: Frame): Promise<void>
  toUser(userId: string, frame: Frame): Promise<void>
  /** Sends a last frame and closes the sockets of a session. */
  endSession(sessionId: string, frame: Frame): Promise<void>
}

declare module '../module' {
  interface Services {
    sockets: SocketHub
  }
}

interface Member {
  readonly socket: WebSocket
  readonly user: SessionUser
  isAlive: boolean
}

type Message =
  | { readonly to: 'all'; readonly frame: Frame }
  | { readonly to: 'user'; readonly id: string; readonly frame: Frame }
  | { readonly to: 'session'; readonly id: string; readonly frame: Frame }

const CHANNEL = 'sockets'
/** A connection that answers no ping within this time is closed. */
const HEARTBEAT = 30_000

/** The sockets at `/websocket/:token`; a token that is not good gets a `logout` frame and is closed. */
export function openSockets(app: FastifyInstance, bus: Bus, services: Services, locales: Locales): SocketHub {
  const members = new Set<Member>()
  const send = (frame: Frame, chosen: (member: Member) => boolean, last = false) => {
    const text = JSON.stringify(frame)
    for (const member of members) {
      if (!chosen(member)) continue
      member.socket.send(text)
      if (last) member.socket.close(1000)
    }
  }

  app.get<{ Params: { token: string } }>(
    '/websocket/:token',
    { websocket: true },
    async (socket, request) => {
      const { token } = request.params
      try {
        const user = await services.sessions.authenticate(token)
        const member: Member = { socket, user, isAlive: true }
        members.add(member)
        socket.on('pong', () => {
          member.isAlive = true
        })
        socket.on('close', () => members.delete(member))
        socket.on('error', () => members.delete(member))
        if (socket.readyState !== socket.OPEN) members.delete(member)
      } catch (error) {
        if (!(error instanceof ApiError)) return socket.close(1011)
        const msg = sayTo(request, locales)(error.text, error.params)
        socket.send(JSON.stringify({ method: 'logout', token, code: error.code, msg }))
        socket.close(1008)
      }
    },
  )

  const unsubscribe = bus.subscribe(CHANNEL, (message) => {
    const { to, frame, ...rest } = message as Message
    const id = 'id' in rest ? rest.id : ''
    if (to === 'all') send(frame, () => true)
    else if (to === 'user') send(frame, (member) => member.user.userId === id)
    else send(frame, (member) => member.user.sessionId === id, true)
  })
  const heartbeat = setInterval(() => {
    for (const member of members) {
      if (!member.isAlive) member.socket.terminate()
      member.isAlive = false
      member.socket.ping()
    }
  }, HEARTBEAT)
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    unsubscribe()
  })

  return {
    broadcastHere: (frame) => send(frame, () => true),
    broadcast: (frame) => bus.publish(CHANNEL, { to: 'all', frame } satisfies Message),
    toUser: (id, frame) => bus.publish(CHANNEL, { to: 'user', id, frame } satisfies Message),
    endSession: (id, frame) => bus.publish(CHANNEL, { to: 'session', id, frame } satisfies Message),
  }
}
