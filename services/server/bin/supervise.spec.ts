import { type ChildProcess, spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'

const PATIENCE = { timeout: 20_000, interval: 20 }
const PROJECT = pathToFileURL(`${process.cwd()}/services/server/bin/project.mjs`).href
/** A server that says its process id and stays, or ends by itself. */
const server = (what: string) => `console.log('up ' + process.pid); ${what}`

const open: ChildProcess[] = []
afterEach(() => {
  for (const child of open.splice(0)) child.kill('SIGKILL')
})

function supervise(what: string) {
  const script = `
    import { spawn } from 'node:child_process'
    import { supervise } from ${JSON.stringify(PROJECT)}
    supervise(() => spawn(process.execPath, ['-e', ${JSON.stringify(server(what))}], { stdio: 'inherit' }))`
  const { npm_lifecycle_event: _, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  open.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended, pids: () => [...output.matchAll(/up (\d+)/g)].map(([, pid]) => Number(pid)) }
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('A server that is killed is started anew, and ends with whoever started it', async () => {
  const { child, ended, pids } = supervise('setInterval(() => {}, 1000)')
  await expect.poll(pids, PATIENCE).toHaveLength(1)
  process.kill(pids()[0] ?? 0, 'SIGKILL')
  await expect.poll(pids, PATIENCE).toHaveLength(2)
  child.kill('SIGTERM')
  expect(await ended).toBe(128)
  await expect.poll(() => pids().some(isAlive), PATIENCE).toBe(false)
  expect(pids()).toHaveLength(2)
})

it('A server that ends by itself stays so, and one that is killed again and again too', async () => {
  const itself = supervise('process.exit(3)')
  expect(await itself.ended).toBe(3)
  expect(itself.pids()).toHaveLength(1)
  const doomed = supervise("process.kill(process.pid, 'SIGKILL')")
  expect(await doomed.ended).toBe(128)
  expect(doomed.pids()).toHaveLength(5)
})
