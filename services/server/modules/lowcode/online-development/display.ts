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
  const shown = (field: FieldPlan) => [field, showing(form, field, host, choices)] as const
  const topShown = top.map(shown)
  const tablesShown = [...tables].map(([table, columns]) => {
    return { name: form.fields.get(table)?.name ?? table, columns: columns.map(shown) }
  })
  const rowWith = (put: typeof putText) => (data: RecordData) => {
    const row: Row = {}
    for (const [field, shownOf] of topShown) put(row, field, textOf(field, shownOf(data, data)))
    for (const { name, columns } of tablesShown) {
      row[name] = rowsOf(data[name]).map((item) => {
        const shown: Row = {}
        for (const [column, shownOf] of columns) put(shown, column, textOf(column, shownOf(item, data)))
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

type ShownOf = (values: RecordData, record: RecordData) => Shown

/** How the values of a field are shown. What they are shown with is made once and not for each of a million cells. */
function showing(
  form: FormPlan,
  field: FieldPlan,
  host: HeadlessHost,
  choicesIn: (field: FieldPlan, get: Get) => readonly Option[] | undefined,
): ShownOf {
  let here: Get = () => undefined
  const get: Get = (path) => here(path)
  const around = { ...host, get, related: relatedIn(form, field, get, host) }
  const contextWith = (choices: readonly Option[] | undefined): WidgetContext =>
    choices ? { ...around, options: choices } : around
  const known = dependentSource(field) ? undefined : contextWith(choicesIn(field, get))
  return (values, record) => {
    here = readerIn(field, values, record)
    const context = known ?? contextWith(choicesIn(field, get))
    const raw = rawOf(field, values, context)
    if (isBlank(raw)) return { raw }
    const text = displayText(field, raw, context)
    return typeof raw !== 'object' && String(raw) === text ? { raw } : { raw, text }
  }
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
