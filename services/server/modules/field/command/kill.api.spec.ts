import { newId } from '@runtime/id'
import { type Installation, install } from '@tests/api/installation'
import type { ServerProcess } from '@tests/api/process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ackOf, connectDevices, type TestDevices } from './specs/devices'
import { seedWaterFarm } from './specs/farm'

const PATIENCE = { timeout: 60_000, interval: 50 }
const P = 'kill'
let installation: Installation
let server: ServerProcess
let devices: TestDevices

beforeAll(async () => {
  installation = await install()
  server = await installation.start()
  await seedWaterFarm(installation, P)
  devices = await connectDevices(`mqtt://127.0.0.1:${installation.mqttPort}`, P)
}, 180_000)
afterAll(async () => {
  await devices?.close()
  await server?.stop()
  installation?.remove()
})

const stateOf = async (id: string) =>
  (await installation.sql<{ state: string }>('select state from command where id = $1', [id]))[0]?.state
const awaitState = (id: string, state: string) => expect.poll(() => stateOf(id), PATIENCE).toBe(state)

describe('kill -9 of the server with commands in flight', { timeout: 240_000 }, () => {
  it('judges each again: nothing is done twice, and what has expired never moves', async () => {
    const admin = await installation.signIn(server, 'admin')
    const [accepted, done, moved, expired] = [newId(), newId(), newId(), newId()]
    devices.manners.hear = async (command, device) => {
      const report = (st: 'ACCEPTED' | 'DONE') =>
        devices.gateway.publish(device, 'ack', ackOf(command, st, Date.now()))
      if (command.id === accepted || command.id === done) await report('ACCEPTED')
      if (command.id === done) await report('DONE')
      return true
    }
    for (const [place, commandId] of [accepted, done, moved].entries())
      await admin.call('fieldManagement.controlThreeWayBallValve', {
        commandId,
        deviceId: `${P}-T${place + 1}`,
        openDirection: 1,
        gatage: 100,
      })
    await awaitState(accepted, 'ACCEPTED')
    await awaitState(done, 'EXECUTING')
    await awaitState(moved, 'SENT')
    // Held still, since its database goes with it: what had not been sent when it died has expired in the meantime.
    server.process.kill('SIGSTOP')
    const before = devices.told.length
    await installation.sql(
      `insert into command select (jsonb_populate_record(command, jsonb_build_object(
         'id', $2::text, 'actuator_id', $3::text, 'state', 'QUEUED', 'stage', 'broker', 'first_sent_at', null, 'sent_at', null, 'published_at', null, 'acked_at', null, 'deadline_at', null, 'retry_at', null,
         'attempts', 0, 'is_due', true, 'expires_at', now() - interval '1 second', 'wake_at', now()))).*
       from command where id = $1`,
      [moved, expired, `${P}-T4`],
    )
    await installation.sql(`insert into actuator (device_id, project_id, seq) values ($1, $2, 1)`, [
      `${P}-T4`,
      P,
    ])
    await server.kill()
    server = await installation.start()
    await awaitState(expired, 'EXPIRED')
    // Devices say what they did while nobody listened; one of them had never acknowledged.
    for (const id of [accepted, done, moved]) {
      const sent = devices.told.find(({ command }) => command.id === id)
      if (!sent) throw new Error('the device never heard of it')
      await expect.poll(() => devices.gateway.client.connected, PATIENCE).toBe(true)
      await devices.carryOut(sent.device, sent.command)
      await awaitState(id, 'VERIFIED')
    }
    const again = devices.told.slice(before).map(({ command }) => command.id)
    expect(again.filter((id) => id !== moved)).toEqual([])
    expect([...devices.done.values()].every((count) => count === 1)).toBe(true)
    expect(devices.told.some(({ command }) => command.id === expired)).toBe(false)
    const audit = await installation.sql<{ action: string }>(
      `select action from audit where action = 'command.issue'`,
    )
    expect(audit).toHaveLength(3)
  })
})
