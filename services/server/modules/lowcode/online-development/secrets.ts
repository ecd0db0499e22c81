import { isMasked, isSecret, SECRET_MASK } from '@runtime/form'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { Secrets } from '../../../secrets/secrets'
import { placesOf } from './places'
import { keyedBy, keyPath } from './stored'
import { type RecordData, rowsOf } from './tables'

/** A record as it is kept, and with its secrets opened. */
export interface Opened {
  readonly kept: RecordData
  readonly data: RecordData
}

/** What the audit has of secrets; the second of one that a change has altered. */
const AUDITED = { kept: '******', changed: '****** (new)' } as const

export function secretFields(form: FormPlan): readonly FieldPlan[] {
  return [...form.fields.values()].filter((field) => field.stored && isSecret(field))
}

/** Where a secret stands: it opens in no other record and no other field. */
export function placeOf(modelId: string, recordId: string, field: FieldPlan): string {
  return `record/${modelId}/${recordId}/${keyPath(field)}`
}

/** The record with its secrets in plain text; what cannot be read is a mask with the reason, which saves leave alone. */
export function openSecretsOf(
  secrets: Secrets,
  form: FormPlan,
  id: string,
  kept: RecordData,
  unreadable: string,
): RecordData {
  return mapSecrets(form, kept, (value, field) =>
    typeof value === 'string'
      ? (secrets.open(value, placeOf(form.id, id, field)) ?? `${SECRET_MASK} ${unreadable}`)
      : value,
  )
}

/** What was sent, with the secrets that stand there where a list or a print had only their masks to send back. */
export function unmaskSecrets(form: FormPlan, sent: RecordData, before: RecordData): RecordData {
  const other = besideIn(before)
  return mapSecrets(form, sent, (value, field, values) =>
    isMasked(value) ? (other(field, values) ?? null) : value,
  )
}

/** A record as it is kept. A secret that has not changed keeps its seal, which one that cannot be read needs. */
export function sealSecrets(
  secrets: Secrets,
  form: FormPlan,
  id: string,
  record: RecordData,
  before: Opened = { kept: {}, data: {} },
): RecordData {
  const kept = besideIn(before.kept)
  const opened = besideIn(before.data)
  return mapSecrets(form, record, (value, field, values) => {
    if (value === null || value === undefined || value === '') return value
    if (value === opened(field, values)) {
      const sealed = kept(field, values)
      if (isMasked(value) || !secrets.isDue(sealed)) return sealed
    }
    return secrets.seal(String(value), placeOf(form.id, id, field))
  })
}

/** A record as the audit may have it: by keys, its secrets unread. */
export function auditedOf(form: FormPlan, kept: RecordData, before?: RecordData): RecordData {
  const other = before && besideIn(before)
  const audited = mapSecrets(form, kept, (value, field, values) => {
    if (value === null || value === undefined || value === '') return value
    return !other || other(field, values) === value ? AUDITED.kept : AUDITED.changed
  })
  return keyedBy(form.fields, audited)
}

/** Finds the same place in another state of a record: rows are the same by their `id`. */
function besideIn(record: RecordData): (field: FieldPlan, values: RecordData) => unknown {
  const tables = new Map<string, ReadonlyMap<unknown, RecordData>>()
  return ({ table, name }, values) => {
    if (table === undefined) return record[name]
    const rows = tables.get(table) ?? new Map(rowsOf(record[table]).map((row) => [row['id'], row]))
    tables.set(table, rows)
    return values['id'] === undefined ? undefined : rows.get(values['id'])?.[name]
  }
}

function mapSecrets(
  form: FormPlan,
  record: RecordData,
  change: (value: unknown, field: FieldPlan, values: RecordData) => unknown,
): RecordData {
  const fields = new Set(secretFields(form))
  if (fields.size === 0) return record
  const changed = structuredClone(record)
  for (const { field, values } of placesOf(form, changed, (one) => fields.has(one)))
    if (Object.hasOwn(values, field.name)) values[field.name] = change(values[field.name], field, values)
  return changed
}
