import type { CommandPayload } from '@runtime/field/topics'
import { newId } from '@runtime/id'
import { type Browser, openBrowser } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOf } from '../project/specs/farm'
import { connectDevices, type TestDevices } from './specs/devices'
import { seedWaterFarm } from './specs/farm'

const PATIENCE = { timeout: 60_000, interval: 100 }
const P = 'run'
let server: TestServer
let admin: TestClient
let devices: TestDevices
let map: Browser

beforeAll(async () => {
  server = await startTestServer()
  await seedWaterFarm(server, P)
  admin = await server.as('admin')
  devices = await connectDevices(server.server.services.devices.url, P)
  map = openBrowser(server.url, admin.token, ['fieldChanged'])
  await map.ready()
  map.live.watchField(P)
})
afterAll(async () => {
  map.close()
  await devices.close()
  await server.close()
})

interface Operation {
  readonly lgzId: string
  readonly action: string
  readonly fromLgzId?: string
  readonly minutes?: number
}
/** Operates a group as a person does: asks, confirms what is asked back. */
async function operate(operation: Operation) {
  const requested = { commandId: newId(), ...operation }
  const first = await admin.envelope('fieldManagement.operateLgz', requested)
  if (first.code !== 4101) return first
  const { confirmToken } = first.data as unknown as { confirmToken: string }
  return admin.envelope('fieldManagement.operateLgz', { ...requested, confirmToken })
}
const runs = () => admin.call('fieldManagement.runs', { projectId: P })
const toStop = () => admin.call('fieldManagement.toStop', { projectId: P })
const awaitRun = (runId: string, state: string) =>
  expect.poll(async () => (await runs()).find((run) => run.runId === runId)?.state, PATIENCE).toBe(state)
const groupState = async (id: string) => (await admin.call('fieldManagement.lgz', { id })).state
const reported = async (id: string) =>
  (
    await server.sql<{ reported: { dir?: number; st?: number } }>(
      'select reported from device_live where device_id = $1',
      [`${P}-${id}`],
    )
  )[0]?.reported
const pumpRuns = () => expect.poll(async () => (await reported('P1'))?.st, PATIENCE).toBe(2)
const marks = async () =>
  Object.fromEntries(
    (await admin.call('fieldManagement.getHighlightNodes', { projectId: P })).map(({ id, status }) => [
      id,
      status,
    ]),
  )

