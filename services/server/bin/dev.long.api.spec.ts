import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@tests/api/harness'
import { SECRET_KEY } from '@tests/api/options'
import { scratchFolder } from '@tests/scratch'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'

/** Two slow cores, Vite, a server and its simulator. */
const PATIENCE = { timeout: 240_000, interval: 50 }
vi.setConfig({ testTimeout: 900_000 })

/** The sources that are saved: a copy of the project's. */
const folder = scratchFolder('dev')
const place = (file: string) => join(folder, file)
let database: TestDatabase
let dev: ChildProcess
let output = ''
let ended: number | null | undefined

beforeAll(async () => {
  const parts = ['runtime', 'widgets', 'renderers', 'services', 'schemas', 'public']
  const files = ['index.html', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']
  for (const name of [...parts, ...files]) cpSync(name, place(name), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), place('node_modules'))
  database = await createTestDatabase()
  const { npm_lifecycle_event: _, NODE_ENV: __, VITEST: ___, ...inherited } = process.env
  dev = spawn(process.execPath, [place('services/server/bin/dev.mjs')], {
    env: {
      ...inherited,
      ...{ PORT: '0', HOST: '127.0.0.1', LOAM_MQTT_PORT: '0', LOAM_BUSY_DELAY: '0', LOAM_BACKUP: '0' },
      ...{ LOAM_DATA: place('data'), DATABASE_URL: database.url, LOAM_SIMULATOR: 'faultless' },
      LOAM_SECRET_KEY: SECRET_KEY,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (output += chunk))
  dev.once('exit', (code) => {
    ended = code
  })
  await vi.waitUntil(() => {
    if (ended !== undefined) throw new Error(output)
    return url() !== ''
  }, PATIENCE)
}, 600_000)
afterAll(async () => {
  dev?.kill('SIGTERM')
  await vi.waitUntil(() => ended !== undefined, PATIENCE)
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
}, 600_000)

const url = () => /^ready (http:\S+)$/m.exec(output)?.[1] ?? ''
const startedAnew = () => output.match(/^started anew/gm)?.length ?? 0
const simulators = () =>
  execFileSync('ps', ['-o', 'args=', '--ppid', String(dev.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => /simulator\/run\.mjs/.test(line)).length
/** Saves a file of the server's with another last line. */
const save = (file: string, text: string) => {
  const code = readFileSync(file, 'utf8').replace(/\n\/\/ saved .*\n$/, '\n')
  writeFileSync(file, `${code}\n// saved ${text}\n`)
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('tells the open page of an edited verb, on the page’s own address, and serves what it runs then', async () => {
  const client = await (await fetch(`${url()}/@vite/client`)).text()
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1]
  // Vite's client asks at the page's own port where it is given none.
  expect(client).toMatch(/hmrPort = null/)
  const frames: { type: string }[] = []
  const socket = new WebSocket(`${url().replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  socket.onmessage = ({ data }) => frames.push(JSON.parse(String(data)) as { type: string })
  await expect.poll(() => frames.map(({ type }) => type), PATIENCE).toContain('connected')

  const verb = '/runtime/action/verbs/toast.ts'
  const served = async () => await (await fetch(`${url()}${verb}`)).text()
  expect(await served()).not.toContain('EDITED')
  const before = startedAnew()
  const file = place(verb)
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nexport const EDITED = true\n`)
  await expect.poll(() => frames.map(({ type }) => type), PATIENCE).toContain('full-reload')
  expect(await served()).toContain('EDITED')
  // What the page asks of the server while that is started anew is answered.
  expect((await fetch(`${url()}/healthz`)).status).toBe(200)
  await expect.poll(startedAnew, PATIENCE).toBe(before + 1)
  socket.close()
})

it('lives on when a file is saved again while the server is started anew, with one simulator', async () => {
  await expect.poll(simulators, PATIENCE).toBe(1)
  const file = place('services/server/modules/demo/module.ts')
  for (const [index, wait] of [300, 900, 1_800, 2_700, 4_000].entries()) {
    save(file, `${index}`)
    await pause(wait)
  }
  const count = startedAnew()
  save(file, 'last')
  await expect.poll(startedAnew, PATIENCE).toBeGreaterThan(count)
  await pause(3_000)
  expect(ended).toBeUndefined()
  expect((await fetch(`${url()}/healthz`)).status).toBe(200)
  await expect.poll(simulators, PATIENCE).toBe(1)
})

it('writes the language’s schemas when a verb, and when the menu changes', async () => {
  const schema = () => readFileSync(place('schemas/language/page.schema.json'), 'utf8')
  const verb = place('runtime/action/verbs/toast.ts')
  writeFileSync(verb, readFileSync(verb, 'utf8').replace('Shows a message for a moment', 'Told otherwise'))
  await expect.poll(schema, PATIENCE).toContain('Told otherwise')
  const menu = JSON.parse(readFileSync(place('schemas/menu.json'), 'utf8')) as object[]
  const entry = { enCode: 'spec.newcomer', fullName: 'x', type: 0, children: [] }
  writeFileSync(place('schemas/menu.json'), JSON.stringify([...menu, entry]))
  await expect.poll(schema, PATIENCE).toContain('spec.newcomer')
})

it('tells why it cannot start, goes on with the next save, and lets nobody wait meanwhile', async () => {
  const file = place('services/server/modules/demo/module.ts')
  const sound = readFileSync(file, 'utf8')
  writeFileSync(file, `${sound}\nthrow new Error('half written')\n`)
  await expect.poll(() => output, PATIENCE).toContain('half written')
  await expect.poll(async () => (await fetch(`${url()}/healthz`)).status, PATIENCE).toBe(503)
  writeFileSync(file, sound)
  await expect.poll(async () => (await fetch(`${url()}/healthz`)).status, PATIENCE).toBe(200)
})
