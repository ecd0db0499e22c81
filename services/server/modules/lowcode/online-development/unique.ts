import { createHash } from 'node:crypto'
import { BLANKS } from '@runtime/blanks'
import { isSecret, isTrimmed, trimmed } from '@runtime/form'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { Translate } from '@runtime/host'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { ApiError, type InputError } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import type { Finding } from '../visual-development/plans'
import { textSql, valueSql } from './field-sql'
import { keyPath } from './stored'
import type { RecordData } from './tables'

/** A text longer than this stands as its hash. */
const LONGEST = 200

/** The fields of which no two records may have the same value. */
export function uniqueFields(form: FormPlan): readonly FieldPlan[] {
  return [...form.fields.values()].filter(
    (field) => field.unique && field.table === undefined && !field.columns && !isSecret(field),
  )
}

/** What a record claims: what was kept before texts were trimmed counts as they do. */
function keyOf(field: FieldPlan, kept: unknown): string | null {
  const value = trimmed(field, kept)
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  const text = String(value)
  if (text === '') return null
  return text.length <= LONGEST ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`
}

/**
 * Takes the record's values of unique fields, giving up those it had. A second record that wants one waits for this
 * transaction and is then refused.
 * @throws ApiError 400 naming every field whose value another record has.
 */
export async function takeUnique(
  tx: Tx,
  form: FormPlan,
  recordId: string,
  data: RecordData,
  context: CallContext,
  isNew?: 'new',
): Promise<void> {
  const fields = uniqueFields(form)
  if (fields.length === 0) return
  if (!isNew) await releaseUnique(tx, form.id, [recordId])
  const errors: InputError[] = []
  for (const field of fields) {
    const value = keyOf(field, data[field.name])
    if (value === null) continue
    const taken = await tx
      .insertInto('record_unique')
      .values({ model_id: form.id, field: keyPath(field), value, record_id: recordId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('record_id')
      .executeTakeFirst()
    if (!taken) errors.push(notUnique(field, data, context))
  }
  refuse(errors)
}

/** Values of unique fields that records are to have, by field and value: whose they would be. */
export type UniqueClaims = Map<string, string>

/** What of the unique values that records are to have is taken already, in one question. */
export async function claimsOf(db: Db, form: FormPlan, datas: readonly RecordData[]): Promise<UniqueClaims> {
  const claims: UniqueClaims = new Map()
  for (const field of uniqueFields(form)) {
    const values = new Set(datas.flatMap((data) => keyOf(field, data[field.name]) ?? []))
    if (values.size === 0) continue
    const rows = await db
      .selectFrom('record_unique')
      .select(['value', 'record_id'])
      .where('model_id', '=', form.id)
      .where('field', '=', keyPath(field))
      .where(isAnyOf('value', values))
      .execute()
    for (const { value, record_id } of rows) claims.set(claimKey(field, value), record_id)
  }
  return claims
}

/** Whose the unique values of a record are, by claims that are known. */
export function holdersOf(form: FormPlan, data: RecordData, claims: UniqueClaims): readonly string[] {
  return uniqueFields(form).flatMap((field) => {
    const value = keyOf(field, data[field.name])
    return (value === null ? undefined : claims.get(claimKey(field, value))) ?? []
  })
}

/** What another record has, or one before it is to have; what is free is the record's from now on. */
export function uniqueErrors(
  form: FormPlan,
  recordId: string,
  data: RecordData,
  claims: UniqueClaims,
  context: CallContext,
): readonly InputError[] {
  const errors: InputError[] = []
  for (const field of uniqueFields(form)) {
    const value = keyOf(field, data[field.name])
    if (value === null) continue
    const key = claimKey(field, value)
    const holder = claims.get(key)
    if (holder !== undefined && holder !== recordId) errors.push(notUnique(field, data, context))
    else claims.set(key, recordId)
  }
  return errors
}

const claimKey = (field: FieldPlan, value: string) => JSON.stringify([field.key, value])

/**
 * Whether a record could take its unique values, those counted that records before it are to have; nothing is taken.
 * @throws ApiError 400 naming every field whose value another record has, or is to have.
 */
export async function claimUnique(
  db: Db,
  form: FormPlan,
  recordId: string,
  data: RecordData,
  claims: UniqueClaims,
  context: CallContext,
): Promise<void> {
  for (const [key, holder] of await claimsOf(db, form, [data])) if (!claims.has(key)) claims.set(key, holder)
  refuse(uniqueErrors(form, recordId, data, claims, context))
}

function notUnique(field: FieldPlan, data: RecordData, { text }: CallContext): InputError {
  const value = String(data[field.name])
  return { path: field.path, message: text('@record.notUnique', { field: text(field.label), value }) }
}

function refuse(errors: readonly InputError[]): void {
  if (errors.length > 0) throw new ApiError(CODE.badRequest, errors[0]?.message ?? '', { errors })
}

export async function releaseUnique(tx: Tx, modelId: string, recordIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('record_unique')
    .where('model_id', '=', modelId)
    .where(isAnyOf('record_id', recordIds))
    .execute()
}

/** Makes the taken values those of a form about to be released; what records have twice already stops it. */
export async function refillUnique(
  tx: Tx,
  form: FormPlan,
  translate: Translate,
): Promise<readonly Finding[]> {
  await tx.deleteFrom('record_unique').where('model_id', '=', form.id).execute()
  const findings: Finding[] = []
  for (const field of uniqueFields(form)) {
    const whole = textSql(valueSql(field))
    const text = isTrimmed(field) ? sql<string>`nullif(btrim(${whole}, ${BLANKS}), '') collate "C"` : whole
    const twice = await sql<{ value: string }>`
      select ${text} as value from record
      where model_id = ${form.id} and deleted_at is null and ${text} is not null
      group by 1 having count(*) > 1 limit 1`.execute(tx)
    const value = twice.rows[0]?.value
    if (value !== undefined) {
      const message = translate('@record.alreadyTwice', { field: translate(field.label), value })
      findings.push({ pointer: '/formData/fields', field: field.path, message })
      continue
    }
    await sql`
      insert into record_unique (model_id, field, value, record_id)
      select model_id, ${keyPath(field)}, case when length(${text}) <= ${sql.lit(LONGEST)} then ${text}
        else 'sha256:' || encode(sha256(convert_to(${text}, 'UTF8')), 'hex') end, id
      from record where model_id = ${form.id} and deleted_at is null and ${text} is not null`.execute(tx)
  }
  return findings
}
