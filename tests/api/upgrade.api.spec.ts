import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { catalogueOf } from '@services/server/backup/catalogue'
import { startServer } from '@services/server/server'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createTestClient, md5 } from './harness'
import { databaseUrl, quiet, testOptions } from './options'

/**
 * Databases as former versions left them, each named by its commit: what `pg_dump --inserts --no-owner` said of an installation
 * without the demo (the rows of `area` left out, for their size), whose administrator had made the dictionary category `upgraded`.
 */
const FOLDER = 'tests/fixtures/upgrade'
const versions = readdirSync(FOLDER).filter((name) => name.endsWith('.sql.gz'))

async function run<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const base = () => inject('databaseUrl')
const made: string[] = []
afterAll(async () => {
  for (const name of made)
    await run(base(), (client) => client.query(`drop database if exists ${name} with (force)`))
})

/** A row of each kind, whatever columns have come to it since. */
async function measure(client: pg.Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of (await catalogueOf(client)).tables) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from public."${name}"`)
    counts[name] = rows[0]?.n ?? 0
  }
  return counts
}

describe.each(versions)('the database of %s', (file) => {
  it('is brought forward by today’s server, which keeps what was in it', async () => {
    const name = `upgrade_${file.replace(/\W.*/, '')}_${process.pid}`
    made.push(name)
    await run(base(), (client) => client.query(`create database ${name}`))
    const url = databaseUrl(base(), name)
    const dump = gunzipSync(readFileSync(join(FOLDER, file))).toString()
    // The dump makes what a new database has already.
    await run(url, (client) => client.query(dump.replace(/^CREATE SCHEMA public;$/m, '')))
    const before = await run(url, measure)
    const server = await startServer(testOptions({ databaseUrl: url, demo: false }), quiet)
    try {
      const password = md5('Harvest2026')
      const { token } = await createTestClient(server.url, '').call('session.login', {
        account: 'admin',
        password,
      })
      const { list } = await createTestClient(server.url, token).call('dictionaryType.list')
      expect(JSON.stringify(list)).toContain('"upgraded"')
    } finally {
      await server.close()
    }
    const after = await run(url, measure)
    const lost = Object.entries(before).filter(([table, count]) => (after[table] ?? 0) < count)
    expect(lost).toEqual([])
    // Nothing is left to do for a second start.
    const again = await startServer(testOptions({ databaseUrl: url, demo: false }), quiet)
    await again.close()
  })
})
