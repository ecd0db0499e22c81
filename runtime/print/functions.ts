import { formatDate, parseDate } from '../date'
import { divide, sumOf, toDecimalNumber } from '../expression'
import { isBlank } from '../expression/value'
import { isRecord } from '../json'
import { chineseAmount, decimalOf, formatNumber } from '../widget/number-format'
import { printedAgo } from './ago'
import { escapeHtml } from './escape'
import { type CallTerm, pathText, type Term } from './place'
import { columnAt, MOMENT, type PrintScope, systemPlace, type Value, valueAt } from './scope'

/** Sizes of what a template draws, in CSS pixels (`spec/administration.md §9`). */
export const QRCODE_SIZE = 265
export const BARCODE_LINE = 4
export const BARCODE_HEIGHT = 80
export const IMAGE_SIZE = 100

interface Option {
  readonly number: number | undefined
  readonly text: string | undefined
}

/** A function of a template; its second value is an option. */
type PrintFunction = {
  readonly option?: 'number' | 'text'
  readonly needsOption?: true
} & (
  | { readonly of: 'value'; readonly value: (value: Value, option: Option, scope: PrintScope) => unknown }
  /** It answers HTML, so that no other function can take it. */
  | { readonly of: 'value'; readonly html: (value: Value, option: Option) => string }
  | { readonly of: 'column'; readonly value: (values: readonly unknown[]) => unknown }
)

const FUNCTIONS: ReadonlyMap<string, PrintFunction> = new Map<string, PrintFunction>([
  ['thousands', { of: 'value', option: 'number', value: ({ raw }, { number }) => thousands(raw, number) }],
  ['amount', { of: 'value', value: ({ raw }) => chineseAmount(raw) }],
  [
    'ago',
    {
      of: 'value',
      value: ({ raw }, _option, { data, timeZone, text }) =>
        typeof raw === 'number' ? printedAgo(raw, data.printTime, timeZone, text) : '',
    },
  ],
  [
    'date',
    {
      of: 'value',
      option: 'text',
      value: ({ raw }, { text = MOMENT }, { timeZone }) =>
        listOf(raw).map((date) => {
          const ms = typeof date === 'string' ? parseDate(date, timeZone) : date
          return typeof ms === 'number' ? formatDate(ms, text, timeZone) : ''
        }),
    },
  ],
  [
    'dict',
    {
      of: 'value',
      option: 'text',
      needsOption: true,
      value: ({ raw }, { text: typeId = '' }, { dictionary }) =>
        listOf(raw).map((entry) => dictionary?.(typeId, asText(entry)) ?? asText(entry)),
    },
  ],
  ['sum', { of: 'column', value: (values) => ofNumbers(values, sumOf) }],
  [
    'avg',
    // A double tells 15 digits apart; the rest of a division is noise.
    {
      of: 'column',
      value: (values) =>
        ofNumbers(values, (numbers) => Number(divide(sumOf(numbers), numbers.length).toPrecision(15))),
    },
  ],
  ['min', { of: 'column', value: (values) => ofNumbers(values, (numbers) => numbers.reduce(least)) }],
  ['max', { of: 'column', value: (values) => ofNumbers(values, (numbers) => numbers.reduce(most)) }],
  ['count', { of: 'column', value: (values) => values.filter((value) => !isBlank(value)).length }],
  [
    'qrcode',
    {
      of: 'value',
      option: 'number',
      html: ({ raw }, { number = QRCODE_SIZE }) => drawing('qrcode', asText(raw), number),
    },
  ],
  [
    'barcode',
    {
      of: 'value',
      option: 'number',
      html: ({ raw }, { number = BARCODE_HEIGHT }) => drawing('barcode', asText(raw), number),
    },
  ],
  [
    'image',
    {
      of: 'value',
      option: 'number',
      html: ({ raw }, { number = IMAGE_SIZE }) =>
        addressesIn(raw)
          .map((address) => drawing('image', address, number))
          .join(''),
    },
  ],
])

/** Whether a call takes in the lines of a sub-table, so that its row is not repeated for them. */
export function isAggregate({ name }: CallTerm): boolean {
  return FUNCTIONS.get(name)?.of === 'column'
}

