import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '@tests/scratch'
import pg from 'pg'
import { signInAt, type TestClient } from './harness'
import { buildServer, freePort, type ServerProcess, startProcess } from './process'

/** The product as it is installed, empty, on data and ports of its own: what is killed starts again where it was. */
export interface Installation {
  readonly dataFolder: string
  /** Port of its embedded broker. */
  readonly mqttPort: string
  start(): Promise<ServerProcess>
  /** Signs in at a server of it. */
  signIn(server: ServerProcess, account: string): Promise<TestClient>
  /** Runs SQL in its database, past the server. */
  sql<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  /** Throws its data away, once its server has ended. */
  remove(): void
}

/** Password of `admin` in an installation. */
export const INSTALLED_PASSWORD = 'Harvest2026'

export async function install(): Promise<Installation> {
  const folder = scratchFolder('installation')
  const dataFolder = join(folder, 'data')
  const mqttPort = await freePort()
  const env = {
    LOAM_DATA: dataFolder,
    PORT: await freePort(),
    LOAM_MQTT_PORT: mqttPort,
    HOST: '127.0.0.1',
    LOAM_DEMO: '0',
    LOAM_ADMIN_PASSWORD: INSTALLED_PASSWORD,
  }
  await buildServer()
  return {
    dataFolder,
    mqttPort,
    start: () => startProcess(env),
    signIn: ({ url }, account) => signInAt(url, account, INSTALLED_PASSWORD),
    async sql<R extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const client = new pg.Client({ host: join(dataFolder, 'socket'), user: 'loam', database: 'loam' })
      // A database that dies fails the query; the connection has nothing to add.
      client.on('error', () => undefined)
      await client.connect()
      try {
        return (await client.query<R>(text, values)).rows
      } finally {
        await client.end()
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
