import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { type Condition, isNumeric, numberOf, QueryError } from '@runtime/list'
import { type RawBuilder, sql } from 'kysely'
import { INDEXED, isSingle, type Place, placeOf, refuseSecret, valueSql, valuesSql } from './field-sql'

type Test = Extract<Condition, { readonly kind: 'test' }>
type Bool = RawBuilder<boolean>
/** Where a test, or an order, reads the value of a field that has one. */
export type Places = (field: FieldPlan, test?: Test) => Place

const TRUE = sql<boolean>`true`
const FALSE = sql<boolean>`false`

const IN_RECORDS: Places = (field) => placeOf(valueSql(field))

/** The SQL of a condition over `record`, or where `places` says; it means what `matches` says. Values are parameters, names are the plan's. */
export function conditionSql(condition: Condition | null, form: FormPlan, places: Places = IN_RECORDS): Bool {
  if (!condition) return TRUE
  if (condition.kind !== 'test') {
    const parts = condition.of.map((part) => conditionSql(part, form, places))
    if (parts.length === 0) return condition.kind === 'all' ? TRUE : FALSE
    return sql<boolean>`(${sql.join(parts, condition.kind === 'all' ? sql` and ` : sql` or `)})`
  }
  const field = form.fields.get(condition.path)
  if (!field) throw new QueryError('@list.unknownField', { field: condition.path })
  refuseSecret(field)
  return testSql(condition, field, places)
}

/** The negative operators are the exact opposites of the positive ones. */
const OPPOSITES: Readonly<Partial<Record<Test['operator'], Test['operator']>>> = {
  notEquals: 'equals',
  notIn: 'in',
  notContains: 'contains',
  empty: 'notEmpty',
}

function testSql(test: Test, field: FieldPlan, places: Places): Bool {
  const opposite = OPPOSITES[test.operator]
  // Unknown counts as not holding; the positive operators stand bare, or no index would serve them.
  if (opposite)
    return sql<boolean>`not coalesce(${testSql({ ...test, operator: opposite }, field, places)}, false)`
  if (isSingle(field)) return passes(test, field, places(field, test))
  const some = sql<boolean>`exists (
    select from (${valuesSql(field)}) as several(value)
    where safe_text(several.value) is not null and ${passes(test, field, placeOf(sql`several.value`))})`
  return isContainable(test, field) ? sql<boolean>`(${holding(field, listed(test.value))} and ${some})` : some
}

/** Whether an index on the field's lists narrows a search. */
function isContainable({ operator }: Test, field: FieldPlan): boolean {
  return field.table === undefined && !isNumeric(field) && (operator === 'equals' || operator === 'in')
}

/** A text that stands as it is for a number or a truth value in JSON. */
const BARE = /^(?:-?(?:0|[1-9]\d{0,29})(?:\.\d{1,30})?|true|false)$/

/** Lists, and lists of paths, that hold one of the values as text or bare: all that can match, and hardly more. */
function holding(field: FieldPlan, values: readonly unknown[]): Bool {
  const forms = values.map(String).flatMap((text) => {
    // Half a surrogate pair is no text in the database, where it stands as what replaces it.
    const quoted = JSON.stringify(Buffer.from(text).toString())
    return BARE.test(text) ? [quoted, text] : [quoted]
  })
  const contained = forms.flatMap((form) => [form, `[[${form}]]`])
  return sql<boolean>`${valueSql(field)} @> any(${contained}::jsonb[])`
}

function passes({ operator, value }: Test, field: FieldPlan, place: Place): Bool {
  const numeric = isNumeric(field)
  switch (operator) {
    case 'equals':
      return among(place, [value], numeric)
    case 'in':
      return among(place, listed(value), numeric)
    case 'contains':
      return place.contains(String(value))
    case 'greater':
      return compare(place, '>', value, numeric)
    case 'greaterOrEqual':
      return compare(place, '>=', value, numeric)
    case 'less':
      return compare(place, '<', value, numeric)
    case 'lessOrEqual':
      return compare(place, '<=', value, numeric)
    case 'between':
      return within(place, value, numeric)
    default:
      return sql<boolean>`${place.text} is not null`
  }
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function among(place: Place, values: readonly unknown[], numeric: boolean): Bool {
  if (numeric) {
    const numbers = values.map(numberOf).filter((number) => number !== null)
    return sql<boolean>`${place.number} = any(${numbers}::double precision[])`
  }
  const texts = values.map(String).filter((text) => text !== '')
  const short = sql<boolean>`${place.prefix} = any(${texts.map((text) => [...text].slice(0, INDEXED).join(''))}::text[])`
  // The beginnings alone decide where no text is longer than what an index holds.
  if (texts.every((text) => [...text].length < INDEXED)) return short
  return sql<boolean>`(${short} and ${place.text} = any(${texts}::text[]))`
}

function compare(place: Place, operator: '>' | '>=' | '<' | '<=', value: unknown, numeric: boolean): Bool {
  const symbol = sql.raw(operator)
  if (!numeric) return sql<boolean>`${place.text} ${symbol} ${String(value)}::text collate "C"`
  const number = numberOf(value)
  if (number === null) return FALSE
  const holds = sql<boolean>`${place.number} ${symbol} ${number}::double precision`
  // What is no number counts as minus infinity in orders, and as no match here.
  return operator.startsWith('>')
    ? holds
    : sql<boolean>`(${holds} and ${place.number} > '-Infinity'::double precision)`
}

function within(place: Place, value: unknown, numeric: boolean): Bool {
  const [from, to] = Array.isArray(value) ? value : [value, null]
  const open = (bound: unknown) => bound === null || bound === undefined || bound === ''
  const parts = [
    ...(open(from) ? [] : [compare(place, '>=', from, numeric)]),
    ...(open(to) ? [] : [compare(place, '<=', to, numeric)]),
  ]
  if (parts.length === 0) return sql<boolean>`${place.text} is not null`
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}
