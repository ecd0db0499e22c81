import { Text as TextWord } from '@runtime/document/words'
import { isRecord, parseJson } from '@runtime/json'
import type { Text } from '@runtime/text'
import type { FromText, WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import { Type } from 'typebox'

/** One row: `{ "name": "Accept", "value": "application/json" }`. */
export interface KeyValueRow {
  readonly name: string
  readonly value: string
}

/** Rows in their order, or the object that they mean; what is not whole yet stays rows, which the check refuses. */
export type KeyValue = readonly KeyValueRow[] | Readonly<Record<string, string>>

/** Settings of rows of name and value. */
export interface KeyValueSettings {
  /** `list`: `[{name, value}]`; `object`: the names are the members. */
  readonly as: 'list' | 'object'
  readonly nameText: Text
  readonly valueText: Text
  /** Names that are offered while one types; others are taken too. */
  readonly names: readonly string[]
  readonly max: number
}

const MOST_ROWS = 1000

/** Rows of a name and a value each: headers, parameters, labels. No name stands twice. */
export const definition: WidgetDefinition<KeyValueSettings, KeyValue> = {
  key: 'key-value',
  jnpfKeys: [],
  group: 'code',
  title: '@keyValue.widget',
  icon: 'UnorderedList',
  kind: 'field',
  long: true,
  notInTable: true,
  example: {
    field: {
      names: ['Accept', 'Authorization', 'Content-Type'],
      default: [
        { name: 'Accept', value: 'application/json' },
        { name: 'X-Farm', value: 'north' },
      ],
    },
  },
  settings: Type.Object({
    as: Type.Optional(
      Type.Union([Type.Literal('list'), Type.Literal('object')], {
        title: '@keyValue.setting.as',
        description: '@keyValue.setting.asHelp',
        examples: ['object'],
      }),
    ),
    nameText: Type.Optional({
      ...TextWord,
      title: '@keyValue.setting.nameText',
      description: '@keyValue.setting.nameTextHelp',
      examples: ['@keyValue.name'],
    }),
    valueText: Type.Optional({
      ...TextWord,
      title: '@keyValue.setting.valueText',
      description: '@keyValue.setting.valueTextHelp',
      examples: ['@keyValue.value'],
    }),
    names: Type.Optional(
      Type.Array(Type.String(), {
        title: '@keyValue.setting.names',
        description: '@keyValue.setting.namesHelp',
        examples: [['Accept', 'Authorization']],
      }),
    ),
    max: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_ROWS,
        title: '@keyValue.setting.max',
        description: '@keyValue.setting.maxHelp',
        examples: [20],
      }),
    ),
  }),
  defaults: { as: 'list', nameText: '@keyValue.name', valueText: '@keyValue.value', names: [], max: 200 },
  value: () => ({
    anyOf: [
      { type: 'object', additionalProperties: { type: 'string' } },
      {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, value: { type: 'string' } },
          required: ['name', 'value'],
          additionalProperties: false,
        },
      },
    ],
  }),
  isEmpty: (value) => rowsIn(value)?.length === 0,
  normalise(value, settings) {
    const rows = rowsIn(value)
    return rows ? keptOf(rows, settings) : value
  },
  check(value, { max }, context) {
    const rows = rowsIn(value) ?? []
    if (rows.length > max) return context.text('@keyValue.tooMany', { max, count: rows.length })
    return faultIn(rows, context)
  },
  toText: (value) => (rowsIn(value) ?? []).map(lineOf).join('\n'),
  fromText(text, settings, context) {
    const read = readLines(text, context)
    if ('error' in read) return read
    const fault = faultIn(read.value, context)
    return fault === null ? { value: keptOf(read.value, settings) } : { error: fault }
  },
}

/** The rows of a value: a list of them, an object, or the JSON text of either; undefined for what is neither. */
export function rowsIn(value: unknown): readonly KeyValueRow[] | undefined {
  if (value === undefined || value === null || value === '') return []
  const read = parseJson(value)
  if (isRecord(read)) return rowsOf(Object.entries(read))
  if (!Array.isArray(read) || !read.every(isRecord)) return undefined
  return rowsOf(read.map((row): readonly [unknown, unknown] => [row['name'] ?? '', row['value']]))
}

function rowsOf(pairs: readonly (readonly [unknown, unknown])[]): readonly KeyValueRow[] | undefined {
  const rows = pairs.map(([name, value]) => ({ name: asText(name), value: asText(value) }))
  return rows.every((row): row is KeyValueRow => row.name !== undefined && row.value !== undefined)
    ? rows
    : undefined
}

function asText(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? undefined : String(value)
}

/** What is kept of rows: those with nothing in them go, and the object is made once every name can be a member. */
export function keptOf(rows: readonly KeyValueRow[], { as }: Pick<KeyValueSettings, 'as'>): KeyValue {
  const filled = rows.filter(({ name, value }) => name !== '' || value !== '')
  if (as === 'list' || twice(filled).size > 0 || filled.some(({ name }) => name.trim() === '')) return filled
  return Object.fromEntries(filled.map(({ name, value }) => [name.trim(), value]))
}

/** Names that stand more than once, each with the rows that it stands in, counted from one. */
export function twice(rows: readonly KeyValueRow[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  rows.forEach(({ name }, index) => {
    const known = places.get(name.trim())
    if (known) known.push(index + 1)
    else if (name.trim() !== '') places.set(name.trim(), [index + 1])
  })
  return new Map([...places].filter(([, numbers]) => numbers.length > 1))
}

function faultIn(rows: readonly KeyValueRow[], { text }: Pick<WidgetContext, 'text'>): string | null {
  const unnamed = rows.findIndex(({ name }) => name.trim() === '')
  if (unnamed >= 0) return text('@keyValue.noName', { row: unnamed + 1 })
  const [repeated] = twice(rows)
  return repeated ? text('@keyValue.twice', { name: repeated[0], rows: repeated[1].join(', ') }) : null
}

/** `name=value`; a line break within either is written `\n`. */
const lineOf = ({ name, value }: KeyValueRow) => `${escaped(name).replaceAll('=', '\\=')}=${escaped(value)}`

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replace(/\r\n?|\n/g, '\\n')

const restored = (text: string) => text.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))

function readLines(source: string, { text }: Pick<WidgetContext, 'text'>): FromText<readonly KeyValueRow[]> {
  const rows: KeyValueRow[] = []
  for (const [index, line] of source.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const parts = /^((?:[^\\=]|\\.)*)=(.*)$/.exec(line)
    if (!parts) return { error: text('@keyValue.noSign', { line: index + 1, text: line }) }
    rows.push({ name: restored(parts[1] ?? '').trim(), value: restored(parts[2] ?? '') })
  }
  return { value: rows }
}
