/** A cell of a workbook that is written: a moment is a number (`serialOf`) in a column whose format shows moments. */
export type WorkbookCell = number | string | null

export interface WorkbookColumn {
  readonly title: string
  /** What stands over it and over its neighbours with the same: all heads take two lines then. */
  readonly above?: string | undefined
  /** How its numbers are shown (`0.00`, `yyyy-mm-dd`), and the whole ones where that is another way. */
  readonly format?: string | undefined
  readonly whole?: string | undefined
}

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Places of `cellXfs`; those of the columns' formats come after. */
const STYLE = { head: 1, text: 2, lines: 3, formats: 4 } as const
const FIRST_FORMAT = 164
/** Longest text of a cell, and of one that every program shows whole in the format of texts. */
const CELL_LENGTH = 32_767
const SHOWN_LENGTH = 255
/** Characters that a column is wide: at least, at most; in the first rows whose cells say how wide. */
const WIDTH = { least: 8, most: 50, rows: 100 } as const

/** The formats of columns, each once. */
const formatsOf = (columns: readonly WorkbookColumn[]) => [
  ...new Set(columns.flatMap(({ format, whole }) => [format, whole].flatMap((one) => one ?? []))),
]

/** Styles of a workbook: heads are bold, texts stay texts when somebody goes on typing, numbers have the formats of their columns. */
export function stylesXml(columns: readonly WorkbookColumn[]): string {
  const formats = formatsOf(columns)
  const codes = formats.map(
    (code, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${escaped(code)}"/>`,
  )
  const xf = (numFmtId: number, more = '', inside = '') =>
    `<xf numFmtId="${numFmtId}" fontId="0" fillId="0" borderId="0" xfId="0"${more}${inside === '' ? '/>' : `>${inside}</xf>`}`
  const xfs = [
    xf(0),
    xf(
      49,
      ' applyNumberFormat="1" applyFont="1" applyAlignment="1"',
      '<alignment horizontal="center" vertical="center"/>',
    ).replace('fontId="0"', 'fontId="1"'),
    xf(49, ' applyNumberFormat="1"'),
    xf(49, ' applyNumberFormat="1" applyAlignment="1"', '<alignment vertical="top" wrapText="1"/>'),
    ...formats.map((_, at) => xf(FIRST_FORMAT + at, ' applyNumberFormat="1"')),
  ]
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
  return [
    `<styleSheet xmlns="${MAIN}">`,
    codes.length > 0 ? `<numFmts count="${codes.length}">${codes.join('')}</numFmts>` : '',
    `<fonts count="2">${font('')}${font('<b/>')}</fonts>`,
    // The first two are the program's own, whatever is said of them.
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('')
}

/** Writes the parts of a sheet: rows at their places, heads above them that stay in sight. */
export function worksheetOf(columns: readonly WorkbookColumn[]) {
  const formats = formatsOf(columns)
  const styleOf = (format: string | undefined) =>
    format === undefined ? 0 : STYLE.formats + formats.indexOf(format)
  const letters = columns.map((_, at) => lettersOf(at))
  const styles = columns.map(({ format, whole }) => ({
    number: styleOf(format),
    whole: styleOf(whole ?? format),
  }))
  const isNested = columns.some(({ above }) => above !== undefined)
  const headLines = isNested ? 2 : 1

  /** A text is written as one, so that none is read as a formula, whatever it begins with. */
  const textXml = (place: string, text: string, style: number) =>
    `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
  const cellXml = (value: number | string, at: number, row: number): string => {
    const place = `${letters[at]}${row}`
    if (typeof value === 'number') {
      if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) {
        const style = styles[at]
        return `<c r="${place}" s="${(Number.isInteger(value) ? style?.whole : style?.number) ?? 0}"><v>${value}</v></c>`
      }
      // A spreadsheet would show other last digits.
      return textXml(place, Number.isFinite(value) ? BigInt(value).toString() : String(value), STYLE.text)
    }
    const text = value.length > CELL_LENGTH ? value.slice(0, CELL_LENGTH) : value
    if (text.includes('\n')) return textXml(place, text, STYLE.lines)
    return textXml(place, text, text.length > SHOWN_LENGTH ? 0 : STYLE.text)
  }

  return {
    headLines,
    rowXml(values: readonly WorkbookCell[], row: number): string {
      let cells = ''
      for (let at = 0; at < values.length; at += 1) {
        const value = values[at]
        if (value !== null && value !== undefined && value !== '') cells += cellXml(value, at, row)
      }
      return `<row r="${row}">${cells}</row>`
    },
    /** What comes before the rows; `first` of them say how wide the columns are. */
    beginXml(first: readonly (readonly WorkbookCell[])[]): string {
      const widths = columns.map(({ title, format }, at) => {
        const texts = first
          .slice(0, WIDTH.rows)
          .map((row) => row[at])
          .map((value) => (typeof value === 'number' && format !== undefined ? format : (value ?? '')))
        const wide = Math.max(...[title, ...texts].map((text) => widthOf(String(text)))) + 2
        return Math.min(WIDTH.most, Math.max(WIDTH.least, wide))
      })
      const cols = widths.map(
        (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
      )
      const pane = `<pane ySplit="${headLines}" topLeftCell="A${headLines + 1}" activePane="bottomLeft" state="frozen"/>`
      return [
        `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}<selection pane="bottomLeft"/></sheetView></sheetViews>`,
        '<sheetFormatPr defaultRowHeight="15"/>',
        cols.length > 0 ? `<cols>${cols.join('')}</cols>` : '',
        `<sheetData>${headsXml()}`,
      ].join('')
    },
    /** @param rows how many there are */
    endXml(rows: number): string {
      const merges = isNested ? mergesOf(columns, letters) : []
      const all = merges.map((range) => `<mergeCell ref="${range}"/>`).join('')
      const merged = merges.length > 0 ? `<mergeCells count="${merges.length}">${all}</mergeCells>` : ''
      const range = `A1:${letters.at(-1) ?? 'A'}${headLines + rows}`
      return `</sheetData>${merged}<ignoredErrors><ignoredError numberStoredAsText="1" sqref="${range}"/></ignoredErrors></worksheet>`
    },
  }

  function headsXml(): string {
    const line = (row: number, texts: readonly string[]) =>
      `<row r="${row}">${texts.map((text, at) => textXml(`${letters[at]}${row}`, text.slice(0, CELL_LENGTH), STYLE.head)).join('')}</row>`
    if (!isNested)
      return line(
        1,
        columns.map(({ title }) => title),
      )
    return (
      line(
        1,
        columns.map(({ title, above }) => above ?? title),
      ) +
      line(
        2,
        columns.map(({ title, above }) => (above === undefined ? '' : title)),
      )
    )
  }
}

function mergesOf(columns: readonly WorkbookColumn[], letters: readonly string[]): readonly string[] {
  return columns.flatMap(({ above }, at): string[] => {
    if (above === undefined) return [`${letters[at]}1:${letters[at]}2`]
    if (columns[at - 1]?.above === above) return []
    let last = at
    while (columns[last + 1]?.above === above) last += 1
    return last > at ? [`${letters[at]}1:${letters[last]}1`] : []
  })
}

/** A column's name: `A` … `Z`, `AA` … */
function lettersOf(at: number): string {
  const above = Math.floor(at / 26) - 1
  return (above < 0 ? '' : lettersOf(above)) + String.fromCharCode(65 + (at % 26))
}

/** Characters of a text's longest line; those of Chinese are as wide as two. */
const widthOf = (text: string): number =>
  Math.max(
    ...text
      .slice(0, 200)
      .split('\n')
      .map((line) => line.length + (line.match(/[\u2E80-\uFFEF]/g)?.length ?? 0)),
  )

/** What needs a closer look: whatever is not plain in XML. */
const SPECIAL = /[^\t\n !#-%'-;=?-\uD7FF\uE000-\uFFFD]|_x[\dA-F]{4}_/i

/** Characters that XML cannot hold at all are left out; what a spreadsheet would take for an escaped one is escaped. */
export function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/_(?=x[\dA-F]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