describe('a run of a rotation group', { timeout: 120_000 }, () => {
  it('opens its outlets, then starts the pump; is marked in progress', async () => {
    expect(
      await admin.call('fieldManagement.judgeCanOperateLgz', { lgzId: `${P}-G1`, action: 'start' }),
    ).toMatchObject({ can: true, hydraulics: { flow: 80 } })
    const answer = await operate({ lgzId: `${P}-G1`, action: 'start', minutes: 60 })
    expect(answer).toMatchObject({ code: 200, data: { state: 'RUNNING', lgzId: `${P}-G1` } })
    await pumpRuns()
    const order = devices.told.map(({ device, command }) => `${device} ${command.op}`)
    expect(order.indexOf(`${P}-P1 pump.start`)).toBeGreaterThan(order.indexOf(`${P}-T1 valve.set`))
    expect(order.indexOf(`${P}-P1 pump.start`)).toBeGreaterThan(order.indexOf(`${P}-T2 valve.set`))
    expect(await groupState(`${P}-G1`)).toBe(1)
    expect(await marks()).toEqual({ [`${P}-N1`]: 1, [`${P}-N2`]: 1 })
    await expect
      .poll(async () => (await runs())[0]?.endsAt, PATIENCE)
      .toBeGreaterThan(Date.now() + 50 * 60_000)
    expect(await toStop()).toEqual({ pumps: 1, spreaders: 0, valves: 2, runs: 1 })
    const { client } = await personOf(server, 'run-viewer', { project: P, level: 'view' })
    expect((await client.envelope('fieldManagement.toStop', { projectId: P })).code).toBe(4031)
  })

  it('owns its valves: nobody else opens them (I11)', async () => {
    const answer = await admin.envelope('fieldManagement.controlThreeWayBallValve', {
      commandId: newId(),
      deviceId: `${P}-T1`,
      openDirection: 2,
      gatage: 100,
    })
    expect(answer.code).toBe(4211)
    expect(
      (await admin.call('fieldManagement.judgeCanOperateLgz', { lgzId: `${P}-G1`, action: 'start' })).can,
    ).toBe(false)
  })

  it('is taken over by the next group without a break: the new one opens before the old one closes', async () => {
    const from = devices.told.length
    // As on a busy server, time goes by between any two of its looks at the clock.
    const { fieldCommands } = server.server.services
    const { now } = fieldCommands
    let later = 0
    fieldCommands.now = () => now() + 7 * later++
    const answer = await operate({ lgzId: `${P}-G2`, action: 'switch', fromLgzId: `${P}-G1`, minutes: 30 })
    fieldCommands.now = now
    expect(answer).toMatchObject({ code: 200 })
    const opened = await server.sql(
      `select from command where actuator_id = '${P}-T3' and run_id = '${(answer.data as { runId: string }).runId}'`,
    )
    expect(opened, 'the next group begins to open in the same call').toHaveLength(1)
    await expect.poll(async () => (await reported('T2'))?.dir, PATIENCE).toBe(0)
    await expect.poll(async () => (await reported('T1'))?.dir, PATIENCE).toBe(0)
    const order = devices.told.slice(from).map(({ device, command }) => `${device} ${command.dir}`)
    for (const old of ['T1', 'T2'])
      for (const next of ['T3', 'T4'])
        expect(order.indexOf(`${P}-${old} 0`)).toBeGreaterThan(order.indexOf(`${P}-${next} 1`))
    expect((await reported('P1'))?.st).toBe(2)
    expect(await groupState(`${P}-G1`)).toBe(2)
    expect(await marks()).toEqual({ [`${P}-N1`]: 2, [`${P}-N2`]: 2, [`${P}-N3`]: 1, [`${P}-N4`]: 1 })
  })

  it('is stopped in the safe order: the pump, then the valves', async () => {
    const from = devices.told.length
    const answer = await operate({ lgzId: `${P}-G2`, action: 'stop' })
    expect(answer).toMatchObject({ code: 200, data: { state: 'STOPPING' } })
    await awaitRun((answer.data as { runId: string }).runId, 'STOPPED')
    const order = devices.told.slice(from).map(({ device, command }) => `${device} ${command.op}`)
    expect(order[0]).toBe(`${P}-P1 pump.stop`)
    expect([...new Set(order.slice(1))].sort()).toEqual([`${P}-T3 valve.set`, `${P}-T4 valve.set`])
    expect(await groupState(`${P}-G2`)).toBe(0)
    // Each group's turn is kept: the first until the second had the water.
    const turns = await server.sql(
      `select group_id, planned_minutes, result, ended_at = lead(started_at) over (order by turn) as meets from run_step
       where run_id = $1 order by turn`,
      [(answer.data as { runId: string }).runId],
    )
    expect(turns).toEqual([
      { group_id: `${P}-G1`, planned_minutes: 60, result: 'done', meets: true },
      { group_id: `${P}-G2`, planned_minutes: 30, result: 'stopped', meets: null },
    ])
    expect(await admin.call('fieldManagement.clearHighlight', { projectId: P })).toBe(true)
    expect(await marks()).toEqual({})
    expect(await toStop()).toEqual({ pumps: 0, spreaders: 0, valves: 0, runs: 0 })
  })

  it('stands one way everywhere: list, home page, marks and frames say the same of a stop that still has water', async () => {
    expect(await operate({ lgzId: `${P}-G2`, action: 'start', minutes: 30 })).toMatchObject({ code: 200 })
    await expect
      .poll(async () => (await runs())[0]?.shown, PATIENCE)
      .toMatchObject({ phase: 'watering', water: 'full' })
    const kept: CommandPayload[] = []
    const before = map.frames.length
    devices.manners.hear = (command, device) => device === `${P}-P1` && kept.push(command) > 0
    const { data } = await operate({ lgzId: `${P}-G2`, action: 'stop' })
    const { runId } = data as { runId: string }
    const wet = {
      phase: 'stopping',
      water: 'full',
      proved: 0,
      of: 1,
      endsAt: null,
      why: 'stopped',
      minutes: 30,
    }
    const [run] = await runs()
    expect(run).toMatchObject({ runId, endsAt: null, shown: { groupId: `${P}-G2`, ...wet } })
    const { runs: home } = await admin.call('fieldOverview.get', { projectId: P })
    expect(home).toMatchObject([{ shown: wet, word: '停止中，仍有水', minutesLeft: null }])
    const groups = await admin.call('fieldManagement.lgzList', { projectId: P })
    expect(groups.map(({ runWord }) => runWord)).toEqual(['', '停止中，仍有水'])
    const nodes = await admin.call('fieldManagement.getHighlightNodes', { projectId: P })
    const wets = nodes.filter(({ hasWater }) => hasWater).map(({ id }) => id)
    expect(wets).toEqual([`${P}-N3`, `${P}-N4`])
    devices.manners = {}
    for (const command of kept) await devices.carryOut(`${P}-P1`, command)
    await awaitRun(runId, 'STOPPED')
    // What a frame says of the run and of its marks is one thing.
    const phases = () =>
      map.frames.slice(before).flatMap((frame) => {
        const changes = frame['changes'] as readonly Record<string, unknown>[]
        const of = (layer: string, id: string) =>
          changes.find((one) => one['layer'] === layer && one['id'] === id)
        const told = of('run', runId)
        return told
          ? [{ phase: told['phase'], water: told['water'], mark: of('highlightNodes', `${P}-N3`) }]
          : []
      })
    await expect.poll(() => phases().at(-1)?.phase, PATIENCE).toBe('stopped')
    const dry = phases().find(({ water }) => water === 'none')
    expect(dry?.mark).toMatchObject(dry?.phase === 'stopped' ? { status: 0 } : { status: 1, hasWater: false })
    expect(phases().at(-1)?.mark).toMatchObject({ status: 0 })
    await admin.call('fieldManagement.clearHighlight', { projectId: P })
  })

  it('rests when it is paused, and goes on with the time that is left', async () => {
    const started = await operate({ lgzId: `${P}-G1`, action: 'start', minutes: 60 })
    const { runId } = started.data as { runId: string }
    await expect
      .poll(async () => (await runs()).find((run) => run.runId === runId)?.endsAt, PATIENCE)
      .not.toBeNull()
    // Twenty minutes of water have gone by.
    await server.sql(
      `update irrigation_run set plan = jsonb_set(plan, '{wateredSince}', to_jsonb((plan ->> 'wateredSince')::bigint - 1200000)) where id = $1`,
      [runId],
    )
    expect(await operate({ lgzId: `${P}-G1`, action: 'pause' })).toMatchObject({ code: 200 })
    await awaitRun(runId, 'PAUSED')
    expect(await groupState(`${P}-G1`)).toBe(3)
    expect([(await reported('P1'))?.st, (await reported('T1'))?.dir]).toEqual([0, 0])

    const resumed = await operate({ lgzId: `${P}-G1`, action: 'resume' })
    expect(resumed).toMatchObject({ code: 200, data: { minutes: 40, state: 'RUNNING' } })
    await pumpRuns()
    // What has gone on does not wait any more.
    expect((await runs()).find((run) => run.runId === runId)?.state).toBe('STOPPED')
    const stopped = await operate({ lgzId: `${P}-G1`, action: 'stop' })
    await awaitRun((stopped.data as { runId: string }).runId, 'STOPPED')
    // Nothing is left to go on with: the whole group again.
    const whole = await admin.envelope('fieldManagement.operateLgz', {
      commandId: newId(),
      lgzId: `${P}-G1`,
      action: 'resume',
    })
    expect(whole.code).toBe(4101)
    // What is said yes to is told with the question: G1 has two outlets of 40 m³/h.
    expect(whole.data).toMatchObject({
      snapshot: {
        asked: {
          act: 'group.resume',
          name: '1号轮灌组',
          flow: 80,
          outlets: 2,
        },
      },
    })
  })

  it('is refused beside one whose outlets are not open yet, by its name and when it is over (I04)', async () => {
    await server.sql(`insert into device (id, project_id, gateway_id, kind, name, uplink_every_sec, settings)
      select '${P}-P2', project_id, gateway_id, kind, '2号水泵', uplink_every_sec, '{"ratedM3h":40}' from device where id = '${P}-P1'`)
    await devices.state(`${P}-P2`, { st: 0, mode: 0, freq: 0 })
    // Its first valve takes its time: the other one has not even been told yet.
    const kept: CommandPayload[] = []
    devices.manners.hear = (command, device) => device === `${P}-T1` && kept.push(command) > 0
    expect(await operate({ lgzId: `${P}-G1`, action: 'start', minutes: 60 })).toMatchObject({ code: 200 })
    await expect.poll(() => kept.length, PATIENCE).toBeGreaterThan(0)
    const refused = await operate({ lgzId: `${P}-G2`, action: 'start', minutes: 60 })
    expect(refused).toMatchObject({
      code: 4204,
      msg: expect.stringMatching(/160.*140.*1号轮灌组.*\d\d:\d\d/),
    })
    devices.manners = {}
    for (const command of kept) await devices.carryOut(`${P}-T1`, command)
    const stopped = await operate({ lgzId: `${P}-G1`, action: 'stop' })
    await awaitRun((stopped.data as { runId: string }).runId, 'STOPPED')
    await server.sql(`update device set enabled_mark = 0 where id = '${P}-P2'`)
  })

  it('is the same run however often its call comes', async () => {
    const requested = { commandId: newId(), lgzId: `${P}-G1`, action: 'start', minutes: 60 }
    const first = await admin.envelope('fieldManagement.operateLgz', requested)
    const { confirmToken } = first.data as unknown as { confirmToken: string }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        admin.envelope('fieldManagement.operateLgz', { ...requested, confirmToken }),
      ),
    )
    // The token itself is no part of what is asked: who repeats the call gets the run.
    expect(new Set(answers.map(({ data }) => (data as { runId?: string }).runId)).size).toBe(1)
    await pumpRuns()
  })
})

