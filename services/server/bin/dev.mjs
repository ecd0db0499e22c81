import { resolve } from 'node:path'
import { adopt } from './children.mjs'
import { createFront } from './front.mjs'
import { fail, install, root } from './project.mjs'

/** Milliseconds without a change after which a burst of them (an editor's save, a checkout) counts as one. */
const SETTLE = 150

/**
 * `npm run dev`: the same server with Vite's dev server in front. The server's code runs through Vite as well, since
 * the widgets are found with `import.meta.glob`; when any of it changes (a new widget, verb or call too) the server is started anew
 * in the same process, behind the same address, while the database stays open. What the open page runs is replaced or loaded
 * anew by Vite. The schemas of the documents' language are written as their sources change.
 */
/** @param {unknown} error */
const tell = (error) =>
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)

try {
  await install()
  const { createRunnableDevEnvironment, createServer, isRunnableDevEnvironment } = await import('vite')
  const front = createFront()
  const data = resolve(root, process.env.LOAM_DATA || 'data')
  const vite = await createServer({
    root,
    appType: 'spa',
    server: {
      middlewareMode: true,
      // The database's files change all the time, and belong to another account when this runs as root.
      watch: { ignored: [`${data}/**`, '**/tests/.output/**', '**/dist/**'] },
      // The browsers' line for changes is on the page's own address: a port of its own need not be reachable.
      ws: { server: front.upgrades },
    },
    // The server is started anew as a whole: its modules are not replaced one by one beside that.
    environments: {
      ssr: {
        dev: {
          createEnvironment: (name, config) =>
            createRunnableDevEnvironment(name, config, { runnerOptions: { hmr: false } }),
        },
      },
    },
  })
  const environment = vite.environments.ssr
  if (!isRunnableDevEnvironment(environment)) throw new Error('Vite has no module runner for the server')
  const load = (path) => environment.runner.import(path)
  const { optionsFromEnvironment } = await load('/services/server/options.ts')
  const options = optionsFromEnvironment(process.env, root)
  const { openDatabase } = await load('/services/server/database/open.ts')
  const { consoleLog } = await load('/services/server/log.ts')
  const { listeningError } = await load('/services/server/server.ts')
  const { stopWhenAsked } = await load('/services/server/stopping.ts')
  // What is only beginning ends with this process: the database's guard hears that.
  let stop = async () => undefined
  stopWhenAsked(() => stop())
  // npm tells nobody of its end: it is heard here, and then as if it had.
  adopt(() => process.kill(process.pid, 'SIGTERM'))
  const database = await openDatabase(options, consoleLog)
  const kept = Object.defineProperties({}, Object.getOwnPropertyDescriptors(database))
  Object.defineProperty(kept, 'close', { value: async () => undefined })

  front.serve(vite.middlewares)
  /** As the documents and the code are now; a fault in either is told by the check and keeps nobody from working. */
  const writeSchemas = async () => {
    try {
      const { writeLanguageFiles } = await load('/services/server/language-files.ts')
      const written = writeLanguageFiles(options.schemas)
      if (written.length > 0) process.stdout.write(`written: ${written.join(', ')}\n`)
    } catch (error) {
      tell(error)
    }
  }
  const start = async () => {
    const { startServer } = await load('/services/server/server.ts')
    const { isLanguageSource } = await load('/services/server/language-files.ts')
    const server = await startServer({ ...options, front: front.factory }, consoleLog, Promise.resolve(kept))
    server.services.documents.onChange((file) => {
      // Beside: the browsers hear of the change meanwhile.
      if (isLanguageSource(file)) void writeSchemas()
      return []
    })
    front.open()
    await writeSchemas()
    return server
  }
  let server = await start()
  const port = await front.listen(options.port, options.host).catch((error) => {
    throw listeningError(error, options.port)
  })
  process.stdout.write(`ready http://127.0.0.1:${port}\n`)

  let isStopping = false
  let restarting = Promise.resolve()
  /** Never rejects: the next change has its turn whatever becomes of this one. */
  const restart = async () => {
    const began = Date.now()
    const last = server
    server = undefined
    await front.pause()
    await last?.close().catch(tell)
    environment.moduleGraph.invalidateAll()
    environment.runner.clearCache()
    if (isStopping) return
    try {
      server = await start()
      process.stdout.write(`started anew in ${Date.now() - began} ms\n`)
    } catch (error) {
      // What is half written starts with the next save.
      tell(error)
      front.refuse(error instanceof Error ? error.message : String(error))
    }
  }
  let timer
  vite.watcher.on('all', (event, file) => {
    const isServers =
      (environment.moduleGraph.getModulesByFile(file)?.size ?? 0) > 0 ||
      (event !== 'change' && /[\\/](widgets|runtime|services)[\\/].*\.ts$/.test(file))
    if (!isServers || /\.spec\.tsx?$/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarting = restarting.then(restart)
    }, SETTLE)
  })

  stop = async () => {
    isStopping = true
    clearTimeout(timer)
    await vite.close()
    await restarting
    front.close()
    await server?.close()
    await database.close()
  }
} catch (error) {
  fail(error)
}
