import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { buildServer } from './process'

const PATIENCE = { timeout: 40_000, interval: 20 }
const bin = (name: string) => pathToFileURL(`${process.cwd()}/services/server/bin/${name}`).href
/** Processes are found by what `/proc` says of them. */
const hasProc = existsSync('/proc/self/environ')
if (!hasProc) console.warn('Skipped: this system has no /proc; the ends of the server were not tried.')

const folder = mkdtempSync('/tmp/loam-ends-')
let running: Started | undefined

/** What `npm start` runs after the build: the bundled server below its supervisor, leading a group of its own. */
interface Started {
  readonly supervisor: ChildProcess
  /** Process ids of the servers that have been started, in turn. */
  readonly servers: () => number[]
  readonly readies: () => number
  readonly output: () => string
  readonly ended: Promise<number | null>
}

function start(): Started {
  const main = JSON.stringify(join(inject('serverFolder'), 'main.js'))
  const script = `
    import { supervise } from ${JSON.stringify(bin('supervisor.mjs'))}
    supervise(process.execPath, [${main}], { journal: process.env.JOURNAL, env: process.env })`
  const { npm_lifecycle_event: _, ...inherited } = process.env
  const supervisor = spawn(process.execPath, ['--input-type=module', '-e', script], {
    detached: true,
    env: {
      ...inherited,
      ...{ NODE_ENV: 'production', LOAM_ROOT: process.cwd(), PORT: '0', HOST: '127.0.0.1' },
      ...{ LOAM_MQTT_PORT: '0', LOAM_DEMO: '0', LOAM_SIMULATOR: '0', LOAM_ADMIN_PASSWORD: 'Harvest2026' },
      ...{ LOAM_DATA: join(folder, 'data'), JOURNAL: join(folder, 'ends.jsonl') },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream?.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => supervisor.once('exit', resolve))
  running = {
    supervisor,
    ended,
    output: () => output,
    readies: () => [...output.matchAll(/^ready /gm)].length,
    servers: () =>
      processes()
        .filter(({ command }) => command.endsWith('/main.js'))
        .map(({ pid }) => pid),
  }
  return running
}

/** Every process that works on this spec's folder: the supervisor, the server, what they have started, however deep. */
function processes(): { pid: number; command: string }[] {
  const read = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ').trim()
    } catch {
      return ''
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: name, command: read(name, 'cmdline') }))
    .filter(({ pid, command }) => command.includes(folder) || read(pid, 'environ').includes(folder))
    .map(({ pid, command }) => ({ pid: Number(pid), command }))
}
/** What runs, without the database's own processes, of which there are as many as connections. */
const programs = () =>
  left()
    .filter((command) => !command.startsWith('postgres:'))
    .sort()
const left = () => processes().map(({ command }) => command.slice(0, 120))

const ready = async (count = 1) => {
  const started = running ?? start()
  await expect.poll(started.readies, PATIENCE).toBe(count)
  return started
}
const server = (started: Started) => started.servers()[0] ?? 0
const group = (started: Started) => -(started.supervisor.pid ?? 0)

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** Who is told, and how often. */
const TOLD = {
  'the supervisor': (started: Started, signal: NodeJS.Signals) => process.kill(-group(started), signal),
  'the server': (started: Started, signal: NodeJS.Signals) => process.kill(server(started), signal),
  'all of them': (started: Started, signal: NodeJS.Signals) => process.kill(group(started), signal),
  'all of them, twice': (started: Started, signal: NodeJS.Signals) => {
    process.kill(group(started), signal)
    process.kill(group(started), signal)
  },
}
/** That each signal is passed on once is the supervisor's own spec's; here each meets the real server twice at once. */
const CASES = SIGNALS.flatMap((signal) =>
  Object.entries(TOLD).map(([who, tell]) => ({ signal, who, tell })),
).filter(({ signal, who }) => signal === 'SIGTERM' || who === 'all of them, twice')

describe.skipIf(!hasProc)('no way of ending leaves a process behind', () => {
  beforeAll(async () => {
    // A folder of its own account's could not be entered by the database's.
    chmodSync(folder, 0o755)
    await buildServer()
  }, 120_000)
  beforeEach(() => {
    running = undefined
  })
  afterAll(() => {
    for (const { pid } of processes()) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(CASES)('$signal to $who right at ready ends everything in order', async ({ signal, tell }) => {
    const started = await ready()
    tell(started, signal)
    expect(await started.ended).toBe(0)
    await expect.poll(left, PATIENCE).toEqual([])
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('%s to all of them while the database starts', async (signal) => {
    const started = start()
    await expect.poll(() => left().some((line) => line.includes('/postgres -D')), PATIENCE).toBe(true)
    process.kill(group(started), signal)
    await started.ended
    await expect.poll(left, PATIENCE).toEqual([])
  })

  it('a kill -9 of the supervisor ends the server in order, and one of both ends the database too', async () => {
    const started = await ready()
    started.supervisor.kill('SIGKILL')
    await expect.poll(left, PATIENCE).toEqual([])
    running = undefined
    const again = await ready()
    process.kill(group(again), 'SIGKILL')
    await expect.poll(left, PATIENCE).toEqual([])
  })

  it('a server that is aborted or killed comes back by itself, and what it had started does not stay', async () => {
    const started = await ready()
    const before = programs()
    process.kill(server(started), 'SIGABRT')
    await ready(2)
    process.kill(server(started), 'SIGKILL')
    await ready(3)
    await expect.poll(programs, PATIENCE).toEqual(before)
    const ends = readFileSync(join(folder, 'ends.jsonl'), 'utf8').trim().split('\n')
    expect(ends.map((line) => JSON.parse(line))).toMatchObject([
      { signal: 'SIGABRT', code: null, wasReady: true, startsAnewAfter: 0 },
      { signal: 'SIGKILL', reason: 'SIGKILL: by hand, or the system was out of memory' },
    ])
    expect(started.output()).toContain('the server has ended (SIGABRT) and is started anew\n')
    started.supervisor.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    await expect.poll(left, PATIENCE).toEqual([])
  })
})
