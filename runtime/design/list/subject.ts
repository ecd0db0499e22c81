import type { FormPlan } from '../../form/plan'
import { asWord, isRecord } from '../../json'
import { fieldOfProp, momentFormat } from '../../list/fields'
import { listOf } from '../../list/json'
import type { JsonSchema } from '../../schema/json-schema'
import type { Text } from '../../text'
import type { ModelTree } from '../document'
import { code, flag, type MemberSetting, number, text, whole, word } from '../subjects/member'
import { memberSubject, type Subject } from '../subjects/subject'
import type { ButtonList } from './buttons'
import { calendarSettings } from './calendar-settings'
import type { ListPart } from './copies'
import { columnsOffered, indexOfProp, listIn } from './entries'
import { NO_FILTER } from './filter'
import { childrenOf, groupable, setChildren } from './headers'
import { isView, listSettings, setting } from './list-settings'
import { searchDefaults } from './search-defaults'

type Json = Readonly<Record<string, unknown>>
type Settings = ReadonlyMap<string, MemberSetting>

/** What of a list is chosen: the list itself, a column, a field of the search line, a button. */
export type ListChoice =
  | { readonly of: 'list' }
  | { readonly of: 'columnList' | 'searchList'; readonly prop: string }
  | { readonly of: ButtonList; readonly value: string }
  | { readonly of: 'complexHeaderList'; readonly id: string }

export const THE_LIST: ListChoice = { of: 'list' }

/** Where what is chosen stands among the items of its list; -1: nowhere. */
export function indexOfChoice(list: Json, choice: ListChoice): number {
  if ('prop' in choice) return indexOfProp(list, choice.of, choice.prop)
  if (choice.of === 'list') return -1
  const items: unknown = list[choice.of]
  const [member, key] = 'value' in choice ? ['value', choice.value] : ['id', choice.id]
  return Array.isArray(items) ? items.findIndex((one: unknown) => isRecord(one) && one[member] === key) : -1
}

/** What is chosen of a list as the settings panel edits it; undefined where it is not there. */
export function subjectOfList(
  tree: ModelTree,
  plan: FormPlan,
  part: ListPart,
  choice: ListChoice,
): Subject | undefined {
  const list = listIn(tree, part)
  if (!isRecord(tree[part])) return undefined
  if (choice.of === 'list') {
    // Calendars have the records of a model by what its list for computers says.
    const hasCalendar = part === 'columnData' && !isView(list)
    const settings = new Map([
      ...listSettings(tree, plan, list),
      ...(hasCalendar ? calendarSettings(tree, plan) : []),
    ])
    const address = { part, path: [] }
    return memberSubject('list', 'list', '@listDesign.theList', address, list, settings, (name) =>
      name === 'ruleList' || name === 'calendarConditions' ? NO_FILTER : '',
    )
  }
  const index = indexOfChoice(list, choice)
  const entry =
    listOf(list[choice.of]).length === 0 ? undefined : (list[choice.of] as readonly unknown[])[index]
  if (!isRecord(entry)) return undefined
  if (choice.of === 'complexHeaderList') return headerSubject(tree, list, part, index, entry)
  const settings =
    choice.of === 'columnList'
      ? columnSettings(plan, entry, choice.prop)
      : choice.of === 'searchList'
        ? searchSettings(tree, plan, choice.prop)
        : buttonSettings(choice.of)
  const address = { part, path: [choice.of, index] }
  const title: Text = asWord(entry['label'] ?? entry['fullName'] ?? '') || nameIn(choice)
  return {
    ...memberSubject('list', choice.of, title, address, entry, settings, (name) =>
      name === 'width' ? null : '',
    ),
    name: nameIn(choice),
  }
}

function headerSubject(tree: ModelTree, list: Json, part: ListPart, index: number, entry: Json): Subject {
  const offered = groupable(list)
  const schema: JsonSchema = {
    ...{ type: 'array', uniqueItems: true },
    items: { type: 'string', oneOf: offered.map(({ prop, label }) => ({ const: prop, title: label })) },
  }
  const children = {
    ...whole(schema),
    // What stands elsewhere in this list, or not at all, is not under it.
    read: () => childrenOf(entry).filter((child) => offered.some(({ prop }) => prop === child)),
  }
  const settings = new Map([
    setting('fullName', text(), { section: 'basic', format: 'text' }),
    setting('align', word(SIDES, 'center'), { section: 'look' }),
    setting('childColumns', children, { section: 'basic' }),
  ])
  const id = asWord(entry['id'] ?? '')
  const title = asWord(entry['fullName'] ?? '') || '@listDesign.newHeader'
  const address = { part, path: ['complexHeaderList', index] }
  const subject = memberSubject('list', 'complexHeaderList', title, address, entry, settings)
  return {
    ...subject,
    change: (name, value) =>
      name === 'childColumns'
        ? setChildren(tree, part, id, Array.isArray(value) ? value.map(asWord) : [])
        : subject.change(name, value),
  }
}

