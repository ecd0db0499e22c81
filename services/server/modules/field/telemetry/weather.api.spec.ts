import { connect } from '@services/server/database/connect'
import type { Db } from '@services/server/module'
import { createDice } from '@services/server/modules/demo/dice'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { quiet } from '@tests/api/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addVectors, placeHours } from './earlier-sums'
import { createPartitions } from './partitions'
import { rollUp } from './roll-up'
import type { Interval } from './telemetry'
import { type Reading, writeReadings } from './write'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const METRIC = { vwc20: 1, windDirection: 23, rain: 24 } as const
/** A midnight of Asia/Kolkata, five days ago. */
const midnight = Math.floor(Date.now() / DAY) * DAY - 5 * DAY - 5.5 * HOUR

let server: TestServer
let admin: TestClient
let db: Db
let closeDb: () => Promise<void>
const numbers = new Map<string, number>()

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const connection = connect({ connectionString: server.databaseUrl }, quiet)
  db = connection.db
  closeDb = connection.close
  await server.sql(`insert into project (id, name, time_zone) values ('K', '浦那', 'Asia/Kolkata')`)
  await server.sql(`insert into gateway (id, project_id, name) values ('KG', 'K', 'KG')`)
})
afterAll(async () => {
  await closeDb()
  await server.close()
})

async function station(id: string, settings: object = {}): Promise<string> {
  const [row] = await server.sql<{ no: number }>(
    `insert into device (id, project_id, gateway_id, kind, name, settings, uplink_every_sec)
     values ($1, 'K', 'KG', 'WEATHER', $1, $2, 600) returning no`,
    [id, JSON.stringify(settings)],
  )
  numbers.set(id, row?.no ?? 0)
  return id
}

type Points = readonly (readonly [at: number, value: number])[]

async function write(id: string, metric: keyof typeof METRIC, points: Points, quality = 0): Promise<void> {
  const readings = points.map(
    ([at, value]): Reading => ({
      ...{ deviceNo: numbers.get(id) ?? 0, metric: METRIC[metric], at, value, quality },
      ...{ receivedAt: at, bootId: 'b', seq: 1 },
    }),
  )
  await createPartitions(db).ensure(readings.map(({ at }) => at))
  await db.transaction().execute((tx) => writeReadings(tx, readings))
}

/** As if everything before had been summed up and nothing since. */
const markAt = (at: number) =>
  server.sql('update telemetry_mark set fixed_to = $1, rolled_to = $1', [new Date(at)])

