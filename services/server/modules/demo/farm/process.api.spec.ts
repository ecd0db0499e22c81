import { execFileSync } from 'node:child_process'
import { createLocalBus } from '@services/server/bus/bus'
import type { Services } from '@services/server/module'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSimulator, type SimulatorHandle } from './process'

/** Farms are prepared, and a process started. */
const PATIENCE = { timeout: 20_000 }

let server: TestServer
const warnings: string[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Simulators that this process has started and that run. */
const simulators = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => /simulator\/run\.mjs/.test(line))
    .map((line) => Number.parseInt(line, 10))

/** A simulator; `asked` hears when the farms are about to be prepared, of which it is then started. */
function open(asked: () => void): SimulatorHandle {
  const { db, services } = server.server
  const devices = {
    get url() {
      asked()
      return services.devices.url
    },
  }
  const say = (message: string) => void warnings.push(message)
  return runSimulator(
    {
      db,
      bus: createLocalBus(),
      log: { info: say, warn: say, error: say },
      services: { ...services, devices } as unknown as Services,
    },
    false,
  )
}

describe('the simulator’s process', () => {
  it('is not started by who was asked to end while its farms were prepared', async () => {
    let closing: Promise<void> | undefined
    const simulator: SimulatorHandle = open(() => {
      closing ??= simulator.close()
    })
    await expect.poll(() => closing !== undefined, PATIENCE).toBe(true)
    let isClosed = false
    void closing?.then(() => {
      isClosed = true
    })
    await expect.poll(() => isClosed, PATIENCE).toBe(true)
    expect(simulators()).toEqual([])
  })

  it('is told of and started anew when it dies, and ends with who runs it', async () => {
    const simulator = open(() => undefined)
    await expect.poll(simulators, PATIENCE).toHaveLength(1)
    const [first = 0] = simulators()
    process.kill(first, 'SIGKILL')
    await expect
      .poll(() => warnings, PATIENCE)
      .toContain('simulator: it has ended with SIGKILL and is started anew')
    await expect.poll(() => simulators().filter((pid) => pid !== first), PATIENCE).toHaveLength(1)
    await simulator.close()
    expect(simulators()).toEqual([])
  })
})
