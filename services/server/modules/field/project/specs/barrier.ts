import type { TestServer } from '@tests/api/harness'
import pg from 'pg'
import { expect } from 'vitest'

export interface Barrier {
  /** Settles once somebody stands at it. */
  reached(): Promise<void>
  open(): Promise<void>
}

/** Holds back whoever comes to what a statement locks (`lock table audit in exclusive mode`), until it is opened. */
export async function barrier(server: TestServer, statement: string): Promise<Barrier> {
  const holder = new pg.Client({ connectionString: server.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(statement)
  return {
    async reached() {
      const waiting = () =>
        server.sql(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      await expect.poll(waiting, { timeout: 60_000, interval: 20 }).not.toHaveLength(0)
    },
    async open() {
      await holder.query('rollback')
      await holder.end()
    },
  }
}
