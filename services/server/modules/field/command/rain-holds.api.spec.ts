import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOf } from '../project/specs/farm'
import { seedInstruments, seedWaterFarm } from './specs/farm'

const [P, Q] = ['rainP', 'rainQ']
const HOUR = 3_600_000
const DAY = 24 * HOUR
let server: TestServer
let admin: TestClient
let time = Math.floor(Date.now() / HOUR) * HOUR

beforeAll(async () => {
  server = await startTestServer()
  for (const project of [P, Q]) await seedWaterFarm(server, project)
  await seedInstruments(server, P)
  admin = await server.as('admin')
  server.server.services.fieldCommands.now = () => time
})
afterAll(() => server.close())

const poll = () => server.server.services.fieldCommands.poll()
const listOf = () => admin.call('fieldManagement.holds', { projectId: P })
const hold = (client: TestClient, rest: object = {}) =>
  client.envelope('fieldManagement.createHold', { projectId: P, toTime: time + DAY, ...rest })
const end = (client: TestClient, id: string, projectId = P) =>
  client.envelope('fieldManagement.endHold', { id, projectId })
async function clear() {
  await server.sql('delete from rain_hold')
}

describe('a hold for rain', () => {
  it('keeps schedules from beginning until somebody ends it', async () => {
    const { id, nextAt } = await admin.call('fieldManagement.createSchedule', {
      ...{
        projectId: P,
        name: '每小时',
        mode: 'TIME',
        cron: '0 * * * *',
        groupIds: [`${P}-G1`],
        enabledMark: 1,
      },
    })
    const passTo = async (at: number) => {
      await server.sql('update device_live set reported_at = $2, last_seen_at = $2 where project_id = $1', [
        ...[P, new Date(at)],
      ])
      time = at
      await poll()
      return (await admin.call('fieldManagement.scheduleRuns', { projectId: P, scheduleId: id })).list[0]
    }
    const { data: made } = await hold(admin, { reason: ' 连阴雨 ' })
    expect(made).toMatchObject({
      reason: '连阴雨',
      fromTime: time,
      isOpen: 1,
      isAutomatic: 0,
      endedTime: null,
    })
    expect(await passTo(nextAt ?? 0)).toMatchObject({
      ...{
        state: 'BLOCKED',
        plannedAt: nextAt,
        why: expect.stringMatching(/^因雨暂停至 \d{4}-\d\d-\d\d \d\d:\d\d$/),
      },
    })
    expect((await end(admin, made?.id ?? '')).data).toMatchObject({ isOpen: 0, endedTime: time })
    expect(await passTo((nextAt ?? 0) + HOUR)).toMatchObject({ state: 'RUNNING' })
    await admin.call('fieldManagement.deleteSchedule', { id })
    expect((await end(admin, made?.id ?? '')).msg).toContain('无需恢复')
    const audited = await server.sql<{ action: string }>(
      `select action from audit where target = $1 order by at`,
      [made?.id],
    )
    expect(audited.map(({ action }) => action)).toEqual(['schedule.hold', 'schedule.endHold'])
    await clear()
  })

  it('is refused with what to do about it', async () => {
    const told = async (rest: object) => (await hold(admin, rest)).msg
    expect(await told({ fromTime: time + 2 * HOUR, toTime: time + HOUR })).toContain('请重新选择')
    expect(await told({ toTime: time - HOUR, fromTime: time - DAY })).toContain('请')
    expect(await told({ toTime: time + 15 * DAY })).toContain('停用灌溉计划')
    expect((await hold(admin)).code).toBe(200)
    expect(await told({ fromTime: time + HOUR })).toContain('请先恢复')
    await clear()
  })

  it('is made once, however many make it at the same time', async () => {
    const codes = (await Promise.all([hold(admin), hold(admin), hold(admin)])).map(({ code }) => code)
    expect(codes.toSorted()).toEqual([200, 4001, 4001])
    await clear()
  })

  it('is seen by who sees the project, and made and ended by who manages it', async () => {
    const { client: viewer } = await personOf(server, 'rain-operator', { project: P, level: 'operate' })
    const { client: stranger } = await personOf(server, 'rain-stranger', { project: Q, level: 'manage' })
    const { data } = await hold(admin)
    expect(await viewer.call('fieldManagement.holds', { projectId: P })).toHaveLength(1)
    expect([(await hold(viewer)).code, (await end(viewer, data?.id ?? '')).code]).toEqual([4031, 4031])
    expect((await stranger.envelope('fieldManagement.holds', { projectId: P })).code).toBe(4041)
    // Who manages another project ends none of this one's by naming their own.
    expect((await end(stranger, data?.id ?? '', Q)).code).toBe(4041)
    expect((await listOf())[0]).toMatchObject({ isOpen: 1 })
    await clear()
  })
})

describe('rain', () => {
  const fall = (ago: number, mm: number) =>
    server.sql(
      `insert into telemetry_1h (device_no, metric, bucket, n, min, max, sum, first, last)
       select no, 24, $2::timestamptz, 1, $3, $3, $3, $3, $3 from device where id = $1
       on conflict (device_no, metric, bucket) do update set sum = excluded.sum`,
      [`${P}-WS`, new Date(time - ago * HOUR), mm],
    )
  const limit = (limits: object) =>
    server.sql('update project set limits = limits || $2::jsonb where id = $1', [P, JSON.stringify(limits)])
  const later = async (hours: number) => {
    time += hours * HOUR
    await poll()
  }

  it('holds nothing in a project that does not want it to', async () => {
    await fall(2, 30)
    await later(0.1)
    expect(await listOf()).toEqual([])
    time -= 0.1 * HOUR
  })

  it('holds the schedules by itself, once, and says where and how much has fallen', async () => {
    await limit({ rainHoldMm: 25, rainHoldHours: 6 })
    time += 2 * 60_000
    await Promise.all([poll(), poll(), poll()])
    expect(await listOf()).toMatchObject([
      {
        ...{ isAutomatic: 1, isOpen: 1, userName: '', fromTime: time, toTime: time + 6 * HOUR },
        reason: '气象站 24 小时降雨 30 毫米，自动暂停',
      },
    ])
    await later(7)
    expect(await listOf()).toHaveLength(1)
  })

  it('that has fallen before somebody let schedules go on holds them no more; later rain does', async () => {
    await fall(1, 26)
    await later(0.2)
    const [second] = await listOf()
    expect(second).toMatchObject({ isAutomatic: 1, isOpen: 1, reason: expect.stringContaining('26') })
    expect((await end(admin, second?.id ?? '')).code).toBe(200)
    await later(1)
    expect(await listOf()).toHaveLength(2)
  })
})
