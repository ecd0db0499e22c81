import { type Scope, scopeOf } from '../expression'
import { isRecord } from '../json'
import { compareTexts } from '../reading'
import type { SourcePlan } from './plan'

type Shape = Pick<SourcePlan, 'pick' | 'sort' | 'map'>

/**
 * What a source is of an answer: the member that it picks, else the answer's list, else the answer; of rows, each as `map`
 * makes it, in the order of `sort`. The answer itself stays as it is.
 */
export function shapeAnswer({ pick, sort, map }: Shape, data: unknown, scope: Scope): unknown {
  const picked = pickOf(pick, data)
  if (!Array.isArray(picked) || (!sort && !map)) return picked
  const within = (row: unknown, index: number) => scopeOf({ row, index }, scope)
  const rows = sort
    ? sorted(picked, (row, index) => sort.by.evaluate(within(row, index)), sort.order)
    : picked
  return map ? rows.map((row, index) => map.evaluate(within(row, index))) : rows
}

/** Whether what a source shows of an answer depends on more than the answer. */
export function readsAround({ sort, map }: Shape): boolean {
  const reads = [...(sort?.by.dependencies ?? []), ...(map?.dependencies ?? [])]
  return reads.some((path) => !/^(row|index)(\.|$)/.test(path))
}

function pickOf(pick: string | undefined, data: unknown): unknown {
  if (pick === undefined) return isRecord(data) && Array.isArray(data['list']) ? data['list'] : data
  return pick.split('.').reduce((value, member) => (isRecord(value) ? value[member] : undefined), data)
}

/** Numbers by size, all else as text; what is empty comes last, whatever the order. Equal ones stay as they stood. */
function sorted(
  rows: readonly unknown[],
  keyOf: (row: unknown, index: number) => unknown,
  order: 'asc' | 'desc',
): readonly unknown[] {
  const sign = order === 'desc' ? -1 : 1
  return rows
    .map((row, index) => ({ row, key: keyOf(row, index) }))
    .sort(({ key: a }, { key: b }) => Number(isEmpty(a)) - Number(isEmpty(b)) || sign * compare(a, b))
    .map(({ row }) => row)
}

const isEmpty = (key: unknown): boolean => key === null || key === undefined || key === ''

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareTexts(String(a ?? ''), String(b ?? ''))
}
