import { isWritten } from '../../form/formdata/scripts'
import { asRecord, asWord, isRecord } from '../../json'
import { propOfEntry } from '../../list/fields'
import { listOf } from '../../list/json'
import { jsonEqual } from '../../schema'
import type { Change, ChangeKind, Said } from './change'
import { scriptChange, type Tell } from './field'
import {
  BUTTON_MEMBERS,
  COLUMN_MEMBERS,
  type EntryMember,
  LIST_SETTINGS,
  SEARCH_MEMBERS,
} from './list-settings'
import { differing, own } from './naming'
import { short } from './values'

type Json = Readonly<Record<string, unknown>>

/** What the form says of the fields that lists name by their props (`total`, `items-amount`). */
export interface Props {
  /** Old prop → what it is now. */
  readonly renamed: ReadonlyMap<string, string>
  /** Props of the later form's fields. */
  readonly stays: ReadonlySet<string>
  /** Props of fields that the later form does not have any more. */
  readonly gone: ReadonlySet<string>
  /** What fields are called, by props: in either form; in the form before; in the one after. */
  readonly titles: ReadonlyMap<string, Said>
  readonly labels: {
    readonly before: ReadonlyMap<string, string>
    readonly after: ReadonlyMap<string, string>
  }
}

/** A list of entries: what they are, where they stand, and what is told of them. */
interface Entries {
  readonly kind: ChangeKind
  readonly name: string
  readonly member: string
  readonly members: readonly EntryMember[]
  readonly areFields: boolean
}

const ENTRIES: readonly Entries[] = [
  { kind: 'column', name: 'column', member: 'columnList', members: COLUMN_MEMBERS, areFields: true },
  { kind: 'search', name: 'search', member: 'searchList', members: SEARCH_MEMBERS, areFields: true },
  { kind: 'button', name: 'button', member: 'btnsList', members: BUTTON_MEMBERS, areFields: false },
  { kind: 'button', name: 'rowButton', member: 'columnBtnsList', members: BUTTON_MEMBERS, areFields: false },
  { kind: 'button', name: 'rowButton', member: 'customBtnsList', members: BUTTON_MEMBERS, areFields: false },
]

/** Members that only repeat what the form says, and those that are told by themselves. */
const QUIET = new Set(['columnOptions', 'defaultColumnList', 'funcs'])

/** What has changed of a list, that of the computer or of the phone. */
export function listChanges(
  part: 'columnData' | 'appColumnData',
  before: unknown,
  after: unknown,
  props: Props,
): readonly Change[] {
  const list = `@design.text.${part}`
  const changes: Change[] = []
  const tellAt =
    (pointer: string): Tell =>
    (kind, weight, text, params = {}) =>
      changes.push({
        kind,
        weight,
        pointer: `/${part}${pointer}`,
        text,
        params: { list, field: list, ...params },
      })
  const [old, next] = [following(asRecord(before), props), following(asRecord(after), props, true)]
  const told = new Set(QUIET)
  for (const entries of ENTRIES) {
    told.add(entries.member)
    entryChanges(entries, old, next, props, tellAt)
  }
  const fieldOf = (prop: unknown): Said => props.titles.get(asWord(prop)) ?? short(asWord(prop))
  for (const { title, members, kind, words, meaning } of LIST_SETTINGS) {
    for (const member of members) told.add(member)
    const says = meaning ?? ((from: Json) => members.map((member) => from[member] ?? null))
    if (jsonEqual(says(old), says(next))) continue
    const tell = tellAt(
      `/${members.find((member) => !jsonEqual(own(old, member) ?? null, own(next, member) ?? null)) ?? ''}`,
    )
    const [was, is] = [words?.(old, fieldOf), words?.(next, fieldOf)]
    if (was === undefined || is === undefined)
      tell(kind ?? 'list', 'other', '@diff.settingChanged', { setting: title })
    else if (!jsonEqual(was, is))
      tell(kind ?? 'list', 'other', '@diff.setting', { setting: title, before: was, after: is })
  }
  for (const event of differing(old['funcs'], next['funcs'], jsonEqual)) {
    const scripts = [own(old['funcs'], event), own(next['funcs'], event)] as const
    scriptChange(
      EVENTS.has(event) ? `@diff.event.${event}` : short(event),
      ...scripts,
      tellAt(`/funcs/${event}`),
    )
  }
  if (differing(old, next, jsonEqual).some((name) => !told.has(name)))
    tellAt('')('rest', 'other', '@diff.restOf', { part: list })
  return changes
}

const EVENTS = new Set(['afterOnload', 'rowStyle', 'cellStyle'])

