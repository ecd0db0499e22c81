import { isNumeric } from './fields'
import type { ColumnPlan, ListPlan } from './plan'

/** Widgets whose values say how something stands. */
const STATES: ReadonlySet<string> = new Set(['radio', 'select', 'switch', 'dictionary-select', 'checkbox'])
/** Widgets whose values name nothing. */
const NAMELESS: ReadonlySet<string> = new Set([
  ...['date-picker', 'time-picker', 'date-range', 'open-data', 'rate', 'slider', 'color-picker'],
  ...['image-upload', 'file-upload', 'rich-text', 'textarea', 'number-range'],
])

/**
 * The columns that a phone shows of a row, its name first: what the document says, else what names the row, how it stands
 * and what it comes to. A column that a person has hidden is not shown.
 */
export function cardColumns(
  plan: Pick<ListPlan, 'card' | 'summary'>,
  columns: readonly ColumnPlan[],
): readonly ColumnPlan[] {
  const plain = columns.filter(({ path }) => !path.includes('.') || plan.card?.includes(path))
  const named = (plan.card ?? []).flatMap((path) => plain.find((column) => column.path === path) ?? [])
  if (named.length > 0) return named
  const name = nameColumn(plain)
  const others = plain.filter((column) => column !== name)
  const state = others.find(isState)
  const amount =
    others.find(({ path }) => plan.summary.includes(path)) ?? others.findLast((column) => isAmount(column))
  const chosen = [state, amount].filter((column) => column !== undefined)
  return name ? [name, ...(chosen.length > 0 ? chosen : others.slice(0, 1))] : plain.slice(0, 2)
}

/** The column that names a row: the first whose values are words and no state, else the first of all. */
export function nameColumn(columns: readonly ColumnPlan[]): ColumnPlan | undefined {
  const plain = columns.filter(({ path }) => !path.includes('.'))
  return (
    plain.find((column) => !isState(column) && !isAmount(column) && !NAMELESS.has(widgetOf(column))) ??
    plain[0]
  )
}

function isState(column: ColumnPlan): boolean {
  return STATES.has(widgetOf(column)) || column.widget === 'tag'
}

function isAmount({ field }: ColumnPlan): boolean {
  return field !== undefined && isNumeric(field)
}

function widgetOf({ field, widget }: ColumnPlan): string {
  return field?.widget ?? widget ?? ''
}
