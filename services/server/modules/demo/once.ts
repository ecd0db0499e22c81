import { sql } from 'kysely'
import type { Db } from '../../module'

/** One server process makes it, once; the others wait. Work that breaks off is done again, so it must bear that. */
export async function once(db: Db, name: string, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const key = sql`hashtext(${`demo ${name}`})`
    await sql`select pg_advisory_lock(${key})`.execute(connection)
    try {
      if (await isMade(connection, name)) return
      await work()
      await connection.insertInto('demo_seed').values({ name }).execute()
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
}

async function isMade(db: Db, name: string): Promise<boolean> {
  return (
    (await db.selectFrom('demo_seed').select('name').where('name', '=', name).executeTakeFirst()) !==
    undefined
  )
}
