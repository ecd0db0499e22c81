import { accepts } from '../../form/evaluate/accepts'
import type { FormPlan } from '../../form/plan'
import { isRecord } from '../../json'
import { isNumeric } from '../../list/fields'
import { listOf } from '../../list/json'
import { PAGE_SIZES } from '../../list/page-sizes'
import type { SettingPlace } from '../../widget/setting-place'
import type { ModelTree } from '../document'
import { script } from '../subjects/field-settings'
import { code, flag, type MemberSetting, text, whole, word } from '../subjects/member'
import { columnsOffered, type Offered, searchesOffered } from './entries'

type Json = Readonly<Record<string, unknown>>
type Made = Pick<MemberSetting, 'schema' | 'read' | 'write'>

export function setting(
  name: string,
  made: Made,
  place: SettingPlace,
  at: readonly string[] = [name],
): readonly [string, MemberSetting] {
  return [name, { ...made, at, schema: { title: `@listDesign.setting.${name}`, ...made.schema }, place }]
}

const TREE = 'type == 2'
const INTERFACE = "type == 2 and treeDataSource == 'api'"

/** The settings of a list itself; what a kind of list alone needs is shown with it (`reference/columndata-format.md §1`). */
export function listSettings(
  tree: ModelTree,
  plan: FormPlan,
  list: Json,
): ReadonlyMap<string, MemberSetting> {
  const columns = columnsOffered(tree, plan)
  const own = columns.filter(({ field }) => !field.table && field.stored)
  const searched = searchesOffered(tree, plan).filter(({ field }) => !field.table)
  const numbers = columns.filter(({ field }) => isNumeric(field))
  // 3.6 has a list of orders, of which the first counts.
  const configs = list['defaultSortConfig']
  const ordered = Array.isArray(configs) && configs.length > 0
  // That of a phone may be called so.
  const isOfPhone = !isRecord(list['ruleList']) && isRecord(list['ruleListApp'])
  const settings = new Map([
    ...(isView(list) ? [setting('interfaceId', text(), { section: 'basic', format: 'interface' })] : []),
    setting('type', code(KINDS, 1), { section: 'basic' }),
    setting('treeTitle', text(), { section: 'basic', format: 'text', when: TREE }),
    setting('treeDataSource', word(TREES, 'dictionary'), { section: 'basic', when: TREE }),
    setting('treeDictionary', text(), {
      ...{ section: 'basic', format: 'dictionary', when: "type == 2 and treeDataSource == 'dictionary'" },
    }),
    setting('treePropsUrl', text(), { section: 'basic', format: 'interface', when: INTERFACE }),
    ...['treePropsValue', 'treePropsLabel', 'treePropsChildren'].map((name) =>
      setting(name, text(), { section: 'basic', when: INTERFACE }),
    ),
    setting('treeRelation', oneField(searched), { section: 'basic', when: TREE }),
    setting('hasTreeQuery', flag(false), { section: 'basic', when: TREE }),
    setting('groupField', oneField(own), { section: 'basic', when: 'type == 3' }),
    setting('parentField', oneField(own), { section: 'basic', when: 'type == 5' }),
    setting('subField', oneField(own), { section: 'basic', when: 'type == 5' }),
    setting('treeLazyType', code(LAZY, 0), { section: 'basic', when: 'type == 5' }),
    setting(
      'defaultSidx',
      oneField(own),
      { section: 'data' },
      ordered ? ['defaultSortConfig', '0', 'field'] : ['defaultSidx'],
    ),
    setting(
      'sort',
      word(ORDERS, 'desc'),
      { section: 'data', when: 'defaultSidx' },
      ordered ? ['defaultSortConfig', '0', 'sort'] : ['sort'],
    ),
    setting('hasPage', flag(true), { section: 'data', when: 'type != 3 and type != 5' }),
    setting('pageSize', code(SIZES, 20), { section: 'data', when: 'type != 3 and type != 5 and hasPage' }),
    setting('hasSuperQuery', flag(true), { section: 'data' }),
    setting('ruleList', whole({}), { section: 'data', format: 'filter' }, [
      isOfPhone ? 'ruleListApp' : 'ruleList',
    ]),
    ...(isImported(list) ? importSettings(columns, plan) : []),
    setting('printIds', whole({ type: 'array', items: { type: 'string' } }), {
      ...{ section: 'data', format: 'print', advanced: true },
    }),
    setting('showSummary', flag(false), { section: 'look' }),
    setting('summaryField', someFields(numbers), { section: 'look', when: 'showSummary' }),
    setting('thousands', flag(false), { section: 'look' }),
    setting('thousandsField', someFields(numbers), { section: 'look', when: 'thousands' }),
    setting('childTableStyle', code(STYLES, 1), { section: 'look' }),
    ...['useBtnPermission', 'useColumnPermission', 'useFormPermission', 'useDataPermission'].map((name) =>
      setting(name, flag(false), { section: 'check' }),
    ),
    ...['afterOnload', 'rowStyle', 'cellStyle'].map((event): readonly [string, MemberSetting] => {
      const made = script(['funcs', event], event)
      return [event, { ...made, schema: { ...made.schema, title: `@listDesign.setting.${event}` } }]
    }),
  ])
  if (isView(list)) for (const name of OF_RECORDS) settings.delete(name)
  return settings
}

