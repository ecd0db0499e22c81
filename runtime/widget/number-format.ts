import { Decimal } from 'decimal.js'

/** Digits that a JSON number carries without loss. */
export const EXACT_DIGITS = 15

/** What `chineseAmount` answers for an amount of more than 15 integer digits (`spec/widgets.md §9`). */
export const AMOUNT_OVERFLOW = '金额溢出'

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

/** An exact decimal of a number or numeric text; null for anything else. */
export function decimalOf(value: unknown): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? new Exact(value) : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? new Exact(text) : null
}

export type ParsedNumber =
  | { readonly value: number }
  | { readonly problem: 'notNumber' | 'tooManyDigits' }
  | null

/**
 * Reads a number that a person typed or pasted: thousands separators, full-width digits and the signs of Chinese input
 * methods included. Null for an empty text; `tooManyDigits` where a JSON number would silently differ from the text.
 */
export function parseNumber(text: string): ParsedNumber {
  const plain = narrow(text).replace(/\s/g, '')
  if (plain === '') return null
  const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain)
  const decimal = decimalOf(grouped ? plain.replace(/,/g, '') : plain)
  if (!decimal) return { problem: 'notNumber' }
  const value = decimal.toNumber()
  if (!Number.isFinite(value) || decimal.precision() > EXACT_DIGITS + 2 || !new Exact(value).equals(decimal))
    return { problem: 'tooManyDigits' }
  return { value: value === 0 ? 0 : value }
}

/** Full-width digits and signs, as Chinese input methods give them, in their plain form. */
export function narrow(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[。．]/g, '.')
    .replace(/[−–—]/g, '-')
    .replace(/、/g, ',')
}

/** Rounds half away from zero, exactly: 1.005 at 2 digits is 1.01. */
export function roundTo(value: number, digits: number): number {
  return isRound(value, digits) ? value : (decimalOf(value)?.toDecimalPlaces(digits).toNumber() ?? value)
}

/** Whether a number has no more decimals than that: most have none too many, and exact rounding is dear. */
export function isRound(value: number, digits: number): boolean {
  const scale = 10 ** digits
  const units = value * scale
  return Math.abs(units) < 1e15 && Math.round(units) / scale === value
}

export interface NumberFormat {
  /** Fixed decimals; undefined keeps those that the number has. */
  readonly precision?: number
  readonly thousands?: boolean
}

/** A number as people read it: `1,234.50`. Nothing for what is not a number (`spec/widgets.md §9`). */
export function formatNumber(value: unknown, { precision, thousands = false }: NumberFormat = {}): string {
  const decimal = decimalOf(value)
  if (!decimal) return ''
  const text = precision === undefined ? decimal.toFixed() : decimal.toFixed(precision)
  const plain = /^-0(\.0*)?$/.test(text) ? text.slice(1) : text
  return thousands ? group(plain) : plain
}

function group(text: string): string {
  const [integer = '', fraction] = text.split('.')
  const sign = integer.startsWith('-') ? '-' : ''
  const digits = integer.slice(sign.length)
  const first = digits.length % 3 || 3
  const grouped = sign + [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟'] as const
const FRACTIONS = ['角', '分', '厘', '毫'] as const

/**
 * A sum of money in Chinese capitals as cheques have it: `1005.2` is `壹仟零伍元贰角整`. Exact to 15 integer digits and
 * four decimals (角分厘毫); beyond that `AMOUNT_OVERFLOW`. Nothing for what is not a number.
 */
export function chineseAmount(value: unknown): string {
  const exact = decimalOf(value)?.toDecimalPlaces(FRACTIONS.length)
  if (!exact) return ''
  const [integer = '0', fraction = ''] = exact.abs().toFixed().split('.')
  if (integer.length > EXACT_DIGITS) return AMOUNT_OVERFLOW
  const yuan = capitalInteger(integer)
  const cents = capitalFraction(fraction, yuan !== '')
  const sign = exact.isNegative() && !exact.isZero() ? '负' : ''
  if (!yuan && !cents) return '零元整'
  return `${sign}${yuan ? `${yuan}元` : ''}${cents}${/[元角]$/.test(cents || '元') ? '整' : ''}`
}

function capitalFraction(fraction: string, afterInteger: boolean): string {
  let text = ''
  let zero = false
  for (const [place, digit] of [...fraction].entries()) {
    if (digit === '0') zero = true
    else {
      const gap = zero && (text !== '' || afterInteger) ? '零' : ''
      text += `${gap}${DIGITS[Number(digit)]}${FRACTIONS[place]}`
      zero = false
    }
  }
  return text
}

/** Reads eight digits at a time under 亿, four under 万; one 零 stands for any run of zeros inside. */
function capitalInteger(integer: string): string {
  const digits = integer.replace(/^0+/, '')
  if (digits === '') return ''
  if (digits.length > 8) return join(digits, 8, '亿')
  if (digits.length > 4) return join(digits, 4, '万')
  return capitalGroup(digits)
}

function join(digits: string, places: number, unit: string): string {
  const high = digits.slice(0, -places)
  const low = digits.slice(-places)
  const rest = capitalInteger(low)
  const gap = rest !== '' && low.startsWith('0') ? '零' : ''
  return `${capitalInteger(high)}${unit}${gap}${rest}`
}

function capitalGroup(digits: string): string {
  let text = ''
  let zero = false
  for (const [index, digit] of [...digits].entries()) {
    if (digit === '0') zero = true
    else {
      text += `${zero ? '零' : ''}${DIGITS[Number(digit)]}${PLACES[digits.length - 1 - index]}`
      zero = false
    }
  }
  return text
}
