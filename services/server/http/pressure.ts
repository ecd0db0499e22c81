import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BUSY } from '../limits'

/** What a caller is told who comes while the server is further behind than it may be. */
export class TooBusy extends Error {
  readonly statusCode = 503
}

/**
 * Refuses work while the event loop runs late, so that what is under way ends: 503 with `Retry-After`.
 * @param delay milliseconds by which the loop may be late on average
 */
export async function refuseWhenLate(app: FastifyInstance, delay: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: delay,
    sampleInterval: BUSY.sample,
    pressureHandler: async (request, reply) => {
      if (getsThrough(request)) return
      reply.header('retry-after', BUSY.retryAfter)
      throw new TooBusy()
    },
  })
}

/** Where people operate what runs (`fieldManagement.stopAll`, `pump.controlPump`): what stops it is heard together with all else. */
const OPERATION = /^\/api\/(fieldManagement|pump)\//

/** Whoever asks whether the server lives, signs out, or tells a device to stop or close is heard however late it is. */
function getsThrough({ method, routeOptions: { url = '' } }: FastifyRequest): boolean {
  if (!url.startsWith('/api/') || url === '/api/oauth/Logout') return true
  return method !== 'GET' && OPERATION.test(url)
}
