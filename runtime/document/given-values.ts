import { templatePlaces } from '../expression/template'
import { isRecord } from '../json'
import type { Scope, Takes } from './names'
import { anyShape, BOOLEAN, listShape, memberOf, membersShape, NUMBER, type Shape, TEXT } from './shape'

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

/** What a value of a document is: a constant what it is, of a whole `${reference}` what that is, of other places nothing is known. */
export function valueShape(value: unknown, scope: Scope): Shape {
  if (typeof value === 'number') return NUMBER
  if (typeof value === 'boolean') return BOOLEAN
  if (Array.isArray(value)) return listShape(anyShape(value.map((entry) => valueShape(entry, scope))))
  if (isRecord(value))
    return membersShape(
      Object.entries(value).map(([name, member]) => [name, valueShape(member, scope)] as const),
    )
  if (typeof value !== 'string') return 'open'
  const whole = templatePlaces(value).find(({ from, to }) => from === 0 && to === value.length)
  return whole ? (referenceIn(whole.source.trim(), scope) ?? 'open') : TEXT
}

/** What a dialog is given under a name that it takes so: of a value its kind, of a record nothing more. */
export function takenShape(kind: string): Shape {
  return TAKEN[kind.replace(/\?$/, '')] ?? 'open'
}

const TAKEN: Readonly<Record<string, Shape>> = {
  text: TEXT,
  number: NUMBER,
  boolean: BOOLEAN,
  array: listShape('open'),
}

export function referenceIn(path: string, scope: Scope): Shape | undefined {
  if (!/^[\p{L}\w$.]+$/u.test(path)) return undefined
  const [root = '', ...members] = path.split('.')
  return members.reduce<Shape | undefined>((shape, name) => shape && memberOf(shape, name), scope.get(root))
}
