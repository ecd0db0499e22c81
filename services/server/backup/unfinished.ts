import { sql } from 'kysely'
import type { Db } from '../module'
import { UNFINISHED } from './catalogue'

/** A database in which a restore was broken off is not a whole one, whatever it looks like. */
export async function refuseUnfinished(db: Db): Promise<void> {
  const { rows } = await sql<{ found: string | null }>`
    select to_regclass(${sql.lit(`public.${UNFINISHED}`)})::text as found`.execute(db)
  if (rows[0]?.found)
    throw new Error('A restore into this database was broken off. Run "npm run restore -- FILE" again.')
}
