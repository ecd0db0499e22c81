import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import {
  escaped,
  MAIN,
  stylesXml,
  type WorkbookCell,
  type WorkbookColumn,
  worksheetOf,
  XML,
} from './worksheet'

/** Rows of a sheet besides its heads; a workbook's limit is 1,048,576. */
const SHEET_ROWS = 1_000_000
/** Rows that are handed on together, and how many such pieces may wait: what waits is memory. */
const PIECE = 100
const WAITING = { highWaterMark: 1 }
/** Days from Excel's day 0 to 1970. */
const EPOCH_DAYS = 25_569
const DAY = 86_400_000

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A moment as a spreadsheet keeps it, in days; `wall` are milliseconds as a clock on the wall shows them (`clockOf`). */
export const serialOf = (wall: number): number => wall / DAY + EPOCH_DAYS

/**
 * A table as a workbook that is made while it is read, whatever its size: the parts of the file (ECMA-376) are written one
 * after the other, a sheet for each million rows.
 */
export function workbookOf(
  name: string,
  columns: readonly WorkbookColumn[],
  rows: AsyncIterable<readonly WorkbookCell[]>,
  sheetRows = SHEET_ROWS,
): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  write(zip, name, columns, rows, sheetRows).catch((error: unknown) => out.destroy(error as Error))
  return out
}

async function write(
  zip: ZipFile,
  name: string,
  columns: readonly WorkbookColumn[],
  rows: AsyncIterable<readonly WorkbookCell[]>,
  sheetRows: number,
): Promise<void> {
  const reader = rows[Symbol.asyncIterator]()
  const ahead: Ahead = { reader, next: await reader.next() }
  let sheets = 0
  // No rows are a sheet of heads; after the last none is begun.
  while (sheets === 0 || !ahead.next.done) {
    sheets += 1
    const body = new PassThrough()
    zip.addReadStream(body, `xl/worksheets/sheet${sheets}.xml`)
    await new Promise<void>((resolve, reject) => {
      const part = Readable.from(sheet(columns, ahead, sheetRows), WAITING)
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
  text('xl/styles.xml', stylesXml(columns))
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

/** Rows of which the next is there before it is taken. */
interface Ahead {
  readonly reader: AsyncIterator<readonly WorkbookCell[]>
  next: IteratorResult<readonly WorkbookCell[]>
}

async function* sheet(
  columns: readonly WorkbookColumn[],
  ahead: Ahead,
  most: number,
): AsyncGenerator<string> {
  const { headLines, beginXml, rowXml, endXml } = worksheetOf(columns)
  let written = 0
  let waiting: (readonly WorkbookCell[])[] = []
  // The first rows say how wide the columns are, which stands before them.
  const piece = () => {
    const from = written - waiting.length
    const begin = from === 0 ? beginXml(waiting) : ''
    return begin + waiting.map((row, at) => rowXml(row, headLines + from + at + 1)).join('')
  }
  while (written < most && !ahead.next.done) {
    waiting.push(ahead.next.value)
    written += 1
    ahead.next = await ahead.reader.next()
    if (waiting.length < PIECE) continue
    yield piece()
    waiting = []
  }
  yield (waiting.length > 0 || written === 0 ? piece() : '') + endXml(written)
}

/** Longest name of a sheet, and what may not stand in it. */
const NAME_LENGTH = 31
function sheetName(name: string, sheet: number): string {
  const end = sheet === 1 ? '' : ` ${sheet}`
  return name.replace(/[\\/?*[\]:]/g, ' ').slice(0, NAME_LENGTH - end.length) + end
}
