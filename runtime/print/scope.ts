import { formatDate, type TimeZone } from '../date'
import type { Scope } from '../expression'
import { isRecord } from '../json'
import type { Translator } from '../text'
import { type Approval, approvalTable } from './approval'
import { escapeHtml } from './escape'
import type { PathTerm } from './place'

/** How moments are printed (`spec/administration.md §9`, default date format). */
export const MOMENT = 'yyyy-MM-dd HH:mm:ss'

export type Values = Readonly<Record<string, unknown>>

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
  /** The name of a value in a dictionary; undefined: it has none there. */
  readonly dictionary?: (typeId: string, value: string) => string | undefined
}

/** The line of a sub-table that a repeated row is filled with. */
interface Line {
  readonly table: string
  readonly values: Values
  /** From 1. */
  readonly number: number
}

/** Where places find what they name. */
export interface PrintScope extends FillOptions {
  readonly data: PrintData
  /** Lines of the rows that it is in, the innermost first. */
  readonly lines: readonly Line[]
  /** It is a line of text, whose pages are counted by the browser. */
  readonly isLine: boolean
}

/** A value in both its forms. */
export interface Value {
  readonly shown: unknown
  readonly raw: unknown
}

const NOTHING: Value = { shown: null, raw: null }

const SYSTEM: Readonly<Record<string, (scope: PrintScope) => string>> = {
  systemPrinter: ({ data }) =>
    escapeHtml([data.printer.name, data.printer.account].filter((word) => word !== '').join('/')),
  'printer.name': ({ data }) => escapeHtml(data.printer.name),
  'printer.account': ({ data }) => escapeHtml(data.printer.account),
  systemCopy: ({ data }) => escapeHtml(data.copy),
  systemPrintTime: ({ data, timeZone }) => formatDate(data.printTime, MOMENT, timeZone),
  systemApprovalContent: ({ data, text, timeZone }) =>
    approvalTable(data.approvals, { text, moment: (ms) => formatDate(ms, MOMENT, timeZone) }),
  index: ({ lines: [line] }) => (line ? String(line.number) : ''),
  page: ({ isLine }) => (isLine ? '{page}' : ''),
  pages: ({ isLine }) => (isLine ? '{pages}' : ''),
}

/** Places that are no fields of a record. `page` and `pages` are counted in the margins of a page alone. */
export const SYSTEM_NAMES: ReadonlySet<string> = new Set(Object.keys(SYSTEM))
export const COUNTER_NAMES: ReadonlySet<string> = new Set(['page', 'pages'])

/** The HTML of a system place; undefined: the name is none. */
export function systemPlace(name: string): ((scope: PrintScope) => string) | undefined {
  return Object.hasOwn(SYSTEM, name) ? SYSTEM[name] : undefined
}

export function valueAt({ name, column }: PathTerm, { data, lines }: PrintScope): Value {
  if (column === null) return valueIn(data.values, name)
  const line = lines.find(({ table }) => table === name)
  return line ? valueIn(line.values, column) : NOTHING
}

/** Raw values of a sub-table's column, one for each line; null: there is no such table. */
export function columnAt({ name, column }: PathTerm, { data }: PrintScope): readonly unknown[] | null {
  const lines = linesOf(data.values, name)
  if (lines === null || column === null) return null
  return lines.map((line) => valueIn(line, column).raw)
}

/** The lines of a sub-table; null where it is none. */
export function linesOf(values: Values, table: string): readonly Values[] | null {
  const list = own(values, table)
  return Array.isArray(list) ? list.map((line) => (isRecord(line) ? line : {})) : null
}

function valueIn(values: Values, name: string): Value {
  const shown = own(values, name)
  return { shown, raw: own(values, `${name}_id`) ?? shown }
}

function own(values: Values, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/**
 * The names of an expression: `field` is a raw value, `field_name` its text, a sub-table the list of such lines, in a row that it
 * repeats its line; beside them `index`, `systemCopy`, `printer` and what every expression sees.
 */
export function expressionScope({ data, lines, timeZone }: PrintScope): Scope {
  return {
    get(name) {
      const line = lines.find(({ table }) => table === name)
      if (line) return rawLine(line.values)
      const { raw } = valueIn(data.values, name)
      if (Array.isArray(raw)) return raw.map((entry) => (isRecord(entry) ? rawLine(entry) : entry))
      return raw ?? textNamed(data.values, name) ?? systemValue(name)
    },
  }
  function systemValue(name: string): unknown {
    switch (name) {
      case 'index':
        return lines[0]?.number
      case 'systemCopy':
        return data.copy
      case 'printer':
        return data.printer
      case 'now':
        return data.printTime
      case 'timeZone':
        return timeZone ?? undefined
      default:
        return undefined
    }
  }
}

const TEXT = /_name$/

function textNamed(values: Values, name: string): unknown {
  return TEXT.test(name) ? own(values, name.replace(TEXT, '')) : undefined
}

function rawLine(line: Values): Values {
  const names = Object.keys(line)
  return Object.fromEntries([
    ...names.map((name) => [`${name}_name`, line[name]] as const),
    ...names.map((name) => [name, valueIn(line, name).raw] as const),
  ])
}
