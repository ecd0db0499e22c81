import { newId } from '@runtime/id'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectDevices, PROVED, type TestDevices } from './specs/devices'
import { seedInstruments, seedWaterFarm } from './specs/farm'

const PATIENCE = { timeout: 60_000, interval: 100 }
const P = 'watch'
let server: TestServer
let admin: TestClient
let devices: TestDevices

beforeAll(async () => {
  server = await startTestServer()
  await seedWaterFarm(server, P)
  await seedInstruments(server, P)
  // As soon as a project may set it, so that nobody waits for what the rules' own specs show.
  await server.sql(
    `update project set limits = limits || '{"pressureLowSec":2,"dryFlowSec":5,"fertMinFlow":20,"preWaterSec":0}' where id = $1`,
    [P],
  )
  admin = await server.as('admin')
  devices = await connectDevices(server.server.services.devices.url, P)
})
afterAll(async () => {
  await devices.close()
  await server.close()
})

/** Asks, and confirms what is asked back. */
async function confirmed(name: 'pump.controlPump' | 'pump.controlFertilizer', rest: Record<string, unknown>) {
  const requested = { commandId: newId(), ...rest }
  const first = await admin.envelope(name, requested)
  if (first.code !== 4101) return { ...first, commandId: requested.commandId }
  const { confirmToken } = first.data as unknown as { confirmToken: string }
  return { ...(await admin.envelope(name, { ...requested, confirmToken })), commandId: requested.commandId }
}
const pump = (action: string, deviceId = `${P}-P1`) => confirmed('pump.controlPump', { deviceId, action })
const feed = (action: string) =>
  confirmed('pump.controlFertilizer', { deviceId: `${P}-FE`, action, rates: [220] })
const verified = (commandId: string) =>
  expect
    .poll(
      async () => (await admin.call('fieldManagement.command', { commandId, projectId: P })).state,
      PATIENCE,
    )
    .toMatch(PROVED)
const reported = async (id: string) =>
  (
    await server.sql<{ reported: { st?: number } }>('select reported from device_live where device_id = $1', [
      `${P}-${id}`,
    ])
  )[0]?.reported
const alarms = (type: string) =>
  server.sql<{ source_id: string; state: string; latch: boolean; params: Record<string, unknown> }>(
    'select source_id, state, latch, params from alarm where project_id = $1 and type = $2 and closed_at is null',
    [P, type],
  )
const told = (from: number, op: string) => devices.told.slice(from).filter(({ command }) => command.op === op)
const water = async (pres: number, flow: number) => {
  await devices.measure(`${P}-PG`, { pres })
  await devices.measure(`${P}-FM`, { flow })
}
/** What trips is stopped once, and stays stopped until somebody resets it. */
async function trips(code: string, cause: () => Promise<void>, text: string) {
  await verified((await pump('start')).commandId)
  const from = devices.told.length
  await cause()
  await expect.poll(async () => (await reported('P1'))?.st, PATIENCE).toBe(0)
  await expect.poll(async () => (await alarms(`INTERLOCK_${code}`)).length, PATIENCE).toBe(1)
  const [stop] = await server.sql<{ reason: string; issued_by_name: string }>(
    'select reason, issued_by_name from command where id = $1',
    [told(from, 'pump.stop')[0]?.command.id],
  )
  expect(stop).toEqual({ reason: code, issued_by_name: 'interlock' })
  await water(0.2, 80)
  await expect.poll(async () => (await alarms(`INTERLOCK_${code}`))[0]?.state, PATIENCE).toBe('LATCHED_UNACK')
  const [alarm] = await alarms(`INTERLOCK_${code}`)
  expect(alarm).toMatchObject({ source_id: `${P}-P1`, latch: true })
  const list = await admin.call('deviceAlarm.list', { projectId: P, state: 0 })
  const wire = list.list.find(({ type }) => type === `INTERLOCK_${code}`)
  expect(wire?.textareaField103).toContain(text)
  expect(
    told(from, 'pump.stop').every(({ command }) => command.id === told(from, 'pump.stop')[0]?.command.id),
  ).toBe(true)
  expect((await pump('start')).code).toBe(4200 + Number(code.slice(1)))
  await verified((await pump('reset')).commandId)
  const again = await pump('start')
  expect(again.code).toBe(200)
  await verified(again.commandId)
  // The alarm is the person's to clear, whatever the pump does.
  expect((await alarms(`INTERLOCK_${code}`))[0]?.state).toBe('LATCHED_UNACK')
  const clear = { id: wire?.fid, action: 'clear' }
  const requested = await admin.envelope('fieldManagement.handleTwbAlarm', clear)
  expect(requested.code).toBe(4101)
  const { confirmToken } = requested.data as unknown as { confirmToken: string }
  await admin.call('fieldManagement.handleTwbAlarm', { ...clear, confirmToken })
  await verified((await pump('stop')).commandId)
}

