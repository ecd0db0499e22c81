import type { FieldPlan } from '@runtime/form/plan'
import { sql } from 'kysely'
import { isAnyOf } from '../../../../database/batches'
import type { Db, Tx } from '../../../../module'
import { textSql } from '../../online-development/field-sql'
import { MOST_NAMED } from './findings'
import { liveSql } from './pages'

/** Records of a model, or those of some ids, that share a value of a field with another one. */
export async function findTwice(
  db: Db | Tx,
  modelId: string,
  field: FieldPlan,
  ids?: readonly string[],
): Promise<{
  readonly count: number
  readonly newest: readonly { readonly id: string; readonly created: number }[]
}> {
  const { rows } = await sql<{ count: number; newest: readonly string[] }>`
    with valued as materialized (
      select id, created_at, ${textSql(sql`record.data -> ${field.key}::text`)} as value
      from record where ${liveSql(modelId)}
    ), twice as (
      select value from valued where value is not null group by value having count(*) > 1
    )
    select count(*)::int as count,
      coalesce((array_agg(id order by created_at desc, id desc))[1:${sql.lit(MOST_NAMED)}], '{}') as newest
    from valued join twice using (value) where ${ids ? isAnyOf('id', ids) : sql<boolean>`true`}`.execute(db)
  const { count = 0, newest = [] } = rows[0] ?? {}
  return { count, newest: newest.map((id) => ({ id, created: 0 })) }
}
