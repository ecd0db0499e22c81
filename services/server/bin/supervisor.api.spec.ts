import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'

const PATIENCE = { timeout: 45_000, interval: 20 }
const bin = (name: string) =>
  JSON.stringify(pathToFileURL(`${process.cwd()}/services/server/bin/${name}`).href)
const folder = mkdtempSync(join(tmpdir(), 'loam-supervisor-'))

const open: ChildProcess[] = []
afterEach(() => {
  for (const child of open.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a module of the supervising side; a line `up <pid>` of whatever it starts is heard. */
function play(script: string, env: NodeJS.ProcessEnv = {}) {
  const { npm_lifecycle_event: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...inherited, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  open.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const pids = () => [...output.matchAll(/up (\d+)/g)].map(([, pid]) => Number(pid))
  return { child, ended, pids, output: () => output, isAlive: () => pids().some(isAlive) }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('the supervisor', () => {
  const UP = "console.log('up ' + process.pid)"
  /** What it does when it is told something it has said before this, so that nothing told after it is lost. */
  const READY = `process.on('disconnect', () => process.exit()); process.send('ready'); ${UP}; setInterval(() => {}, 1000)`
  /** A server that takes its time to end in order, and says that it has. */
  const ORDERLY = `for (const s of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(s, () => {
    if (globalThis.isAsked) { console.log('twice'); process.exit(9) }
    globalThis.isAsked = true
    setTimeout(() => { console.log('in order'); process.exit(0) }, 100)
  }); ${READY}`
  let count = 0
  const supervise = (server: string, flags: readonly string[] = []) => {
    const journal = join(folder, `${++count}`, 'ends.jsonl')
    const script = `
      import { supervise } from ${bin('supervisor.mjs')}
      supervise(process.execPath, ${JSON.stringify([...flags, '-e', server])}, { env: process.env, journal: ${JSON.stringify(journal)} })`
    const ends = () =>
      existsSync(journal)
        ? readFileSync(journal, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : []
    return { ...play(script), ends }
  }

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'passes %s on, once however often it is told',
    async (signal) => {
      const { child, ended, pids, isAlive, output, ends } = supervise(ORDERLY)
      await expect.poll(pids, PATIENCE).toHaveLength(1)
      child.kill(signal)
      child.kill(signal)
      expect(await ended).toBe(0)
      expect(output()).toContain('in order')
      expect(output()).not.toContain('twice')
      await expect.poll(isAlive, PATIENCE).toBe(false)
      expect(ends()).toEqual([])
    },
  )

  it.each([
    ['SIGKILL', "process.kill(process.pid, 'SIGKILL')", 'SIGKILL: by hand, or the system was out of memory'],
    ['SIGSEGV', "process.kill(process.pid, 'SIGSEGV')", 'SIGSEGV'],
    ['an error that nobody caught', "throw new TypeError('no valve')", 'exit code 1: TypeError: no valve'],
    ['process.exit(3)', 'process.exit(3)', 'exit code 3'],
  ])('starts a server anew that ended by %s after it was ready, and notes why', async (_, end, reason) => {
    const { child, ended, pids, output, ends } = supervise(
      `process.on('SIGUSR2', () => { ${end} }); ${READY}`,
    )
    await expect.poll(pids, PATIENCE).toHaveLength(1)
    process.kill(pids()[0] ?? 0, 'SIGUSR2')
    await expect.poll(pids, PATIENCE).toHaveLength(2)
    expect(output()).toContain(`the server has ended (${reason}) and is started anew`)
    expect(ends()).toMatchObject([{ reason, wasReady: true, startsAnewAfter: 0, pid: pids()[0] }])
    child.kill('SIGTERM')
    await ended
    await expect.poll(() => pids().some(isAlive), PATIENCE).toBe(false)
  })

  it('says "out of memory" of a server whose heap is full', async () => {
    const full = 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length))'
    const { pids, ends } = supervise(`process.on('SIGUSR2', () => { ${full} }); ${READY}`, [
      '--max-old-space-size=20',
    ])
    await expect.poll(pids, PATIENCE).toHaveLength(1)
    process.kill(pids()[0] ?? 0, 'SIGUSR2')
    await expect.poll(pids, PATIENCE).toHaveLength(2)
    expect(ends()).toMatchObject([{ reason: expect.stringMatching(/^out of memory, /) }])
  })

  it('lets a server that was never ready end with its own word', async () => {
    const { ended, pids, output, ends } = supervise(`${UP}; console.error('PORT is "x".'); process.exit(3)`)
    expect(await ended).toBe(3)
    expect(pids()).toHaveLength(1)
    expect(output()).toContain('PORT is "x".')
    expect(ends()).toMatchObject([{ code: 3, wasReady: false, startsAnewAfter: null }])
  })

  it('ends the server with itself, kill -9 included', async () => {
    const { child, pids, isAlive } = supervise(READY)
    await expect.poll(pids, PATIENCE).toHaveLength(1)
    child.kill('SIGKILL')
    await expect.poll(isAlive, PATIENCE).toBe(false)
  })
})

describe('a program that npm runs', () => {
  /** Stands for npm: it runs the program below a shell that stays, and says the program's name for it. */
  const npm = (program: string) =>
    play(
      `import { spawn } from 'node:child_process'
      spawn('/bin/sh', ['-c', '"$NODE" --input-type=module -e "$PROGRAM"; exit $?'],
        { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } })`,
      { NODE: process.execPath, PROGRAM: program },
    )
  const SERVER =
    "process.on('disconnect', () => process.exit()); process.send('ready'); console.log('up ' + process.pid); setInterval(() => {}, 1000)"

  it.each([
    [
      'a server',
      `import { supervise } from ${bin('supervisor.mjs')}
      supervise(process.execPath, ['-e', ${JSON.stringify(SERVER)}], { env: process.env, journal: '/dev/null' })`,
    ],
    [
      'a build',
      `import { runToEnd } from ${bin('children.mjs')}
      await runToEnd(process.execPath, ['-e', "console.log('up ' + process.pid); setInterval(() => {}, 1000)"], { cwd: process.cwd() })`,
    ],
  ])('ends %s when npm alone is killed with -9', async (_, program) => {
    const { child, pids, isAlive } = npm(program)
    await expect.poll(pids, PATIENCE).toHaveLength(1)
    child.kill('SIGKILL')
    await expect.poll(isAlive, PATIENCE).toBe(false)
  })
})

describe('what is run before the server', () => {
  /** Stands for npm or Vite: it has a child of its own, and both say that they are there. */
  const TOOL = `console.log('up ' + process.pid)
    if (process.argv[1] !== 'inner') require('node:child_process').spawn(process.execPath, ['-e', process.env.TOOL, 'inner'], { stdio: 'inherit' })
    setInterval(() => {}, 1000)`
  const tool = () =>
    play(
      `import { runToEnd } from ${bin('children.mjs')}
      await runToEnd(process.execPath, ['-e', process.env.TOOL], { cwd: process.cwd() })`,
      { TOOL },
    )

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
    'ends with %s, all that it has started too',
    async (signal) => {
      const { child, ended, pids, isAlive } = tool()
      await expect.poll(pids, PATIENCE).toHaveLength(2)
      process.kill(-(child.pid ?? 0), signal)
      await ended
      await expect.poll(isAlive, PATIENCE).toBe(false)
    },
  )
})
