// A command's way: from the call to the message at the device, to the device's ack, to the feedback that proves it. One at a time
// and fifty at once, with devices that answer at once in the server's own process. Beside it, what a look at the water costs.
import { randomUUID } from 'node:crypto'
import { signIn, startBenchServer } from '../server.mjs'

const [ONE_BY_ONE, TOGETHER] = [30, 50]
const P = 'bench'
const STEPS = ['answered', 'dispatched', 'acknowledged', 'verified']

/** @param {{ root: string, rounds: number }} run */
export async function measure({ root, rounds }) {
  const bench = await startBenchServer(root, { mqttRate: 1_000_000, adminPassword: 'Bench2026' })
  let devices
  try {
    const { seedWaterFarm } = await bench.load('/services/server/modules/field/command/specs/farm.ts')
    const { connectDevices } = await bench.load('/services/server/modules/field/command/specs/devices.ts')
    // One connection: a question after the other.
    let last = Promise.resolve()
    const sql = (text, values) => {
      last = last.then(async () => (await bench.sql.query(text, values)).rows)
      return last
    }
    await seedWaterFarm({ sql }, P)
    await addValves(sql)
    const { call } = await signIn(bench.server.url)
    devices = await connectDevices(bench.server.services.devices.url, P)
    const told = hearTimes(devices)
    const stories = []
    const commandOne = (valve, direction) => tell({ call, sql, told, stories }, valve, direction)
    for (let round = 0; round < rounds; round++) {
      stories.length = 0
      for (let count = 0; count < ONE_BY_ONE; count++) await commandOne(1, (count % 2) + 1)
      report(`one at a time, ${ONE_BY_ONE}`, stories)
      stories.length = 0
      await Promise.all(Array.from({ length: TOGETHER }, (_, n) => commandOne(n + 1, (round % 2) + 1)))
      report(`${TOGETHER} at once`, stories)
    }
    await measureSolving(bench.load)
  } finally {
    await devices?.close()
    await bench.close()
  }
}

/** Fifty valves on the pipe of the small farm, shut and just heard of. */
async function addValves(sql) {
  await sql(
    `insert into device (id, project_id, gateway_id, kind, name, node_id, uplink_every_sec, settings)
     select '${P}-C' || n, '${P}', '${P}-GW', 'VALVE_TWB', n || '号', '${P}-CN' || n, 300,
       '{"angles":{"closed":0,"a":90,"b":270,"both":180},"designFlowA":1,"designFlowB":1}' from generate_series(1, ${TOGETHER}) as n`,
  )
  await sql(
    `insert into pipe_node (id, project_id, pipe_id, name, longitude, latitude, chainage_m, valve_id)
     select '${P}-CN' || n, '${P}', '${P}-M1', n || '号节点', 87.60, 43.81, n, '${P}-C' || n from generate_series(1, ${TOGETHER}) as n`,
  )
  await sql(
    `insert into device_live (device_id, project_id, state, reported, reported_at, last_seen_at)
     select id, '${P}', 0, '{"dir":0,"gat":0,"ang":0,"mov":0,"ts":1}', now(), now() from device where id like '${P}-C%'`,
  )
}

/** When each command came to its device, by its id. */
function hearTimes(devices) {
  const times = new Map()
  devices.manners.hear = (command) => {
    if (!times.has(command.id)) times.set(command.id, Date.now())
    return false
  }
  return times
}

async function tell({ call, sql, told, stories }, valve, openDirection) {
  const commandId = randomUUID()
  const begun = Date.now()
  const asked = { commandId, deviceId: `${P}-C${valve}`, openDirection, gatage: 100 }
  await call('/api/fieldManagement/controlThreeWayBallValve', asked)
  const answered = Date.now()
  for (;;) {
    const [row] = await sql('select state, acked_at, verified_at from command where id = $1', [commandId])
    if (row.state === 'VERIFIED') {
      const since = (time) => Number(time) - begun
      stories.push({
        answered: since(answered),
        dispatched: since(told.get(commandId)),
        acknowledged: since(row.acked_at),
        verified: since(row.verified_at),
      })
      return
    }
    if (['REJECTED', 'FAILED', 'TIMEOUT', 'EXPIRED'].includes(row.state))
      throw new Error(`A command ended as ${row.state}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function report(name, stories) {
  const of = (step) => {
    const sorted = stories.map((story) => story[step]).sort((one, other) => one - other)
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
    return `${step} ${at(0.5)}/${at(0.95)}/${at(0.99)}`
  }
  console.log(`commands, ${name}: ms from the call, p50/p95/p99: ${STEPS.map(of).join(', ')}`)
}

/** The demo farm's water, and that of a farm thirty times as large, all outlets open: one solution, and one judgement of a group. */
async function measureSolving(load) {
  const { drawFarm } = await load('/services/simulator/farm/draw.ts')
  const { DEMO_FARM } = await load('/services/simulator/farm/demo.ts')
  const { buildNetwork, solve } = await load('/runtime/field/hydraulics/index.ts')
  const station = { pumps: 3, setHead: 42, filterLoss: 6 }
  const demand = { byHead: true, designHead: 10, lateralLoss: 3 }
  const plans = {
    'demo farm': DEMO_FARM,
    'thirty farms': { ...DEMO_FARM, subMains: DEMO_FARM.subMains * 6, nodes: DEMO_FARM.nodes * 5 },
  }
  for (const [name, plan] of Object.entries(plans)) {
    const layout = drawFarm(plan)
    const built = timed(() => buildNetwork(layout), 20)
    const network = buildNetwork(layout)
    const { outlets, segments } = network
    const solved = timed(() => solve(network, outlets, station, demand), 50)
    console.log(
      `hydraulics, ${name} (${segments.length} segments, ${outlets.length} outlets open): built ${built}, solved ${solved} ms (median)`,
    )
  }
}

/** Median of so many runs, in milliseconds. */
function timed(work, times) {
  const took = Array.from({ length: times }, () => {
    const begun = performance.now()
    work()
    return performance.now() - begun
  }).sort((one, other) => one - other)
  return took[Math.floor(times / 2)].toFixed(2)
}
