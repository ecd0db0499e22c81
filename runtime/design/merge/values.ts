import { asRecord, isRecord } from '../../json'
import { keysOf, spellingOf, withMember, withoutMember, withValue } from '../../lossless'
import { jsonEqual } from '../../schema'
import { own } from '../diff/naming'
import { mergedOrder, type Side } from './order'

/** A value as it was in the design that both come from, and as it is in either; undefined where it is not there. */
export interface Three {
  readonly base: unknown
  readonly ours: unknown
  readonly theirs: unknown
}

/** A member's name, or an item of a list by the member that tells its items apart. */
export type Step = string | { readonly by: string; readonly is: string | number }

/** Whose value stands where both have changed it differently. */
export type Ask = (path: readonly Step[], values: Three) => Side

/** Stands at the end of a path for the order of a list. */
export const ORDER = '#order'

/**
 * What becomes of a value that two sides have changed: what one of them changed alone is taken, members and items that are
 * told apart by themselves; of the rest is asked. What stays is the same object, with the text it was read from.
 */
export function mergeValue(three: Three, path: readonly Step[], ask: Ask): unknown {
  const { base, ours, theirs } = three
  if (jsonEqual(ours, theirs) || jsonEqual(base, theirs)) return ours
  if (jsonEqual(base, ours)) return theirs
  if (isRecord(ours) && isRecord(theirs)) return mergeMembers({ ...three, ours, theirs }, path, ask)
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    const merged = mergeItems([Array.isArray(base) ? base : [], ours, theirs], path, ask)
    if (merged) return merged
  }
  return ask(path, three) === 'ours' ? ours : theirs
}

interface Records extends Three {
  readonly ours: Readonly<Record<string, unknown>>
  readonly theirs: Readonly<Record<string, unknown>>
}

function mergeMembers({ base, ours, theirs }: Records, path: readonly Step[], ask: Ask): unknown {
  let merged = ours
  for (const name of new Set([...keysOf(ours), ...keysOf(theirs)].map(String))) {
    const three = { base: own(base, name), ours: own(ours, name), theirs: own(theirs, name) }
    const value = mergeValue(three, [...path, name], ask)
    if (value !== three.ours) merged = withMemberOf(merged, name, value, theirs)
  }
  return merged
}

/** An object with a member as another object writes it; without it where there is no value. */
export function withMemberOf(
  holder: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
  from: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const isThere = Object.hasOwn(holder, name)
  if (value === undefined) return isThere ? withoutMember(holder, name) : holder
  // A number of many digits is no more than its text.
  const isLeaf = typeof value !== 'object' && Object.hasOwn(from, name) && from[name] === value
  const text = isLeaf ? spellingOf(from, name).spelling?.text : undefined
  if (isThere) return withValue(holder, name, value, text)
  return withMember(holder, name, value, text === undefined ? {} : { spelling: { text } })
}

/** Members that tell the items of a list apart, the surest first. */
const KEYS = ['prop', 'id', '__vModel__', 'value', 'enCode', 'table', 'field', 'pattern'] as const

type Items = readonly [base: readonly unknown[], ours: readonly unknown[], theirs: readonly unknown[]]

/** Lists whose items are told apart; undefined for others. */
function mergeItems(lists: Items, path: readonly Step[], ask: Ask): readonly unknown[] | undefined {
  const by = KEYS.find((key) => lists.every((list) => isToldApart(list, key)))
  if (by === undefined) return undefined
  const [base, ours, theirs] = lists.map((list) => new Map(list.map((item) => [keyIn(item, by), item])))
  if (!base || !ours || !theirs) return undefined
  const merged = new Map<unknown, unknown>()
  for (const is of new Set([...ours.keys(), ...theirs.keys()])) {
    if (is === undefined) continue
    const three = { base: base.get(is), ours: ours.get(is), theirs: theirs.get(is) }
    const value = mergeValue(three, [...path, { by, is }], ask)
    if (value !== undefined) merged.set(is, value)
  }
  const askOrder = () => ask([...path, ORDER], { base: lists[0], ours: lists[1], theirs: lists[2] })
  const order = mergedOrder([...base.keys()], [...ours.keys()], [...theirs.keys()], askOrder)
  const items = order.flatMap((is) => (merged.has(is) ? [merged.get(is)] : []))
  return [lists[1], lists[2]].find((list) => isSameList(list, items)) ?? items
}

export function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

function keyIn(item: unknown, by: string): string | number | undefined {
  const key = own(item, by)
  return (typeof key === 'string' && key !== '') || typeof key === 'number' ? key : undefined
}

function isToldApart(list: readonly unknown[], by: string): boolean {
  const keys = new Set(list.map((item) => keyIn(item, by)))
  return keys.size === list.length && !keys.has(undefined)
}

/** A value with another one at a path; an item that is not there stands at the end. */
export function replacedAt(value: unknown, [step, ...rest]: readonly Step[], by: unknown): unknown {
  if (step === undefined) return by
  if (typeof step === 'string') {
    const record = asRecord(value)
    return withMemberOf(record, step, replacedAt(own(record, step), rest, by))
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const at = list.findIndex((item) => keyIn(item, step.by) === step.is)
  const item = replacedAt(list[at], rest, by)
  if (item === undefined) return at < 0 ? list : list.toSpliced(at, 1)
  return at < 0 ? [...list, item] : list.with(at, item)
}
