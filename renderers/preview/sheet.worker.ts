import { read, utils } from '@e965/xlsx'
import { MOST_COLUMNS, MOST_ROWS, MOST_SHEETS, type Sheet } from './sheet-book'

/** Asked with the bytes of a workbook, answers `{ sheets }` or `{ error }`. Formulas are shown as their kept results. */
addEventListener(
  'message',
  ({ data }: MessageEvent<{ readonly bytes: ArrayBuffer; readonly text?: string }>) => {
    try {
      const options = {
        sheetRows: MOST_ROWS,
        cellHTML: false,
        cellFormula: false,
        cellStyles: false,
        bookVBA: false,
      }
      const workbook =
        data.text === undefined ? read(data.bytes, options) : read(data.text, { ...options, type: 'string' })
      const sheets = workbook.SheetNames.slice(0, MOST_SHEETS).map((name): Sheet => {
        const sheet = workbook.Sheets[name]
        const whole = sheet?.['!fullref'] ?? sheet?.['!ref']
        if (!sheet || whole === undefined) return { name, rows: [], rowCount: 0, columnCount: 0 }
        const { e } = utils.decode_range(whole)
        const shown = utils.decode_range(sheet['!ref'] ?? whole)
        const range = { s: { r: 0, c: 0 }, e: { r: shown.e.r, c: Math.min(shown.e.c, MOST_COLUMNS - 1) } }
        const rows = utils.sheet_to_json<string[]>(sheet, {
          header: 1,
          raw: false,
          defval: '',
          range,
          blankrows: true,
        })
        return { name, rows: rows.map((row) => row.map(String)), rowCount: e.r + 1, columnCount: e.c + 1 }
      })
      postMessage({ sheets })
    } catch (error) {
      postMessage({ error: error instanceof Error ? error.message : String(error) })
    }
  },
)
