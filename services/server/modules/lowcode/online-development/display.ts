import { displayText, isSecret } from '@runtime/form'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { HeadlessHost } from '@runtime/host'
import type { Option, WidgetContext } from '@runtime/widget/definition'
import type { CallContext, Services } from '../../../module'
import { dependentOptions, dependentSource, type Get, readerIn } from './dependent-choices'
import { relatedIn, withSources } from './derived'
import { hostWithNames } from './names'
import { resolveOptions } from './options'
import { type RecordData, rowsOf } from './tables'

type Row = Record<string, unknown>

/** Turns records into what people read. */
export interface Display {
  /** Texts; where the raw value differs it stands beside as `<field>_id`. */
  row(data: RecordData): Row
  /** Raw values; where the text differs it stands beside as `<field>_name` (rows that are edited in place). */
  rawRow(data: RecordData): Row
}

/**
 * Prepares the display of many records: the choices and names of all fields are resolved once, the choices while the
 * records are still on their way. `fields` are those shown; a sub-table is shown with those of its columns that are.
 */
export async function prepareDisplay(
  form: FormPlan,
  fields: readonly FieldPlan[],
  context: CallContext,
  services: Services,
  records: readonly RecordData[] | Promise<readonly RecordData[]>,
): Promise<Display> {
  const [options, dependent, host] = await Promise.all([
    resolveOptions(
      fields.filter((field) => !dependentSource(field)),
      context,
      services,
    ),
    Promise.resolve(records).then((known) => dependentOptions(fields, known, context, services)),
    Promise.resolve(records).then((known) =>
      hostWithNames(context, services, withSources(form, fields), known, { tolerant: true }),
    ),
  ])
  const choices = (field: FieldPlan, get: Get) => options.get(field.path) ?? dependent(field, get)
  const top = fields.filter((field) => field.table === undefined && !field.columns)
  const tables = new Map<string, FieldPlan[]>()
  for (const field of fields) {
    if (field.table !== undefined) tables.set(field.table, [...(tables.get(field.table) ?? []), field])
  }
  // A secret that nobody can read any more says so where others have their mask.
  const textOf = (field: FieldPlan, shown: Shown): Shown =>
    isSecret(field) && services.secrets.isLocked(shown.raw)
      ? { raw: shown.raw, text: context.text('@record.secretUnreadable') }
      : shown
  const rowWith = (put: typeof putText) => (data: RecordData) => {
    const row: Row = {}
    for (const field of top) put(row, field, textOf(field, shownOf(form, field, data, data, host, choices)))
    for (const [table, columns] of tables) {
      const name = form.fields.get(table)?.name ?? table
      row[name] = rowsOf(data[name]).map((item) => {
        const shown: Row = {}
        for (const column of columns)
          put(shown, column, textOf(column, shownOf(form, column, item, data, host, choices)))
        return shown
      })
    }
    return row
  }
  return { row: rowWith(putText), rawRow: rowWith(putRaw) }
}

/** A value and how people read it; `text` undefined where both are the same. */
interface Shown {
  readonly raw: unknown
  readonly text?: string
}

/** A value as people read it under the field's name, and, where it differs, the raw one as `<field>_id` (`reference/columndata-format.md §3`). */
function putText(row: Row, field: FieldPlan, { raw, text }: Shown): void {
  row[field.name] = text ?? raw
  if (text !== undefined && !isSecret(field)) row[`${field.name}_id`] = raw
}

/** The other way round: the raw value, and its text as `<field>_name`. */
function putRaw(row: Row, field: FieldPlan, { raw, text }: Shown): void {
  row[field.name] = isSecret(field) ? (text ?? raw) : raw
  if (text !== undefined) row[`${field.name}_name`] = text
}

function shownOf(
  form: FormPlan,
  field: FieldPlan,
  values: RecordData,
  record: RecordData,
  host: HeadlessHost,
  choicesIn: (field: FieldPlan, get: Get) => readonly Option[] | undefined,
): Shown {
  const get = readerIn(field, values, record)
  const choices = choicesIn(field, get)
  const related = relatedIn(form, field, get, host)
  const context: WidgetContext = { ...host, get, related, ...(choices && { options: choices }) }
  const raw = rawOf(field, values, context)
  if (isBlank(raw)) return { raw }
  const text = displayText(field, raw, context)
  return typeof raw !== 'object' && String(raw) === text ? { raw } : { raw, text }
}

/** The kept value; of what is only shown, what it follows from now. */
function rawOf(
  { name, stored, definition, settings }: FieldPlan,
  values: RecordData,
  context: WidgetContext,
) {
  const kept = stored ? values[name] : definition?.derived?.value(settings, context)
  return kept ?? null
}

function isBlank(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