/** Whether a list shows the rows of a data interface. */
export function isView(list: Json): boolean {
  return Object.hasOwn(list, 'interfaceId')
}

/** What says nothing of a list without records. */
const OF_RECORDS = ['treeLazyType', 'printIds', 'useFormPermission', 'useDataPermission'] as const

/** What an import takes is of no account where there is none. */
function isImported(list: Json): boolean {
  return listOf(list['btnsList']).some(({ value }) => value === 'upload')
}

/** The template of an import: what a row does to a record that is there, and which fields it fills; none chosen means all. */
function importSettings(columns: readonly Offered[], plan: FormPlan) {
  const filled = columns.filter(({ field }) => {
    const { definition, place } = field
    return place === undefined && !definition?.files && accepts(field, plan)
  })
  const kind = word(IMPORTS, '1')
  return [
    setting(
      'importType',
      { ...kind, read: (stored) => kind.read(typeof stored === 'number' ? String(stored) : stored) },
      { section: 'data' },
      ['uploaderTemplateJson', 'dataType'],
    ),
    setting('importFields', someFields(filled), { section: 'data' }, ['uploaderTemplateJson', 'selectKey']),
  ]
}

const IMPORTS = { '1': '@listDesign.import.add', '2': '@listDesign.import.update' }
const KINDS = [1, 2, 3, 4, 5].map((kind) => [kind, `@diff.list.type.${kind}`] as const)
const SIZES = PAGE_SIZES.map((size) => [size, String(size)] as const)
const STYLES = [
  [1, '@diff.childTables.grouped'],
  [2, '@diff.childTables.expand'],
] as const
const LAZY = [
  [0, '@listDesign.atOnce'],
  [1, '@listDesign.lazily'],
] as const
const TREES = {
  dictionary: '@listDesign.tree.dictionary',
  organize: '@listDesign.tree.organize',
  department: '@listDesign.tree.department',
  api: '@listDesign.tree.api',
}
const ORDERS = { asc: '@listDesign.ascending', desc: '@listDesign.descending' }

/** One of the form's fields, by what it is called; none where nothing is chosen. */
export function oneField(offered: readonly Offered[]): Made {
  const fields = titles(offered)
  return {
    schema: { type: 'string', oneOf: fields },
    read: (stored) => (fields.some(({ const: prop }) => prop === stored) ? stored : undefined),
    write: (value) => value,
  }
}

/** Several of them; what is not offered stays. */
export function someFields(offered: readonly Offered[]): Made {
  const fields = titles(offered)
  const isOffered = (prop: unknown) => fields.some((one) => one.const === prop)
  const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
  return {
    schema: { type: 'array', uniqueItems: true, items: { type: 'string', oneOf: fields } },
    read: (stored) => listed(stored).filter(isOffered),
    write: (value, before) => [...listed(value), ...listed(before).filter((prop) => !isOffered(prop))],
  }
}

function titles(offered: readonly Offered[]) {
  return offered.map(({ prop, label }) => ({ const: prop, title: label }))
}
