import { isRecord } from '../json'
import { toDecimalNumber } from './decimal'
import type { ExpressionProblem, ExpressionReport, Scope } from './expression'
import { jsonText } from './json-text'
import { EXPRESSION_LIMITS } from './limits'
import { type ProblemKey, problem } from './problems'

/** What one evaluation carries: where names come from and where trouble is told. */
export interface Frame {
  readonly scope: Scope
  readonly report: ExpressionReport | undefined
  /** Values of the parameters of `x => …`, each at its own place: no function of an expression can call itself. */
  readonly locals: unknown[]
  /** What is left of `EXPRESSION_LIMITS.work`. */
  work: number
}

export function frameOf(scope: Scope, report: ExpressionReport | undefined): Frame {
  return { scope, report, locals: [], work: EXPRESSION_LIMITS.work }
}

/** Ends an evaluation that takes too long. */
export class WorkLimit extends Error {}

/** Takes from what the evaluation may still do. @throws WorkLimit */
export function spend(frame: Frame, work: number): void {
  frame.work -= work
  if (frame.work < 0) throw new WorkLimit()
}

/** Characters that cost as much as an entry of a list. */
const CHARACTERS = 16

/** Spends what it takes to go through a value: the entries of a list and of lists in it, the characters of a text. */
export function spendOn(value: unknown, frame: Frame): void {
  if (typeof value === 'string') spend(frame, Math.floor(value.length / CHARACTERS))
  else if (Array.isArray(value)) {
    spend(frame, value.length)
    for (const entry of value) if (Array.isArray(entry)) spendOn(entry, frame)
  }
}

/** Reports and answers null: the value of everything that has no proper one. */
export function trouble(
  frame: Frame,
  kind: ExpressionProblem['kind'],
  key: ProblemKey,
  params?: Readonly<Record<string, unknown>>,
): null {
  frame.report?.(problem(kind, key, params))
  return null
}

/** Names that lead to a prototype: never read, whoever owns them. */
const CLOSED = new Set(['__proto__', 'constructor', 'prototype'])

export function isClosedName(name: string): boolean {
  return CLOSED.has(name)
}

/** Null, no text or an empty list: what a person has not filled in. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A value as expressions know it: what is undefined, a function or a number without value is null; a date is its time. */
export function plain(value: unknown): unknown {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') return toDecimalNumber(value)
  if (value instanceof Date) return toDecimalNumber(value.getTime())
  return value
}

/** Reads a member: an own property of an object; of a list, the member of each entry (a column). */
export function member(owner: unknown, name: string): unknown {
  if (typeof owner !== 'object' || owner === null || CLOSED.has(name)) return null
  if (Array.isArray(owner)) {
    if (name === 'length') return owner.length
    return owner.map((entry) => (isRecord(entry) ? member(entry, name) : null))
  }
  return Object.hasOwn(owner, name) ? plain((owner as Record<string, unknown>)[name]) : null
}

/** `list[0]`, `record['name']`, `list['column']`; negative positions count from the end. */
export function entry(owner: unknown, key: unknown): unknown {
  if (typeof key === 'string') return member(owner, key)
  const position = toDecimalNumber(key)
  if (position === null) return null
  const index = Math.trunc(position)
  if (typeof owner === 'string') return owner.at(index) ?? null
  return Array.isArray(owner) ? plain(owner.at(index)) : member(owner, String(index))
}

