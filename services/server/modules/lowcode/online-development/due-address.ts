import type { Condition, ListPlan } from '@runtime/list'
import { whereText } from '@runtime/list/address/conditions'
import { queryText } from '@runtime/list/address/tokens'
import { propOfPath } from '@runtime/list/fields'
import { SYMBOLS } from '@runtime/list/super-query'
import { TIME_ZONE } from '../../../time-zone'

type Test = Extract<Condition, { readonly kind: 'test' }>

const SYMBOL_OF = new Map(Object.entries(SYMBOLS).map(([symbol, operator]) => [operator, symbol]))

/** The query of an address by which a list shows the records of a condition alone; empty where it cannot be searched so. */
export function queryOf({ superQuery, queryable }: ListPlan, condition: Condition): string {
  const tests = testsOf(condition)
  const known = new Set(queryable.map(({ path }) => path))
  if (!superQuery || !tests?.every(({ path }) => known.has(path))) return ''
  const groups = tests.map(({ path, operator, value }) => ({
    ...{ field: propOfPath(path), symbol: SYMBOL_OF.get(operator), fieldValue: value },
  }))
  const query = { matchLogic: 'and', conditionList: [{ logic: 'and', groups }] }
  return queryText(new URLSearchParams({ where: whereText(query, queryable, TIME_ZONE) }))
}

/** The tests that all have to hold; null where any of some is enough. */
function testsOf(condition: Condition): readonly Test[] | null {
  if (condition.kind === 'test') return [condition]
  if (condition.kind === 'any') return null
  const parts = condition.of.map(testsOf)
  return parts.includes(null) ? null : parts.flatMap((tests) => tests ?? [])
}
