import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { TableCell } from '../../../workers/table'
import { type Columns, columnsIn, type Placed } from './columns'
import { type ImportHead, type KnownHead, type Leaf, pathOf } from './heads'

/** A row as the wire has it: texts by field, those of a sub-table's rows below its name; `importId` names the line of its file. */
export type ImportRow = Readonly<Record<string, unknown>>

/** What the answer of an import adds to a row; a file may have a column of it, which is passed over. */
export const ERRORS = 'errorsInfo'

/** The rows of a sub-table in a row; what else somebody sends is none. */
export function itemsOf(value: unknown): readonly ImportRow[] {
  return Array.isArray(value)
    ? value.filter(
        (item): item is ImportRow => typeof item === 'object' && item !== null && !Array.isArray(item),
      )
    : []
}

/** A cell of a row that was sent: texts and numbers; what else somebody sends is none. */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/**
 * The rows of a table by the heads of an import. Rows of a sub-table stand below each other: what has no cell of its own in a line, or
 * only such as reach down into it, belongs to the record above.
 * @throws ApiError 400: no heads, no rows, a column that the import does not have
 */
export function rowsOf(
  sheet: readonly (readonly TableCell[])[],
  heads: readonly ImportHead[],
  source: string,
  { ignored, known = [], example }: SheetWords,
): ImportRow[] {
  const columns = columnsIn(sheet, heads, ignored, known)
  const { leaves, below } = columns
  const own = leaves.filter(({ leaf }) => leaf.table === undefined)
  const rows: Record<string, unknown>[] = []
  let examples = example === undefined ? 0 : 1
  for (const [at, cells] of sheet.entries()) {
    if (at < below || cells.every(isEmpty)) continue
    if (examples > 0 && example && isExample(leaves, cells, example)) {
      examples -= 1
      continue
    }
    const last = rows.at(-1)
    const continues = last !== undefined && continuesRecord(columns, own, cells)
    const row = continues ? last : { importId: `${source}.${at + 1}` }
    if (!continues) rows.push(row)
    for (const [table, columns] of tablesOf(leaves)) {
      const item = columns.every(({ at }) => isAbove(cells[at])) ? {} : textsOf(columns, cells)
      if (Object.keys(item).length > 0) row[table] = [...((row[table] as unknown[]) ?? []), item]
    }
    if (!continues) Object.assign(row, textsOf(own, cells))
  }
  if (rows.length === 0) throw new ApiError(CODE.badRequest, '@transfer.empty')
  return rows
}

/** What an import knows of sheets beside its own heads. */
export interface SheetWords {
  /** Heads that are passed over, whatever stands below them. */
  readonly ignored: ReadonlySet<string>
  readonly known?: readonly KnownHead[]
  /** The row that a template shows how to fill in with; whoever leaves it there does not mean it. */
  readonly example?: ReadonlyMap<string, string>
}

/** A line that says nothing of a record itself; what is passed over says whose line it is, too. */
function continuesRecord({ passed }: Columns, own: readonly Placed[], cells: readonly TableCell[]): boolean {
  if (own.length + passed.length === 0) return false
  return [...own.map(({ at }) => at), ...passed].every((at) => isAbove(cells[at]))
}

/** As the template has it, in every column, the one that calls it an example among them: any other line is somebody's own. */
function isExample(
  leaves: readonly Placed[],
  cells: readonly TableCell[],
  example: ReadonlyMap<string, string>,
): boolean {
  const [marked] = example.keys()
  return (
    leaves.some(({ leaf }) => pathOf(leaf) === marked) &&
    leaves.every(({ leaf, at }) => (cells[at]?.text ?? '') === (example.get(pathOf(leaf)) ?? ''))
  )
}

/** Of what is merged across columns the first has it: the others are none of its field's. */
const isEmpty = (cell: TableCell | undefined) =>
  !cell || cell.merged === 'across' || (cell.text === '' && !cell.fault)
/** What reaches down from the line above begins nothing of its own. */
const isAbove = (cell: TableCell | undefined) => isEmpty(cell) || cell?.merged === 'down'

function tablesOf(leaves: readonly Placed[]): ReadonlyMap<string, readonly Placed[]> {
  const tables = new Map<string, Placed[]>()
  for (const placed of leaves) {
    const { table } = placed.leaf
    if (table !== undefined) tables.set(table, [...(tables.get(table) ?? []), placed])
  }
  return tables
}

function textsOf(leaves: readonly Placed[], cells: readonly TableCell[]): Record<string, string> {
  return Object.fromEntries(
    leaves.flatMap(({ leaf, at }): [string, string][] => {
      const cell = cells[at]
      if (!cell || isEmpty(cell)) return []
      refuseLost(leaf, cell)
      return [[leaf.column.id, textOf(leaf, cell)]]
    }),
  )
}

/** A book keeps numbers as doubles: of a longer one the last digits are others already. @throws ApiError 400 */
function refuseLost({ label, column: { reads } }: Leaf, { number }: TableCell): void {
  // A column of texts says so at its row.
  if (number === undefined || reads === 'digits' || Math.abs(number) <= Number.MAX_SAFE_INTEGER) return
  throw new ApiError(CODE.badRequest, '@transfer.numberTooLong', {
    params: { name: label, digits: BigInt(number).toString() },
  })
}

/** A cell as its field reads it: numbers as they are kept and not as they are shown, days whatever they are shown as. */
function textOf(
  { column: { reads } }: Leaf,
  { text, digits, number, moment, serial, fault }: TableCell,
): string {
  if (fault) return text
  if (reads === 'moment') return moment ?? serial ?? text
  if (reads === 'time') return (moment ?? serial)?.split(' ').at(-1) ?? text
  if (reads === 'number' && number !== undefined) return String(number)
  if (reads === 'digits') return digits ?? text
  return text
}
