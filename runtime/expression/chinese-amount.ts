import { plainDigits } from './decimal'

const DIGITS = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖']
const PLACES = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿', '兆']
const FRACTIONS = ['角', '分', '厘', '毫']
/** Beyond this many integer digits there is no amount (`spec/widgets.md §9`). */
export const AMOUNT_DIGITS = 15
export const AMOUNT_OVERFLOW = '数字较大溢出'

/**
 * An amount in Chinese capitals: 1234.5 is `壹仟贰佰叁拾肆元伍角`. Nothing for what is not numeric, `AMOUNT_OVERFLOW` beyond 15
 * integer digits (`spec/widgets.md §9`). Text is taken digit by digit, so it is exact beyond what a number holds.
 */
export function chineseAmount(value: unknown): string {
  const digits = typeof value === 'boolean' ? null : plainDigits(value)
  if (digits === null) return ''
  const [integer = '0', fraction = ''] = digits.replace('-', '').split('.')
  if (integer.length > AMOUNT_DIGITS) return AMOUNT_OVERFLOW
  const whole = integerText(integer)
  const part = fractionText(fraction.slice(0, FRACTIONS.length), whole !== '')
  if (!whole && !part) return '零元整'
  return `${digits.startsWith('-') ? '负' : ''}${whole ? `${whole}元` : ''}${part || '整'}`
}

/** Groups of four; a gap of zeros inside the number is said once. */
function integerText(integer: string): string {
  let text = ''
  let gap = false
  const last = integer.length - 1
  let groupHasDigit = false
  for (let index = 0; index <= last; index++) {
    const place = (last - index) % 4
    const digit = Number(integer.charAt(index))
    if (digit === 0) gap = text !== ''
    else {
      text += `${gap ? '零' : ''}${DIGITS[digit]}${PLACES[place]}`
      gap = false
      groupHasDigit = true
    }
    if (place === 0) {
      if (groupHasDigit) text += GROUPS[(last - index) / 4]
      groupHasDigit = false
    }
  }
  return text
}

function fractionText(fraction: string, hasInteger: boolean): string {
  let text = ''
  let gap = false
  for (let index = 0; index < fraction.length; index++) {
    const digit = Number(fraction.charAt(index))
    if (digit === 0) gap = text !== '' || hasInteger
    else {
      text += `${gap ? '零' : ''}${DIGITS[digit]}${FRACTIONS[index]}`
      gap = false
    }
  }
  return text
}
