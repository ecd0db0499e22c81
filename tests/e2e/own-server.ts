import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { scratchFolder } from '../scratch'
import { PASSWORDS } from './product'

/** An empty product of a journey's own, at one address for its life: what is killed starts again where it was. */
export interface OwnServer {
  readonly url: string
  /** `kill -9`, and its end. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Imports a model and puts it into the menu; answers its id. */
  release(model: object): Promise<string>
  /** Asks its database, past the server. */
  sql<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>
  end(): Promise<void>
}

export async function startOwnServer(): Promise<OwnServer> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const folder = scratchFolder('journey')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const start = () =>
    new Promise<void>((resolve, reject) => {
      let printed = ''
      child = spawn(process.execPath, [join(root, 'dist', 'server', 'main.js')], {
        cwd: root,
        env: {
          ...process.env,
          ...{ NODE_ENV: 'production', LOAM_ROOT: root, LOAM_DATA: join(folder, 'data') },
          ...{ PORT: port, HOST: '127.0.0.1', LOAM_MQTT_PORT: '0', LOAM_SIMULATOR: '0', LOAM_DEMO: '0' },
          ...{ LOAM_ADMIN_PASSWORD: PASSWORDS.admin, LOAM_BUSY_DELAY: '0' },
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          printed += chunk.toString()
          if (/^ready http/m.test(printed)) resolve()
        })
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)))
    })
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  await start()
  return {
    url,
    start,
    kill: () => end('SIGKILL'),
    async release(model) {
      const password = createHash('md5').update(PASSWORDS.admin).digest('hex')
      const { token } = await ask<{ token: string }>(
        `${url}/api/oauth/Login`,
        new URLSearchParams({ account: 'admin', password }),
      )
      const base = `${url}/api/visualdev/Base`
      const { id } = await ask<{ id: string }>(`${base}/Actions/Import`, model, token)
      await ask(`${base}/${id}/Actions/Release`, { pc: 1, pcModuleParentId: 'business' }, token)
      return id
    },
    async sql(text, values = []) {
      const client = new pg.Client({
        host: join(folder, 'data', 'socket'),
        ...{ user: 'loam', database: 'loam' },
      })
      await client.connect()
      try {
        return (await client.query(text, [...values])).rows
      } finally {
        await client.end()
      }
    },
    async end() {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Posts a form or JSON, and answers what came. */
async function ask<T>(url: string, body: object, token = ''): Promise<T> {
  const isForm = body instanceof URLSearchParams
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: token, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T }
  if (code !== 200) throw new Error(`${url}: ${code} ${msg}`)
  return data
}

function freePort(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(String(typeof address === 'object' ? address?.port : 0)))
    })
  })
}
