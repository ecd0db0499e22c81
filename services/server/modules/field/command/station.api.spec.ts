import { newId } from '@runtime/id'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOf } from '../project/specs/farm'
import { ackOf, connectDevices, type TestDevices } from './specs/devices'
import { seedInstruments, seedWaterFarm } from './specs/farm'

const PATIENCE = { timeout: 60_000, interval: 100 }
const P = 'station'
const [VALVE, PUMP] = [`${P}-T1`, `${P}-P1`]
let server: TestServer
let admin: TestClient
let devices: TestDevices

beforeAll(async () => {
  server = await startTestServer()
  await seedWaterFarm(server, P)
  await seedInstruments(server, P)
  admin = await server.as('admin')
  devices = await connectDevices(server.server.services.devices.url, P)
})
afterAll(async () => {
  await devices.close()
  await server.close()
})

const idOf = ({ data }: { data: unknown }) => (data as { commandId: string }).commandId
const commandOf = (commandId: string) => admin.call('fieldManagement.command', { commandId, projectId: P })
const awaitState = (commandId: string, state: string) =>
  expect.poll(async () => (await commandOf(commandId)).state, PATIENCE).toBe(state)

describe('the calibration of a three-way valve', { timeout: 120_000 }, () => {
  const angles = { closed: 10, a: 100, b: 280, both: 190, tolerance: 3 }
  const open = async () => {
    const commandId = newId()
    const requested = { commandId, deviceId: VALVE, openDirection: 1, gatage: 100 }
    expect(await admin.envelope('fieldManagement.controlThreeWayBallValve', requested)).toMatchObject({
      code: 200,
    })
    return commandId
  }

  it('needs places that its tolerance keeps apart, and the right to manage', async () => {
    const save = (client: TestClient, more: object = {}) =>
      client.envelope('fieldManagement.saveTwbDefaultAngular', { deviceId: VALVE, ...angles, ...more })
    const { client } = await personOf(server, 'station-operator', { project: P, level: 'operate' })
    expect((await save(client)).code).toBe(4031)
    expect((await save(admin, { b: 105 })).code).toBe(4001)
    expect((await save(admin, { deviceId: PUMP })).code).toBe(4001)
    expect(await save(admin)).toMatchObject({ code: 200, data: { deviceId: VALVE, ...angles } })
    const [row] = await server.sql<{ after: object }>(
      `select after from audit where action = 'valve.calibrate' and target = $1`,
      [VALVE],
    )
    expect(row?.after).toMatchObject(angles)
  })

  it('is what the next command asks for, and what its feedback is read by', async () => {
    devices.manners.hear = () => true
    const commandId = await open()
    await expect
      .poll(() => devices.told.find(({ command }) => command.id === commandId), PATIENCE)
      .toBeDefined()
    const told = devices.told.find(({ command }) => command.id === commandId)?.command
    expect(told).toMatchObject({ dir: 1, ang: 100 })
    // The old place is none any more: a valve that stands there has not arrived.
    const at = (ang: number) => devices.state(VALVE, { dir: 1, gat: 100, mov: 0, ang, cmd: commandId })
    await at(90)
    for (let sample = 0; sample < 2; sample++) await at(98)
    await awaitState(commandId, 'VERIFIED')
    expect((await commandOf(commandId)).target).toMatchObject({ direction: 1 })
    devices.manners = {}
  })

  it('without a closed place refuses to close', async () => {
    const { closed: _none, ...lPort } = angles
    expect(
      await admin.envelope('fieldManagement.saveTwbDefaultAngular', {
        deviceId: VALVE,
        ...lPort,
        closed: null,
      }),
    ).toMatchObject({ code: 200, data: { closed: null } })
    const requested = { commandId: newId(), deviceId: VALVE, openDirection: 0, gatage: 0 }
    expect((await admin.envelope('fieldManagement.controlThreeWayBallValve', requested)).code).toBe(4001)
  })
})

