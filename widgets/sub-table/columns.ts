import type { FieldPlan, FormPlan, RulePlan } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import { widgetOf } from '../registry'
import type { Widget } from '../widget'
import type { HeaderGroup } from './definition'

/** A column as the grid knows it: what is fixed for the life of the plan. */
export interface GridColumn {
  readonly name: string
  readonly field: FieldPlan
  readonly widget: Widget | undefined
  readonly label: string
  /** With the head that it stands under, where that is not to be seen: two heads may have columns of the same label. */
  readonly title: string
  /** Numbers stand to the right, so that their digits align. */
  readonly numeric: boolean
  /** False for what a person cannot write at all: computed, read-only, display and unknown widgets. */
  readonly writable: boolean
  /** States or choices that may differ from row to row: bulk operations must ask each cell. */
  readonly perRow: boolean
  /** Its choices depend on other values, which empty it when they change. */
  readonly dependent: boolean
  /** Pixels, before a person's own width and before filling the place. */
  readonly width: number
}

/** A run of neighbouring columns under one header: a group, or a column alone. */
export interface HeaderUnit {
  readonly group: HeaderGroup | null
  readonly first: number
  readonly last: number
}

const MINIMUM_WIDTH = 64
const MAXIMUM_WIDTH = 800
/** Room beside a header's text: padding, the mark of required and of a tip. */
const HEADER_ROOM = 44

/** The columns shown, in order: those of one group stand together where its first one stood. */
export function gridColumns(
  fields: readonly FieldPlan[],
  groups: readonly HeaderGroup[],
  host: Pick<Host, 'text'>,
  rules: FormPlan['rules'] = [],
): readonly GridColumn[] {
  const shown = fields.filter((field) => field.visible)
  const groupOf = (field: FieldPlan) => groups.find((group) => group.childColumns.includes(field.name))
  const taken = new Set<FieldPlan>()
  const ordered = shown.flatMap((field) => {
    if (taken.has(field)) return []
    const group = groupOf(field)
    const members = group ? shown.filter((other) => groupOf(other) === group) : [field]
    for (const member of members) taken.add(member)
    return members
  })
  const kindsOf = (path: string) => rules.flatMap(({ target, kind }) => (target === path ? [kind] : []))
  return ordered.map((field) => {
    const label = host.text(field.label)
    const head = host.text(groupOf(field)?.fullName)
    return gridColumn(field, { label, title: head ? `${head} · ${label}` : label }, kindsOf(field.path))
  })
}

function gridColumn(
  field: FieldPlan,
  { label, title }: Pick<GridColumn, 'label' | 'title'>,
  rules: readonly RulePlan['kind'][],
): GridColumn {
  const widget = widgetOf(field.widget)
  const definition = field.definition
  const numeric = definition?.group === 'text' && definition.sort === 'number'
  const editor = widget?.CellEdit ?? widget?.Edit
  return {
    name: field.name,
    field,
    widget,
    ...{ label, title },
    numeric,
    writable: editor !== undefined && !field.computed && !field.readonly && !field.disabled,
    perRow: rules.some((kind) => kind !== 'value'),
    dependent: rules.includes('options'),
    width: field.columnWidth ?? defaultWidth(label, numeric),
  }
}

function defaultWidth(label: string, numeric: boolean): number {
  const text = [...label].reduce((width, character) => width + (character > '\u02ff' ? 14 : 8), 0)
  return Math.max(numeric ? 120 : 160, Math.min(text + HEADER_ROOM, 280))
}

/** Header units over the columns in their order. Groups of one name list only columns that are there. */
export function headerUnits(
  columns: readonly GridColumn[],
  groups: readonly HeaderGroup[],
): readonly HeaderUnit[] {
  const units: HeaderUnit[] = []
  columns.forEach((column, index) => {
    const group = groups.find(({ childColumns }) => childColumns.includes(column.name)) ?? null
    const open = units.at(-1)
    if (group && open?.group === group) units[units.length - 1] = { ...open, last: index }
    else units.push({ group, first: index, last: index })
  })
  return units
}

export function boundedWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, MINIMUM_WIDTH), MAXIMUM_WIDTH))
}

/**
 * Widths in pixels that fill `available`: what is over is shared by the columns that neither the model nor the person
 * gave a width, or by all when each has one; columns are never made narrower.
 * @param needs pixels that the numbers of a column need, whatever width it was given
 */
export function fittedWidths(
  columns: readonly GridColumn[],
  own: Readonly<Record<string, number>>,
  available: number,
  needs: Readonly<Record<string, number>> = {},
): readonly number[] {
  const widths = columns.map((column) => Math.max(own[column.name] ?? column.width, needs[column.name] ?? 0))
  const spare = available - widths.reduce((sum, width) => sum + width, 0)
  if (spare <= 0 || columns.length === 0) return widths
  const free = columns.flatMap((column, index) =>
    own[column.name] === undefined && column.field.columnWidth === undefined ? [index] : [],
  )
  const untouched = columns.flatMap((column, index) => (own[column.name] === undefined ? [index] : []))
  const growing = free.length > 0 ? free : untouched
  const total = growing.reduce((sum, index) => sum + (widths[index] ?? 0), 0)
  let [exact, given] = [0, 0]
  for (const index of growing) {
    const width = widths[index] ?? 0
    exact += (spare * width) / total
    // Whole pixels: a cell that ends within one loses its border line to the next.
    const share = Math.round(exact) - given
    given += share
    widths[index] = width + share
  }
  return widths
}

/** Where each column begins, and at the end where the last one ends: `[0, 160, 280]` for two columns. */
export function columnOffsets(widths: readonly number[]): readonly number[] {
  const offsets = [0]
  for (const width of widths) offsets.push((offsets.at(-1) ?? 0) + width)
  return offsets
}
