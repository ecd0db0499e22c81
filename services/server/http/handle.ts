import { bodyLimitOf, nestingOf, unboundedMembers } from '@services/contract/budgets'
import { type Call, isRead } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { PUBLIC_BODY_LIMIT } from '@services/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CallerKind, runAs } from '../database/callers'
import { withTables } from '../database/guard'
import type { Locales } from '../locales'
import {
  type CallContext,
  type Db,
  type ModuleServer,
  type RefusalNoted,
  type Services,
  type StreamedFile,
  UnchangedReply,
} from '../module'
import { isPublic, opensOf, type Right } from '../right'
import { answersOf } from './answer'
import { createContext, demand, demandChosen } from './context'
import { ApiError } from './errors'
import { noteCaller } from './heard'
import { demandRules } from './input-rules'
import { createScopes } from './scope'
import { FORM_FILE_LIMIT, openForm, readFields, readForm } from './upload'
import { compileInput } from './validate'
import { demandReading, isViewing, refusedWrite } from './viewing'

/** What a route needs besides its call. */
export interface Surroundings {
  readonly db: Db
  readonly services: Services
  readonly locales: Locales
  /** Bytes that a call which only looks may have in hand (`scope.ts`). */
  readonly callBytes?: number | undefined
}

type Handler = (context: CallContext, input: never) => unknown

/** Builds `handle`: one Fastify route a call, input checked, rights checked, the answer in its envelope. */
export function createHandle(app: FastifyInstance, surroundings: Surroundings): ModuleServer['handle'] {
  const { targets, jobs } = surroundings.services
  const inScope = createScopes(surroundings.callBytes, (userId) => app.admission.hasOthers(userId))
  return (call: Call, right: Right | RefusalNoted<string>, handler: Handler) => {
    targets.declare(call, right)
    demandBounds(call)
    const answer = answersOf(call)
    const opens = opensOf(right)
    const check = compileInput(call)
    const kind = callerOf(call)
    const contexts = new WeakMap<FastifyRequest, CallContext>()
    app.route({
      method: call.method,
      url: call.path,
      // A question about an address is no use of it: a ticket is good once.
      exposeHeadRoute: false,
      config: {
        isPublic: isPublic(right),
        fileLimit: call.fileLimit ?? FORM_FILE_LIMIT,
        caller: kind,
        call: call.name,
        nesting: nestingOf(call),
      },
      bodyLimit: isPublic(right) ? Math.min(PUBLIC_BODY_LIMIT, bodyLimitOf(call)) : bodyLimitOf(call),
      // Who calls, and by what right, is known before the body is read: a stranger costs little and learns nothing.
      preParsing: async (request) => {
        const context = await runAs('writer', () => createContext(request, right, surroundings))
        noteCaller(request, { ...context.user, ...context.user.viewedBy })
        demandReading(context, call, opens)
        if (right !== 'public') app.admission.admitUser(request, context.user.userId)
        await runAs('writer', () => demand(context, right, surroundings.services))
        contexts.set(request, context)
      },
      handler: async (request, reply) => {
        const caller = contexts.get(request)
        if (!caller) throw new Error(`${call.name} was reached without a caller.`)
        const awaitTurn = async () => {
          if (right !== 'public') await app.admission.awaitTurn(request, reply, caller.user.userId)
        }
        // A form is read here, at its sender's pace, which nobody waits for.
        if (!request.isMultipart()) await awaitTurn()
        const input = await inputOf(call, check, request, caller.text)
        if (request.isMultipart() && call.wire !== 'stream') await awaitTurn()
        if (call.isJob) jobs.running++
        try {
          const caused = isViewing(caller, call) ? 'viewer' : kind
          const work = async () => {
            const context = await permitted(caller, surroundings.services, right, input as never)
            demandRules(surroundings.services, call.name, input, context)
            const result = await withTables(opens, call.name, async () => handler(context, input as never))
            if (call.changes && !(result instanceof UnchangedReply))
              void surroundings.services.sockets.broadcast({ method: 'changed', tags: call.changes })
            return answer(reply, result, context)
          }
          const { userId } = caller.user
          const weigh = (bytes: number) => app.admission.noteAnswer(request, userId, bytes)
          return await runAs(caused, () => inScope({ call, kind: caused, reply, userId, weigh }, work))
        } catch (error) {
          throw (isViewing(caller, call) && refusedWrite(error)) || error
        } finally {
          if (call.isJob) jobs.running--
          if (call.wire === 'stream') passOver(input as { readonly file: StreamedFile })
        }
      },
    })
  }
}

/** For whom a call's statements run. */
function callerOf(call: Call): CallerKind {
  if (call.isJob) return 'job'
  return isRead(call) ? 'reader' : 'writer'
}

/** What a call may be sent has a maximum, or it is not served at all. */
function demandBounds(call: Call): void {
  const members = unboundedMembers(call)
  if (members.length > 0) throw new Error(`The call ${call.name} has no maximum at ${members.join(', ')}.`)
}

/** The context of a caller who may do that to what the input names. */
async function permitted(
  caller: CallContext,
  services: Services,
  right: Right | RefusalNoted<string>,
  input: never,
): Promise<CallContext> {
  try {
    if (typeof right === 'object' && 'by' in right) await demandChosen(caller, right, input, services)
    const projectId = await services.targets.demand(caller, right, input)
    return projectId === '' ? caller : { ...caller, projectId }
  } catch (error) {
    if (typeof right === 'object' && 'refused' in right) await right.refused(caller, input, error)
    throw error
  }
}

async function inputOf(
  call: Call,
  check: ReturnType<typeof compileInput>,
  request: FastifyRequest,
  translate: CallContext['text'],
): Promise<unknown> {
  const { params, query } = request
  if (call.wire === 'form' && request.isMultipart())
    return check({ params, query, body: await readFields(request) }, translate)
  if (call.wire !== 'file' && call.wire !== 'stream')
    return check({ params, query, body: request.body }, translate)
  if (!request.isMultipart()) throw new ApiError(CODE.badRequest, '@server.fileMissing')
  if (call.wire === 'file') {
    const { fields, file } = await readForm(request, call.fileLimit)
    return { ...check({ params, query, body: fields }, translate), file }
  }
  const { fields, file } = await openForm(request)
  try {
    return { ...check({ params, query, body: fields }, translate), file }
  } catch (error) {
    passOver({ file })
    throw error
  }
}

/** What a handler left unread of a file: the answer can only be heard by a caller who has been listened to. */
function passOver({ file }: { readonly file: StreamedFile }): void {
  if (!file.body.destroyed) file.body.resume()
}
