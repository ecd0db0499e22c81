import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Sockets at addresses of their own, beside the one at `/websocket/{token}`. Whoever serves one finds out who calls. */
export interface SocketRoutes {
  /** @param path Fastify's form (`/api/deviceAlarm/websocket/:userId`). */
  serve(path: string, open: (socket: WebSocket, request: FastifyRequest) => void): void
}

declare module '../module' {
  interface Services {
    socketRoutes: SocketRoutes
  }
}

export function createSocketRoutes(app: FastifyInstance): SocketRoutes {
  return {
    serve(path, open) {
      app.get(path, { websocket: true }, open)
    },
  }
}
