import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activeOf, codeOf, type Field, GATEWAY, openField, PROJECT } from './specs/field'

const VWC20 = 1
const PRES = 40
let server: TestServer
let field: Field
let admin: TestClient
let operator: TestClient

beforeAll(async () => {
  server = await startTestServer()
  field = await openField(server)
  admin = await server.as('admin')
  operator = await server.as('operator')
  const [person] = await server.sql<{ id: string }>(`select id from user_account where account = 'operator'`)
  await server.sql('insert into project_member values ($1, $2, $3, $4)', [
    PROJECT,
    'user',
    person?.id,
    'operate',
  ])
})
afterAll(async () => {
  await field.close()
  await server.close()
})

const eventsOf = (fid: string) =>
  server.sql<{ seq: number; kind: string; calls: boolean }>(
    'select seq::int, kind, calls from alarm_event where fid = $1 order by seq',
    [fid],
  )
const alarmOf = async (deviceId: string) => {
  const list = await activeOf(admin)
  return list.find((alarm) => alarm.deviceId === deviceId)
}
/** The server's question before a latched alarm is let go. */
async function tokenFor(client: TestClient, id: string): Promise<string> {
  const requested = await client.envelope('fieldManagement.handleTwbAlarm', { id, action: 'clear' })
  expect(requested).toMatchObject({
    code: 4101,
    data: { expiresIn: 30, snapshot: { alarms: expect.anything() } },
  })
  return (requested.data as unknown as { confirmToken: string }).confirmToken
}
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 45_000, interval: 100 })

