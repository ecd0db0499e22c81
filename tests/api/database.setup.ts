import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '@services/server/database/embedded'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where specs make their databases: a connection string, or the embedded database's socket. */
    database: { connectionString?: string; host?: string; port?: number; user?: string }
  }
}

/** One PostgreSQL for the run: `LOAM_TEST_DATABASE_URL`, else an embedded one in a folder that goes away with it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const connectionString = process.env['LOAM_TEST_DATABASE_URL']
  if (connectionString) {
    project.provide('database', { connectionString })
    return async () => undefined
  }
  const folder = mkdtempSync(join('/tmp', 'loam-test-'))
  // A folder of its own account's could not be entered by the database's.
  chmodSync(folder, 0o755)
  const quiet = { info: () => undefined, warn: console.warn, error: console.error }
  const database = await startEmbedded({ root: process.cwd(), dataFolder: join(folder, 'data'), log: quiet })
  const { host, port, user } = database.connection
  project.provide('database', { host: host ?? '', port: port ?? 5432, user: user ?? '' })
  return async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
