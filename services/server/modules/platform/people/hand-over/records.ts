import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../../module'

/** A model of which a person owns records. */
interface OwnedModel {
  readonly id: string
  readonly name: string
  readonly count: number
}

/** Models of which a person owns records, with how many; deleted ones are nobody's work. */
export async function ownedModels(db: Db | Tx, userId: string): Promise<readonly OwnedModel[]> {
  const { rows } = await sql<OwnedModel>`
    select model.id, model.full_name as name, owned.count
    from (
      select model_id, count(*)::int as count from record
      where owner_id = ${userId} and deleted_at is null group by model_id
    ) owned join model on model.id = owned.model_id
    order by model.sort_code, model.full_name, model.id`.execute(db)
  return rows
}

/** Gives a model's records to another person, and notes with the hand-over which they were; answers how many. */
export async function moveRecords(
  tx: Tx,
  {
    handOverId,
    modelId,
    name,
  }: { readonly handOverId: string; readonly modelId: string; readonly name: string },
  from: string,
  to: string,
): Promise<number> {
  // Their ids do not leave the database: a person may have many of them.
  const { rows } = await sql<{ count: number }>`
    with moved as (
      update record set owner_id = ${to}
      where model_id = ${modelId} and owner_id = ${from} and deleted_at is null returning id
    )
    insert into hand_over_item (hand_over_id, kind, target, full_name, records)
    select ${handOverId}, 'record', ${modelId}, ${name}, array_agg(id) from moved having count(*) > 0
    returning cardinality(records) as count`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Gives back those that the receiver still owns; answers how many stay where they are. */
export async function returnRecords(
  tx: Tx,
  handOverId: string,
  modelId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<number> {
  const noted: RawBuilder<unknown> = sql`
    select unnest(records) as id from hand_over_item
    where hand_over_id = ${handOverId} and kind = 'record' and target = ${modelId}`
  const { rows } = await sql<{ left: number }>`
    with noted as materialized (${noted}), back as (
      update record set owner_id = ${from} from noted
      where record.model_id = ${modelId} and record.id = noted.id and record.owner_id = ${to} returning record.id
    )
    select (select count(*) from noted)::int - (select count(*) from back)::int as "left"`.execute(tx)
  return rows[0]?.left ?? 0
}
