import { join } from 'node:path'
import pg from 'pg'
import type { OpenDatabase } from '../database/open'
import type { Log } from '../log'
import type { ServerOptions } from '../options'
import { openBlobs } from '../storage/open'
import { TIME_ZONE } from '../time-zone'
import { KEY_FILE } from './installation'
import { type Backups, createBackups } from './keeper'
import { productVersion } from './version'
import { writeBackup } from './write'

/** Held by the one server of those on a database that makes the scheduled backup. */
const MAKING_LOCK = 4_711_009

/** The backups of a running server. */
export function openBackups(database: OpenDatabase, options: ServerOptions, log: Log): Backups {
  return createBackups({
    schedule: options.backup,
    zone: TIME_ZONE,
    log,
    async alone(work) {
      const client = new pg.Client({ ...database.connection, application_name: 'loam-backup' })
      client.on('error', () => undefined)
      await client.connect()
      try {
        const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [MAKING_LOCK])
        if (rows[0]?.mine) await work()
      } finally {
        await client.end()
      }
    },
    write: async (path, signal) =>
      writeBackup(
        path,
        {
          connection: database.connection,
          store: await openBlobs(options),
          keyFile: options.secretKey ? undefined : join(options.dataFolder, KEY_FILE),
          version: productVersion(options.root),
        },
        signal,
      ),
  })
}