beforeEach(async () => {
  await water(0.2, 80)
  await devices.measure(`${P}-FE`, { tank1: 60, rate1: 0 })
  const commandId = newId()
  const answer = await admin.envelope('fieldManagement.controlThreeWayBallValve', {
    commandId,
    deviceId: `${P}-T1`,
    openDirection: 3,
    gatage: 100,
  })
  expect(answer.code).toBe(200)
  await verified(commandId)
})

describe('the watch over running water', { timeout: 240_000 }, () => {
  it('tells of a pump that runs dry once, whoever has seen it: the pump or the watch', async () => {
    const open = async () =>
      (
        await server.sql<{ type: string }>(
          'select type from alarm where source_id = $1 and closed_at is null order by type',
          [`${P}-P1`],
        )
      ).map(({ type }) => type)
    const says = (on: 0 | 1) =>
      devices.gateway.publish(`${P}-P1`, 'event', { id: newId(), type: 'DRY_RUN', on, ts: Date.now() })
    expect(await open()).toEqual([])
    await verified((await pump('start')).commandId)
    await says(1)
    await expect.poll(open, PATIENCE).toEqual(['DRY_RUN'])
    await water(0.2, 3)
    await expect.poll(async () => (await reported('P1'))?.st, PATIENCE).toBe(0)
    await expect.poll(open, PATIENCE).toContain('INTERLOCK_I07')
    expect(await open()).toEqual(['INTERLOCK_I07'])
    await water(0.2, 80)
    await says(0)
    await expect.poll(async () => (await alarms('INTERLOCK_I07'))[0]?.state, PATIENCE).toBe('LATCHED_UNACK')
    await verified((await pump('reset')).commandId)
    const [alarm] = (await admin.call('deviceAlarm.list', { projectId: P, state: 0 })).list
    const { fid, version } = await admin.call('deviceAlarm.ack', {
      fid: String(alarm?.fid),
      version: Number(alarm?.version),
    })
    const asked = await admin.envelope('deviceAlarm.clear', { fid, version })
    expect(asked.code).toBe(4101)
    const { confirmToken } = asked.data as unknown as { confirmToken: string }
    await admin.call('deviceAlarm.clear', { fid, version, confirmToken })
    expect(await open()).toEqual([])
  })

  it('trips a pump by a pressure that is too high (I06)', () => trips('I06', () => water(0.6, 80), '0.6 MPa'))

  it('trips a pump by a burst: little pressure and much water (I06)', () =>
    trips('I06', () => water(0.05, 120), '疑似爆管'))

  it('trips a pump that runs dry (I07)', () => trips('I07', () => water(0.2, 3), '疑似空转'))

  it('raises one alarm of one cause, however many pumps it stops', async () => {
    await server.sql(
      `insert into device (id, project_id, gateway_id, kind, name, uplink_every_sec, settings)
       select '${P}-P2', project_id, gateway_id, kind, '2号水泵', uplink_every_sec, settings from device where id = '${P}-P1'`,
    )
    await devices.state(`${P}-P2`, { st: 0, mode: 0 })
    for (const id of ['P1', 'P2']) {
      await expect.poll(async () => (await reported(id))?.st, PATIENCE).toBe(0)
      await verified((await pump('start', `${P}-${id}`)).commandId)
    }
    // The second takes its time to stop, and is tripped all the same.
    devices.manners.hear = async (command, device) => {
      if (command.op !== 'pump.stop' || device !== `${P}-P2`) return false
      await expect.poll(async () => (await reported('P1'))?.st, PATIENCE).toBe(0)
      return false
    }
    await water(0.6, 80)
    for (const id of ['P1', 'P2']) await expect.poll(async () => (await reported(id))?.st, PATIENCE).toBe(0)
    await expect
      .poll(async () => (await alarms('INTERLOCK_I06')).map(({ state }) => state), PATIENCE)
      .toEqual(['LATCHED_UNACK'])
    for (const id of ['P1', 'P2']) {
      expect((await pump('start', `${P}-${id}`)).code).toBe(4206)
      await verified((await pump('reset', `${P}-${id}`)).commandId)
    }
    await server.sql(`update device set enabled_mark = 0 where id = '${P}-P2'`)
    devices.manners = {}
  })

  it('has a clogged filter washed once, and raises one alarm where it stays clogged (I15)', async () => {
    await server.sql(`update project set limits = limits || '{"backwashSec":10}' where id = $1`, [P])
    await verified((await pump('start')).commandId)
    const from = devices.told.length
    await devices.measure(`${P}-FS`, { dp: 0.09 })
    await expect.poll(() => told(from, 'filter.backwash').length, PATIENCE).toBe(1)
    const [wash] = told(from, 'filter.backwash')
    expect(wash?.device).toBe(`${P}-FS`)
    await verified(wash?.command.id ?? '')
    expect(await alarms('INTERLOCK_I15')).toEqual([])
    await expect.poll(async () => (await alarms('INTERLOCK_I15')).length, PATIENCE).toBe(1)
    expect((await alarms('FILTER_CLOGGED')).length).toBe(0)
    expect(told(from, 'filter.backwash')).toHaveLength(1)
    await devices.measure(`${P}-FS`, { dp: 0.03 })
    await expect
      .poll(async () => (await alarms('INTERLOCK_I15')).map(({ state }) => state), PATIENCE)
      .toEqual(['RTN_UNACK'])
    await verified((await pump('stop')).commandId)
  })

  it('stops fertilizer where the water stops, and where a tank runs low (I14)', async () => {
    await water(0.2, 80)
    await verified((await pump('start')).commandId)
    for (const cause of [() => water(0.2, 17), () => devices.measure(`${P}-FE`, { tank1: 4 })]) {
      // Water is known of once the watch has looked at it.
      await expect
        .poll(async () => {
          const answer = await feed('start')
          if (answer.code === 200) await verified(answer.commandId)
          return answer.code
        }, PATIENCE)
        .toBe(200)
      const from = devices.told.length
      await cause()
      await expect.poll(async () => (await reported('FE'))?.st, PATIENCE).toBe(0)
      expect(told(from, 'fert.stop')).not.toEqual([])
      expect(told(from, 'pump.stop')).toEqual([])
      // What has stopped it is proved a moment after it is seen to stand.
      let again = await feed('start')
      while (again.code === 4091) again = await feed('start')
      expect(again.code).toBe(4214)
      await water(0.2, 80)
      await devices.measure(`${P}-FE`, { tank1: 60 })
    }
    expect((await reported('P1'))?.st).toBe(2)
    await expect
      .poll(async () => (await alarms('INTERLOCK_I14')).map(({ latch, state }) => [latch, state]), PATIENCE)
      .toEqual([[false, 'RTN_UNACK']])
    await verified((await pump('stop')).commandId)
  })
})

