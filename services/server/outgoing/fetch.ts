import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { readExactly } from '@runtime/exact-numbers'
import { type AllowedHosts, HostRefused } from './hosts'

/** Milliseconds that a request may take, redirects included. */
export const HTTP_TIMEOUT = 10_000
/** Bytes that an answer may have. */
export const HTTP_BYTES = 5 * 1024 * 1024
const REDIRECTS = 5
const REDIRECTING = new Set([301, 302, 303, 307, 308])

export interface HttpRequest {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** What went wrong with a request, by a locale key. */
export class HttpProblem extends Error {
  readonly text: string
  readonly params: Readonly<Record<string, string | number>>
  constructor(text: string, params: Readonly<Record<string, string | number>> = {}) {
    super(`${text} ${JSON.stringify(params)}`)
    this.name = 'HttpProblem'
    this.text = text
    this.params = params
  }
}

/**
 * Fetches JSON. Every host on the way is validated, a redirect's too; headers of the interface, secrets among them, are
 * sent to the first origin alone.
 * @throws HttpProblem, HostRefused
 */
export async function fetchJson(
  first: HttpRequest,
  hosts: AllowedHosts,
  limits: { readonly timeout?: number; readonly bytes?: number } = {},
): Promise<unknown> {
  const signal = AbortSignal.timeout(limits.timeout ?? HTTP_TIMEOUT)
  let request = first
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    hosts.demand(request.url)
    const answer = await exchange(request, hosts.lookup, signal, limits.bytes ?? HTTP_BYTES)
    if (answer.location === undefined) return parse(answer.status, answer.text)
    request = redirected(request, answer.status, answer.location)
  }
  throw new HttpProblem('@dataInterface.httpRedirects')
}

export interface Received {
  readonly status: number
  /** Where the answer leads instead. */
  readonly location?: string
  /** Milliseconds after which it wants to be asked again (`Retry-After`). */
  readonly retryAfter?: number
  readonly text: string
}

/**
 * One request and its answer as it comes: nothing is followed.
 * @param lookup guards names; undefined for an address that whoever runs the server has set
 * @throws HttpProblem, HostRefused
 */
export function exchange(
  { url, method, headers, body }: HttpRequest,
  lookup: LookupFunction | undefined,
  signal: AbortSignal,
  most: number,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) =>
      reject(signal.aborted ? new HttpProblem('@dataInterface.httpTimeout') : problemOf(error))
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      {
        method,
        signal,
        ...(lookup && { lookup }),
        agent: false,
        headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
      },
      (response) => {
        const status = response.statusCode ?? 0
        const { location } = response.headers
        if (REDIRECTING.has(status) && location !== undefined) {
          response.destroy()
          return resolve({ status, location, text: '' })
        }
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > most)
            response.destroy(new HttpProblem('@dataInterface.httpTooLarge', { size: most / 2 ** 20 }))
          else chunks.push(chunk)
        })
        const retryAfter = pauseOf(response.headers['retry-after'])
        response.on('end', () =>
          resolve({
            status,
            text: Buffer.concat(chunks).toString('utf8'),
            ...(retryAfter !== undefined && { retryAfter }),
          }),
        )
        response.on('error', fail)
      },
    )
    request.on('error', fail)
    request.end(body)
  })
}

/** `Retry-After` in milliseconds: it says seconds or a date (RFC 9110 §10.2.3); undefined for anything else. */
function pauseOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1_000) : undefined
}

function problemOf(error: unknown): Error {
  if (error instanceof HttpProblem || error instanceof HostRefused) return error
  const { code } = error as { code?: unknown }
  return new HttpProblem('@dataInterface.httpUnreachable', { reason: String(code ?? error) })
}

function redirected(from: HttpRequest, status: number, location: string): HttpRequest {
  const url = URL.parse(location, from.url)
  if (!url) throw new HttpProblem('@dataInterface.httpRedirects')
  const isHome = url.origin === from.url.origin
  // As browsers do: only 307 and 308 send again what was sent.
  const again = status >= 307
  return {
    url,
    method: again ? from.method : 'GET',
    headers: isHome ? from.headers : {},
    body: again && isHome ? from.body : undefined,
  }
}

function parse(status: number, text: string): unknown {
  if (status < 200 || status >= 300) throw new HttpProblem('@dataInterface.httpStatus', { status })
  try {
    return readExactly(text)
  } catch {
    throw new HttpProblem('@dataInterface.httpNoJson')
  }
}
