import type { Host } from '@runtime/host'
import type { ColumnPlan } from '@runtime/list/plan'
import { textOf } from './cell'
import { isTagged } from './choice-tag'
import type { FlatRow } from './flat-rows'
import { subRows } from './heights'
import { type Row, rawOf } from './source'

/** Pixels at 14 px of a character of Chinese, of a capital, and of a small letter or digit. */
const WIDE = 14
const CAPITAL = 10.5
const NARROW = 8
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
/** Widgets that draw something else than their text. */
const DRAWN: ReadonlySet<string> = new Set([
  'image-upload',
  'file-upload',
  'rate',
  'slider',
  'color-picker',
  'barcode',
  'qrcode',
  'rich-text',
  'switch',
])

/** Pixels that each column's name and the values of the rows shown need, by the column's id. */
export function columnNeeds(
  columns: readonly ColumnPlan[],
  rows: readonly FlatRow[],
  host: Host,
): ReadonlyMap<string, number> {
  const shown = rows.filter(({ group }) => !group).slice(0, MEASURED)
  const lead = columns.find(({ fixed }) => fixed === 'left') ?? columns[0]
  const needs = new Map<string, number>()
  for (const column of columns) {
    if (DRAWN.has(column.field?.widget ?? '') || column.widget !== undefined || column.value) continue
    let widest = textWidth(host.text(column.label)) + (column.sortable ? MARKS : 0)
    for (const flat of shown) {
      const before = column === lead ? beforeName(flat) : 0
      for (const text of textsOf(flat.row, column, host)) widest = Math.max(widest, before + textWidth(text))
    }
    needs.set(column.id, Math.ceil(widest + AROUND + (isTagged(column) ? AROUND_TAG : 0)))
  }
  return needs
}

/** What stands before a row's name in a tree: its depth and the arrow. */
const beforeName = ({ parent, level }: FlatRow) => (parent || level > 0 ? level * DEEPER + ARROW : 0)

function textsOf(row: Row, column: ColumnPlan, host: Host): readonly string[] {
  const [table = '', inner] = column.path.split('.')
  const rows = inner === undefined ? [row] : subRows(row, table)
  const name = inner ?? table
  return rows.map((one) => textOf(column, column.field, one[name] ?? rawOf(one, name), host))
}

function textWidth(text: string): number {
  let width = 0
  // Letters of Latin and its neighbours end before the radicals of Chinese.
  for (const sign of text)
    width += (sign.codePointAt(0) ?? 0) >= 0x2e80 ? WIDE : sign >= 'A' && sign <= 'Z' ? CAPITAL : NARROW
  return width
}
