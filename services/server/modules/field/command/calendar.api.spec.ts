import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOf } from '../project/specs/farm'
import { seedWaterFarm } from './specs/farm'

const [P, Q] = ['calendarP', 'calendarQ']
const HOUR = 3_600_000
const DAY = 24 * HOUR
let server: TestServer
let admin: TestClient
/** Noon of a day in Shanghai, where both projects are. */
const now = Math.floor(Date.now() / DAY) * DAY + 4 * HOUR
const six = (day: number) => now - 6 * HOUR + day * DAY
let planId: string

beforeAll(async () => {
  server = await startTestServer()
  for (const project of [P, Q]) await seedWaterFarm(server, project)
  server.server.services.fieldCommands.now = () => now
  admin = await server.as('admin')
  const plan = (projectId: string, name: string, rest: object = {}) =>
    admin.call('fieldManagement.createSchedule', {
      ...{ projectId, name, mode: 'TIME' as const, cron: '0 6 * * *', minutes: 90, enabledMark: 1 },
      ...{ groupIds: [`${projectId}-G1`, `${projectId}-G2`], ...rest },
    })
  planId = (await plan(P, '早灌')).id
  await plan(P, '夜灌', { cron: '0 12 * * 0-6', window: { from: '20:00', to: '05:00' }, minutes: null })
  await plan(P, '停用', { enabledMark: 0 })
  await plan(Q, '果园')
})
afterAll(() => server.close())

const datesOf = async (client: TestClient, source: string, from = six(1), to = six(3)) =>
  (await client.call('schedule.dates', { startTime: from, endTime: to })).list.filter(
    (date) => date.source === source,
  )

describe('planned rotations', () => {
  it('stand in the calendar of who sees their project, for as long as all their groups take', async () => {
    const { client } = await personOf(server, 'calendar-viewer', { project: P, level: 'view' })
    const dates = await datesOf(client, 'rotation')
    expect(dates.map(({ title, startDay, endDay, path }) => [title, startDay, endDay, path])).toEqual([
      ['早灌', six(1), six(1) + 3 * HOUR, ''],
      ['夜灌', six(1) + 6 * HOUR, six(1) + 8 * HOUR, ''],
      ['早灌', six(2), six(2) + 3 * HOUR, ''],
      ['夜灌', six(2) + 6 * HOUR, six(2) + 8 * HOUR, ''],
    ])
    expect(dates[0]).toMatchObject({ sourceText: '灌溉计划', note: '', isOver: 0 })
    expect(dates[1]).toMatchObject({ note: '不在允许的时段内', isOver: 1 })
  })

  it('name their project where somebody sees several, and lead to its page who may open it', async () => {
    const dates = await datesOf(admin, 'rotation', six(1), six(1) + 1)
    expect(dates.map(({ title, path }) => [title, path]).toSorted()).toEqual(
      [
        [`早灌（${P} 试验田）`, `/appAuto?project=${P}`],
        [`果园（${Q} 试验田）`, `/appAuto?project=${Q}`],
      ].toSorted(),
    )
  })

  it('are nothing to who sees none of the projects', async () => {
    const { client } = await personOf(server, 'calendar-stranger')
    expect(await client.call('schedule.dates', { startTime: six(-3), endTime: six(3) })).toEqual({
      ...{ list: [], missing: [], isCut: 0 },
    })
  })

  it('whose time has come say what became of them', async () => {
    const run = (
      id: string,
      day: number,
      state: string,
      why: string,
      params = '{}',
      runId: string | null = null,
    ) =>
      server.sql(
        `insert into schedule_run (id, schedule_id, project_id, planned_at, state, why, why_params, run_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, planId, P, new Date(six(day)), state, why, params, runId],
      )
    await server.sql(
      `insert into irrigation_run (id, project_id, command_id, request_hash, action, state, plan, minutes, started_at, ended_at, issued_by, issued_by_name)
       values ('w1', $1, 'calendar-w1', '', 'start', 'FINISHED', '{}', 90, $2, $3, 'admin', '早灌')`,
      [P, new Date(six(-4)), new Date(six(-4) + HOUR)],
    )
    await run('c1', -4, 'RUNNING', '@rotation.byTime', '{}', 'w1')
    await run('c2', -3, 'MISSED', '@command.schedule.missed', '{"time":"06:00"}')
    await run('c3', -2, 'BLOCKED', '@command.schedule.frost')
    await run('c4', -1, 'NOT_DUE', '@rotation.noSoil')
    const dates = await datesOf(admin, 'rotation', six(-5), six(0))
    expect(dates.map(({ startDay, endDay, isOver }) => [startDay, endDay, isOver])).toEqual([
      [six(-4), six(-4) + HOUR, 1],
      ...[-3, -2, -1].map((day) => [six(day), six(day) + 3 * HOUR, 1]),
    ])
    const notes = dates.map(({ note }) => note)
    expect(notes[0]).toMatch(/^已完成 · /)
    expect(notes[1]).toBe('错过 · 服务器停机，错过 06:00')
    expect(notes[2]).toBe('被阻止 · 霜冻，暂停灌溉')
    expect(notes[3]).toMatch(/^不需要 · /)
    // One that began before the span and reaches into it.
    expect(await datesOf(admin, 'rotation', six(-3) + 2 * HOUR, six(-2))).toHaveLength(1)
  })

  it('are crossed out where rain holds them, and the hold stands beside them', async () => {
    const until = six(2)
    await admin.call('fieldManagement.createHold', { projectId: P, toTime: until, reason: '连阴雨' })
    const [first, , second] = (await datesOf(admin, 'rotation')).filter(({ title }) => title.includes(P))
    expect(first).toMatchObject({
      startDay: six(1),
      isOver: 1,
      note: expect.stringMatching(/^因雨暂停至 .* 06:00$/),
    })
    expect(second).toMatchObject({ startDay: six(2), isOver: 0, note: '' })
    expect(await datesOf(admin, 'hold', now, now + 1)).toMatchObject([
      {
        ...{ title: `因雨暂停（${P} 试验田）`, startDay: now, endDay: until, note: '连阴雨', isOver: 0 },
        path: `/appAuto?project=${P}`,
      },
    ])
  })
})
