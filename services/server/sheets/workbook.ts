import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** Rows of a sheet besides its head; a workbook's limit is 1,048,576. */
const SHEET_ROWS = 1_000_000
/** Rows that are handed on together. */
const PIECE = 500
/** Days from Excel's day 0 to 1970. */
const EPOCH_DAYS = 25_569
const DAY = 86_400_000

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A row: when, in milliseconds as a clock on the wall shows it, where it begins with that; then texts and numbers. */
export interface WorkbookRow {
  readonly wall?: number
  readonly values: readonly (number | string | null)[]
}

/**
 * A table as a workbook that is made while it is read, whatever its size: the parts of the file (ECMA-376) are written one
 * after the other, a sheet for each million rows.
 */
export function workbookOf(
  name: string,
  head: readonly string[],
  rows: AsyncIterable<WorkbookRow>,
  sheetRows = SHEET_ROWS,
): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  write(zip, name, head, rows, sheetRows).catch((error: unknown) => out.destroy(error as Error))
  return out
}

async function write(
  zip: ZipFile,
  name: string,
  head: readonly string[],
  rows: AsyncIterable<WorkbookRow>,
  sheetRows: number,
): Promise<void> {
  const reader = rows[Symbol.asyncIterator]()
  let sheets = 0
  let hasMore = true
  while (hasMore) {
    sheets += 1
    const body = new PassThrough()
    zip.addReadStream(body, `xl/worksheets/sheet${sheets}.xml`)
    await new Promise<void>((resolve, reject) => {
      const part = Readable.from(
        sheet(head, reader, sheetRows, (more) => {
          hasMore = more
        }),
      )
      part.on('error', reject)
      body.on('end', resolve).on('error', reject)
      part.pipe(body)
    })
  }
  const text = (path: string, xml: string) => zip.addBuffer(Buffer.from(XML + xml), path)
  const each = (make: (sheet: number) => string) =>
    Array.from({ length: sheets }, (_, index) => make(index + 1)).join('')
  text(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(
      (sheet) => `<sheet name="${escaped(sheetName(name, sheet))}" sheetId="${sheet}" r:id="s${sheet}"/>`,
    )}</sheets></workbook>`,
  )
  text(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${each(
      (sheet) =>
        `<Relationship Id="s${sheet}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`,
    )}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  )
  text(
    'xl/styles.xml',
    `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  )
  text(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="workbook" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  text(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each(
      (sheet) =>
        `<Override PartName="/xl/worksheets/sheet${sheet}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
    )}</Types>`,
  )
  zip.end()
}

async function* sheet(
  head: readonly string[],
  rows: AsyncIterator<WorkbookRow>,
  most: number,
  done: (more: boolean) => void,
): AsyncGenerator<string> {
  const titles = head.map((title) => `<c t="inlineStr"><is><t>${escaped(title)}</t></is></c>`).join('')
  yield `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="20" customWidth="1"/></cols><sheetData><row>${titles}</row>`
  let more = true
  let written = 0
  let piece = ''
  while (written < most) {
    const { done: isLast, value } = await rows.next()
    if (isLast) {
      more = false
      break
    }
    piece += rowXml(value)
    written += 1
    if (written % PIECE > 0) continue
    yield piece
    piece = ''
  }
  done(more)
  yield `${piece}</sheetData></worksheet>`
}

function rowXml({ wall, values }: WorkbookRow): string {
  const time = wall === undefined ? '' : `<c s="1"><v>${wall / DAY + EPOCH_DAYS}</v></c>`
  return `<row>${time}${values.map(cellXml).join('')}</row>`
}

/** Longest text of a cell. */
const CELL_LENGTH = 32_767

/** A text is written as one, so that none is read as a formula, whatever it begins with. */
function cellXml(value: number | string | null): string {
  if (value === null) return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, CELL_LENGTH))}</t></is></c>`
}

/** Longest name of a sheet, and what may not stand in it. */
const NAME_LENGTH = 31
function sheetName(name: string, sheet: number): string {
  const end = sheet === 1 ? '' : ` ${sheet}`
  return name.replace(/[\\/?*[\]:]/g, ' ').slice(0, NAME_LENGTH - end.length) + end
}

/** Characters that XML cannot hold at all are left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