describe('an alarm', () => {
  it('is one however many raise it at once, and counts them; its events have a sequence without gaps', async () => {
    await field.device('D-50', 'VALVE_TWB')
    await Promise.all(Array.from({ length: 50 }, () => field.raise({ sourceId: 'D-50', type: 'MANY' })))
    const rows = await server.sql<{ occurrences: number }>(
      `select occurrences from alarm where source_id = 'D-50' and closed_at is null`,
    )
    expect(rows).toEqual([{ occurrences: 50 }])
    const [gaps] = await server.sql<{ gaps: number; last: number; top: number }>(
      `select (max(seq) - count(*))::int as gaps, max(seq)::int as top,
         (select last from alarm_stream where project_id = $1)::int as last
       from alarm_event where project_id = $1`,
      [PROJECT],
    )
    expect(gaps?.gaps).toBe(0)
    expect(gaps?.last).toBe(gaps?.top)
    const alarm = await alarmOf('D-50')
    const calls = (await eventsOf(String(alarm?.fid))).filter((event) => event.calls)
    expect(calls).toHaveLength(1)
  })

  it('has the documented members', async () => {
    await field.device('D-WIRE', 'VALVE_TWB')
    await field.raise({ sourceId: 'D-WIRE', type: 'WIRE' })
    expect(await alarmOf('D-WIRE')).toMatchObject({
      project_id: PROJECT,
      projectId: PROJECT,
      inputField101: '设备D-WIRE',
      textareaField103: 'WIRE',
      datepickerfield104: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      state: 0,
      alarmState: 'UNACK',
      occurrences: 1,
      deviceId: 'D-WIRE',
    })
  })

  it('is found by the time that the list shows: that of the project, wherever the server stands', async () => {
    await server.sql(`update project set time_zone = 'America/New_York' where id = $1`, [PROJECT])
    const of = { projectId: PROJECT, deviceId: 'D-WIRE' }
    const [alarm] = (await admin.call('deviceAlarm.list', of)).list
    const shown = String(alarm?.datepickerfield104)
    const found = async (times: { startTime?: string; endTime?: string }) =>
      (await admin.call('deviceAlarm.list', { ...of, ...times })).list.length
    expect(await found({ startTime: shown })).toBe(1)
    expect(await found({ startTime: shown, endTime: `${shown}.999` })).toBe(1)
    expect(await found({ endTime: shown.replace(/^\d{4}/, '2020') })).toBe(0)
    expect((await admin.envelope('deviceAlarm.list', { ...of, startTime: 'gestern' })).code).toBe(4001)
    await server.sql(`update project set time_zone = 'Asia/Shanghai' where id = $1`, [PROJECT])
  })

  it('is acknowledged by its state: who saw an older one is told how it stands', async () => {
    await field.device('D-ACK', 'VALVE_TWB')
    await field.raise({ sourceId: 'D-ACK', type: 'ACK' })
    const { fid, version } = (await alarmOf('D-ACK')) as { fid: string; version: number }
    expect(await operator.envelope('deviceAlarm.comment', { fid, version, note: '  ' })).toMatchObject({
      code: 4001,
      data: { errors: [{ path: 'note', message: '请填写备注' }] },
    })
    await operator.call('deviceAlarm.comment', { fid, version, note: '已派人' })
    const stale = await operator.envelope('deviceAlarm.ack', { fid, version })
    expect(stale.code).toBe(409)
    expect(stale.data).toMatchObject({ alarm: { version: version + 1, alarmState: 'UNACK' } })
    const { list: changes } = await operator.call('deviceAlarm.history', { fid })
    const first = changes.at(-1)?.user ?? ''
    expect([first !== '', stale.msg.includes(first)], 'who was first is named').toEqual([true, true])
    const acked = await operator.call('deviceAlarm.ack', { fid, version: version + 1, note: '看到了' })
    expect(acked).toMatchObject({ alarmState: 'ACKED', ackNote: '看到了' })
    const second = await admin.envelope('deviceAlarm.ack', { fid, version: acked.version })
    expect(second).toMatchObject({ code: 4001, msg: expect.stringContaining(acked.ackUser) })
    await field.clear({ sourceId: 'D-ACK', type: 'ACK' })
    expect(await alarmOf('D-ACK')).toBeUndefined()
    const { list } = await operator.call('deviceAlarm.history', { fid })
    expect(list.map(({ kind }) => kind)).toEqual(['activate', 'comment', 'acknowledge', 'return'])
  })

  it('marks its device on the map until it is dealt with', async () => {
    await field.device('D-MAP', 'VALVE_TWB')
    const marked = async () =>
      (
        await server.sql<{ is_alert: boolean }>(`select is_alert from device_live where device_id = 'D-MAP'`)
      )[0]?.is_alert
    await field.raise({ sourceId: 'D-MAP', type: 'MAP' })
    expect(await marked()).toBe(true)
    await field.clear({ sourceId: 'D-MAP', type: 'MAP' })
    expect(await marked()).toBe(true)
    await operator.call('fieldManagement.handleTwbAlarm', { deviceId: 'D-MAP', action: 'ack' })
    expect(await marked()).toBe(false)
  })

  it('that latches stays until it is reset, which it is not while its cause is there', async () => {
    await field.device('D-LATCH', 'PUMP')
    await field.raise({ sourceId: 'D-LATCH', type: 'LATCH', latch: true })
    const { fid } = (await alarmOf('D-LATCH')) as { fid: string }
    const act = (name: 'ack' | 'clear') =>
      operator.call('fieldManagement.handleTwbAlarm', { id: fid, action: name })
    expect(await codeOf(act('clear'))).toBe(4001)
    await field.clear({ sourceId: 'D-LATCH', type: 'LATCH' })
    expect(await alarmOf('D-LATCH')).toMatchObject({ alarmState: 'LATCHED_UNACK' })
    expect(await act('ack')).toMatchObject({ alarmState: 'LATCHED_ACK' })
    const confirmToken = await tokenFor(operator, fid)
    const clear = { id: fid, action: 'clear', confirmToken }
    expect(await operator.call('fieldManagement.handleTwbAlarm', clear)).toMatchObject({
      alarmState: 'NORMAL',
      state: 1,
    })
  })

  it('is let go by a token of the same person and request alone, once, in time, and as things stood', async () => {
    await field.device('D-NONCE', 'PUMP')
    await field.raise({ sourceId: 'D-NONCE', type: 'NONCE', latch: true })
    await field.clear({ sourceId: 'D-NONCE', type: 'NONCE' })
    const { fid } = (await alarmOf('D-NONCE')) as { fid: string }
    const here = async () => (await activeOf(admin)).find((alarm) => alarm.fid === fid)
    const clear = async (client: TestClient, confirmToken: string, reason = '') =>
      client.envelope('deviceAlarm.clear', { fid, version: (await here())?.version, confirmToken, reason })
    expect((await clear(operator, 'made-up')).code).toBe(4101)
    expect((await clear(admin, await tokenFor(operator, fid))).code, 'another person').toBe(4101)
    expect((await clear(operator, await tokenFor(operator, fid), '别的')).code, 'another request').toBe(4101)
    const late = await tokenFor(operator, fid)
    await server.sql(`update command_confirm set expires_at = now() - interval '1 second'`)
    expect((await clear(operator, late)).code, 'too late').toBe(4101)
    const early = await tokenFor(operator, fid)
    await field.raise({ sourceId: 'D-NONCE', type: 'ELSE' })
    expect((await clear(operator, early)).code, 'something else has come').toBe(4101)
    expect(await here()).toMatchObject({ alarmState: 'LATCHED_UNACK' })
    const good = await tokenFor(operator, fid)
    await field.raise({ sourceId: 'D-NONCE', type: 'NONCE', latch: true })
    expect((await clear(operator, good)).code, 'the cause is back').toBe(4001)
    await field.clear({ sourceId: 'D-NONCE', type: 'NONCE' })
    const audited = () =>
      server.sql(`select 1 from audit where action = 'alarm.clear' and target = $1`, [fid])
    expect(await audited()).toEqual([])
    expect(await clear(operator, await tokenFor(operator, fid))).toMatchObject({
      code: 200,
      data: { alarmState: 'RTN_UNACK' },
    })
    expect(await audited()).toHaveLength(1)
  })

  it('is shelved with a reason, is out of the active list, and comes back when the time is over', async () => {
    await field.device('D-SHELF', 'VALVE_TWB')
    await field.raise({ sourceId: 'D-SHELF', type: 'SHELF' })
    const { fid, version } = (await alarmOf('D-SHELF')) as { fid: string; version: number }
    expect(
      await codeOf(operator.call('deviceAlarm.shelve', { fid, version, minutes: 481, reason: 'x' })),
    ).toBe(4001)
    // The form by which alarms are shelved offers four times: the server takes no other.
    expect(
      await operator.envelope('deviceAlarm.shelve', { fid, version, minutes: 7, reason: 'x' }),
    ).toMatchObject({ code: 4001, data: { errors: [{ path: 'minutes' }] } })
    expect(await codeOf(operator.call('deviceAlarm.shelve', { fid, version, minutes: 60, reason: '' }))).toBe(
      4001,
    )
    await operator.call('deviceAlarm.shelve', { fid, version, minutes: 60, reason: '检修中' })
    expect(await alarmOf('D-SHELF')).toBeUndefined()
    const aside = await operator.call('deviceAlarm.list', { projectId: PROJECT, state: 2 })
    expect(aside.list.find((alarm) => alarm.fid === fid)).toMatchObject({
      alarmState: 'SHELVED',
      shelveReason: '检修中',
    })
    // It goes on being checked: what comes again in the meantime is counted, and calls nobody.
    await field.raise({ sourceId: 'D-SHELF', type: 'SHELF' })
    expect((await eventsOf(fid)).at(-1)).toMatchObject({ kind: 'activate', calls: false })
    const shelved = await operator.call('deviceAlarm.list', { projectId: PROJECT, state: 2 })
    const again = shelved.list.find((alarm) => alarm.fid === fid)
    expect(again).toMatchObject({ alarmState: 'SHELVED', occurrences: 2 })
    const back = await operator.call('deviceAlarm.unshelve', { fid, version: Number(again?.version) })
    expect(back).toMatchObject({ alarmState: 'UNACK', state: 0, shelveReason: '' })
    expect(await codeOf(operator.call('deviceAlarm.unshelve', { fid, version: back.version }))).toBe(4001)
    const long = { fid, version: back.version, minutes: 480, reason: '八小时' }
    expect(await operator.call('deviceAlarm.shelve', long)).toMatchObject({ alarmState: 'SHELVED' })
    await server.sql(`update alarm set shelved_until = now() - interval '1 second' where fid = $1`, [fid])
    await eventually(() => alarmOf('D-SHELF')).toMatchObject({ alarmState: 'UNACK', shelvedUntil: null })
    const events = await eventsOf(fid)
    expect(events.at(-1)).toMatchObject({ kind: 'unshelve', calls: true })
  })
})

