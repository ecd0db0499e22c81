import { formatDate, type TimeZone } from '../date'
import type { Translator } from '../text'
import { chineseAmount, decimalOf, formatNumber } from '../widget/number-format'
import { printedAgo } from './ago'
import { type Approval, approvalTable } from './approval'
import { escapeHtml, textOfHtml } from './escape'

/** Sizes of what a template draws, in CSS pixels (`spec/administration.md §9`). */
export const QRCODE_SIZE = 265
export const BARCODE_LINE = 4
export const BARCODE_HEIGHT = 80
export const IMAGE_SIZE = 100

/** How moments are printed (`spec/administration.md §9`, default date format). */
const MOMENT = 'yyyy-MM-dd HH:mm:ss'

type Values = Readonly<Record<string, unknown>>

/** What a template is filled with. */
export interface PrintData {
  /** A record as people read it: texts, the raw value beside a text as `<field>_id`, sub-tables as lists of such rows. */
  readonly values: Values
  readonly printer: { readonly name: string; readonly account: string }
  /** Milliseconds since 1970. */
  readonly printTime: number
  readonly approvals: readonly Approval[]
  /** Name of the copy that it is; empty: there is one. */
  readonly copy: string
}

export interface FillOptions {
  readonly timeZone: TimeZone
  /** Says a locale key in the person's language. */
  readonly text: Translator['text']
}

interface Place extends FillOptions {
  readonly data: PrintData
  /** Of a repeated row: the sub-table and its line. */
  readonly line?: { readonly table: string; readonly values: Values }
}

const PLACEHOLDER = /\{([^{}]{0,200})\}/g
const NAME = /^\w+(?:[.-]\w+)?$/
const CALLED = /^(\w+)\(\s*(\w+(?:[.-]\w+)?)\s*(?:,\s*(\d{1,4})\s*)?\)$/
/** A row of a table that holds no row itself. */
const ROW = /<tr\b[^>]*>(?:(?!<tr\b)[\s\S])*?<\/tr>/gi

/**
 * A template's HTML with a record's values in its places:
 * `{field}` and `{table.column}`, `{thousands(field)}`, `{thousands(field, decimals)}`, `{amount(field)}`, `{ago(field)}`,
 * `{qrcode(field)}`, `{barcode(field)}`, `{image(field)}` with a size after a comma, `{systemPrinter}`,
 * `{systemPrintTime}` and `{systemApprovalContent}`. A table's row that names columns of a sub-table is repeated for each
 * of its lines. A place that says nothing known prints nothing (`spec/widgets.md §8`). Values are escaped; codes are left
 * as `<img data-print>` for `renderers/print` to draw. The template is trusted to be sanitised.
 */
export function fillTemplate(template: string, data: PrintData, options: FillOptions): string {
  const place: Place = { ...options, data }
  const repeated = template.replace(ROW, (row) => {
    const table = tableIn(row, data.values)
    if (table === null) return row
    const lines = data.values[table] as readonly unknown[]
    return lines
      .map((line) => fillText(row, { ...place, line: { table, values: isValues(line) ? line : {} } }))
      .join('')
  })
  return fillText(repeated, place)
}

/**
 * A line of plain text with a record's values in its places, as in a template; `${name}` is `{name}`. `{page}` and `{pages}` stay.
 */
export function fillLine(line: string, data: PrintData, options: FillOptions): string {
  const place: Place = { ...options, data }
  return line.replace(LINE_PLACE, (_, inner: string) => {
    const name = inner.trim()
    if (name === 'page' || name === 'pages') return `{${name}}`
    return textOfHtml(printed(name, place)).replace(COUNTER_IN_VALUE, '($1)')
  })
}

const LINE_PLACE = /\$?\{([^{}]{0,200})\}/g
/** A value that says `{page}` counts nothing. */
const COUNTER_IN_VALUE = /\{(pages?)\}/g

function tableIn(row: string, values: Values): string | null {
  for (const [, inner = ''] of row.matchAll(PLACEHOLDER)) {
    const name = CALLED.exec(inner.trim())?.[2] ?? inner.trim()
    const [table = '', column] = name.split(/[.-]/)
    if (column !== undefined && Array.isArray(values[table])) return table
  }
  return null
}

