import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '@services/server/database/embedded'
import { startServer } from '@services/server/server'
import { scratchFolder } from '@tests/scratch'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseUrl, quiet, TEMPLATE, testOptions } from './options'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a PostgreSQL in which specs may make databases. */
    databaseUrl: string
    /** Where the run's bundled server lies; the first spec that starts it as a process makes it. */
    serverFolder: string
  }
}

/**
 * One PostgreSQL for the run: `LOAM_TEST_DATABASE_URL`, else an embedded one in a folder that goes away with it. In it a
 * server is started once, so that every spec copies a database that is ready.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await openPostgres()
  project.provide('databaseUrl', url)
  const serverFolder = join(process.cwd(), 'tests', '.output', `server-${process.pid}`)
  project.provide('serverFolder', serverFolder)
  try {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`drop database if exists ${TEMPLATE}`)
    await client.query(`create database ${TEMPLATE}`)
    await client.end()
    const server = await startServer(testOptions({ databaseUrl: databaseUrl(url, TEMPLATE) }), quiet)
    await server.close()
  } catch (error) {
    await close()
    throw error
  }
  return async () => {
    await close()
    rmSync(serverFolder, { recursive: true, force: true })
  }
}

async function openPostgres(): Promise<{ url: string; close: () => Promise<void> }> {
  const given = process.env['LOAM_TEST_DATABASE_URL']
  if (given) return { url: given, close: async () => undefined }
  const folder = scratchFolder('test')
  const database = await startEmbedded({
    root: process.cwd(),
    dataFolder: join(folder, 'data'),
    log: quiet,
    // Several files at once, each with a server or three; and nothing of it outlives the run.
    settings: { max_connections: '300', fsync: 'off', full_page_writes: 'off' },
  })
  const { host, user } = database.connection
  return {
    url: `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(host ?? '')}`,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
