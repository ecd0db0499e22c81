import { displayText, isSecret, relatedTo, SECRET_MASK } from '../../form'
import type { FieldPlan, FormPlan, FormRecord } from '../../form/plan'
import type { HeadlessHost } from '../../host'
import { isRecord } from '../../json'
import type { WidgetContext } from '../../widget/definition'

type Row = Record<string, unknown>

/**
 * A record as people read it: texts by the names of the fields, with the raw value as `<field>_id` beside a text that
 * differs from it. `raw`: the other way round, texts as `<field>_name`, for rows that are edited in place.
 */
export function shownRecord(form: FormPlan, data: FormRecord, host: HeadlessHost, raw = false): Row {
  const put = raw ? putRaw : putText
  const row: Row = {}
  for (const field of form.fields.values()) {
    if (field.table !== undefined) continue
    const { columns } = field
    if (!columns) {
      put(row, field, shownOf(form, field, data, data, host))
      continue
    }
    const rows = data[field.name]
    row[field.name] = (Array.isArray(rows) ? rows.filter(isRecord) : []).map((values) => {
      const shown: Row = {}
      for (const column of columns) put(shown, column, shownOf(form, column, values, data, host))
      return shown
    })
  }
  return row
}

/** A value and how people read it; `text` absent where both are the same. */
interface Shown {
  readonly raw: unknown
  readonly text?: string
}

function putText(row: Row, { name }: FieldPlan, { raw, text }: Shown): void {
  row[name] = text ?? raw
  if (text !== undefined && text !== raw) row[`${name}_id`] = raw
}

function putRaw(row: Row, { name }: FieldPlan, { raw, text }: Shown): void {
  row[name] = raw
  if (text !== undefined) row[`${name}_name`] = text
}

function shownOf(
  form: FormPlan,
  field: FieldPlan,
  values: FormRecord,
  record: FormRecord,
  host: HeadlessHost,
): Shown {
  const get = (path: string) => values[path] ?? record[path]
  const context: WidgetContext = {
    ...host,
    get,
    related: (path) => {
      const source = form.fields.get(`${field.table}.${path}`) ?? form.fields.get(path)
      return source && relatedTo(source, get(path), host, get)
    },
    ...(field.options?.kind === 'static' && { options: field.options.options }),
  }
  const raw =
    (field.stored ? values[field.name] : field.definition?.derived?.value(field.settings, context)) ?? null
  if (raw === null || raw === '' || (Array.isArray(raw) && raw.length === 0)) return { raw }
  if (isSecret(field)) return { raw: SECRET_MASK }
  const text = displayText(field, raw, context)
  return typeof raw !== 'object' && String(raw) === text ? { raw } : { raw, text }
}
