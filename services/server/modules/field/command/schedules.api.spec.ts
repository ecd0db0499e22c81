import { connectGateway } from '@services/server/devices/specs/gateway'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOf } from '../project/specs/farm'
import { seedWaterFarm } from './specs/farm'

const P = 'plan'
const MINUTE = 60_000
let server: TestServer
let admin: TestClient
let time: number

beforeAll(async () => {
  server = await startTestServer()
  await seedWaterFarm(server, P)
  admin = await server.as('admin')
  const { fieldCommands } = server.server.services
  time = Date.now()
  fieldCommands.now = () => time
})
afterAll(() => server.close())

const body = (name: string, rest: Record<string, unknown> = {}) => ({
  projectId: P,
  name,
  mode: 'TIME' as const,
  cron: '0 6 * * *',
  groupIds: [`${P}-G1`],
  enabledMark: 1,
  ...rest,
})
/** The clock goes to a schedule's next start, and `late` beyond it; the devices are heard of first, as the server looks on its own, too. */
async function passTo(nextAt: number | null | undefined, late = 0) {
  if (!nextAt) throw new Error('the schedule never begins')
  const at = nextAt + late
  await server.sql('update device_live set reported_at = $2, last_seen_at = $2 where project_id = $1', [
    P,
    new Date(at),
  ])
  time = at
}
async function goTo(nextAt: number | null | undefined, late = 0) {
  await passTo(nextAt, late)
  await server.server.services.fieldCommands.poll()
}
const runsOf = async (scheduleId: string) =>
  (await admin.call('fieldManagement.scheduleRuns', { projectId: P, scheduleId })).list
const nextOf = async (id: string) =>
  (await admin.call('fieldManagement.schedules', { projectId: P })).find((one) => one.id === id)?.nextAt
const remove = async (id: string) => {
  await admin.call('fieldManagement.deleteSchedule', { id })
  await admin.call('fieldManagement.stopAll', { projectId: P })
  await server.sql(`update irrigation_run set state = 'STOPPED', wake_at = null where project_id = $1`, [P])
  await server.sql(`delete from command where project_id = $1`, [P])
}

