import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { openBrowser } from '@tests/api/browser'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { personOf, seedFarm } from '../project/specs/farm'

const farm = { projectId: 'spec-a' }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await seedFarm(server, 'spec-a')
  await seedFarm(server, 'spec-b')
})
afterAll(() => server.close())

it('says what goes on in one project, and nothing of another', async () => {
  const admin = await server.as('admin')
  await server.sql(
    `insert into irrigation_run (id, project_id, group_id, action, state, plan, minutes, command_id, request_hash, issued_by, issued_by_name, started_at, ends_at)
     values ('R', 'spec-a', 'spec-a-G1', 'start', 'RUNNING', '{"turns":[{"groupId":"spec-a-G1","end":{"minutes":60}},{"groupId":"spec-a-G1","end":{"minutes":60}}],"turn":0}',
       60, 'C', '', '', '', now(), now() + interval '15 minutes')`,
  )
  const { runs, moisture, devices, alarms } = await admin.call('fieldOverview.get', farm)
  expect(runs).toMatchObject([
    { groupId: 'spec-a-G1', name: '1号轮灌组', state: 'RUNNING', turn: 1, turns: 2, minutesLeft: 15 },
  ])
  expect(runs?.[0]?.percent).toBeGreaterThanOrEqual(74)
  expect(runs?.[0]?.percent).toBeLessThanOrEqual(76)
  // The station has a fresh reading and has fallen silent: what it said last is told, as stale.
  expect(moisture).toMatchObject([{ id: 'spec-a-S1', name: '1号地块', percent: 23.4, isStale: 1 }])
  // One of five is heard of.
  expect(devices).toEqual({ total: 5, stale: 4, fault: 0 })
  expect(alarms).toEqual({ active: 0, unacknowledged: 0, urgent: 0, levels: [], duties: [] })
  const other = await admin.call('fieldOverview.get', { projectId: 'spec-b' })
  expect(other.runs).toEqual([])
  await server.sql(`update device_live set state = 0, last_seen_at = now() where device_id = 'spec-a-S1'`)
  expect((await admin.call('fieldOverview.get', farm)).moisture).toMatchObject([{ isStale: 0 }])
  // Doubtful, but of now.
  await server.sql(
    `update telemetry_last set quality = 1 from device where device_no = no and device.id = 'spec-a-S1'`,
  )
  expect((await admin.call('fieldOverview.get', farm)).moisture).toMatchObject([{ isStale: 0 }])
  await server.sql(`update irrigation_run set state = 'FINISHED', ended_at = now() where id = 'R'`)
  expect((await admin.call('fieldOverview.get', farm)).runs).toEqual([])
})

