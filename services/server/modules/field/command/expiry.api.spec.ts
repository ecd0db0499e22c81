import { newId } from '@runtime/id'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_SENDING } from './dispatcher'
import { connectDevices, type TestDevices } from './specs/devices'
import { seedWaterFarm } from './specs/farm'

const PATIENCE = { timeout: 60_000, interval: 100 }
const P = 'busy'
const VALVES = 3 * MOST_SENDING
let server: TestServer
let admin: TestClient
let devices: TestDevices

beforeAll(async () => {
  server = await startTestServer()
  await seedWaterFarm(server, P)
  const run = (text: string) => server.sql(text.replaceAll('@', P))
  await run(`insert into device (id, project_id, gateway_id, kind, name, uplink_every_sec, settings)
    select '@-V' || n, '@', '@-GW', 'VALVE_TWB', 'V' || n, 300, '{"angles":{"closed":0,"a":90,"b":270,"both":180}}'
    from generate_series(1, ${VALVES}) as n`)
  await run(`insert into device_live (device_id, project_id, state, reported, reported_at, last_seen_at)
    select id, '@', 0, '{"dir":0,"gat":0,"ang":0,"mov":0,"ts":1}'::jsonb, now(), now() from device where id like '@-V%'`)
  admin = await server.as('admin')
  devices = await connectDevices(server.server.services.devices.url, P)
})
afterAll(async () => {
  await devices.close()
  await server.close()
})

const requested = (valve: number) => ({
  commandId: newId(),
  deviceId: `${P}-V${valve}`,
  openDirection: 1,
  gatage: 100,
})
const set = (body: ReturnType<typeof requested>) =>
  admin.envelope('fieldManagement.controlThreeWayBallValve', body)
const stateOf = async (id: string) =>
  (await server.sql<{ state: string }>('select state from command where id = $1', [id]))[0]?.state

describe('commands to many actuators', { timeout: 120_000 }, () => {
  it('that wait past their time while others are sent never go out', async () => {
    const { services } = server.server
    const { send } = services.devices
    const { now } = services.fieldCommands
    const sent: string[] = []
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    services.devices.send = async (to, command) => {
      sent.push(command.id)
      await held
      await send(to, command)
    }
    try {
      const all = Array.from({ length: VALVES }, (_, index) => requested(index + 1))
      const [first] = all
      if (!first) throw new Error('nothing is asked')
      await set(first)
      await expect.poll(() => sent.length, PATIENCE).toBe(1)
      // While the broker has not said a word of the first, the others wait for their turn, and their time runs out.
      await Promise.all(all.slice(1).map(set))
      const ahead = Date.now() + 61_000
      const before = new Set(sent)
      services.fieldCommands.now = () => Math.max(ahead, Date.now())
      letGo()
      for (const { commandId } of all.filter((one) => !before.has(one.commandId)))
        await expect.poll(() => stateOf(commandId), PATIENCE).toBe('EXPIRED')
      expect(all.length).toBeGreaterThan(before.size)
      expect(sent.filter((id) => !before.has(id))).toEqual([])
    } finally {
      services.devices.send = send
      services.fieldCommands.now = now
      letGo()
    }
  })
})
