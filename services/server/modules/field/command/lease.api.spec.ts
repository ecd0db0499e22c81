import type { CommandPayload } from '@runtime/field/topics'
import { newId } from '@runtime/id'
import { type Installation, install } from '@tests/api/installation'
import type { ServerProcess } from '@tests/api/process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ackOf, connectDevices, type TestDevices } from './specs/devices'
import { seedWaterFarm } from './specs/farm'

const PATIENCE = { timeout: 60_000, interval: 100 }
const P = 'lease'
const [PUMP, VALVES] = [`${P}-P1`, [`${P}-T1`, `${P}-T2`]]
const MARGIN = 5 * 60_000
let installation: Installation
let server: ServerProcess
let devices: TestDevices

beforeAll(async () => {
  installation = await install()
  server = await installation.start()
  await seedWaterFarm(installation, P)
  devices = await connectDevices(`mqtt://127.0.0.1:${installation.mqttPort}`, P)
}, 180_000)
afterAll(async () => {
  await devices?.close()
  await server?.stop()
  installation?.remove()
})

const run = async () =>
  (
    await installation.sql<{ state: string; plan: { phase: string; reason: string | null } }>(
      'select state, plan from irrigation_run where project_id = $1 order by started_at desc limit 1',
      [P],
    )
  )[0]
const awaitPhase = (phase: string) => expect.poll(async () => (await run())?.plan.phase, PATIENCE).toBe(phase)
/** The last command that a device was told since then. */
const lastTold = (device: string, from = 0): CommandPayload | undefined =>
  devices.told.slice(from).findLast((each) => each.device === device)?.command
const orderFrom = (from: number) =>
  devices.told.slice(from).map(({ device, command }) => `${device} ${command.op}`)

/** What each controller does by itself, the soonest first, when nobody can be reached any more. */
const byThemselves = () =>
  [PUMP, ...VALVES]
    .map((device) => ({ device, until: lastTold(device)?.until ?? Number.POSITIVE_INFINITY }))
    .sort((one, other) => one.until - other.until)

async function start(minutes: number): Promise<void> {
  const admin = await installation.signIn(server, 'admin')
  const of = { lgzId: `${P}-G1`, action: 'start' as const }
  // Its gateway has been heard.
  await devices.state(`${P}-T4`, { dir: 0, gat: 0, ang: 0, mov: 0, until: null })
  await expect
    .poll(async () => (await admin.call('fieldManagement.judgeCanOperateLgz', of)).can, PATIENCE)
    .toBe(true)
  const requested = { commandId: newId(), ...of, minutes }
  const first = await admin.envelope('fieldManagement.operateLgz', requested)
  const { confirmToken } = first.data as unknown as { confirmToken: string }
  await admin.call('fieldManagement.operateLgz', { ...requested, confirmToken })
  await awaitPhase('watering')
}

/** Changes what the server keeps while it is held still: not where it holds what is changed here, and not between its looks. */
async function whileStill(statement: string): Promise<void> {
  const change = async () => {
    server.process.kill('SIGSTOP')
    try {
      await installation.sql(`set lock_timeout = '200ms'; ${statement}`)
      return true
    } catch {
      server.process.kill('SIGCONT')
      return false
    }
  }
  await expect.poll(change, PATIENCE).toBe(true)
}
const sooner = (minutes: number, devices: readonly string[]) =>
  `update actuator set ends_at = ends_at - ${minutes} * interval '1 minute'
   where device_id in (${devices.map((device) => `'${device}'`).join(', ')})`

/** Kills the server, as if so many minutes had passed by the time it is there again; its database goes with it. */
async function killFor(minutes: number): Promise<void> {
  await whileStill(sooner(minutes, [PUMP, ...VALVES]))
  await server.kill()
}
/** Lets minutes pass for these devices and for the renewals that were asked for. */
async function letPass(minutes: number, devices: readonly string[]): Promise<void> {
  await whileStill(`${sooner(minutes, devices)};
    update irrigation_run set plan = jsonb_set(plan, '{renewals}', coalesce((
      select jsonb_object_agg(key, value::bigint - ${minutes * 60_000}) from jsonb_each_text(plan -> 'renewals')), '{}'))
    where project_id = '${P}' and state = 'RUNNING'`)
  server.process.kill('SIGCONT')
}
async function comeBack(reported: (device: string) => Record<string, unknown>): Promise<void> {
  server = await installation.start()
  await expect.poll(() => devices.gateway.client.connected, PATIENCE).toBe(true)
  for (const device of [...VALVES, `${P}-T3`, `${P}-T4`, PUMP]) await devices.state(device, reported(device))
}

