import { formatDate, type TimeZone } from '../date'
import type { FieldPlan } from '../form/plan'
import { isSecret } from '../form/secret'
import { isRecord, parseJson } from '../json'
import { CONDITION_LIMIT } from '../limits'
import { fieldOfProp, isNumeric, isSearchable, momentFormat, namedAs, propOfPath } from './fields'
import type { Condition, ListPlan } from './plan'
import { QueryError, SECRET_USED } from './problem'
import { isReversed } from './range'
import { isBlank, numberOf } from './values'

/** Members of a query that are no fields: the project's filter, which the server applies (`spec/administration.md §7`). */
const RESERVED = new Set(['project_id'])

/**
 * The filter that `queryJson` means: `{prop: value}` as JSON text or object, where a range is `[from, to]`, dates are
 * milliseconds and several choices a list; the tree at the left adds its field with the node's id or path of ids
 * (`reference/columndata-format.md §3`). Null when nothing is asked.
 * `zone`: the one in which records write moments as text.
 * @throws QueryError for what is no field of the model or no value that its search takes.
 */
export function decodeQuery(plan: ListPlan, queryJson: unknown, zone: TimeZone = null): Condition | null {
  if (queryJson === undefined || queryJson === null || queryJson === '') return null
  const query = parseJson(queryJson)
  if (!isRecord(query)) throw new QueryError('@list.queryNotJson')
  const conditions: Condition[] = []
  for (const [prop, value] of Object.entries(query)) {
    if (RESERVED.has(prop) || isBlank(value)) continue
    conditions.push(test(plan, prop, value, zone))
  }
  if (conditions.length > CONDITION_LIMIT)
    throw new QueryError('@list.tooManyConditions', { limit: CONDITION_LIMIT })
  return conditions.length === 0 ? null : { kind: 'all', of: conditions }
}

function test(plan: ListPlan, prop: string, value: unknown, zone: TimeZone): Condition {
  const field = plan.form && fieldOfProp(plan.form, prop)
  if (!field) throw new QueryError('@list.unknownField', { field: prop }, `/${prop}`)
  const { path } = field
  if (isSecret(field)) throw new QueryError(SECRET_USED, namedAs(field), `/${prop}`)
  if (plan.tree?.field === path) {
    const node = Array.isArray(value) ? value.at(-1) : value
    return { kind: 'test', path, operator: 'equals', value: scalar(field, node) }
  }
  if (!isSearchable(field)) throw new QueryError('@list.notSearchable', namedAs(field), `/${prop}`)
  const search = plan.search.find((entry) => entry.path === path)
  if (search?.operator === 'between') {
    if (!Array.isArray(value) || value.length !== 2)
      throw new QueryError('@list.rangeExpected', namedAs(field), `/${prop}`)
    const format = momentFormat(field)
    const bounds = value.map((bound) => {
      if (isBlank(bound)) return null
      if (format !== undefined && typeof bound === 'number') return formatDate(bound, format, zone)
      return bounded(field, bound, isNumeric(field))
    })
    if (isReversed(field, bounds[0], bounds[1]))
      throw new QueryError('@list.reversedRange', { field: prop }, `/${prop}`)
    return { kind: 'test', path, operator: 'between', value: bounds }
  }
  if (Array.isArray(value)) {
    const sought = field.definition?.sought?.(value) ?? value.flat(2)
    const values = sought.map((item) => scalar(field, item))
    return { kind: 'test', path, operator: 'in', value: values }
  }
  const operator = search?.operator === 'contains' ? 'contains' : 'equals'
  return { kind: 'test', path, operator, value: scalar(field, value) }
}

function scalar(field: FieldPlan, value: unknown): string | number | boolean {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw new QueryError('@list.valueExpected', namedAs(field), `/${propOfPath(field.path)}`)
}

/** A bound of a range; over a numeric field it must be a number. */
function bounded(field: FieldPlan, value: unknown, numeric: boolean): string | number | boolean {
  const bound = scalar(field, value)
  if (numeric && numberOf(bound) === null)
    throw new QueryError('@list.numberExpected', namedAs(field), `/${propOfPath(field.path)}`)
  return bound
}
