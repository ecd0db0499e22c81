import { ACK_CODE, type CommandPayload } from '@runtime/field/topics'
import { newId } from '@runtime/id'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activeOf } from '../alarm/specs/field'
import { ackOf, connectDevices, PROVED, type TestDevices } from './specs/devices'
import { seedWaterFarm } from './specs/farm'

const PATIENCE = { timeout: 60_000, interval: 100 }
const P = 'stall'
const [GROUP, VALVE] = [`${P}-G1`, `${P}-T1`]
let server: TestServer
let admin: TestClient
let devices: TestDevices

beforeAll(async () => {
  server = await startTestServer()
  await seedWaterFarm(server, P)
  admin = await server.as('admin')
  devices = await connectDevices(server.server.services.devices.url, P)
})
afterAll(async () => {
  await devices.close()
  await server.close()
})

/** Asks, and confirms what is asked back. */
async function operate(action: string) {
  const requested = { commandId: newId(), lgzId: GROUP, action }
  const first = await admin.envelope('fieldManagement.operateLgz', requested)
  if (first.code !== 4101) return first
  const { confirmToken } = first.data as unknown as { confirmToken: string }
  return admin.envelope('fieldManagement.operateLgz', { ...requested, confirmToken })
}
/** Sets the valve and awaits that it is proved. */
async function bring(openDirection: number) {
  const requested = { commandId: newId(), deviceId: VALVE, openDirection, gatage: openDirection * 100 }
  const answer = await admin.envelope('fieldManagement.controlThreeWayBallValve', requested)
  expect(answer).toMatchObject({ code: 200 })
  await expect.poll(() => stateOf({ id: requested.commandId }), PATIENCE).toMatch(PROVED)
}
const stateOf = async ({ id }: Pick<CommandPayload, 'id'>) =>
  (await admin.call('fieldManagement.command', { commandId: id, projectId: P })).state
const alarms = async () => (await activeOf(admin, P)).filter(({ deviceId }) => deviceId === VALVE)
const alsoOf = async (fid: string) =>
  (await admin.call('deviceAlarm.history', { fid })).list.filter(({ kind }) => kind === 'also').length

/** What the device says of its stall, and how the command to it ends. */
const SAYINGS: Readonly<Record<string, (command: CommandPayload) => Promise<void>>> = {
  /** It says itself that it could not do it. */
  async answer(command) {
    await devices.gateway.publish(
      VALVE,
      'ack',
      ackOf(command, 'FAILED', Date.now(), ACK_CODE.stalled, 'stall'),
    )
    await expect.poll(() => stateOf(command), PATIENCE).toBe('FAILED')
  },
  /** It says nothing, and nothing moves. */
  async silence(command) {
    await devices.gateway.publish(VALVE, 'ack', ackOf(command, 'ACCEPTED', Date.now()))
    await expect.poll(() => stateOf(command), PATIENCE).toMatch(/^(ACCEPTED|EXECUTING)$/)
    await server.sql(
      `update command set attempts = 4, deadline_at = now(), expires_at = now(), wake_at = now() where id = $1`,
      [command.id],
    )
    await expect.poll(() => stateOf(command), PATIENCE).toMatch(/^(TIMEOUT|FAILED)$/)
  },
  async event() {
    await devices.gateway.publish(VALVE, 'event', event(1))
    await heard('MOTOR_STALL')
  },
  async state(command) {
    await devices.state(VALVE, { ...NEVER_MOVED, fault: 'MOTOR_STALL', cmd: command.id })
    await heard('VALVE_FAULT')
  },
}
const NEVER_MOVED = { dir: 0, gat: 0, ang: 40, mov: 0 }
const event = (on: 0 | 1) => ({ id: newId(), type: 'MOTOR_STALL', on, msg: '', ts: Date.now() })
/** What an open alarm of the valve tells of is kept with it. */
const heard = (type: string) =>
  expect
    .poll(
      () =>
        server.sql(
          'select 1 from alarm where source_id = $1 and closed_at is null and causes @> to_jsonb($2::text)',
          [VALVE, type],
        ),
      PATIENCE,
    )
    .toHaveLength(1)

describe('a valve that stalls while its group starts', { timeout: 240_000 }, () => {
  it.each([
    ['answer', 'event', 'state'],
    ['event', 'state', 'answer'],
    ['state', 'event'],
    ['silence', 'event', 'state'],
    ['event', 'silence', 'state'],
  ])('is one alarm, told by %s, then %s, then %s', async (...order) => {
    const told: CommandPayload[] = []
    devices.manners.hear = (command, device) => device === VALVE && told.push(command) > 0
    const started = await operate('start')
    expect(started).toMatchObject({ code: 200 })
    const { runId } = started.data as { runId: string }
    const command = () => told[0] as CommandPayload
    await expect.poll(command, PATIENCE).toBeDefined()
    for (const saying of order) if (saying) await SAYINGS[saying]?.(command())
    await expect.poll(() => stateOf(command()), PATIENCE).toMatch(/^(FAILED|TIMEOUT)$/)
    const step = async () =>
      (await admin.call('fieldManagement.runs', { projectId: P }))
        .find((one) => one.runId === runId)
        ?.steps.find(({ deviceId }) => deviceId === VALVE)?.state
    await expect.poll(step, PATIENCE).toMatch(/^(FAILED|TIMEOUT)$/)
    await heard('COMMAND_FAILED')

    const [alarm, ...more] = await alarms()
    expect(more.map(({ type, textareaField103 }) => [type, textareaField103])).toEqual([])
    expect(alarm).toMatchObject({ severity: 2, alarmState: 'UNACK' })
    // In the words of the device, not of what came of it.
    expect(alarm?.type).toMatch(/^(MOTOR_STALL|VALVE_FAULT)$/)
    expect(await alsoOf(String(alarm?.fid))).toBeGreaterThanOrEqual(order.length - 1)

    // It is freed by hand and does as it is told: nothing is left but somebody's look at it.
    devices.manners = {}
    await devices.gateway.publish(VALVE, 'event', event(0))
    await devices.state(VALVE, { dir: 0, gat: 0, ang: 0, mov: 0, fault: null })
    await operate('stop')
    const isOver = async () =>
      (await admin.call('fieldManagement.runs', { projectId: P })).every(
        ({ state }) => !/^(RUNNING|STARTING|STOPPING)$/.test(state),
      )
    await expect.poll(isOver, PATIENCE).toBe(true)
    for (const direction of [1, 0]) await bring(direction)
    await expect.poll(async () => (await alarms())[0]?.alarmState, PATIENCE).toBe('RTN_UNACK')
    const [last] = await alarms()
    await admin.call('deviceAlarm.ack', { fid: String(last?.fid), version: Number(last?.version) })
    expect(await alarms()).toEqual([])
  })
})
