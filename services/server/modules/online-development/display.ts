import { displayText } from '@runtime/form'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { HeadlessHost } from '@runtime/host'
import type { Option, WidgetContext } from '@runtime/widget/definition'
import type { Services } from '../../module'
import { resolveOptions } from './options'
import { type RecordData, rowsOf } from './tables'

type Row = Record<string, unknown>

/** Turns records into what people read; see `displayRow`. */
export interface Display {
  row(data: RecordData): Row
}

/**
 * Prepares the display of many records: the choices of all fields are resolved once. `fields` are those shown; a
 * sub-table is shown with those of its columns that are.
 */
export async function prepareDisplay(
  form: FormPlan,
  fields: readonly FieldPlan[],
  host: HeadlessHost,
  services: Services,
): Promise<Display> {
  const options = await resolveOptions(fields, services)
  const top = fields.filter((field) => field.table === undefined && !field.columns)
  const tables = new Map<string, FieldPlan[]>()
  for (const field of fields) {
    if (field.table !== undefined) tables.set(field.table, [...(tables.get(field.table) ?? []), field])
  }
  return {
    row(data) {
      const row: Row = {}
      for (const field of top) show(row, field, data, data, host, options)
      for (const [table, columns] of tables) {
        const name = form.fields.get(table)?.name ?? table
        row[name] = rowsOf(data[name]).map((item) => {
          const shown: Row = {}
          for (const column of columns) show(shown, column, item, data, host, options)
          return shown
        })
      }
      return row
    },
  }
}

/**
 * Puts a value as people read it under the field's name, and, where that differs, the raw value beside it as
 * `<field>_id` (`reference/columndata-format.md §3`). A secret's raw value stays where it is.
 */
function show(
  row: Row,
  field: FieldPlan,
  values: RecordData,
  record: RecordData,
  host: HeadlessHost,
  options: ReadonlyMap<string, readonly Option[]>,
): void {
  const raw = values[field.name] ?? null
  if (isBlank(raw)) {
    row[field.name] = raw
    return
  }
  const choices = options.get(field.path)
  const context: WidgetContext = {
    ...host,
    get: (path) => values[path] ?? record[path],
    ...(choices && { options: choices }),
  }
  const text = displayText(field, raw, context)
  const same = typeof raw !== 'object' && String(raw) === text
  row[field.name] = same ? raw : text
  if (!same && field.settings['showPassword'] !== true) row[`${field.name}_id`] = raw
}

function isBlank(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
