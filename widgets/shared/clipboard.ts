import { isShortened, sheetNumberText } from '@runtime/widget/sheet-number'
import { type SheetCell, sheetText } from '@runtime/widget/sheet-text'

/** Cells by row, as text. Rows may differ in length when they come from elsewhere. */
export type TextMatrix = readonly (readonly string[])[]

const NEEDS_QUOTES = /["\t\r\n]/

/**
 * Tab-separated text as Excel, WPS and LibreOffice write it: a cell with a tab, a line break or a quote is quoted, and
 * several rows end in a line break each (one row alone does not, so that it pastes well into a text field).
 */
export function formatTsv(matrix: TextMatrix): string {
  const lines = matrix.map((row) => row.map(quoted).join('\t'))
  return lines.length > 1 ? lines.map((line) => `${line}\r\n`).join('') : (lines[0] ?? '')
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Cells out of tab-separated text. A quote opens a quoted cell only at the cell's start and only if it is closed before a
 * separator, so that `3" pipe` and a lone `"` stay what they are. One line break at the very end closes the last row, as
 * Excel sends it.
 */
export function parseTsv(text: string): TextMatrix {
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    const cell = quotedCell(text, at) ?? plainCell(text, at)
    rows.at(-1)?.push(cell.text)
    at = cell.end
    if (at >= text.length) break
    const breaks = text[at] === '\t' ? 0 : text.startsWith('\r\n', at) ? 2 : 1
    at += breaks || 1
    if (breaks && at >= text.length) break
    if (breaks) rows.push([])
  }
  return rows
}

function plainCell(text: string, start: number): { text: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(start, end), end }
}

