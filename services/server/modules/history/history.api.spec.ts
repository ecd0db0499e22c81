import { connect } from '@services/server/database/connect'
import type { Batch } from '@services/server/devices/ingest'
import type { Db } from '@services/server/module'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { quiet } from '@tests/api/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPartitions } from '../telemetry/partitions'
import { writeReadings } from '../telemetry/write'
import { noteRuns } from './runs'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Yesterday's noon of the project. */
const noon = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR - 24 * HOUR + 4 * HOUR
const METRIC = { vwc20: 1, total: 42, flow: 41, energy: 64, rate1: 82, ec: 80 } as const

let server: TestServer
let admin: TestClient
let operator: TestClient
let db: Db
let closeDb: () => Promise<void>
const numbers = new Map<string, number>()

beforeAll(async () => {
  server = await startTestServer()
  const connection = connect({ connectionString: server.databaseUrl }, quiet)
  db = connection.db
  closeDb = connection.close
  admin = await server.as('admin')
  operator = await server.as('operator')
  await server.sql(`insert into project (id, name) values ('P', '测试农场'), ('Q', '邻居')`)
  await server.sql(`insert into gateway (id, project_id, name) values ('G', 'P', 'G'), ('H', 'Q', 'H')`)
  await server.sql(
    `insert into irrigation_group (id, project_id, name, order_no) values ('LG', 'P', '5号轮灌组', 5)`,
  )
  const device = async (id: string, kind: string, name: string, settings: object = {}, project = 'P') => {
    const gateway = project === 'P' ? 'G' : 'H'
    const [row] = await server.sql<{ no: number }>(
      `insert into device (id, project_id, gateway_id, kind, name, settings, uplink_every_sec)
       values ($1, $2, $3, $4, $5, $6, 600) returning no`,
      [id, project, gateway, kind, name, JSON.stringify(settings)],
    )
    numbers.set(id, row?.no ?? 0)
  }
  await device('S7', 'SOIL', '7号墒情站')
  await device('S8', 'SOIL', '=8号墒情站')
  await device('PU', 'PUMP', '1号水泵')
  await device('PV', 'PUMP', '2号水泵')
  await device('FM', 'FLOW', '总流量计', { place: 'station' })
  await device('FE', 'FERT', '施肥机', { channels: [{ no: 1, name: '氮', tankL: 3000 }] })
  await device('SQ', 'SOIL', '邻居的', {}, 'Q')
}, 120_000)
afterAll(async () => {
  await closeDb()
  await server.close()
})

async function write(
  deviceId: string,
  metric: keyof typeof METRIC,
  points: readonly (readonly [number, number])[],
) {
  const readings = points.map(([at, value], index) => ({
    deviceNo: numbers.get(deviceId) ?? 0,
    metric: METRIC[metric],
    at,
    value,
    quality: 0,
    receivedAt: at,
    bootId: 'b',
    seq: index,
  }))
  await createPartitions(db).ensure(points.map(([at]) => at))
  await db.transaction().execute((tx) => writeReadings(tx, readings))
}

const every = (step: number, from: number, to: number, value: (at: number) => number) => {
  const points: [number, number][] = []
  for (let at = from; at <= to; at += step) points.push([at, value(at)])
  return points
}