describe('rights', () => {
  it('a stranger to the project sees nothing, an operator may not take out of service or keep rules', async () => {
    await field.device('D-RIGHT', 'VALVE_TWB')
    await field.raise({ sourceId: 'D-RIGHT', type: 'RIGHT' })
    const { fid, version } = (await alarmOf('D-RIGHT')) as { fid: string; version: number }
    await server.sql(`insert into project (id, name) values ('closed-farm', 'x')`)
    expect(await codeOf(operator.call('deviceAlarm.list', { projectId: 'closed-farm' }))).toBe(4041)
    expect(await codeOf(operator.call('deviceAlarm.takeOut', { fid, version, reason: '检修' }))).toBe(4031)
    const { list } = await operator.call('alarmRule.list', { projectId: PROJECT })
    expect(await codeOf(operator.call('alarmRule.delete', { id: String(list[0]?.id) }))).toBe(403)
    expect(await codeOf(server.stranger.call('deviceAlarm.list', { projectId: PROJECT }))).toBe(600)
    const out = await admin.call('deviceAlarm.takeOut', { fid, version, reason: '检修' })
    expect(out).toMatchObject({ alarmState: 'OUT_OF_SERVICE', state: 2 })
    await field.clear({ sourceId: 'D-RIGHT', type: 'RIGHT' })
    await field.raise({ sourceId: 'D-RIGHT', type: 'RIGHT' })
    expect((await eventsOf(fid)).slice(-2).map(({ calls }) => calls)).toEqual([false, false])
    const aside = await operator.call('deviceAlarm.list', { projectId: PROJECT, state: 2 })
    const stood = { fid, version: Number(aside.list.find((alarm) => alarm.fid === fid)?.version) }
    expect(await codeOf(operator.call('deviceAlarm.putBack', stood))).toBe(4031)
    expect(await admin.call('deviceAlarm.putBack', stood)).toMatchObject({ alarmState: 'UNACK', state: 0 })
    // Put back with its cause there, it calls as a new one does.
    expect((await eventsOf(fid)).at(-1)).toMatchObject({ kind: 'putBack', calls: true })
  })
})

