import { connectGateway, tokenOf } from '@services/server/devices/specs/gateway'
import { hashGatewayToken } from '@services/server/devices/token'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Some hours ago, at a full hour. */
const begin = Math.floor(Date.now() / HOUR) * HOUR - 12 * HOUR
const minute = (minutes: number) => begin + minutes * MINUTE

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
}, 120_000)
afterAll(() => server.close())

type Points = readonly (readonly [minutes: number, value: number])[]
interface Story {
  /** m³/h and kWh of each pump, and when it ran. */
  readonly pumps: Readonly<
    Record<
      string,
      { readonly from: number; readonly to: number; readonly flow?: Points; readonly energy?: Points }
    >
  >
  readonly meter?: { readonly total?: Points; readonly flow?: Points }
  /** Turns, each of a run of its own: of when, of which pumps, m³/h of the group's design. */
  readonly runs?: readonly {
    readonly from: number
    readonly to: number
    readonly flow?: number
    readonly target?: number
  }[]
}

/** A farm of its own, whose devices have told all that by its gateway. */
async function farm(id: string, { pumps, meter, runs = [] }: Story) {
  await server.sql('insert into project (id, name) values ($1, $1)', [id])
  await server.sql('insert into gateway (id, project_id, name, token_hash) values ($1, $2, $1, $3)', [
    `${id}-G`,
    id,
    hashGatewayToken(tokenOf(`${id}-G`)),
  ])
  const device = (name: string, kind: string, settings: object) =>
    server.sql(
      `insert into device (id, project_id, gateway_id, kind, name, settings, uplink_every_sec)
       values ($1, $2, $3, $4, $1, $5, 1200)`,
      [`${id}-${name}`, id, `${id}-G`, kind, JSON.stringify(settings)],
    )
  for (const name of Object.keys(pumps)) await device(name, 'PUMP', { ratedM3h: 100, ratedKw: 60 })
  if (meter) await device('F', 'FLOW', { place: 'station' })
  for (const [index, { from, to, flow = 0, target = null }] of runs.entries()) {
    const [group, run] = [`${id}-L${index}`, `${id}-R${index}`]
    await server.sql(
      `insert into irrigation_group (id, project_id, name, order_no, design_flow) values ($1, $2, $1, $3, $4)`,
      [group, id, index, flow],
    )
    await server.sql(
      `insert into irrigation_run (id, project_id, group_id, command_id, request_hash, action, state, minutes, plan,
         started_at, ended_at, issued_by, issued_by_name, target_m3)
       values ($1, $2, $3, $1, '', 'start', 'FINISHED', 60, $4, $5, $6, 'u', '王磊', $7)`,
      [
        ...[run, id, group],
        JSON.stringify({
          pumpIds: [],
          turn: 0,
          turns: [{ groupId: group, end: { minutes: 60 } }],
          reason: 'done',
        }),
        ...[new Date(minute(from)), new Date(minute(to)), target],
      ],
    )
    await server.sql(
      `insert into run_step (run_id, turn, project_id, group_id, planned_minutes, started_at, ended_at, result)
       values ($1, 0, $2, $3, 60, $4, $5, 'done')`,
      [run, id, group, new Date(minute(from)), new Date(minute(to))],
    )
  }
  const gateway = await connectGateway(server.server.services.devices.url, {
    project: id,
    gateway: `${id}-G`,
  })
  const tell = async (name: string, metric: string, points: Points = []) => {
    for (const [at, value] of points)
      await gateway.tele(`${id}-${name}`, { ts: minute(at), m: { [metric]: value } })
  }
  for (const [name, { from, to, flow, energy }] of Object.entries(pumps)) {
    await gateway.publish(`${id}-${name}`, 'state', { ts: minute(from), st: 2 })
    await gateway.publish(`${id}-${name}`, 'state', { ts: minute(to), st: 0 })
    await tell(name, 'flow', flow)
    await tell(name, 'energy', energy)
  }
  await tell('F', 'total', meter?.total)
  await tell('F', 'flow', meter?.flow)
  await expect
    .poll(() =>
      server.sql(`select id from equipment_run where project_id = $1 and ended_at is not null`, [id]),
    )
    .toHaveLength(Object.keys(pumps).length)
  const write = () => server.server.services.fieldRecords.write()
  await write()
  const rows = async (more: object = {}) =>
    (await admin.call('pump.getWaterUserRecord', { projectId: id, ...more })).list.map((row) => [
      ...[row.lgzName.split('-').at(-1), row.deviceName.split('-').at(-1)],
      ...[row.waterVolume, row.volumeQuality, row.volumeNote],
    ])
  const totals = async () => (await admin.call('pump.getWaterUserRecord', { projectId: id })).totals
  const runsOf = async () =>
    (await admin.call('fieldManagement.runs', { projectId: id })).map((run) => [
      ...[run.volumeM3 === null ? null : Number(run.volumeM3.toFixed(3)), run.volumeQuality, run.volumeNote],
    ])
  const energies = async () =>
    (await admin.call('pump.getWaterUserRecord', { projectId: id })).list.map(({ energy }) => energy)
  return { tell, write, rows, energies, totals, runsOf, close: () => gateway.close() }
}

