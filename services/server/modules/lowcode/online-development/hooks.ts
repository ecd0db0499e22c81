import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { newId } from '@runtime/id'
import type { ServerContext } from '@runtime/widget/definition'
import type { CallContext, Services, Tx } from '../../../module'
import { hostOf } from './host'
import { ownCopy, type RecordData, rowsOf } from './tables'

/** What the server's own values of a record are made with. */
export interface HookSurroundings {
  readonly tx: Tx
  readonly context: CallContext
  readonly services: Services
  readonly creating: boolean
}

/**
 * Gives a checked record the values that only the server can give (serial numbers, who and when), in its transaction,
 * and its new rows an id each. Serial numbers are drawn last: a draw holds up every other writer of its rule.
 */
export async function applyHooks(
  form: FormPlan,
  data: RecordData,
  around: HookSurroundings,
): Promise<RecordData> {
  const record: RecordData = ownCopy(data)
  const fields = [...form.fields.values()].filter((field) => field.definition?.server)
  const drawing = (field: FieldPlan) => Number(field.widget === 'serial-number')
  for (const table of form.fields.values()) if (table.columns) giveIds(record[table.name])
  for (const field of fields.sort((a, b) => drawing(a) - drawing(b))) {
    if (field.table === undefined) await applyHook(field, record, record, around)
    else for (const row of rowsOf(record[field.table])) await applyHook(field, row, record, around)
  }
  return record
}

async function applyHook(
  field: FieldPlan,
  values: RecordData,
  record: RecordData,
  { tx, context, services, creating }: HookSurroundings,
): Promise<void> {
  const hook = field.definition?.server
  const isNewRow = field.table !== undefined && isBlank(values[field.name])
  if (!hook || (hook.on === 'create' && !creating && !isNewRow)) return
  const surroundings: ServerContext = {
    ...hostOf(context),
    creating,
    get: (path) => values[path] ?? record[path],
    serial: (rule) => services.serials.draw(tx, rule),
  }
  const value = await hook.value(field.settings, surroundings)
  // Undefined: what is stored stays.
  if (value !== undefined) values[field.name] = value
}

/** Rows are known by their id from save to save. */
function giveIds(rows: unknown): void {
  for (const row of rowsOf(rows)) if (isBlank(row['id'])) row['id'] = newId()
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