/** What counts as true: anything but null, false, 0, "" and an empty list. */
export function truth(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** The number of an operand: blank is 0; null, with a report, for what is no number. */
export function numberOf(value: unknown, frame: Frame, key: ProblemKey = 'notANumber'): number | null {
  if (typeof value === 'number') return value
  if (value === null || value === undefined) return 0
  if (typeof value === 'string' && value.trim() === '') return 0
  const number = toDecimalNumber(value)
  return number ?? trouble(frame, 'type', key, { found: excerpt(value) })
}

/** The text of a value: null is "", a list is joined by commas. That of a list or record ends beyond `EXPRESSION_LIMITS.text`. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberText(value)
  if (Array.isArray(value)) return listText(value)
  if (typeof value === 'object') return jsonText(value)
  return String(value)
}

/** Digits as people write them, without an exponent up to 21 digits. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '0' : String(value)
}

function listText(list: readonly unknown[]): string {
  let text = ''
  for (const [index, entry] of list.entries()) {
    if (text.length > EXPRESSION_LIMITS.text) break
    text += (index > 0 ? ',' : '') + textOf(entry)
  }
  return text
}

/** A text that a function built, unless it is beyond the limit. */
export function boundedText(text: string, frame: Frame): string | null {
  if (text.length <= EXPRESSION_LIMITS.text) return text
  return trouble(frame, 'limit', 'textTooLong', { limit: EXPRESSION_LIMITS.text })
}

/** A value in a message: short. */
export function excerpt(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : textOf(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/**
 * Equality as forms need it: a number equals its text and its truth value (a switch holds 1 and 0), null equals an
 * empty text and nothing else, lists and records equal by what they hold.
 */
export function equals(left: unknown, right: unknown, depth = 0): boolean {
  if (left === right) return true
  const [a, b] = [left ?? '', right ?? '']
  if (a === '' || b === '') return a === b
  if (typeof a === 'object' && typeof b === 'object')
    return depth < EXPRESSION_LIMITS.depth && sameContent(a, b, depth + 1)
  if (typeof a === 'object' || typeof b === 'object') return false
  if (typeof a === 'string' && typeof b === 'string') return false
  const [x, y] = [toDecimalNumber(a), toDecimalNumber(b)]
  return x !== null && x === y
}

function sameContent(left: object, right: object, depth: number): boolean {
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
    return left.every((entryOfLeft, index) => equals(entryOfLeft, right[index], depth))
  }
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every(
    (key) => Object.hasOwn(right, key) && equals(Reflect.get(left, key), Reflect.get(right, key), depth),
  )
}

/**
 * Order: -1, 0 or 1; null, with a report, for what has none. Numbers and numeric text by value, other texts by
 * character code (so dates and times in text form sort as they should, the same on every machine).
 */
export function compare(left: unknown, right: unknown, frame: Frame): number | null {
  if (typeof left === 'number' && typeof right === 'number') return Math.sign(left - right)
  const bothText = isText(left) && isText(right) && (typeof left === 'string' || typeof right === 'string')
  if (bothText) {
    const [x, y] = [toDecimalNumber(left), toDecimalNumber(right)]
    if (x === null || y === null) return order(left ?? '', right ?? '')
  }
  const a = numberOf(left, frame)
  const b = a === null ? null : numberOf(right, frame)
  return a === null || b === null ? null : order(a, b)
}

function isText(value: unknown): value is string | null | undefined {
  return typeof value === 'string' || value === null || value === undefined
}

function order<T extends string | number>(left: T, right: T): number {
  return left === right ? 0 : left < right ? -1 : 1
}

/** `in`: an entry of a list, a part of a text, a key of a record. */
export function isIn(needle: unknown, place: unknown): boolean {
  if (Array.isArray(place)) return place.some((candidate) => equals(plain(candidate), needle))
  if (typeof place === 'string') return !isBlank(needle) && place.includes(textOf(needle))
  return isRecord(place) && !isBlank(needle) && Object.hasOwn(place, textOf(needle))
}

/** Everything in values and lists within them, one by one. */
export function flatten(values: readonly unknown[]): unknown[] {
  return values.some(Array.isArray) ? (values.flat(EXPRESSION_LIMITS.depth) as unknown[]) : [...values]
}

/** Reads an ambient name (`now`, `user`, `timeZone`) that functions need. */
export function ambient(frame: Frame, name: string): unknown {
  return plain(frame.scope.get(name))
}
