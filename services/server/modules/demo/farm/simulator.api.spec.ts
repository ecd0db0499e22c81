import type { Batch } from '@services/server/devices/ingest'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Two slow cores, a child process and twelve connections: whatever is awaited has long to come. */
const PATIENCE = { timeout: 90_000, interval: 200 }
const LONG = 300_000

let server: TestServer
let admin: TestClient
const batches: Batch[] = []

beforeAll(async () => {
  server = await startTestServer({ simulator: 'faultless' })
  server.server.services.devices.consume('spec', async (_tx, batch) => () => {
    batches.push(batch)
  })
  admin = await server.as('admin')
}, LONG)
afterAll(() => server.close())

const stateOf = async (projectId: string) =>
  (await admin.call('simulator.state')).list.find((farm) => farm.projectId === projectId)
const reportedBy = async (deviceId: string) =>
  (
    await server.sql<{ reported: Record<string, unknown> }>(
      'select reported from device_live where device_id = $1',
      [deviceId],
    )
  )[0]?.reported
const isOnline = async (gateway: string) =>
  (await server.sql<{ is_online: boolean }>('select is_online from gateway where id = $1', [gateway]))[0]
    ?.is_online
/** What was answered to a command; devices say at least once, so each word counts once. */
const acksOf = (commandId: string) => [
  ...new Set(batches.flatMap(({ acks }) => acks.filter(({ id }) => id === commandId).map(({ st }) => st))),
]

const setAside = () => server.sql('select topic, reason from device_aside limit 5')

let seq = Date.now()
function command(deviceId: string, gatewayId: string, what: { op: 'valve.set'; dir: number; gat: number }) {
  const id = `c-${++seq}`
  const now = Date.now()
  const sending = server.server.services.devices.send(
    { projectId: 'demo-1', gatewayId, deviceId },
    { id, seq, ...what, maxRunS: 600, iat: now, exp: now + 60_000, ttlMs: 60_000, il: 'v1' },
  )
  return sending.then(() => id)
}

describe('the simulated devices', () => {
  it(
    'report: every gateway is online and its devices are heard',
    async () => {
      await expect.poll(async () => (await stateOf('demo-1'))?.connected, PATIENCE).toBe(8)
      await expect.poll(() => isOnline('GW-8'), PATIENCE).toBe(true)
      await expect.poll(async () => (await stateOf('demo-2'))?.connected, PATIENCE).toBe(2)
      await expect
        .poll(
          async () =>
            (
              await server.sql<{ n: number }>(
                `select count(*)::int as n from device_live where project_id = 'demo-1' and state = 0`,
              )
            )[0]?.n,
          PATIENCE,
        )
        .toBe(224)
      expect(await setAside()).toEqual([])
    },
    LONG,
  )

  it(
    'carry out a command: accepted, moved, done, and the word of the valve proves it',
    async () => {
      const id = await command('T1-03-05', 'GW-2', { op: 'valve.set', dir: 1, gat: 100 })
      await expect
        .poll(() => reportedBy('T1-03-05'), PATIENCE)
        .toMatchObject({ dir: 1, gat: 100, ang: 90, mov: 0, cmd: id })
      await expect
        .poll(async () => ({ acks: acksOf(id), aside: await setAside() }), PATIENCE)
        .toEqual({ acks: ['ACCEPTED', 'DONE'], aside: [] })
      expect(
        batches.flatMap(({ states }) =>
          states.filter(({ deviceId, reported }) => deviceId === 'T1-03-05' && reported.mov === 1),
        ).length,
      ).toBeGreaterThan(0)
    },
    LONG,
  )

  it(
    'fail when they are told to, and are told so by administrators alone',
    async () => {
      const fault = { projectId: 'demo-1', kind: 'valveStall', target: 'T1-04-01' }
      const operator = await server.as('operator')
      expect((await operator.envelope('simulator.startFault', fault)).code).toBe(403)
      expect((await admin.envelope('simulator.startFault', { ...fault, target: 'T9-99-99' })).code).toBe(400)
      expect((await admin.envelope('simulator.startFault', { ...fault, kind: 'earthquake' })).code).toBe(400)
      expect((await admin.envelope('simulator.startFault', fault)).msg).toBe('故障已触发')
      await expect
        .poll(
          async () =>
            (await admin.call('simulator.faults', { projectId: 'demo-1' })).list.filter(
              ({ isActive }) => isActive === 1,
            ),
          PATIENCE,
        )
        .toMatchObject([{ kind: 'valveStall', target: 'T1-04-01' }])
      const id = await command('T1-04-01', 'GW-2', { op: 'valve.set', dir: 1, gat: 100 })
      await expect.poll(() => acksOf(id), PATIENCE).toEqual(['ACCEPTED', 'FAILED'])
      await expect.poll(() => reportedBy('T1-04-01'), PATIENCE).toMatchObject({ fault: 'MOTOR_STALL' })
      await admin.call('simulator.stopAllFaults', { projectId: 'demo-1' })
      await expect.poll(async () => (await stateOf('demo-1'))?.faults, PATIENCE).toBe(0)
    },
    LONG,
  )

  it(
    'come back when the broker is ended by the menu, for administrators alone; the server is not killed where nobody starts it anew',
    async () => {
      const operator = await server.as('operator')
      for (const name of ['simulator.crashBroker', 'simulator.killServer', 'simulator.server'] as const)
        expect((await operator.envelope(name)).code).toBe(403)
      expect(await admin.call('simulator.server')).toEqual({ canCrashBroker: 1, canKillServer: 0 })
      expect(await admin.envelope('simulator.killServer')).toMatchObject({ code: 400 })
      const before = batches.length
      expect((await admin.envelope('simulator.crashBroker')).msg).toBe('消息代理已终止，正在重启')
      const births = () =>
        batches
          .slice(before)
          .flatMap(({ gateways }) => gateways)
          .filter(({ projectId, change }) => projectId === 'demo-1' && change !== 'offline')
      await expect.poll(() => new Set(births().map(({ gatewayId }) => gatewayId)).size, PATIENCE).toBe(8)
      await expect.poll(async () => (await stateOf('demo-1'))?.connected, PATIENCE).toBe(8)
    },
    LONG,
  )

  it(
    'go away with their gateway, and come back',
    async () => {
      const fault = { projectId: 'demo-1', kind: 'gatewayLoss', target: 'GW-7' }
      await admin.call('simulator.startFault', fault)
      await expect.poll(() => isOnline('GW-7'), PATIENCE).toBe(false)
      await admin.call('simulator.stopFault', fault)
      await expect.poll(() => isOnline('GW-7'), PATIENCE).toBe(true)
    },
    LONG,
  )
})
