import type { Host } from '@runtime/host'
import type { GridColumn } from '../columns'
import type { HeaderGroup } from '../definition'
import type { GridModel } from '../grid-model'
import { headings } from './headings'
import { makeSheet } from './run-book'
import type { SheetValue } from './workbook'

/** Pixels of a column on the screen that are one character of a sheet. */
const CHARACTER = 8

type SaveHost = Pick<Host, 'text' | 'toast' | 'download'>

/** Saves a sheet with the headings of the columns that a person fills; required ones have a star. */
export async function saveTemplate(
  model: GridModel,
  groups: readonly HeaderGroup[],
  title: string,
  host: SaveHost,
): Promise<void> {
  const names = headings(model.columns, groups)
  const filled = model.columns.flatMap((column, index) =>
    column.writable ? [{ column, name: `${column.field.required ? '*' : ''}${names[index]}` }] : [],
  )
  await save(
    host.text('@table.templateName', { title }),
    [filled.map(({ name }) => name)],
    filled.map(({ column }) => column),
    host,
  )
}

/** Saves all rows as they are read on the screen. */
export async function saveRows(
  model: GridModel,
  groups: readonly HeaderGroup[],
  title: string,
  host: SaveHost,
): Promise<void> {
  model.commit()
  model.settle()
  const { table, columns, text } = model
  await text.prepare(columns)
  const readCell = (rowId: string, column: GridColumn): SheetValue => {
    const value = table.get(rowId, column.name)
    if (column.perRow && !table.cell(rowId, column.name).state.visible) return ''
    return column.numeric && typeof value === 'number' ? value : text.toText(column, rowId, value)
  }
  const rows = model.ids.map((rowId) => columns.map((column) => readCell(rowId, column)))
  await save(title, [headings(columns, groups), ...rows], columns, host)
}

async function save(
  name: string,
  rows: readonly (readonly SheetValue[])[],
  columns: readonly GridColumn[],
  host: SaveHost,
): Promise<void> {
  const widths = columns.map(({ width }) => Math.round(width / CHARACTER))
  const file = await makeSheet(name, rows, widths)
  if (!file) return host.toast('error', host.text('@table.saveFailed'))
  const address = URL.createObjectURL(file)
  try {
    await host.download(address, `${name}.xlsx`)
  } finally {
    // The browser reads the address after this task.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }
}
