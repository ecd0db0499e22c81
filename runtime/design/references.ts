import type { Node } from '../form/formdata/identities'
import { OWN_RULES, rulesFollowing } from '../form/formdata/own-rules'
import { asRecord, isRecord } from '../json'
import { withValue } from '../lossless'
import type { WidgetCatalogue } from '../widget/definition'
import type { DesignedWidget, SettingReference } from '../widget/design'
import { definitionOf, nameOf } from './dialect'
import { settingsOf, toFormData } from './settings'

/** What the designer knows of widgets: the catalogue, and by key both halves of those that a `formData` holds. */
export interface Widgets {
  readonly catalogue: WidgetCatalogue
  readonly designed: ReadonlyMap<string, DesignedWidget>
}

/** Something that a node names: in its settings, or in its calculation. */
export interface NodeReference extends Omit<SettingReference, 'at'> {
  /** Where in the settings; of a calculation from the node. */
  readonly at: readonly (string | number)[]
  readonly in: 'settings' | 'expression'
}

/** What a node names, without what stands in it. */
export function referencesOf(node: Node, widgets: Widgets): readonly NodeReference[] {
  const widget = designOf(node, widgets)
  const named = widget?.design.refs?.(settingsOf(widget, node)) ?? []
  return [...named.map((one) => ({ ...one, in: 'settings' as const })), ...operandsOf(node)]
}

function operandsOf(node: Node): readonly NodeReference[] {
  const tokens = node['expression']
  if (!Array.isArray(tokens)) return []
  return tokens.flatMap((token: unknown, index) => {
    const name = asRecord(token)['__vModel__']
    const at = ['expression', index, '__vModel__']
    return typeof name === 'string' && name !== ''
      ? [{ kind: 'field' as const, name, at, in: 'expression' as const }]
      : []
  })
}

/** What nodes were called before fields were renamed. */
export interface OldNames {
  readonly own: string
  /** Of the sub-table around it: its columns are named from their rows by their names alone. */
  readonly table?: string | undefined
  /** Names of that sub-table's columns. */
  readonly columns?: ReadonlySet<string> | undefined
}

/** The names of a sub-table's columns. */
export function columnsOf(table: Node): ReadonlySet<string> {
  const { children } = asRecord(table['__config__'])
  return new Set((Array.isArray(children) ? children : []).map((child) => nameOf(asRecord(child))))
}

/** A node whose references follow fields that were renamed: old path (`total`, `items.price`) → new name. */
export function followNames(
  node: Node,
  names: OldNames,
  renamed: ReadonlyMap<string, string>,
  widgets: Widgets,
): Node {
  const { own, table } = names
  const widget = designOf(node, widgets)
  let next = followRules(node, names, renamed)
  for (const { kind, name, at, ...place } of referencesOf(node, widgets)) {
    const isColumn = kind === 'column'
    if (!isColumn && kind !== 'field') continue
    const free = isColumn ? renamed.get(`${own}.${name}`) : newName(storedDot(name), table, renamed)
    if (free === undefined) continue
    if (place.in === 'expression') next = replaced(next, at, free) as Node
    else if (widget) next = toFormData(widget, replaced(settingsOf(widget, next), at, free) as Node, next)
  }
  return next
}

/** The same of what the rules of a node name. */
export function followRules(node: Node, names: OldNames, renamed: ReadonlyMap<string, string>): Node {
  return Object.entries(rulesFollowing(node, names, renamed)).reduce(
    (next, [rule, source]) => replaced(next, [OWN_RULES, rule], source) as Node,
    node,
  )
}

/** A column as settings name it, where a list of parameters is kept as it is stored (`items-price`). */
function storedDot(name: string): string {
  return name.replace('-', '.')
}

/** What a field that is named is called now; undefined where it is called as before. */
function newName(
  name: string,
  table: string | undefined,
  renamed: ReadonlyMap<string, string>,
): string | undefined {
  const inRow = table === undefined ? undefined : renamed.get(`${table}.${name}`)
  if (inRow !== undefined) return inRow
  const [first = '', column] = name.split('.')
  if (column === undefined) return renamed.get(first)
  const next = `${renamed.get(first) ?? first}.${renamed.get(name) ?? column}`
  return next === name ? undefined : next
}

function designOf(node: Node, { catalogue, designed }: Widgets): DesignedWidget | undefined {
  return designed.get(definitionOf(node, catalogue)?.key ?? '')
}

/** A value with another one at a place in it. */
export function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by
  if (!isRecord(value) && !Array.isArray(value)) return value
  return withValue(value, key, replaced((value as Node)[key], rest, by))
}