describe('rules', () => {
  it('have names in the reader’s language, and keep them in all while nobody writes another', async () => {
    const { list } = await admin.call('alarmRule.list', { projectId: PROJECT, keyword: 'PRESSURE_HIGH' })
    const rule = list[0]
    if (!rule) throw new Error('no rule')
    expect(rule.name).toBe('压力超高')
    const storedName = async () =>
      (await server.sql<{ name: string }>('select name from alarm_rule where id = $1', [rule.id]))[0]?.name
    const { deviceName: _, ...body } = rule
    await admin.call('alarmRule.update', { ...body, deadband: 0.02 })
    expect(await storedName()).toBe('@alarm.type.PRESSURE_HIGH')
    // Who saw the rule before that is shown what is stored.
    const late = await admin.envelope('alarmRule.update', { ...body, name: '首部超压' })
    expect(late).toMatchObject({ code: 409, data: { version: 2, data: { deadband: 0.02, rowVersion: 2 } } })
    await admin.call('alarmRule.update', { ...body, name: '首部超压', rowVersion: 2 })
    expect(await storedName()).toBe('首部超压')
    // A rule speaks of devices of its own project.
    await server.sql(`insert into project (id, name) values ('rule-farm', 'x')`)
    await field.device('D-ELSEWHERE', 'SOIL', 'rule-farm')
    const elsewhere = { ...body, id: undefined, type: 'ELSEWHERE', deviceId: 'D-ELSEWHERE' }
    expect(await codeOf(admin.call('alarmRule.create', elsewhere))).toBe(400)
  })

  it('come with the project, and judge what devices measure with their delays', async () => {
    await field.device('D-SOIL', 'SOIL')
    const { pagination } = await operator.call('alarmRule.list', { projectId: PROJECT, pageSize: 100 })
    expect(pagination.total).toBeGreaterThan(15)
    const now = Date.now()
    // The rule waits ten minutes: the first reading is no alarm yet.
    await field.report({ samples: [field.sample('D-SOIL', VWC20, 12, now - 60_000)] })
    expect(await alarmOf('D-SOIL')).toBeUndefined()
    await server.sql(
      `update alarm_watch set since = since - interval '10 minutes', due_at = now() where source_id = 'D-SOIL'`,
    )
    await eventually(() => alarmOf('D-SOIL')).toMatchObject({
      type: 'SOIL_LOW',
      value: 12,
      threshold: 15,
      textareaField103: expect.stringContaining('土壤墒情偏低'),
    })
    // Within the deadband it stays, beyond it returns; twice the same batch is once.
    await field.report({ samples: [field.sample('D-SOIL', VWC20, 15.5)] })
    expect(await alarmOf('D-SOIL')).toMatchObject({ alarmState: 'UNACK' })
    const back = { samples: [field.sample('D-SOIL', VWC20, 20)] }
    await field.report(back)
    await field.report(back)
    expect(await alarmOf('D-SOIL')).toMatchObject({ alarmState: 'RTN_UNACK', occurrences: 1 })
  })

  it('take what is history for no alarm', async () => {
    await field.device('D-OLD', 'PRESSURE')
    await field.report({
      samples: [{ ...field.sample('D-OLD', PRES, 1.5, Date.now() - 10_000), isHistory: true }],
    })
    expect(await server.sql(`select 1 from alarm_watch where source_id = 'D-OLD'`)).toEqual([])
  })

  it('suppress by design: no low pressure while no pump runs, and again after its delay once one does', async () => {
    await field.device('D-PRES', 'PRESSURE')
    await field.device('D-PUMP', 'PUMP')
    const low = (secondsAgo: number, pressure = 0.02) =>
      field.report({ samples: [field.sample('D-PRES', PRES, pressure, Date.now() - secondsAgo * 1000)] })
    const stateOf = async () =>
      (
        await server.sql<{ state: string }>(
          `select state from alarm where source_id = 'D-PRES' and closed_at is null`,
        )
      )[0]?.state
    await low(300)
    expect(await stateOf()).toBe('SUPPRESSED_BY_DESIGN')
    expect(await alarmOf('D-PRES')).toBeUndefined()
    // It is checked all the same: that its cause goes is history, and it comes again.
    await low(200, 0.3)
    await eventually(stateOf).toBeUndefined()
    await low(100)
    await eventually(stateOf).toBe('SUPPRESSED_BY_DESIGN')
    await server.sql(`update device_live set reported = '{"st": 2}' where device_id = 'D-PUMP'`)
    await eventually(
      async () =>
        (await server.sql(`select 1 from alarm where source_id = 'D-PRES' and unsuppress_at is not null`))
          .length,
    ).toBe(1)
    expect(await stateOf()).toBe('SUPPRESSED_BY_DESIGN')
    await server.sql(`update alarm set unsuppress_at = now() where source_id = 'D-PRES'`)
    await eventually(stateOf).toBe('UNACK')
  })

  it('take the silence of a gateway for one alarm, not for one of each of its devices', async () => {
    for (const id of ['D-G1', 'D-G2']) await field.device(id, 'VALVE_TWB')
    const at = Date.now() - 30_000
    await server.sql(`update gateway set is_online = false where id = $1`, [GATEWAY])
    const source = { projectId: PROJECT, gatewayId: GATEWAY }
    await field.report({
      gateways: [{ ...source, change: 'offline', status: {}, at }],
      presence: ['D-G1', 'D-G2'].map((deviceId) => ({ ...source, deviceId, isOnline: false, at })),
    })
    const list = (await activeOf(admin)).filter(({ type }) => type.endsWith('_OFFLINE'))
    expect(list.map(({ type }) => type)).toEqual(['GATEWAY_OFFLINE'])
    await server.sql(`update gateway set is_online = true where id = $1`, [GATEWAY])
    await field.report({
      gateways: [{ ...source, change: 'online', status: {}, at: Date.now() }],
      presence: ['D-G1', 'D-G2'].map((deviceId) => ({ ...source, deviceId, isOnline: true, at: Date.now() })),
    })
    expect(
      await server.sql(`select 1 from alarm where source_id in ('D-G1', 'D-G2') and closed_at is null`),
    ).toEqual([])
  })

  it('know a device’s own words, those without a rule too, and take them back', async () => {
    await field.device('D-EVENT', 'VALVE_TWB')
    const event = { projectId: PROJECT, gatewayId: GATEWAY, deviceId: 'D-EVENT', ts: Date.now() }
    await field.report({
      events: [
        { ...event, id: 'e1', type: 'MOTOR_STALL', on: 1 },
        { ...event, id: 'e2', type: 'ODD', on: 1, msg: '怪' },
        { ...event, id: 'e3', type: 'MUTE', on: 1 },
      ],
    })
    const types = async () =>
      (await activeOf(admin)).filter(({ deviceId }) => deviceId === 'D-EVENT').map(({ type }) => type)
    expect((await types()).sort()).toEqual(['MOTOR_STALL', 'MUTE', 'ODD'])
    const contents = (await activeOf(admin)).filter(({ deviceId }) => deviceId === 'D-EVENT')
    // What a rule has a name for is not said a second time in the device's own code.
    expect(contents.map(({ textareaField103 }) => textareaField103).sort()).toEqual([
      '电机堵转',
      '设备告警：MUTE',
      '设备告警：怪',
    ])
    await field.report({ events: [{ ...event, id: 'e1', type: 'MOTOR_STALL', on: 0 }] })
    const stall = (await activeOf(admin)).find(({ type }) => type === 'MOTOR_STALL')
    expect(stall?.alarmState).toBe('RTN_UNACK')
  })

  it('mark what chatters: one call, and a longer silence before it counts as gone', async () => {
    await field.device('D-CHAT', 'VALVE_TWB')
    const event = { projectId: PROJECT, gatewayId: GATEWAY, deviceId: 'D-CHAT', id: 'c', type: 'SWITCH' }
    const start = Date.now() - 40_000
    for (let time = 0; time < 6; time++)
      await field.report({
        events: [{ ...event, on: time % 2 === 0 ? 1 : 0, ts: start + time * 5000 } as const],
      })
    const alarm = (await activeOf(admin)).find(({ type }) => type === 'SWITCH')
    expect(alarm).toMatchObject({ chattering: 1, occurrences: 3 })
    const [row] = await server.sql<{ off_delay_sec: number }>(
      `select off_delay_sec from alarm where fid = $1`,
      [alarm?.fid],
    )
    expect(row?.off_delay_sec).toBe(2)
  })

  it('are kept by whoever manages the project; without its rule an alarm returns', async () => {
    await field.device('D-RULE', 'WEATHER')
    const rule = {
      projectId: PROJECT,
      type: 'HOT',
      name: '高温',
      kind: 'WEATHER',
      source: 'metric',
      signal: 'airTemp',
      comparison: 'gt',
      threshold: 30,
      severity: 3,
    } as const
    const { id } = await admin.call('alarmRule.create', rule)
    expect(await codeOf(admin.call('alarmRule.create', rule))).toBe(400)
    await field.report({ samples: [field.sample('D-RULE', 20, 35)] })
    expect(await alarmOf('D-RULE')).toMatchObject({ type: 'HOT', title: '高温' })
    await admin.call('alarmRule.delete', { id })
    expect(await alarmOf('D-RULE')).toMatchObject({ alarmState: 'RTN_UNACK' })
  })
})

describe('the figures', () => {
  it('count what called, and the worst of it', async () => {
    const kpis = await operator.call('deviceAlarm.kpis', { projectId: PROJECT })
    const [{ calls } = { calls: 0 }] = await server.sql<{ calls: number }>(
      'select count(*)::int as calls from alarm_event where project_id = $1 and calls',
      [PROJECT],
    )
    expect(kpis.total).toBe(calls)
    expect(kpis.hours).toHaveLength(24)
    expect(kpis.series[0]?.points.map(([, count]) => count)).toEqual(kpis.hours.map(({ count }) => count))
    expect(kpis.severities.reduce((sum, { count }) => sum + count, 0)).toBe(calls)
    expect(kpis.chattering).toBe(1)
    expect(kpis.bySeverity.reduce((sum, count) => sum + count, 0)).toBe(kpis.active)
    const { list, pagination } = await operator.call('pump.getDeviceWarningRecord', { deviceId: 'D-EVENT' })
    expect([list.length, pagination.total]).toEqual([3, 3])
  })
})
