import { finished } from 'node:stream/promises'
import { sizeText } from '@runtime/size-text'
import { CODE, type Envelope } from '@services/contract/envelope'
import { FIELD_CODE, fieldCodeOf, isFieldPath } from '@services/contract/field-code'
import { BODY_LIMIT } from '@services/contract/limits'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { isTimeout, isTooLong, isUnavailable } from '../database/connect'
import type { Locales } from '../locales'
import { translateFor } from './context'
import { ApiError } from './errors'
import { noteFailure } from './heard'
import { TooBusy } from './pressure'
import { isUnstorable } from './surrogates'
import { FORM_FILE_LIMIT } from './upload'

/** Bytes of a refused body that are let pass; whoever sends more is cut off. */
const MOST_HEARD = 16 * 2 ** 20

interface Answer {
  readonly status: number
  readonly envelope: Envelope
}

/** Turns whatever a request meets into the envelope. Nothing of the inside leaves: what is unexpected goes to the log. */
export function installErrorHandler(app: FastifyInstance, locales: Locales): void {
  app.setErrorHandler<FastifyError | ApiError>(async (error, request, reply) => {
    const translate = translateFor(request, locales)
    const general = answerTo(error, translate, request)
    if (error instanceof TooBusy) {
      const envelope: Envelope = { code: CODE.tooMany, msg: translate('@server.busy'), data: null }
      return reply
        .status(503)
        .header('cache-control', 'no-store')
        .send({ ...envelope, timestamp: Date.now() })
    }
    const { status, envelope } = isFieldPath(request.routeOptions.url ?? '')
      ? ofField(error, general, request, translate)
      : general
    if (general.status === 413) await hearOut(request)
    const { retryAfter } = (envelope.data ?? {}) as { readonly retryAfter?: unknown }
    if (status === 429 && typeof retryAfter === 'number') void reply.header('retry-after', retryAfter)
    if (isTimeout(error)) request.log.warn({ err: error }, 'a statement was ended for its time')
    if (general.status >= 500 || general.envelope.code === CODE.failed) noteFailure(request, error)
    if (general.status >= 500) request.log.error({ err: error }, 'a request failed')
    return reply
      .status(status)
      .header('cache-control', 'no-store')
      .send({ ...envelope, timestamp: Date.now() } satisfies Envelope)
  })
}

/** What is left of a body that is too large is let pass: a client that is still sending would not hear why it is refused. */
async function hearOut({ raw }: FastifyRequest): Promise<void> {
  if (!(Number(raw.headers['content-length']) <= MOST_HEARD)) return
  raw.resume()
  await finished(raw, { writable: false }).catch(() => undefined)
}

/** The field's calls have codes of their own, all with HTTP status 200 (`design/field.md §3.4`). */
function ofField(
  error: FastifyError | ApiError,
  general: Answer,
  request: FastifyRequest,
  translate: ReturnType<typeof translateFor>,
): Answer {
  if (isTimeout(error) || isUnavailable(error)) {
    // Who asked for a change does not know what has become of it at the device; who only looked is told how to ask for less.
    const isKnown = isUnavailable(error) || request.routeOptions.config.caller === 'reader'
    const msg = isKnown ? general.envelope.msg : translate('@server.timeout')
    return { status: 200, envelope: { code: FIELD_CODE.timeout, msg, data: null } }
  }
  const code = fieldCodeOf(general.envelope.code)
  return code === general.envelope.code ? general : { status: 200, envelope: { ...general.envelope, code } }
}

function answerTo(
  error: FastifyError | ApiError,
  translate: ReturnType<typeof translateFor>,
  request: FastifyRequest,
): Answer {
  if (error instanceof ApiError) {
    // Who refuses before the caller's language is known leaves the sentence of a field to be said here.
    const said = translate(error.text, error.params)
    const errors = error.errors?.map((one) => (one.message === error.text ? { ...one, message: said } : one))
    const data = errors ? { ...(error.data as object | undefined), errors } : (error.data ?? null)
    return {
      status: error.status,
      envelope: { code: error.code, msg: said, data },
    }
  }
  const refuse = (msg: string): Answer => ({
    status: 200,
    envelope: { code: CODE.badRequest, msg, data: null },
  })
  if (isUnavailable(error)) {
    return {
      status: 503,
      envelope: { code: CODE.failed, msg: translate('@server.databaseUnavailable'), data: null },
    }
  }
  const { bodyLimit, config } = request.routeOptions
  if (isTimeout(error)) {
    const slow = config.caller === 'reader' ? '@server.listTooLong' : '@server.tookTooLong'
    const msg = translate(isTooLong(error) ? slow : '@server.heldUp')
    return { status: 200, envelope: { code: CODE.failed, msg, data: null } }
  }
  if (error.code === 'FST_REQ_FILE_TOO_LARGE')
    return refuse(translate('@server.fileTooLarge', { limit: config.fileLimit ?? FORM_FILE_LIMIT }))
  if (isUnstorable(error)) return refuse(translate('@server.badRequest'))
  if (error.statusCode === 429) {
    return { status: 429, envelope: { code: CODE.tooMany, msg: translate('@server.tooMany'), data: null } }
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return {
      ...refuse(translate('@server.tooLarge', { limit: sizeText(bodyLimit ?? BODY_LIMIT) })),
      status: 413,
    }
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return refuse(translate('@server.badJson'))
  if (error.statusCode !== undefined && error.statusCode < 500) return refuse(translate('@server.badRequest'))
  return {
    status: 500,
    envelope: { code: CODE.failed, msg: translate('@server.failed', { requestId: request.id }), data: null },
  }
}
