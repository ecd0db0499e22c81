import { isNumeric } from './fields'
import type { ColumnPlan, ListPlan } from './plan'

/** Widgets whose values say how something stands: those of few words first, then those that may also name a kind. */
const VERDICTS: ReadonlySet<string> = new Set(['radio', 'switch'])
const STATES: ReadonlySet<string> = new Set([...VERDICTS, 'select', 'dictionary-select', 'checkbox'])
const DATES: ReadonlySet<string> = new Set(['date-picker', 'date-range'])
/** Widgets whose values name nothing. */
const NAMELESS: ReadonlySet<string> = new Set([
  ...DATES,
  ...['time-picker', 'open-data', 'rate', 'slider', 'color-picker'],
  ...['image-upload', 'file-upload', 'rich-text', 'textarea', 'number-range'],
])

/** What a phone shows of a row: each member has a place of its own in the card. */
export interface CardColumns {
  readonly name?: ColumnPlan
  /** How it stands. */
  readonly state?: ColumnPlan
  /** What it comes to. */
  readonly amount?: ColumnPlan
  /** When it is: the first of these that a row has. */
  readonly dates: readonly ColumnPlan[]
  /** A line each. */
  readonly lines: readonly ColumnPlan[]
}

/**
 * The columns that a phone shows of a row: what the document says, else what names the row, how it stands, what it comes to
 * and when it is. A column that a person has hidden is not shown.
 */
export function cardColumns(
  plan: Pick<ListPlan, 'card' | 'summary' | 'calendar'>,
  columns: readonly ColumnPlan[],
): CardColumns {
  const plain = columns.filter(({ path }) => !path.includes('.') || plan.card?.includes(path))
  const written = (plan.card ?? []).flatMap((path) => plain.find((column) => column.path === path) ?? [])
  if (written.length > 0) return writtenCard(written)
  const name = nameColumn(plain)
  const others = plain.filter((column) => column !== name)
  const state = stateColumn(others)
  const amount =
    others.find(({ path }) => plan.summary.includes(path)) ?? others.findLast((column) => isAmount(column))
  const dates = others.filter(isDate)
  const due = dates.filter(({ path }) => path === plan.calendar?.field)
  const isBare = !state && !amount && dates.length === 0
  return {
    ...(name && { name }),
    ...(state && { state }),
    ...(amount && { amount }),
    dates: [...due, ...dates.filter((column) => !due.includes(column))],
    lines: isBare ? others.slice(0, 1) : [],
  }
}

/** The columns that a card shows, whatever their places. */
export function columnsOnCard({ name, state, amount, dates, lines }: CardColumns): readonly ColumnPlan[] {
  return [name, state, amount, dates[0], ...lines].filter((column) => column !== undefined)
}

/** The column that names a row: the first whose values are words and no state, else the first of all. */
export function nameColumn(columns: readonly ColumnPlan[]): ColumnPlan | undefined {
  const plain = columns.filter(({ path }) => !path.includes('.'))
  return (
    plain.find((column) => !isState(column) && !isAmount(column) && !NAMELESS.has(widgetOf(column))) ??
    plain[0]
  )
}

/** The column that says how a row stands: first one whose choices have colours, since somebody meant it to be seen. */
export function stateColumn(columns: readonly ColumnPlan[]): ColumnPlan | undefined {
  const states = columns.filter(isState)
  return states.find(isColoured) ?? states.find((column) => VERDICTS.has(widgetOf(column))) ?? states[0]
}

function isColoured({ field }: ColumnPlan): boolean {
  const { options } = field ?? {}
  return options?.kind === 'static' && options.options.some(({ data }) => data?.['color'] !== undefined)
}

/** A document says which columns, in its order: the first names the row, a tag is how it stands. */
function writtenCard([name, ...others]: readonly ColumnPlan[]): CardColumns {
  const state = others.find(({ widget }) => widget === 'tag')
  const lines = others.filter((column) => column !== state)
  return { ...(name && { name }), ...(state && { state }), dates: [], lines }
}

/** Whether a column's values say how something stands. */
export function isState(column: ColumnPlan): boolean {
  return STATES.has(widgetOf(column)) || column.widget === 'tag'
}

/** Whether a column's values are days or moments. */
export function isDate(column: ColumnPlan): boolean {
  return DATES.has(widgetOf(column))
}

/** Whether a column's values can be added up. */
export function isAmount(column: ColumnPlan): boolean {
  const { field } = column
  return field !== undefined && isNumeric(field) && !isDate(column) && !isState(column)
}

function widgetOf({ field, widget }: ColumnPlan): string {
  return field?.widget ?? widget ?? ''
}
