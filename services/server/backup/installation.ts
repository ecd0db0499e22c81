import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { runningEmbedded, startEmbedded } from '../database/embedded'
import { DataFolderInUse } from '../database/lock'
import type { Log } from '../log'
import type { ServerOptions } from '../options'

/** File of the data folder that holds the key to encrypted values; `LOAM_SECRET_KEY` stands for it where that is set. */
export const KEY_FILE = 'secret.key'

export interface OpenInstallation {
  readonly connection: pg.ClientConfig
  close(): Promise<void>
}

/**
 * Reaches an installation's database from beside its server: an external one by its address; the embedded one where its server
 * runs, and otherwise by starting it for as long as it is needed.
 * @param isNew whether it may be made
 */
export async function openInstallation(
  options: ServerOptions,
  log: Log,
  { isNew }: { readonly isNew: boolean },
): Promise<OpenInstallation> {
  if (options.databaseUrl)
    return { connection: { connectionString: options.databaseUrl }, close: async () => undefined }
  if (!isNew && !existsSync(join(options.dataFolder, 'database')))
    throw new Error(`No installation stands in ${options.dataFolder}. Set LOAM_DATA to its folder.`)
  try {
    return await startEmbedded({ ...options, log })
  } catch (error) {
    if (!(error instanceof DataFolderInUse) || isNew) throw error
    const connection = await runningEmbedded(options.dataFolder, log)
    if (!connection) throw error
    return { connection, close: async () => undefined }
  }
}