function nameIn(choice: Exclude<ListChoice, { readonly of: 'list' | 'complexHeaderList' }>): string {
  return 'prop' in choice ? choice.prop : choice.value
}

const SIDES = { left: '@design.word.left', center: '@design.word.center', right: '@design.word.right' }
const EDGES = { none: '@diff.fixed.none', left: '@diff.fixed.left', right: '@diff.fixed.right' }
/** Pixels. */
const WIDTHS = { minimum: 0, maximum: 2000 }

function columnSettings(plan: FormPlan, entry: Json, prop: string): Settings {
  const field = fieldOfProp(plan, prop)
  const sorts = field ? !field.table && field.stored : entry['sortable'] === true
  return new Map([
    setting('label', text(), { section: 'basic', format: 'text' }),
    setting('width', number(WIDTHS), { section: 'look' }),
    setting('align', word(SIDES, 'left'), { section: 'look' }),
    setting('fixed', word(EDGES, 'none'), { section: 'look' }),
    ...(sorts ? [setting('sortable', flag(false), { section: 'data' })] : []),
  ])
}

function searchSettings(tree: ModelTree, plan: FormPlan, prop: string): Settings {
  const field = fieldOfProp(plan, prop)
  const node = columnsOffered(tree, plan).find((one) => one.prop === prop)?.node
  const can = field?.definition?.filter ?? []
  const kinds = [
    ...(can.includes('equals') || can.includes('in') ? [[1, '@diff.search.type.1'] as const] : []),
    ...(can.includes('contains') ? [[2, '@diff.search.type.2'] as const] : []),
    ...(can.includes('between') || (field && momentFormat(field) !== undefined)
      ? [[3, '@diff.search.type.3'] as const]
      : []),
  ]
  return new Map([
    setting('label', text(), { section: 'basic', format: 'text' }),
    setting('searchType', code(kinds, searchDefaults(node ?? {}).searchType), { section: 'data' }),
    ...(can.includes('in')
      ? [setting('searchMultiple', flag(false), { section: 'data', when: 'searchType == 1' })]
      : []),
    setting('value', text(), { section: 'data', when: 'searchType == 2' }),
  ])
}

function buttonSettings(list: ButtonList): Settings {
  const label = setting('label', text(), { section: 'basic', format: 'text' })
  if (list !== 'customBtnsList') return new Map([label])
  const at = (name: string) => ['event', name]
  return new Map([
    label,
    setting('btnType', code(ACTS, 2), { section: 'basic' }, at('btnType')),
    setting('modelId', text(), { section: 'basic', format: 'model', when: 'btnType == 1' }, at('modelId')),
    setting('popupTitle', text(), { section: 'basic', when: 'btnType == 1' }, at('popupTitle')),
    setting(
      'popupKind',
      word(POPUPS, 'general'),
      { section: 'basic', when: 'btnType == 1' },
      at('popupType'),
    ),
    setting(
      'popupWidth',
      text(),
      { section: 'basic', format: 'length', when: "btnType == 1 and popupKind != 'fullScreen'" },
      at('popupWidth'),
    ),
    setting('func', text(), { section: 'basic', format: 'script', when: 'btnType == 2' }, at('func')),
    setting(
      'interfaceId',
      text(),
      { section: 'basic', format: 'interface', when: 'btnType == 3' },
      at('interfaceId'),
    ),
    setting('useConfirm', flag(false), { section: 'check' }, at('useConfirm')),
    setting('confirmTitle', text(), { section: 'check', when: 'useConfirm' }, at('confirmTitle')),
  ])
}

const ACTS = [
  [1, '@listDesign.act.form'],
  [2, '@listDesign.act.script'],
  [3, '@listDesign.act.interface'],
] as const
const POPUPS = {
  general: '@design.popup.general',
  fullScreen: '@design.popup.fullScreen',
  drawer: '@design.popup.drawer',
}
