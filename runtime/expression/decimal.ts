import { Decimal } from 'decimal.js'

/** Far beyond what a double holds, so that one conversion at the end is the only rounding. */
const Exact = Decimal.clone({ precision: 60, toExpNeg: -400, toExpPos: 400, rounding: Decimal.ROUND_HALF_UP })

/** A double tells 15 decimal digits apart. */
const DIGITS = 15
/** People write 16 digits only in large amounts with few decimals. */
const WRITTEN_DECIMALS = 6
const SCALE = 10_000
const MAX_SCALED = 1e15
const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/

/** The number of a value: a finite number, numeric text (`" 1,234.5 "` too), true as 1; null for anything else. */
export function toDecimalNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return toDecimalNumber(value.getTime())
  if (typeof value === 'bigint') return toDecimalNumber(Number(value))
  if (typeof value !== 'string' || value.length > 400) return null
  const text = value.trim()
  const plain = GROUPED.test(text) ? text.replaceAll(',', '') : text
  if (!NUMERIC.test(plain)) return null
  const number = Number(plain)
  return Number.isFinite(number) ? number : null
}

/** `value` as a whole number of ten-thousandths, exact; NaN when it has more decimals than four or is too large. */
function scaled(value: number): number {
  const whole = Math.round(value * SCALE)
  return whole / SCALE === value && Math.abs(whole) < MAX_SCALED ? whole : Number.NaN
}

/** True for a number whose last digits come from a division that did not come out even (0.3333333333333333). */
function isUneven(value: Decimal): boolean {
  const digits = value.precision()
  return digits > DIGITS + 1 || (digits > DIGITS && value.decimalPlaces() > WRITTEN_DECIMALS)
}

/** The double nearest to an exact result; the noise of uneven operands is rounded away (1/3 × 3 is 1). */
function settle(result: Decimal, uneven: boolean): number {
  return uneven && !result.isInteger() ? result.toSignificantDigits(DIGITS).toNumber() : result.toNumber()
}

/** Decimal-correct sum: 0.1 + 0.2 is 0.3. */
export function add(left: number, right: number): number {
  if (Number.isInteger(left) && Number.isInteger(right)) return left + right
  const sum = scaled(left) + scaled(right)
  if (!Number.isNaN(sum)) return sum / SCALE
  if (!Number.isFinite(left) || !Number.isFinite(right)) return left + right
  const [a, b] = [new Exact(left), new Exact(right)]
  return settle(a.plus(b), isUneven(a) || isUneven(b))
}

export function subtract(left: number, right: number): number {
  return add(left, -right)
}

/** Decimal-correct product: 1.1 × 1.1 is 1.21. */
export function multiply(left: number, right: number): number {
  if (Number.isInteger(left) && Number.isInteger(right)) return left * right
  const product = scaled(left) * scaled(right)
  if (Number.isSafeInteger(product)) return product / (SCALE * SCALE)
  if (!Number.isFinite(left) || !Number.isFinite(right)) return left * right
  const [a, b] = [new Exact(left), new Exact(right)]
  return settle(a.times(b), isUneven(a) || isUneven(b))
}

/** Decimal-correct quotient; the caller has seen to it that `right` is not zero. */
export function divide(left: number, right: number): number {
  const [a, b] = [scaled(left), scaled(right)]
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a / b
  if (!Number.isFinite(left) || !Number.isFinite(right)) return left / right
  return new Exact(left).dividedBy(right).toNumber()
}

/** Remainder with the sign of `left`, as `%` has it; decimal-correct: 0.3 % 0.1 is 0. */
export function remainder(left: number, right: number): number {
  if (Number.isInteger(left) && Number.isInteger(right)) return left % right
  if (!Number.isFinite(left) || !Number.isFinite(right)) return left % right
  // decimal.js gives up digits where the quotient outgrows its precision; a double's remainder is then as good.
  const quotient = Math.abs(left / right)
  return quotient < 1e40 ? new Exact(left).modulo(right).toNumber() : left % right
}

/** Power; exact for small whole exponents (1.1 ^ 2 is 1.21). */
export function power(base: number, exponent: number): number {
  const plain = base ** exponent
  if (Number.isSafeInteger(plain) || !Number.isFinite(plain)) return plain
  if (!Number.isInteger(exponent) || Math.abs(exponent) > 64) return plain
  const exact = new Exact(base).pow(exponent).toNumber()
  return Number.isFinite(exact) ? exact : plain
}

const MODES = {
  nearest: Decimal.ROUND_HALF_UP,
  up: Decimal.ROUND_UP,
  down: Decimal.ROUND_DOWN,
  ceiling: Decimal.ROUND_CEIL,
  floor: Decimal.ROUND_FLOOR,
} as const
export type RoundingMode = keyof typeof MODES

/** Rounds to `digits` decimals (negative: tens, hundreds …) in a named manner. */
export function roundTo(value: number, digits: number, mode: RoundingMode): number {
  if (!Number.isFinite(value)) return value
  const places = Math.max(-308, Math.min(308, Math.trunc(digits)))
  if (places >= 0 && Number.isInteger(value)) return value
  const exact = new Exact(value)
  if (places >= 0) return clean(exact.toDecimalPlaces(places, MODES[mode]).toNumber())
  const unit = new Exact(10).pow(-places)
  return clean(exact.dividedBy(unit).toDecimalPlaces(0, MODES[mode]).times(unit).toNumber())
}

/** Rounds half away from zero, as people and spreadsheets do: 1.005 to two digits is 1.01, -2.5 to none is -3. */
export function roundDecimal(value: number, digits: number): number {
  return roundTo(value, digits, 'nearest')
}

/** Rounds to a multiple of `step` (CEILING, FLOOR). */
export function roundToStep(value: number, step: number, mode: RoundingMode): number {
  const exact = new Exact(value).dividedBy(step).toDecimalPlaces(0, MODES[mode])
  return clean(exact.times(step).toNumber())
}

/** The decimal-correct sum of numbers, rounded once, at the end. */
export function sumOf(numbers: readonly number[]): number {
  let total = 0
  for (const number of numbers) {
    total += scaled(number)
    if (!Number.isSafeInteger(total)) return exactSum(numbers)
  }
  return total / SCALE
}

function exactSum(numbers: readonly number[]): number {
  let total = new Exact(0)
  let uneven = false
  for (const number of numbers) {
    const exact = new Exact(number)
    uneven ||= isUneven(exact)
    total = total.plus(exact)
  }
  return settle(total, uneven)
}

/** The decimal-correct sum of what is numeric in `values`; the rest is left out. */
export function sumDecimal(values: Iterable<unknown>): number {
  const numbers: number[] = []
  for (const value of values) {
    const number = toDecimalNumber(value)
    if (number !== null) numbers.push(number)
  }
  return sumOf(numbers)
}

/** Digits of a number or numeric text without exponent: `"-1234.50"`; `decimals` pads and rounds. Null: not numeric. */
export function plainDigits(value: unknown, decimals?: number): string | null {
  const number = toDecimalNumber(value)
  if (number === null) return null
  const exact = new Exact(typeof value === 'string' ? value.trim().replaceAll(',', '') : number)
  return decimals === undefined ? exact.toFixed() : exact.toFixed(decimals)
}

/** A result without the sign that a zero may carry. */
function clean(value: number): number {
  return value === 0 ? 0 : value
}
