import type { Scope } from '@runtime/expression'
import type { Host } from '@runtime/host'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { mayBeTag } from '@widgets/shared/choice-value'
import { numberWidth, textWidth } from '@widgets/shared/text-width'
import { isPlainChoice, shownText, textOf } from './cell'
import { headingOf } from './column-label'
import { NARROWEST } from './columns'
import { childrenOf, type FlatRow } from './flat-rows'
import { subRows } from './heights'
import { holdsNumbers, isDrawn } from './holds-numbers'
import { rowScope } from './scope'
import { type Row, rawOf, type Totals } from './source'
import { totalText, valueText } from './summary-row'

/** The space around a cell's text, and beside a column's name the marks of its order. */
const AROUND = 26
const MARKS = 18
/** In a tree, by which a row is further in than the one above it, and the arrow with its space. */
export const DEEPER = 20
const ARROW = 28
/** The space of a tag around its word. */
const AROUND_TAG = 16
/** Rows that are measured: a page has no more, and ten thousand would not be seen together. */
const MEASURED = 50
/** What else stands in a table's columns. */
export interface Beside {
  readonly plan: ListPlan
  /** The records of the page. */
  readonly page: readonly Row[]
  readonly totals: Totals | undefined
  readonly scope: Scope
}

/** Pixels that each column's name and the values of the rows shown need, by the column's id. */
export function columnNeeds(
  columns: readonly ColumnPlan[],
  rows: readonly FlatRow[],
  host: Host,
  beside?: Beside,
): ReadonlyMap<string, number> {
  const records = rows.filter(({ group }) => !group)
  const shown = records.slice(0, MEASURED)
  const lead = columns.find(({ fixed }) => fixed === 'left') ?? columns[0]
  const needs = new Map<string, number>()
  for (const column of columns) {
    if (column.widget !== undefined) continue
    if (column.value && !(beside && holdsNumbers(column))) continue
    let widest = textWidth(headingOf(column, host)) + (column.sortable ? MARKS : 0)
    if (isDrawn(column)) {
      // Of what is drawn the width is known, and its name is whole beside that.
      if (!column.isSized)
        needs.set(column.id, Math.max(column.width ?? NARROWEST, Math.ceil(widest + AROUND)))
      continue
    }
    if (holdsNumbers(column)) widest = Math.max(widest, numbersWidth(column, rows, records, host, beside))
    for (const flat of column.value ? [] : shown) {
      const before = column === lead ? beforeName(flat) : 0
      for (const text of textsOf(flat.row, column, host)) widest = Math.max(widest, before + textWidth(text))
    }
    needs.set(
      column.id,
      Math.ceil(
        widest + AROUND + (isPlainChoice(column) && column.field && mayBeTag(column.field) ? AROUND_TAG : 0),
      ),
    )
  }
  return needs
}

/** A moment as the server writes it: day and time. */
const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/

/** Columns whose values are moments, whatever they are declared as: half of one says nothing. */
export function momentColumns(
  columns: readonly ColumnPlan[],
  rows: readonly FlatRow[],
  host: Host,
): ReadonlySet<string> {
  const shown = rows.filter(({ group }) => !group).slice(0, MEASURED)
  const isMoment = (column: ColumnPlan) => {
    const texts = shown.flatMap(({ row }) => textsOf(row, column, host)).filter((text) => text !== '')
    return texts.length > 0 && texts.every((text) => MOMENT.test(text))
  }
  return new Set(columns.filter((column) => !column.value && isMoment(column)).map(({ id }) => id))
}

/** What the widest of a column's numbers takes, those of all rows and their sums. */
function numbersWidth(
  column: ColumnPlan,
  rows: readonly FlatRow[],
  records: readonly FlatRow[],
  host: Host,
  beside: Beside | undefined,
): number {
  const { value } = column
  const texts = records.flatMap(({ row }) =>
    value && beside ? shownText(value.evaluate(rowScope(row, beside.scope))) : textsOf(row, column, host),
  )
  if (beside?.plan.summary?.includes(column.path)) {
    const { plan, page, totals } = beside
    for (const { group, row } of rows) if (group) texts.push(totalText(childrenOf(row), column, plan, host))
    texts.push(totalText(page, column, plan, host), valueText(totals?.[column.path] ?? null, column, host))
  }
  const longest = texts.reduce((long, text) => (textWidth(text) > textWidth(long) ? text : long), '')
  return numberWidth(longest)
}

/** What stands before a row's name in a tree: its depth and the arrow. */
const beforeName = ({ parent, level }: FlatRow) => (parent || level > 0 ? level * DEEPER + ARROW : 0)

function textsOf(row: Row, column: ColumnPlan, host: Host): readonly string[] {
  const [table = '', inner] = column.path.split('.')
  const rows = inner === undefined ? [row] : subRows(row, table)
  const name = inner ?? table
  return rows.map((one) => textOf(column, column.field, one[name] ?? rawOf(one, name), host))
}