describe('the mode of a pump', { timeout: 120_000 }, () => {
  it('is changed with a second word, and is what the pump says at the end', async () => {
    const requested = { deviceId: PUMP, mode: 1, commandId: newId() }
    const first = await admin.envelope('pump.changeModeSelection', requested)
    expect(first.code).toBe(4101)
    const { confirmToken } = first.data as unknown as { confirmToken: string }
    expect(await admin.envelope('pump.changeModeSelection', { ...requested, confirmToken })).toMatchObject({
      code: 200,
      data: { mode: 0, command: { commandId: requested.commandId, op: 'pump.mode' } },
    })
    await awaitState(requested.commandId, 'VERIFIED')
    expect(await admin.call('fieldManagement.getControlMode', { deviceId: PUMP })).toMatchObject({
      mode: 1,
      local: false,
      changedBy: expect.stringMatching(/./),
    })
    // The mode that it has already is no command.
    expect(await admin.call('pump.changeModeSelection', { deviceId: PUMP, mode: 1 })).toEqual({
      mode: 1,
      command: null,
    })
  })

  it('LOCAL takes no command but a stop (I10)', async () => {
    await devices.state(PUMP, { st: 0, mode: 2 })
    await expect
      .poll(
        async () => (await admin.call('fieldManagement.getControlMode', { projectId: P })).local,
        PATIENCE,
      )
      .toBe(true)
    const control = (action: 'start' | 'stop') =>
      admin.envelope('pump.controlPump', { commandId: newId(), deviceId: PUMP, action })
    expect((await control('start')).code).toBe(4210)
    expect((await control('stop')).code).toBe(200)
    await devices.state(PUMP, { st: 0, mode: 0 })
  })
})

describe('the set points of a pump', { timeout: 120_000 }, () => {
  it.each([
    ['setPressure', 0.3, { set: 0.3 }],
    ['setFreq', 42, { freq: 42 }],
  ])('%s is proved by the pump’s own word', async (action, value, reported) => {
    await devices.state(PUMP, { st: 0, mode: 0 })
    devices.manners.hear = async (command, device) => {
      await devices.gateway.publish(device, 'ack', ackOf(command, 'DONE', Date.now()))
      for (let count = 0; count < 2; count++) await devices.state(device, { st: 0, mode: 0, ...reported })
      return true
    }
    const requested = { commandId: newId(), deviceId: PUMP, action, value }
    const first = await admin.envelope('pump.controlPump', requested)
    const confirmToken = (first.data as { confirmToken?: string } | null)?.confirmToken
    if (confirmToken !== undefined) await admin.envelope('pump.controlPump', { ...requested, confirmToken })
    await awaitState(requested.commandId, 'VERIFIED')
    devices.manners = {}
  })
})

describe('the reads of the head works (spec §7.5)', { timeout: 120_000 }, () => {
  const query = { projectId: P }

  it('are what the devices have measured and reported', async () => {
    await devices.measure(PUMP, {
      freq: 46.5,
      cur: 148,
      power: 71,
      pres: 0.41,
      flow: 412,
      runHours: 3120,
      starts: 418,
    })
    await devices.measure(`${P}-PG`, { pres: 0.39 })
    await devices.measure(`${P}-FS`, { dp: 0.04 })
    await devices.measure(`${P}-FE`, { ec: 1.8, ph: 6.4, rate1: 220, tank1: 63 })
    const status = () => admin.call('pump.getPumpStatus', { deviceId: PUMP })
    await expect.poll(async () => (await status()).flow, PATIENCE).toBeCloseTo(412)
    await expect
      .poll(async () => (await admin.call('pump.getFertilizerSpreaderStatus', query)).ph, PATIENCE)
      .toBeCloseTo(6.4)
    expect(await status()).toMatchObject({ deviceId: PUMP, state: 0, mode: 0, fault: null, quality: 'GOOD' })
    expect((await status()).outletPressure).toBeCloseTo(0.41)
    const last = await admin.call('pump.getPumpLastData', { deviceId: PUMP })
    expect(last.samples.at(-1)?.power).toBeCloseTo(71)
    expect(await admin.call('pump.getPressureGage', { deviceId: `${P}-PG` })).toMatchObject([
      { deviceId: `${P}-PG`, name: '压力表', unit: 'MPa', pressure: expect.closeTo(0.39) },
    ])
    expect(await admin.call('pump.getFertilizerSpreaderStatus', query)).toMatchObject({
      deviceId: `${P}-FE`,
      channels: [{ no: 1, name: '氮', rate: expect.closeTo(220), tankLevel: expect.closeTo(63), valve: 1 }],
      ec: expect.closeTo(1.8),
    })
    expect(await admin.call('pump.getFertilizerValve', { deviceId: `${P}-FE` })).toMatchObject([
      { valveId: `${P}-FV`, channel: 1, open: 1, gatage: 40 },
    ])
    expect(await admin.call('pump.getIrrigationMachine', query)).toMatchObject({
      pumps: [{ deviceId: PUMP }],
      filters: [{ deviceId: `${P}-FS`, dp: expect.closeTo(0.04) }],
      spreaders: [{ deviceId: `${P}-FE` }],
    })
  })
})