it('counts as silent the devices to which home leads, and none that is switched off', async () => {
  const admin = await server.as('admin')
  const [, address = ''] =
    /\/field\/devices\?([^"]+)/.exec(readFileSync('schemas/fragments/home-figures.json', 'utf8')) ?? []
  const asked = Object.fromEntries(
    [...new URLSearchParams(address)].map(([name, value]) => [name, Number(value)]),
  )
  await server.sql(`update device_live set state = 1 where device_id = 'spec-a-P1'`)
  await server.sql(`update device set enabled_mark = 0 where id = 'spec-a-P1'`)
  const { devices } = await admin.call('fieldOverview.get', farm)
  const { pagination } = await admin.call('fieldDevice.list', { ...farm, ...asked })
  await server.sql(`update device set enabled_mark = 1 where id = 'spec-a-P1'`)
  expect(devices).toMatchObject({ total: 4, stale: pagination.total })
})

it('sums up the water of today, each drop once, and what today’s schedules plan', async () => {
  const admin = await server.as('admin')
  const water = async () => (await admin.call('fieldOverview.get', farm)).water
  expect(await water()).toEqual({ used: 0, unknown: 0, planned: null })
  await server.sql(
    `insert into run_step (run_id, turn, project_id, group_id, planned_minutes, started_at, volume_m3)
     values ('R', 0, 'spec-a', 'spec-a-G1', 60, now(), 12.5), ('R', 1, 'spec-a', 'spec-a-G1', 60, now(), 7.5)`,
  )
  expect(await water()).toMatchObject({ used: 20 })
  const written = (id: string, turn: string, start: string) =>
    server.sql(
      `insert into water_use_record (id, project_id, group_id, turn_id, pump_id, start_at, end_at, volume_m3, operator)
       values ($1, 'spec-a', 'spec-a-G1', $2, 'spec-a-P1', ${start}, now(), 13, '')`,
      [id, turn],
    )
  // Written down, the first turn is no longer counted by its meter; what began yesterday is yesterday's.
  await written('W1', 'R:0', 'now()')
  await written('W2', 'X:0', `now() - interval '2 days'`)
  expect(await water()).toMatchObject({ used: 20.5 })
  // A turn whose water nobody knows is none of no water.
  await server.sql(
    `insert into water_use_record (id, project_id, group_id, turn_id, pump_id, start_at, end_at, volume_m3, volume_quality, operator)
     values ('W3', 'spec-a', 'spec-a-G1', 'Y:0', 'spec-a-P1', now(), now(), null, 'unknown', '')`,
  )
  expect(await water()).toMatchObject({ used: 20.5, unknown: 1 })
  await server.sql(
    `update irrigation_group set planned_minutes = 90, design_flow = 40 where id = 'spec-a-G1'`,
  )
  const schedule = (id: string, mode: string, cron: string, minutes: number | null) =>
    server.sql(
      `insert into schedule (id, project_id, name, mode, cron, group_ids, minutes, enabled_mark, creator_id)
       values ($1, 'spec-a', $1, $2, $3, '{spec-a-G1}', $4, 1, '')`,
      [id, mode, cron, minutes],
    )
  await schedule('twice', 'TIME', '0 6,18 * * *', null)
  expect(await water()).toMatchObject({ planned: 120 })
  await schedule('short', 'TIME', '0 0 * * *', 30)
  await schedule('dry', 'SOIL', '0 5 * * *', null)
  expect(await water()).toMatchObject({ planned: 140 })
})

it('gives each part to whoever may open its page, and all of it to nobody who may not see the project', async () => {
  const { client } = await personOf(server, 'watcher', { project: 'spec-a', level: 'view' })
  const parts = { alarms: null, runs: null, moisture: null, water: null, devices: null }
  expect(await client.call('fieldOverview.get', farm)).toMatchObject(parts)
  expect(await client.envelope('fieldOverview.get', { projectId: 'spec-b' })).toMatchObject({ code: 404 })
  expect(await client.envelope('fieldOverview.get', {})).toMatchObject({ code: 400 })
})

it('tells screens that are no maps when a run changes', async () => {
  const admin = await server.as('admin')
  const browser = openBrowser(server.url, admin.token, ['changed'])
  await browser.ready()
  const { fieldLive } = server.server.services
  const told = () => browser.frames.flatMap(({ tags }) => tags)
  // What only grows is told to maps alone.
  fieldLive.changed('spec-a', { layer: 'run', id: 'R', m3: 2 })
  await setTimeout(1_000)
  expect(told()).toEqual([])
  fieldLive.changed('spec-a', { layer: 'run', id: 'R', phase: 'stopping', isTurn: true })
  fieldLive.changed('spec-a', { layer: 'run', id: 'R', m3: 3 })
  await expect.poll(told, { timeout: 45_000 }).toEqual(['run', 'group'])
  browser.close()
})

/** An alarm of a farm that stands open. */
const alarm = (fid: string, severity: number, state: string, by = '', raised = 'now()') =>
  server.sql(
    `insert into alarm values ($1, 'spec-a', $1, 'other', $1, 'T', '', $2, '', '{}', null, null, $3, 'ACTIVE', false, null,
       '', '', '', false, null, false, ${raised}, ${raised}, null, 1, $4, null, '', null, null, false, '[]', 0, 1, 1)`,
    [fid, severity, state, by],
  )

it('tells whose the alarms are, each with the list of theirs, and how many were raised by day', async () => {
  const admin = await server.as('admin')
  await alarm('A1', 1, 'UNACK')
  await alarm('A2', 4, 'RTN_UNACK', '刘海霞')
  await alarm('A3', 2, 'ACKED', '刘海霞', `now() - interval '2 days'`)
  await alarm('A4', 3, 'LATCHED_ACK', '刘海霞')
  await alarm('A5', 3, 'ACKED', '王强')
  await alarm('A6', 1, 'SHELVED', '王强')
  const { alarms, figures } = await admin.call('fieldOverview.get', farm)
  expect(alarms).toMatchObject({ active: 5, unacknowledged: 2, urgent: 2 })
  expect(alarms?.duties.map(({ name, count, urgent }) => [name, count, urgent])).toEqual([
    ['', 2, 1],
    ['刘海霞', 2, 1],
    ['王强', 1, 0],
  ])
  for (const { path, count } of alarms?.duties ?? []) {
    const { acknowledged, ackUser } = Object.fromEntries(new URLSearchParams(path.split('?')[1]))
    const { list } = await admin.call('deviceAlarm.list', {
      ...{ ...farm, currentPage: 1, pageSize: 20, state: 0 },
      ...{ acknowledged: Number(acknowledged) as 0 | 1, ...(ackUser !== undefined && { ackUser }) },
    })
    expect(list, path).toHaveLength(count)
  }
  expect(figures.alarms).toMatchObject({ trend: [0, 0, 0, 0, 1, 0, 5], tone: 'danger', word: '需处理' })
  await server.sql(`delete from alarm where project_id = 'spec-a'`)
})

it('tells how many devices were silent by day: each once, and only while it was', async () => {
  const admin = await server.as('admin')
  const silent = async () => (await admin.call('fieldOverview.get', farm)).figures.devices
  await server.sql(`update device_live set state = 0, last_seen_at = now() where project_id = 'spec-a'`)
  await server.sql(
    `insert into device_live (device_id, project_id, state, last_seen_at)
     select id, 'spec-a', 0, now() from device where project_id = 'spec-a' on conflict do nothing`,
  )
  await server.sql(
    `insert into alarm_rule (id, project_id, type, name, kind, device_id, source, signal, comparison, threshold, deadband,
       on_delay_sec, off_delay_sec, severity, latch, suppress_when, enabled_mark)
     values ('away', 'spec-a', 'AWAY', '', '', '', 'event', 'OFFLINE', 'eq', 0, 0, 60, 0, 3, false, '', 1)`,
  )
  expect(await silent()).toMatchObject({ trend: [0, 0, 0, 0, 0, 0, 0], tone: 'success' })
  const midnight = `date_trunc('day', now(), (select time_zone from project where id = 'spec-a'))`
  const told = async (device: string, type: string, spells: readonly (readonly [string, string])[]) => {
    const fid = `${device}-${type}`
    await server.sql(
      `insert into alarm values ($1, 'spec-a', $2, 'device', '', $3, '', 3, '', '{}', null, null, 'RTN_UNACK', 'RTN_UNACK', false,
         null, '', '', '', false, null, false, now(), now(), null, 1, '', null, '', now(), null, false, '[]', 0, 1, 1)`,
      [fid, device, type],
    )
    for (const [kind, ago] of spells)
      await server.sql(
        `insert into alarm_event
         select 'spec-a', coalesce(max(seq), 0) + 1, $1, $2, '', '', ${midnight} - $3::interval + interval '1 hour', '', '', '', false, '{}'
         from alarm_event where project_id = 'spec-a'`,
        [fid, kind, ago],
      )
  }
  // One alarm, never acknowledged, that came twice: in between the device was heard of.
  const spells = [
    ['activate', '6 days'],
    ['return', '5 days'],
    ['activate', '2 days'],
    ['return', '2 days'],
  ] as const
  await told('spec-a-V1', 'AWAY', spells)
  await told('spec-a-W1', 'AWAY', [
    ['activate', '2 days'],
    ['return', '1 day'],
  ])
  await told('spec-a-W1', 'FROST', [['activate', '6 days']])
  expect((await silent())?.trend).toEqual([1, 1, 0, 0, 2, 1, 0])
  // Silent still, and told of by nothing but its state: since it was to be heard of.
  await server.sql(
    `update device_live set state = 1, last_seen_at = ${midnight} - interval '1 day' where device_id = 'spec-a-S1'`,
  )
  expect(await silent()).toMatchObject({ trend: [1, 1, 0, 0, 2, 2, 1], tone: 'warning', word: '需查看' })
  // Where nothing would have told, a day without a word is not known.
  await server.sql(`update alarm_rule set enabled_mark = 0 where id = 'away'`)
  expect((await silent())?.trend).toEqual([null, null, null, null, null, null, 1])
  await server.sql(`delete from alarm where project_id = 'spec-a'`)
  await server.sql(`delete from alarm_event where project_id = 'spec-a'`)
  await server.sql(`delete from alarm_rule where project_id = 'spec-a'`)
})

it('names those who manage a farm by themselves', async () => {
  const admin = await server.as('admin')
  const named = async () => {
    const { list } = await admin.call('fieldOverview.farms', {})
    const { inCharge } = await admin.call('fieldOverview.get', farm)
    return [inCharge, ...list.filter(({ id }) => id.startsWith('spec-')).map((one) => one.inCharge)]
  }
  expect(await named()).toEqual([[], [], []])
  const { id } = await personOf(server, 'head', { project: 'spec-a', level: 'manage' })
  await personOf(server, 'hand', { project: 'spec-a', level: 'operate' })
  expect(await named()).toEqual([['head'], ['head'], []])
  await server.sql(`update user_account set status = 0 where id = $1`, [id])
  expect(await named()).toEqual([[], [], []])
})

it('tells what schedules decided today, the latest first, and of how seven days watered', async () => {
  const admin = await server.as('admin')
  const decided = (id: string, at: string, why: string) =>
    server.sql(
      `insert into schedule_run (id, schedule_id, project_id, planned_at, state, why, why_params)
       values ($1, 'dry', 'spec-a', ${at}, 'NOT_DUE', $2, '{}')`,
      [id, why],
    )
  const midnight = `date_trunc('day', now(), (select time_zone from project where id = 'spec-a'))`
  await decided('first', midnight, '')
  await decided('second', `${midnight} + interval '1 second'`, '')
  await decided('before', `${midnight} - interval '1 second'`, '')
  const { decisions, figures, water } = await admin.call('fieldOverview.get', farm)
  expect(decisions?.map(({ id, name, tone }) => [id, name, tone])).toEqual([
    ['second', 'dry', 'muted'],
    ['first', 'dry', 'muted'],
  ])
  expect((await admin.call('fieldOverview.get', { projectId: 'spec-b' })).decisions).toEqual([])
  expect(figures.water?.trend).toHaveLength(7)
  expect(figures.water?.trend.at(-1)).toBe(water?.used)
  expect(figures.water?.trend.at(-3)).toBe(13)
  expect(figures.water).toMatchObject({ tone: 'success', word: '在计划内' })
})

it('sums up the farms that a person sees, and no other; who may only look operates none', async () => {
  const admin = await server.as('admin')
  const { list, total } = await admin.call('fieldOverview.farms', {})
  const own = list.filter(({ id }) => id.startsWith('spec-'))
  expect(own).toMatchObject([
    { id: 'spec-a', used: 20.5, planned: 140, word: '在计划内', tone: 'success', running: 0, alarms: 0 },
    { id: 'spec-b', used: 0, planned: null, word: '未用水', tone: 'muted' },
  ])
  expect(total.used).toBe(list.reduce((sum, { used }) => sum + (used ?? 0), 0))
  expect((await admin.call('fieldOverview.get', farm)).mayOperate).toBe(1)

  const menus = ['field.map', 'field.fertHistory']
  await server.sql(`insert into role (id, en_code, full_name) values ('looks', 'looks', '"看"')`)
  for (const menu of menus) await server.server.services.rights.grant('looks', menu, { buttons: [] })
  for (const level of ['view', 'operate']) {
    const { id, client } = await personOf(server, `farms-${level}`, { project: 'spec-a', level })
    await server.sql(`insert into user_role (user_id, role_id) values ($1, 'looks')`, [id])
    const seen = await client.call('fieldOverview.farms', {})
    // Alarms have a page of their own, to which the role has no right.
    expect(seen.list).toMatchObject([{ id: 'spec-a', used: 20.5, alarms: null, running: 0 }])
    expect(seen.total).toMatchObject({ used: 20.5, alarms: null, trend: [0, 0, 0, 0, 13, 0, 20.5] })
    expect((await client.call('fieldOverview.get', farm)).mayOperate).toBe(level === 'operate' ? 1 : 0)
  }
})
