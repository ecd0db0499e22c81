import { newId } from '@runtime/id'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { personOf } from '../project/specs/farm'
import { ackOf, connectDevices, type TestDevices } from './specs/devices'
import { seedWaterFarm } from './specs/farm'

const PATIENCE = { timeout: 45_000, interval: 50 }
const P = 'cmd'
let server: TestServer
let admin: TestClient
let other: TestClient
let viewer: TestClient
let stranger: TestClient
let devices: TestDevices

beforeAll(async () => {
  server = await startTestServer()
  await seedWaterFarm(server, P)
  admin = await server.as('admin')
  other = (await personOf(server, 'cmd-operator', { project: P, level: 'operate' })).client
  viewer = (await personOf(server, 'cmd-viewer', { project: P, level: 'view' })).client
  stranger = (await personOf(server, 'cmd-stranger')).client
  devices = await connectDevices(server.server.services.devices.url, P)
})
afterAll(async () => {
  await devices.close()
  await server.close()
})
beforeEach(() => {
  devices.manners = {}
})

const valve = (deviceId: string, openDirection: number, rest: Record<string, unknown> = {}) => ({
  commandId: newId(),
  deviceId: `${P}-${deviceId}`,
  openDirection,
  gatage: openDirection === 0 ? 0 : 100,
  ...rest,
})
const set = (client: TestClient, requested: ReturnType<typeof valve>) =>
  client.envelope('fieldManagement.controlThreeWayBallValve', requested)
const stateOf = async (commandId: string) =>
  (await admin.call('fieldManagement.command', { commandId, projectId: P })).state
const awaitState = (commandId: string, ...states: string[]) =>
  expect.poll(() => stateOf(commandId), PATIENCE).toSatisfy((state: string) => states.includes(state))
/** Sets a valve and awaits that it is proved. */
const bring = async (deviceId: string, direction: number) => {
  const requested = valve(deviceId, direction)
  expect(await set(admin, requested)).toMatchObject({ code: 200 })
  await awaitState(requested.commandId, 'VERIFIED')
}

