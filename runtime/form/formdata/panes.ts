import { asRecord } from '../../json'
import { type NormalField, widgetNameOf } from './aliases'

type Json = Readonly<Record<string, unknown>>

/** A child of a container: a node of its own, or a pane, a grid's row or cell, which belong to their container. */
export interface ContainerChild {
  readonly child: Json
  /** Position in `__config__.children`. */
  readonly index: number
  /** `pane`, `grid-row`, `grid-cell`; undefined for what is a widget itself. */
  readonly widget?: string
  readonly settings: Json
}

const PARTS: Readonly<Record<string, string>> = {
  tabItem: 'pane',
  collapseItem: 'pane',
  stepItem: 'pane',
  tableGridTr: 'grid-row',
  tableGridTd: 'grid-cell',
}

/**
 * Children of a container, and the container with `active` as 3.5 has it: names of panes. Before, it was a position and
 * panes had no names (`reference/formdata-format.md §1`). Cells that a merge has swallowed are not drawn.
 */
export function panesOf(field: NormalField): {
  readonly field: NormalField
  readonly children: readonly ContainerChild[]
} {
  const config = field.__config__
  const list = Array.isArray(config['children']) ? config['children'] : []
  const children = list.flatMap((item: unknown, index): ContainerChild[] => {
    const child = asRecord(item)
    const widget = PARTS[widgetNameOf(asRecord(child['__config__']))]
    if (!widget) return [{ child, index, settings: {} }]
    if (isMerged(child)) return []
    return [{ child, index, widget, settings: paneSettings(child, widget, index) }]
  })
  const named = list.some((item: unknown) => typeof asRecord(item)['name'] === 'string')
  if (named || children[0]?.widget !== 'pane' || config['active'] === undefined) return { field, children }
  return { field: { ...field, __config__: { ...config, active: byName(config['active']) } }, children }
}

function byName(active: unknown): unknown {
  if (Array.isArray(active)) return active.map(byName)
  const position = Number(active)
  return Number.isInteger(position) ? String(position + 1) : active
}

function paneSettings(child: Json, widget: string, index: number): Json {
  if (widget === 'pane') return { name: String(child['name'] ?? index + 1), title: child['title'] ?? '' }
  const { children: _, jnpfKey: __, ...config } = asRecord(child['__config__'])
  return widget === 'grid-cell' ? { colspan: 1, rowspan: 1, ...own(child, CELL), ...own(config, CELL) } : {}
}

const CELL = ['colspan', 'rowspan', 'backgroundColor', 'width', 'height'] as const

function own(from: Json, keys: readonly string[]): Json {
  return Object.fromEntries(keys.flatMap((key) => (key in from ? [[key, from[key]]] : [])))
}

function isMerged(child: Json): boolean {
  return child['merged'] === true || asRecord(child['__config__'])['merged'] === true
}
