import { join, resolve } from 'node:path'
import { KEY_FILE, openInstallation } from './backup/installation'
import { restoreBackup } from './backup/restore'
import { consoleLog } from './log'
import { allMigrations } from './migrations'
import { optionsFromEnvironment } from './options'
import { openBlobs } from './storage/open'

const REPLACE = '--replace'

/** `npm run restore -- FILE [--replace]`: a backup into an empty installation, or in the place of what it holds. */
async function main(): Promise<void> {
  const given = process.argv.slice(2).filter((argument) => argument !== REPLACE)[0]
  if (!given) throw new Error('Say from where: npm run restore -- FILE')
  const options = optionsFromEnvironment(process.env, process.env['LOAM_ROOT'] ?? process.cwd())
  const { connection, close } = await openInstallation(options, consoleLog, { isNew: true })
  try {
    const { header, rows, files } = await restoreBackup(resolve(given), {
      connection,
      store: await openBlobs(options),
      keyFile: join(options.dataFolder, KEY_FILE),
      migrations: allMigrations(),
      replaces: process.argv.includes(REPLACE),
      log: consoleLog,
    })
    consoleLog.info(
      `restored ${header.tables.length} tables with ${rows} rows and ${files} files of ${header.at}`,
    )
  } finally {
    await close()
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    consoleLog.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  },
)