/** Something that a device waits for. */
function gate(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

describe('a command', () => {
  it('goes from QUEUED to VERIFIED by the device’s own word, and not before', async () => {
    const held = gate()
    devices.manners.hear = async (command, device) => {
      await devices.gateway.publish(device, 'ack', ackOf(command, 'ACCEPTED', Date.now()))
      await devices.gateway.publish(device, 'ack', ackOf(command, 'DONE', Date.now()))
      await held.promise
      return false
    }
    const requested = valve('T1', 1)
    expect(await set(admin, requested)).toMatchObject({
      code: 200,
      data: { commandId: requested.commandId, state: 'QUEUED', risk: 'B', expectedDeliverySec: 5 },
    })
    // Done by the device's acknowledgement; green by nothing but its state.
    await awaitState(requested.commandId, 'EXECUTING')
    held.resolve()
    await awaitState(requested.commandId, 'VERIFIED')
    const [live] = await server.sql<{ desired: object; reported: object }>(
      'select desired, reported from device_live where device_id = $1',
      [requested.deviceId],
    )
    expect(live?.desired).toMatchObject({ dir: 1, gat: 100 })
    expect(live?.reported).toMatchObject({ dir: 1, gat: 100, ang: 90 })
  })

  it('carries its own end, an expiry and a number that rises', async () => {
    const began = Date.now()
    const [one, two] = [valve('T1', 2, { maxRunSec: 3600 }), valve('T1', 1)]
    for (const requested of [one, two]) {
      await set(admin, requested)
      await awaitState(requested.commandId, 'VERIFIED')
    }
    const payloads = [one, two].map(
      ({ commandId }) => devices.told.find(({ command }) => command.id === commandId)?.command,
    )
    expect(payloads[0]).toMatchObject({ op: 'valve.set', dir: 2, gat: 100, ang: 270 })
    expect(payloads[1]).toMatchObject({ dir: 1, ang: 90 })
    const [first, second] = payloads
    // What is to stand for longer than a lease is has that renewed.
    for (const [payload, lasts] of [
      [first, 3_600_000],
      [second, 7_200_000],
    ] as const) {
      const { until = 0, maxRunS = 0 } = payload ?? {}
      expect(until).toBeGreaterThanOrEqual(began + lasts)
      expect(until).toBeLessThanOrEqual(Date.now() + lasts)
      expect(maxRunS).toBeLessThanOrEqual(lasts / 1000)
      expect(maxRunS * 1000).toBeGreaterThanOrEqual(until - Date.now())
    }
    const [row] = await server.sql<{ ends_at: Date; lease_command: string }>(
      'select ends_at, lease_command from actuator where device_id = $1',
      [two.deviceId],
    )
    expect(row).toMatchObject({ ends_at: new Date(second?.until ?? 0), lease_command: two.commandId })
    expect(second?.seq).toBeGreaterThan(first?.seq ?? Number.POSITIVE_INFINITY)
    expect((first?.exp ?? 0) - (first?.iat ?? 0)).toBe(60_000)
  })

  it('that comes twice is one; the same id for another is refused', async () => {
    const requested = valve('T2', 1)
    const answers = await Promise.all(Array.from({ length: 5 }, () => set(admin, requested)))
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200])
    await awaitState(requested.commandId, 'VERIFIED')
    expect(devices.done.get(requested.commandId)).toBe(1)
    const rows = await server.sql('select 1 from command where id = $1', [requested.commandId])
    expect(rows).toHaveLength(1)
    expect(await set(admin, { ...requested, openDirection: 2 })).toMatchObject({ code: 4092 })
    expect(await set(other, requested)).toMatchObject({ code: 4092 })
  })

  it('is held by one person: another is told who, and for how long', async () => {
    const held = gate()
    devices.manners.hear = async (command, device) => {
      await devices.gateway.publish(device, 'ack', ackOf(command, 'ACCEPTED', Date.now()))
      await held.promise
      return false
    }
    const requested = valve('T3', 1)
    await set(admin, requested)
    await awaitState(requested.commandId, 'ACCEPTED')
    const late = valve('T3', 2)
    const refusal = {
      code: 4091,
      data: { holder: { commandId: requested.commandId, state: 'ACCEPTED', heldSec: expect.any(Number) } },
    }
    expect(await set(other, late)).toMatchObject(refusal)
    // It is kept as refused, with its reason; the same again is the same refusal, and the device obeys whom it obeyed.
    expect(await other.call('fieldManagement.command', { commandId: late.commandId })).toMatchObject({
      state: 'REJECTED',
      resultCode: 'LOCK',
      resultText: expect.stringContaining('正在操作此设备'),
    })
    expect(await auditOf(late.commandId)).toMatchObject([
      { action: 'command.issue', after: { state: 'REJECTED', holder: { commandId: requested.commandId } } },
    ])
    const balls = await admin.call('fieldManagement.getThreeWayBallData', { projectId: P })
    expect(balls.find(({ id }) => id === requested.deviceId)?.control).toMatchObject({
      commandId: requested.commandId,
      state: 'ACCEPTED',
    })
    expect(
      await other.call('fieldManagement.isControlThreeWayBallValve', { deviceId: `${P}-T3` }),
    ).toMatchObject({ canControl: false, holder: { commandId: requested.commandId } })
    held.resolve()
    await awaitState(requested.commandId, 'VERIFIED')
    expect(await set(other, late)).toMatchObject(refusal)
  })

  it('to close takes the place of whatever is under way', async () => {
    const held = gate()
    const opening = valve('T4', 1)
    devices.manners.hear = async (command, device) => {
      if (command.id !== opening.commandId) return false
      await devices.gateway.publish(device, 'ack', ackOf(command, 'ACCEPTED', Date.now()))
      await held.promise
      return true
    }
    await set(admin, opening)
    await awaitState(opening.commandId, 'ACCEPTED')
    const closing = valve('T4', 0)
    expect(await set(other, closing)).toMatchObject({ code: 200, data: { risk: 'A' } })
    held.resolve()
    await awaitState(closing.commandId, 'VERIFIED')
    expect(await stateOf(opening.commandId)).toBe('SUPERSEDED')
  })

  it('to close is asked again by anyone while the first does not prove itself', async () => {
    await bring('T4', 1)
    const [first, again] = [valve('T4', 0), valve('T4', 0)]
    devices.manners.hear = async (command, device) => {
      if (command.id !== first.commandId) return false
      await devices.gateway.publish(device, 'ack', ackOf(command, 'ACCEPTED', Date.now()))
      return true
    }
    await set(admin, first)
    await awaitState(first.commandId, 'ACCEPTED')
    expect(await set(other, again)).toMatchObject({ code: 200, data: { risk: 'A' } })
    await awaitState(again.commandId, 'VERIFIED')
    expect(await stateOf(first.commandId)).toBe('SUPERSEDED')
  })

  it('bears acknowledgements that come twice, late and out of order', async () => {
    const requested = valve('T4', 1)
    devices.manners.hear = async (command, device) => {
      const report = (st: 'ACCEPTED' | 'DONE') =>
        devices.gateway.publish(device, 'ack', ackOf(command, st, Date.now()))
      for (const st of ['DONE', 'DONE', 'ACCEPTED', 'ACCEPTED'] as const) await report(st)
      return false
    }
    await set(admin, requested)
    await awaitState(requested.commandId, 'VERIFIED')
    await devices.gateway.publish(requested.deviceId, 'ack', {
      ...{ id: requested.commandId, seq: 1, st: 'FAILED', code: 9, msg: 'late', ts: Date.now() },
    })
    await bring('T4', 0)
    expect(await stateOf(requested.commandId)).toBe('VERIFIED')
  })

  it('whose acknowledgement is lost is sent again under the same id, and done once', async () => {
    const requested = valve('T4', 1)
    let heard = 0
    devices.manners.hear = (command) => command.id === requested.commandId && ++heard === 1
    // The wait for the device's answer is over sooner than a person would like to see.
    await set(admin, requested)
    await awaitState(requested.commandId, 'SENT')
    await server.sql('update command set deadline_at = now(), wake_at = now() where id = $1', [
      requested.commandId,
    ])
    await awaitState(requested.commandId, 'VERIFIED')
    expect(heard).toBeGreaterThan(1)
    expect(devices.done.get(requested.commandId)).toBe(1)
    await bring('T4', 0)
  })

  it('that the device refuses says so in its words', async () => {
    const requested = valve('T4', 1)
    devices.manners.hear = async (command, device) => {
      await devices.gateway.publish(device, 'ack', ackOf(command, 'REJECTED', Date.now(), 17, 'hand wheel'))
      return true
    }
    await set(admin, requested)
    await awaitState(requested.commandId, 'FAILED')
    expect(await admin.call('fieldManagement.command', { commandId: requested.commandId })).toMatchObject({
      resultCode: '17',
      resultText: '设备拒绝（17）hand wheel',
    })
  })

  it('that is given up raises an alarm; the truth that comes later is kept beside it', async () => {
    const requested = valve('T4', 1)
    devices.manners.hear = (command) => command.id === requested.commandId
    await set(admin, requested)
    await awaitState(requested.commandId, 'SENT')
    await server.sql(
      `update command set attempts = 4, deadline_at = now(), expires_at = now(), wake_at = now() where id = $1`,
      [requested.commandId],
    )
    await awaitState(requested.commandId, 'TIMEOUT')
    const alarms = () =>
      server.sql<{ state: string }>(
        `select state from alarm where source_id = $1 and type = 'COMMAND_FAILED' and closed_at is null`,
        [requested.deviceId],
      )
    expect((await alarms()).map(({ state }) => state)).toEqual(['UNACK'])
    const sent = devices.told.find(({ command }) => command.id === requested.commandId)?.command
    if (!sent) throw new Error('the device never heard of it')
    devices.manners = {}
    await devices.carryOut(requested.deviceId, sent)
    await awaitState(requested.commandId, 'LATE_VERIFIED')
    const late = await admin.call('fieldManagement.command', { commandId: requested.commandId })
    expect(late.verifiedAt).toBeGreaterThanOrEqual(late.finishedAt ?? Number.POSITIVE_INFINITY)
    expect((await alarms()).map(({ state }) => state)).toEqual(['RTN_UNACK'])
    await bring('T4', 0)
  })

  it('that was never delivered expires and never moves anything', async () => {
    const requested = valve('T4', 1)
    const { devices: real } = server.server.services
    const send = real.send
    real.send = () => Promise.reject(new Error('the broker is away'))
    try {
      await set(admin, requested)
      await server.sql('update command set expires_at = now(), wake_at = now() where id = $1', [
        requested.commandId,
      ])
      await awaitState(requested.commandId, 'EXPIRED')
    } finally {
      real.send = send
    }
    await bring('T3', 2)
    expect(devices.told.some(({ command }) => command.id === requested.commandId)).toBe(false)
  })
})

