import type { FieldPlan } from '@runtime/form/plan'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../module'
import type { Secrets } from '../../../secrets/secrets'
import { redactAudit } from '../../platform/audit/redact'
import type { ReleasedModel } from '../visual-development/released'
import { pathOf } from './field-sql'
import { auditedOf, openSecretsOf, sealSecrets, secretFields } from './secrets'
import { columnsOf, keyPath, namedBy } from './stored'
import { type RecordData, wholeSql } from './tables'

/** Records that one transaction seals. */
const BATCH = 500

/**
 * Seals what of a model's secrets stands in plain text, in deleted records too, and seals anew what an older key has sealed;
 * then counts what cannot be read. In batches, beside the people who work on it; what is cut off goes on at the next start.
 */
export async function sealRecords(
  db: Db,
  secrets: Secrets,
  { id: modelId, form }: Pick<ReleasedModel, 'id' | 'form'>,
): Promise<{ readonly sealed: number; readonly locked: number }> {
  await redactRecords(db, { id: modelId, form })
  const fields = secretFields(form)
  const { prefix } = secrets
  if (fields.length === 0) return { sealed: 0, locked: 0 }
  const having = (test: string) => havingSql(fields, wholeSql, test)
  // A secret of a key that is not here is looked at again each time, and stays.
  const due = having(`${IS_TEXT} && !(@ starts with ${JSON.stringify(prefix ?? '')})`)
  let sealed = 0
  for (let after = ''; prefix !== undefined; ) {
    const last = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string; data: RecordData }>`
        select id, ${wholeSql} as data from record where model_id = ${modelId} and id > ${after} and ${due}
        order by id limit ${BATCH} for update`.execute(tx)
      const changed = rows.flatMap(({ id, data }) => {
        const before = namedBy(form.fields, data)
        const next = resealed(secrets, form, id, before)
        return JSON.stringify(next) === JSON.stringify(before) ? [] : [{ id, ...columnsOf(form, next, data) }]
      })
      await sql`
        update record set data = one.data, sub_tables = one.sub_tables from unnest(
          ${changed.map(({ id }) => id)}::text[], ${changed.map(({ data }) => data)}::jsonb[],
          ${changed.map(({ sub_tables }) => sub_tables)}::jsonb[]) as one(id, data, sub_tables)
        where record.model_id = ${modelId} and record.id = one.id`.execute(tx)
      sealed += changed.length
      return rows.length < BATCH ? undefined : rows.at(-1)?.id
    })
    if (last === undefined) break
    after = last
  }
  await sql`
    delete from record_unique where model_id = ${modelId}
      and field = any(${fields.map(keyPath)}::text[])`.execute(db)
  const known = secrets.keyIds.map((key) => ` && !(@ starts with "sealed:1:${key}:")`).join('')
  const { rows } = await sql<{ locked: number }>`
    select count(*)::int as locked from record where model_id = ${modelId} and deleted_at is null
      and ${having(`${IS_TEXT} && @ starts with "sealed:1:"${known}`)}`.execute(db)
  return { sealed, locked: rows[0]?.locked ?? 0 }
}

const IS_TEXT = '@.type() == "string" && @ != ""'

/** Holds where one of the fields has a value, in the JSON of a column, that a test of JSON paths holds for. */
function havingSql(
  fields: readonly FieldPlan[],
  column: RawBuilder<unknown>,
  test: string,
): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    fields.map(
      (field) =>
        sql`coalesce(jsonb_path_exists(${column}, ${`${pathOf(field)} ? (${test})`}::jsonpath), false)`,
    ),
    sql` or `,
  )})`
}

/** The audit of what was saved before there were keys has no secrets either. */
async function redactRecords(db: Db, { id, form }: Pick<ReleasedModel, 'id' | 'form'>): Promise<void> {
  const fields = secretFields(form)
  if (fields.length === 0) return
  await redactAudit(db, {
    about: `${id}/`,
    holds: (column) => havingSql(fields, column, `${IS_TEXT} && !(@ starts with "******")`),
    change: (state) => auditedOf(form, namedBy(form.fields, state)),
    reason: 'passwords taken out',
  })
}

/** The record with what is due sealed by the newest key. */
function resealed(secrets: Secrets, form: ReleasedModel['form'], id: string, kept: RecordData): RecordData {
  const opened = openSecretsOf(secrets, form, id, kept, '')
  return sealSecrets(secrets, form, id, opened, { kept, data: opened })
}