describe('readings over a time', () => {
  const whole = { deviceId: 'S7', metrics: ['vwc20'], startTime: noon, endTime: noon + 12 * HOUR }

  it('come with their unit, their extremes, and where there are none', async () => {
    const wet = (at: number) => 20 + (at - noon) / HOUR
    await write('S7', 'vwc20', every(10 * MINUTE, noon, noon + 3 * HOUR, wet))
    await write('S7', 'vwc20', every(10 * MINUTE, noon + 6 * HOUR, noon + 9 * HOUR, wet))
    const history = await admin.call('weatherController.getSoilMoistureHisDatas', whole)
    expect(history).toMatchObject({ deviceId: 'S7', interval: 'raw', downsampled: false, rawCount: 38 })
    const [series] = history.series
    expect(series).toMatchObject({
      deviceName: '7号墒情站',
      metric: 'vwc20',
      unit: '%',
      stats: { min: 20, max: 29, avg: 24.5, last: 29, lastAt: noon + 9 * HOUR },
      gaps: [[noon + 3 * HOUR, noon + 6 * HOUR]],
    })
    expect(series?.points).toHaveLength(38)
    expect(history.gaps).toEqual(series?.gaps)
  })

  it('are thinned to what a screen asks for, and told in the project’s time', async () => {
    const text = (at: number) => new Date(at + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ')
    const history = await admin.call('weatherController.getHisDatas', {
      ...whole,
      startTime: text(noon),
      endTime: text(noon + 12 * HOUR),
      maxPoints: 10,
      method: 'minmax',
    })
    expect(history).toMatchObject({ from: noon, to: noon + 12 * HOUR, downsampled: true, rawCount: 38 })
    expect(history.series[0]?.points.length).toBeLessThanOrEqual(10)
    expect(history.series[0]?.stats).toMatchObject({ min: 20, max: 29 })
  })

  it('of several devices stand beside each other', async () => {
    await write('S8', 'vwc20', [[noon + HOUR, 33]])
    const history = await admin.call('weatherController.getHisDatas', { ...whole, deviceIds: ['S8'] })
    expect(history.series.map(({ deviceId }) => deviceId)).toEqual(['S7', 'S8'])
  })

  it.each([
    [{ startTime: noon, endTime: noon }, 'endTime', '结束时间应晚于开始时间'],
    [{ startTime: 'gestern, kurz vor zwölf' }, 'startTime', '时间格式不正确'],
    [{ deviceId: undefined }, 'deviceId', '请选择设备'],
    [{ deviceIds: ['SQ'] }, 'deviceIds', '同一项目'],
    [{ interval: 'raw', startTime: noon - 400 * 24 * HOUR }, 'interval', '时间范围太长'],
    [{ deviceId: 'PU' }, 'deviceId', '不是墒情站'],
  ] as const)('are refused in words for %o', async (wrong, path, words) => {
    const answer = await admin.envelope('weatherController.getSoilMoistureHisDatas', { ...whole, ...wrong })
    expect(answer.code).toBe(400)
    expect(answer.data).toMatchObject({ errors: [{ path, message: expect.stringContaining(words) }] })
  })

  it('come as CSV where that is asked for, all of them', async () => {
    const answer = await admin.fetch('/api/weatherController/getSoilMoistureHisDatas', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...whole, format: 'csv', maxPoints: 10 }),
    })
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const lines = (await answer.text()).trim().split('\r\n')
    expect(lines[0]).toContain('7号墒情站')
    expect(lines).toHaveLength(1 + 38)
  })

  it('are only for those who may see the project', async () => {
    for (const name of ['weatherController.getHisDatas', 'weatherController.exportHisDatas'] as const)
      expect((await operator.envelope(name, { ...whole, format: 'csv' })).code).toBe(404)
    expect((await operator.envelope('weatherController.metrics', { deviceIds: 'S7' })).code).toBe(404)
    expect((await operator.envelope('weatherController.devices', { projectId: 'P' })).code).toBe(404)
    expect((await operator.envelope('pump.getWaterUserRecord', { projectId: 'P' })).code).toBe(404)
    expect((await operator.envelope('pump.getFertilizerHisRecord', { deviceId: 'FE' })).code).toBe(404)
  })

  it('are a file, which is made while it is fetched, once', async () => {
    const { url, name } = await admin.call('weatherController.exportHisDatas', {
      ...whole,
      deviceIds: ['S8'],
      format: 'csv',
    })
    expect(name).toMatch(/^历史数据_\d{8}-\d{8}\.csv$/)
    const response = await fetch(server.url + url)
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines).toHaveLength(39)
    expect(lines[0]).toContain("'=8号墒情站")
    expect(lines[7]).toMatch(/^\d{4}-\d\d-\d\d 13:00:00,21,33$/)
    expect(await (await fetch(server.url + url)).json()).toMatchObject({ code: 404 })
    const sheet = await admin.call('weatherController.exportHisDatas', { ...whole, format: 'xlsx' })
    const bytes = new Uint8Array(await (await fetch(server.url + sheet.url)).arrayBuffer())
    expect([...bytes.slice(0, 2)]).toEqual([0x50, 0x4b])
  })

  it('name what there is to choose', async () => {
    const { list } = await admin.call('weatherController.metrics', { deviceIds: 'S7,S8' })
    expect(list.map(({ id, unit }) => [id, unit])).toEqual([['vwc20', '%']])
    const devices = await admin.call('weatherController.devices', { projectId: 'P', kind: 'SOIL' })
    expect(devices.list.map(({ id }) => id)).toEqual(['S7', 'S8'])
  })
})

