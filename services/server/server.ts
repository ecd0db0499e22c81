import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openBackups } from './backup/open'
import { refuseUnfinished } from './backup/unfinished'
import { type Bus, createLocalBus } from './bus/bus'
import { installationId } from './bus/installation'
import { createRedisBus } from './bus/redis'
import { outsideRights, tableGuard } from './database/guard'
import { migrate } from './database/migrate'
import { type OpenDatabase, openDatabase } from './database/open'
import type { Pools } from './database/pools'
import { createApp } from './http/app'
import { createHandle } from './http/handle'
import { hearRequests } from './http/heard'
import { serveApiDocumentation } from './http/openapi'
import { createSocketRoutes } from './http/socket-routes'
import { openSockets } from './http/sockets'
import { serveBrowserPart } from './http/static'
import { createTargets } from './http/targets'
import { IMPORT_WORKERS } from './limits'
import { openLocales } from './locales'
import { consoleLog, type Log } from './log'
import { createMetrics, serveMetrics } from './metrics'
import { allMigrations } from './migrations'
import type { Db, ModuleServer, Services } from './module'
import { modules } from './modules/index'
import type { ServerOptions } from './options'
import { openSecrets } from './secrets/secrets'
import { openWorkers } from './workers/pool'

/** Milliseconds for what people have asked when the server is to end. */
const LAST_ANSWERS = 10_000

export interface RunningServer {
  /** `http://127.0.0.1:3000` */
  readonly url: string
  /** Process id of the embedded database, when it runs. */
  readonly databasePid: number | undefined
  /** What the modules offer each other, for tests and tools. */
  readonly services: Services
  /** The database as handlers have it, for the same. */
  readonly db: Db
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
  let answerTheLast = async () => {}
  const close = async () => {
    // First whoever asks: what they have asked is answered by modules that are all there.
    await answerTheLast()
    for (const work of undo.splice(0).reverse()) await work()
  }
  try {
    const database = await opening
    undo.push(database.close)
    const locales = openLocales(join(options.schemas, 'locales'))
    const { application, field, ...unguarded } = database.pools
    const pools: Pools = {
      ...unguarded,
      application: application.withPlugin(tableGuard),
      field: field.withPlugin(tableGuard),
    }
    const db = pools.application
    await refuseUnfinished(pools.owner)
    await migrate(pools.owner, allMigrations())

    await database.prepare()
    const carrier = options.redisUrl
      ? createRedisBus(options.redisUrl, await installationId(db), log)
      : createLocalBus()
    undo.push(carrier.close)
    // What a message sets off is the server's work, whoever's call has sent it.
    const bus: Bus = {
      ...carrier,
      subscribe: (channel, receive) =>
        carrier.subscribe(channel, (message) => outsideRights(() => receive(message))),
    }
    const app = await createApp(options, locales, database.waitingFor)
    answerTheLast = () => closeApp(app)
    const metrics = createMetrics(app)
    const heardRequests = hearRequests(app)
    // Filled by the modules as they register; each is listed after those whose services it asks for.
    const services = {
      targets: createTargets(),
      workers: openWorkers(),
      importWorkers: openWorkers(IMPORT_WORKERS),
    } as Services
    undo.push(services.workers.close, services.importWorkers.close)
    services.inputRules = () => []
    services.tidyInput = () => undefined
    services.metrics = metrics
    services.heardRequests = heardRequests
    services.pools = database.usage
    services.jobs = { running: 0 }
    services.secrets = await openSecrets(options, log)
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
      handle: createHandle(app, { db, services, locales, callBytes: options.callBytes }),
      onReady: (work) => ready.push(work),
      onClose: (work) => undo.push(work),
    }
    for (const module of modules)
      await module.register(module.pool ? { ...server, db: pools[module.pool] } : server)
    services.targets.verify()
    app.get('/healthz', { config: { isUnlimited: true } }, async () => database.check())
    serveApiDocumentation(app, options.demo, { db, services, locales })
    undo.push(await serveMetrics(app, metrics, options))
    await serveBrowserPart(app, join(options.root, 'dist', 'client'), locales)
    for (const work of ready) await work()
    // Behind a front nobody else comes to it.
    await listen(app, options.front ? { host: '127.0.0.1', port: 0 } : options)
    const address = app.server.address()
    const port = typeof address === 'object' && address ? address.port : options.port
    return {
      url: `http://127.0.0.1:${port}`,
      get databasePid() {
        return database.pid
      },
      services,
      db,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Takes no more connections, answers what is under way, and ends when that has ended or after `LAST_ANSWERS`. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cutting = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS)
  await app.close()
  clearTimeout(cutting)
}

async function listen(
  app: FastifyInstance,
  { host, port }: Pick<ServerOptions, 'host' | 'port'>,
): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listeningError(error, port)
  }
}

/** Why a port could not be had, for whoever starts the server. */
export function listeningError(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new Error(`Port ${port} is in use. Set PORT to another one.`)
  if (code === 'EACCES')
    return new Error(`Port ${port} may not be used by this account. Set PORT to another one.`)
  return error
}
