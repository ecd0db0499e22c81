import { SSF } from '@e965/xlsx'
import { formatDate } from '@runtime/date'
import { expect, it } from 'vitest'
import { serialOf } from '../../../../sheets/workbook'
import { momentFormat } from './formats'

const AT = Date.UTC(2026, 4, 6, 8, 5, 9)

it.each([
  ['yyyy', 'yyyy'],
  ['yyyy-MM', 'yyyy-mm'],
  ['yyyy-MM-dd', 'yyyy-mm-dd'],
  ['yyyy/MM/dd', 'yyyy"/"mm"/"dd'],
  ['yyyy-MM-dd HH:mm', 'yyyy-mm-dd hh:mm'],
  ['YYYY-MM-DD HH:mm:ss', 'yyyy-mm-dd hh:mm:ss'],
  ["yyyy年M月d日 H'时'", 'yyyy"年"m"月"d"日" h"时"'],
])('a day in %s is shown alike by a spreadsheet', (pattern, format) => {
  expect(momentFormat(pattern)).toBe(format)
  expect(SSF.is_date(format)).toBe(true)
  expect(SSF.format(format, serialOf(AT))).toBe(formatDate(AT, pattern, 'UTC'))
})
