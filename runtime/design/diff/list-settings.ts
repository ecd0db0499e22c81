import { readNumber } from '../../form/document/values'
import { asRecord, isRecord } from '../../json'
import type { Said } from './change'
import { several, short, valueWords, yesOrNo } from './values'

type Json = Readonly<Record<string, unknown>>

/** A setting of a list, which may be spread over several members (`reference/columndata-format.md §1`). */
export interface ListSetting {
  /** What people call it. */
  readonly title: string
  readonly members: readonly string[]
  readonly kind?: 'permission'
  /** What it says, in words; undefined: only that it has changed. */
  readonly words?: (list: Json, fieldOf: (prop: unknown) => Said) => Said
  /** What of it counts, where not all of it does. */
  readonly meaning?: (list: Json) => unknown
}

const flag = (name: string, unsaid = false): Pick<ListSetting, 'members' | 'words'> => ({
  members: [name],
  words: (list) => yesOrNo(typeof list[name] === 'boolean' ? list[name] === true : unsaid),
})

/** Fields in a list, while a flag is set. */
const chosen = (flag: string, names: string): Pick<ListSetting, 'members' | 'words'> => ({
  members: [flag, names],
  words: (list, fieldOf) => {
    const props = list[flag] === true && Array.isArray(list[names]) ? list[names] : []
    return props.length === 0 ? '@diff.nothing' : several(props.map(fieldOf))
  },
})

const named = (name: string): Pick<ListSetting, 'members' | 'words'> => ({
  members: [name],
  words: (list, fieldOf) => (list[name] ? fieldOf(list[name]) : '@diff.nothing'),
})

const KINDS = ['1', '2', '3', '4', '5']
const OF_CONDITION = new Set([
  'matchLogic',
  'conditionList',
  'logic',
  'groups',
  'field',
  'symbol',
  'fieldValue',
  'fieldValueType',
])

/** A condition without the copies of fields that stand in it. */
function condition(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(condition)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      OF_CONDITION.has(name) ? [[name, name === 'fieldValue' ? inner : condition(inner)]] : [],
    ),
  )
}

const TREE = [
  ...['hasTreeQuery', 'treeTitle', 'treeDataSource', 'treeDictionary', 'treeRelation', 'treePropsUrl'],
  ...[
    'treePropsName',
    'treePropsValue',
    'treePropsLabel',
    'treePropsChildren',
    'treeSynType',
    'treeSyncType',
  ],
  ...['treeInterfaceId', 'treeInterfaceName', 'treeTemplateJson'],
]

export const LIST_SETTINGS: readonly ListSetting[] = [
  {
    title: '@diff.list.type',
    members: ['type'],
    words: ({ type }) => {
      const kind = String(readNumber(type) ?? 1)
      return KINDS.includes(kind) ? `@diff.list.type.${kind}` : kind
    },
  },
  { title: '@diff.list.tree', members: TREE },
  { title: '@diff.list.group', ...named('groupField') },
  { title: '@diff.list.parent', members: ['parentField', 'subField', 'treeLazyType'] },
  {
    title: '@diff.list.sort',
    members: ['defaultSidx', 'sort', 'defaultSortConfig'],
    words: (list, fieldOf) => {
      const config: unknown = list['defaultSortConfig']
      const sorts = Array.isArray(config) && config.length > 0 ? config.map(asRecord) : [list]
      const said = sorts.flatMap((one): readonly Said[] => {
        const prop = one['field'] ?? one['defaultSidx']
        if (prop === undefined || prop === null || prop === '') return []
        const order = one['sort'] === 'asc' ? '@diff.ascending' : '@diff.descending'
        return [{ text: order, with: { field: fieldOf(prop) } }]
      })
      return said.length === 0 ? '@diff.nothing' : several(said)
    },
  },
  {
    title: '@diff.list.paging',
    members: ['hasPage', 'pageSize'],
    words: ({ hasPage, pageSize }) =>
      hasPage === false
        ? '@diff.noPages'
        : { text: '@diff.pageSize', with: { count: readNumber(pageSize) ?? 20 } },
  },
  { title: '@diff.list.superQuery', ...flag('hasSuperQuery', true) },
  { title: '@diff.list.summary', ...chosen('showSummary', 'summaryField') },
  { title: '@diff.list.thousands', ...chosen('thousands', 'thousandsField') },
  {
    title: '@diff.list.childTables',
    members: ['childTableStyle'],
    words: ({ childTableStyle }) =>
      readNumber(childTableStyle) === 2 ? '@diff.childTables.expand' : '@diff.childTables.grouped',
  },
  { title: '@diff.list.headers', members: ['complexHeaderList'] },
  {
    title: '@diff.list.filter',
    members: ['ruleList', 'ruleListApp'],
    meaning: ({ ruleList, ruleListApp }) => [condition(ruleList), condition(ruleListApp)],
  },
  {
    title: '@diff.list.printIds',
    members: ['printIds'],
    words: ({ printIds }) => valueWords(printIds) ?? '@diff.nothing',
  },
  {
    title: '@diff.list.calendar',
    members: ['calendar'],
    meaning: ({ calendar }) => {
      const { conditions, ...rest } = asRecord(calendar)
      return [rest, condition(conditions)]
    },
  },
  { title: '@diff.list.import', members: ['uploaderTemplateJson'] },
  { title: '@diff.list.buttonRights', kind: 'permission', ...flag('useBtnPermission') },
  { title: '@diff.list.columnRights', kind: 'permission', ...flag('useColumnPermission') },
  { title: '@diff.list.formRights', kind: 'permission', ...flag('useFormPermission') },
  { title: '@diff.list.dataRights', kind: 'permission', ...flag('useDataPermission') },
]

/** Members of an entry of the list that people set, by what they are called, and what each says. */
export interface EntryMember {
  readonly title: string
  readonly words: (entry: Json) => Said | undefined
}

const word = (name: string, words: readonly string[], prefix: string, unsaid: string): EntryMember => ({
  title: `@diff.column.${name}`,
  words: (entry) => {
    const value = entry[name]
    return `${prefix}${typeof value === 'string' && words.includes(value) ? value : unsaid}`
  },
})

export const COLUMN_MEMBERS: readonly EntryMember[] = [
  {
    title: '@diff.column.width',
    words: ({ width }) => readNumber(width) || '@diff.automatic',
  },
  word('align', ['left', 'center', 'right'], '@design.word.', 'left'),
  word('fixed', ['left', 'right'], '@diff.fixed.', 'none'),
  { title: '@diff.column.sortable', words: ({ sortable }) => yesOrNo(sortable === true) },
]

export const SEARCH_MEMBERS: readonly EntryMember[] = [
  {
    title: '@diff.search.type',
    words: ({ searchType }) => {
      const type = readNumber(searchType)
      return type === 1 || type === 2 || type === 3 ? `@diff.search.type.${type}` : '@diff.automatic'
    },
  },
  { title: '@diff.search.multiple', words: ({ searchMultiple }) => yesOrNo(searchMultiple === true) },
  { title: '@diff.search.default', words: ({ value }) => valueWords(value) },
]

export const BUTTON_MEMBERS: readonly EntryMember[] = [
  {
    title: '@diff.button.label',
    words: ({ label }) => (typeof label === 'string' && label !== '' ? short(label) : '@diff.nothing'),
  },
  {
    title: '@diff.button.icon',
    words: ({ icon }) => (typeof icon === 'string' && icon !== '' ? short(icon) : '@diff.nothing'),
  },
]