const auditOf = (target: string) =>
  server.sql<{ action: string; after: object }>(
    'select action, after from audit where target = $1 order by id',
    [target],
  )

describe('rights', () => {
  it('that are missing leave a refused command, or the audit’s word where even the project is hidden', async () => {
    const [seen, hidden] = [valve('T1', 1), valve('T1', 1)]
    const answers = await Promise.all([1, 2, 3].map(() => set(viewer, seen)))
    expect(answers.map(({ code }) => code)).toEqual([4031, 4031, 4031])
    expect((await set(stranger, hidden)).code).toBe(4041)
    expect(await viewer.call('fieldManagement.command', { commandId: seen.commandId })).toMatchObject({
      state: 'REJECTED',
      resultCode: 'PERMISSION',
      resultText: expect.stringContaining('操作'),
    })
    expect(await server.sql('select 1 from command where id = $1', [hidden.commandId])).toEqual([])
    for (const { commandId } of [seen, hidden])
      expect(await auditOf(commandId)).toMatchObject([
        { action: 'command.issue', after: { state: 'REJECTED', result: 'PERMISSION' } },
      ])
    expect(devices.told.some(({ command }) => command.id === seen.commandId)).toBe(false)
  })

  it('are those of the project: to see, to operate, or nothing', async () => {
    expect((await set(viewer, valve('T1', 1))).code).toBe(4031)
    expect((await set(stranger, valve('T1', 1))).code).toBe(4041)
    expect((await set(server.stranger, valve('T1', 1))).code).toBe(600)
    expect((await viewer.envelope('fieldManagement.commands', { projectId: P })).code).toBe(200)
    expect((await stranger.envelope('fieldManagement.commands', { projectId: P })).code).toBe(4041)
    expect((await viewer.envelope('fieldManagement.stopAll', { projectId: P })).code).toBe(4031)
    expect((await stranger.envelope('pump.getPumpStatus', { deviceId: `${P}-P1` })).code).toBe(4041)
  })
})

