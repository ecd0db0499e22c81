import { answerLimitOf } from '@services/contract/budgets'
import { type Call, isRead } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import type { FastifyReply } from 'fastify'
import { CallScope, Shares, withScope } from '../database/call-scope'
import type { CallerKind } from '../database/callers'
import { ANSWER_TIME, CALL_BYTES, READING } from '../limits'
import { ApiError } from './errors'

/** Nobody hears it: the client is gone. */
const gone = () => new ApiError(CODE.badRequest, '@server.badRequest')

const tookTooLong = () => new ApiError(CODE.badRequest, '@server.answerTooLong')

/** Bytes that a call may read for what it may answer: the values themselves, and what says how they are shown. */
function readableFor(call: Call): number {
  const answer = answerLimitOf(call)
  return answer === 'piecewise' ? Number.POSITIVE_INFINITY : READING.least + READING.perAnswer * answer
}

/**
 * Gives each call its scope (`database/call-scope.ts`), from its handler to the end of its answer. Who only looks has the rest of the
 * statements cancelled when the first fails, when the client has gone, and when it takes too long; a change that has been begun is
 * brought to its end.
 * @param most bytes that a call which only looks may have in hand
 * @param hasOthers whether somebody else than a person asks anything of late
 */
export function createScopes(most: number = CALL_BYTES.reader, hasOthers?: (userId: string) => boolean) {
  const shares = new Shares(hasOthers)
  return async <T>(
    {
      call,
      kind,
      reply,
      userId,
      weigh,
    }: {
      readonly call: Call
      readonly kind: CallerKind
      readonly reply: FastifyReply
      readonly userId: string
      /** Told at the end how many bytes came out of the database. */
      readonly weigh: (bytes: number) => void
    },
    work: () => Promise<T>,
  ): Promise<T> => {
    const isLook = kind === 'viewer' || (isRead(call) && !call.isJob)
    const scope = new CallScope({
      bytes: isLook ? Math.min(most, readableFor(call)) : CALL_BYTES[kind],
      // What is sent as it is read is never in hand as a whole.
      isPiecewise: !isLook || call.answerLimit === 'piecewise',
      isPatient: isLook,
      share: shares.of(userId),
    })
    const timer = isLook ? setTimeout(() => scope.end(tookTooLong()), call.timeout ?? ANSWER_TIME) : undefined
    const over = () => {
      clearTimeout(timer)
      if (isLook && !reply.raw.writableFinished) scope.end(gone())
      scope.close()
      weigh(scope.total)
    }
    if (reply.raw.closed || reply.raw.destroyed) over()
    else reply.raw.once('close', over)
    try {
      const result = await withScope(scope, work)
      clearTimeout(timer)
      // Who goes on without a name that cannot be found out (`tolerant`) does not go on without all of them.
      scope.demandOpen()
      return result
    } catch (error) {
      if (isLook) scope.end(error)
      throw error
    }
  }
}
