import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SOCKETS_OF_USER } from '../limits'

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
  const joined = new Map<string, Set<WebSocket>>()
  return {
    serve(path, open) {
      app.get(path, { websocket: true }, open)
    },
    join(socket, userId) {
      const own = joined.get(userId) ?? new Set()
      joined.set(userId, own.add(socket))
      socket.once('close', () => {
        own.delete(socket)
        if (own.size === 0 && joined.get(userId) === own) joined.delete(userId)
      })
      const [oldest] = own
      if (own.size > SOCKETS_OF_USER) oldest?.close(BY_POLICY)
    },
  }
}
