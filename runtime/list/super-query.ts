import type { FieldPlan, FormPlan } from '../form/plan'
import { isSecret } from '../form/secret'
import { isRecord, parseJson } from '../json'
import { CONDITION_LIMIT } from '../limits'
import { fieldOfProp, isNumeric, isSearchable, namedAs } from './fields'
import type { Condition, ConditionOperator, ListPlan } from './plan'
import { QueryError, SECRET_USED } from './problem'
import { isReversed } from './range'
import { numberOf } from './values'

/** The documented symbols (`reference/columndata-format.md §4`) and what they mean. */
export const SYMBOLS: Readonly<Record<string, ConditionOperator>> = {
  '==': 'equals',
  '<>': 'notEquals',
  like: 'contains',
  notLike: 'notContains',
  '>': 'greater',
  '>=': 'greaterOrEqual',
  '<': 'less',
  '<=': 'lessOrEqual',
  between: 'between',
  in: 'in',
  notIn: 'notIn',
  null: 'empty',
  notNull: 'notEmpty',
}

const ORDERED = new Set<ConditionOperator>(['greater', 'greaterOrEqual', 'less', 'lessOrEqual', 'between'])

/**
 * The filter that `superQueryJson` means: `{matchLogic, conditionList: [{logic, groups: [{field, symbol, fieldValue}]}]}`
 * as JSON text or object. Null when it holds no condition.
 * @throws QueryError for an unknown field or symbol, or a value that the symbol cannot take.
 */
export function decodeSuperQuery(plan: ListPlan, superQueryJson: unknown): Condition | null {
  if (!plan.form) return null
  return decodeConditions(plan.form, superQueryJson)
}

/** The same of a form's fields alone: a model's permanent filter (`ruleList`) is read before its list plan exists. */
export function decodeConditions(form: Pick<FormPlan, 'fields'>, source: unknown): Condition | null {
  if (source === undefined || source === null || source === '') return null
  const document = parseJson(source)
  if (!isRecord(document)) throw new QueryError('@list.queryNotJson')
  const list = document['conditionList']
  if (list !== undefined && !Array.isArray(list))
    throw new QueryError('@list.queryNotJson', {}, '/conditionList')
  if (sizeOf(list ?? []) > CONDITION_LIMIT)
    throw new QueryError('@list.tooManyConditions', { limit: CONDITION_LIMIT }, '/conditionList')
  const groups = (list ?? []).map((group, index) => groupOf(form, group, `/conditionList/${index}`))
  return combine(document['matchLogic'], groups)
}

/** Conditions in all groups; an empty group counts as one. */
function sizeOf(list: readonly unknown[]): number {
  return list.reduce<number>((sum, group) => {
    const tests = isRecord(group) ? group['groups'] : null
    return sum + (Array.isArray(tests) ? Math.max(1, tests.length) : 1)
  }, 0)
}

function groupOf(form: Pick<FormPlan, 'fields'>, group: unknown, pointer: string): Condition | null {
  if (!isRecord(group) || !Array.isArray(group['groups']))
    throw new QueryError('@list.queryNotJson', {}, pointer)
  const tests = group['groups'].map((item, index) => testOf(form, item, `${pointer}/groups/${index}`))
  return combine(group['logic'], tests)
}

function combine(logic: unknown, parts: readonly (Condition | null)[]): Condition | null {
  const of = parts.filter((part) => part !== null)
  if (of.length === 0) return null
  if (of.length === 1) return of[0] ?? null
  return { kind: String(logic).toLowerCase() === 'or' ? 'any' : 'all', of }
}

function testOf(form: Pick<FormPlan, 'fields'>, item: unknown, pointer: string): Condition {
  if (!isRecord(item)) throw new QueryError('@list.queryNotJson', {}, pointer)
  const field = fieldOfProp(form, item['field'])
  if (field && isSecret(field)) throw new QueryError(SECRET_USED, namedAs(field), `${pointer}/field`)
  if (!field || !isSearchable(field))
    throw new QueryError(
      '@list.unknownField',
      field ? namedAs(field) : { field: String(item['field'] ?? '') },
      `${pointer}/field`,
    )
  const operator = SYMBOLS[String(item['symbol'])]
  if (!operator || !Object.hasOwn(SYMBOLS, String(item['symbol'])))
    throw new QueryError('@list.unknownSymbol', { symbol: String(item['symbol'] ?? '') }, `${pointer}/symbol`)
  // 2 is a value of the condition's own; what the other kinds mean is not documented, so they are not guessed at.
  const kind = item['fieldValueType']
  if (kind !== undefined && kind !== null && kind !== '' && String(kind) !== '2')
    throw new QueryError('@list.unknownValueKind', { kind: String(kind) }, `${pointer}/fieldValueType`)
  return {
    kind: 'test',
    path: field.path,
    operator,
    value: decodeValue(field, operator, item['fieldValue'], `${pointer}/fieldValue`),
  }
}

function decodeValue(
  field: FieldPlan,
  operator: ConditionOperator,
  value: unknown,
  pointer: string,
): unknown {
  if (operator === 'empty' || operator === 'notEmpty') return null
  const wrong = (text: string) => new QueryError(text, namedAs(field), pointer)
  const single = (item: unknown) => {
    if (typeof item !== 'string' && typeof item !== 'number' && typeof item !== 'boolean')
      throw wrong('@list.valueExpected')
    if (item === '') throw wrong('@list.valueExpected')
    if (ORDERED.has(operator) && isNumeric(field) && numberOf(item) === null)
      throw wrong('@list.numberExpected')
    return item
  }
  const list = listValue(value)
  if (operator === 'between') {
    if (list.length !== 2) throw wrong('@list.rangeExpected')
    const ends = list.map(single)
    if (isReversed(field, ends[0], ends[1])) throw wrong('@list.reversedRange')
    return ends
  }
  if (operator === 'in' || operator === 'notIn')
    return (field.definition?.sought?.(list) ?? list.flat(2)).map(single)
  // A picker's value is a path of ids or a list of one: its last id is what is meant.
  return single(Array.isArray(value) ? value.flat(2).at(-1) : value)
}

/** Saved queries hold lists as lists or as their JSON text. */
function listValue(value: unknown): readonly unknown[] {
  const list = typeof value === 'string' && value.startsWith('[') ? parseJson(value) : value
  return Array.isArray(list) ? list : [value]
}
