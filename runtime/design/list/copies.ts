import type { Node } from '../../form/formdata/identities'
import { widgetNameOf } from '../../form/formdata/widget-name'
import { asRecord, isRecord } from '../../json'
import { propOfPath } from '../../list/fields'
import type { Key } from '../../lossless'
import type { WidgetCatalogue } from '../../widget/definition'
import { type Path, valueAt } from '../address'
import { applyCommand, type Command, together } from '../command'
import { pair, type Standing, standings } from '../diff/match'
import type { ModelTree } from '../document'
import { setsBetween } from '../subjects/difference'
import { conditionsIn, type Mention, mentionsIn } from './mentions'
import { searchDefaults } from './search-defaults'

type Json = Readonly<Record<string, unknown>>

/** The lists of a model: that of the computer and that of the phone. */
export const LIST_PARTS = ['columnData', 'appColumnData'] as const
export type ListPart = (typeof LIST_PARTS)[number]

/** What has become of a field that lists name. */
interface Fate {
  readonly before: Standing
  /** Undefined: it is gone. */
  readonly after: Standing | undefined
}

/** Members of an entry that are the list's own, or that follow by another rule than the field's settings. */
const OWN = new Set([
  ...['label', 'fullName', 'prop', 'id', '__vModel__', 'jnpfKey', 'fixed', 'align', 'sortable', 'width'],
  ...['value', 'searchType', 'searchMultiple', 'checked', 'fieldName', 'field', 'symbol', 'logic', 'groups'],
  ...['fieldValue', 'fieldValueType', 'fieldValueJnpfKey', 'cellKey', 'labelI18nCode', 'fullNameI18nCode'],
])

/**
 * A command with what the lists need to go on saying the same of the form's fields: copies take over names, labels and
 * settings, and what names a field that leaves goes with it. Fields that stay as they are cost nothing.
 * @throws CommandError as `applyCommand` does
 */
export function withCopies(tree: ModelTree, command: Command, catalogue: WidgetCatalogue): Command {
  if (LIST_PARTS.every((part) => !isRecord(tree[part]))) return command
  const next = applyCommand(tree, command)?.tree
  if (!next || next.formData === tree.formData) return command
  const fates = fatesOf(tree, next, catalogue)
  if (fates.size === 0) return command
  const follow = LIST_PARTS.flatMap((part) => following(part, next, fates))
  return follow.length === 0 ? command : together([command, ...follow])
}

/** The fields that are not as they were, by what lists call them. */
function fatesOf(tree: ModelTree, next: ModelTree, catalogue: WidgetCatalogue): ReadonlyMap<string, Fate> {
  const before = standings(tree.formData, catalogue)
  const after = standings(next.formData, catalogue)
  pair(before, after, { before: tree.formData, after: next.formData })
  const stays = new Set(after.flatMap(({ path }) => (path === '' ? [] : [path])))
  const fates = new Map<string, Fate>()
  for (const one of before) {
    if (one.path === '' || fates.has(one.path)) continue
    const later = one.other && one.other.path !== '' ? one.other : undefined
    // Another field of that name is there: what names it means that one.
    if (!later && stays.has(one.path)) continue
    if (later && later.node === one.node && later.path === one.path && labelOf(one) === labelOf(later))
      continue
    for (const name of new Set([one.path, propOfPath(one.path)]))
      fates.set(name, { before: one, after: later })
  }
  return fates
}

function following(part: ListPart, tree: ModelTree, fates: ReadonlyMap<string, Fate>): readonly Command[] {
  const list = tree[part]
  if (!isRecord(list)) return []
  const sets: Command[] = []
  const gone: Path[] = []
  const fateOf = ({ prop }: Mention) => fates.get(prop)
  for (const mention of mentionsIn(list)) {
    const fate = fateOf(mention)
    if (!fate) continue
    const { kind, path } = mention
    if (fate.after) sets.push(...followed(part, list, mention, fate.before, fate.after))
    else if (kind === 'member') sets.push(setTo(part, path, ''))
    else gone.push(kind === 'part' ? path.slice(0, -1) : path)
  }
  for (const mention of conditionsIn(list)) {
    const fate = fateOf(mention)
    if (fate?.after) sets.push(...followed(part, list, mention, fate.before, fate.after))
  }
  // From the last on: an item is found by where it stands.
  const removals = gone.toReversed().map((path): Command => ({ do: 'remove', what: { part, path } }))
  return [...sets, ...removals]
}

function followed(
  part: ListPart,
  list: Json,
  { kind, path, prop }: Mention,
  before: Standing,
  after: Standing,
): readonly Command[] {
  const next = prop === before.path ? after.path : propOfPath(after.path)
  if (kind !== 'entry') return next === prop ? [] : [setTo(part, path, next)]
  const entry = asRecord(valueAt(list, path))
  const at = (...keys: readonly Key[]) => [...path, ...keys]
  const sets: Command[] = []
  const give = (member: string, was: unknown, is: unknown) => {
    if (was !== is && Object.hasOwn(entry, member) && entry[member] === was)
      sets.push(setTo(part, at(member), is))
  }
  for (const member of ['prop', 'id', 'field', '__vModel__']) give(member, prop, next)
  if (prop !== before.name) give('__vModel__', before.name, after.name)
  const called = [labelOf(before), ownLabel(before)]
  for (const member of ['label', 'fullName', 'fieldName']) {
    const index = called.indexOf(entry[member] as string)
    if (index >= 0) give(member, called[index], [labelOf(after), ownLabel(after)][index])
    give(`${member}I18nCode`, codeOf(before.node), codeOf(after.node))
  }
  const widgets = [widgetNameOf(before.node), widgetNameOf(after.node)] as const
  give('jnpfKey', ...widgets)
  if (widgets[0] !== widgets[1] && path[0] === 'searchList')
    for (const [member, value] of Object.entries(searchDefaults(after.node)))
      if (Object.hasOwn(entry, member))
        sets.push(...setsBetween({ part, path: at(member) }, entry[member], value))
  return isRecord(entry['__config__'])
    ? [...sets, ...setsBetween({ part, path }, ofField(before.node), ofField(after.node))]
    : sets
}

/** What a copy has of a field: not what stands in it, nor what the entry says by itself. */
function ofField(node: Node): Json {
  const { children: _within, ...config } = asRecord(node['__config__'])
  const rest = Object.entries(node).filter(([name]) => !OWN.has(name))
  return Object.fromEntries(
    rest.map(([name, value]) => (name === '__config__' ? [name, config] : [name, value])),
  )
}

/** What a list calls a field by itself: a column with its table's label. */
function labelOf(one: Standing): string {
  return one.table ? `${ownLabel(one.table)}-${ownLabel(one)}` : ownLabel(one)
}

function ownLabel({ node }: Standing): string {
  const { label } = asRecord(node['__config__'])
  return typeof label === 'string' ? label : ''
}

function codeOf(node: Node): unknown {
  return asRecord(node['__config__'])['labelI18nCode']
}

const setTo = (part: ListPart, path: Path, value: unknown): Command => ({
  do: 'set',
  what: { part, path },
  value,
})
