import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '@tests/scratch'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildServer } from './process'
import { type Supervised, startSupervised } from './supervised'

const PATIENCE = { timeout: 45_000, interval: 20 }
/** Processes are found by what `/proc` says of them. */
const hasProc = existsSync('/proc/self/environ')
if (!hasProc) console.warn('Skipped: this system has no /proc; the ends of the server were not tried.')

/** A terminal is what `script` opens. */
const hasScript = existsSync('/usr/bin/script')
if (!hasScript) console.warn('Skipped: there is no `script`; a closed terminal was not tried.')

const folder = scratchFolder('ends')
let running: Supervised | undefined

function start(how: { readonly inTerminal?: boolean } = {}): Supervised {
  const env = { PORT: '0', LOAM_ADMIN_PASSWORD: 'Harvest2026', LOAM_DATA: join(folder, 'data') }
  running = startSupervised(env, how)
  return running
}

interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** Every process that works on this spec's folder: the supervisor, the server, what they have started, however deep. */
function processes(): Process[] {
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
    .map(({ pid, command }) => ({ pid: Number(pid), parent: parentOf(read(pid, 'stat')), command }))
}
/** `pid (name) state parent …`, and a name may have any characters. */
const parentOf = (stat: string) =>
  Number(
    stat
      .slice(stat.lastIndexOf(')') + 1)
      .trim()
      .split(' ')[1],
  )
/** What runs, without the processes that the database starts for itself: as many as connections, and under its own name at first. */
const programs = () => {
  const all = processes()
  const databases = new Set(all.filter(({ command }) => isDatabase(command)).map(({ pid }) => pid))
  return all
    .filter(({ command, parent }) => !command.startsWith('postgres:') && !databases.has(parent))
    .map(shown)
    .sort()
}
const isDatabase = (command: string) => command.includes('/postgres -D')
const shown = ({ command }: Process) => command.slice(0, 120)
const left = () => processes().map(shown)

const ready = async (count = 1) => {
  const started = running ?? start()
  await started.ready(count)
  return started
}
const group = (started: Supervised) => -(started.supervisor.pid ?? 0)

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** Who is told, and how often. */
const TOLD = {
  'the supervisor': (started: Supervised, signal: NodeJS.Signals) => process.kill(-group(started), signal),
  'the server': (started: Supervised, signal: NodeJS.Signals) => process.kill(started.serverPid(), signal),
  'all of them': (started: Supervised, signal: NodeJS.Signals) => process.kill(group(started), signal),
  'all of them, twice': (started: Supervised, signal: NodeJS.Signals) => {
    process.kill(group(started), signal)
    process.kill(group(started), signal)
  },
}
/** That each signal is passed on once is the supervisor's own spec's; here each meets the real server twice at once. */
export const AT_READY = SIGNALS.flatMap((signal) =>
  Object.entries(TOLD).map(([who, tell]) => ({ signal, who, tell })),
).filter(({ signal, who }) => signal === 'SIGTERM' || who === 'all of them, twice')

/** What everything is told while the database starts. */
export const AT_START = [
  ['SIGTERM', ['SIGTERM']],
  ['SIGINT, twice,', ['SIGINT', 'SIGINT']],
  ['SIGKILL', ['SIGKILL']],
] as const

const databaseStarts = () => expect.poll(() => left().some(isDatabase), PATIENCE).toBe(true)

/** No way of ending leaves a process behind: each of these is tried on a folder of its own. */
export function leavesNothing(tries: () => void): void {
  describe.skipIf(!hasProc)('no way of ending leaves a process behind', () => {
    beforeAll(async () => {
      await buildServer()
    }, 120_000)
    beforeEach(() => {
      running = undefined
    })
    afterAll(() => {
      for (const { pid } of processes()) process.kill(pid, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    })

    tries()
  })
}

export function endsAtReady(cases: typeof AT_READY): void {
  it.each(cases)('$signal to $who right at ready ends everything in order', async ({ signal, tell }) => {
    const started = await ready()
    tell(started, signal)
    expect(await started.ended).toBe(0)
    await expect.poll(left, PATIENCE).toEqual([])
  })
}

export function endsAtStart(cases: readonly (typeof AT_START)[number][]): void {
  it.each(cases)('%s to all of them while the database starts', async (_, signals) => {
    const started = start()
    await databaseStarts()
    for (const signal of signals) process.kill(group(started), signal)
    await started.ended
    await expect.poll(left, PATIENCE).toEqual([])
  })
}

export function outlivesAnAbortAtStart(): void {
  it('an abort of the server while it starts is no end: it comes up, once, and ends in order', async () => {
    const started = start()
    await databaseStarts()
    process.kill(started.serverPid(), 'SIGABRT')
    await started.ready()
    await expect.poll(() => programs().filter((line) => line.includes('main.js')), PATIENCE).toHaveLength(1)
    process.kill(group(started), 'SIGTERM')
    expect(await started.ended).toBe(0)
    await expect.poll(left, PATIENCE).toEqual([])
  })
}

export function endsWithItsTerminal(): void {
  it.skipIf(!hasScript)('a terminal that is closed ends everything', async () => {
    const started = start({ inTerminal: true })
    await started.ready()
    started.supervisor.kill('SIGKILL')
    await expect.poll(left, PATIENCE).toEqual([])
  })
}

export function endsOrComesBackWhenKilled(): void {
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
    process.kill(started.serverPid(), 'SIGABRT')
    await ready(2)
    process.kill(started.serverPid(), 'SIGKILL')
    await ready(3)
    await expect.poll(programs, PATIENCE).toEqual(before)
    const ends = readFileSync(join(folder, 'data', 'ends.jsonl'), 'utf8')
      .trim()
      .split('\n')
    expect(ends.slice(-2).map((line) => JSON.parse(line))).toMatchObject([
      { signal: 'SIGABRT', code: null, wasReady: true, startsAnewAfter: 0 },
      { signal: 'SIGKILL', reason: 'SIGKILL: by hand, or the system was out of memory' },
    ])
    expect(started.output()).toContain('the server has ended (SIGABRT) and is started anew\n')
    started.supervisor.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    await expect.poll(left, PATIENCE).toEqual([])
  })
}
