import type { Option } from '@runtime/widget/definition'
import { takesText } from '@runtime/widget/sheet-number'
import type { CellText } from '../cell-text'
import type { GridColumn } from '../columns'
import { type CellChange, validated } from '../paste'
import { plainHeading } from './headings'
import type { SheetCell, SheetMatrix } from './workbook'

/** Rows of one import (`spec/administration.md §5`, "Import"). */
export const IMPORT_ROWS = 1_000
/** Rows above the headings that a title may take. */
const TITLE_ROWS = 10

export interface ImportTarget {
  readonly columns: readonly GridColumn[]
  /** What each column is called in a sheet. */
  readonly headings: readonly string[]
  isWritable(rowId: null, column: GridColumn): boolean
  readonly text: Pick<CellText, 'fromText'>
  /** Choices of a column in a row that has these values. */
  choices(column: string, values: Readonly<Record<string, unknown>>): Promise<readonly Option[]>
}

export interface ImportPlan {
  /** Rows to be added, with what each of their cells shall hold. */
  readonly rows: readonly (readonly CellChange[])[]
  /** Texts that their columns cannot read. */
  readonly failed: number
  /** Headings that no column has. */
  readonly strange: readonly string[]
}

/** Why nothing can be imported: no row, no heading of the table, more rows than one import takes. */
export type ImportRefusal = 'importEmpty' | 'importHeadings' | 'importRows'

/** Where each column of the table stands in the sheet, and the row of the headings. */
interface Header {
  readonly row: number
  /** Index of a column of the sheet → the table's. */
  readonly columns: ReadonlyMap<number, GridColumn>
  readonly strange: readonly string[]
}

/** Validates every cell of a sheet as a paste would, without touching the table. */
export async function planImport(
  sheet: SheetMatrix,
  target: ImportTarget,
): Promise<ImportPlan | ImportRefusal> {
  if (filledRows(sheet).length === 0) return 'importEmpty'
  const header = headerOf(sheet, target)
  if (!header) return 'importHeadings'
  const filled = filledRows(sheet.slice(header.row + 1))
  if (filled.length === 0) return 'importEmpty'
  if (filled.length > IMPORT_ROWS) return 'importRows'
  const rows: (readonly CellChange[])[] = []
  for (const cells of filled) rows.push(await validatedRow(cells, header, target))
  const failed = rows.flat().filter(({ error }) => error !== undefined).length
  return { rows, failed, strange: header.strange }
}

/** Columns whose choices depend on others are read after these. */
async function validatedRow(
  cells: SheetMatrix[number],
  header: Header,
  target: ImportTarget,
): Promise<readonly CellChange[]> {
  const changes: CellChange[] = []
  for (const [index, column] of header.columns) {
    const cell = cells[index]
    if (!cell || !target.isWritable(null, column)) continue
    const values = Object.fromEntries(changes.map(({ column: name, value }) => [name, value]))
    // Choices that cannot be fetched leave the text unread, as elsewhere.
    const choices = column.dependent
      ? await target.choices(column.name, values).catch(() => undefined)
      : undefined
    changes.push(validated(column, null, textFor(column, cell), target.text, choices))
  }
  return changes
}

function textFor({ numeric, field }: GridColumn, { shown, plain, text = shown }: SheetCell): string {
  if (numeric) return plain
  return takesText(field.definition) ? text : shown
}

function filledRows(sheet: SheetMatrix): SheetMatrix {
  return sheet.filter((row) => row.some(({ shown }) => shown !== ''))
}

/** The row of the first ones that names most columns; null where none names any. */
function headerOf(sheet: SheetMatrix, { columns, headings }: ImportTarget): Header | null {
  let best: Header | null = null
  for (let row = 0; row < Math.min(sheet.length, TITLE_ROWS); row += 1) {
    const found = new Map<number, GridColumn>()
    const strange: string[] = []
    sheet[row]?.forEach(({ shown }, index) => {
      if (shown === '') return
      const at = headings.findIndex((heading) => plainHeading(heading) === plainHeading(shown))
      const column = columns[at]
      if (column && ![...found.values()].includes(column)) found.set(index, column)
      else strange.push(shown)
    })
    const inOrder = [...found].sort(([, a], [, b]) => Number(a.dependent) - Number(b.dependent))
    if (found.size > (best?.columns.size ?? 0)) best = { row, columns: new Map(inOrder), strange }
  }
  return best
}
