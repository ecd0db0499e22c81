import type { FormPlan } from '@runtime/form/plan'
import { isRecord, parseJson } from '@runtime/json'
import { QueryError, toldAs } from '@runtime/list'
import { saysSomething } from '@runtime/permission/scope'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { CallContext } from '../../../module'
import { refusal } from '../../platform/people/change'

/** Operators that compare with several values: typed into one line they are parted by commas. */
const OF_SEVERAL = ['in', 'notIn', 'between']
const MEMBERS = ['field', 'type', 'op', 'conditionText', 'fieldRule', 'childTableKey'] as const

/**
 * A scheme's conditions as they are kept: what is documented of them and nothing else.
 * @throws ApiError 400 at the condition that the gate would not understand; where nothing is said
 */
export function checkedConditions(
  context: CallContext,
  form: FormPlan,
  matchLogic: string,
  source: { readonly conditionJson?: unknown; readonly tests?: readonly SchemeTest[] | null | undefined },
): readonly object[] {
  const rows = source.tests ? groupsOfTests(source.tests) : null
  const member = rows ? 'tests' : 'conditionJson'
  const given = rows?.conditionJson ?? parseJson(source.conditionJson ?? [])
  const groups = Array.isArray(given)
    ? given.map((group) => ({
        logic: isRecord(group) && group['logic'] === 'or' ? 'or' : 'and',
        groups: isRecord(group) && Array.isArray(group['groups']) ? group['groups'].map(testOf) : [],
      }))
    : null
  if (!groups) throw refusal(context, member, '@list.queryNotJson')
  try {
    if (!saysSomething(form, matchLogic, groups)) throw refusal(context, member, '@menu.schemeEmpty')
  } catch (error) {
    if (error instanceof QueryError) throw wrongAt(context, error, rows?.places)
    throw error
  }
  return groups.filter((group) => group.groups.length > 0)
}

function testOf(test: unknown): object {
  if (!isRecord(test)) return {}
  const value = test['value'] ?? null
  const isList =
    OF_SEVERAL.includes(String(test['op'])) && typeof value === 'string' && !/^[@[]/.test(value.trim())
  return {
    ...Object.fromEntries(MEMBERS.flatMap((name) => (test[name] == null ? [] : [[name, test[name]]]))),
    value: isList ? value.split(/[,，]/).map((one) => one.trim()) : value,
  }
}

function wrongAt(
  { text }: CallContext,
  error: QueryError,
  places: readonly (readonly number[])[] | undefined,
): ApiError {
  const [, group, row, member] = /^\/conditionList\/(\d+)\/groups\/(\d+)\/(\w+)/.exec(error.pointer) ?? []
  const reason = toldAs(error, text)
  if (group === undefined || row === undefined)
    return new ApiError(CODE.badRequest, reason, {
      errors: [{ path: places ? 'tests' : 'conditionJson', message: reason }],
    })
  const names: Readonly<Record<string, string>> = { symbol: 'op', fieldValue: 'value' }
  const params = { group: Number(group) + 1, row: Number(row) + 1, reason }
  const at = places
    ? `tests.${places[params.group - 1]?.[params.row - 1]}`
    : `conditionJson.${group}.groups.${row}`
  const path = `${at}.${names[member ?? ''] ?? member}`
  return new ApiError(CODE.badRequest, '@menu.schemeWrong', {
    params,
    errors: [{ path, message: text('@menu.schemeWrong', params) }],
  })
}

/** A row of the form: a condition with the group that it is in. */
export interface SchemeTest {
  readonly group: number
  readonly logic?: 'and' | 'or' | undefined
  readonly field: string
  readonly op: string
  readonly value?: unknown
}

/** Rows in the order of their groups, as they are documented; the rows' own places for what is wrong with them. */
export function groupsOfTests(tests: readonly SchemeTest[]) {
  const numbers = [...new Set(tests.map(({ group }) => group))].toSorted((a, b) => a - b)
  const rows = numbers.map((number) =>
    tests.flatMap((test, at) => (test.group === number ? [{ ...test, at }] : [])),
  )
  return {
    conditionJson: rows.map((group) => ({
      logic: group[0]?.logic ?? 'and',
      groups: group.map(({ field, op, value }) => ({ field, op, value: value ?? null })),
    })),
    places: rows.map((group) => group.map(({ at }) => at)),
  }
}

/** Kept conditions row by row; several values stand in one line again. */
export function testsOf(condition: unknown) {
  if (!Array.isArray(condition)) return []
  return condition.flatMap(
    (group: { logic?: string; groups?: readonly Readonly<Record<string, unknown>>[] }, at) =>
      (group.groups ?? []).map((test) => {
        const { value = null, field, op, fieldRule, childTableKey } = test
        return {
          ...{ group: at + 1, logic: group.logic === 'or' ? ('or' as const) : ('and' as const) },
          field: Number(fieldRule) === 2 ? `${childTableKey}-${field}` : String(field),
          op: String(op),
          value: Array.isArray(value) && value.every(isPlain) ? value.join(',') : value,
        }
      }),
  )
}

const isPlain = (one: unknown) => ['string', 'number'].includes(typeof one) && !/[,，]/.test(String(one))
