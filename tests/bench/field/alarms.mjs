// From the publish at the broker to the frame of the pop-up at each of 1,000 clients; budget p99 500 ms. The clients run in the
// server's own process, so the figure holds their work too.
import mqtt from 'mqtt'
import { WebSocket } from 'ws'
import { hold } from '../budget.mjs'
import { signIn, startBenchServer } from '../server.mjs'

// A person may hold 20 sockets.
const [PEOPLE, EACH, ALARMS, BUDGET] = [50, 20, 40, 500]
const CLIENTS = PEOPLE * EACH
/** How long a frame is waited for, in milliseconds. */
const PATIENCE = 30_000

/** @param {{ root: string, rounds: number }} run */
export async function measure({ root, rounds }) {
  const bench = await startBenchServer(root, { mqttRate: 1_000_000, adminPassword: 'Bench2026' })
  const sockets = []
  try {
    await addFarm(bench)
    const { url } = bench.server
    await addPeople(bench)
    /** When each alarm was published, by its type; and how long it took to each client. */
    const sentAt = new Map()
    const took = []
    const all = []
    const hear = (data) => {
      const now = performance.now()
      const text = String(data)
      if (!text.startsWith('{')) return
      const { method, kind, type } = JSON.parse(text)
      if (method === 'deviceAlarm' && kind === 'activate') took.push(now - sentAt.get(type))
    }
    for (let person = 0; person < PEOPLE; person++) {
      const { token } = await signIn(url, `a${person}`)
      const ofPerson = Array.from({ length: EACH }, () => listen(url, `a${person}`, token, hear))
      sockets.push(...(await Promise.all(ofPerson)))
    }
    const gateway = await mqtt.connectAsync(bench.server.services.devices.url, {
      clientId: 'bench',
      username: 'G0',
      password: 'token-G0',
    })
    for (let round = 0; round < rounds; round++) {
      took.length = 0
      for (let number = 0; number < ALARMS; number++) {
        const type = `R${round}_${number}`
        const ts = Date.now()
        sentAt.set(type, performance.now())
        const event = JSON.stringify({ id: type, type, on: 1, ts })
        await gateway.publishAsync('sf/v1/bench/G0/D0/event', event, { qos: 1 })
        await until(() => took.length >= (number + 1) * CLIENTS)
      }
      took.sort((one, other) => one - other)
      const at = (share) => took[Math.min(took.length - 1, Math.floor(took.length * share))].toFixed(0)
      all.push(...took)
      console.log(
        `alarms: broker to frame at ${CLIENTS} clients, ${ALARMS} alarms: median ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
          `${took.length} frames of ${ALARMS * CLIENTS}`,
      )
    }
    all.sort((one, other) => one - other)
    hold('alarms, broker to frame, p99', all[Math.floor(all.length * 0.99)], { atMost: BUDGET, unit: 'ms' })
    hold('alarms, frames lost or doubled', Math.abs(rounds * ALARMS * CLIENTS - all.length), { atMost: 0 })
    await gateway.endAsync(true)
  } finally {
    for (const socket of sockets) socket.terminate()
    await bench.close()
  }
}

async function addFarm({ sql, hashGatewayToken }) {
  await sql.query(`insert into project (id, name) values ('bench', 'bench')`)
  await sql.query(`insert into gateway (id, project_id, name, token_hash) values ('G0', 'bench', 'G0', $1)`, [
    hashGatewayToken('token-G0'),
  ])
  await sql.query(
    `insert into device (id, project_id, gateway_id, kind, name) values ('D0', 'bench', 'G0', 'VALVE_TWB', 'D0')`,
  )
  await sql.query(`insert into device_live (device_id, project_id) values ('D0', 'bench')`)
}

/** Administrators `a0`, `a1` … */
async function addPeople({ sql }) {
  await sql.query(
    `insert into user_account select (jsonb_populate_record(u, jsonb_build_object(
       'id', 'a' || n, 'account', 'a' || n, 'mobile_phone', ''))).*
     from user_account u, generate_series(0, $1::int - 1) as n where u.account = 'admin'`,
    [PEOPLE],
  )
}

/** A client that is live. */
function listen(url, userId, token, hear) {
  const address = `${url.replace('http', 'ws')}/api/deviceAlarm/websocket/${userId}?projectId=bench`
  const socket = new WebSocket(address, ['loam-alarm', token])
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`closed: ${code}`)))
    socket.on('message', (data) => {
      if (String(data).includes('"alarmSync"')) resolve(socket)
      else hear(data)
    })
  })
}

/** Waits, but not for ever: a frame that does not come is a lost one. */
async function until(holds) {
  const end = performance.now() + PATIENCE
  while (!holds() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 1))
}
