import { asNumber, asRecord, asWord } from '../../json'
import type { NormalField } from './aliases'
import { widgetNameOf } from './widget-name'

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

/** What the children of a container are that do not say it themselves: before 3.5 their place alone told. */
const PARTS_IN: Readonly<Record<string, string>> = {
  tab: 'pane',
  collapse: 'pane',
  'table-grid': 'grid-row',
  'grid-row': 'grid-cell',
}

/**
 * Children of a container (`within`: its widget's key, or what part of one it is), and the container with `active` as 3.5
 * has it: names of panes. Before, it was a position, and panes had neither key nor name
 * (`reference/formdata-format.md §1`). Cells that a merge has swallowed are not drawn.
 */
export function panesOf(
  field: NormalField,
  within: string | undefined,
): {
  readonly field: NormalField
  readonly children: readonly ContainerChild[]
} {
  const config = field.__config__
  const list = Array.isArray(config['children']) ? config['children'] : []
  const children = list.flatMap((item: unknown, index): ContainerChild[] => {
    const child = asRecord(item)
    const widget = partOf(child, within)
    if (!widget) return [{ child, index, settings: {} }]
    if (isMerged(child)) return []
    return [{ child, index, widget, settings: paneSettings(child, widget, index) }]
  })
  const panes = children.filter(({ widget }) => widget === 'pane')
  if (panes.length === 0 || config['active'] === undefined) return { field, children }
  const named = list.some((item: unknown) => typeof asRecord(item)['name'] === 'string')
  const names = panes.map(({ settings }) => asWord(settings['name']))
  return {
    field: { ...field, __config__: { ...config, active: byName(config['active'], names, named) } },
    children,
  }
}

/** What part of its container (`within`) a child is: `pane`, `grid-row`, `grid-cell`; undefined for a node of its own. */
export function partOf(child: Json, within = ''): string | undefined {
  const name = widgetNameOf(child)
  if (Object.hasOwn(PARTS, name)) return PARTS[name]
  const isUnsaid = name === '' && Array.isArray(asRecord(child['__config__'])['children'])
  return isUnsaid && Object.hasOwn(PARTS_IN, within) ? PARTS_IN[within] : undefined
}

/** A pane by its name; what is none, or where the document names none, is its position. */
function byName(active: unknown, names: readonly string[], named: boolean): unknown {
  if (Array.isArray(active)) return active.map((one) => byName(one, names, named))
  if (active === null || active === '' || (named && names.includes(asWord(active)))) return active
  return names[asNumber(active)] ?? active
}

function paneSettings(child: Json, widget: string, index: number): Json {
  if (widget === 'pane') return { name: asWord(child['name'] ?? index + 1), title: child['title'] ?? '' }
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
