import { asRecord } from '../../json'
import { type Change, changesBetween, type Said } from '../diff'
import { type Standing, standings } from '../diff/match'
import { called, place } from '../diff/naming'
import type { ModelTexts, ModelTree } from '../document'
import type { Widgets } from '../references'
import type { NodeClash } from './nodes'
import type { Side } from './order'
import { replacedAt, type Step, type Three } from './values'

/** What each side has made of it. */
export type Says = Readonly<Record<Side, readonly Change[]>>

/** What the sides have made of a value in a node, of its place, its order, or whether it is there. */
export function nodeWords(clash: NodeClash, widgets: Widgets): Says {
  const { kind, values, path } = clash
  const own = clash.in.ours ?? clash.in.theirs ?? clash.in.base
  if (kind === 'order')
    return both({ ...CHANGE, kind: 'reordered', text: '@diff.reordered', params: { place: place(own) } })
  if (!own) return both(settingChanged('@diff.form', path))
  if (kind === 'place') {
    const moved = (side: Side): Change => ({
      ...{ ...CHANGE, kind: 'moved', text: '@diff.moved' },
      params: { field: called(own), from: place(clash.within?.base), to: place(clash.within?.[side]) },
    })
    return { ours: [moved('ours')], theirs: [moved('theirs')] }
  }
  const between = (before: unknown, after: unknown) =>
    changes(own, path, formTexts(own, before), formTexts(own, after), widgets)
  if (kind === 'presence') {
    const { base } = values
    const removed = {
      ...CHANGE,
      weight: 'loss',
      kind: 'removed',
      text: '@diff.removed',
      params: { field: called(own) },
    } as const
    const says = (side: Side) => (clash.in[side] ? between(base, values[side]) : [removed])
    return { ours: says('ours'), theirs: says('theirs') }
  }
  return eitherSays((side, otherwise) => {
    const node = (clash.in.base ?? clash.in[otherwise] ?? own).node
    return between(
      replacedAt(node, path, clash.in.base ? values.base : values[otherwise]),
      replacedAt(node, path, values[side]),
    )
  })
}

/** What the sides have made of a member of a document that is no node. */
export function memberWords(
  part: 'formData' | 'columnData' | 'appColumnData' | 'tables',
  document: Three,
  { path, values }: { readonly path: readonly Step[]; readonly values: Three },
  labels: string,
  widgets: Widgets,
): Says {
  const field: Said = part === 'formData' ? '@diff.form' : `@design.text.${part}`
  const text = (value: unknown): ModelTexts =>
    part === 'formData'
      ? { formData: JSON.stringify({ ...asRecord(value), fields: [] }) }
      : { formData: labels, [part]: JSON.stringify(value ?? null) }
  return eitherSays((side, otherwise) => {
    const whole = document.base ?? document[otherwise]
    const before = text(replacedAt(whole, path, document.base ? values.base : values[otherwise]))
    const found = changesBetween(
      modelOf(before),
      modelOf(text(replacedAt(whole, path, values[side]))),
      widgets,
    )
    return saying(found) ?? [settingChanged(field, path)]
  })
}

/** The fields that lists name, by what they are called. */
export function labelsOf({ formData }: ModelTree, { catalogue }: Widgets): string {
  const fields = standings(formData, catalogue).flatMap(({ name, table, node }) => {
    const { label, jnpfKey } = asRecord(node['__config__'])
    return name === '' || table ? [] : [{ __vModel__: name, __config__: { label, jnpfKey } }]
  })
  return JSON.stringify({ fields })
}

const CHANGE = { weight: 'other' } as const

function both(change: Change): Says {
  return { ours: [change], theirs: [change] }
}

/** Without a base each side is told by what it makes of the other. */
function eitherSays(says: (side: Side, otherwise: Side) => readonly Change[]): Says {
  return { ours: says('ours', 'theirs'), theirs: says('theirs', 'ours') }
}

function changes(
  own: Standing,
  path: readonly Step[],
  before: ModelTexts,
  after: ModelTexts,
  widgets: Widgets,
): readonly Change[] {
  return (
    saying(changesBetween(modelOf(before), modelOf(after), widgets)) ?? [settingChanged(called(own), path)]
  )
}

/** Changes that say more than that there is one. */
function saying(found: readonly Change[]): readonly Change[] | undefined {
  const said = found.filter(({ text }) => text !== '@diff.restOf')
  return said.length > 0 ? said : undefined
}

function settingChanged(field: Said, path: readonly Step[]): Change {
  const setting = path.map((step) => (typeof step === 'string' ? step : String(step.is))).join('.')
  return { ...CHANGE, kind: 'rest', text: '@diff.settingChanged', params: { field, setting } }
}

function formTexts({ table }: Standing, node: unknown): ModelTexts {
  if (!table) return { formData: JSON.stringify({ fields: [node] }) }
  const config = { ...asRecord(table.node['__config__']), children: [node] }
  return { formData: JSON.stringify({ fields: [{ ...table.node, __config__: config }] }) }
}

const modelOf = (texts: ModelTexts) => ({ fullName: '', webType: '', ...texts })
