import { jsonBytes, textBytes } from '@runtime/json-size'
import type { Pieces } from '@runtime/pieces'
import { answerLimitOf } from '@services/contract/budgets'
import type { Call } from '@services/contract/call'
import { CODE, type Envelope } from '@services/contract/envelope'
import type { FastifyReply } from 'fastify'
import { breathing } from '../breath'
import { answerTooLarge, currentScope } from '../database/call-scope'
import { LARGE_ANSWER } from '../limits'
import { type CallContext, FileReply, Reply, StoredReply } from '../module'
import { SharedText, sendPacked, sendShared } from './shared-text'
import { headerText, sendStored } from './stored'

/**
 * How a call's results are sent: in the envelope, or as bytes; none with more of them than the call may answer.
 * @throws Error at once, where the call does not say how much that is
 */
export function answersOf(
  call: Call,
): (reply: FastifyReply, result: unknown, context: CallContext) => unknown {
  const limit = answerLimitOf(call)
  const most = limit === 'piecewise' ? Number.POSITIVE_INFINITY : limit
  return (reply, result, context) => {
    if (result instanceof StoredReply) return sendStored(reply, result)
    if (result instanceof FileReply) return sendFile(reply, result, most)
    return sendJson(reply, result, most, context)
  }
}

function sendFile(reply: FastifyReply, { body, type, name }: FileReply, most: number): unknown {
  reply.type(type).header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  if (name !== undefined)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${headerText(name)}`)
  if (body instanceof SharedText) {
    demandFitting(textBytes(body.text, most), most)
    return sendShared(reply, body)
  }
  if (typeof body !== 'string' && 'pipe' in body) {
    // What is still to be read of it is never in hand as a whole.
    currentScope()?.goPiecewise()
    return reply.send(body)
  }
  demandFitting(typeof body === 'string' ? textBytes(body, most) : body.byteLength, most)
  return reply.send(typeof body === 'string' ? body : Buffer.from(body))
}

function sendJson(reply: FastifyReply, result: unknown, most: number, context: CallContext): unknown {
  const { data, msg, version } =
    result instanceof Reply ? result : new Reply(result, context.text('@server.ok'))
  if (version === undefined) reply.header('cache-control', 'no-store')
  else {
    const tag = `W/"${version}"`
    reply.header('cache-control', 'private, no-cache').header('etag', tag).header('vary', 'Authorization')
    if (reply.request.headers['if-none-match'] === tag) return reply.status(304).send()
  }
  const envelope: Envelope = { code: CODE.ok, msg, timestamp: Date.now(), data: data ?? null }
  reply.type('application/json; charset=utf-8')
  if ((currentScope()?.total ?? 0) > LARGE_ANSWER) return sendInSteps(reply, envelope, most)
  const text = JSON.stringify(envelope)
  demandFitting(textBytes(text, most + ENVELOPE), most + ENVELOPE)
  return text
}

/** An answer of which much was read: others have their turn between what is done for it. */
async function sendInSteps(reply: FastifyReply, envelope: Envelope, most: number): Promise<unknown> {
  return sendPacked(reply, await breathing(bytesOf(envelope, most)))
}

function* bytesOf({ data, ...about }: Envelope, most: number): Pieces<Buffer> {
  // The same value may stand in it many times: its text is not made before it is known to fit.
  demandFitting(jsonBytes(data, most), most)
  yield
  // By itself it stays in one byte a sign where it can, which is several times as quick.
  const text = JSON.stringify(data)
  const parts: Uint8Array[] = [encoder.encode(`${JSON.stringify(about).slice(0, -1)},"data":`)]
  for (let at = 0; at < text.length; ) {
    yield
    const end = at + STEP
    // Both halves of a character go together.
    const next = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end
    parts.push(encoder.encode(text.slice(at, next)))
    at = next
  }
  yield
  return Buffer.concat([...parts, encoder.encode('}')])
}

const encoder = new TextEncoder()
/** Signs of an answer that are encoded at a time: about a millisecond's work. */
const STEP = 128 * 2 ** 10
const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00

/** Bytes that the envelope may add to its data. */
const ENVELOPE = 4 * 2 ** 10

function demandFitting(bytes: number, most: number): void {
  if (bytes > most) throw answerTooLarge(most)
}
