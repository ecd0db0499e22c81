import pg from 'pg'
import { expect } from 'vitest'

const PATIENCE = { timeout: 60_000, interval: 5 }

/** A table that is held: whoever writes into it stands still. */
export interface Held {
  /** Awaits that so many stand still, there or elsewhere. */
  waits(many?: number): Promise<void>
  letGo(): Promise<void>
}

/** Holds a table from a connection of its own. */
export async function hold(table: string, config: pg.ClientConfig): Promise<Held> {
  const client = new pg.Client(config)
  // The database may end before it is let go.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in exclusive mode`)
  const waiting = async () =>
    (await client.query<{ pid: number }>('select distinct pid from pg_locks where not granted')).rowCount
  return {
    waits: (many = 1) => expect.poll(waiting, PATIENCE).toBeGreaterThanOrEqual(many),
    letGo: () => client.end().catch(() => undefined),
  }
}
