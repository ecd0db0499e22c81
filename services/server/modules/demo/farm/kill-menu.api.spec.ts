import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createTestClient, md5, type TestClient } from '@tests/api/harness'
import { buildServer, freePort } from '@tests/api/process'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'

/** A bundle, a database, a farm and a second start of all of them, on two slow cores. */
const LONG = 300_000
const PATIENCE = { timeout: 90_000, interval: 200 }
const PASSWORD = 'Harvest2026'
const FOLDER = mkdtempSync('/tmp/loam-kill-menu-')

let child: ChildProcess
let output = ''
let admin: TestClient

/** The server below the supervisor of `npm start`, on data and ports of its own. */
beforeAll(async () => {
  await buildServer()
  // A folder of its own account's could not be entered by the database's.
  chmodSync(FOLDER, 0o755)
  const port = await freePort()
  const script = `
    import { supervise } from ${JSON.stringify(pathToFileURL('services/server/bin/supervisor.mjs').href)}
    supervise(process.execPath, [${JSON.stringify(join(inject('serverFolder'), 'main.js'))}],
      { env: process.env, journal: ${JSON.stringify(join(FOLDER, 'ends.jsonl'))} })`
  const { npm_lifecycle_event: _, ...env } = process.env
  child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      ...env,
      ...{ NODE_ENV: 'production', LOAM_ROOT: process.cwd(), LOAM_SUPERVISED: '1' },
      ...{ PORT: port, HOST: '127.0.0.1', LOAM_MQTT_PORT: await freePort() },
      ...{ LOAM_DATA: join(FOLDER, 'data'), LOAM_DEMO: '1', LOAM_SIMULATOR: '1' },
      LOAM_ADMIN_PASSWORD: PASSWORD,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  await vi.waitFor(() => expect(starts(), output).toBe(1), PATIENCE)
  const url = `http://127.0.0.1:${port}`
  const { token } = await createTestClient(url, '').call('session.login', {
    account: 'admin',
    password: md5(PASSWORD),
  })
  admin = createTestClient(url, token)
}, LONG)
afterAll(async () => {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  rmSync(FOLDER, { recursive: true, force: true })
})

const starts = () => [...output.matchAll(/^ready /gm)].length
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
    await expect.poll(starts, PATIENCE).toBe(2)
    expect(output).toContain('the server has ended (SIGKILL')
    // The same session goes on, nothing is lost, and the gateways come back by themselves.
    await expect.poll(connected, PATIENCE).toBe(8)
    expect(await admin.call('fieldProject.limits', { id: 'demo-1' })).toMatchObject({ filterDp: 0.09 })
    expect(await admin.call('fieldDevice.read', { id: 'T1-03-05' })).toMatchObject({
      maintenanceReason: '更换密封圈',
    })
  },
  LONG,
)