describe('a schedule', () => {
  it('says when it begins next, and needs what its mode needs', async () => {
    const made = await admin.call('fieldManagement.createSchedule', body('早六点'))
    const at = new Date(made.nextAt ?? 0)
    expect([at.getUTCHours(), at.getUTCMinutes()]).toEqual([22, 0])
    expect(at.getTime()).toBeGreaterThan(time)
    const refuse = async (rest: Record<string, unknown>) =>
      (await admin.envelope('fieldManagement.createSchedule', body('x', rest))).code
    expect(await refuse({ cron: '99 99 * * *' })).toBe(4001)
    expect(await refuse({ mode: 'SOIL' })).toBe(4001)
    expect(await refuse({ groupIds: ['nowhere'] })).toBe(4001)
    const { client } = await personOf(server, 'plan-operator', { project: P, level: 'operate' })
    expect((await client.envelope('fieldManagement.createSchedule', body('x'))).code).toBe(4031)
    await remove(made.id)
  })

  it('begins one run a start, however many look at once', async () => {
    const { id, nextAt } = await admin.call(
      'fieldManagement.createSchedule',
      body('两组', { groupIds: [`${P}-G1`, `${P}-G2`], minutes: 90 }),
    )
    await passTo(nextAt)
    const { fieldCommands } = server.server.services
    await Promise.all([fieldCommands.poll(), fieldCommands.poll(), fieldCommands.poll()])
    const runs = await runsOf(id)
    expect(runs).toMatchObject([{ state: 'RUNNING', plannedAt: nextAt, groupId: `${P}-G1` }])
    const [run] = await admin.call('fieldManagement.runs', { projectId: P })
    expect(run).toMatchObject({ runId: runs[0]?.runId, minutes: 90, state: 'RUNNING' })
    expect(await nextOf(id)).toBe((nextAt ?? 0) + 24 * 60 * MINUTE)
    await goTo(await nextOf(id))
    expect((await runsOf(id))[0]).toMatchObject({ state: 'BLOCKED', why: '上一次灌溉尚未结束' })
    await remove(id)
  })

  it('does not make up for starts that were missed, and says so', async () => {
    const { id, nextAt } = await admin.call('fieldManagement.createSchedule', body('停机'))
    await goTo(nextAt, 3 * 24 * 60 * MINUTE)
    const runs = await runsOf(id)
    expect(runs).toMatchObject([{ state: 'MISSED', plannedAt: nextAt, runId: null }])
    expect(await nextOf(id)).toBeGreaterThan(time)
    await remove(id)
  })

  it('is held back outside its hours, by frost and by interlocks', async () => {
    const { id, nextAt } = await admin.call(
      'fieldManagement.createSchedule',
      body('时段', { window: { from: '20:00', to: '05:00' } }),
    )
    await goTo(nextAt)
    expect(await runsOf(id)).toMatchObject([{ state: 'BLOCKED', why: '不在允许的时段内' }])
    await remove(id)

    const plain = await admin.call('fieldManagement.createSchedule', body('检修'))
    await server.sql(
      `update device set maintenance = '{"by":"u","byName":"王师傅","reason":"","since":"2026-06-01T00:00:00Z"}' where id = $1`,
      [`${P}-T1`],
    )
    await goTo(plain.nextAt)
    const [run] = await runsOf(plain.id)
    expect(run?.state).toBe('BLOCKED')
    expect(run?.why).toContain('王师傅')
    await server.sql('update device set maintenance = null where id = $1', [`${P}-T1`])
    await remove(plain.id)
  })

  it('of one minute begin as many as the pumps serve; the others say whom they wait for', async () => {
    await server.sql(`insert into device (id, project_id, gateway_id, kind, name, uplink_every_sec, settings)
      select '${P}-P2', project_id, gateway_id, kind, '2号水泵', uplink_every_sec, '{"ratedM3h":40}' from device where id = '${P}-P1'`)
    await server.sql(`insert into device_live (device_id, project_id, state, reported)
      values ('${P}-P2', '${P}', 0, '{"st":0,"mode":0,"ts":1}')`)
    const made = []
    for (const group of ['G1', 'G2'])
      made.push(
        await admin.call('fieldManagement.createSchedule', body(group, { groupIds: [`${P}-${group}`] })),
      )
    await goTo(made[0]?.nextAt)
    const found = []
    for (const { id } of made) found.push(...(await runsOf(id)))
    expect(found.map(({ state }) => state).toSorted()).toEqual(['BLOCKED', 'RUNNING'])
    expect(found.find(({ state }) => state === 'BLOCKED')?.why).toMatch(/160.*140.*[12]号轮灌组.*07:00/)
    for (const { id } of made) await remove(id)
    await server.sql(`update device set enabled_mark = 0 where id = '${P}-P2'`)
  })

  it('by soil begins only where somebody measures dry soil', async () => {
    await server.sql(
      `insert into device (id, project_id, gateway_id, kind, name, uplink_every_sec) values ('${P}-S1', $1, $2, 'SOIL', '墒情站', 600)`,
      [P, `${P}-GW`],
    )
    const { id, nextAt } = await admin.call(
      'fieldManagement.createSchedule',
      body('按墒情', { mode: 'SOIL', soil: { deviceIds: [`${P}-S1`], metric: 'vwc20', below: 20 } }),
    )
    const measure = (value: number) =>
      server.sql(
        `insert into telemetry_last (device_no, metric, ts, value, quality, received_at)
         select no, 1, now(), $2, 0, now() from device where id = $1
         on conflict (device_no, metric) do update set value = excluded.value, ts = now()`,
        [`${P}-S1`, value],
      )
    await goTo(nextAt)
    expect((await runsOf(id))[0]).toMatchObject({ state: 'NOT_DUE' })
    await measure(25)
    await goTo(await nextOf(id))
    expect((await runsOf(id))[0]).toMatchObject({ state: 'NOT_DUE' })
    await measure(15)
    await goTo(await nextOf(id))
    expect((await runsOf(id))[0]).toMatchObject({ state: 'RUNNING' })
    await remove(id)
  })

  it('by volume begins at its time, and its water ends with its volume', async () => {
    const { id, nextAt } = await admin.call(
      'fieldManagement.createSchedule',
      body('按水量', { mode: 'VOLUME', targetM3: 120, minutes: 90 }),
    )
    await goTo(nextAt)
    expect((await runsOf(id))[0]).toMatchObject({ state: 'RUNNING', why: '按水量灌溉' })
    const [run] = await admin.call('fieldManagement.runs', { projectId: P })
    expect(run).toMatchObject({ targetM3: 120, minutes: 90 })
    const [row] = await server.sql<{ plan: { turns: unknown[] } }>(
      `select plan from irrigation_run where project_id = $1 and state = 'RUNNING'`,
      [P],
    )
    expect(row?.plan.turns).toEqual([{ groupId: `${P}-G1`, end: { minutes: 90, targetM3: 120 } }])
    await remove(id)
  })

  it('by evapotranspiration gives what the crop has used, and no more', async () => {
    await server.sql(
      `insert into device (id, project_id, gateway_id, kind, name, uplink_every_sec) values ('${P}-W1', $1, $2, 'WEATHER', '气象站', 600)`,
      [P, `${P}-GW`],
    )
    const { id, nextAt } = await admin.call(
      'fieldManagement.createSchedule',
      body('按蒸散', { mode: 'ET', et: { deviceId: `${P}-W1`, deficitMm: 6 }, minutes: 480 }),
    )
    const days = (metric: number, value: number) =>
      server.sql(
        `insert into telemetry_1d (device_no, metric, bucket, n, min, max, sum, first, last)
         select no, $2, $3::timestamptz, 1, $4, $4, $4, $4, $4 from device where id = $1
         on conflict (device_no, metric, bucket) do update set max = excluded.max, sum = excluded.sum`,
        [`${P}-W1`, metric, new Date(time - (time % (24 * 60 * MINUTE))), value],
      )
    await goTo(nextAt)
    expect((await runsOf(id))[0]).toMatchObject({ state: 'NOT_DUE' })
    await days(27, 7)
    await days(24, 2)
    await goTo(await nextOf(id))
    expect((await runsOf(id))[0]).toMatchObject({ state: 'NOT_DUE' })
    await days(27, 9)
    await goTo(await nextOf(id))
    expect((await runsOf(id))[0]).toMatchObject({ state: 'RUNNING' })
    // At least what the first nine millimetres need at 40 m³/h on 0.75 ha, of which 85 % arrive; less than it may.
    const [run] = await admin.call('fieldManagement.runs', { projectId: P })
    expect(run?.minutes).toBeGreaterThan(60)
    expect(run?.minutes).toBeLessThan(480)
    await remove(id)
  })

  it.each(['Asia/Shanghai', 'Asia/Kolkata'])(
    'counts the days of the farm’s own clock, in %s',
    async (zone) => {
      await server.sql('update project set time_zone = $2 where id = $1', [P, zone])
      const { id, nextAt } = await admin.call(
        'fieldManagement.createSchedule',
        body('十点', {
          ...{ mode: 'ET', et: { deviceId: `${P}-W1`, deficitMm: 6 }, minutes: 480 },
          cron: '0 10 * * *',
        }),
      )
      // Since noon of the day before, which began before that day of UTC did.
      const noon = (nextAt ?? 0) - 22 * 60 * MINUTE
      await server.sql('update schedule set created_at = $2 where id = $1', [id, new Date(noon)])
      await server.sql('delete from telemetry_1d where device_no = (select no from device where id = $1)', [
        `${P}-W1`,
      ])
      await server.sql(
        `insert into telemetry_1d (device_no, metric, bucket, n, min, max, sum, first, last)
       select no, 27, $2::timestamptz, 1, 9, 9, 9, 9, 9 from device where id = $1`,
        [`${P}-W1`, new Date(noon - 12 * 60 * MINUTE)],
      )
      await goTo(nextAt)
      expect((await runsOf(id))[0]).toMatchObject({ state: 'RUNNING' })
      await remove(id)
      await server.sql(`update project set time_zone = 'Asia/Shanghai' where id = $1`, [P])
    },
  )

  it('begins whatever a probe says in an error: that is no frost', async () => {
    const station = `${P}-W1`
    const gateway = await connectGateway(server.server.services.devices.url, {
      project: P,
      gateway: `${P}-GW`,
    })
    const [air, at] = [[4, 4.1, -127, -127, 85, 4.2], Date.now()]
    // The clock of the schedules before has gone ahead: what was looked at then is not looked at again, and nobody looks then any more.
    time = at
    await server.server.services.fieldCommands.poll()
    await server.sql('delete from interlock_watch where project_id = $1', [P])
    for (const [index, airTemp] of air.entries()) {
      await gateway.tele(station, { ts: at + index, m: { airTemp } })
      time = at + (index + 1) * MINUTE
      await server.server.services.fieldCommands.poll()
    }
    await gateway.close()
    const [watched] = await server.sql<{
      state: { frostSince: number | null; air: { value: number } | null }
    }>('select state from interlock_watch where project_id = $1', [P])
    expect(watched?.state).toMatchObject({ frostSince: null, air: { value: expect.closeTo(4, 0) } })
    const frost = `select type from alarm where project_id = $1 and (type like '%FROST%' or type = 'INTERLOCK_I16')`
    expect(await server.sql(frost, [P])).toEqual([])
    const { id, nextAt } = await admin.call('fieldManagement.createSchedule', body('错误值'))
    await goTo(nextAt)
    expect(await runsOf(id)).toMatchObject([{ state: 'RUNNING' }])
    await remove(id)
  })

  it('does not begin in frost (I16)', async () => {
    const { id, nextAt } = await admin.call('fieldManagement.createSchedule', body('霜冻'))
    await server.sql(
      `insert into interlock_watch (project_id, state, looked_at) values ($1, $2, now())
       on conflict (project_id) do update set state = excluded.state`,
      [P, { since: {}, latches: [], waterSince: null, air: { value: 1, at: time }, frostSince: time }],
    )
    await goTo(nextAt)
    expect(await runsOf(id)).toMatchObject([{ state: 'BLOCKED', why: expect.stringContaining('霜冻') }])
    await remove(id)
  })
})