describe('fertilizer of a rotation group (I14)', { timeout: 240_000 }, () => {
  const [G, minutes] = [`${P}-G1`, 60]
  const operate = async (rest: Record<string, unknown>) => {
    const requested = { commandId: newId(), lgzId: G, ...rest }
    const first = await admin.envelope('fieldManagement.operateLgz', requested)
    if (first.code !== 4101) return first
    const { confirmToken } = first.data as unknown as { confirmToken: string }
    return admin.envelope('fieldManagement.operateLgz', { ...requested, confirmToken })
  }
  const latest = async () => (await admin.call('fieldManagement.runs', { projectId: P }))[0]
  const phase = () => expect.poll(async () => (await latest())?.fertigation?.phase, PATIENCE)
  let recipe: string
  // The group's own outlets alone: what is open beside it would be too much for the pump (I04).
  beforeEach(async () => {
    const commandId = newId()
    await admin.call('fieldManagement.controlThreeWayBallValve', {
      ...{ commandId, deviceId: `${P}-T1`, openDirection: 0, gatage: 0 },
    })
    await verified(commandId)
  })

  it('is by a recipe of a spreader of the project, with channels that it has', async () => {
    const body = { projectId: P, name: '尿素', deviceId: `${P}-FE`, rate1: 220, minutes: 30 }
    const faults = async (rest: object) => {
      const { data } = await admin.envelope('fieldRecipe.create', { ...body, ...rest })
      return (data as unknown as { errors: { path: string }[] }).errors.map(({ path }) => path)
    }
    expect(await faults({ deviceId: `${P}-P1` })).toEqual(['deviceId'])
    expect(await faults({ rate1: 0 })).toEqual(['rate1'])
    expect(await faults({ rate2: 100 })).toEqual(['rate2'])
    recipe = (await admin.call('fieldRecipe.create', body)).id
  })

  it('is refused where the turn is too short for it, by a person’s start and by a schedule', async () => {
    const fed = { fertRecipeId: recipe, minutes: 44 }
    const verdict = await admin.call('fieldManagement.judgeCanOperateLgz', {
      lgzId: G,
      action: 'start',
      ...fed,
    })
    expect(verdict).toMatchObject({ can: false, violations: [{ code: 'I14' }] })
    expect((await operate({ action: 'start', ...fed })).code).toBe(4214)
    const schedule = (rest: object) =>
      admin.envelope('fieldManagement.createSchedule', {
        ...{
          projectId: P,
          name: '施肥',
          mode: 'TIME' as const,
          cron: '0 6 * * *',
          groupIds: [G],
          enabledMark: 0,
        },
        ...rest,
      })
    expect((await schedule(fed)).code).toBe(4001)
    expect((await schedule({ minutes, fertRecipeId: 'none' })).code).toBe(4001)
    const made = await schedule({ minutes, fertRecipeId: recipe })
    expect(made).toMatchObject({ code: 200, data: { fertRecipeId: recipe } })
    // What a schedule goes by is not taken from under it.
    expect((await admin.envelope('fieldRecipe.delete', { id: recipe })).code).not.toBe(200)
  })

  it('is injected once water has flowed, shown in the run, and not begun again once a person has stopped it', async () => {
    const from = devices.told.length
    const answer = await operate({ action: 'start', minutes, fertRecipeId: recipe })
    expect(answer).toMatchObject({ code: 200, data: { fertigation: { recipe: '尿素', phase: 'waiting' } } })
    await phase().toBe('injecting')
    expect(told(from, 'fert.start').map(({ command }) => command.rates)).toEqual([[220, 0, 0]])
    expect(devices.told.slice(from).findIndex(({ command }) => command.op === 'pump.start')).toBeLessThan(
      devices.told.slice(from).findIndex(({ command }) => command.op === 'fert.start'),
    )
    // Nobody else's to begin (I11), everybody's to stop.
    expect((await feed('start')).code).toBe(4211)
    await verified((await feed('stop')).commandId)
    await phase().toBe('flushing')
    expect((await latest())?.fertigation?.startedAt).toEqual(expect.any(Number))
    expect((await operate({ action: 'stop' })).code).toBe(200)
    await expect.poll(async () => (await latest())?.state, PATIENCE).toBe('STOPPED')
    expect(told(from, 'fert.start')).toHaveLength(1)
  })
})
