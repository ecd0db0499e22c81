import type { Fertigation } from '@runtime/field/command'
import { connect } from '@services/server/database/connect'
import type { Batch } from '@services/server/devices/ingest'
import { connectGateway, tokenOf } from '@services/server/devices/specs/gateway'
import { hashGatewayToken } from '@services/server/devices/token'
import type { Db } from '@services/server/module'
import { openBrowser } from '@tests/api/browser'
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
  await server.sql(`update gateway set token_hash = $1 where id = 'G'`, [hashGatewayToken(tokenOf('G'))])
  await server.sql(
    `insert into irrigation_group (id, project_id, name, order_no, design_flow) values ('LG', 'P', '5号轮灌组', 5, 410)`,
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

/** As their device sends them. */
async function send(
  deviceId: string,
  metric: keyof typeof METRIC,
  points: readonly (readonly [number, number])[],
) {
  const gateway = await connectGateway(server.server.services.devices.url, { gateway: 'G' })
  for (const [ts, value] of points) await gateway.tele(deviceId, { ts, m: { [metric]: value } })
  await gateway.close()
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
    expect(answer.code).toBe(4001)
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

  it('that no sensor can have measured stand apart, in no line, sum or file', async () => {
    const [from, to] = [noon - 5 * HOUR, noon - 4 * HOUR]
    await send('S8', 'vwc20', [
      [from, 20],
      [from + 10 * MINUTE, 6553.4],
      [from + 20 * MINUTE, 22],
    ])
    const requested = { deviceId: 'S8', metrics: ['vwc20'], startTime: from, endTime: to }
    const { series, rawCount } = await admin.call('weatherController.getHisDatas', requested)
    expect(rawCount).toBe(2)
    expect(series).toMatchObject([
      {
        points: [
          [from, 20],
          [from + 20 * MINUTE, 22],
        ],
        bad: [[from + 10 * MINUTE, 6553.4]],
        stats: { min: 20, max: 22, avg: 21, last: 22 },
      },
    ])
    const { url } = await admin.call('weatherController.exportHisDatas', { ...requested, format: 'csv' })
    const lines = (await (await fetch(server.url + url)).text()).trim().split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['20', '', '22'])
  })

  it('are only for those who may see the project', async () => {
    for (const name of ['weatherController.getHisDatas', 'weatherController.exportHisDatas'] as const)
      expect((await operator.envelope(name, { ...whole, format: 'csv' })).code).toBe(4041)
    expect((await operator.envelope('weatherController.metrics', { deviceIds: 'S7' })).code).toBe(4041)
    expect((await operator.envelope('weatherController.devices', { projectId: 'P' })).code).toBe(4041)
    expect((await operator.envelope('pump.getWaterUserRecord', { projectId: 'P' })).code).toBe(4041)
    expect((await operator.envelope('pump.getFertilizerHisRecord', { deviceId: 'FE' })).code).toBe(4041)
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

  it('of devices of several kinds have no columns that none of them measures, and leave no device out', async () => {
    await write('FE', 'ec', [[noon + 8.5 * HOUR, 0.6]])
    const { url } = await admin.call('weatherController.exportHisDatas', {
      ...{
        deviceIds: ['S7', 'FE'],
        startTime: noon + 8 * HOUR,
        endTime: noon + 9 * HOUR,
        interval: 'raw',
        format: 'csv',
      },
    })
    const [head] = (await (await fetch(server.url + url)).text()).split('\r\n')
    expect(head?.split(',').map((title) => title.split(' ')[0])).toEqual(['时间', '7号墒情站', '施肥机'])
    const history = await admin.call('weatherController.getHisDatas', {
      ...{ deviceIds: ['S7', 'FE'], startTime: noon + 8 * HOUR, endTime: noon + 9 * HOUR },
    })
    expect(history.series.map(({ deviceId, metric }) => [deviceId, metric])).toEqual([
      ['S7', 'vwc20'],
      ['FE', 'ec'],
    ])
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
    states: [
      { projectId: 'P', gatewayId: 'G', deviceId, reported: { st, ts: at }, quality: 0, receivedAt: at },
    ],
  })
  const report = (batch: Batch) => db.transaction().execute((tx) => noteRuns(tx, batch))
  /** A run that is over, of turns one after the other. */
  const addRun = async (
    id: string,
    turns: readonly (readonly [groupId: string, from: number, to: number])[],
    pumpIds: readonly string[] = [],
    fertigation?: Fertigation,
  ) => {
    const [first, last] = [turns[0], turns.at(-1)]
    await server.sql(
      `insert into irrigation_run (id, project_id, group_id, command_id, request_hash, action, state, minutes, plan,
         started_at, ended_at, issued_by, issued_by_name)
       values ($1, 'P', $2, $1, '', 'start', 'FINISHED', 60, $3, $4, $5, 'u', '王磊')`,
      [
        id,
        last?.[0],
        JSON.stringify({ pumpIds, turns: turns.map(([groupId]) => ({ groupId, fertigation })) }),
        new Date(first?.[1] ?? 0),
        new Date(last?.[2] ?? 0),
      ],
    )
    for (const [turn, [groupId, from, to]] of turns.entries())
      await server.sql(
        `insert into run_step (run_id, turn, project_id, group_id, planned_minutes, started_at, ended_at, result)
         values ($1, $2, 'P', $3, 60, $4, $5, 'done')`,
        [id, turn, groupId, new Date(from), new Date(to)],
      )
  }

  it('is written down once, by turns of groups, whatever is said twice', async () => {
    const [start, stop] = [noon, noon + 4 * HOUR]
    await addRun('R1', [['LG', start, start + 3 * HOUR]])
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
      ['1号水泵', '手动', 400, 70, ''],
      // One turn is one row, whichever pumps served it.
      ['1号水泵、2号水泵', '5号轮灌组', 1800, 210, '王磊'],
      ['2号水泵', '手动', 200, null, ''],
    ])
    const [turn] = answer.list.filter(({ lgzName }) => lgzName === '5号轮灌组')
    expect(turn).toMatchObject({ plannedMinutes: 60, minutes: 180, plannedM3: 410, count: 1 })
    expect(answer.list.find(({ lgzName }) => lgzName === '手动')).toMatchObject({
      ...{ plannedMinutes: null, plannedM3: null, minutes: 60 },
    })
    expect(answer.pagination.total).toBe(3)
    expect(answer.totals).toEqual({ waterVolume: 2400, energy: 280, unknown: 0 })
  })

  it('is summed up by group and by day, and paged', async () => {
    const byGroup = await admin.call('pump.getWaterUserRecord', { projectId: 'P', groupBy: 'lgz' })
    expect(
      byGroup.list.map(({ lgzName, waterVolume, count }) => [lgzName, waterVolume, count]).sort(),
    ).toEqual([
      ['5号轮灌组', 1800, 1],
      ['手动', 600, 2],
    ])
    expect(
      byGroup.list.map(({ lgzName, plannedMinutes, minutes, plannedM3 }) => [
        ...[lgzName, plannedMinutes, minutes, plannedM3],
      ]),
    ).toContainEqual(['5号轮灌组', 60, 180, 410])
    const byDay = await admin.call('pump.getWaterUserRecord', { deviceId: 'PU', groupBy: 'day' })
    expect(byDay.list).toMatchObject([{ waterVolume: 1600, count: 2, deviceName: '1号水泵' }])
    const second = await admin.call('pump.getWaterUserRecord', {
      projectId: 'P',
      pageSize: 2,
      currentPage: 2,
    })
    expect(second.list).toHaveLength(1)
    const beyond = await admin.call('pump.getWaterUserRecord', { projectId: 'P', currentPage: 9 })
    expect(beyond).toMatchObject({ list: [], pagination: { total: 3 }, totals: { waterVolume: 2400 } })
  })

  it('of a group is there while its pump goes on', async () => {
    const begin = noon + 6 * HOUR
    await addRun('R2', [['LG', begin, begin + HOUR]])
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

  it('is what flowed, whatever a meter said in an error', async () => {
    const begin = noon - 7 * 24 * HOUR + 13 * HOUR
    const end = begin + HOUR
    await send(
      'PV',
      'flow',
      every(5 * MINUTE, begin, end, (at) => (at === begin + 20 * MINUTE ? 429_496.7 : 450)),
    )
    await report(says('PV', begin, 2))
    await report(says('PV', end, 0))
    await server.server.services.fieldRecords.write()
    const { list } = await admin.call('pump.getWaterUserRecord', { deviceId: 'PV', endTime: end + 1 })
    expect(list.map(({ waterVolume }) => waterVolume)).toEqual([450])
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
    const { list, totals } = await admin.call('pump.getFertilizerHisRecord', { deviceId: 'FE' })
    expect(list).toMatchObject([
      { channel: 1, channelName: '氮', volume: 330, ec: 1.8, lgzName: '5号轮灌组', recipe: '' },
    ])
    expect(totals).toEqual({ volume: 330 })
  })

  it('is whole of a spreader that tells of itself every 20 minutes', async () => {
    const from = noon - 6 * 24 * HOUR
    await write(
      'FE',
      'rate1',
      every(20 * MINUTE, from, from + HOUR, () => 220),
    )
    await report(says('FE', from, 1))
    await report(says('FE', from + HOUR, 0))
    await server.server.services.fieldRecords.write()
    const requested = { deviceId: 'FE', startTime: from, endTime: from + 2 * HOUR }
    const { totals } = await admin.call('pump.getFertilizerHisRecord', requested)
    expect(totals).toEqual({ volume: 220 })
  })

  it('has the recipe of its turn, by the name that this had then, and of that spreader alone', async () => {
    const day = 24 * HOUR
    const [one, two, three] = [noon - 3 * day, noon - 4 * day, noon - 5 * day]
    const fed = (recipe: string, deviceId = 'FE') => ({
      ...{ deviceId, rates: [220], minutes: 60, recipeId: 'RN', recipe },
    })
    await addRun('F1', [['LG', one, one + 3 * HOUR]], [], fed('尿素'))
    await addRun('F2', [['LG', two, two + 3 * HOUR]], [], fed('尿素（旧）'))
    await addRun('F3', [['LG', three, three + 3 * HOUR]], [], fed('他机配方', 'other'))
    for (const begin of [one, two, three]) {
      const [from, to] = [begin + HOUR, begin + 2 * HOUR]
      await write(
        'FE',
        'rate1',
        every(5 * MINUTE, from, to, () => 220),
      )
      await report(says('FE', from, 1))
      await report(says('FE', to, 0))
    }
    await server.server.services.fieldRecords.write()
    const requested = { deviceId: 'FE', startTime: three, endTime: one + day }
    const { list } = await admin.call('pump.getFertilizerHisRecord', requested)
    expect(list.map(({ recipe, volume }) => [recipe, volume])).toEqual([
      ['尿素', 220],
      ['尿素（旧）', 220],
      ['', 220],
    ])
    const summed = await admin.call('pump.getFertilizerHisRecord', { ...requested, groupBy: 'lgz' })
    expect(summed.list.map(({ recipe, volume }) => [recipe, volume])).toEqual([['尿素、尿素（旧）', 660]])
  })

  describe('over several groups', () => {
    // The evening before: 22:00 to 02:00 of the project's clock.
    const [begin, turned, end] = [noon - 14 * HOUR, noon - 12 * HOUR, noon - 10 * HOUR]
    const requested = { projectId: 'P', startTime: begin - HOUR, endTime: end + HOUR }

    beforeAll(async () => {
      await server.sql(
        `insert into irrigation_group (id, project_id, name, order_no) values ('L6', 'P', '6号轮灌组', 6), ('L7', 'P', '7号轮灌组', 7)`,
      )
      // 200 mu: both sides of one node feed B1, one side of another B2, and B3 is shared with the group that comes next.
      await server.sql(
        `insert into block (id, project_id, name, area_m2, design_flow) select 'B' || n, 'P', n, $1, 40
        from generate_series(1, 3) as n`,
        [100 * 666.67],
      )
      await server.sql(`insert into pipe (id, project_id, level, name, start_longitude, start_latitude, end_longitude, end_latitude)
        values ('M', 'P', 1, 'M', 87.6, 43.8, 87.7, 43.8)`)
      await server.sql(`insert into pipe_node (id, project_id, pipe_id, name, longitude, latitude, chainage_m, side_a_block_id, side_b_block_id)
        values ('N1', 'P', 'M', '1', 87.6, 43.8, 1, 'B1', 'B1'), ('N2', 'P', 'M', '2', 87.6, 43.8, 2, 'B2', 'B3'),
          ('N3', 'P', 'M', '3', 87.6, 43.8, 3, 'B3', null)`)
      await server.sql(
        `insert into device (id, project_id, gateway_id, kind, name) select 'T' || n, 'P', 'G', 'VALVE_TWB', n from generate_series(1, 3) as n`,
      )
      await server.sql(`insert into irrigation_group_member (group_id, node_id, valve_id, open_direction)
        values ('L6', 'N1', 'T1', 1), ('L6', 'N2', 'T2', 3), ('L7', 'N3', 'T3', 1)`)
      await addRun(
        'R3',
        [
          ['L6', begin, turned],
          ['L7', turned, end],
        ],
        ['PU', 'PV'],
      )
      await write(
        'FM',
        'total',
        every(5 * MINUTE, begin - 5 * MINUTE, end, (at) => 5000 + ((at - begin) / HOUR) * 500),
      )
      for (const [pump, flow] of [
        ['PU', 300],
        ['PV', 200],
      ] as const) {
        await write(
          pump,
          'flow',
          every(5 * MINUTE, begin, end, () => flow),
        )
        await report(says(pump, begin, 2))
        await report(says(pump, end, 0))
      }
      await server.server.services.fieldRecords.write()
    })

    it('each group has its own record, by the meter between the ends of its turn', async () => {
      const { list } = await admin.call('pump.getWaterUserRecord', requested)
      expect(list.map((row) => [row.lgzName, row.deviceName, row.waterVolume]).sort()).toEqual([
        ['6号轮灌组', '1号水泵、2号水泵', 1000],
        ['7号轮灌组', '1号水泵、2号水泵', 1000],
      ])
      const steps = await server.sql(
        'select group_id, volume_m3 from run_step where run_id = $1 order by turn',
        ['R3'],
      )
      expect(steps).toEqual([
        { group_id: 'L6', volume_m3: expect.closeTo(1000) },
        { group_id: 'L7', volume_m3: expect.closeTo(1000) },
      ])
    })

    it('an area is shared among pumps and among groups, and the depth is the turn’s', async () => {
      const { list } = await admin.call('pump.getWaterUserRecord', { ...requested, deviceId: 'PU' })
      // L6: half of B1, B2, half of B3 are 200 mu; L7: the other half of B3. Of both, the pump gave three fifths.
      expect(list.map((row) => [row.lgzName, row.areaMu, row.perMu])).toEqual([
        ['7号轮灌组', 30, 20],
        ['6号轮灌组', 120, 5],
      ])
      const whole = await admin.call('pump.getWaterUserRecord', { ...requested, groupBy: 'lgz' })
      expect(whole.list.map((row) => [row.lgzName, row.waterVolume, row.areaMu, row.perMu])).toEqual([
        ['7号轮灌组', 1000, 50, 20],
        ['6号轮灌组', 1000, 200, 5],
      ])
    })

    it('days begin by the project’s clock, and a day has the areas of its groups', async () => {
      const { list } = await admin.call('pump.getWaterUserRecord', { ...requested, groupBy: 'day' })
      const day = (at: number) => new Date(at + 8 * HOUR).toISOString().slice(0, 10)
      expect(list.map((row) => [row.id, row.waterVolume, row.areaMu, row.perMu])).toEqual([
        [day(turned), 1000, 50, 20],
        [day(begin), 1000, 200, 5],
      ])
      expect(day(turned)).not.toBe(day(begin))
    })

    it('a run has nothing of a pump that it does not have', async () => {
      const from = noon - 8 * HOUR
      await addRun('R4', [['L6', from, from + HOUR]], ['PU'])
      await write(
        'PV',
        'flow',
        every(5 * MINUTE, from, from + HOUR, () => 100),
      )
      await report(says('PV', from, 2))
      await report(says('PV', from + HOUR, 0))
      await server.server.services.fieldRecords.write()
      const { list } = await admin.call('pump.getWaterUserRecord', {
        deviceId: 'PV',
        startTime: from,
        endTime: from + HOUR,
      })
      expect(list.map(({ lgzName }) => lgzName)).toEqual(['手动'])
    })
  })
})

it('tells open lists of records when one has been written down', async () => {
  const browser = openBrowser(server.url, admin.token, ['changed'])
  await browser.ready()
  const [from, to] = [3, 2].map((hours) => new Date(Date.now() - hours * HOUR))
  await server.sql(
    `insert into equipment_run (id, project_id, device_id, kind, started_at, ended_at) values ('told', 'P', 'PU', 'PUMP', $1, $2)`,
    [from, to],
  )
  const told = () => browser.frames.flatMap(({ tags }) => tags)
  const { write: record } = server.server.services.fieldRecords
  await record()
  await expect.poll(told, { timeout: 45_000 }).toEqual(['history'])
  // Nothing more has been written.
  await record()
  expect(told()).toEqual(['history'])
  browser.close()
})
