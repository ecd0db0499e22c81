import { createServer, type Server } from 'node:net'
import type { CommandPayload } from '@runtime/field/topics'
import { Aedes, type AedesPublishPacket } from 'aedes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_FARM } from '../farm/demo'
import { drawFarm } from '../farm/draw'
import { createFarm } from '../model/farm'
import type { Farm } from '../model/farm.types'
import { type Gateway, openGateway } from './gateway'

const PATIENCE = { timeout: 45_000, interval: 20 }
const layout = drawFarm(DEMO_FARM)
const ID = 'GW-2'
const ROOT = `sf/v1/${layout.project.id}/${ID}`
/** Two valves and a soil station of this gateway. */
const [VALVE = '', OTHER = ''] = idsOf('VALVE_TWB')
const [STATION = ''] = idsOf('SOIL')
/** A valve of another gateway. */
const elsewhere =
  layout.devices.find(({ kind, gatewayId }) => kind === 'VALVE_TWB' && gatewayId !== ID)?.id ?? ''

function idsOf(kind: string): readonly string[] {
  return layout.devices.filter((one) => one.kind === kind && one.gatewayId === ID).map(({ id }) => id)
}

let broker: Aedes
let server: Server
let farm: Farm
let gateway: Gateway
/** What it has said since the spec began. */
let messages: { readonly topic: string; readonly payload: Record<string, unknown> }[] = []

