import type { ServerModule } from '../../module'
import { allowedHosts } from './http-hosts'
import { handleKeeping, handleVariates } from './keep-routes'
import { namedRows } from './names'
import type { InterfaceParamValue } from './params'
import { prepareReader } from './reader'
import { MAX_ROWS, type Row } from './rows'
import { interfaceBy, type Runner, runInterface } from './run'
import { openRunLog } from './run-log'
import { handleRuns } from './run-routes'
import { seedInterfaces } from './seeds'
import { migrations } from './tables'

declare module '../../module' {
  interface Services {
    interfaces: {
      /**
       * The rows of an interface, by its id or code; throws 404 when there is none, 400 when it is disabled or fails. A
       * required parameter that nobody gives counts as empty.
       */
      rows(interfaceId: string, params?: readonly InterfaceParamValue[]): Promise<readonly Row[]>
      /** Whether there is an enabled interface of this id or code. */
      exists(interfaceId: string): Promise<boolean>
    }
  }
}

/** Data interfaces (`spec/administration.md §7`): rows out of SQL, static data or HTTP, for anybody signed in. */
export const dataInterfaceModule: ServerModule = {
  name: 'data-interface',
  migrations,
  register(server) {
    const { db, services, options, onReady, onClose } = server
    const log = openRunLog(db, server.log)
    let canReadSql = false
    const runner: Runner = {
      db,
      hosts: allowedHosts(options.httpHosts ?? []),
      log,
      canReadSql: () => canReadSql,
    }
    services.interfaces = {
      async rows(id, params = []) {
        const asked = { params, limit: MAX_ROWS, lenient: true }
        return (await runInterface(runner, await interfaceBy(db, id), asked)).rows
      },
      exists: async (id) => {
        const found = await interfaceBy(db, id).catch(() => undefined)
        return found?.enabled_mark === 1
      },
    }
    services.names.provide('interface', (source, ids, context) => namedRows(runner, source, ids, context))
    onReady(async () => {
      canReadSql = await prepareReader(db, server.log)
      if (options.demo) await seedInterfaces(db)
    })
    onClose(log.close)

    handleRuns(server, runner)
    handleKeeping(server, log)
    handleVariates(server)
  },
}
