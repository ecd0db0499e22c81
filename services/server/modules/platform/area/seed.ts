import { sql } from 'kysely'
import type { Db } from '../../../module'
import { divisionTree, publishedDivisions } from './divisions'

/** Fills the table at the first start; server processes that start at once do it once. */
export async function seedAreas(db: Db, owner: Db): Promise<void> {
  if (await hasAreas(db)) return
  const divisions = divisionTree(await publishedDivisions())
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('area seed'))`.execute(tx)
    if (await hasAreas(tx)) return
    await sql`
      insert into area (id, en_code, parent_id, full_name, level)
      select id, id, parent_id, full_name, level from unnest(
        ${divisions.map(({ id }) => id)}::text[],
        ${divisions.map(({ parentId }) => parentId)}::text[],
        ${divisions.map(({ fullName }) => fullName)}::text[],
        ${divisions.map(({ level }) => level)}::int[]
      ) as division(id, parent_id, full_name, level)`.execute(tx)
  })
  await sql`analyze area`.execute(owner)
}

async function hasAreas(db: Db): Promise<boolean> {
  return (await db.selectFrom('area').select('id').limit(1).executeTakeFirst()) !== undefined
}
