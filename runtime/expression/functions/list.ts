import { multiply, sumOf, toDecimalNumber } from '../decimal'
import {
  boundedText,
  compare,
  equals,
  type Frame,
  flatten,
  isBlank,
  numberOf,
  textOf,
  trouble,
} from '../value'
import { numbersIn } from './number'
import { type ExpressionFunction, eager } from './types'

/** A value as a list: null is none, anything else that is no list is one entry. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value === null || value === undefined ? [] : [value]
}

/** Distinct entries, the first of equals kept; texts and numbers by hash, records by what they hold. */
function distinct(values: readonly unknown[]): unknown[] {
  const seen = new Set<unknown>()
  const records: unknown[] = []
  return values.filter((value) => {
    if (typeof value === 'object' && value !== null) {
      return !records.some((known) => equals(known, value)) && records.push(value) > 0
    }
    if (seen.has(value)) return false
    seen.add(value)
    return true
  })
}

function sorted(values: readonly unknown[], direction: unknown, frame: Frame): unknown[] {
  const sign = textOf(direction).toLowerCase() === 'desc' ? -1 : 1
  return values.toSorted((a, b) => sign * (compare(a, b, frame) ?? 0))
}

/** Sum of products of lists, entry by entry; blanks count as 0. */
function sumOfProducts(lists: readonly (readonly unknown[])[], frame: Frame): number | null {
  const [first = [], ...others] = lists
  const products: number[] = []
  for (const [index, value] of first.entries()) {
    let product = numberOf(value ?? null, frame)
    for (const list of others) {
      const factor = numberOf(list[index] ?? null, frame)
      product = product === null || factor === null ? null : multiply(product, factor)
    }
    products.push(product ?? 0)
  }
  const sum = sumOf(products)
  return Number.isFinite(sum) ? sum : trouble(frame, 'limit', 'outOfRange')
}

function matching(list: unknown, wanted: unknown, values: unknown): unknown[] {
  const candidates = listOf(list)
  return listOf(values).filter((_, index) => equals(candidates[index], wanted))
}

export const listFunctions: readonly ExpressionFunction[] = [
  eager(
    'list',
    ['COUNT', '计数'],
    'value, …',
    (values) =>
      flatten(values).filter((value) => typeof value !== 'boolean' && toDecimalNumber(value) !== null).length,
  ),
  eager(
    'list',
    ['COUNTA', '非空计数'],
    'value, …',
    (values) => flatten(values).filter((value) => !isBlank(value)).length,
  ),
  eager(
    'list',
    ['COUNTIF', '条件计数'],
    'list, value',
    ([list, wanted]) => matching(list, wanted, list).length,
  ),
  eager('list', ['SUMIF', '条件求和'], 'list, value, [sums]', ([list, wanted, sums], frame) =>
    sumOf(numbersIn(matching(list, wanted, sums ?? list), frame)),
  ),
  eager('list', ['SUMPRODUCT', '乘积求和'], 'list, …', (values, frame) =>
    sumOfProducts(values.map(listOf), frame),
  ),
  eager('list', ['UNIQUE', '去重'], 'list', ([list]) => distinct(listOf(list))),
  eager('list', ['FIRST', '首项'], 'list', ([list]) => listOf(list)[0] ?? null),
  eager('list', ['LAST', '末项'], 'list', ([list]) => listOf(list).at(-1) ?? null),
  eager('list', ['INDEXOF', '位置'], 'place, value', ([place, wanted]) => {
    if (typeof place === 'string') return place.indexOf(textOf(wanted))
    return listOf(place).findIndex((value) => equals(value, wanted))
  }),
  eager('list', ['JOIN', '连接'], 'list, [separator]', ([list, separator = ','], frame) =>
    boundedText(flatten(listOf(list)).map(textOf).join(textOf(separator)), frame),
  ),
  eager('list', ['SORT', '排序'], 'list, [direction]', ([list, direction = 'asc'], frame) =>
    sorted(listOf(list), direction, frame),
  ),
  eager('list', ['REVERSE', '倒序'], 'list', ([list]) => listOf(list).toReversed()),
]
