import type { FieldPlan } from '@runtime/form/plan'
import type { Option, WidgetContext } from '@runtime/widget/definition'
import type { NameSource } from '@runtime/widget/named'
import { isShortened, takesText } from '@runtime/widget/sheet-number'
import type { InputError } from '../../../../http/errors'
import type { CallContext, Services } from '../../../../module'
import { partsOf, strangersIn, valuesNamed } from '../../../platform/transfer/cells'
import { type ImportRow, itemsOf, textIn } from '../../../platform/transfer/rows'
import { dependentSource, type Get } from '../dependent-choices'
import { hostOf } from '../host'
import { offeredOf, resolveOptions } from '../options'
import type { RecordData } from '../tables'
import { type DependentCell, readDependentCells } from './dependent-cells'
import type { ImportField } from './fields'

/** A row's texts as the values of a record, and the texts that are none. */
export interface ReadRow {
  readonly data: RecordData
  readonly errors: readonly InputError[]
}

/**
 * Reads rows as people write them: choices by their labels, people, units, areas and records by their names. Each source is asked once
 * for all rows. A text that names two is an error, and so is one in a field that is none of the import's.
 */
export async function readRows(
  context: CallContext,
  services: Services,
  fields: readonly ImportField[],
  rows: readonly ImportRow[],
): Promise<readonly ReadRow[]> {
  const all = fields.flatMap(({ field, columns }) => (field.columns ? columns : [field]))
  const [options, found] = await Promise.all([
    resolveOptions(
      all.filter((field) => !dependentSource(field)),
      context,
      services,
    ),
    findNames(context, services, fields, rows),
  ])
  const host = hostOf(context)
  const offered = new Map([...options].map(([path, choices]) => [path, offeredOf(choices)]))
  const later: DependentCell[] = []

  const readCell = (field: FieldPlan, text: string, get: Get) => {
    const names = field.options === undefined ? found.get(keyOf(field)) : undefined
    if (names) return valueFrom(field, text, names, { ...host, get })
    if (takesText(field.definition) && isShortened(text))
      return { error: context.text('@widgets.shortened', { text }) }
    const choices = options.get(field.path)
    const read = readBy(field, text, { ...host, get, options: offered.get(field.path) })
    if (!choices || 'value' in read) return read
    // What is withdrawn is meant only where nothing else is called so.
    const kept = readBy(field, text, { ...host, get, options: choices })
    return 'value' in kept ? kept : read
  }

  const read = rows.map((row) => {
    const data: RecordData = {}
    const errors: InputError[] = []
    const known = new Set(fields.map(({ field }) => field.name))
    errors.push(...strangersIn(row, known, context))
    for (const { field, columns } of fields) {
      const sent = row[field.name]
      if (!field.columns) put(field, data, sent, field.name)
      else if (sent !== undefined && sent !== null && sent !== '') {
        const names = new Set(columns.map(({ name }) => name))
        data[field.name] = itemsOf(sent).map((item, at) => {
          const values: RecordData = {}
          errors.push(...strangersIn(item, names, context, `${field.name}.${at}.`))
          for (const column of columns)
            put(column, values, item[column.name], `${field.name}.${at}.${column.name}`)
          return values
        })
      }
    }
    return { data, errors }

    function put(field: FieldPlan, values: RecordData, sent: unknown, path: string): void {
      const text = textIn(sent).trim()
      if (text === '') return
      if (dependentSource(field)) {
        later.push({ field, text, path, values, data, errors })
        return
      }
      const read = readCell(field, text, (name) => values[name] ?? data[name])
      if ('error' in read) errors.push({ path, message: read.error })
      else values[field.name] = read.value
    }
  })
  await readDependentCells(context, services, later, (field, text, get, choices) =>
    readBy(field, text, { ...host, get, options: choices }),
  )
  return read
}

/** A text by a field's own reading of it. */
export function readBy(
  field: FieldPlan,
  text: string,
  { options, ...rest }: Omit<WidgetContext, 'options'> & { readonly options: readonly Option[] | undefined },
) {
  const widget = { ...rest, ...(options && { options }) }
  return field.definition?.fromText?.(text, field.settings, widget) ?? { value: text }
}

type Found = ReadonlyMap<string, readonly unknown[]>

const keyOf = (field: FieldPlan) => JSON.stringify(field.definition?.names?.(field.settings) ?? null)
export const isMultiple = (field: FieldPlan) => field.settings['multiple'] === true
const namesIn = (field: FieldPlan, text: string) => (isMultiple(field) ? partsOf(text) : [text])

/** What all names in the rows stand for, by the source that knows them. */
async function findNames(
  context: CallContext,
  services: Services,
  fields: readonly ImportField[],
  rows: readonly ImportRow[],
): Promise<ReadonlyMap<string, Found>> {
  const sought = new Map<string, { readonly source: NameSource; readonly texts: Set<string> }>()
  const seek = (field: FieldPlan, value: unknown) => {
    const source = field.options === undefined ? field.definition?.names?.(field.settings) : null
    const text = textIn(value).trim()
    if (!source || text === '') return
    const key = keyOf(field)
    const entry = sought.get(key) ?? { source, texts: new Set<string>() }
    sought.set(key, entry)
    for (const part of namesIn(field, text)) entry.texts.add(part)
  }
  for (const row of rows)
    for (const { field, columns } of fields) {
      if (!field.columns) seek(field, row[field.name])
      else
        for (const item of itemsOf(row[field.name]))
          for (const column of columns) seek(column, item[column.name])
    }
  const found = await Promise.all(
    [...sought].map(
      async ([key, { source, texts }]) =>
        [key, await services.names.find(source, [...texts], context)] as const,
    ),
  )
  return new Map(found)
}

function valueFrom(
  field: FieldPlan,
  text: string,
  found: Found,
  context: WidgetContext,
): { readonly value: unknown } | { readonly error: string } {
  const read = valuesNamed(namesIn(field, text), found, context)
  if ('error' in read) return read
  return { value: isMultiple(field) ? read.values : (read.values[0] ?? null) }
}