it('of a meter that reports every 20 minutes is all that it counted while the pump ran', async () => {
  const one = await farm('A', {
    pumps: { P: { from: 10, to: 85 } },
    meter: {
      total: [
        [0, 500],
        [20, 510],
        [40, 530],
        [60, 550],
        [80, 570],
        [100, 575],
      ],
    },
    runs: [{ from: 10, to: 85 }],
  })
  expect(await one.rows()).toEqual([['L0', 'P', 75, 'measured', '']])
  expect(await one.runsOf()).toEqual([[75, 'measured', '']])
  expect(await one.totals()).toMatchObject({ waterVolume: 75, unknown: 0 })
  await one.close()
})

it('of a meter that begins again, or errs, is what flowed, and says so', async () => {
  const one = await farm('B', {
    pumps: { P: { from: 0, to: 120 } },
    // 60 m³/h; begun again between 40 and 60, one register at its end at 100.
    meter: {
      total: [
        [0, 80_000],
        [20, 80_020],
        [40, 80_040],
        [60, 3],
        [80, 23],
        [100, 429_496_729.5],
        [120, 63],
      ],
    },
    runs: [{ from: 0, to: 120 }],
  })
  expect(await one.rows()).toEqual([['L0', 'P', 120, 'estimated', '估算：水表中途归零']])
  expect(await one.runsOf()).toEqual([[120, 'estimated', '水表中途归零']])
  await one.close()
})

it('is what was told so far until the meter reports, and whole from then on', async () => {
  const one = await farm('C', {
    pumps: { P: { from: 0, to: 55 } },
    meter: {
      total: [
        [0, 100],
        [20, 120],
        [40, 140],
      ],
    },
    runs: [{ from: 0, to: 55 }],
  })
  expect(await one.rows()).toEqual([['L0', 'P', 40, 'provisional', '暂计：等待水表的下一次读数']])
  expect(await one.totals()).toMatchObject({ waterVolume: 40, unknown: 1 })
  await one.tell('F', 'total', [[60, 155]])
  await expect
    .poll(async () => {
      await one.write()
      return one.rows()
    })
    .toEqual([['L0', 'P', 55, 'measured', '']])
  expect(await one.runsOf()).toEqual([[55, 'measured', '']])
  expect(await one.totals()).toMatchObject({ waterVolume: 55, unknown: 0 })
  await one.close()
})

it('without a meter is unknown, in rows, sums and the run', async () => {
  const one = await farm('D', { pumps: { P: { from: 0, to: 60 } }, runs: [{ from: 0, to: 60 }] })
  expect(await one.rows()).toEqual([['L0', 'P', null, 'unknown', '未知：没有水表']])
  expect(await one.rows({ groupBy: 'day' })).toEqual([['L0', 'P', null, 'unknown', '未知：没有水表']])
  expect(await one.totals()).toMatchObject({ waterVolume: null, unknown: 1 })
  expect(await one.runsOf()).toEqual([[null, 'unknown', '没有水表']])
  await one.close()
})

it('of two pumps of which one is silent is at least what the other gave', async () => {
  const one = await farm('E', {
    pumps: {
      P: {
        from: 0,
        to: 60,
        flow: [
          [0, 30],
          [20, 30],
          [40, 30],
          [60, 30],
        ],
      },
      S: { from: 0, to: 60 },
    },
    runs: [{ from: 0, to: 60 }],
  })
  // One turn is one row, by whichever pumps.
  expect(await one.rows()).toEqual([['L0', 'S', 30, 'partial', '至少：没有水表；按水泵自身流量累计']])
  const [sum] = await one.rows({ groupBy: 'lgz' })
  expect(sum?.slice(2, 4)).toEqual([30, 'partial'])
  expect(sum?.[4]).toMatch(/^至少：/)
  const [row] = (await admin.call('pump.getWaterUserRecord', { projectId: 'E', groupBy: 'lgz' })).list
  expect(row).toMatchObject({ unknown: 1, count: 1 })
  expect(await one.totals()).toMatchObject({ waterVolume: 30, unknown: 1 })
  expect(await one.runsOf()).toMatchObject([[30, 'partial', expect.any(String)]])
  await one.close()
})