/** What is wrong with a term that could be read; null: it can be printed. */
export function faultOf(term: Term, isNested = false): 'function' | 'syntax' | null {
  if (term.kind !== 'call') return null
  const known = FUNCTIONS.get(term.name)
  if (!known) return 'function'
  const [of, option, ...more] = term.of
  if (!of || more.length > 0 || (isNested && 'html' in known)) return 'syntax'
  if (known.of === 'column' && (of.kind !== 'path' || of.column === null)) return 'syntax'
  if (option ? !isOption(option, known.option) : known.needsOption) return 'syntax'
  return faultOf(of, true)
}

function isOption(term: Term, kind: PrintFunction['option']): boolean {
  if (term.kind !== 'number') return term.kind === kind
  return kind === 'number' && Number.isInteger(term.number) && term.number < 10_000
}

/** The HTML of a term without fault. */
export function printTerm(term: Term, scope: PrintScope): string {
  const known = term.kind === 'call' ? FUNCTIONS.get(term.name) : undefined
  if (term.kind === 'call' && known && 'html' in known) {
    const [of, option] = term.of
    return of ? known.html(evaluate(of, scope), optionOf(option)) : ''
  }
  const system = term.kind === 'path' ? systemPlace(pathText(term)) : undefined
  return system ? system(scope) : escapeHtml(asText(evaluate(term, scope).shown))
}

function evaluate(term: Term, scope: PrintScope): Value {
  switch (term.kind) {
    case 'path':
      return valueAt(term, scope)
    case 'text':
      return { shown: term.text, raw: term.text }
    case 'number':
      return { shown: term.number, raw: term.number }
    case 'call': {
      const value = called(term, scope)
      return { shown: value, raw: value }
    }
  }
}

function called({ name, of: [of, option] }: CallTerm, scope: PrintScope): unknown {
  const known = FUNCTIONS.get(name)
  if (!known || !of || 'html' in known) return null
  if (known.of === 'value') return known.value(evaluate(of, scope), optionOf(option), scope)
  const column = of.kind === 'path' ? columnAt(of, scope) : null
  return column && known.value(column)
}

function optionOf(term: Term | undefined): Option {
  return {
    number: term?.kind === 'number' ? term.number : undefined,
    text: term?.kind === 'text' ? term.text : undefined,
  }
}

/** `1,234.50`, with the decimals that the number has unless said otherwise; nothing for what is no number. */
function thousands(value: unknown, decimals?: number): string {
  if (decimals !== undefined)
    return formatNumber(value, { precision: Math.min(decimals, 20), thousands: true })
  const own = typeof value === 'string' ? /\.(\d*)\s*$/.exec(value)?.[1]?.length : undefined
  const precision = own ?? decimalOf(value)?.decimalPlaces()
  return formatNumber(value, { ...(precision !== undefined && { precision }), thousands: true })
}

/** Null where none of the values is a number; a switch is none. */
function ofNumbers(values: readonly unknown[], work: (numbers: readonly number[]) => number): number | null {
  const numbers = values.flatMap((value) => {
    const number = typeof value === 'boolean' ? null : toDecimalNumber(value)
    return number === null ? [] : [number]
  })
  return numbers.length === 0 ? null : work(numbers)
}

function least(one: number, other: number): number {
  return Math.min(one, other)
}

function most(one: number, other: number): number {
  return Math.max(one, other)
}

function drawing(kind: string, text: string, size: number): string {
  if (text === '') return ''
  return `<img data-print="${kind}" data-text="${escapeHtml(text)}" data-size="${size}">`
}

/** The product's own files and pictures in the value itself: another server's would tell it who prints what. */
const ADDRESS = /^(\/(?![/\\])|data:image\/(png|jpe?g|gif|webp);base64,)/i

function addressesIn(value: unknown): readonly string[] {
  return listOf(value)
    .map((item) => (isRecord(item) ? item['url'] : item))
    .filter((address): address is string => typeof address === 'string' && ADDRESS.test(address))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).filter(Boolean).join('、')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}
