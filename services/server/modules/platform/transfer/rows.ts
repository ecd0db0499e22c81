import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { TableCell } from '../../../workers/table'
import { headLabel, type ImportHead, type Leaf, leavesOf } from './heads'

/** A row as the wire has it: texts by field, those of a sub-table's rows below its name; `importId` names the line of its file. */
export type ImportRow = Readonly<Record<string, unknown>>

/** What the answer of an import adds to a row; a file may have a column of it, which is passed over. */
export const ERRORS = 'errorsInfo'
/** Rows above the heads that a title may take. */
const TITLES = 10

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
 * @param ignored heads that are passed over, whatever stands below them
 * @throws ApiError 400: no heads, no rows, a column that the import does not have
 */
export function rowsOf(
  sheet: readonly (readonly TableCell[])[],
  heads: readonly ImportHead[],
  source: string,
  ignored: ReadonlySet<string>,
): ImportRow[] {
  const { leaves, below } = columnsIn(sheet, heads, ignored)
  const own = leaves.filter(({ leaf }) => leaf.table === undefined)
  const rows: Record<string, unknown>[] = []
  for (const [at, cells] of sheet.entries()) {
    if (at < below || cells.every(isEmpty)) continue
    const last = rows.at(-1)
    const continues = last !== undefined && own.length > 0 && own.every(({ at }) => isAbove(cells[at]))
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

interface Placed {
  readonly leaf: Leaf
  /** Column of the sheet. */
  readonly at: number
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

/** Where each column of the import stands; the row below the heads. */
function columnsIn(
  sheet: readonly (readonly TableCell[])[],
  heads: readonly ImportHead[],
  ignored: ReadonlySet<string>,
): { readonly leaves: readonly Placed[]; readonly below: number } {
  const leaves = leavesOf(heads)
  const titles = new Set(heads.map((head) => plain(headLabel(heads, head))))
  const flat = new Map(leaves.map((leaf) => [plain(flatLabel(heads, leaf)), leaf]))
  const isHead = (cell: TableCell) => titles.has(plain(cell.text)) || flat.has(plain(cell.text))
  const first = sheet.slice(0, TITLES).findIndex((cells) => cells.some(isHead))
  if (first === -1)
    throw new ApiError(CODE.badRequest, sheet.length === 0 ? '@transfer.empty' : '@transfer.noHeads')
  const top = sheet[first] ?? []
  const second = sheet[first + 1] ?? []
  const nested = new Set(
    heads.filter(({ children }) => children).map((head) => plain(headLabel(heads, head))),
  )
  const isNested = top.some(({ text }) => nested.has(plain(text)))
  const placed: Placed[] = []
  const strange: string[] = []
  const width = Math.max(top.length, isNested ? second.length : 0)
  for (let at = 0, above = ''; at < width; at += 1) {
    const title = top[at]?.text ?? ''
    const part = isNested ? (second[at]?.text ?? '') : ''
    // A head over several stands in the first of them, whether or not they are merged.
    if (title !== '') above = title
    else if (!nested.has(plain(above)) || part === '') above = ''
    const found = above === '' ? undefined : leafOf(plain(above), plain(part))
    if (found && !placed.some(({ leaf }) => leaf === found)) placed.push({ leaf: found, at })
    else if (title !== '' || part !== '')
      strange.push(part === '' || part === title ? title : `${above}-${part}`)
  }
  const unknown = strange.filter((name) => !ignored.has(name))
  if (unknown.length > 0)
    throw new ApiError(CODE.badRequest, '@transfer.unknownColumns', {
      params: { names: unknown.slice(0, 5).join('、') },
    })
  return { leaves: placed, below: first + (isNested ? 2 : 1) }

  function leafOf(title: string, part: string): Leaf | undefined {
    const inside = leaves.find(
      (leaf) =>
        leaf.head.children && plain(headLabel(heads, leaf.head)) === title && plain(leaf.label) === part,
    )
    return inside ?? flat.get(title)
  }
}

/** A column by one name: `items-amount` of a sub-table’s. */
function flatLabel(heads: readonly ImportHead[], { head, column, table, label }: Leaf): string {
  return head === column || table === undefined ? label : `${headLabel(heads, head)}-${label}`
}

/** A head without what people add to it: the star of what is required, spaces, the width of its signs. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s*＊]/g, '')
    .toLowerCase()