describe('what pumps and spreaders moved', () => {
  const says = (deviceId: string, at: number, st: number): Batch => ({
    samples: [],
    events: [],
    acks: [],
    gateways: [],
    presence: [],
    states: [{ projectId: 'P', gatewayId: 'G', deviceId, reported: { st, ts: at } }],
  })
  const report = (batch: Batch) => db.transaction().execute((tx) => noteRuns(tx, batch))

  it('is written down once, by turns of groups, whatever is said twice', async () => {
    const [start, stop] = [noon, noon + 4 * HOUR]
    await server.sql(
      `insert into irrigation_run (id, project_id, group_id, command_id, request_hash, action, state, minutes, plan,
         started_at, ended_at, issued_by, issued_by_name)
       values ('R1', 'P', 'LG', 'c1', '', 'start', 'FINISHED', 180, '{}', $1, $2, 'u', '王磊')`,
      [new Date(start), new Date(start + 3 * HOUR)],
    )
    await write(
      'FM',
      'total',
      every(5 * MINUTE, start - 5 * MINUTE, stop, (at) => 1000 + ((at - start) / HOUR) * 600),
    )
    for (const [pump, flow] of [
      ['PU', 400],
      ['PV', 200],
    ] as const)
      await write(
        pump,
        'flow',
        every(5 * MINUTE, start, stop, () => flow),
      )
    await write(
      'PU',
      'energy',
      every(5 * MINUTE, start - 5 * MINUTE, stop, (at) => 70 * ((at - start) / HOUR)),
    )
    for (const pump of ['PU', 'PV']) {
      await report(says(pump, start, 2))
      await report(says(pump, start + MINUTE, 2))
      await report(says(pump, stop, 0))
      await report(says(pump, stop, 0))
    }
    await server.server.services.fieldRecords.write()
    await server.server.services.fieldRecords.write()
    const answer = await admin.call('pump.getWaterUserRecord', { projectId: 'P' })
    const rows = answer.list.map((row) => [
      row.deviceName,
      row.lgzName,
      row.waterVolume,
      row.energy,
      row.operator,
    ])
    expect(rows.sort()).toEqual([
      ['1号水泵', '5号轮灌组', 1200, 210, '王磊'],
      ['1号水泵', '手动', 400, 70, ''],
      ['2号水泵', '5号轮灌组', 600, null, '王磊'],
      ['2号水泵', '手动', 200, null, ''],
    ])
    expect(answer.pagination.total).toBe(4)
    expect(answer.summary).toEqual({ waterVolume: 2400, energy: 280 })
  })

  it('is summed up by group and by day, and paged', async () => {
    const byGroup = await admin.call('pump.getWaterUserRecord', { projectId: 'P', groupBy: 'lgz' })
    expect(
      byGroup.list.map(({ lgzName, waterVolume, count }) => [lgzName, waterVolume, count]).sort(),
    ).toEqual([
      ['5号轮灌组', 1800, 2],
      ['手动', 600, 2],
    ])
    const byDay = await admin.call('pump.getWaterUserRecord', { deviceId: 'PU', groupBy: 'day' })
    expect(byDay.list).toMatchObject([{ waterVolume: 1600, count: 2, deviceName: '1号水泵' }])
    const second = await admin.call('pump.getWaterUserRecord', {
      projectId: 'P',
      pageSize: 3,
      currentPage: 2,
    })
    expect(second.list).toHaveLength(1)
  })

  it('of a group is there while its pump goes on', async () => {
    const begin = noon + 6 * HOUR
    await server.sql(
      `insert into irrigation_run (id, project_id, group_id, command_id, request_hash, action, state, minutes, plan,
         started_at, ended_at, issued_by, issued_by_name)
       values ('R2', 'P', 'LG', 'c2', '', 'start', 'FINISHED', 60, '{}', $1, $2, 'u', '王磊')`,
      [new Date(begin), new Date(begin + HOUR)],
    )
    await write(
      'PU',
      'flow',
      every(5 * MINUTE, begin, begin + 2 * HOUR, () => 300),
    )
    await report(says('PU', begin, 2))
    const two = begin + 2 * HOUR
    await server.server.services.fieldRecords.write(two)
    const rows = async () =>
      (await admin.call('pump.getWaterUserRecord', { deviceId: 'PU', startTime: begin + 1 })).list
    expect(await rows()).toMatchObject([{ lgzName: '5号轮灌组', waterVolume: 300 }])
    await report(says('PU', two, 4))
    await server.server.services.fieldRecords.write()
    expect((await rows()).map(({ lgzName }) => lgzName)).toEqual(['手动', '5号轮灌组'])
  })

  it('is told of a spreader by channel', async () => {
    await write(
      'FE',
      'rate1',
      every(5 * MINUTE, noon, noon + 90 * MINUTE, () => 220),
    )
    await write(
      'FE',
      'ec',
      every(5 * MINUTE, noon, noon + 90 * MINUTE, () => 1.8),
    )
    await report(says('FE', noon, 1))
    await report(says('FE', noon + 90 * MINUTE, 0))
    await server.server.services.fieldRecords.write()
    const { list, summary } = await admin.call('pump.getFertilizerHisRecord', { deviceId: 'FE' })
    expect(list).toMatchObject([
      { channel: 1, channelName: '氮', volume: 330, ec: 1.8, lgzName: '5号轮灌组' },
    ])
    expect(summary).toEqual({ volume: 330 })
  })
})
