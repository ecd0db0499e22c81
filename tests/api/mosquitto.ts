import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { freePort } from './process'

const PROGRAM = process.env['MOSQUITTO'] ?? 'mosquitto'

/** A Mosquitto of the spec's own, which keeps its sessions over a restart. */
export interface OwnBroker {
  readonly url: string
  restart(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts it; null where there is none.
 * @param configure its configuration besides the user it runs as, for a port and a folder that goes with it
 * @param login `name:password` of who may connect; without it everybody may
 */
export async function startMosquitto(
  configure: (port: string, folder: string) => string,
  login?: string,
): Promise<OwnBroker | null> {
  const folder = mkdtempSync('/tmp/loam-mosquitto-')
  const port = await freePort()
  const config = join(folder, 'mosquitto.conf')
  writeFileSync(config, `${configure(port, folder)}\n${process.getuid?.() === 0 ? 'user root\n' : ''}`)
  const url = `mqtt://${login ? `${login}@` : ''}127.0.0.1:${port}`
  let child = await run(config, url)
  const end = async () => {
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child?.kill('SIGTERM')
    await ended
  }
  if (!child) {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  return {
    url,
    async restart() {
      await end()
      child = await run(config, url)
    },
    async close() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The program once it answers; null where there is none. */
async function run(config: string, url: string): Promise<ChildProcess | null> {
  const child = spawn(PROGRAM, ['-c', config], { stdio: 'ignore' })
  let hasEnded = false
  child.once('error', () => {
    hasEnded = true
  })
  child.once('exit', () => {
    hasEnded = true
  })
  while (!hasEnded)
    try {
      const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, connectTimeout: 1_000 }, false)
      await client.endAsync(true)
      return child
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  return null
}