describe('the stopping of everything', { timeout: 120_000 }, () => {
  it('is one call without a question, works when all is stale, and stops pumps before valves', async () => {
    await server.sql(
      `update device_live set reported_at = now() - interval '1 day', last_seen_at = now() - interval '1 day' where project_id = $1`,
      [P],
    )
    const from = devices.told.length
    const answer = await admin.envelope('fieldManagement.stopAll', { projectId: P })
    expect(answer).toMatchObject({ code: 200, data: { state: 'STOPPING' } })
    await awaitRun((answer.data as { runId: string }).runId, 'FINISHED')
    const order = devices.told.slice(from).map(({ device, command }) => `${device} ${command.op}`)
    expect(order[0]).toBe(`${P}-P1 pump.stop`)
    for (const id of ['T1', 'T2']) expect((await reported(id))?.dir).toBe(0)
    expect((await reported('P1'))?.st).toBe(0)
    expect(await groupState(`${P}-G1`)).toBe(0)
  })

  it('closes the valves once the pumps stand, whether or not the spreader answers', async () => {
    await server.sql(`insert into device (id, project_id, gateway_id, kind, name, uplink_every_sec, settings)
      values ('${P}-FE', '${P}', '${P}-GW', 'FERT', '施肥机', 300, '{"channels":[]}')`)
    await server.sql(`insert into device_live (device_id, project_id, state, reported, reported_at, last_seen_at)
      values ('${P}-FE', '${P}', 0, '{"st":1,"ts":1}', now(), now())`)
    await devices.state(`${P}-T1`, { dir: 1, gat: 100, ang: 90, mov: 0 })
    await expect.poll(async () => (await reported('T1'))?.dir, PATIENCE).toBe(1)
    devices.manners.hear = async (_command, device) => device === `${P}-FE`
    const { data } = await admin.envelope('fieldManagement.stopAll', { projectId: P })
    await expect.poll(async () => (await reported('T1'))?.dir, PATIENCE).toBe(0)
    expect((await runs()).find(({ runId }) => runId === (data as { runId: string }).runId)?.state).toBe(
      'STOPPING',
    )
    const open = await server.sql<{ state: string }>(
      `select state from command where actuator_id = '${P}-FE' and state <> 'VERIFIED'`,
    )
    expect(open).not.toEqual([])
  })
})