/** What a field is called now; in the later list a name that none has any more is an earlier one. */
function nowCalled(prop: string, { renamed, stays }: Props, isLater: boolean): string {
  return isLater && stays.has(prop) ? prop : (renamed.get(prop) ?? prop)
}

/** The list as it would name the fields now. */
function following(list: Json, props: Props, isLater = false): Json {
  const { renamed } = props
  if (renamed.size === 0) return list
  const follow = (value: unknown): unknown => {
    if (typeof value === 'string') return nowCalled(value, props, isLater)
    if (Array.isArray(value)) return value.map(follow)
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, follow(inner)]))
  }
  const naming = new Set(LIST_SETTINGS.flatMap(({ members }) => members))
  return Object.fromEntries(
    Object.entries(list).map(([name, value]) => [name, naming.has(name) ? follow(value) : value]),
  )
}

function entryChanges(
  { kind, name, member, members, areFields }: Entries,
  old: Json,
  next: Json,
  props: Props,
  tellAt: (pointer: string) => Tell,
): void {
  const keyOf = (isLater: boolean) => (entry: Json) => {
    const key = asWord((areFields ? propOfEntry(entry) : entry['value']) ?? '')
    return areFields ? nowCalled(key, props, isLater) : key
  }
  const before = keyed(listOf(old[member]), keyOf(false))
  const after = keyed(listOf(next[member]), keyOf(true))
  const titleOf = (key: string, entry: Json): Said =>
    (areFields ? props.titles.get(key) : undefined) ?? short(ownLabel(entry) || key)
  const isSaid = (key: string) => !(areFields && props.gone.has(key))
  for (const [key, { entry }] of before)
    if (!after.has(key) && isSaid(key))
      tellAt(`/${member}`)(kind, 'other', `@diff.${name}.removed`, { entry: titleOf(key, entry) })
  let last = -1
  let isReordered = false
  for (const [key, { entry, index }] of after) {
    const tell = tellAt(`/${member}/${index}`)
    const title = titleOf(key, entry)
    const earlier = before.get(key)
    if (!earlier) {
      tell(kind, 'other', `@diff.${name}.added`, { entry: title })
      continue
    }
    isReordered ||= earlier.index < last
    last = earlier.index
    const tellEntry = (setting: string, was: Said | undefined, is: Said | undefined) => {
      const of = { text: `@diff.${name}.of`, with: { entry: title, setting } }
      if (was === undefined || is === undefined) tell(kind, 'other', '@diff.settingChanged', { setting: of })
      else tell(kind, 'other', '@diff.setting', { setting: of, before: was, after: is })
    }
    for (const { title: setting, words } of members) {
      const [was, is] = [words(earlier.entry), words(entry)]
      if (!jsonEqual(was ?? null, is ?? null)) tellEntry(setting, was, is)
    }
    if (areFields) {
      const called = [
        labelOf(earlier.entry, props.labels.before),
        labelOf(entry, props.labels.after),
      ] as const
      if (called[0] !== called[1] && ownLabel(earlier.entry) !== ownLabel(entry))
        tellEntry('@diff.column.label', ...called)
    } else if (!jsonEqual(eventOf(earlier.entry), eventOf(entry)))
      tellEntry('@diff.button.event', undefined, undefined)
  }
  if (isReordered) tellAt(`/${member}`)(kind, 'other', `@diff.${name}.reordered`)
}

/** What a button of one's own does; a script that says nothing is none. */
function eventOf({ event }: Json): unknown {
  const { func, ...rest } = asRecord(event)
  return { ...rest, func: isWritten(func) ? func : null }
}

function keyed(
  entries: readonly Json[],
  keyOf: (entry: Json) => string,
): ReadonlyMap<string, { readonly entry: Json; readonly index: number }> {
  const found = new Map<string, { entry: Json; index: number }>()
  for (const [index, entry] of entries.entries()) {
    const key = keyOf(entry)
    if (!found.has(key)) found.set(key, { entry, index })
  }
  return found
}

function ownLabel(entry: Json): string {
  for (const label of [entry['label'], entry['fullName']]) if (typeof label === 'string') return label
  return ''
}

/** What an entry calls its field, where it does not only repeat what that is called. */
function labelOf(entry: Json, labels: ReadonlyMap<string, string>): Said {
  const label = ownLabel(entry)
  const prop = propOfEntry(entry)
  const isCopy = label === '' || label === labels.get(asWord(prop)) || asWord(prop).includes('-')
  return isCopy ? '@diff.asField' : short(label)
}
