import { OUTBOUND } from '../../../limits'
import { exchange, HttpProblem, type HttpRequest } from '../../../outgoing/fetch'
import { type AllowedHosts, HostRefused } from '../../../outgoing/hosts'
import { answerOf, OutboundProblem } from './problem'

/** What a provider is asked. */
export interface Question extends Omit<HttpRequest, 'headers' | 'body'> {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Whoever runs the server has set the address: it may be an internal one. */
  readonly isTrusted: boolean
  /** Never shown, should the answer repeat them. */
  readonly secrets?: readonly string[]
  /** Bytes that the answer may have. */
  readonly most?: number
  /** Milliseconds. */
  readonly timeout?: number
}

/** What it answered. */
export interface Answer {
  readonly status: number
  /** As one line that may be shown. */
  readonly shown: string
  /** Undefined where it is no JSON object. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** Asks a provider, without following it anywhere else. @throws OutboundProblem where there is no answer */
export async function ask(
  { isTrusted, secrets = [], headers = {}, body, ...question }: Question,
  hosts: AllowedHosts,
): Promise<Answer> {
  const { url, timeout = OUTBOUND.timeout, most = OUTBOUND.answer } = question
  const where = { host: url.hostname, port: url.port || (url.protocol === 'http:' ? 80 : 443) }
  const signal = AbortSignal.timeout(timeout)
  try {
    // A name is judged when the connection looks it up; an address that stands there itself is looked up by nobody else.
    if (!isTrusted) await before(signal, hosts.addressOf(url.hostname.replace(/^\[|\]$/g, '')))
    const lookup = isTrusted ? undefined : hosts.lookup
    const request = { ...question, headers, body }
    const { status, location, text, retryAfter } = await exchange(request, lookup, signal, most)
    if (location !== undefined) {
      const to = URL.parse(location, url)?.host ?? answerOf(location)
      throw new OutboundProblem('@outbound.redirected', { ...where, to })
    }
    const shown = answerOf(text, secrets)
    if (status === 429)
      throw new OutboundProblem('@outbound.tooOften', { answer: shown || status }, false, retryAfter)
    // Whatever the body says: it has not done what it was asked.
    if (status >= 500)
      throw new OutboundProblem('@outbound.failed', { answer: `${status} ${shown}` }, false, retryAfter)
    return { status, shown, body: objectOf(text) }
  } catch (error) {
    throw problemOf(error, where)
  }
}

/** An answer that is JSON, or why it is none. @throws OutboundProblem */
export function jsonOf({ body, status, shown }: Answer): Readonly<Record<string, unknown>> {
  if (body) return body
  throw new OutboundProblem('@outbound.noJson', { status, answer: shown })
}

function objectOf(text: string): Answer['body'] {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Answer['body'])
      : undefined
  } catch {
    return undefined
  }
}

function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new HttpProblem('@dataInterface.httpTimeout')), {
      once: true,
    })
  })
  return Promise.race([work, late])
}

const UNKNOWN = new Set(['ENOTFOUND', 'EAI_AGAIN'])
const REFUSED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])

function problemOf(
  error: unknown,
  where: { readonly host: string; readonly port: string | number },
): OutboundProblem {
  if (error instanceof OutboundProblem) return error
  if (error instanceof HostRefused) return new OutboundProblem('@outbound.hostRefused', { host: error.host })
  const { text, params } =
    error instanceof HttpProblem ? error : { text: '', params: {} as HttpProblem['params'] }
  if (text === '@dataInterface.httpTimeout') return new OutboundProblem('@outbound.timeout', where)
  if (text === '@dataInterface.httpTooLarge') return new OutboundProblem('@outbound.tooLarge', where)
  const reason = String(params['reason'] ?? (error as { readonly code?: unknown }).code ?? '')
  if (UNKNOWN.has(reason)) return new OutboundProblem('@outbound.unknownHost', where)
  if (REFUSED.has(reason)) return new OutboundProblem('@outbound.refused', where)
  return new OutboundProblem(/CERT|SSL|TLS|EPROTO/.test(reason) ? '@outbound.tls' : '@outbound.cut', {
    ...where,
    answer: answerOf(reason || error),
  })
}