describe('commands that are given at once', { timeout: 120_000 }, () => {
  const set = (deviceId: string, openDirection: number, commandId = newId()) =>
    admin.envelope('fieldManagement.controlThreeWayBallValve', {
      ...{ commandId, deviceId: `${P}-${deviceId}`, openDirection, gatage: openDirection === 0 ? 0 : 100 },
    })

  it('are each judged with those before them in view, and one that fails takes none with it', async () => {
    for (const id of ['T3', 'T4']) await awaitState(idOf(await set(id, 1)), 'VERIFIED')
    await devices.state(PUMP, { st: 2, mode: 0, freq: 50 })
    await expect
      .poll(async () => (await admin.call('pump.getPumpStatus', { deviceId: PUMP })).state, PATIENCE)
      .toBe(2)
    for (const id of ['T1', 'T2']) await devices.state(`${P}-${id}`, { dir: 0, gat: 0, mov: 0, ang: 0 })
    devices.manners.hear = () => true
    const same = newId()
    const answers = await Promise.all([
      set('T3', 0),
      set('P1', 1),
      set('T4', 0),
      set('none', 1),
      set('T1', 2, same),
      set('T1', 2, same),
    ])
    // Either outlet may be closed, not both: the second would be the last of a running pump (I02).
    expect([answers[0]?.code, answers[2]?.code].sort()).toEqual([200, 4202])
    expect([answers[1]?.code, answers[3]?.code]).toEqual([4001, 4041])
    expect(answers.slice(4).map(({ code }) => code)).toEqual([200, 200])
    const rows = await server.sql<{ count: number }>(
      'select count(*)::int as count from command where id = $1',
      [same],
    )
    expect(rows).toEqual([{ count: 1 }])
    devices.manners = {}
    await devices.state(PUMP, { st: 0, mode: 0, freq: 0 })
  })
})

describe('the limits of the interlocks', { timeout: 120_000 }, () => {
  const read = () => admin.call('fieldProject.limits', { id: P })
  const set = async (client: TestClient, limits: Record<string, number | null>) =>
    client.envelope('fieldProject.setLimits', { id: P, rowVersion: (await read()).rowVersion, ...limits })
  const errorsOf = ({ data }: { data: unknown }) =>
    (data as { errors: { path: string; message: string }[] }).errors

  it('are refused beyond their bounds and against each other, by the name of the field', async () => {
    const before = await read()
    expect(before).toMatchObject({ filterDp: null, staggerSec: 0 })
    expect(errorsOf(await set(admin, { filterDp: 5, makeShare: 0.9 }))).toEqual([
      { path: 'filterDp', message: '过滤器压差上限不能大于1' },
    ])
    expect(errorsOf(await set(admin, { pressureLow: 0.6 }))).toEqual([
      { path: 'pressureLow', message: '“爆管低压值”不能大于 0.55 MPa' },
    ])
    const { client } = await personOf(server, 'station-limits', { project: P, level: 'operate' })
    expect((await set(client, { filterDp: 0.09 })).code).not.toBe(200)
    expect(
      (await admin.envelope('fieldProject.setLimits', { id: P, rowVersion: 999, filterDp: 0.09 })).code,
    ).toBe(409)
    expect(await read()).toEqual(before)
  })

  it('once set are what commands are judged by, and what the station is given under the same name', async () => {
    await devices.gateway.client.subscribeAsync(`sf/v1/${P}/${P}-GW/res`, { qos: 1 })
    const configs = () =>
      devices.gateway.heard.flatMap(({ topic, payload }) => (topic.endsWith('/res') ? [payload] : []))
    expect((await set(admin, { filterDp: 0.09, makeShare: 0.9 })).code).toBe(200)
    const { il, ...now } = await read()
    expect(now).toMatchObject({ filterDp: 0.09, makeShare: 0.9, staggerSec: 0, pressureHigh: null })
    await expect.poll(() => configs().at(-1), PATIENCE).toMatchObject({ what: 'config', il })
    const pushed = configs().at(-1)
    expect(pushed?.['limits']).toMatchObject({ filterDp: 0.09, pressureHigh: 0.55 })
    const commandId = newId()
    await admin.call('fieldManagement.controlThreeWayBallValve', {
      ...{ commandId, deviceId: `${P}-T2`, openDirection: 1, gatage: 100 },
    })
    await awaitState(commandId, 'VERIFIED')
    expect(devices.told.find(({ command }) => command.id === commandId)?.command.il).toBe(il)
    // Null takes the default again, and what a station asks for is the same.
    expect((await set(admin, { filterDp: null, makeShare: null })).code).toBe(200)
    const back = await read()
    expect(back.il).not.toBe(il)
    await devices.gateway.client.publishAsync(
      `sf/v1/${P}/${P}-GW/req`,
      JSON.stringify({ id: 'ask', what: 'config' }),
      { qos: 1 },
    )
    await expect
      .poll(() => configs().find(({ id }) => id === 'ask'), PATIENCE)
      .toMatchObject({ il: back.il, limits: { filterDp: 0.07 } })
  })
})