describe('the interlocks', () => {
  const pump = (action: string, rest: Record<string, unknown> = {}) => ({
    commandId: newId(),
    deviceId: `${P}-P1`,
    action,
    ...rest,
  })
  const control = (client: TestClient, requested: Record<string, unknown>) =>
    client.envelope('pump.controlPump', requested)

  it('refuse a pump without an open way for its water (I01), and keep what they saw', async () => {
    for (const id of ['T1', 'T2', 'T3', 'T4']) await bring(id, 0)
    const requested = pump('start')
    const answer = await control(admin, requested)
    expect(answer).toMatchObject({ code: 4201, data: { violations: [{ code: 'I01', level: 'reject' }] } })
    expect(await stateOf(requested.commandId)).toBe('REJECTED')
    // The same again is the same refusal.
    expect(await control(admin, requested)).toMatchObject({ code: 4201 })
    expect(devices.told.some(({ command }) => command.id === requested.commandId)).toBe(false)
  })

  it('refuse set points that no pump is made for, even with a second person, and name the bound', async () => {
    for (const [action, value, most] of [
      ['setPressure', 50, 0.55],
      ['setFreq', 99, 50],
    ] as const) {
      const requested = pump(action, { value, override: ['I06'], reason: 'spec' })
      const answer = await control(admin, requested)
      expect(answer).toMatchObject({ code: 4206, data: { violations: [{ code: 'I06' }] } })
      expect(answer.msg).toContain(String(most))
      expect(await stateOf(requested.commandId)).toBe('REJECTED')
      expect(devices.told.some(({ command }) => command.id === requested.commandId)).toBe(false)
    }
  })

  it('refuse what is not known any more (4231) or not there (4241), but for closing', async () => {
    await server.sql(`update device_live set reported_at = now() - interval '1 hour' where device_id = $1`, [
      `${P}-T1`,
    ])
    expect((await set(admin, valve('T1', 1))).code).toBe(4231)
    await bring('T1', 0)
    await server.sql('update gateway set is_online = false where id = $1', [`${P}-GW`])
    expect((await set(admin, valve('T1', 1))).code).toBe(4241)
    await server.sql('update gateway set is_online = true where id = $1', [`${P}-GW`])
  })

  it('name whoever works on a device (I12)', async () => {
    await server.sql(
      `update device set maintenance = '{"by":"u","byName":"王师傅","reason":"换密封圈","since":"2026-06-01T00:00:00Z"}' where id = $1`,
      [`${P}-T1`],
    )
    const answer = await set(admin, valve('T1', 1))
    expect(answer.code).toBe(4212)
    expect(answer.msg).toContain('王师傅')
    await server.sql('update device set maintenance = null where id = $1', [`${P}-T1`])
  })

  it('let a pump start only with a token for this person, this command and what was seen, once', async () => {
    await bring('T1', 3)
    const requested = pump('start')
    const first = await control(admin, requested)
    expect(first).toMatchObject({ code: 4101, data: { expiresIn: 30, commandId: requested.commandId } })
    expect(first.data).toMatchObject({ snapshot: { asked: { act: 'pump.start', name: '1号水泵' } } })
    const { confirmToken } = first.data as unknown as { confirmToken: string }
    expect((await control(other, { ...requested, confirmToken })).code).toBe(4092)
    expect((await control(admin, { ...requested, confirmToken: 'guessed' })).code).toBe(4101)
    const again = await control(admin, requested)
    const token = (again.data as unknown as { confirmToken: string }).confirmToken
    // A newer token makes the older worthless.
    expect((await control(admin, { ...requested, confirmToken })).code).toBe(4101)
    const last = await control(admin, requested)
    const good = (last.data as unknown as { confirmToken: string }).confirmToken
    expect(good).not.toBe(token)
    expect((await control(admin, { ...requested, confirmToken: good })).code).toBe(200)
    await awaitState(requested.commandId, 'VERIFIED')
    expect(await admin.call('pump.getPumpStatus', { deviceId: `${P}-P1` })).toMatchObject({ state: 2 })
  })

  it('keep the last outlet of a running pump open (I02), and offer to stop the pump first', async () => {
    const requested = valve('T1', 0)
    expect(await set(admin, requested)).toMatchObject({
      code: 4202,
      data: { violations: [{ code: 'I02', level: 'offer', stopFirst: [`${P}-P1`] }] },
    })
    expect(await stateOf(requested.commandId)).toBe('REJECTED')
  })

  it('stop the pump and close in one, the valve once the pump stands by its own word', async () => {
    const stopThen = (client: TestClient, more: object = {}) =>
      client.envelope('fieldManagement.stopThenSet', {
        ...{ commandId: newId(), deviceId: `${P}-T1`, openDirection: 0, gatage: 0 },
        ...more,
      })
    expect((await stopThen(viewer)).code).toBe(4031)
    expect((await stopThen(admin, { deviceId: `${P}-P1` })).code).toBe(4001)
    const lock = (value: string | null) =>
      server.sql('update device set maintenance = $2::jsonb where id = $1', [`${P}-T1`, value])
    await lock('{"by":"u","byName":"王师傅","reason":"","since":"2026-06-01T00:00:00Z"}')
    // To another side, which somebody forbids: no pump stops for nothing.
    await bring('T2', 0)
    expect((await stopThen(admin, { openDirection: 1, gatage: 100 })).code).toBe(4212)
    await lock(null)
    const held = gate()
    devices.manners.hear = async (command) => {
      if (command.op === 'pump.stop') await held.promise
      return false
    }
    const from = devices.told.length
    const commandId = newId()
    const answers = await Promise.all([1, 2].map(() => stopThen(admin, { commandId })))
    expect(answers).toMatchObject([1, 2].map(() => ({ code: 200, data: { state: 'STOPPING' } })))
    const told = () => devices.told.slice(from).map(({ command }) => command.op)
    await expect.poll(told, PATIENCE).toContain('pump.stop')
    expect(told()).not.toContain('valve.set')
    held.resolve()
    const [runId] = answers.map(({ data }) => (data as { runId: string }).runId)
    const run = async () =>
      (await admin.call('fieldManagement.runs', { projectId: P })).find((one) => one.runId === runId)
    await expect.poll(async () => (await run())?.state, PATIENCE).toBe('FINISHED')
    expect((await run())?.steps).toMatchObject([
      { op: 'pump.stop', deviceId: `${P}-P1`, state: 'VERIFIED' },
      { op: 'valve.set', deviceId: `${P}-T1`, state: 'VERIFIED', verifiedAt: expect.any(Number) },
    ])
    expect(new Set(told())).toEqual(new Set(['pump.stop', 'valve.set']))
    expect((await auditOf(`${P}-T1`)).map(({ action }) => action)).toContain('rotation.stopThenSet')
  })

  it('let a stop go out to a pump under LOCAL, and say that its own switch will do it (I10)', async () => {
    await bring('T1', 3)
    const from = devices.told.length
    const local = (st: number) => devices.state(`${P}-P1`, { st, mode: 2 })
    await local(2)
    const status = () => admin.call('pump.getPumpStatus', { deviceId: `${P}-P1` })
    await expect.poll(async () => (await status()).mode, PATIENCE).toBe(2)
    devices.manners.hear = async (command, device) => {
      if (device !== `${P}-P1`) return false
      await devices.gateway.publish(device, 'ack', ackOf(command, 'REJECTED', Date.now(), 3, 'LOCAL'))
      return true
    }
    expect((await control(admin, pump('setFreq', { value: 40 }))).code).toBe(4210)
    const requested = pump('stop')
    const answer = await control(admin, requested)
    expect(answer).toMatchObject({ code: 200, data: { state: 'QUEUED' } })
    expect((answer.data as { resultText: string }).resultText).toContain('请到现场用就地开关停止')
    const { data } = await admin.envelope('fieldManagement.stopAll', { projectId: P })
    const { runId } = data as { runId: string }
    const alarms = () =>
      server.sql<{ text: string }>(
        `select text from alarm where source_id = $1 and type = 'COMMAND_FAILED' and closed_at is null and state = 'UNACK'`,
        [`${P}-P1`],
      )
    await expect.poll(alarms, PATIENCE).toMatchObject([{ text: '@command.alarm.local' }])
    const run = async () =>
      (await admin.call('fieldManagement.runs', { projectId: P })).find((one) => one.runId === runId)
    const stopped = (await run())?.steps.find(({ op }) => op === 'pump.stop')
    expect(stopped?.state).not.toBe('VERIFIED')
    expect(stopped?.resultText).toContain('就地开关')
    expect((await run())?.state).toBe('STOPPING')
    // No valve closes against a pump that runs.
    expect(devices.told.slice(from).map(({ command }) => command.op)).not.toContain('valve.set')
    // Somebody goes there and stops it: that ends it, and the alarm.
    await local(0)
    await expect.poll(async () => (await run())?.state, PATIENCE).toBe('FINISHED')
    expect((await run())?.steps).toMatchObject([
      { op: 'pump.stop', state: 'VERIFIED' },
      { op: 'valve.set', deviceId: `${P}-T1`, state: 'VERIFIED' },
    ])
    await expect.poll(alarms, PATIENCE).toEqual([])
    devices.manners = {}
    await devices.state(`${P}-P1`, { st: 0, mode: 0 })
    await expect.poll(async () => (await status()).mode, PATIENCE).toBe(0)
  })

  it('judge again at the moment of sending', async () => {
    await bring('T2', 1)
    const requested = valve('T2', 2)
    // The broker is away at first; before it is sent again, somebody locks the device out.
    const { devices: real } = server.server.services
    const send = real.send
    real.send = async (to, command) => {
      if (command.id !== requested.commandId) return send(to, command)
      throw new Error('the broker is away')
    }
    const kept = () =>
      server.sql<{ result_code: string; dispatch_snapshot: { violations: { code: string }[] } }>(
        'select result_code, dispatch_snapshot from command where id = $1',
        [requested.commandId],
      )
    try {
      await set(admin, requested)
      await server.sql(
        `update device set maintenance = '{"by":"u","byName":"王师傅","reason":"","since":"2026-06-01T00:00:00Z"}' where id = $1`,
        [requested.deviceId],
      )
      await server.sql('update command set deadline_at = now(), wake_at = now() where id = $1', [
        requested.commandId,
      ])
      await expect.poll(async () => (await kept())[0]?.result_code, PATIENCE).toBe('I12')
    } finally {
      real.send = send
      await server.sql('update device set maintenance = null where id = $1', [requested.deviceId])
    }
    const [row] = await kept()
    expect(row?.dispatch_snapshot.violations.map(({ code }) => code)).toContain('I12')
    expect(devices.told.some(({ command }) => command.id === requested.commandId)).toBe(false)
  })

  it('are set aside by two people together, with a reason (risk D)', async () => {
    await server.sql(
      `update device set maintenance = '{"by":"u","byName":"王师傅","reason":"","since":"2026-06-01T00:00:00Z"}' where id = $1`,
      [`${P}-T3`],
    )
    const requested = valve('T3', 1, { override: ['I12'] })
    expect((await set(admin, requested)).code).toBe(4001)
    const reasoned = { ...requested, reason: '已与王师傅确认' }
    expect(await set(admin, reasoned)).toMatchObject({
      code: 200,
      data: { state: 'AWAIT_CONFIRM', risk: 'D' },
    })
    const approve = (client: TestClient) =>
      client.envelope('fieldManagement.approveCommand', {
        commandId: requested.commandId,
        projectId: P,
        reason: '同意',
      })
    expect((await approve(admin)).code).toBe(4001)
    expect((await approve(viewer)).code).toBe(4031)
    expect(await approve(other)).toMatchObject({ code: 200, data: { confirmedBy: 'cmd-operator' } })
    await awaitState(requested.commandId, 'VERIFIED')
    await server.sql('update device set maintenance = null where id = $1', [`${P}-T3`])
  })

  it('are in the audit’s chain, with who, why and what was seen', async () => {
    const rows = await server.sql<{ action: string }>(
      `select distinct action from audit where action like 'command.%' order by 1`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['command.approve', 'command.confirm', 'command.issue'])
    expect((await admin.call('audit.verify')).isWhole).toBe(true)
  })
})

