import { isRecord } from '../../json'
import { propOfEntry } from '../../list/fields'
import type { Key } from '../../lossless'

type Json = Readonly<Record<string, unknown>>

/**
 * A place of a `columnData` that names a field by its prop: an entry with a copy of the field, a member, an item of a list
 * of names, or an object that is of no use without it.
 */
export interface Mention {
  readonly kind: 'entry' | 'member' | 'item' | 'part'
  /** Of an entry that entry, else what holds the name; from the `columnData`. */
  readonly path: readonly Key[]
  readonly prop: string
}

/** Lists whose entries are fields (`reference/columndata-format.md §1`). */
const ENTRY_LISTS = ['searchList', 'columnList', 'columnOptions', 'defaultColumnList'] as const
const NAMES = [
  ...(['defaultSidx', 'treeRelation', 'groupField', 'parentField', 'subField'] as const),
  // 3.1
  'treeDbTableFieldRelation',
] as const
const NAME_LISTS = [
  ['summaryField'],
  ['thousandsField'],
  ['uploaderTemplateJson', 'selectKey'],
  ['calendar', 'titleFields'],
] as const satisfies readonly (readonly string[])[]

/** All places of a `columnData`, of any documented version, that name fields. */
export function mentionsIn(list: Json): readonly Mention[] {
  return [
    ...ENTRY_LISTS.flatMap((member) => entriesAt(list[member], [member])),
    ...NAMES.flatMap((member) => memberAt(list, [], member)),
    ...calendarIn(list),
    ...NAME_LISTS.flatMap((path) => namesAt(within(list, path), path)),
    ...recordsAt(list['defaultSortConfig'], ['defaultSortConfig']).flatMap(({ record, path }) =>
      partAt(record, path, 'field'),
    ),
    ...recordsAt(list['complexHeaderList'], ['complexHeaderList']).flatMap(({ record, path }) => {
      const place = [...path, 'childColumns']
      return [...namesAt(record['childColumns'], place), ...entriesAt(record['childColumns'], place)]
    }),
    ...recordsAt(list['customBtnsList'], ['customBtnsList']).flatMap(({ record, path }) =>
      ofButton(record['event'], [...path, 'event']),
    ),
  ]
}

/**
 * The conditions of the permanent filters, and of what stands in calendars. They follow a rename; where a field is gone they stay: without them the list
 * would show what they are there to hide.
 */
export function conditionsIn(list: Json): readonly Mention[] {
  const filters = [['ruleList'], ['ruleListApp'], ['calendar', 'conditions']]
  return filters.flatMap((path) => conditionsAt(within(list, path), path))
}

/** What a record's dates in calendars are read from. */
function calendarIn({ calendar }: Json): readonly Mention[] {
  if (!isRecord(calendar)) return []
  return ['field', 'endField'].flatMap((member) => memberAt(calendar, ['calendar'], member))
}

function conditionsAt(value: unknown, path: readonly Key[]): readonly Mention[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => conditionsAt(item, [...path, index]))
  if (!isRecord(value)) return []
  const { field } = value
  const own: readonly Mention[] =
    typeof field === 'string' && field !== '' ? [{ kind: 'entry', path, prop: field }] : []
  return [
    ...own,
    ...['conditionList', 'groups'].flatMap((member) => conditionsAt(value[member], [...path, member])),
  ]
}

function ofButton(event: unknown, path: readonly Key[]): readonly Mention[] {
  if (!isRecord(event)) return []
  const filled = recordsAt(event['formOptions'], [...path, 'formOptions'])
  const params = recordsAt(event['templateJson'], [...path, 'templateJson'])
  return [
    ...filled.flatMap(({ record, path: at }) => partAt(record, at, 'currentField')),
    // 1: the value is that of a field of the row.
    ...params.flatMap(({ record, path: at }) =>
      Number(record['parameterSource'] ?? record['type']) === 1
        ? [...memberAt(record, at, 'value'), ...memberAt(record, at, 'relationField')]
        : [],
    ),
  ]
}

function entriesAt(value: unknown, path: readonly Key[]): readonly Mention[] {
  return recordsAt(value, path).flatMap(({ record, path: at }) => {
    const prop = propOfEntry(record)
    return typeof prop === 'string' && prop !== '' ? [{ kind: 'entry' as const, path: at, prop }] : []
  })
}

function memberAt(record: Json, path: readonly Key[], member: string): readonly Mention[] {
  const prop = record[member]
  return typeof prop === 'string' && prop !== '' ? [{ kind: 'member', path: [...path, member], prop }] : []
}

function partAt(record: Json, path: readonly Key[], member: string): readonly Mention[] {
  return memberAt(record, path, member).map((one) => ({ ...one, kind: 'part' }))
}

function namesAt(value: unknown, path: readonly Key[]): readonly Mention[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((prop: unknown, index) =>
    typeof prop === 'string' && prop !== '' ? [{ kind: 'item' as const, path: [...path, index], prop }] : [],
  )
}

function recordsAt(value: unknown, path: readonly Key[]) {
  if (!Array.isArray(value)) return []
  return value.flatMap((record: unknown, index) =>
    isRecord(record) ? [{ record, path: [...path, index] as readonly Key[] }] : [],
  )
}

function within(list: Json, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), list)
}
