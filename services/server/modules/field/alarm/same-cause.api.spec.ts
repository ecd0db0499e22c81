import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activeOf, type Field, openField, PROJECT } from './specs/field'

let server: TestServer
let field: Field
let admin: TestClient
let clock = Date.now() - 60_000

beforeAll(async () => {
  server = await startTestServer()
  field = await openField(server)
  admin = await server.as('admin')
})
afterAll(async () => {
  await field.close()
  await server.close()
})

const of = async (deviceId: string) => (await activeOf(admin)).filter((alarm) => alarm.deviceId === deviceId)
const kindsOf = async (fid: unknown) =>
  (await admin.call('deviceAlarm.history', { fid: String(fid) })).list.map(({ kind }) => kind)

/** What a device and the commands to it may say. */
function sayer(deviceId: string) {
  const tick = () => {
    clock += 10
    return clock
  }
  const word = (type: string, on: 0 | 1) => ({ projectId: PROJECT, deviceId, type, on, msg: '', ts: tick() })
  return {
    event: (type: string, on: 0 | 1) => field.report({ events: [word(type, on)] as never }),
    state: (fault: string | null, st = 0) =>
      field.report({
        states: [{ projectId: PROJECT, deviceId, reported: { fault, st, ts: tick() } }] as never,
      }),
    command: () => field.raise({ sourceId: deviceId, type: 'COMMAND_FAILED', severity: 3, cause: 'fault:' }),
    obeyed: () => field.clear({ sourceId: deviceId, type: 'COMMAND_FAILED' }),
  }
}

describe('one cause at one device', () => {
  const orders = [
    ['event', 'state', 'command'],
    ['command', 'event', 'state'],
    ['state', 'command', 'event'],
  ] as const
  it.each(orders)('is one alarm of a valve that stalls, said by %s, %s, %s', async (...order) => {
    const id = `STALL-${order.join('')}`
    await field.device(id, 'VALVE_TWB')
    const says = sayer(id)
    const say = {
      event: () => says.event('MOTOR_STALL', 1),
      state: () => says.state('MOTOR_STALL'),
      command: says.command,
    }
    for (const one of order) await say[one]()
    const [alarm, ...more] = await of(id)
    expect(more).toEqual([])
    expect(alarm).toMatchObject({ severity: 2, occurrences: 1, alarmState: 'UNACK' })
    expect(alarm?.type).toMatch(/^(MOTOR_STALL|VALVE_FAULT)$/)
    // What the others said is kept with it.
    expect((await kindsOf(alarm?.fid)).filter((kind) => kind === 'also')).toHaveLength(2)
    const calls = await server.sql('select 1 from alarm_event where fid = $1 and calls', [alarm?.fid])
    expect(calls).toHaveLength(1)

    await admin.call('deviceAlarm.ack', { fid: String(alarm?.fid), version: Number(alarm?.version) })
    await says.event('MOTOR_STALL', 0)
    await says.state(null)
    // The command has still not been carried out.
    expect(await of(id)).toMatchObject([{ alarmState: 'ACKED' }])
    await says.obeyed()
    expect(await of(id)).toEqual([])
  })

  it('is one alarm of a pump that trips, latched and critical as its gravest, until it is reset', async () => {
    await field.device('TRIP', 'PUMP')
    const says = sayer('TRIP')
    await says.command()
    await says.event('DRY_RUN', 1)
    await says.state('DRY_RUN', 3)
    const [alarm, ...more] = await of('TRIP')
    expect(more).toEqual([])
    expect(alarm).toMatchObject({ type: 'PUMP_FAULT', severity: 1, latch: 1 })
  })

  it('is one alarm too where only the last word shows that two were of one cause', async () => {
    await field.device('BRIDGE', 'PUMP')
    const says = sayer('BRIDGE')
    await says.command()
    await says.event('PHASE_X', 1)
    expect(await of('BRIDGE')).toHaveLength(2)
    await says.state('PHASE_X', 3)
    expect(await of('BRIDGE')).toMatchObject([{ type: 'PUMP_FAULT', severity: 1, latch: 1 }])
    await says.event('PHASE_X', 0)
    await says.state(null)
    expect(await of('BRIDGE')).toMatchObject([{ alarmState: 'UNACK' }])
    await says.obeyed()
    expect(await of('BRIDGE')).toMatchObject([{ alarmState: 'LATCHED_UNACK' }])
  })

  it('comes again to the same alarm, and another fault is another alarm', async () => {
    await field.device('TWICE', 'VALVE_TWB')
    const says = sayer('TWICE')
    await says.event('MOTOR_STALL', 1)
    await says.event('MOTOR_STALL', 0)
    expect(await of('TWICE')).toMatchObject([{ alarmState: 'RTN_UNACK' }])
    await says.command()
    expect(await of('TWICE')).toMatchObject([{ alarmState: 'UNACK', occurrences: 2 }])
    await says.event('LEAK_SUSPECTED', 1)
    expect(await of('TWICE')).toHaveLength(2)
  })

  it('calls again who has acknowledged it when it gets graver', async () => {
    await field.device('WORSE', 'VALVE_TWB')
    const says = sayer('WORSE')
    await says.event('MOTOR_STALL', 1)
    const [alarm] = await of('WORSE')
    await admin.call('deviceAlarm.ack', { fid: String(alarm?.fid), version: Number(alarm?.version) })
    const command = { sourceId: 'WORSE', type: 'COMMAND_FAILED', cause: 'fault:' } as const
    await field.raise({ ...command, severity: 3 })
    expect(await of('WORSE')).toMatchObject([{ alarmState: 'ACKED', severity: 2 }])
    await field.raise({ ...command, severity: 1 })
    expect(await of('WORSE')).toMatchObject([{ alarmState: 'UNACK', severity: 1 }])
  })

  it('keeps nothing quiet that comes of what somebody has shelved', async () => {
    await field.device('QUIET', 'VALVE_TWB')
    const says = sayer('QUIET')
    await says.event('MOTOR_STALL', 1)
    const [alarm] = await of('QUIET')
    const { fid, version } = alarm as { fid: string; version: number }
    await admin.call('deviceAlarm.shelve', { fid, version, minutes: 15, reason: '检修' })
    await says.command()
    expect(await of('QUIET')).toMatchObject([{ type: 'COMMAND_FAILED' }])
  })
})
