import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { allowedHosts } from '@services/server/outgoing/hosts'
import { afterEach, describe, expect, it } from 'vitest'
import { ask } from './ask'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

/** A server that does with a connection what it is told; answers its port. */
async function listen(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const asking = (url: string) =>
  ask({ url: new URL(url), method: 'GET', isTrusted: true, timeout: 400 }, allowedHosts([]))
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

describe('a provider that hangs', () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ['while it is connected to', 'https', () => undefined],
    ['before it says anything', 'http', (socket) => void socket.resume()],
    ['in its headers', 'http', (socket) => void socket.once('data', () => socket.write(HEAD))],
    [
      'in its body',
      'http',
      (socket) => void socket.once('data', () => socket.write(`${HEAD}content-length: 99\r\n\r\n{"a":`)),
    ],
    [
      'with a little for ever',
      'http',
      (socket) =>
        void socket.once('data', () => {
          socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`)
          const timer = setInterval(() => socket.write('1\r\n \r\n'), 20)
          socket.on('close', () => clearInterval(timer))
        }),
    ],
  ])('%s is given up at the time limit', async (_, scheme, serve) => {
    const port = await listen(serve)
    const began = performance.now()
    await expect(asking(`${scheme}://127.0.0.1:${port}/`)).rejects.toMatchObject({
      text: '@outbound.timeout',
      isFinal: false,
    })
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

it('an answer of 100 MB is cut where it is too large', async () => {
  let sent = 0
  const port = await listen((socket) =>
    socket.once('data', () => {
      socket.write(`${HEAD}content-length: ${100 * 2 ** 20}\r\n\r\n`)
      const part = Buffer.alloc(2 ** 16, 'x')
      const more = () => {
        while (!socket.destroyed && sent < 100 * 2 ** 20) {
          sent += part.length
          if (!socket.write(part)) return void socket.once('drain', more)
        }
      }
      more()
    }),
  )
  await expect(asking(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ text: '@outbound.tooLarge' })
  expect(sent).toBeLessThan(20 * 2 ** 20)
})
