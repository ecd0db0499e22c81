import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { inject } from 'vitest'

/** The built server as a process of its own, to be killed. */
export interface ServerProcess {
  readonly url: string
  readonly process: ChildProcess
  /** What it has printed so far. */
  readonly output: () => string
  /** Process id of its database. */
  databasePid(): number
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>
  /** `kill -9`, and its end. */
  kill(): Promise<void>
}

/** Bundles the server as it is in the sources now, once a run of specs: the first that comes, and others wait for it. */
export async function buildServer(): Promise<void> {
  const outDir = inject('serverFolder')
  const making = `${outDir}-making`
  mkdirSync(dirname(outDir), { recursive: true })
  while (!existsSync(join(outDir, 'main.js')))
    try {
      mkdirSync(making)
      try {
        const own = { ssr: true, outDir: making, emptyOutDir: true }
        await build({ root: process.cwd(), logLevel: 'error', build: own })
        renameSync(making, outDir)
      } finally {
        rmSync(making, { recursive: true, force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
}

/**
 * Starts the bundled server and awaits its `ready` line; throws with its output when it ends before. No devices are
 * simulated unless `env` says so: they would work beside what is tested.
 */
export async function startProcess(
  env: Readonly<Record<string, string>> & { readonly LOAM_DATA: string },
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(inject('serverFolder'), 'main.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOAM_ROOT: process.cwd(),
      LOAM_MQTT_PORT: '0',
      LOAM_SIMULATOR: '0',
      // On a busy machine a server may run late and is to answer all the same.
      LOAM_BUSY_DELAY: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        const ready = /^ready (\S+)$/m.exec(output)
        if (ready?.[1]) resolve(ready[1])
      })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    url,
    process: child,
    output: () => output,
    databasePid: () =>
      Number(readFileSync(join(env.LOAM_DATA, 'database', 'postmaster.pid'), 'utf8').split('\n')[0]),
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A port that nobody listens on now. */
export function freePort(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(String(typeof address === 'object' ? address?.port : 0)))
    })
  })
}
