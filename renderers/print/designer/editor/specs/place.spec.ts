import { describe, expect, it } from 'vitest'
import { readPlace, writePlace } from '../place'
import { repeatedTable } from '../place-words'

describe('a place of a template', () => {
  it.each([
    'no',
    'items.amount',
    'thousands(total,2)',
    'thousands(total)',
    'amount(sum(items.amount))',
    'count(items.amount)',
    'ago(time)',
    'date(time,"yyyy-MM-dd")',
    'dict(kind,"abc")',
    'qrcode(no,265)',
    'barcode(items.no)',
    'systemPrinter',
    'printer.name',
    'systemApprovalContent',
    'index',
    'if total > 1',
    '/if',
  ])('is written as it was read: %s', (expression) => {
    const place = readPlace(expression)
    if (place.kind === 'unknown') throw new Error(`${expression} is not understood`)
    expect(writePlace(place)).toBe(expression)
  })

  it.each(['', 'a b', 'thousands(total,"2")', 'qrcode(no,"a")', 'sum(a,1)', 'eval(x)', 'date(time)'])(
    'is not understood: %s',
    (expression) => expect(readPlace(expression).kind).toBe('unknown'),
  )

  it('takes no sign into a text that would end it', () => {
    const place = readPlace('date(time,"yyyy")')
    if (place.kind !== 'value') throw new Error('no value')
    expect(writePlace({ ...place, format: { as: 'date', pattern: 'a"}b' } })).toBe('date(time,"ab")')
    expect(writePlace({ kind: 'if', condition: 'a}{b' })).toBe('if ab')
  })

  it('repeats its row by a column that is no sum', () => {
    expect(repeatedTable(['no', 'thousands(items.amount,2)'], new Map())).toBe('items')
    expect(repeatedTable(['qrcode(items.no)'], new Map())).toBe('items')
    expect(repeatedTable(['sum(items.amount)', 'printer.name', 'index'], new Map())).toBe(null)
  })
})
