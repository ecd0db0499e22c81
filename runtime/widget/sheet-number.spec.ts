import { expect, it } from 'vitest'
import { isShortened, sheetNumberText } from './sheet-number'

it('is its digits, not its look, where a column of texts takes a number of a spreadsheet', () => {
  expect(sheetNumberText(862_345_678_901_234, 'General', '8.62346E+14')).toBe('862345678901234')
  expect(sheetNumberText(13_912_345_678, '0.00E+00', '1.39E+10')).toBe('13912345678')
  expect(sheetNumberText(1234.5, '#,##0', '1,235')).toBe('1234.5')
  expect(sheetNumberText(0.1 + 0.2, 'General', '0.3')).toBe('0.3')
  expect(sheetNumberText(0.0000001, 'General', '1E-07')).toBe('0.0000001')
})

it('keeps the look of a code', () => {
  expect(sheetNumberText(7, '0000', '0007')).toBe('0007')
  expect(sheetNumberText(1_234_567, '000-0000', '123-4567')).toBe('123-4567')
  expect(sheetNumberText(7.4, '0000', '0007')).toBe('7.4')
})

it('does not pass for whole where the spreadsheet has lost its last digits', () => {
  expect(isShortened(sheetNumberText(430_102_199_001_011_000, 'General', '4.30102E+17'))).toBe(true)
  expect(isShortened(sheetNumberText(430_102_199_001_011_000, '0', '430102199001011000'))).toBe(true)
  expect(isShortened('8.62345E+14')).toBe(true)
  for (const text of ['430102199001011234', '1E+3', 'E+14', '8.62345E+14 mm', '1.5e+10'])
    expect(isShortened(text)).toBe(false)
})