it('of one meter for two pumps of which one is silent is counted once', async () => {
  const one = await farm('F', {
    pumps: {
      P: {
        from: 0,
        to: 60,
        flow: [
          [0, 30],
          [20, 30],
          [40, 30],
          [60, 30],
        ],
      },
      S: { from: 0, to: 60 },
    },
    meter: {
      total: [
        [0, 100],
        [20, 120],
        [40, 140],
        [60, 160],
      ],
    },
    runs: [{ from: 0, to: 60 }],
  })
  const note = '估算：有水泵未报流量，按额定流量分摊'
  expect(await one.rows()).toEqual([['L0', 'S', 60, 'estimated', note]])
  expect(await one.totals()).toMatchObject({ waterVolume: 60 })
  await one.close()
})

it('of a meter that tells its flow alone is added up', async () => {
  const one = await farm('G', {
    pumps: { P: { from: 0, to: 60 } },
    meter: {
      flow: [
        [-20, 0],
        [0, 60],
        [20, 60],
        [40, 90],
        [60, 90],
        [80, 0],
      ],
    },
    runs: [{ from: 0, to: 60 }],
  })
  // 20 + 25 + 30
  expect(await one.rows()).toEqual([['L0', 'P', 75, 'measured', '按瞬时流量累计']])
  await one.close()
})

it('of two runs that had one pump at once is parted by their design, each drop once', async () => {
  const one = await farm('H', {
    pumps: { P: { from: 0, to: 60 } },
    meter: {
      total: [
        [0, 100],
        [20, 120],
        [40, 140],
        [60, 160],
      ],
    },
    runs: [
      { from: 0, to: 60, flow: 45 },
      { from: 0, to: 60, flow: 15 },
    ],
  })
  expect((await one.rows()).sort().map((row) => row.slice(0, 4))).toEqual([
    ['L0', 'P', 45, 'estimated'],
    ['L1', 'P', 15, 'estimated'],
  ])
  expect((await one.rows())[0]?.[4]).toBe('估算：与同时运行的轮灌组按设计流量分摊')
  expect(await one.totals()).toMatchObject({ waterVolume: 60 })
  await one.close()
})

it.each([
  // 60 kW, told every 20 minutes: an hour and a quarter.
  [
    'that tells seldom',
    'E0',
    [
      [0, 5000],
      [20, 5010],
      [40, 5030],
      [60, 5050],
      [80, 5070],
      [100, 5075],
    ],
    75,
  ],
  [
    'that tells every hour',
    'E1',
    [
      [0, 5000],
      [60, 5050],
      [120, 5075],
    ],
    75,
  ],
  [
    'that begins again',
    'E2',
    [
      [0, 5000],
      [20, 5010],
      [40, 3],
      [60, 23],
      [80, 43],
      [100, 48],
    ],
    75,
  ],
  [
    'that is replaced by one of a higher number',
    'E3',
    [
      [0, 50],
      [20, 60],
      [40, 900_000],
      [60, 900_020],
      [80, 900_040],
      [100, 900_045],
    ],
    75,
  ],
  [
    'that begins again and tells nothing more',
    'E4',
    [
      [0, 5000],
      [100, 48],
    ],
    null,
  ],
  ['that has told nothing', 'E5', [], null],
] as const)('energy of a counter %s is what the pump used, or unknown', async (_, id, energy, kwh) => {
  const one = await farm(id, { pumps: { P: { from: 10, to: 85, energy } } })
  const [told] = await one.energies()
  if (kwh === null) expect(told).toBeNull()
  else expect(told).toBeCloseTo(kwh, 0)
  await one.close()
})

it('energy is what was told so far until the counter tells again', async () => {
  const at = (ago: number) => (Date.now() - begin) / MINUTE - ago
  const [from, to] = [at(90), at(5)]
  const energy = [
    [at(95), 5000],
    [at(65), 5025],
    [at(35), 5055],
  ] as const
  const one = await farm('EW', { pumps: { P: { from, to, energy } } })
  expect(await one.energies()).toEqual([55])
  await one.tell('P', 'energy', [[at(0.1), 5085]])
  await expect
    .poll(async () => {
      await one.write()
      return (await one.energies())[0]
    })
    .toBe(85)
  await one.close()
})
