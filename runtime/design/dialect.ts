import { normaliseField } from '../form/formdata/aliases'
import type { Node } from '../form/formdata/identities'
import { partOf } from '../form/formdata/panes'
import { widgetNameOf } from '../form/formdata/widget-name'
import { asRecord, asWord } from '../json'
import type { TextParams } from '../text'
import type { WidgetCatalogue, WidgetDefinition } from '../widget/definition'

/** The widget of a node; undefined for a part of one (a pane, a grid's row) and for what no widget here is. */
export function definitionOf(node: Node, catalogue: WidgetCatalogue): WidgetDefinition | undefined {
  return (
    catalogue.byJnpfKey(widgetNameOf(node)) ??
    catalogue.byJnpfKey(asWord(normaliseField(node).__config__['jnpfKey']))
  )
}

/** Why something cannot stand in a place, in words. */
export interface Reason {
  readonly reason: string
  readonly params?: TextParams
}

/** What the parts of a widget are, by what holds them. */
const HOLDS: Readonly<Record<string, { readonly part: string; readonly reason: string }>> = {
  tab: { part: 'pane', reason: '@design.onlyPanes' },
  collapse: { part: 'pane', reason: '@design.onlyPanes' },
  'table-grid': { part: 'grid-row', reason: '@design.onlyRows' },
  'grid-row': { part: 'grid-cell', reason: '@design.onlyCells' },
}

/**
 * Why a node cannot stand among the children of another (none: the form); null when it can. `above` are the nodes around
 * the one that would hold it, the outermost first.
 */
export function refusal(
  node: Node,
  above: readonly Node[],
  parent: Node | undefined,
  catalogue: WidgetCatalogue,
): Reason | null {
  const within = parent && kindOf(parent, above, catalogue)
  const definition = definitionOf(node, catalogue)
  const isPart = partOf(node, within?.key ?? '') !== undefined
  if (within?.kind === 'table') return refusalOfColumn(node, definition, isPart)
  const holds = within && Object.hasOwn(HOLDS, within.key) ? HOLDS[within.key] : undefined
  if (holds) return partOf(node, within?.key) === holds.part ? null : { reason: holds.reason }
  if (isPart) return { reason: '@design.partElsewhere' }
  if (within && within.kind !== 'holder') return { reason: '@design.holdsNothing' }
  return null
}

function refusalOfColumn(
  node: Node,
  definition: WidgetDefinition | undefined,
  isPart: boolean,
): Reason | null {
  if (definition?.kind === 'table') return { reason: '@design.tableInTable' }
  if (isPart || definition?.kind === 'layout' || Array.isArray(asRecord(node['__config__'])['children']))
    return { reason: '@design.containerInTable' }
  if (definition?.notInTable || definition?.kind === 'display')
    return { reason: '@design.notInTable', params: { widget: definition.title } }
  return null
}

/** Whether a node holds others, and by what name its children know it. */
function kindOf(
  node: Node,
  above: readonly Node[],
  catalogue: WidgetCatalogue,
): { readonly kind: 'table' | 'holder' | 'leaf'; readonly key: string } {
  const parent = above.at(-1)
  const part = partOf(node, parent && kindOf(parent, above.slice(0, -1), catalogue).key)
  if (part) return { kind: isMerged(node) ? 'leaf' : 'holder', key: part }
  const definition = definitionOf(node, catalogue)
  const key = definition?.key ?? ''
  if (definition?.kind === 'table') return { kind: 'table', key }
  const holds = definition
    ? definition.kind === 'layout'
    : Array.isArray(asRecord(node['__config__'])['children'])
  return { kind: holds ? 'holder' : 'leaf', key }
}

/** A cell that a merge has swallowed is not drawn. */
function isMerged(node: Node): boolean {
  return node['merged'] === true || asRecord(node['__config__'])['merged'] === true
}

/** A node's name in the record. */
export function nameOf(node: Node): string {
  const name = node['__vModel__']
  return typeof name === 'string' ? name : ''
}
