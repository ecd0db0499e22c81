import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OpenSockets } from './open-sockets'
import { closeSoon } from './socket-close'

/** What a close says of itself (RFC 6455 §7.4.1). */
const BY_POLICY = 1008

/** Sockets at addresses of their own, beside the one at `/websocket/{token}`. Whoever serves one finds out who calls. */
export interface SocketRoutes {
  /** @param path Fastify's form (`/api/deviceAlarm/websocket/:userId`). */
  serve(path: string, open: (socket: WebSocket, request: FastifyRequest) => void): void
  /** Says whose a socket is, once that is known. Of one person's sockets at these addresses the oldest ends for one too many. */
  join(socket: WebSocket, userId: string): void
}

declare module '../module' {
  interface Services {
    socketRoutes: SocketRoutes
  }
}

export function createSocketRoutes(app: FastifyInstance): SocketRoutes {
  const joined = new OpenSockets<WebSocket>()
  return {
    serve(path, open) {
      app.get(path, { websocket: true }, open)
    },
    join(socket, userId) {
      socket.once('close', () => joined.leave(userId, socket))
      for (const old of joined.join(userId, socket)) closeSoon(old, BY_POLICY)
    },
  }
}
