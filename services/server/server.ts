import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openBackups } from './backup/open'
import { refuseUnfinished } from './backup/unfinished'
import { createLocalBus } from './bus/bus'
import { installationId } from './bus/installation'
import { createRedisBus } from './bus/redis'
import { migrate } from './database/migrate'
import { type OpenDatabase, openDatabase } from './database/open'
import { createApp } from './http/app'
import { createHandle } from './http/handle'
import { serveApiDocumentation } from './http/openapi'
import { createSocketRoutes } from './http/socket-routes'
import { openSockets } from './http/sockets'
import { serveBrowserPart } from './http/static'
import { openLocales } from './locales'
import { consoleLog, type Log } from './log'
import { createMetrics, serveMetrics } from './metrics'
import { allMigrations } from './migrations'
import type { ModuleServer, Services } from './module'
import { modules } from './modules/index'
import type { ServerOptions } from './options'
import { openWorkers } from './workers/pool'

export interface RunningServer {
  /** `http://127.0.0.1:3000` */
  readonly url: string
  /** Process id of the embedded database, when it runs. */
  readonly databasePid: number | undefined
  /** What the modules offer each other, for tests and tools. */
  readonly services: Services
  /** Answers what is under way, then stops; the embedded database last. */
  close(): Promise<void>
}

/**
 * Starts the server: database, tables, modules, then the port. Whatever fails undoes what has been started.
 * @param opening the database where it has been asked for already
 */
export async function startServer(
  options: ServerOptions,
  log: Log = consoleLog,
  opening: Promise<OpenDatabase> = openDatabase(options, log),
): Promise<RunningServer> {
  const undo: (() => Promise<void>)[] = []
  const close = async () => {
    for (const work of undo.splice(0).reverse()) await work()
  }
  try {
    const database = await opening
    undo.push(database.close)
    const locales = openLocales(join(options.schemas, 'locales'))
    const { pools } = database
    const db = pools.application
    await refuseUnfinished(pools.owner)
    await migrate(pools.owner, allMigrations())

    await database.prepare()
    const bus = options.redisUrl
      ? createRedisBus(options.redisUrl, await installationId(db), log)
      : createLocalBus()
    undo.push(bus.close)
    const app = await createApp(options, locales)
    undo.push(() => app.close())
    const metrics = createMetrics(app)
    // Filled by the modules as they register; each is listed after those whose services it asks for.
    const services = {} as Services
    services.workers = openWorkers()
    undo.push(services.workers.close)
    services.metrics = metrics
    services.pools = database.usage
    services.backups = openBackups(database, options, log)
    undo.push(async () => services.backups.close())
    services.sockets = openSockets(app, { bus, services, locales, log })
    services.socketRoutes = createSocketRoutes(app)
    const ready: (() => Promise<void>)[] = []
    const server: ModuleServer = {
      db,
      pools,
      services,
      options,
      locales,
      bus,
      log,
      handle: createHandle(app, { db, services, locales }),
      onReady: (work) => ready.push(work),
      onClose: (work) => undo.push(work),
    }
    for (const module of modules)
      await module.register(module.pool ? { ...server, db: pools[module.pool] } : server)
    app.get('/healthz', { config: { isUnlimited: true } }, async () => database.check())
    serveApiDocumentation(app, options.demo, { db, services, locales })
    undo.push(await serveMetrics(app, metrics, options))
    await serveBrowserPart(app, join(options.root, 'dist', 'client'), locales)
    for (const work of ready) await work()
    await listen(app, options)
    const address = app.server.address()
    const port = typeof address === 'object' && address ? address.port : options.port
    return {
      url: `http://127.0.0.1:${port}`,
      get databasePid() {
        return database.pid
      },
      services,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function listen(app: FastifyInstance, { host, port }: ServerOptions): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} is in use. Set PORT to another one.`)
    if (code === 'EACCES')
      throw new Error(`Port ${port} may not be used by this account. Set PORT to another one.`)
    throw error
  }
}
