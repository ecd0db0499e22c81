import { connect } from '@services/server/database/connect'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { quiet } from '@tests/api/options'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPartitions } from './partitions'

const DAY = 86_400_000
const FAR = Date.UTC(2031, 0, 1)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('makes a day once, whoever else makes it at the same time', async () => {
  const { db, close } = connect({ connectionString: server.databaseUrl }, quiet)
  try {
    const days = [0, 1, 2].map((day) => FAR + day * DAY)
    await Promise.all(Array.from({ length: 8 }, () => createPartitions(db).ensure(days)))
    const rows = await server.sql<{ name: string }>(
      `select relid::regclass::text as name from pg_partition_tree('telemetry') where relid::regclass::text like 'telemetry_2031%' order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'telemetry_20310101',
      'telemetry_20310102',
      'telemetry_20310103',
    ])
  } finally {
    await close()
  }
})

it('makes the very first day once, too', async () => {
  const { db, close } = connect({ connectionString: server.databaseUrl }, quiet)
  try {
    for (let round = 0; round < 5; round++) {
      const there = await server.sql<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'telemetry'::regclass`,
      )
      for (const { name } of there) await server.sql(`drop table ${name}`)
      // Only then the catalogue says again that the table has no partition.
      await server.sql('analyze telemetry')
      await Promise.all(Array.from({ length: 8 }, () => createPartitions(db).ensure([FAR])))
    }
  } finally {
    await close()
  }
})