// Each spec has a broker of its own: what a session of the one before still says is not heard here.
beforeEach(async () => {
  const own: typeof messages = []
  messages = own
  broker = await Aedes.createBroker()
  broker.on('publish', ({ topic, payload }: AedesPublishPacket, client) => {
    // A will is said for a client that is gone.
    if (topic.startsWith(ROOT) && (client || topic.endsWith('/status')))
      own.push({ topic: topic.slice(ROOT.length + 1), payload: JSON.parse(String(payload)) })
  })
  server = createServer(broker.handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `mqtt://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  farm = createFarm(layout, { seed: 1, startAt: Date.now(), mishaps: false })
  gateway = openGateway({ url, id: ID, token: 't', farm, mishaps: false, log: () => undefined })
})
afterEach(async () => {
  await gateway.close()
  await new Promise<void>((resolve) => broker.close(() => resolve()))
  server.close()
})

/** Forgets what has been said so far. */
const forget = () => void messages.splice(0)
const on = (channel: string) =>
  messages.filter(({ topic }) => topic === channel).map(({ payload }) => payload)
/** A moment at which a flapping gateway is there, or away. */
const moment = (isAway: boolean) => {
  const beat = 12_000
  return Math.floor(Date.now() / beat / 2) * beat * 2 + (isAway ? beat : 0)
}
/** Connects it, and waits for its birth. */
async function come(): Promise<void> {
  gateway.tick(moment(false), [])
  await expect.poll(() => on('status').some((status) => status['on'] === 1), PATIENCE).toBe(true)
}
const publish = (topic: string, payload: object) =>
  new Promise<void>((resolve, reject) => {
    const packet = { cmd: 'publish', topic: `${ROOT}/${topic}`, payload: JSON.stringify(payload) } as const
    broker.publish({ ...packet, qos: 1, dup: false, retain: false }, (error) =>
      error ? reject(error) : resolve(),
    )
  })
let seq = 0
async function tell(deviceId: string, dir = 1, il = ''): Promise<string> {
  const id = `c${++seq}`
  const now = Date.now()
  const command: CommandPayload = {
    ...{ id, seq, op: 'valve.set', dir, gat: 100, maxRunS: 600 },
    ...{ iat: now, exp: now + 600_000, ttlMs: 600_000, il },
  }
  await publish(`${deviceId}/cmd`, command)
  return id
}
/** Asks for everything, as after a reconnect, and waits for the answer. */
async function ask(): Promise<void> {
  const id = `r${++seq}`
  await publish('req', { id, what: 'state' })
  await expect.poll(() => on('res').some((answer) => answer['id'] === id), PATIENCE).toBe(true)
}

describe('a simulated gateway', () => {
  it('says everything it knows when it comes, and when it is asked', async () => {
    await come()
    await ask()
    expect(on('status').at(-1)).toMatchObject({ on: 1, bat: expect.closeTo(12.6, 0) })
    await expect.poll(() => on(`${VALVE}/state`).length, PATIENCE).toBeGreaterThan(1)
    await expect.poll(() => on(`${STATION}/tele`).length, PATIENCE).toBe(1)
  })

  it('with a low battery says so', async () => {
    farm.faults.start({ kind: 'lowBattery', target: ID })
    await come()
    expect(on('status').at(-1)?.['bat']).toBeLessThan(4)
  })

  it('with a skewed clock says times of then', async () => {
    farm.faults.start({ kind: 'clockSkew', target: ID, value: 300 })
    await come()
    await ask()
    await expect.poll(() => on(`${STATION}/tele`).length, PATIENCE).toBe(1)
    for (const { ts } of [...on('status'), ...on(`${STATION}/tele`), ...on(`${VALVE}/state`)])
      expect((Number(ts) - Date.now()) / 1000).toBeCloseTo(300, -1)
  })

  it('has a frozen sensor say the same again and again', async () => {
    await come()
    const measured = async (times: number) => {
      for (let time = 0; time < times; time++) await ask()
      await expect.poll(() => on(`${STATION}/tele`).length, PATIENCE).toBe(times)
      const values = on(`${STATION}/tele`).map(({ m }) => JSON.stringify(m))
      forget()
      return new Set(values).size
    }
    expect(await measured(4)).toBeGreaterThan(1)
    farm.faults.start({ kind: 'frozenSensor', target: STATION })
    expect(await measured(4)).toBe(1)
    farm.faults.clear()
    expect(await measured(4)).toBeGreaterThan(1)
  })

  it('loses the answers of one device, which obeys all the same, and doubles those of another', async () => {
    await come()
    farm.faults.start({ kind: 'lostAck', target: VALVE })
    farm.faults.start({ kind: 'duplicatedAck', target: OTHER })
    const lost = await tell(VALVE)
    const doubled = await tell(OTHER)
    const answers = (device: string) => on(`${device}/ack`)
    await expect.poll(() => answers(OTHER).length, PATIENCE).toBe(2)
    expect(answers(OTHER)[0]).toEqual(answers(OTHER)[1])
    expect(answers(OTHER)[0]).toMatchObject({ id: doubled, st: 'ACCEPTED' })
    expect(answers(VALVE)).toEqual([])
    expect(on(`${VALVE}/state`).at(-1)).toMatchObject({ cmd: lost, mov: 1 })
    // With the line mended its answers come again.
    farm.faults.clear()
    const heard = await tell(VALVE, 2)
    await expect.poll(() => answers(VALVE).some(({ id }) => id === heard), PATIENCE).toBe(true)
    expect(answers(VALVE).some(({ id, st }) => id === lost && st === 'ACCEPTED')).toBe(false)
  })

  it('asks for the interlock table when it comes and when a command names another, and its devices judge by it', async () => {
    await come()
    await expect.poll(() => on('req').map(({ what }) => what), PATIENCE).toEqual(['config'])
    const limits = { batteryFloor: 5 }
    await publish('res', { id: '', what: 'config', ts: Date.now(), devices: [], il: 'new', limits })
    await expect.poll(() => farm.tables.of(VALVE).batteryFloor, PATIENCE).toBe(5)
    // What the table does not say stays as it was; another gateway has had none.
    expect(farm.tables.of(VALVE).pressureHigh).toBe(0.55)
    expect(farm.tables.of(elsewhere).batteryFloor).toBe(3.4)
    const il = farm.tables.nameOf(ID)
    await tell(VALVE, 1, il)
    await expect.poll(() => on(`${VALVE}/ack`).length, PATIENCE).toBe(1)
    expect(on('req').length).toBe(1)
    await tell(OTHER, 1, 'v-of-tomorrow')
    await expect.poll(() => on('req').length, PATIENCE).toBe(2)
  })

  it('that flaps comes and goes, each time with a birth and a will of that session', async () => {
    farm.faults.start({ kind: 'gatewayFlapping', target: ID })
    const sessions: number[] = []
    for (const round of [1, 2]) {
      await come()
      const birth = on('status').find((status) => status['on'] === 1)
      gateway.tick(moment(true), [])
      expect(gateway.isConnected(), `round ${round}`).toBe(false)
      await expect.poll(() => on('status').at(-1), PATIENCE).toEqual({ on: 0, bdSeq: birth?.['bdSeq'] })
      sessions.push(Number(birth?.['bdSeq']))
      forget()
    }
    expect(sessions[1]).toBeGreaterThan(sessions[0] ?? 0)
  })

  it('that is lost stays away until it is mended', async () => {
    await come()
    farm.faults.start({ kind: 'gatewayLoss', target: ID })
    gateway.tick(moment(false), [])
    await expect.poll(() => on('status').at(-1)?.['on'], PATIENCE).toBe(0)
    gateway.tick(moment(false), [])
    expect(gateway.isConnected()).toBe(false)
    forget()
    farm.faults.clear()
    await come()
  })
})
