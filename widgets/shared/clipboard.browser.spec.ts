import { expect, it } from 'vitest'
import { readClipboard, readSingleCell } from './clipboard'

const clipboard = (text: string, html = '') => ({
  getData: (type: string) => (type === 'text/plain' ? text : type === 'text/html' ? html : ''),
})
const table = (...cells: string[]) => `<table>\n <tr>\n${cells.join('\n')}\n </tr>\n</table>`

it('reads a single cell from its text, whose quotes are those of the spreadsheet', () => {
  const html = table("<td class=xl65\n style='height:30pt'>一号机井<br>\n  在村\n  东</td>")
  const copied = clipboard('"一号机井\n在村东"\r\n', html)
  expect(readClipboard(copied)).toEqual([['一号机井\n在村东']])
  expect(readSingleCell(copied)).toBe('一号机井\n在村东')
  expect(readSingleCell(clipboard('abc\r\n', table('<td>abc</td>')))).toBe('abc')
  // What is no cell is pasted as it is.
  expect(readSingleCell(clipboard('"abc"\r\n'))).toBeNull()
  expect(readSingleCell(clipboard('a\tb', table('<td>a</td>', '<td>b</td>')))).toBeNull()
})

it('reads a table as it would be laid out', () => {
  const html = table(
    '<td> a\n   b<br>\n   c </td>',
    '<td><p>d</p>\n<p>e&nbsp;&nbsp;f</p></td>',
    '<td colspan=2>g</td>',
  )
  expect(readClipboard(clipboard('', html))).toEqual([['a b\nc', 'd\ne  f', 'g', '']])
})

it('has all digits of a long number where the clipboard has them', () => {
  const number = (more: string) => table(`<td ${more}>8.62345E+14</td>`, '<td>x</td>')
  const read = (more: string) => readClipboard(clipboard('8.62345E+14\tx', number(more)))
  expect(read('x:num="862345678901234"')).toEqual([['862345678901234', 'x']])
  expect(read('sdval="862345678901234" sdnum="1033;"')).toEqual([['862345678901234', 'x']])
  expect(read(`data-sheets-value='{"1":3,"3":862345678901234}'`)).toEqual([['862345678901234', 'x']])
  expect(read('')).toEqual([['8.62345E+14', 'x']])
})
