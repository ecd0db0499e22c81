import { newId } from '@runtime/id'
import { type RunningServer, startServer } from '@services/server/server'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { quiet, testOptions } from '@tests/api/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ackOf, connectDevices, PROVED, type TestDevices } from './specs/devices'
import { seedWaterFarm } from './specs/farm'

const PATIENCE = { timeout: 45_000, interval: 50 }
const P = 'again'
let first: TestServer
let second: RunningServer | undefined
const open: TestDevices[] = []

beforeAll(async () => {
  first = await startTestServer()
  await seedWaterFarm(first, P)
})
afterAll(async () => {
  for (const devices of open) await devices.close()
  await second?.close()
  await first.close()
})

const stateOf = async (id: string) =>
  (await first.sql<{ state: string }>('select state from command where id = $1', [id]))[0]?.state
const awaitState = (id: string, state: string) => expect.poll(() => stateOf(id), PATIENCE).toBe(state)

describe('a server that starts anew', () => {
  it('replays no old intent: it asks the devices, and what has expired never moves', {
    timeout: 120_000,
  }, async () => {
    const admin = await first.as('admin')
    const before = await connectDevices(first.server.services.devices.url, P)
    const [accepted, silent, undelivered] = [newId(), newId(), newId()]
    before.manners.hear = async (command, device) => {
      if (command.id === accepted)
        await before.gateway.publish(device, 'ack', ackOf(command, 'ACCEPTED', Date.now()))
      return true
    }
    const { devices } = first.server.services
    const send = devices.send
    devices.send = (to, command) =>
      command.id === undelivered ? Promise.reject(new Error('the broker is away')) : send(to, command)
    for (const [place, commandId] of [accepted, silent, undelivered].entries())
      await admin.call('fieldManagement.controlThreeWayBallValve', {
        commandId,
        deviceId: `${P}-T${place + 1}`,
        openDirection: 1,
        gatage: 100,
      })
    await awaitState(accepted, 'ACCEPTED')
    await awaitState(silent, 'SENT')
    const sent = before.told.find(({ command }) => command.id === accepted)?.command
    if (!sent) throw new Error('the device never heard of it')
    await first.server.close()
    await before.close()
    await first.sql('update command set expires_at = now() where id = $1', [undelivered])
    await first.sql('update gateway set is_online = true where project_id = $1', [P])

    second = await startServer(testOptions({ databaseUrl: first.databaseUrl }), quiet)
    const after = await connectDevices(second.services.devices.url, P)
    open.push(after)
    await awaitState(undelivered, 'EXPIRED')
    // What the device did in the meantime is the truth.
    await after.carryOut(`${P}-T1`, sent)
    await awaitState(accepted, 'VERIFIED')
    // Its message is good no longer: nothing can arrive any more.
    await first.sql(
      'update command set deadline_at = now(), expires_at = now(), wake_at = now() where id = $1',
      [silent],
    )
    await awaitState(silent, 'TIMEOUT')
    expect(after.told).toEqual([])
  })

  it('carries out what had not left the server that ended before it', { timeout: 120_000 }, async () => {
    const [before] = await first.sql<{ id: string }>(
      `select id from command where actuator_id = $1 order by seq desc limit 1`,
      [`${P}-T1`],
    )
    const waiting = newId()
    await first.sql(
      `insert into command select (jsonb_populate_record(command, jsonb_build_object(
         'id', $2::text, 'seq', seq + 1, 'owner', 'one that has ended', 'state', 'QUEUED', 'stage', 'broker',
         'is_due', true, 'attempts', 1, 'issued_at', now(), 'first_sent_at', now(), 'sent_at', now(),
         'published_at', null, 'acked_at', null, 'finished_at', null, 'verified_at', null,
         'deadline_at', now() + interval '3 s', 'wake_at', now() + interval '3 s', 'leased_until', null,
         'expires_at', now() + interval '1 h', 'samples', 0, 'result_code', '', 'result_text', ''))).*
       from command where id = $1`,
      [before?.id, waiting],
    )
    await first.sql('update actuator set seq = seq + 1 where device_id = $1', [`${P}-T1`])
    await expect.poll(() => stateOf(waiting), PATIENCE).toMatch(PROVED)
    expect(open[0]?.told.filter(({ command }) => command.id === waiting)).toHaveLength(1)
  })

  it('stops no pump for valves that have not said again how they stand, until its patience ends', {
    timeout: 120_000,
  }, async () => {
    const Q = 'settles'
    await second?.close()
    await seedWaterFarm(first, Q)
    // Watered as the last server went; the gateway has not come back yet.
    await first.sql(
      `update device_live set reported = case device_id when $1 then '{"st":2,"mode":0,"ts":1}'::jsonb
         else '{"dir":3,"gat":100,"ang":180,"mov":0,"ts":1}'::jsonb end, state = 1
       where project_id = $2`,
      [`${Q}-P1`, Q],
    )
    await first.sql('update gateway set is_online = false, died_at = now() where project_id = $1', [Q])
    second = await startServer(testOptions({ databaseUrl: first.databaseUrl }), quiet)
    const { fieldCommands } = second.services
    const looks = async () => {
      await fieldCommands.poll()
      const [watch] = await first.sql<{ looked_at: Date }>(
        'select looked_at from interlock_watch where project_id = $1',
        [Q],
      )
      return watch?.looked_at.getTime() ?? 0
    }
    const stops = () =>
      first.sql<{ reason: string }>(
        `select reason from command where project_id = $1 and target ->> 'op' = 'pump.stop'`,
        [Q],
      )
    const begun = await looks()
    // A lost path trips after two seconds.
    await expect.poll(looks, { ...PATIENCE, interval: 500 }).toBeGreaterThan(begun + 4_000)
    expect(await stops()).toEqual([])
    const later = Date.now() + 31_000
    fieldCommands.now = () => later + Date.now() - begun
    await expect
      .poll(async () => {
        await looks()
        return stops()
      }, PATIENCE)
      .toEqual([{ reason: 'I01' }])
  })
})
