import { outsideRights } from '../../../database/guard'
import type { ServerModule } from '../../../module'
import { allowedHosts } from '../../../outgoing/hosts'
import { handleKeeping, handleVariates } from './keep-routes'
import { namedRows, rowsNamed } from './names'
import type { InterfaceParamValue } from './params'
import { prepareReader } from './reader'
import { demandNaming } from './reads-all'
import { readSecret, requesterMigrations } from './requester'
import { MAX_ROWS, type Row } from './rows'
import { interfaceBy, type Member, membersOf, type Runner, runInterface, type SqlReader } from './run'
import { openRunLog } from './run-log'
import { handleRuns } from './run-routes'
import { createRunners, heldToRun } from './runners'
import { sealInterfaces } from './secrets'
import { seedInterfaces } from './seeds'
import { migrations } from './tables'

declare module '../../../module' {
  interface Services {
    interfaces: {
      /**
       * The rows of an interface as the caller may see them, by its id or code: choices of a form's field, for which nobody
       * needs a right to run it by itself; throws 404 when there is none, 400 when it is disabled or fails. A required
       * parameter that nobody gives counts as empty.
       */
      rows(
        context: CallContext,
        interfaceId: string,
        params?: readonly InterfaceParamValue[],
      ): Promise<readonly Row[]>
      /** The members of an interface's rows, as declared or as a run for the caller shows; whether it may be run is not asked. */
      fields(context: CallContext, interfaceId: string): Promise<readonly Member[]>
      /** Whether there is an enabled interface of this id or code. */
      exists(interfaceId: string): Promise<boolean>
      /** Refuses with 403 a release by which a model would let more people run what reads all records. */
      demandNaming: typeof demandNaming
    }
  }
}

/** Data interfaces (`spec/administration.md §7`): rows out of SQL, static data or HTTP, for whoever may run them (`runners.ts`). */
export const dataInterfaceModule: ServerModule = {
  name: 'data-interface',
  migrations: { ...migrations, ...requesterMigrations },
  register(server) {
    const { db, pools, services, options, onReady, onClose } = server
    const log = openRunLog(db, server.log)
    let reader: SqlReader | null = null
    const runner: Runner = {
      db,
      hosts: allowedHosts(options.httpHosts ?? []),
      log,
      secrets: services.secrets,
      reader: () => reader,
      requesterOf: (context, statement) => services.reportRequester(context, statement),
    }
    services.holdings.add(heldToRun)
    services.interfaces = {
      async rows(context, id, params = []) {
        const requested = { params, limit: MAX_ROWS, lenient: true }
        return outsideRights(
          async () => (await runInterface(runner, await interfaceBy(db, id), requested, context)).rows,
        )
      },
      fields: (context, id) =>
        outsideRights(async () => membersOf(runner, await interfaceBy(db, id), [], context)),
      exists: async (id) => {
        const found = await outsideRights(() => interfaceBy(db, id).catch(() => undefined))
        return found?.enabled_mark === 1
      },
      demandNaming,
    }
    const runners = createRunners(db)
    services.targets.guards.interface = runners.demand
    services.names.provide(
      'interface',
      (source, ids, context) => namedRows(runner, runners, source, ids, context),
      (source, texts, context) => rowsNamed(runner, runners, source, texts, context),
    )
    onReady(async () => {
      const isGiven = options.readerDatabaseUrl !== undefined
      const role = await prepareReader(pools.owner, pools.interfaces, isGiven, server.log)
      if (role !== undefined) reader = { db: pools.interfaces, secret: await readSecret(db), reader: role }
      if (options.demo) await seedInterfaces(db)
      await sealInterfaces(pools.owner, services.secrets)
    })
    onClose(log.close)

    handleRuns(server, runner, runners)
    handleKeeping(server, runner)
    handleVariates(server)
  },
}
