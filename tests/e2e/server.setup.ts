import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ADMIN_PASSWORD = 'Journey2026'

/** Starts the product by its own command on a database of its own; the journeys find it in `LOAM_URL`. */
export default async function start(): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'loam-e2e-'))
  const child = spawn(process.execPath, ['services/server/bin/start.mjs'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, PORT: '0', LOAM_DATA: data, LOAM_ADMIN_PASSWORD: ADMIN_PASSWORD, LOAM_DEMO: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.env.LOAM_URL = await ready(child)
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
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
