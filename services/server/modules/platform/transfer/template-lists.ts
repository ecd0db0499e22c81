import { utils, type WorkBook } from '@e965/xlsx'
import { IMPORT_ROWS } from '@services/contract/limits'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { escaped } from '../../../sheets/worksheet'

/** Characters of a list that stands in its rule itself; names of the longest one beside it. */
const INLINE = 255
const NAMED = 5_000
/** The hidden sheet of the lists that are longer. */
const SHEET = '_lists'
const FIRST = 'xl/worksheets/sheet1.xml'
const STYLES = 'xl/styles.xml'

interface Choices {
  readonly names: readonly string[]
  readonly many?: boolean
}

/** Which names a column takes, as the rule of a spreadsheet says it. */
export interface ListRule {
  readonly formula: string
  readonly many: boolean
}

/** The rules of columns; the names of long lists go to a hidden sheet of the book, a column each. */
export function appendLists(
  book: WorkBook,
  chosen: readonly (Choices | undefined)[],
): readonly (ListRule | undefined)[] {
  const long: (readonly string[])[] = []
  const rules = chosen.map((choices): ListRule | undefined => {
    if (!choices || choices.names.length === 0 || choices.names.length > NAMED) return undefined
    const { names, many = false } = choices
    const text = names.join(',')
    const isShort = text.length <= INLINE && names.every((name) => !/[,"]/.test(name) && name.trim() === name)
    if (isShort) return { formula: `"${text}"`, many }
    const column = utils.encode_col(long.push(names) - 1)
    return { formula: `'${SHEET}'!$${column}$1:$${column}$${names.length}`, many }
  })
  if (long.length > 0) {
    const height = Math.max(...long.map(({ length }) => length))
    const lines = Array.from({ length: height }, (_, at) => long.map((names) => names[at] ?? null))
    utils.book_append_sheet(book, utils.aoa_to_sheet(lines), SHEET)
    book.Workbook = { Sheets: [{}, { Hidden: 1 }] }
  }
  return rules
}

/**
 * A finished book with what its writer cannot write: the lists of columns, heads that are bold and stay in sight, and columns whose
 * empty cells are texts too, so that codes typed there keep their leading zeros.
 */
export function withLists(
  bytes: Uint8Array,
  rules: readonly (ListRule | undefined)[],
  headLines: number,
): Uint8Array {
  const parts = unzipSync(bytes)
  const edit = (name: string, change: (xml: string) => string) => {
    const part = parts[name]
    if (part) parts[name] = strToU8(change(strFromU8(part)))
  }
  let texts = 0
  let heads = 0
  edit(STYLES, (xml) => {
    const xfs = /<cellXfs count="(\d+)">(.*?)<\/cellXfs>/s.exec(xml)
    const all = xfs?.[2]?.match(/<xf\b[^>]*\/>/g) ?? []
    texts = all.findIndex((xf) => xf.includes('numFmtId="49"'))
    heads = all.length
    const bold = '<font><b/><sz val="12"/><name val="Calibri"/><family val="2"/></font>'
    const head =
      '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>'
    return xml
      .replace(/<fonts count="1">(.*?)<\/fonts>/s, (_, fonts) => `<fonts count="2">${fonts}${bold}</fonts>`)
      .replace(/<cellXfs count="\d+">/, `<cellXfs count="${heads + 1}">`)
      .replace('</cellXfs>', () => `${head}</cellXfs>`)
  })
  edit(FIRST, (xml) => {
    const pane = `<pane ySplit="${headLines}" topLeftCell="A${headLines + 1}" activePane="bottomLeft" state="frozen"/>`
    const view = `<sheetView workbookViewId="0">${pane}<selection pane="bottomLeft"/></sheetView>`
    const end = xml.includes('</mergeCells>') ? '</mergeCells>' : '</sheetData>'
    return xml
      .replace(/<sheetView\b[^>]*\/>/, () => view)
      .replace(/<col\b/g, `<col style="${texts}"`)
      .replace(/<row r="[12]".*?<\/row>/gs, (row) =>
        row.startsWith('<row r="2"') && headLines < 2 ? row : row.replaceAll(`s="${texts}"`, `s="${heads}"`),
      )
      .replace(end, () => end + rulesXml(rules, headLines))
  })
  return zipSync(parts, { level: 6 })
}

function rulesXml(rules: readonly (ListRule | undefined)[], headLines: number): string {
  const first = headLines + 1
  const all = rules.flatMap((rule, at) => {
    if (!rule) return []
    const column = utils.encode_col(at)
    const refused = rule.many ? '' : ' showErrorMessage="1"'
    return `<dataValidation type="list" allowBlank="1"${refused} sqref="${column}${first}:${column}${first + IMPORT_ROWS}"><formula1>${escaped(rule.formula)}</formula1></dataValidation>`
  })
  return all.length === 0 ? '' : `<dataValidations count="${all.length}">${all.join('')}</dataValidations>`
}
