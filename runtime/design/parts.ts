import type { Node } from '../form/formdata/identities'
import { asNumber, asRecord, asWord, isRecord } from '../json'
import { type Address, addressOf, found, type Path, pathOf, valueAt } from './address'
import { type Command, together } from './command'
import { definitionOf, type Reason } from './dialect'
import type { ModelTree } from './document'
import { slotOf } from './nodes'
import type { Widgets } from './references'

/** A pane of tabs or of a collapse. */
export interface PaneAt {
  readonly address: Address
  readonly title: string
  readonly name: string
}

/** What a new pane is, by the widget that holds it. */
const PANES: Readonly<Record<string, string>> = { tab: 'tabItem', collapse: 'collapseItem' }

/** Whether a node is made of panes. */
export function holdsPanes(tree: ModelTree, container: Address, { catalogue }: Widgets): boolean {
  const node = found(tree, container)
  return isRecord(node) && (definitionOf(node, catalogue)?.key ?? '') in PANES
}

export function panesIn(tree: ModelTree, container: Address): readonly PaneAt[] {
  const list = pathOf(tree, slotOf(container))
  const panes = list && valueAt(tree, list)
  if (!list || !Array.isArray(panes)) return []
  return panes.map((pane: unknown, index) => {
    const { title, name } = asRecord(pane)
    return {
      address: addressOf(tree, [...list, index]),
      title: typeof title === 'string' ? title : '',
      name: asWord(name ?? index + 1),
    }
  })
}

/** Puts an empty pane behind the others; its name is the lowest number that none has. */
export function addingPane(
  tree: ModelTree,
  container: Address,
  title: string,
  { catalogue }: Widgets,
): Command {
  const panes = panesIn(tree, container)
  const taken = new Set(panes.map(({ name }) => name))
  let name = panes.length + 1
  while (taken.has(String(name))) name += 1
  const key = definitionOf(asRecord(found(tree, container)), catalogue)?.key ?? ''
  const [first] = panes
  const beside = first && asRecord(asRecord(found(tree, first.address))['__config__'])['jnpfKey']
  const value = {
    title,
    name: String(name),
    __config__: { jnpfKey: typeof beside === 'string' ? beside : (PANES[key] ?? 'tabItem'), children: [] },
  }
  return { do: 'insert', into: slotOf(container), at: panes.length, value }
}

/** Takes a pane away with what stands in it; the last one stays. Where it was the open one, the first is. */
export function removingPane(tree: ModelTree, container: Address, index: number): Command | Reason {
  const panes = panesIn(tree, container)
  const pane = panes[index]
  if (!pane) return { reason: '@design.gone' }
  if (panes.length === 1) return { reason: '@design.structure.lastOne' }
  const what: Address = { ...container, path: [...container.path, '__config__', 'active'] }
  const active = found(tree, what)
  const remove: Command = { do: 'remove', what: pane.address }
  const left = panes.filter((one) => one !== pane)
  if (active === pane.name) return together([{ do: 'set', what, value: left[0]?.name ?? '' }, remove])
  if (!Array.isArray(active) || !active.includes(pane.name)) return remove
  return together([{ do: 'set', what, value: active.filter((one) => one !== pane.name) }, remove])
}

/** Moves a pane among the others. */
export function movingPane(tree: ModelTree, container: Address, from: number, to: number): Command | Reason {
  const panes = panesIn(tree, container)
  const pane = panes[from]
  if (!pane || to < 0 || to >= panes.length) return { reason: '@design.gone' }
  return { do: 'move', what: pane.address, into: slotOf(container), at: to }
}

/** A cell of a drawn table, where it begins and how far it reaches. */
export interface CellAt {
  readonly path: Path
  readonly node: Node
  readonly row: number
  readonly column: number
  readonly rowspan: number
  readonly colspan: number
  /** Another cell reaches over it: it is not drawn. */
  readonly merged: boolean
}

/** The cells of a table-grid, row by row. */
export function cellsOf(tree: ModelTree, grid: Path): readonly (readonly CellAt[])[] {
  const rows = listAt(tree, grid)
  return rows.map((_, row) => {
    const path = [...grid, '__config__', 'children', row]
    return listAt(tree, path).map((cell, column) => {
      const said = (key: string) => asRecord(cell['__config__'])[key] ?? cell[key]
      return {
        path: [...path, '__config__', 'children', column],
        node: cell,
        row,
        column,
        rowspan: Math.max(1, asNumber(said('rowspan') ?? 1) || 1),
        colspan: Math.max(1, asNumber(said('colspan') ?? 1) || 1),
        merged: said('merged') === true,
      }
    })
  })
}

export function listAt(tree: ModelTree, path: Path): readonly Node[] {
  const list = valueAt(tree, [...path, '__config__', 'children'])
  return Array.isArray(list) ? list.map(asRecord) : []
}
