import { join, resolve } from 'node:path'
import { KEY_FILE, openInstallation } from './backup/installation'
import { productVersion } from './backup/version'
import { writeBackup } from './backup/write'
import { consoleLog } from './log'
import { optionsFromEnvironment } from './options'
import { openBlobs } from './storage/open'

/** `npm run backup -- FILE`: database and files of this installation, while it runs or not, into one file. */
async function main(): Promise<void> {
  const given = process.argv[2]
  if (!given) throw new Error('Say where to: npm run backup -- FILE')
  const options = optionsFromEnvironment(process.env, process.env['LOAM_ROOT'] ?? process.cwd())
  const began = Date.now()
  const { connection, close } = await openInstallation(options, consoleLog, { isNew: false })
  try {
    const { tables, rows, files, missing, bytes, hasKey } = await writeBackup(resolve(given), {
      connection,
      store: await openBlobs(options),
      keyFile: options.secretKey ? undefined : join(options.dataFolder, KEY_FILE),
      version: productVersion(options.root),
    })
    const size = `${(bytes / 2 ** 20).toFixed(1)} MB in ${((Date.now() - began) / 1000).toFixed(1)} s`
    consoleLog.info(`backed up ${tables} tables with ${rows} rows and ${files} files: ${given}, ${size}`)
    if (missing > 0) consoleLog.warn(`${missing} files are named that are not there; they could not be kept`)
    consoleLog.info(
      hasKey
        ? 'it holds the key to encrypted values: keep it as you keep the key'
        : 'it holds no key to encrypted values',
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
