import { multiply, sumOf } from '../decimal'
import { EXPRESSION_LIMITS } from '../limits'
import { boundedText, equals, type Frame, flatten, isBlank, numberOf, textOf, trouble } from '../value'
import { numbersIn } from './number'
import { type ExpressionFunction, eager } from './types'

/** A value as a list: null is none, anything else that is no list is one entry. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value === null || value === undefined ? [] : [value]
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
    (values) => flatten(values).filter((value) => !isBlank(value)).length,
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
  eager('list', ['FIRST', '首项'], 'list', ([list]) => listOf(list)[0] ?? null),
  eager('list', ['LAST', '末项'], 'list', ([list]) => listOf(list).at(-1) ?? null),
  eager('list', ['INDEXOF', '位置'], 'place, value', ([place, wanted]) => {
    if (typeof place === 'string') return place.indexOf(textOf(wanted))
    return listOf(place).findIndex((value) => equals(value, wanted))
  }),
  eager('list', ['JOIN', '连接'], 'list, [separator]', ([list, separator = ','], frame) =>
    boundedText(flatten(listOf(list)).map(textOf).join(textOf(separator)), frame),
  ),
  eager('list', ['APPEND', '追加'], 'list, value, …', ([list, ...values], frame) => {
    const all = [...listOf(list), ...values]
    const { list: limit } = EXPRESSION_LIMITS
    return all.length > limit ? trouble(frame, 'limit', 'listTooLong', { limit }) : all
  }),
  eager('list', ['REVERSE', '倒序'], 'list', ([list]) => listOf(list).toReversed()),
]
