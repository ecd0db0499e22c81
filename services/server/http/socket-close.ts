import type { WebSocket } from '@fastify/websocket'

/** Milliseconds that the other side has to hear why, and to close too. */
const WAIT = 5_000

/** Closes a socket, and breaks it where the other side does not answer: until then it would go on being heard and kept. */
export function closeSoon(socket: WebSocket, code: number): void {
  socket.close(code)
  const timer = setTimeout(() => socket.terminate(), WAIT)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}
