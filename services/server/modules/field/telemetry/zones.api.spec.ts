import { connect } from '@services/server/database/connect'
import type { Db } from '@services/server/module'
import { createDice } from '@services/server/modules/demo/dice'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { quiet } from '@tests/api/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPartitions } from './partitions'
import { rollUp } from './roll-up'
import type { Interval } from './telemetry'
import { type Reading, writeReadings } from './write'

const HOUR = 3_600_000
const SEED = 20261128
/** Zones, and a time in UTC about which a day of theirs begins; some have half hours, some a day of 23 or 25 hours there. */
const TIMES = [
  ['Asia/Shanghai', '2026-09-10T16:00Z'],
  ['Asia/Kolkata', '2026-09-10T18:30Z'],
  ['Asia/Kathmandu', '2026-09-10T18:15Z'],
  ['Australia/Lord_Howe', '2026-04-04T13:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T13:30Z'],
  ['America/St_Johns', '2026-03-08T03:30Z'],
  ['America/St_Johns', '2026-11-01T02:30Z'],
  ['America/New_York', '2026-03-08T05:00Z'],
  ['America/New_York', '2026-11-01T04:00Z'],
] as const

let server: TestServer
let db: Db
let closeDb: () => Promise<void>
const numbers = new Map<string, number>()
const deviceOf = (zone: string, begin: string) => `${zone} ${begin}`

beforeAll(async () => {
  server = await startTestServer()
  const connection = connect({ connectionString: server.databaseUrl }, quiet)
  db = connection.db
  closeDb = connection.close
  for (const [zone, begin] of TIMES) {
    const id = deviceOf(zone, begin)
    await server.sql(`insert into project (id, name, time_zone) values ($1, $1, $2)`, [id, zone])
    await server.sql(`insert into gateway (id, project_id, name) values ($1, $1, $1)`, [id])
    const [row] = await server.sql<{ no: number }>(
      `insert into device (id, project_id, gateway_id, kind, name) values ($1, $1, $1, 'SOIL', $1) returning no`,
      [id],
    )
    numbers.set(id, row?.no ?? 0)
  }
})
afterAll(async () => {
  await closeDb()
  await server.close()
})

async function write(id: string, points: readonly (readonly [number, number])[], metric = 1): Promise<void> {
  const readings = points.map(
    ([at, value]): Reading => ({
      ...{ deviceNo: numbers.get(id) ?? 0, metric, at, value, quality: 0 },
      ...{ receivedAt: at, bootId: 'b', seq: 1 },
    }),
  )
  await createPartitions(db).ensure(readings.map(({ at }) => at))
  await db.transaction().execute((tx) => writeReadings(tx, readings))
}

/** As if everything before had been summed up and nothing since. */
const markAt = (at: number) =>
  server.sql('update telemetry_mark set fixed_to = $1, rolled_to = $1', [new Date(at)])

async function sums(id: string, interval: Interval) {
  const rows = []
  const span = { from: 0, to: Date.now(), interval }
  for await (const row of server.server.services.telemetry.range({
    deviceId: id,
    metrics: ['vwc20'],
    ...span,
  }))
    rows.push({
      at: row.at,
      n: row.n,
      sum: row.sum,
      min: row.min,
      max: row.max,
      first: row.first,
      last: row.last,
    })
  return rows
}

/** What the readings of each hour or day of the zone's clock come to, worked out one by one. */
function naive(zone: string, interval: '1h' | '1d', points: readonly (readonly [number, number])[]) {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
    // The hour that comes twice is two hours.
    ...(interval === '1h' && { hour: '2-digit', hourCycle: 'h23', timeZoneName: 'longOffset' }),
  })
  const found = new Map<string, number[]>()
  for (const [at, value] of points.toSorted(([one], [other]) => one - other)) {
    const key = format.format(at)
    found.set(key, [...(found.get(key) ?? []), value])
  }
  return [...found.values()].map((values) => ({
    n: values.length,
    sum: values.reduce((sum, value) => sum + value, 0),
    ...{ min: Math.min(...values), max: Math.max(...values), first: values[0], last: values.at(-1) },
  }))
}

describe('hours and days are those of the farm’s clock', () => {
  it.each(TIMES)('in %s about %s, for live and late readings in any order', async (zone, begin) => {
    const id = deviceOf(zone, begin)
    const dice = createDice(SEED)
    const part = () => dice.between(0, 1, 9)
    const midnight = Date.parse(begin)
    const points = Array.from({ length: 72 }, (_, index): [number, number] => [
      // Thirty hours from three hours before midnight, closest about it.
      midnight - 3 * HOUR + Math.floor(((index + part()) / 72) * 30 * HOUR),
      dice.between(0, 100),
    ])
    const whole = (interval: '1h' | '1d', those: typeof points) => naive(zone, interval, those)
    const told = async (interval: '1h' | '1d') =>
      (await sums(id, interval)).map(({ at: _, ...others }) => others)
    const expectWhole = async (those: typeof points) => {
      expect(await told('1h')).toEqual(whole('1h', those))
      expect(await told('1d')).toEqual(whole('1d', those))
    }
    // In three parts of time, of which each leaves some readings out that come late.
    const marks = [0, 9.25, 21.5].map((hours) => midnight - 3 * HOUR + hours * HOUR)
    const late = points.filter(() => dice.chance(0.4))
    const come: typeof points = []
    for (const [index, mark] of marks.entries()) {
      const end = marks[index + 1] ?? Number.POSITIVE_INFINITY
      const live = points.filter((point) => point[0] >= mark && point[0] < end && !late.includes(point))
      await markAt(mark)
      await write(id, live)
      come.push(...live)
      await expectWhole(come)
      await rollUp(db)
      await expectWhole(come)
    }
    while (late.length > 0) {
      const some = Array.from({ length: 25 }, () => late.splice(dice.between(0, late.length - 1), 1)[0])
      const known = some.flatMap((point) => (point ? [point] : []))
      await write(id, known)
      await rollUp(db)
      come.push(...known)
      await expectWhole(come)
    }
    expect(come).toHaveLength(points.length)
  })
})
