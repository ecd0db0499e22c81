import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AMOUNT_OVERFLOW, chineseAmount, formatNumber, parseNumber, roundTo } from './number-format'

describe('chineseAmount', () => {
  it.each([
    [0, '零元整'],
    [-0, '零元整'],
    [0.5, '伍角整'],
    [0.05, '伍分'],
    [1.05, '壹元零伍分'],
    [10, '壹拾元整'],
    [1005.2, '壹仟零伍元贰角整'],
    [10_000, '壹万元整'],
    [10_005, '壹万零伍元整'],
    [100_500, '壹拾万零伍佰元整'],
    [20_000_000, '贰仟万元整'],
    [100_000_001, '壹亿零壹元整'],
    [1_000_010_000, '壹拾亿零壹万元整'],
    [123_456_789_012_345, '壹佰贰拾叁万肆仟伍佰陆拾柒亿捌仟玖佰零壹万贰仟叁佰肆拾伍元整'],
    ['999999999999999.99', '玖佰玖拾玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
    [-12.3456, '负壹拾贰元叁角肆分伍厘陆毫'],
    ['3.14', '叁元壹角肆分'],
  ])('%s is %s', (amount, capitals) => {
    expect(chineseAmount(amount)).toBe(capitals)
  })

  it('says nothing for what is no number, and overflows beyond 15 integer digits', () => {
    for (const value of [null, undefined, '', 'abc', {}, Number.NaN]) expect(chineseAmount(value)).toBe('')
    expect(chineseAmount(1e15)).toBe(AMOUNT_OVERFLOW)
    expect(chineseAmount('1000000000000000')).toBe(AMOUNT_OVERFLOW)
  })

  it('reads back to the amount it was made of', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 999_999_999_999_999n), fc.integer({ min: 0, max: 99 }), (yuan, cents) => {
        const text = `${yuan}.${String(cents).padStart(2, '0')}`
        expect(readAmount(chineseAmount(text))).toBe(new Decimal(text).toFixed(2))
      }),
    )
  })
})

/** Reads capitals by adding up what each character stands for: another way than the one that writes them. */
function readAmount(capitals: string): string {
  const digits = '零壹贰叁肆伍陆柒捌玖'
  const units: Record<string, number> = { 拾: 10, 佰: 100, 仟: 1000 }
  let [total, section, high, digit] = [new Decimal(0), 0, new Decimal(0), 0]
  for (const sign of capitals) {
    if (digits.includes(sign)) digit = digits.indexOf(sign)
    else if (sign in units) {
      section += digit * (units[sign] ?? 0)
      digit = 0
    } else if (sign === '万' || sign === '亿' || sign === '元') {
      high = high.plus(section + digit)
      if (sign === '万') {
        total = total.plus(high.times(10_000))
      } else if (sign === '亿') {
        total = total.plus(high).times(100_000_000)
      } else total = total.plus(high)
      ;[section, high, digit] = [0, new Decimal(0), 0]
    } else if (sign === '角' || sign === '分') {
      total = total.plus(new Decimal(digit).dividedBy(sign === '角' ? 10 : 100))
      digit = 0
    }
  }
  return total.toFixed(2)
}

describe('formatNumber', () => {
  it.each([
    [1234567.005, { precision: 2, thousands: true }, '1,234,567.01'],
    [1.005, { precision: 2 }, '1.01'],
    [-1.005, { precision: 2 }, '-1.01'],
    [-0.001, { precision: 2 }, '0.00'],
    [0.1 + 0.2, { precision: 1 }, '0.3'],
    [1e21, { thousands: true }, '1,000,000,000,000,000,000,000'],
    [999, { thousands: true }, '999'],
    ['1234.5', { thousands: true }, '1,234.5'],
    ['abc', {}, ''],
    [null, {}, ''],
  ])('%s by %j is "%s"', (value, format, text) => {
    expect(formatNumber(value, format)).toBe(text)
  })

  it('agrees with decimal.js to the digit, and reads back', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })
    fc.assert(
      fc.property(number, fc.integer({ min: 0, max: 6 }), (value, precision) => {
        const text = formatNumber(value, { precision, thousands: true })
        const oracle = new Decimal(value).toDecimalPlaces(precision, Decimal.ROUND_HALF_UP)
        expect(new Decimal(text.replace(/,/g, '')).equals(oracle)).toBe(true)
        expect(text).toMatch(/^-?\d{1,3}(,\d{3})*(\.\d+)?$/)
        expect(roundTo(value, precision)).toBe(oracle.toNumber())
      }),
    )
  })
})

describe('parseNumber', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['1,234,567.50', { value: 1234567.5 }],
    ['１，２３４．５', { value: 1234.5 }],
    ['−5', { value: -5 }],
    ['1e3', { value: 1000 }],
    ['.5', { value: 0.5 }],
    ['12.', { value: 12 }],
    ['-0', { value: 0 }],
    ['1,23', { problem: 'notNumber' }],
    ['1.2.3', { problem: 'notNumber' }],
    ['12abc', { problem: 'notNumber' }],
    ['0x10', { problem: 'notNumber' }],
    ['Infinity', { problem: 'notNumber' }],
    ['12345678901234567890', { problem: 'tooManyDigits' }],
    ['0.12345678901234567890', { problem: 'tooManyDigits' }],
    ['1e999', { problem: 'tooManyDigits' }],
  ])('"%s" is %j', (text, parsed) => {
    expect(parseNumber(text)).toEqual(parsed)
  })

  it('reads every number that JavaScript writes', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const parsed = parseNumber(String(value))
        expect(parsed).toEqual({ value: value === 0 ? 0 : value })
      }),
    )
  })
})