/** Tags, and what stands between them. */
function piecesOf(html: string): readonly string[] {
  const pieces: string[] = []
  let from = 0
  for (let tag = html.indexOf('<'); tag >= 0; tag = html.indexOf('<', from)) {
    const end = html.indexOf('>', tag) + 1
    if (end === 0) break
    pieces.push(html.slice(from, tag), html.slice(tag, end))
    from = end
  }
  return [...pieces, html.slice(from)]
}

/** Fills what stands between tags; what a tag says itself is not touched, so that no value gets into an attribute. */
function fillText(html: string, place: Place): string {
  return piecesOf(html)
    .map((piece) => {
      if (piece.startsWith('<')) return piece
      return piece.replace(PLACEHOLDER, (_, inner: string) => shielded(printed(inner.trim(), place)))
    })
    .join('')
}

/** Braces in a value are no places, though a row's result is filled once more with the rest. */
function shielded(html: string): string {
  return html.replace(/\{/g, '&#123;').replace(/\}/g, '&#125;')
}

function printed(inner: string, place: Place): string {
  const { data } = place
  switch (inner) {
    case 'systemPrinter':
      return escapeHtml([data.printer.name, data.printer.account].filter((word) => word !== '').join('/'))
    case 'printer.name':
      return escapeHtml(data.printer.name)
    case 'printer.account':
      return escapeHtml(data.printer.account)
    case 'systemCopy':
      return escapeHtml(data.copy)
    case 'systemPrintTime':
      return formatDate(data.printTime, MOMENT, place.timeZone)
    case 'systemApprovalContent':
      return approvalTable(data.approvals, {
        text: place.text,
        moment: (ms) => formatDate(ms, MOMENT, place.timeZone),
      })
  }
  if (NAME.test(inner)) return escapeHtml(asText(valueAt(inner, place).shown))
  const [, name = '', path = '', option] = CALLED.exec(inner) ?? []
  const tag = TAGS[name]
  if (!tag) return ''
  return tag(valueAt(path, place), option === undefined ? undefined : Number(option), place)
}

interface Value {
  readonly shown: unknown
  readonly raw: unknown
}

type Tag = (value: Value, option: number | undefined, place: Place) => string

const TAGS: Readonly<Record<string, Tag>> = {
  __proto__: null as never,
  thousands: ({ raw }, precision) => thousands(raw, precision),
  amount: ({ raw }) => chineseAmount(raw),
  ago: ({ raw }, _option, { data, timeZone, text }) =>
    typeof raw === 'number' ? escapeHtml(printedAgo(raw, data.printTime, timeZone, text)) : '',
  qrcode: ({ raw }, size = QRCODE_SIZE) => drawing('qrcode', asText(raw), size),
  barcode: ({ raw }, height = BARCODE_HEIGHT) => drawing('barcode', asText(raw), height),
  image: ({ raw }, size = IMAGE_SIZE) =>
    addressesIn(raw)
      .map((address) => drawing('image', address, size))
      .join(''),
}

/** `1,234.50`, with the decimals that the number has unless said otherwise; nothing for what is no number. */
export function thousands(value: unknown, decimals?: number): string {
  if (decimals !== undefined)
    return formatNumber(value, { precision: Math.min(decimals, 20), thousands: true })
  const own = typeof value === 'string' ? /\.(\d*)\s*$/.exec(value)?.[1]?.length : undefined
  const precision = own ?? decimalOf(value)?.decimalPlaces()
  return formatNumber(value, { ...(precision !== undefined && { precision }), thousands: true })
}

function drawing(kind: string, text: string, size: number): string {
  if (text === '') return ''
  return `<img data-print="${kind}" data-text="${escapeHtml(text)}" data-size="${size}">`
}

/** The product's own files and pictures in the value itself: another server's would tell it who prints what. */
const ADDRESS = /^(\/(?![/\\])|data:image\/(png|jpe?g|gif|webp);base64,)/i

function addressesIn(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items
    .map((item) => (isValues(item) ? item['url'] : item))
    .filter((address): address is string => typeof address === 'string' && ADDRESS.test(address))
}

function valueAt(path: string, { data, line }: Place): Value {
  const [first = '', column] = path.split(/[.-]/)
  if (column === undefined) return valueIn(data.values, first)
  return line?.table === first ? valueIn(line.values, column) : { shown: null, raw: null }
}

function valueIn(values: Values, name: string): Value {
  const own = (key: string) => (Object.hasOwn(values, key) ? values[key] : undefined)
  return { shown: own(name), raw: own(`${name}_id`) ?? own(name) }
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).filter(Boolean).join('、')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
