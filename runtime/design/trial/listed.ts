import { isSecret } from '../../form'
import type { FieldPlan, FormPlan } from '../../form/plan'
import type { HeadlessHost } from '../../host'
import { asRecord, asWord, isRecord } from '../../json'
import {
  decodeQuery,
  decodeSuperQuery,
  fieldOfProp,
  groupRows,
  isNumeric,
  listedColumns,
  matches,
  type Nested,
  nest,
  numberOf,
} from '../../list'
import type { Condition, ListPlan } from '../../list/plan'
import { atomsOf } from '../../list/values'
import type { TrialRecord } from './memory'
import { shownRecord } from './shown'

type Row = Record<string, unknown>

/** A page of records, as lists of models have them on the wire. */
export interface TrialPage {
  readonly list: readonly Row[]
  readonly pagination: { readonly currentPage: number; readonly pageSize: number; readonly total: number }
  /** What summed columns come to over all that matches, by path. */
  readonly totals: Readonly<Record<string, number | null>>
}

/** Rows of a list without pages. */
const UNPAGED = 10_000

/**
 * The page of records that a list asks for: `currentPage`, `pageSize`, `sort`, `sidx`, `queryJson`, `superQueryJson`,
 * `keyword`. @throws QueryError for what is no field of the model or no value that its search takes
 */
export function pageOf(
  form: FormPlan,
  list: ListPlan,
  records: readonly TrialRecord[],
  input: Readonly<Record<string, unknown>>,
  host: HeadlessHost,
): TrialPage {
  const conditions = [
    list.filter,
    decodeQuery(list, input['queryJson'], host.timeZone ?? null),
    decodeSuperQuery(list, input['superQueryJson']),
    keywordCondition(list, input['keyword']),
  ]
  const found = records.filter(({ data }) => conditions.every((one) => matches(one, data, { form })))
  const ordered = inOrder(form, list, found, input)
  const currentPage = whole(input['currentPage']) ?? 1
  const pageSize = whole(input['pageSize']) ?? list.paging?.pageSize ?? UNPAGED
  const start = (currentPage - 1) * pageSize
  return {
    list: rowsOf(form, list, ordered.slice(start, start + pageSize), host),
    pagination: { currentPage, pageSize, total: ordered.length },
    totals: totalsOf(form, list, ordered),
  }
}

const whole = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined)

/** A keyword is looked for in every text that is searched by its parts. */
function keywordCondition(list: ListPlan, keyword: unknown): Condition | null {
  const value = typeof keyword === 'string' ? keyword.trim() : ''
  if (value === '') return null
  const of = list.queryable
    .filter((field) => field.definition?.filter?.includes('contains'))
    .map(({ path }): Condition => ({ kind: 'test', path, operator: 'contains', value }))
  return { kind: 'any', of }
}

/** Groups by their values, in them what is asked for, else the model's own order, else the newest first. */
function inOrder(
  form: FormPlan,
  { sort, group }: ListPlan,
  records: readonly TrialRecord[],
  { sidx, sort: direction }: Readonly<Record<string, unknown>>,
): readonly TrialRecord[] {
  const asked = fieldOfProp(form, sidx)
  const own = sort && form.fields.get(sort.field)
  const field = asked ?? own
  const isUp = (asked ? direction : sort?.order) === 'asc'
  const newest = records.toReversed()
  const sorted = field
    ? newest.toSorted((one, other) => (isUp ? 1 : -1) * compared(field, one, other))
    : newest
  const grouping = group?.field
  return grouping ? sorted.toSorted((one, other) => compared(grouping, one, other)) : sorted
}

function compared(field: FieldPlan, { data: one }: TrialRecord, { data: other }: TrialRecord): number {
  const [a, b] = [one[field.name], other[field.name]]
  if (isNumeric(field)) return (numberOf(a) ?? -Infinity) - (numberOf(b) ?? -Infinity) || 0
  const [left, right] = [asWord(a ?? ''), asWord(b ?? '')]
  return left < right ? -1 : left > right ? 1 : 0
}

function rowsOf(
  form: FormPlan,
  list: ListPlan,
  records: readonly TrialRecord[],
  host: HeadlessHost,
): readonly Row[] {
  const shown = ({ id, data }: TrialRecord): Row => ({
    ...shownRecord(form, data, host, list.kind === 'inline'),
    id,
  })
  const { group, parents } = list
  if (list.kind === 'grouped' && group) {
    const heading = listedColumns(list).find(({ field }) => !field?.table)?.path ?? group.path
    const groups = groupRows(records.map(shown), group.path)
    return groups.map(({ id, top, value, children }) => ({ id, top, [heading]: value, children }))
  }
  if (list.kind === 'tree-table' && parents) {
    const { key, field } = parents
    const ownKey = ({ id, data }: TrialRecord) => (key === null ? id : lastOf(data[key]))
    const below = ({ row, children }: Nested<TrialRecord>): Row => ({
      ...shown(row),
      ...(children.length > 0 && { children: children.map(below) }),
    })
    return nest(records, ownKey, ({ data }) => lastOf(data[field])).map(below)
  }
  return records.map(shown)
}

/** A path of ids names the parent last. */
function lastOf(value: unknown): string | null {
  const last: unknown = Array.isArray(value) ? value.flat(2).at(-1) : value
  return last === undefined || last === null || last === '' || isRecord(last) ? null : String(last)
}

function totalsOf(
  form: FormPlan,
  { summary }: ListPlan,
  records: readonly TrialRecord[],
): TrialPage['totals'] {
  const fields = summary.flatMap((path) => form.fields.get(path) ?? []).filter((field) => !isSecret(field))
  return Object.fromEntries(
    fields.map((field) => {
      const numbers = records
        .flatMap(({ data }) => atomsOf(field, asRecord(data)))
        .flatMap((value) => numberOf(value) ?? [])
      const sum = numbers.reduce((all, one) => all + one, 0)
      return [field.path, numbers.length === 0 ? null : Math.round(sum * 100) / 100]
    }),
  )
}
