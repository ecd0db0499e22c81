import { fork, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { BROKER_LIMITS } from '@services/server/limits'
import { describe, expect, it } from 'vitest'

const PATIENCE = { timeout: 45_000, interval: 20 }

describe('the broker’s process', () => {
  const settings = {
    ...{ kind: 'start', host: '127.0.0.1', port: 0, mayMove: true, tls: undefined, rate: 1_000 },
    ...{ payloadLimit: 8_192, root: 'sf/v1', limits: BROKER_LIMITS },
  }
  const file = fileURLToPath(new URL('./process.mjs', import.meta.url))
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }

  it('ends when the server ends, however that is', async () => {
    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGABRT'] as const) {
      const script = `
        const child = require('node:child_process').fork(${JSON.stringify(file)}, {
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [], serialization: 'advanced' })
        child.on('message', () => console.log(child.pid))
        child.send(${JSON.stringify(settings)})`
      const server = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
      const pid = await new Promise<number>((resolve) =>
        server.stdout.once('data', (line) => resolve(Number(line))),
      )
      expect(isAlive(pid)).toBe(true)
      server.kill(signal)
      await expect.poll(() => isAlive(pid), PATIENCE).toBe(false)
    }
  })

  it('ends on a signal, and before it has begun', async () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      const child = fork(file, {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        execArgv: [],
        serialization: 'advanced',
      })
      child.send(settings)
      await new Promise((resolve) => child.once('message', resolve))
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill(signal)
      child.kill(signal)
      await ended
    }
    const child = fork(file, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      serialization: 'advanced',
    })
    child.disconnect()
    await new Promise((resolve) => child.once('exit', resolve))
  })
})