function quotedCell(text: string, start: number): { text: string; end: number } | null {
  if (text[start] !== '"') return null
  let close = text.indexOf('"', start + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1) return null
  const after = text[close + 1]
  if (after !== undefined && after !== '\t' && after !== '\n' && after !== '\r') return null
  return { text: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
}

/** An HTML table of the same cells, for programs that prefer it (Word, mail). */
export function formatHtml(matrix: TextMatrix): string {
  const rows = matrix.map((row) => `<tr>${row.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`)
  return `<table>${rows.join('')}</table>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '<br>')
}

/** Cells of the first table in an HTML fragment; null without one. A cell over several columns leaves the others empty. */
export function parseHtml(html: string): TextMatrix | null {
  return cellsOf(html, textOfCell)
}

function cellsOf(html: string, textOf: (cell: Element) => string): TextMatrix | null {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table')
  if (!table) return null
  return [...table.rows].map((row) =>
    [...row.cells].flatMap((cell) => [
      textOf(cell),
      ...Array<string>(Math.max(cell.colSpan, 1) - 1).fill(''),
    ]),
  )
}

/** The text of a cell as CSS would lay it out: line breaks of the source are blanks, those of the page are lines. */
function textOfCell(cell: Element): string {
  const lines = linesIn(cell)
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
  return lines.join('\n').replaceAll('\u00a0', ' ').trim()
}

const BLOCKS = new Set(['P', 'DIV', 'LI', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'])

function linesIn(node: Node): string {
  let text = ''
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) text += (child.textContent ?? '').replace(/[ \t\r\n\f]+/g, ' ')
    else if (child.nodeName === 'BR') text += '\n'
    else {
      const isBlock = BLOCKS.has(child.nodeName)
      if (isBlock && text.trim() !== '' && !/\n *$/.test(text)) text += '\n'
      text += linesIn(child)
      if (isBlock && child.nextSibling) text += '\n'
    }
  }
  return text
}

/** What the clipboard holds, as cells: its text, or its HTML table where the text is missing or the table has more cells. */
export function readClipboard(data: Pick<DataTransfer, 'getData'>): TextMatrix | null {
  const text = data.getData('text/plain')
  const html = data.getData('text/html')
  const parsed = text === '' ? null : parseTsv(text)
  if (parsed && !isSingle(parsed)) return withWholeNumbers(parsed, html)
  const table = html === '' ? null : parseHtml(html)
  if (!parsed || (table && !isSingle(table))) return table ?? parsed
  return withWholeNumbers(parsed, html)
}

const isSingle = ([first, ...others]: TextMatrix) => others.length === 0 && (first?.length ?? 0) <= 1

/** Long numbers stand in the text as they are shown (8.62345E+14); in the HTML of most programs with all of their digits. */
function withWholeNumbers(cells: TextMatrix, html: string): TextMatrix {
  if (html === '' || !cells.some((row) => row.some(isShortened))) return cells
  const numbers = cellsOf(html, numberOfCell)
  if (!numbers || numbers.length !== cells.length) return cells
  return cells.map((row, at) =>
    row.map((text, column) => (isShortened(text) && numbers[at]?.[column]) || text),
  )
}

/** The number behind a cell, as Excel and WPS, LibreOffice and Google's sheets say it; empty where none does. */
function numberOfCell(cell: Element): string {
  const sheets = /"3":(-?[\d.eE+]+)/.exec(cell.getAttribute('data-sheets-value') ?? '')?.[1]
  const said = cell.getAttribute('x:num') || cell.getAttribute('sdval') || sheets
  const value = Number(said)
  return said && Number.isFinite(value) ? sheetNumberText(value, 'General', undefined) : ''
}

/**
 * The text of a single spreadsheet cell, for a field of text: with a break in it, it stands in quotes on the clipboard, and behind
 * it a line ends. Null: the clipboard holds something else, or the very text.
 */
export function readSingleCell(data: Pick<DataTransfer, 'getData'>): string | null {
  if (!/<table[\s>]/i.test(data.getData('text/html'))) return null
  const cells = readClipboard(data)
  const text = cells && isSingle(cells) ? (cells[0]?.[0] ?? '') : null
  return text === data.getData('text/plain') ? null : text
}

/** Puts cells on the clipboard for spreadsheets (text) and for documents (HTML). */
export function writeClipboard(data: Pick<DataTransfer, 'setData'>, matrix: TextMatrix): void {
  data.setData('text/plain', formatTsv(matrix))
  data.setData('text/html', formatHtml(matrix))
}

/** Rows under their heads, as they go to a spreadsheet or a mail. */
export interface CopiedTable {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly SheetCell[])[]
}

/** Excel and WPS make numbers of digits (`0012`), and dates of `3-12`, except where they are told that they are text. */
const AS_TEXT = ` style="mso-number-format:'\\@'"`

/** A date that all of them read alike may be one. */
const DATE = /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/

function tableHtml({ heads, rows }: CopiedTable): string {
  const cell = (value: SheetCell) => {
    const isText = typeof value === 'string' && /\d/.test(value) && !DATE.test(value)
    const kind = isText ? AS_TEXT : ''
    return `<td${kind}>${escaped(sheetText(value))}</td>`
  }
  const head = heads.map((text) => `<th>${escaped(sheetText(text))}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')
  return `<table border="1"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
}

/** Puts a table on the clipboard, as text and as a table; tells whether the browser took it. */
export async function copyTable(table: CopiedTable): Promise<boolean> {
  const parts = {
    'text/plain': formatTsv([table.heads, ...table.rows].map((row) => row.map(sheetText))),
    'text/html': tableHtml(table),
  }
  try {
    const blobs = Object.entries(parts).map(([type, text]) => [type, new Blob([text], { type })])
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
    return true
  } catch {
    // An address without encryption has no such clipboard: there a copy of the page is taken over.
    return copiedInstead(parts)
  }
}

function copiedInstead(parts: Readonly<Record<string, string>>): boolean {
  let isPut = false
  const put = (event: ClipboardEvent) => {
    if (!event.clipboardData) return
    event.preventDefault()
    event.stopImmediatePropagation()
    for (const [type, text] of Object.entries(parts)) event.clipboardData.setData(type, text)
    isPut = true
  }
  document.addEventListener('copy', put, { capture: true })
  try {
    return document.execCommand('copy') && isPut
  } finally {
    document.removeEventListener('copy', put, { capture: true })
  }
}
