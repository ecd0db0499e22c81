import { join } from 'node:path'
import pg from 'pg'

/** Answers the rows of a statement. */
export type Sql = <R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<R[]>

/** Opens the database of the journeys' server: for what no person sees, such as the digits behind a captcha's strokes. */
export async function withDatabase(work: (sql: Sql) => Promise<void>): Promise<void> {
  const { DATABASE_URL: url, LOAM_DATA: folder = 'data' } = process.env
  const client = new pg.Client(
    url ? { connectionString: url } : { host: join(folder, 'socket'), user: 'loam', database: 'loam' },
  )
  await client.connect()
  try {
    await work(async (text, values = []) => (await client.query(text, [...values])).rows)
  } finally {
    await client.end()
  }
}
