import { setFlagsFromString } from 'node:v8'
import { openDatabase } from './database/open'
import { consoleLog } from './log'
import { optionsFromEnvironment, type ServerOptions } from './options'
import type { RunningServer } from './server'
import { stopWhenAsked } from './stopping'

/**
 * The heap may grow by half of what is in use before it is cleared; left to itself it grows to several times that while rows stream
 * through (`npm run bench -- transfer`), and the machine has others who want it.
 */
setFlagsFromString('--heap-growing-percent=50')

/** The server as a process: environment in, one `ready` line out, a clean end when it is asked. */
async function main(): Promise<void> {
  const options = optionsFromEnvironment(process.env, process.env['LOAM_ROOT'] ?? process.cwd())
  const starting = start(options)
  stopWhenAsked(() => starting.then((server) => server.close()))
  const { url } = await starting
  consoleLog.info(`ready ${url}`)
  // Whoever looks after it starts it anew from now on, whatever ends it.
  process.send?.('ready', undefined, undefined, () => undefined)
}

/** The database's process starts up while this one reads the rest of the program: each takes most of a second. */
async function start(options: ServerOptions): Promise<RunningServer> {
  let onBegun = () => {}
  const begun = new Promise<void>((resolve) => {
    onBegun = resolve
  })
  const opening = openDatabase(options, consoleLog, onBegun)
  // That it does not open is told where it is awaited.
  await Promise.race([begun, opening.catch(() => undefined)])
  const { startServer } = await import('./server')
  return startServer(options, consoleLog, opening)
}

main().catch((error: unknown) => {
  consoleLog.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
