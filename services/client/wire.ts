import { CallError } from '@runtime/host'
import type { Language } from '@runtime/text'
import type { AxiosRequestConfig, AxiosResponse } from 'axios'
import { type Call, toWire } from '../contract/call'
import { CODE, type Envelope } from '../contract/code'
import { clientText } from './texts'

/** Milliseconds a call may take unless its contract says otherwise. */
const TIMEOUT = 30_000

/** What tells one request from another; `n` is left out, since it differs every second. */
export interface PreparedCall {
  readonly key: string
  readonly config: AxiosRequestConfig
}

/** Turns a call and its flat input into what axios sends. */
export function prepare(
  call: Call,
  input: Readonly<Record<string, unknown>>,
  file?: File | Blob,
): PreparedCall {
  const { path, query, body } = toWire(call, input)
  const search = queryString(query)
  const url = search ? `${path}?${search}` : path
  return {
    key: `${call.method} ${url} ${body === undefined ? '' : JSON.stringify(body)}`,
    config: {
      method: call.method,
      url,
      timeout: call.timeout ?? TIMEOUT,
      responseType: call.wire === 'binary' ? 'blob' : 'json',
      ...(body === undefined && !file ? {} : { data: bodyOf(call, body, file) }),
    },
  }
}

/** A request by its address alone; data of a GET are its query. */
export function prepareRequest(method: string, url: string, data: unknown): PreparedCall {
  const search = method === 'GET' ? queryString(asRecord(data)) : ''
  const whole = search ? `${url}${url.includes('?') ? '&' : '?'}${search}` : url
  const body = method === 'GET' || data === null || data === undefined ? {} : { data }
  return {
    key: `${method} ${whole}`,
    config: { method, url: whole, timeout: TIMEOUT, responseType: 'json', ...body },
  }
}

/** Every URL carries the time, as documented (`spec/shell-and-monitoring.md §7`). */
export function stamped(url: string, now: number): string {
  return `${url}${url.includes('?') ? '&' : '?'}n=${Math.floor(now / 1000)}`
}

function bodyOf(call: Call, body: unknown, file: File | Blob | undefined): unknown {
  if ((call.wire === 'file' || call.wire === 'stream') && file) {
    const form = new FormData()
    for (const [name, value] of Object.entries(asRecord(body))) {
      if (value !== undefined && value !== null) form.append(name, textOf(value))
    }
    form.append('file', file, file instanceof File ? file.name : 'file')
    return form
  }
  return call.wire === 'form' ? new URLSearchParams(queryString(asRecord(body))) : body
}

function queryString(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, textOf(one))
    }
  }
  return search.toString()
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Opens the envelope: `data` and `msg`, or a `CallError`. */
export function openEnvelope(response: AxiosResponse, language: Language): { data: unknown; msg: string } {
  const envelope = response.data as Partial<Envelope> | null
  if (typeof envelope !== 'object' || envelope === null || typeof envelope.code !== 'number') {
    throw new CallError(response.status, clientText(language, 'failed'), [], null, retryAfterIn(response))
  }
  const { code, msg, data } = envelope
  if (code === CODE.ok) return { data, msg: msg ?? '' }
  const message = msg || clientText(language, 'failed')
  throw new CallError(code, message, errorsIn(data), data ?? null, retryAfterIn(response))
}

/** Milliseconds that a busy server asks for (`Retry-After`, in seconds). */
function retryAfterIn({ headers }: Pick<AxiosResponse, 'headers'>): number | null {
  const seconds = Number(headers?.['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null
}

function errorsIn(data: unknown): CallError['errors'] {
  const { errors } = asRecord(data)
  if (!Array.isArray(errors)) return []
  return errors.filter(
    (error): error is CallError['errors'][number] =>
      typeof error?.path === 'string' && typeof error?.message === 'string',
  )
}
