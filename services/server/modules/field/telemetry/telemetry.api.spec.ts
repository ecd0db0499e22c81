import { connect } from '@services/server/database/connect'
import type { Db } from '@services/server/module'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { quiet } from '@tests/api/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPartitions } from './partitions'
import { rollUp } from './roll-up'
import type { RangeRequest } from './telemetry'
import { type Reading, writeReadings } from './write'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A noon in Ürümqi's official time, yesterday. */
const noon = Math.floor(Date.now() / DAY) * DAY - DAY + 4 * HOUR
let server: TestServer
let db: Db
let closeDb: () => Promise<void>
let deviceNo: number

beforeAll(async () => {
  server = await startTestServer()
  const connection = connect({ connectionString: server.databaseUrl }, quiet)
  db = connection.db
  closeDb = connection.close
  await server.sql(`insert into project (id, name) values ('P', 'P')`)
  await server.sql(`insert into gateway (id, project_id, name) values ('G', 'P', 'G')`)
  const rows = await server.sql<{ no: number }>(
    `insert into device (id, project_id, gateway_id, kind, name) values ('SM', 'P', 'G', 'SOIL', 'SM') returning no`,
  )
  deviceNo = rows[0]?.no ?? 0
})
afterAll(async () => {
  await closeDb()
  await server.close()
})

const reading = (at: number, value: number, more: Partial<Reading> = {}): Reading => ({
  deviceNo,
  metric: 1,
  at,
  value,
  quality: 0,
  receivedAt: Date.now(),
  bootId: 'b1',
  seq: 1,
  ...more,
})

async function write(...readings: readonly Reading[]): Promise<void> {
  await createPartitions(db).ensure(readings.map(({ at }) => at))
  await db.transaction().execute((tx) => writeReadings(tx, readings))
}

async function range(request: Partial<RangeRequest>) {
  const rows = []
  const whole = {
    deviceId: 'SM',
    metrics: ['vwc20'],
    from: 0,
    to: Date.now() + DAY,
    interval: 'raw' as const,
  }
  for await (const row of server.server.services.telemetry.range({ ...whole, ...request })) rows.push(row)
  return rows
}

describe('readings', () => {
  it('are kept once however often and in whatever order they come, and the newest stays the newest', async () => {
    const three = [reading(noon + 2, 22), reading(noon + 1, 21), reading(noon + 3, 23)]
    await write(...three, ...three)
    await write(three[1] as Reading)
    expect((await range({})).map(({ at, value }) => [at - noon, value])).toEqual([
      [1, 21],
      [2, 22],
      [3, 23],
    ])
    const last = await server.server.services.telemetry.last(['SM', 'nobody'])
    expect(last.get('SM')).toMatchObject([{ name: 'vwc20', at: noon + 3, value: 23, quality: 'STALE' }])
    expect(last.has('nobody')).toBe(false)
  })

  it('are summed up by minute, hour and day of the project, and again when some come late', async () => {
    await db.deleteFrom('telemetry').execute()
    await write(reading(noon + HOUR, 10), reading(noon + HOUR + 30_000, 20), reading(noon + 2 * HOUR, 60))
    await rollUp(db)
    const sums = async (interval: '1m' | '1h' | '1d') =>
      (await range({ interval, from: noon + HOUR - DAY })).map(({ at, n, min, max, sum, first, last }) => [
        (at - noon) / HOUR,
        ...[n, min, max, sum, first, last],
      ])
    expect((await sums('1h')).slice(-2)).toEqual([
      [1, 2, 10, 20, 30, 10, 20],
      [2, 1, 60, 60, 60, 60, 60],
    ])
    await write(reading(noon + HOUR + 15_000, 3), reading(noon + HOUR + 60_000, 5))
    await rollUp(db)
    expect((await sums('1m')).slice(-3)).toEqual([
      [1, 3, 3, 20, 33, 10, 20],
      [1 + 1 / 60, 1, 5, 5, 5, 5, 5],
      [2, 1, 60, 60, 60, 60, 60],
    ])
    expect((await sums('1h')).slice(-2)).toEqual([
      [1, 4, 3, 20, 38, 10, 5],
      [2, 1, 60, 60, 60, 60, 60],
    ])
    // Midnight of Asia/Shanghai, twelve hours before its noon.
    expect((await sums('1d')).at(-1)).toEqual([-12, 5, 3, 60, 98, 10, 60])
  })

  it('show in sums before they are summed up, and count once after', async () => {
    const now = Date.now()
    await write(reading(now - 10, 40), reading(now - 5, 42))
    const before = (await range({ interval: '1h', from: now - HOUR })).at(-1)
    expect(before).toMatchObject({ n: 2, sum: 82, first: 40, last: 42 })
    await rollUp(db)
    await rollUp(db)
    expect((await range({ interval: '1h', from: now - HOUR })).at(-1)).toEqual(before)
  })

  it('are read in pieces up to a limit, and are gone with their day', async () => {
    const long = Array.from({ length: 12_000 }, (_, index) =>
      reading(noon - DAY + index, index, { metric: 2 }),
    )
    await write(...long)
    expect(await range({ metrics: ['vwc40'] })).toHaveLength(12_000)
    expect((await range({ metrics: ['vwc40'], limit: 7_000 })).at(-1)?.value).toBe(6_999)
    await createPartitions(db).keep(0)
    expect(await range({ metrics: ['vwc40'] })).toEqual([])
  })
})
