import type { FieldPlan, FormPlan, FormRecord } from '../../form/plan'
import type { HeadlessHost } from '../../host'
import { newId } from '../../id'
import { isRecord } from '../../json'

/** What the values are made with that no form gives. */
export interface Giving {
  readonly host: HeadlessHost
  readonly memory: { drawn: number }
  readonly creating: boolean
}

type Values = Record<string, unknown>

/** A record with what elsewhere the server gives it: numbers of a series, who and when, an id for each new row. */
export async function withGiven(form: FormPlan, record: FormRecord, giving: Giving): Promise<FormRecord> {
  const given: Values = { ...record }
  for (const table of form.fields.values())
    if (table.columns)
      given[table.name] = rowsOf(given[table.name]).map((row) => ({ ...row, id: row['id'] ?? newId() }))
  for (const field of form.fields.values()) {
    if (!field.definition?.server) continue
    const holders = field.table === undefined ? [given] : rowsOf(given[field.table])
    for (const values of holders) await give(field, values, given, giving)
  }
  return given
}

async function give(
  { definition, settings, name, table }: FieldPlan,
  values: Values,
  record: Values,
  { host, memory, creating }: Giving,
): Promise<void> {
  const hook = definition?.server
  const isNewRow = table !== undefined && (values[name] ?? '') === ''
  if (!hook || (hook.on === 'create' && !creating && !isNewRow)) return
  const value: unknown = await hook.value(settings, {
    ...host,
    creating,
    get: (path) => values[path] ?? record[path],
    serial: async () => String(++memory.drawn).padStart(DIGITS, '0'),
  })
  if (value !== undefined) values[name] = value
}

const DIGITS = 6

function rowsOf(value: unknown): readonly Values[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
