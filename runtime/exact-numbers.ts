import { isRecord } from './json'

/** A number of JSON text that a double does not hold as it is written: where it stands, and its digits. */
export interface LostNumber {
  readonly at: number
  readonly digits: string
}

/** What no text without such a number holds: so many digits in a row, or so large an exponent. */
const SUSPICIOUS = /[\d.]{16}|\d[eE]\+?\d{3}/
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const [QUOTE, BACKSLASH, MINUS, ZERO, NINE] = [34, 92, 45, 48, 57]

/**
 * The numbers of JSON text that would be others once they are read: whole ones beyond 2^53 − 1, and with `fractions` those with more
 * digits than are kept. `JSON.parse` tells nothing of them.
 */
export function lostNumbers(text: string, fractions: boolean): readonly LostNumber[] {
  if (!SUSPICIOUS.test(text)) return []
  const lost: LostNumber[] = []
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = at
      const [digits] = NUMBER.exec(text) ?? []
      if (digits === undefined) continue
      if (isLost(digits, fractions)) lost.push({ at, digits })
      at += digits.length - 1
    }
  }
  return lost
}

function isLost(digits: string, fractions: boolean): boolean {
  const value = Number(digits)
  if (!Number.isFinite(value)) return true
  if (/^-?\d+$/.test(digits)) return !Number.isSafeInteger(value)
  return fractions && significant(digits) !== significant(String(value))
}

/** The digits of a number without sign and what stands before or behind them, and where its point is: `12.50` and `1.25e1` are the same. */
function significant(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().replace(/^-/, '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const all = `${whole}${fraction}`.replace(/^0+/, '')
  let length = all.length
  while (all[length - 1] === '0') length--
  const digits = all.slice(0, length)
  return digits === '' ? '' : `${digits}e${Number(exponent) - fraction.length + all.length - digits.length}`
}

/** Stands before the digits of such a number while its text is read: no JSON of anybody has it where a number is. */
const MARK = '\u0000#'

/**
 * The value of JSON text, in which a number that would be another comes as a text of its digits. In the rows of a list so does
 * every number of the same member: a column is of one kind.
 * @throws SyntaxError for what is no JSON
 */
export function readExactly(text: string): unknown {
  const lost = lostNumbers(text, true)
  if (lost.length === 0) return JSON.parse(text)
  const parts: string[] = []
  let from = 0
  for (const { at, digits } of lost) {
    parts.push(text.slice(from, at), JSON.stringify(MARK + digits))
    from = at + digits.length
  }
  return unmarked(JSON.parse(parts.join('') + text.slice(from)))
}

const isMarked = (value: unknown): value is string => typeof value === 'string' && value.startsWith(MARK)

function unmarked(value: unknown): unknown {
  if (isMarked(value)) return value.slice(MARK.length)
  if (Array.isArray(value)) {
    const names = new Set(
      value.flatMap((row) => (isRecord(row) ? Object.keys(row).filter((name) => isMarked(row[name])) : [])),
    )
    return value.map((row) => asTexts(unmarked(row), names))
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unmarked(member)]))
}

function asTexts(row: unknown, names: ReadonlySet<string>): unknown {
  if (names.size === 0 || !isRecord(row)) return row
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' && names.has(name) ? String(value) : value,
    ]),
  )
}

/** Rows of a database, whose whole numbers beyond 2^53 − 1 are `bigint`: their columns come as texts, in every row. */
export function withTexts(rows: readonly Readonly<Record<string, unknown>>[]) {
  const names = new Set(
    rows.flatMap((row) => Object.keys(row).filter((name) => typeof row[name] === 'bigint')),
  )
  if (names.size === 0) return rows
  return rows.map((row) => {
    const plain = Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? String(value) : value,
    ])
    return asTexts(Object.fromEntries(plain), names) as Readonly<Record<string, unknown>>
  })
}
