import { plainDigits } from '../expression/decimal'

/** Digits that a spreadsheet keeps of a number. */
const KEPT = 15
/** The first whole number that has more. */
const BEYOND = 10 ** KEPT
/** A look that says all of a whole number: noughts before it, and marks between its digits. */
const CODE = /^0[0 ()-]*$/
/** A number of twelve digits and more as a spreadsheet writes it where nobody chose how. */
const SHORTENED = /^-?\d(\.\d+)?E\+(1[1-9]|[2-9]\d|\d{3,})$/i

/**
 * What a column of texts takes of a number in a spreadsheet: its digits, however few of them its look shows. The look of a code
 * stays (`0007`). Of one with more digits than the spreadsheet keeps the last are lost: it comes as `isShortened` knows it.
 * @param format the cell's format; `shown` is what stands in it
 */
export function sheetNumberText(value: number, format: string, shown: string | undefined): string {
  if (Number.isInteger(value) && Math.abs(value) >= BEYOND) return exponential(value)
  const digits = plainDigits(Number(value.toPrecision(KEPT))) ?? String(value)
  const isCode = shown !== undefined && CODE.test(format)
  return isCode && shown.replace(/\D/g, '').replace(/^0+(?=\d)/, '') === digits ? shown.trim() : digits
}

function exponential(value: number): string {
  const [digits = '', power = ''] = value.toExponential().split('e')
  return `${digits}E${power}`
}

/** Whether a text is a long number of which a spreadsheet has left digits out. */
export function isShortened(text: string): boolean {
  return SHORTENED.test(text.trim())
}

/** Whether a field keeps what is written as it is written. */
export function takesText(
  definition: { readonly group: string; readonly sort?: string | undefined } | undefined,
) {
  return definition?.group === 'text' && definition.sort !== 'number'
}