describe('leases of a run', { timeout: 300_000 }, () => {
  it('are on the wire: two hours for valves, five minutes less for the pump', async () => {
    const began = Date.now()
    await start(600)
    const ends = VALVES.map((valve) => lastTold(valve)?.until ?? 0)
    for (const end of ends) {
      expect(end).toBeGreaterThanOrEqual(began + 7_200_000)
      expect(end).toBeLessThanOrEqual(Date.now() + 7_200_000)
    }
    const pump = lastTold(PUMP)
    expect(pump?.until).toBe(Math.min(...ends) - MARGIN)
    // Without a clock it stops no later, even when the message comes at its last moment.
    expect((pump?.exp ?? 0) + (pump?.maxRunS ?? 0) * 1000).toBeLessThanOrEqual(pump?.until ?? 0)
  })

  it('outlive a server that is killed and comes back: valves are renewed first, then the pump, and the run goes on', async () => {
    const told = new Map([PUMP, ...VALVES].map((device) => [device, lastTold(device)]))
    // Half of a lease has passed.
    await killFor(70)
    const from = devices.told.length
    await comeBack((device) => {
      const { id, until } = told.get(device) ?? {}
      const ended = (until ?? 0) - 70 * 60_000
      if (device === PUMP) return { st: 2, mode: 0, freq: 50, cmd: id, until: ended }
      return told.has(device)
        ? { dir: 1, gat: 100, ang: 90, mov: 0, cmd: id, until: ended }
        : { dir: 0, gat: 0, ang: 0, mov: 0, until: null }
    })
    await expect.poll(() => lastTold(PUMP, from)?.op, PATIENCE).toBe('pump.start')
    const order = orderFrom(from)
    for (const valve of VALVES)
      expect(order.indexOf(`${valve} valve.set`)).toBeLessThan(order.indexOf(`${PUMP} pump.start`))
    expect([PUMP, ...VALVES].map((device) => lastTold(device, from)?.renew)).toEqual([1, 1, 1])
    const ends = VALVES.map((valve) => lastTold(valve, from)?.until ?? 0)
    expect(lastTold(PUMP, from)?.until).toBe(Math.min(...ends) - MARGIN)
    expect(await run()).toMatchObject({ state: 'RUNNING', plan: { phase: 'watering', reason: null } })
  })

  it('end without a server: the pump first; one that comes back ends the run in order and says why', async () => {
    await expect
      .poll(
        async () =>
          (
            await installation.sql<{ n: number }>(
              `select count(*)::int as n from command where project_id = $1
                and state in ('QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING')`,
              [P],
            )
          )[0]?.n,
        PATIENCE,
      )
      .toBe(0)
    await killFor(180)
    const alone = byThemselves()
    expect(alone[0]?.device).toBe(PUMP)
    for (const { until } of alone.slice(1))
      expect(until - (alone[0]?.until ?? 0)).toBeGreaterThanOrEqual(MARGIN)
    const from = devices.told.length
    await comeBack((device) =>
      device === PUMP
        ? { st: 0, mode: 0, freq: 0, until: null }
        : { dir: 0, gat: 0, ang: 0, mov: 0, until: null },
    )
    await expect.poll(async () => (await run())?.state, PATIENCE).toBe('FAILED')
    expect((await run())?.plan.reason).toBe('leaseEnded')
    expect(orderFrom(from).filter((told) => told.endsWith('pump.start'))).toEqual([])
  })

  it('that a valve refuses end the run in order; an alarm names the valve until it has closed', async () => {
    await start(600)
    const [refusing = '', other = ''] = VALVES
    const refusals: string[] = []
    devices.manners = {
      hear: async (command, device) => {
        if (device !== refusing || !command.renew) return false
        refusals.push(command.id)
        await devices.gateway.publish(device, 'ack', ackOf(command, 'REJECTED', Date.now(), 5, 'locked'))
        return true
      },
    }
    const from = devices.told.length
    // Half is over: both valves are asked, one says no. Then it is too late to ask again.
    await letPass(62, [PUMP, ...VALVES])
    await expect.poll(() => refusals.length, PATIENCE).toBe(1)
    await expect.poll(() => lastTold(other, from)?.renew, PATIENCE).toBe(1)
    await expect
      .poll(() => installation.sql(`select state from command where id = '${refusals[0]}'`), PATIENCE)
      .toMatchObject([{ state: expect.stringMatching(/REJECTED|FAILED/) }])
    await letPass(35, [PUMP, refusing])
    await expect.poll(async () => (await run())?.state, PATIENCE).toBe('FAILED')
    expect(await run()).toMatchObject({ plan: { reason: 'leaseRefused', refusedBy: refusing } })
    const order = orderFrom(from)
    const closed = devices.told.findIndex(
      ({ device, command }, at) => at >= from && device === refusing && command.gat === 0,
    )
    expect(order.indexOf(`${PUMP} pump.stop`)).toBeGreaterThan(0)
    expect(order.indexOf(`${PUMP} pump.stop`)).toBeLessThan(closed - from)
    const alarms = () =>
      installation.sql<{ source_id: string; base: string }>(
        `select source_id, base from alarm where project_id = '${P}' and type = 'LEASE_REFUSED'`,
      )
    await expect.poll(alarms, PATIENCE).toEqual([{ source_id: refusing, base: 'RTN_UNACK' }])
    devices.manners = {}
  })
})

describe('the lease of what a person has opened', { timeout: 120_000 }, () => {
  it('is renewed by the server for as long as it is to stand', async () => {
    const admin = await installation.signIn(server, 'admin')
    const [deviceId, commandId] = [`${P}-T3`, newId()]
    await admin.call('fieldManagement.controlThreeWayBallValve', {
      ...{ commandId, deviceId, openDirection: 1, gatage: 100 },
    })
    const leased = async () =>
      (
        await installation.sql<{ lease_command: string | null }>(
          'select lease_command from actuator where device_id = $1',
          [deviceId],
        )
      )[0]?.lease_command
    await expect.poll(leased, PATIENCE).toBe(commandId)
    const before = lastTold(deviceId)
    const from = devices.told.length
    await installation.sql(
      `update actuator set ends_at = ends_at - interval '70 minutes' where device_id = $1`,
      [deviceId],
    )
    await expect.poll(() => lastTold(deviceId, from)?.renew, PATIENCE).toBe(1)
    const renewed = lastTold(deviceId, from)
    expect(renewed).toMatchObject({ op: 'valve.set', dir: 1, gat: 100 })
    expect(renewed?.until).toBeGreaterThan(before?.until ?? Number.POSITIVE_INFINITY)
    await expect.poll(leased, PATIENCE).toBe(renewed?.id)
  })
})
