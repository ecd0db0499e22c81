import { chineseAmount, formatNumber } from '../../widget/number-format'
import {
  add,
  divide,
  multiply,
  plainDigits,
  power,
  type RoundingMode,
  remainder,
  roundTo,
  roundToStep,
  sumOf,
  toDecimalNumber,
} from '../decimal'
import { excerpt, type Frame, flatten, isBlank, numberOf, trouble } from '../value'
import { type ExpressionFunction, eager } from './types'

/** The numbers among values and lists: blanks are left out, other texts are reported and left out. */
export function numbersIn(values: readonly unknown[], frame: Frame): number[] {
  const numbers: number[] = []
  for (const value of flatten(values)) {
    if (typeof value === 'number') numbers.push(value)
    else if (!isBlank(value)) {
      const number = toDecimalNumber(value)
      if (number === null) trouble(frame, 'type', 'notANumber', { found: excerpt(value) })
      else numbers.push(number)
    }
  }
  return numbers
}

function finite(value: number, frame: Frame): number | null {
  return Number.isFinite(value) ? value : trouble(frame, 'limit', 'outOfRange')
}

/** A function of numbers: null, once reported, when one of them is none. */
function numeric(
  names: readonly [string, ...string[]],
  signature: string,
  work: (numbers: readonly number[], frame: Frame) => number | null,
): ExpressionFunction {
  return eager('number', names, signature, (values, frame) => {
    const numbers: number[] = []
    for (const value of values) {
      const number = numberOf(value, frame)
      if (number === null) return null
      numbers.push(number)
    }
    const result = work(numbers, frame)
    return result === null ? null : finite(result, frame)
  })
}

function rounding(names: readonly [string, ...string[]], mode: RoundingMode): ExpressionFunction {
  return numeric(names, 'number, [decimals]', ([value = 0, digits = 0]) => roundTo(value, digits, mode))
}

/** To a multiple of `step`, which is 1 when it is not given. */
function stepping(names: readonly [string, ...string[]], mode: RoundingMode): ExpressionFunction {
  return numeric(names, 'number, [step]', ([value = 0, step = 1], frame) =>
    step === 0
      ? trouble(frame, 'division-by-zero', 'divisionByZero')
      : roundToStep(value, Math.abs(step), mode),
  )
}

/** Modulo with the sign of the divisor, as in spreadsheets. */
function modulo(left: number, right: number): number {
  const rest = remainder(left, right)
  return rest !== 0 && rest < 0 !== right < 0 ? add(rest, right) : rest
}

function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) return null
  return sorted.length % 2 ? upper : divide(add(sorted[middle - 1] ?? 0, upper), 2)
}

export const numberFunctions: readonly ExpressionFunction[] = [
  eager('number', ['SUM', '求和'], 'value, …', (values, frame) =>
    finite(sumOf(numbersIn(values, frame)), frame),
  ),
  eager('number', ['AVG', 'AVERAGE', '平均值'], 'value, …', (values, frame) => {
    const numbers = numbersIn(values, frame)
    return numbers.length ? finite(divide(sumOf(numbers), numbers.length), frame) : null
  }),
  eager('number', ['MIN', '最小值'], 'value, …', (values, frame) => {
    const numbers = numbersIn(values, frame)
    return numbers.length ? numbers.reduce((a, b) => Math.min(a, b)) : null
  }),
  eager('number', ['MAX', '最大值'], 'value, …', (values, frame) => {
    const numbers = numbersIn(values, frame)
    return numbers.length ? numbers.reduce((a, b) => Math.max(a, b)) : null
  }),
  eager('number', ['MEDIAN', '中位数'], 'value, …', (values, frame) => median(numbersIn(values, frame))),
  eager('number', ['PRODUCT', '乘积'], 'value, …', (values, frame) => {
    const numbers = numbersIn(values, frame)
    return numbers.length ? finite(numbers.reduce(multiply), frame) : null
  }),
  rounding(['ROUND', '四舍五入'], 'nearest'),
  rounding(['ROUNDUP', '向上舍入'], 'up'),
  rounding(['ROUNDDOWN', 'TRUNC', '向下舍入'], 'down'),
  stepping(['CEILING', 'CEIL', '向上取整'], 'ceiling'),
  stepping(['FLOOR', '向下取整'], 'floor'),
  numeric(['INT', '取整'], 'number', ([value = 0]) => Math.floor(value)),
  numeric(['MOD', '取余'], 'number, divisor', ([value = 0, divisor = 0], frame) =>
    divisor === 0 ? trouble(frame, 'division-by-zero', 'divisionByZero') : modulo(value, divisor),
  ),
  numeric(['ABS', '绝对值'], 'number', ([value = 0]) => Math.abs(value)),
  numeric(['SIGN', '符号'], 'number', ([value = 0]) => Math.sign(value)),
  numeric(['POWER', 'POW', '幂'], 'number, exponent', ([value = 0, exponent = 0]) => power(value, exponent)),
  numeric(['SQRT', '平方根'], 'number', ([value = 0]) => Math.sqrt(value)),
  numeric(['EXP', '指数'], 'number', ([value = 0]) => Math.exp(value)),
  numeric(['LN', '自然对数'], 'number', ([value = 0]) => Math.log(value)),
  numeric(['LOG', '对数'], 'number, [base]', ([value = 0, base = 10]) =>
    base === 10 ? Math.log10(value) : base === 2 ? Math.log2(value) : Math.log(value) / Math.log(base),
  ),
  numeric(['PI', '圆周率'], '', () => Math.PI),
  eager(
    'number',
    ['ISNUMBER', '是否数字'],
    'value',
    ([value]) => typeof value !== 'boolean' && toDecimalNumber(value) !== null,
  ),
  eager('number', ['CHINESE', 'RMB', '大写金额'], 'number', ([value], frame) => {
    if (isBlank(value)) return ''
    return (
      chineseAmount(plainDigits(value)) || trouble(frame, 'type', 'notANumber', { found: excerpt(value) })
    )
  }),
  eager('number', ['THOUSANDS', '千分位'], 'number, [decimals]', ([value, decimals], frame) => {
    if (isBlank(value)) return ''
    const places = decimals === undefined ? undefined : numberOf(decimals, frame)
    return places === null
      ? null
      : (grouped(value, places) ?? trouble(frame, 'type', 'notANumber', { found: excerpt(value) }))
  }),
]

/** Digits in groups of three: `"1,234.50"`; null for what is not numeric. */
export function grouped(value: unknown, decimals?: number): string | null {
  const digits = plainDigits(
    value,
    decimals === undefined ? undefined : Math.max(0, Math.min(20, Math.trunc(decimals))),
  )
  return digits === null ? null : formatNumber(digits, { precision: fractionOf(digits), thousands: true })
}

function fractionOf(digits: string): number {
  return digits.split('.')[1]?.length ?? 0
}
