import { isSecret } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import type { ListPlan } from '@runtime/list'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../module'
import { decimalSql, valueSql, valuesSql } from './field-sql'
import type { RecordSource } from './keys/source'
import type { RecordRights } from './rights'

/** What each summed column comes to, by its path; null where no record has a number. */
export type Totals = Readonly<Record<string, number | null>>

/**
 * Sums the list's summed columns over all records that a condition lets through, to two decimals and exactly: a sum of
 * decimals, not of binary fractions. Columns that the caller may not see are left out.
 */
export async function totalsOf(
  db: Db,
  source: RecordSource,
  where: RawBuilder<boolean>,
  { form, summary }: Pick<ListPlan, 'form' | 'summary'>,
  { open }: Pick<RecordRights, 'open'>,
): Promise<Totals> {
  const fields = summary
    .flatMap((path) => form?.fields.get(path) ?? [])
    .filter((field) => open(field, 'list') && !isSecret(field))
  if (fields.length === 0) return {}
  const kept = fields.map((field) => source.decimal(field))
  const sums = fields.map(
    (field, index) => sql`${sumSql(kept[index] ?? writtenSql(field))} as ${sql.ref(`total_${index}`)}`,
  )
  // Where all of them are kept beside the records, no document is read.
  const from = kept.includes(null) ? source.fromRecords : source.from
  const { rows } = await sql<Record<string, number | null>>`
    select ${sql.join(sums)} from ${from} where ${where}`.execute(db)
  return Object.fromEntries(fields.map(({ path }, index) => [path, rows[0]?.[`total_${index}`] ?? null]))
}

function sumSql(decimal: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`round(sum(${decimal}), 2)::double precision`
}

/** What a field comes to in the record itself. */
function writtenSql(field: FieldPlan): RawBuilder<unknown> {
  return field.table
    ? sql`(select sum(${decimalSql(sql`one.value`)}) from (${valuesSql(field)}) as one(value))`
    : decimalSql(valueSql(field))
}
