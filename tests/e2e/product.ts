import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scratchFolder } from '../scratch'

/** Passwords of the accounts, by account; those of the demo share one. */
export const PASSWORDS = {
  admin: 'Journey2026',
  operator: 'Operator2026',
  director: 'Operator2026',
  manager1: 'Operator2026',
  operator1: 'Operator2026',
  bookkeeper: 'Operator2026',
  auditor: 'Operator2026',
  implementer: 'Operator2026',
} as const

/**
 * Starts the product by its own command on a database and on documents of its own; the journeys find it in `LOAM_URL`,
 * its documents in `LOAM_SCHEMAS` and its data in `LOAM_DATA`; `isSimulated`: with the demo farm's devices at work. Answers what ends it.
 */
export async function startProduct({
  isSimulated,
}: {
  readonly isSimulated: boolean
}): Promise<() => Promise<void>> {
  // A server that already runs (while journeys are written) is used as it is.
  if (process.env.LOAM_URL) return async () => undefined
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const folder = scratchFolder('e2e')
  process.env.LOAM_DATA = join(folder, 'data')
  process.env.LOAM_SCHEMAS = join(folder, 'schemas')
  cpSync(join(root, 'schemas'), process.env.LOAM_SCHEMAS, { recursive: true })
  const child = spawn(process.execPath, ['services/server/bin/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      LOAM_MQTT_PORT: '0',
      LOAM_ADMIN_PASSWORD: PASSWORDS.admin,
      LOAM_DEMO: '1',
      LOAM_SIMULATOR: isSimulated ? '1' : '0',
      // A machine that runs other suites beside it is late, and refuses nobody for it.
      LOAM_BUSY_DELAY: '0',
      // A journey has a mail server on this machine.
      LOAM_HTTP_HOSTS: '127.0.0.1',
      LOAM_DEMO_PASSWORD: PASSWORDS.operator,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.env.LOAM_URL = await ready(child)
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

function ready(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const url = /ready (http:\S+)/.exec(printed)?.[1]
      if (url) resolve(url)
    })
    child.once('exit', (code) =>
      reject(new Error(`The server ended with ${code} before it was ready:\n${printed}`)),
    )
  })
}
