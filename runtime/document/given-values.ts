import { isRecord } from '../json'
import type { Scope, Takes } from './names'
import { memberOf, membersShape, type Shape } from './shape'

export type Members = Readonly<Record<string, unknown>>

export const recordOf = (value: unknown): Members => (isRecord(value) ? value : {})

/** A record that a dialog saves, which may be a new one or the copy of another. */
export const SAVED = membersShape([
  ['id', 'open'],
  ['copied', 'open'],
])

/** What a dialog says it has to be given; undefined where it says nothing. */
export function takesOf({ takes }: Members): Takes | undefined {
  if (!isRecord(takes)) return undefined
  return new Map(Object.entries(takes).map(([name, kind]) => [name, String(kind)]))
}

export function saves({ submit }: Members): boolean {
  return [submit].flat().some((step) => isRecord(step) && step['save'] !== undefined)
}

/** What a form's record brings: its members, or what a whole `${reference}` is. */
export function recordShape(record: unknown, scope: Scope): Shape[] {
  if (record === undefined) return []
  if (!isRecord(record)) return [valueShape(record, scope)]
  return [membersShape(Object.entries(record).map(([name, value]) => [name, valueShape(value, scope)]))]
}

/** What a value of a document is: of a whole `${reference}` what that is, else nothing is known. */
export function valueShape(value: unknown, scope: Scope): Shape {
  const reference = typeof value === 'string' ? /^\$\{\s*([\p{L}\w$.]+)\s*\}$/u.exec(value)?.[1] : undefined
  return (reference && referenceIn(reference, scope)) || 'open'
}

export function referenceIn(path: string, scope: Scope): Shape | undefined {
  if (!/^[\p{L}\w$.]+$/u.test(path)) return undefined
  const [root = '', ...members] = path.split('.')
  return members.reduce<Shape | undefined>((shape, name) => shape && memberOf(shape, name), scope.get(root))
}