/** By hours since midnight. */
async function told(id: string, metric: keyof typeof METRIC, interval: Interval, from = midnight - 3 * DAY) {
  const rows = []
  const span = { deviceId: id, metrics: [metric], from, to: Date.now(), interval }
  for await (const row of server.server.services.telemetry.range(span))
    rows.push({ ...row, hour: (row.at - midnight) / HOUR })
  return rows
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6
async function fallen(id: string, interval: Interval, from?: number) {
  const rows = await told(id, 'rain', interval, from)
  return rows.map(({ hour, sum }) => [rounded(hour), rounded(sum)])
}

describe('rain that is told as the total of the day', () => {
  /** Totals of the day at hours since midnight: a reset a little late, one that nobody saw, and a day begun in the dark. */
  const TOTALS: Points = [
    [-2, 4],
    [-0.25, 6.2],
    // The station's clock is two minutes behind: still yesterday's.
    [1 / 60, 6.2],
    [0.1, 0],
    [5, 1.4],
    [5.25, 1.4],
    [5.75, 2],
    // Silent over the next midnight, and more has fallen by the morning than in all of the day before.
    [31, 3],
    [31.5, 3.6],
    // Switched off and on again: it begins anew, not at nought.
    [33, 0.5],
  ].map(([hour = 0, value = 0]) => [midnight + hour * HOUR, value])
  const DAYS = [
    [-24, 6.2],
    [0, 2],
    [24, 4.1],
  ]

  it.each([
    ['live', [TOTALS]],
    ['late, the last first', TOTALS.toReversed().map((point) => [point])],
    [
      'some late',
      [TOTALS.filter((_, index) => index % 3 !== 1), TOTALS.filter((_, index) => index % 3 === 1)],
    ],
  ] as const)('is what has risen, %s', async (name, parts) => {
    const id = await station(`rain.${name.slice(0, 6).trim()}`, { rainAs: 'dayTotal' })
    await markAt(midnight - 2 * DAY)
    for (const part of parts) {
      await write(id, 'rain', part as Points)
      await rollUp(db)
    }
    const steps = [4, 2.2, 0, 0, 1.4, 0, 0.6, 3, 0.6, 0.5]
    expect((await fallen(id, 'raw')).map(([, sum]) => sum)).toEqual(steps)
    expect(await fallen(id, '1h')).toEqual([
      [-2, 4],
      [-1, 2.2],
      [0, 0],
      [5, 2],
      [31, 3.6],
      [33, 0.5],
    ])
    expect(await fallen(id, '1d')).toEqual(DAYS)
    // A part alone is told from what came before it.
    expect(await fallen(id, '1h', midnight - HOUR)).toEqual([[-1, 2.2], ...(await fallen(id, '1h')).slice(2)])
    expect((await fallen(id, 'raw', midnight - HOUR))[0]).toEqual([-0.25, 2.2])
  })

  it('is right before it is summed up, and with what no gauge can have said left out', async () => {
    const id = await station('rain.open', { rainAs: 'dayTotal' })
    const half = midnight + 5.5 * HOUR
    await write(
      id,
      'rain',
      TOTALS.filter(([at]) => at < half),
    )
    await rollUp(db)
    await markAt(half)
    await write(
      id,
      'rain',
      TOTALS.filter(([at]) => at >= half),
    )
    await write(id, 'rain', [[half, 6553.5]], 3)
    expect(await fallen(id, '1d')).toEqual(DAYS)
    expect((await fallen(id, '1h')).slice(3)).toEqual([
      [5, 2],
      [31, 3.6],
      [33, 0.5],
    ])
  })

  it('agrees with all readings gone through one by one', async () => {
    const dice = createDice(20261128)
    const id = await station('rain.dice', { rainAs: 'dayTotal' })
    // Each ten minutes something falls or not; the station begins anew at midnight, and one reading in three is lost.
    const points: [number, number][] = []
    const days = new Map<number, number>()
    let total = 0
    for (let at = midnight - DAY; at < midnight + 2 * DAY; at += 10 * MINUTE) {
      if ((at - midnight) % DAY === 0) total = 0
      total += dice.chance(0.2) ? dice.between(1, 20) : 0
      const day = Math.floor((at - midnight) / DAY) * 24
      const isLast = (at + 10 * MINUTE - midnight) % DAY === 0
      if (!isLast && ((at - midnight) % DAY === 0 || dice.chance(1 / 3))) continue
      points.push([at, total])
      days.set(day, total)
    }
    const left = [...points]
    await markAt(midnight - 2 * DAY)
    while (left.length > 0) {
      const some = Array.from({ length: 60 }, () => left.splice(dice.between(0, left.length - 1), 1)[0])
      await write(
        id,
        'rain',
        some.flatMap((point) => (point ? [point] : [])),
      )
      await rollUp(db)
    }
    expect(await fallen(id, '1d')).toEqual([...days])
    const hours = await fallen(id, '1h')
    for (const [day, sum] of days)
      expect(
        hours.reduce((all, [hour = 0, each = 0]) => all + (hour >= day && hour < day + 24 ? each : 0), 0),
      ).toBe(sum)
  })

  it('is set at the station, for what it has told before as well; others are summed as they were', async () => {
    const id = await station('rain.set')
    await write(id, 'rain', TOTALS)
    await rollUp(db)
    expect((await fallen(id, '1d')).at(-1)).toEqual([24, 7.1])
    const read = await admin.call('fieldDevice.read', { id })
    await admin.call('fieldDevice.update', { ...read, rainAs: 'dayTotal' } as never)
    expect(await admin.call('fieldDevice.read', { id })).toMatchObject({ rainAs: 'dayTotal' })
    await rollUp(db)
    expect(await fallen(id, '1d')).toEqual(DAYS)
    const history = await admin.call('weatherController.getHisDatas', {
      ...{
        deviceId: id,
        metrics: ['rain'],
        startTime: midnight - DAY,
        endTime: midnight + 2 * DAY,
        interval: '1d',
      },
    })
    expect(history.series[0]?.points.map(([, value]) => rounded(value))).toEqual(DAYS.map(([, sum]) => sum))
    expect(history.series[0]?.stats).toMatchObject({ min: null, max: null })
  })
})

describe('directions of the wind', () => {
  const NORTH: Points = [
    [midnight + HOUR, 350],
    [midnight + HOUR + 10 * MINUTE, 10],
    [midnight + 2 * HOUR, 359],
    [midnight + 2 * HOUR + 10 * MINUTE, 3],
  ]

  it.each(['live', 'late'] as const)('have the mean of their vectors, and no extremes, %s', async (name) => {
    const id = await station(`wind.${name}`)
    await markAt(name === 'live' ? midnight - DAY : Date.now() - HOUR)
    await write(id, 'windDirection', NORTH)
    const expectMeans = async () => {
      const hours = await told(id, 'windDirection', '1h')
      expect(hours.map(({ hour, value, min, max }) => [hour, value, min, max])).toEqual([
        [1, 0, null, null],
        [2, 1, null, null],
      ])
      const [day] = await told(id, 'windDirection', '1d')
      expect(day?.value).toBeCloseTo(0.5, 1)
    }
    if (name === 'live') await expectMeans()
    await rollUp(db)
    await expectMeans()
    const requested = { deviceId: id, startTime: midnight, endTime: midnight + DAY, interval: '1h' as const }
    const { series } = await admin.call('weatherController.getHisDatas', requested)
    expect(series[0]).toMatchObject({ wraps: 360, stats: { min: null, max: null, last: 3 } })
    expect(series[0]?.points.map(([, value]) => value)).toEqual([0, 1])
    expect(series[0]?.stats.avg).toBeCloseTo(0.5, 1)
    const { url } = await admin.call('weatherController.exportHisDatas', { ...requested, format: 'csv' })
    const lines = (await (await fetch(server.url + url)).text()).trim().split('\r\n')
    expect(lines.map((line) => line.split(',').length)).toEqual([2, 2, 2])
    expect(lines[1]?.split(',')[1]).toBe('0')
  })

  it('that cancel each other out are told by the last of them', async () => {
    const id = await station('wind.calm')
    await write(id, 'windDirection', [
      [midnight, 90],
      [midnight + MINUTE, 270],
    ])
    await rollUp(db)
    expect((await told(id, 'windDirection', '1h')).map(({ value }) => value)).toEqual([270])
  })
})

describe('what was summed up by earlier versions', () => {
  it('has vectors where readings are kept, and its last direction where none are', async () => {
    const id = await station('wind.before')
    await write(id, 'windDirection', [
      [midnight + HOUR, 350],
      [midnight + HOUR + MINUTE, 10],
    ])
    await rollUp(db)
    const no = numbers.get(id)
    for (const table of ['telemetry_1m', 'telemetry_1h', 'telemetry_1d'])
      await server.sql(`update ${table} set east = null, north = null`)
    await server.sql(
      `insert into telemetry_1h (device_no, metric, bucket, n, min, max, sum, first, last)
       values ($1, 23, $2, 2, 10, 350, 360, 350, 10)`,
      [no, new Date(midnight - DAY)],
    )
    const values = async () => (await told(id, 'windDirection', '1h')).map(({ hour, value }) => [hour, value])
    expect(await values()).toEqual([
      [-24, 10],
      [1, 10],
    ])
    await db.transaction().execute((tx) => addVectors(tx as never))
    expect(await values()).toEqual([
      [-24, 10],
      [1, 0],
    ])
  })

  it('has the hours of the farm’s clock as far as minutes are kept', async () => {
    const id = await station('hours.before')
    const no = numbers.get(id)
    await write(
      id,
      'vwc20',
      Array.from({ length: 24 }, (_, index) => [midnight + 6 * HOUR + index * 10 * MINUTE, index]),
    )
    await rollUp(db)
    // As they were: hours of UTC, and what came before the minutes that are kept.
    await server.sql(`delete from telemetry_1h where device_no = $1`, [no])
    await server.sql(
      `insert into telemetry_1h (device_no, metric, bucket, n, min, max, sum, first, last)
       select device_no, metric, date_trunc('hour', bucket), sum(n), min(min), max(max), sum(sum), 0, 0
       from telemetry_1m where device_no = $1 group by 1, 2, 3
       union all select $1, 1, $2, 7, 1, 1, 7, 1, 1`,
      [no, new Date(midnight - 0.5 * HOUR)],
    )
    await db.transaction().execute((tx) => placeHours(tx as never))
    const hours = (await told(id, 'vwc20', '1h')).map(({ hour, n }) => [hour, n])
    expect(hours).toEqual([
      [-0.5, 7],
      // An hour of UTC whose first minutes may not be kept stays.
      [5.5, 3],
      [6, 3],
      [7, 6],
      [8, 6],
      [9, 6],
    ])
  })
})
