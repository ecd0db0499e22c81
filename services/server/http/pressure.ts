import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BUSY } from '../limits'

/** What a caller is told who comes while the server is further behind than it may be. */
export class TooBusy extends Error {
  readonly statusCode = 503
}

/**
 * Refuses work while the event loop runs late, or the database has no connection left for those who wait, so that what is under way
 * ends: 503 with `Retry-After`.
 * @param delay milliseconds by which the loop may be late on average
 * @param waitingFor for how many milliseconds somebody has been waiting for a connection to the database
 */
export async function refuseWhenLate(
  app: FastifyInstance,
  delay: number,
  waitingFor: () => number,
): Promise<void> {
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    if (getsThrough(request)) return
    reply.header('retry-after', BUSY.retryAfter)
    throw new TooBusy()
  }
  app.addHook('onRequest', async (request, reply) => {
    if (waitingFor() > BUSY.starved) refuse(request, reply)
  })
  await app.register(underPressure, {
    maxEventLoopDelay: delay,
    sampleInterval: BUSY.sample,
    pressureHandler: async (request, reply) => refuse(request, reply),
  })
}

/** Where people operate what runs (`fieldManagement.stopAll`, `pump.controlPump`): what stops it is heard together with all else. */
const OPERATION = /^\/api\/(fieldManagement|pump)\//

/** Whoever asks whether the server lives, signs out, or tells a device to stop or close is heard however late it is. */
function getsThrough({ method, routeOptions: { url = '' } }: FastifyRequest): boolean {
  if (!url.startsWith('/api/') || url === '/api/oauth/Logout') return true
  return method !== 'GET' && OPERATION.test(url)
}
