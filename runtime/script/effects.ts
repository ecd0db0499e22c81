import { isRecord } from '../json'
import { LONGEST_TOAST, SCRIPT_LIMITS } from './limits'

/** What a script may decide about a field, as the documented functions name it (`reference/formdata-format.md §6`). */
export type ScriptState = 'visible' | 'required' | 'disabled'

/** What a script asked for; nothing else leaves the sandbox. */
export type ScriptEffect =
  | { readonly kind: 'set'; readonly name: string; readonly value: unknown; readonly row?: number }
  | {
      readonly kind: 'state'
      readonly state: ScriptState
      readonly name: string
      readonly on: boolean
      readonly row?: number
    }
  | {
      readonly kind: 'toast'
      readonly type: 'success' | 'info' | 'warning' | 'error'
      readonly message: string
      readonly duration?: number
    }
  /** Opens a place of the product. */
  | { readonly kind: 'route'; readonly to: string }
  /** A list reads its records again. */
  | { readonly kind: 'refresh' }

const STATES = new Set<unknown>(['visible', 'required', 'disabled'])
const TOASTS = new Set<unknown>(['success', 'info', 'warning', 'error'])

/** Reads what came out of the sandbox; null for what is no effect: a script may bend the way in which it is written. */
export function readEffect(value: unknown): ScriptEffect | null {
  if (!isRecord(value)) return null
  const { kind, name, row } = value
  const place = typeof row === 'number' && Number.isInteger(row) && row >= 0 ? { row } : {}
  if (kind === 'set' && typeof name === 'string')
    return { kind, name, value: value['value'] ?? null, ...place }
  if (kind === 'state' && typeof name === 'string' && STATES.has(value['state']))
    return { kind, state: value['state'] as ScriptState, name, on: value['on'] === true, ...place }
  if (kind === 'toast') return readToast(value)
  if (kind === 'route') return isPlace(value['to']) ? { kind, to: value['to'] } : null
  return kind === 'refresh' ? { kind } : null
}

function readToast(value: Readonly<Record<string, unknown>>): ScriptEffect {
  const { type, message, duration } = value
  return {
    kind: 'toast',
    message: typeof message === 'string' ? message.slice(0, 500) : '',
    type: TOASTS.has(type) ? (type as 'info') : 'info',
    ...(typeof duration === 'number' && duration > 0 && { duration: Math.min(duration, LONGEST_TOAST) }),
  }
}

function isPlace(to: unknown): to is string {
  return typeof to === 'string' && /^\/(?![/\\])/.test(to) && !hasControl(to)
}

/** What a script that is tried out writes to its console. */
export interface ScriptLog {
  readonly level: 'log' | 'info' | 'warn' | 'error' | 'debug'
  readonly text: string
}

const LEVELS = new Set<unknown>(['log', 'info', 'warn', 'error', 'debug'])

/** Reads a line of a log; null for what is none. */
export function readLog(value: unknown): ScriptLog | null {
  if (!isRecord(value) || value['kind'] !== 'log') return null
  const { level, text } = value
  return {
    level: LEVELS.has(level) ? (level as ScriptLog['level']) : 'log',
    text: typeof text === 'string' ? text.slice(0, SCRIPT_LIMITS.logLine) : '',
  }
}

/** A request that a script asked for, and waits for. */
export interface ScriptRequest {
  readonly number: number
  readonly url: string
  readonly method: ScriptMethod
  readonly data: unknown
}

export type ScriptMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

const METHODS = new Set<unknown>(['GET', 'POST', 'PUT', 'DELETE'])

/** Null for a request that may not be made: only the product's own API can be reached. */
export function readRequest(number: number, value: unknown): ScriptRequest | null {
  if (!isRecord(value)) return null
  const { url, method, data } = value
  const verb = String(method ?? 'GET').toUpperCase()
  if (typeof url !== 'string' || !isOwnAddress(url) || !METHODS.has(verb)) return null
  return { number, url, method: verb as ScriptMethod, data: data ?? null }
}

/** An address below `/api/` of this server, that stays below it: no host, no `..`, nothing that browsers read as a slash. */
export function isOwnAddress(url: string): boolean {
  if (!/^\/api\/[^\\]+$/.test(url) || hasControl(url)) return false
  const path = url.replace(/[?#].*/s, '')
  return !/(^|\/)(\.|%2e){1,2}(\/|$)|\/\/|%2f|%5c/i.test(path)
}

/** Browsers leave tabs and line ends out of addresses: what follows them would be read differently. */
function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 33) return true
  return false
}
