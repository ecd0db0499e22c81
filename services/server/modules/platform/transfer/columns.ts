import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { TableCell } from '../../../workers/table'
import { headLabel, type ImportHead, type KnownHead, type Leaf, leavesOf, pathOf } from './heads'

/** Rows above the heads that a title may take. */
const TITLES = 10

export interface Placed {
  readonly leaf: Leaf
  /** Column of the sheet. */
  readonly at: number
}

export interface Columns {
  readonly leaves: readonly Placed[]
  /** Columns of a record's own that are known and not the import's. */
  readonly passed: readonly number[]
  /** The row below the heads. */
  readonly below: number
}

/**
 * Where each column of the import stands.
 * @param ignored heads that are passed over
 * @throws ApiError 400: no heads, a column that nobody knows
 */
export function columnsIn(
  sheet: readonly (readonly TableCell[])[],
  heads: readonly ImportHead[],
  ignored: ReadonlySet<string>,
  known: readonly KnownHead[],
): Columns {
  const leaves = leavesOf(heads)
  const titles = new Set([
    ...heads.map((head) => plain(headLabel(heads, head))),
    ...known.map(({ above, title }) => plain(above ?? title)),
  ])
  const flat = new Map(leaves.map((leaf) => [plain(flatLabel(heads, leaf)), leaf]))
  const isHead = (cell: TableCell) => titles.has(plain(cell.text)) || flat.has(plain(cell.text))
  const first = sheet.slice(0, TITLES).findIndex((cells) => cells.some(isHead))
  if (first === -1)
    throw new ApiError(CODE.badRequest, sheet.length === 0 ? '@transfer.empty' : '@transfer.noHeads')
  const top = sheet[first] ?? []
  const second = sheet[first + 1] ?? []
  const nested = new Set([
    ...heads.filter(({ children }) => children).map((head) => plain(headLabel(heads, head))),
    ...known.flatMap(({ above }) => (above === undefined ? [] : [plain(above)])),
  ])
  const isNested = top.some(({ text }) => nested.has(plain(text)))
  const placed: Placed[] = []
  const passed: number[] = []
  const strange: string[] = []
  const width = Math.max(top.length, isNested ? second.length : 0)
  for (let at = 0, above = ''; at < width; at += 1) {
    const title = top[at]?.text ?? ''
    const part = isNested ? (second[at]?.text ?? '') : ''
    // A head over several stands in the first of them, whether or not they are merged.
    if (title !== '') above = title
    else if (!nested.has(plain(above)) || part === '') above = ''
    const found = above === '' ? undefined : leafOf(plain(above), plain(part))
    if (found === 'passed') passed.push(at)
    else if (found && !placed.some(({ leaf }) => leaf === found)) placed.push({ leaf: found, at })
    else if (title !== '' || part !== '')
      strange.push(part === '' || part === title ? title : `${above}-${part}`)
  }
  const unknown = strange.filter((name) => !ignored.has(name))
  if (unknown.length > 0)
    throw new ApiError(CODE.badRequest, '@transfer.unknownColumns', {
      params: { names: unknown.slice(0, 5).join('、') },
    })
  if (placed.length === 0) throw new ApiError(CODE.badRequest, '@transfer.noHeads')
  return { leaves: placed, passed, below: first + (isNested ? 2 : 1) }

  function leafOf(title: string, part: string): Leaf | 'passed' | undefined {
    const head = known.find((one) =>
      one.above === undefined
        ? plain(one.title) === title && (part === '' || part === title)
        : plain(one.above) === title && plain(one.title) === part,
    )
    const meant = head && leaves.find((leaf) => pathOf(leaf) === head.path)
    if (meant) return meant
    const inside = leaves.find(
      (leaf) =>
        leaf.head.children && plain(headLabel(heads, leaf.head)) === title && plain(leaf.label) === part,
    )
    return inside ?? flat.get(title) ?? (head && 'passed')
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
