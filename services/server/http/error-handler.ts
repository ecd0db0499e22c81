import { CODE, type Envelope } from '@services/contract/envelope'
import { FIELD_CODE, fieldCodeOf, isFieldPath } from '@services/contract/field-code'
import type { FastifyError, FastifyInstance } from 'fastify'
import { isTimeout, isUnavailable } from '../database/connect'
import type { Locales } from '../locales'
import { sayTo } from './context'
import { ApiError } from './errors'
import { FORM_FILE_LIMIT } from './upload'

interface Answer {
  readonly status: number
  readonly envelope: Envelope
}

/** Turns whatever a request meets into the envelope. Nothing of the inside leaves: what is unexpected goes to the log. */
export function installErrorHandler(app: FastifyInstance, locales: Locales): void {
  app.setErrorHandler<FastifyError | ApiError>((error, request, reply) => {
    const say = sayTo(request, locales)
    const general = answerTo(error, say, request.id)
    const { status, envelope } = isFieldPath(request.routeOptions.url ?? '')
      ? ofField(error, general, say)
      : general
    if (general.status >= 500) request.log.error({ err: error }, 'a request failed')
    return reply
      .status(status)
      .header('cache-control', 'no-store')
      .send({ ...envelope, timestamp: Date.now() } satisfies Envelope)
  })
}

/** The field's calls have codes of their own, all with HTTP status 200 (`design/field.md §3.4`). */
function ofField(error: FastifyError | ApiError, general: Answer, say: ReturnType<typeof sayTo>): Answer {
  if (isTimeout(error) || isUnavailable(error)) {
    const msg = isUnavailable(error) ? general.envelope.msg : say('@server.timeout')
    return { status: 200, envelope: { code: FIELD_CODE.timeout, msg, data: null } }
  }
  const code = fieldCodeOf(general.envelope.code)
  return code === general.envelope.code ? general : { status: 200, envelope: { ...general.envelope, code } }
}

function answerTo(error: FastifyError | ApiError, say: ReturnType<typeof sayTo>, requestId: string): Answer {
  if (error instanceof ApiError) {
    const data = error.errors
      ? { ...(error.data as object | undefined), errors: error.errors }
      : (error.data ?? null)
    return { status: 200, envelope: { code: error.code, msg: say(error.text, error.params), data } }
  }
  const refuse = (msg: string): Answer => ({
    status: 200,
    envelope: { code: CODE.badRequest, msg, data: null },
  })
  if (isUnavailable(error)) {
    return {
      status: 503,
      envelope: { code: CODE.failed, msg: say('@server.databaseUnavailable'), data: null },
    }
  }
  if (error.code === 'FST_REQ_FILE_TOO_LARGE')
    return refuse(say('@server.fileTooLarge', { limit: FORM_FILE_LIMIT }))
  // 22021 and 22P05: characters that the database cannot hold (a NUL).
  if (error.code === '22021' || error.code === '22P05') return refuse(say('@server.badRequest'))
  if (error.statusCode === 429) {
    return { status: 429, envelope: { code: CODE.tooMany, msg: say('@server.tooMany'), data: null } }
  }
  if (error.statusCode === 413) return refuse(say('@server.tooLarge'))
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return refuse(say('@server.badJson'))
  if (error.statusCode !== undefined && error.statusCode < 500) return refuse(say('@server.badRequest'))
  return {
    status: 500,
    envelope: { code: CODE.failed, msg: say('@server.failed', { requestId }), data: null },
  }
}
