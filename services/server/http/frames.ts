import { newId } from '@runtime/id'
import { unboundedMembers } from '@services/contract/budgets'
import { CODE } from '@services/contract/envelope'
import { type ClientFrames, clientFrames } from '@services/contract/frames'
import { Type } from 'typebox'
import { isUnavailable } from '../database/connect'
import { SOCKET_LIMITS } from '../limits'
import type { Log } from '../log'
import { ApiError } from './errors'
import type { Frame, Member } from './member'
import { refuseDeepJson } from './nesting'
import { createRate } from './rate'
import { refuseHalfCharacters } from './surrogates'
import { compileInput } from './validate'

/** Serves a frame; what it throws as `ApiError` is told to its sender as `refused`. */
export type FrameHandler<M extends keyof ClientFrames> = (
  member: Member,
  frame: ClientFrames[M],
) => Promise<void> | void

export interface FrameReader {
  serve<M extends keyof ClientFrames>(method: M, handler: FrameHandler<M>): void
  /** Takes what a browser has sent. Frames of one connection are served one after the other, in their order. */
  hear(member: Member, text: string): void
}

interface Served {
  readonly check: ReturnType<typeof compileInput>
  readonly handler: (member: Member, frame: never) => Promise<void> | void
}

/** Frames a connection may send at once, and then in a second. */
const RATE = { burst: 200, perSecond: 50 }

/** Members of a frame by which its sender knows the answer. */
const NAMES = ['clientId', 'requestId'] as const

export function createFrameReader(log: Log): FrameReader {
  const served = new Map<string, Served>()
  const queues = new WeakMap<
    Member,
    { tail: Promise<void>; length: number; bytes: number; take: () => number }
  >()

  const serveOne = async (member: Member, frame: Frame, wait: number) => {
    try {
      if (wait > 0) throw new ApiError(CODE.tooMany, '@server.tooMany', { data: { retryAfter: wait } })
      const { check, handler } = served.get(frame.method) ?? {}
      if (!check || !handler) throw new ApiError(CODE.notFound, '@server.notFound')
      await handler(member, check({ params: {}, query: {}, body: frame }, member.translate) as never)
    } catch (error) {
      member.send(refusal(member, frame, asApiError(frame, error, log)))
    }
  }

  return {
    serve(method, handler) {
      if (served.has(method)) throw new Error(`The frame ${method} is served twice.`)
      const members = unboundedMembers({ body: clientFrames[method] })
      if (members.length > 0) throw new Error(`The frame ${method} has no maximum at ${members.join(', ')}.`)
      const call = { name: method, method: 'POST', path: '', summary: '', response: Type.Any() } as const
      served.set(method, { check: compileInput({ ...call, body: clientFrames[method] }), handler })
    },
    hear(member, text) {
      const frame = frameOf(text)
      if (!frame) return
      const queue = queues.get(member) ?? {
        tail: Promise.resolve(),
        length: 0,
        bytes: 0,
        take: createRate(RATE.burst, RATE.perSecond),
      }
      queues.set(member, queue)
      const size = Buffer.byteLength(text)
      // Who sends more than waits does not listen to refusals.
      if (queue.length >= SOCKET_LIMITS.frames || queue.bytes + size > SOCKET_LIMITS.in)
        return member.terminate()
      const wait = queue.take()
      queue.length += 1
      queue.bytes += size
      queue.tail = queue.tail.then(async () => {
        await serveOne(member, frame, wait)
        queue.length -= 1
        queue.bytes -= size
      })
    },
  }
}

/** What text says, if it is a frame at all. */
function frameOf(text: string): Frame | undefined {
  try {
    refuseDeepJson(text)
    refuseHalfCharacters(text)
    const frame: unknown = JSON.parse(text)
    const isFrame = typeof (frame as Frame | null)?.method === 'string'
    return isFrame ? (frame as Frame) : undefined
  } catch {
    return undefined
  }
}

/** What is unexpected goes to the log under a number, which is all that its sender learns of it. */
function asApiError(frame: Frame, error: unknown, log: Log): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) return new ApiError(CODE.failed, '@server.databaseUnavailable')
  const requestId = newId().slice(-12)
  log.error(`the frame ${frame.method} failed (${requestId}): ${error}`)
  return new ApiError(CODE.failed, '@server.failed', { params: { requestId } })
}

function refusal(member: Member, frame: Frame, { code, text, params, data }: ApiError): Frame {
  const names = NAMES.filter((name) => typeof frame[name] === 'string').map((name) => [name, frame[name]])
  return {
    method: 'refused',
    code,
    msg: member.translate(text, params),
    frame: frame.method,
    ...Object.fromEntries(names),
    ...(data as object | undefined),
  }
}
