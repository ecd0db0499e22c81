import type { FieldPlan } from '../form/plan'
import { isRecord } from '../json'
import { symbolsOf } from './condition-draft'
import { isNumeric, isSearchable, propOfPath } from './fields'
import type { ColumnPlan, ListPlan } from './plan'
import { isReversed } from './range'
import { isBlank, numberOf } from './values'

/** What the values of one column are to be; of `between` either end may be open. */
export interface ColumnFilter {
  readonly symbol: string
  readonly value: unknown
}

/** Filters of columns by their paths; together they all hold. */
export type ColumnFilters = Readonly<Record<string, ColumnFilter>>

const TEXT = ['like', '==', 'null', 'notNull']
const RANGE = ['between', 'null', 'notNull']
const CHOICE = ['in', 'notIn', 'null', 'notNull']

/** The few comparisons that a column's filter offers, the usual one first; an advanced search has all of them. */
export function filterSymbols(field: FieldPlan): readonly string[] {
  if (field.widget === 'switch') return ['==']
  const all = symbolsOf(field)
  if (all.includes('between')) return RANGE
  return all.includes('like') ? TEXT : CHOICE
}

/**
 * The field by which a column is filtered through conditions; undefined where it is not: records alone are asked so, and what the
 * list searches by already has its place in the search.
 */
export function filterField(plan: ListPlan, { path, field }: ColumnPlan): FieldPlan | undefined {
  if (plan.dialect !== 'columnData' || !plan.form || plan.search.some((one) => one.path === path))
    return undefined
  return field && isSearchable(field) ? field : undefined
}

/** The filters among them that the list takes: a forged or outdated one says nothing. */
export function fittingFilters(plan: ListPlan, filters: unknown): ColumnFilters | undefined {
  if (!isRecord(filters)) return undefined
  const fitting = plan.columns.flatMap((column): [string, ColumnFilter][] => {
    const filter = filters[column.path]
    const field = filterField(plan, column)
    if (!field || !isRecord(filter)) return []
    const known = { symbol: String(filter['symbol']), value: filter['value'] ?? null }
    return isWhole(field, known) ? [[column.path, known]] : []
  })
  return fitting.length === 0 ? undefined : Object.fromEntries(fitting)
}

/** Whether a filter says something that its field can be asked. */
export function isWhole(field: FieldPlan, { symbol, value }: ColumnFilter): boolean {
  if (!filterSymbols(field).includes(symbol)) return false
  if (symbol === 'null' || symbol === 'notNull') return true
  if (symbol === 'between') {
    if (!Array.isArray(value) || value.length !== 2 || value.every(isBlank)) return false
    const [from, to] = value
    const isAsked = (end: unknown) => isBlank(end) || !isNumeric(field) || numberOf(end) !== null
    return isAsked(from) && isAsked(to) && !isReversed(field, from, to)
  }
  if (symbol === 'in' || symbol === 'notIn') return Array.isArray(value) && !isBlank(value)
  return !isBlank(value) && typeof value !== 'object'
}

interface WireTest {
  readonly field: string
  readonly symbol: string
  readonly fieldValueType: 2
  readonly fieldValue: unknown
}

interface WireGroup {
  readonly logic: string
  readonly groups: readonly unknown[]
}

/**
 * A super query that asks for what it asks and for the filters besides. Its groups are two levels deep: where any one of them is
 * enough, the filters stand in each.
 */
export function withFilters(superQuery: unknown, filters: ColumnFilters | undefined): unknown {
  const tests = Object.entries(filters ?? {}).flatMap(([path, filter]) => testsOf(path, filter))
  if (tests.length === 0) return superQuery
  const own = { logic: 'and', groups: tests }
  const { matchLogic, conditionList } = isRecord(superQuery) ? superQuery : {}
  const groups = (Array.isArray(conditionList) ? conditionList : []) as readonly WireGroup[]
  if (matchLogic !== 'or' || groups.length === 0)
    return { matchLogic: 'and', conditionList: [...groups, own] }
  return {
    matchLogic: 'or',
    conditionList: groups
      .flatMap((group) => (group.logic === 'or' ? group.groups.map((one) => [one]) : [group.groups]))
      .map((asked) => ({ logic: 'and', groups: [...asked, ...tests] })),
  }
}

function testsOf(path: string, { symbol, value }: ColumnFilter): readonly WireTest[] {
  const test = (by: string, fieldValue: unknown): WireTest => ({
    ...{ field: propOfPath(path), symbol: by },
    ...{ fieldValueType: 2, fieldValue },
  })
  if (symbol !== 'between' || !Array.isArray(value)) return [test(symbol, value)]
  const [from, to] = value
  if (isBlank(from)) return [test('<=', to)]
  return isBlank(to) ? [test('>=', from)] : [test('between', [from, to])]
}
