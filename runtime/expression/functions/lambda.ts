import { toDecimalNumber } from '../decimal'
import { compare, equals, type Frame, spend, spendOn, textOf, truth } from '../value'
import { listOf } from './list'
import { type ExpressionFunction, type Lambda, lazy, type Node } from './types'

const nothing: Node = () => null
const itself: Lambda = (_frame, entry) => entry

/** A function of a list and `x => …`; `work` asks `each` what the lambda says of an entry. */
function overList(
  names: readonly [string, ...string[]],
  signature: string,
  work: (
    list: readonly unknown[],
    each: (entry: unknown, index: number) => unknown,
    option: unknown,
    frame: Frame,
  ) => unknown,
): ExpressionFunction {
  return lazy(
    'list',
    names,
    signature,
    ([source = nothing, option = nothing], lambda = itself) =>
      (frame) => {
        const value = source(frame)
        if (lambda === itself) spendOn(value, frame)
        return work(listOf(value), (entry, index) => lambda(frame, entry, index), option(frame), frame)
      },
  )
}

/** In the order of their keys; of equal keys the first stays first. */
function sorted(
  list: readonly unknown[],
  each: (entry: unknown, index: number) => unknown,
  direction: unknown,
  frame: Frame,
): unknown[] {
  const sign = textOf(direction).toLowerCase() === 'desc' ? -1 : 1
  const keyed = list.map((entry, index) => ({ entry, key: each(entry, index) }))
  spend(frame, keyed.length * Math.ceil(Math.log2(keyed.length + 1)))
  return keyed.toSorted((a, b) => sign * (compare(a.key, b.key, frame) ?? 0)).map(({ entry }) => entry)
}

/** Entries with distinct keys, the first of equals kept; texts and numbers by hash, records by what they hold. */
function distinct(
  list: readonly unknown[],
  each: (entry: unknown, index: number) => unknown,
  frame: Frame,
): unknown[] {
  const seen = new Set<unknown>()
  const records = new Map<string, unknown[]>()
  return list.filter((entry, index) => {
    const key = each(entry, index)
    if (typeof key !== 'object' || key === null) return !seen.has(key) && seen.add(key) !== undefined
    const text = bucketOf(key)
    const alike = records.get(text) ?? []
    spend(frame, alike.length)
    if (alike.some((known) => equals(known, key))) return false
    records.set(text, [...alike, key])
    return true
  })
}

/** The same text for lists and records that may be equal: how long they are, their keys in order and plain members. */
function bucketOf(value: object): string {
  if (Array.isArray(value)) return `[${value.length}`
  return Object.entries(value)
    .map(
      ([key, member]) =>
        `${key}:${typeof member === 'object' ? '' : (toDecimalNumber(member) ?? textOf(member))}`,
    )
    .sort()
    .join()
}

/** Functions that take `x => …`: a parameter hides the name outside, and no lambda can call itself. */
export const lambdaFunctions: readonly ExpressionFunction[] = [
  overList(['MAP', '映射'], 'list, x => value', (list, each) => list.map(each)),
  overList(['FILTER', '筛选'], 'list, x => condition', (list, each) =>
    list.filter((entry, index) => truth(each(entry, index))),
  ),
  overList(
    ['FIND', '查找'],
    'list, x => condition',
    (list, each) => list.find((entry, index) => truth(each(entry, index))) ?? null,
  ),
  overList(['SORT', '排序'], 'list, [x => key], [direction]', sorted),
  overList(['UNIQUE', '去重'], 'list, [x => key]', (list, each, _option, frame) =>
    distinct(list, each, frame),
  ),
]
