import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { signInAt, type TestClient } from '@tests/api/harness'
import { buildServer, freePort } from '@tests/api/process'
import { type Supervised, startSupervised } from '@tests/api/supervised'
import { scratchFolder } from '@tests/scratch'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** A bundle, a database, a farm and a second start of all of them, on two slow cores. */
const LONG = 300_000
const PATIENCE = { timeout: 90_000, interval: 200 }
const PASSWORD = 'Harvest2026'
const FOLDER = scratchFolder('kill-menu')

let server: Supervised
let admin: TestClient

/** The server below the supervisor of `npm start`, on data and ports of its own. */
beforeAll(async () => {
  await buildServer()
  const port = await freePort()
  server = startSupervised({
    ...{ PORT: port, LOAM_MQTT_PORT: await freePort(), LOAM_DATA: join(FOLDER, 'data') },
    ...{ LOAM_DEMO: '1', LOAM_SIMULATOR: '1', LOAM_ADMIN_PASSWORD: PASSWORD },
  })
  await server.ready()
  admin = await signInAt(`http://127.0.0.1:${port}`, 'admin', PASSWORD)
}, LONG)
afterAll(async () => {
  server.supervisor.kill('SIGTERM')
  await server.ended
  rmSync(FOLDER, { recursive: true, force: true })
})

/** Gateways of the first farm that are connected; none while nobody answers. */
const connected = () =>
  admin
    .call('simulator.state')
    .then(({ list }) => list.find(({ projectId }) => projectId === 'demo-1')?.connected ?? 0)
    .catch(() => 0)

it(
  'the kill button ends the server, which comes back by itself, with its farm and all that it had acknowledged',
  async () => {
    expect(await admin.call('simulator.server')).toEqual({ canCrashBroker: 1, canKillServer: 1 })
    await expect.poll(connected, PATIENCE).toBe(8)
    const { rowVersion } = await admin.call('fieldProject.limits', { id: 'demo-1' })
    await admin.call('fieldDevice.setMaintenance', { id: 'T1-03-05', reason: '更换密封圈' })
    await admin.call('fieldProject.setLimits', { id: 'demo-1', rowVersion, filterDp: 0.09 })
    expect((await admin.envelope('simulator.killServer')).msg).toBe('服务即将被强制终止')
    await server.ready(2)
    expect(server.output()).toContain('the server has ended (SIGKILL')
    // The same session goes on, nothing is lost, and the gateways come back by themselves.
    await expect.poll(connected, PATIENCE).toBe(8)
    expect(await admin.call('fieldProject.limits', { id: 'demo-1' })).toMatchObject({ filterDp: 0.09 })
    expect(await admin.call('fieldDevice.read', { id: 'T1-03-05' })).toMatchObject({
      maintenanceReason: '更换密封圈',
    })
  },
  LONG,
)