describe('a command that is queued', () => {
  it('is taken back while no server has begun to send it, and not after', async () => {
    const requested = valve('T4', 2)
    await set(admin, requested)
    await awaitState(requested.commandId, 'VERIFIED')
    // As another server's that has not come to it yet.
    const queued = async (lease: string | null) => {
      const id = newId()
      await server.sql(
        `insert into command_server (id, seen_at) values ('elsewhere', now() + interval '1 hour') on conflict do nothing`,
      )
      await server.sql(
        `insert into command select (jsonb_populate_record(command, jsonb_build_object(
           'id', $2::text, 'state', 'QUEUED', 'stage', 'broker', 'attempts', 1, 'published_at', null, 'acked_at', null, 'finished_at', null,
           'verified_at', null, 'is_due', true, 'leased_until', $3::text, 'owner', 'elsewhere', 'seq', seq + 1,
           'expires_at', now() + interval '1 minute', 'wake_at', now()))).*
         from command where id = $1`,
        [requested.commandId, id, lease],
      )
      return id
    }
    const cancel = (commandId: string) =>
      admin.envelope('fieldManagement.cancelCommand', { commandId, projectId: P })
    const waiting = await queued(null)
    expect(await cancel(waiting)).toMatchObject({ code: 200, data: { state: 'CANCELED' } })
    const leased = await queued('2100-01-01T00:00:00Z')
    expect((await cancel(leased)).code).toBe(4001)
    expect(await stateOf(leased)).toBe('QUEUED')
    await server.sql('delete from command where id = $1', [leased])
  })
})

describe('a command that waits for its confirmation', () => {
  it('can be taken back, and expires', async () => {
    const cancel = async (commandId: string) =>
      admin.envelope('fieldManagement.cancelCommand', { commandId, projectId: P })
    const mode = async () => {
      const answer = await admin.envelope('pump.changeModeSelection', { deviceId: `${P}-P1`, mode: 1 })
      expect(answer.code).toBe(4101)
      return (answer.data as unknown as { commandId: string }).commandId
    }
    const [taken, left] = [await mode(), await mode()]
    expect(await cancel(taken)).toMatchObject({ code: 200, data: { state: 'CANCELED' } })
    await server.sql('update command set deadline_at = now(), wake_at = now() where id = $1', [left])
    await awaitState(left, 'EXPIRED')
    expect((await cancel(left)).code).toBe(4001)
  })
})
