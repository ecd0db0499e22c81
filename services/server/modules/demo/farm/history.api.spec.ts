import { connect } from '@services/server/database/connect'
import type { Db } from '@services/server/module'
import { createPartitions } from '@services/server/modules/field/telemetry/partitions'
import { pastPieces } from '@services/simulator/past/pieces'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { quiet } from '@tests/api/options'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { piecesOf, writePiece } from './history'
import { SEED } from './process'

const LONG = 300_000
let server: TestServer
let db: Db
let closeDb: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  const connection = connect({ connectionString: server.databaseUrl }, quiet)
  db = connection.db
  closeDb = connection.close
}, LONG)
afterAll(async () => {
  await closeDb()
  await server.close()
})

/** A past of one soil station and one mast. */
async function order() {
  const rows = await server.sql<{ id: string; no: number }>(
    `select id, no from device where id in ('SM-07', 'WS-1')`,
  )
  const [mark] = await server.sql<{ rolled_to: Date }>('select rolled_to from telemetry_mark')
  const numbers = Object.fromEntries(rows.map(({ id, no }) => [id, no]))
  return { seed: SEED, to: mark?.rolled_to.getTime() ?? 0, numbers }
}
const counts = async () => {
  const [found] = await server.sql<Record<string, number>>(
    `select
       (select count(*)::int from telemetry where metric = 1) as single,
       (select sum(n)::int from telemetry_1d where metric = 1) as summed,
       (select count(*)::int from telemetry_1h where metric = 1) as hours,
       (select count(*)::int from telemetry_1d where metric = 27) as days,
       (select min(min) from telemetry_1h where metric = 1) as least,
       (select max(max) from telemetry_1h where metric = 1) as most`,
  )
  return found
}

it(
  'a past is written once however often it is begun, and today’s is summed up with what comes live',
  async () => {
    const requested = await order()
    const partitions = createPartitions(db)
    const write = async () => {
      for (const piece of pastPieces(requested)) await writePiece(db, partitions, piece)
      await server.server.services.telemetry.rollUp()
    }
    await write()
    const once = await counts()
    expect(once?.['single']).toBeGreaterThanOrEqual(13 * 144)
    // Two weeks of single readings, all in the sums of their days; the seasons have twelve a day.
    expect(once?.['summed']).toBe((once?.['single'] ?? 0) + 347 * 12)
    expect(once?.['hours']).toBeGreaterThanOrEqual(13 * 24 + 347 * 12)
    expect(once?.['days']).toBeGreaterThanOrEqual(360)
    expect(once?.['least']).toBeGreaterThan(11)
    expect(once?.['most']).toBeLessThan(42)
    await write()
    expect(await counts()).toEqual(once)
  },
  LONG,
)

it(
  'a process of its own makes it, piece by piece, and ends with whoever asks',
  async () => {
    const ending = new AbortController()
    const seen = []
    for await (const piece of piecesOf(await order(), ending.signal)) {
      seen.push(piece.into)
      if (seen.length === 2) break
    }
    expect(seen).toEqual(['telemetry_1h', 'telemetry_1d'])
    const pieces = piecesOf(await order(), ending.signal)
    await pieces.next()
    ending.abort()
    await expect(pieces.next()).rejects.toThrow()
  },
  LONG,
)
