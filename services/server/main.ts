import { consoleLog } from './log'
import { optionsFromEnvironment } from './options'
import { startServer } from './server'

/** The server as a process: environment in, one `ready` line out, a clean end on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  const options = optionsFromEnvironment(process.env, process.env['LOAM_ROOT'] ?? process.cwd())
  const starting = startServer(options)
  let isStopping = false
  const stop = () => {
    // A second signal does not wait for what hangs.
    if (isStopping) process.exit(1)
    isStopping = true
    starting
      .then((server) => server.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const { url } = await starting
  consoleLog.info(`ready ${url}`)
}

main().catch((error: unknown) => {
  consoleLog.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
