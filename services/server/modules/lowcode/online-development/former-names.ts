import type { FormPlan } from '@runtime/form/plan'
import { isRecord } from '@runtime/json'
import { type RecordData, rowsOf } from './tables'

/** What stands beside a value where it is shown: the raw one. */
const RAW = '_id'

/**
 * A record as people read it that also answers to what its fields were called before: print templates and forms of other models
 * name them so. A name that a field has now is that field's.
 */
export function withFormerNames(
  { fields, renamed }: Pick<FormPlan, 'fields' | 'renamed'>,
  row: RecordData,
): RecordData {
  if (!renamed || renamed.size === 0) return row
  const next = { ...row }
  for (const [before, now] of renamed) {
    const field = fields.get(now)
    if (!field || field.table === undefined || fields.has(before)) continue
    const table = fields.get(field.table)?.name ?? field.table
    if (!Array.isArray(next[table])) continue
    const column = before.slice(before.indexOf('.') + 1)
    next[table] = rowsOf(next[table]).map((line) =>
      isRecord(line) ? called(line, field.name, column) : line,
    )
  }
  for (const [before, now] of renamed)
    if (!before.includes('.') && !fields.has(before)) Object.assign(next, called(next, now, before))
  return next
}

function called(values: RecordData, now: string, before: string): RecordData {
  const next = { ...values }
  for (const suffix of ['', RAW])
    if (Object.hasOwn(values, now + suffix) && !Object.hasOwn(values, before + suffix))
      next[before + suffix] = values[now + suffix]
  return next
}
