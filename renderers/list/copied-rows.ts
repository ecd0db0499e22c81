import type { Scope } from '@runtime/expression'
import type { Host } from '@runtime/host'
import type { ColumnPlan } from '@runtime/list/plan'
import { type SheetCell, sheetText } from '@runtime/widget/sheet-text'
import { writeClipboard } from '@widgets/shared/clipboard'
import type { ClipboardEvent } from 'react'
import { shownText, textOf } from './cell'
import type { TableLayout } from './columns'
import type { FlatRow } from './flat-rows'
import { subRows } from './heights'
import { rowScope } from './scope'
import { type Row, rawOf } from './source'
import { numberIn } from './summary-row'
import { tagOf } from './tag-cell'

/** What a table has to copy from. */
export interface CopySource {
  readonly layout: TableLayout
  readonly rows: readonly FlatRow[]
  readonly selected: ReadonlySet<string>
  readonly scope: Scope
  readonly host: Host
}

/**
 * Copies the ticked rows that are shown, without any the cell or the row that has the focus, as the table shows them: tab-separated
 * text, and a table for programs that prefer it. What is marked, or a control of the row, is copied by the browser.
 */
export function copyRows(event: ClipboardEvent<HTMLElement>, source: CopySource): void {
  const { target } = event
  if (!(target instanceof HTMLElement) || document.getSelection()?.type === 'Range') return
  const isCell = target.parentElement?.classList.contains('loam-list-row-cells')
  const focused = (isCell ? target.closest<HTMLElement>('[data-row]') : target)?.dataset['row']
  if (focused === undefined) return
  const { rows, selected, host } = source
  const records = rows.filter(({ group }) => !group)
  const ticked = records.filter(({ id }) => selected.has(id))
  if (isCell && ticked.length === 0) {
    const text = (target.textContent ?? '').trim()
    if (text === '') return
    event.preventDefault()
    event.clipboardData.setData('text/plain', text)
    host.toast('success', host.text('@view.cellCopied'))
    return
  }
  const chosen = ticked.length > 0 ? ticked : records.filter(({ id }) => id === focused)
  if (chosen.length === 0) return
  const matrix = chosen.map(({ id, row }) => textsOf(row, drawnRow(event.currentTarget, id), source))
  event.preventDefault()
  writeClipboard(event.clipboardData, matrix)
  host.toast('success', host.text('@view.rowsCopied', { count: chosen.length }))
}

function drawnRow(place: HTMLElement, id: string): HTMLElement | null {
  return place.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] .loam-list-row-cells`)
}

/** A row's texts by column: of a row that is drawn those that are seen, names that were asked for among them. */
function textsOf(
  row: Row,
  drawn: HTMLElement | null,
  { layout, scope, host }: CopySource,
): readonly string[] {
  const shown = layout.columns.flatMap(({ plan }, index) => {
    if (!plan) return []
    const cell = plan.path.includes('.') ? null : drawn?.children[index]
    const text = cell ? (cell.textContent ?? '').trim() : cellText(row, plan, scope, host)
    return [numberOf(row, plan, text, scope) === null ? sheetText(text) : text]
  })
  return [...shown, ...layout.left.map((plan) => sheetText(sheetCell(row, plan, scope, host)))]
}

/** A cell for a spreadsheet: its number where it shows one. */
export function sheetCell(row: Row, column: ColumnPlan, scope: Scope, host: Host): SheetCell {
  const text = cellText(row, column, scope, host)
  return numberOf(row, column, text, scope) ?? text
}

/** The number that a cell's text shows; null where it shows none: a date and a switch are kept as numbers too. */
function numberOf(row: Row, column: ColumnPlan, text: string, scope: Scope): number | null {
  const { path, field, thousands, value } = column
  if (text === '' || path.includes('.')) return null
  const held = value ? value.evaluate(rowScope(row, scope)) : row[path]
  if (typeof held === 'number' && text === String(held)) return held
  if (value) return null
  const { group, sort } = field?.definition ?? {}
  return thousands || (group === 'text' && sort === 'number') ? numberIn(row, path) : null
}

/** The text of a cell as its data says it; of a sub-table's column a line each. */
export function cellText(row: Row, column: ColumnPlan, scope: Scope, host: Host): string {
  if (column.value) return shownText(column.value.evaluate(rowScope(row, scope)))
  const [table = '', inner] = column.path.split('.')
  const name = inner ?? table
  const texts = (inner === undefined ? [row] : subRows(row, table)).map((one) => {
    const choice = column.widget === 'tag' ? tagOf(column, rawOf(one, name)) : undefined
    return choice
      ? host.text(choice.label)
      : textOf(column, column.field, one[name] ?? rawOf(one, name), host)
  })
  return texts.join('\n')
}
