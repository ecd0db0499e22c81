import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db, ModuleServer, ServerModule } from '../../module'
import { createModel } from '../lowcode/visual-development/models'
import { releaseModel } from '../lowcode/visual-development/release'
import { firstPassword, showPassword } from '../platform/session/accounts'
import { makeOperator } from './accounts'
import { administratorContext } from './administrator'
import { seedDemoTalks } from './chat'
import { serveSimulator } from './farm/calls'
import { makeFarms } from './farm/farm'
import { makeHistory } from './farm/history'
import { runSimulator, type SimulatorHandle } from './farm/process'
import { makeRecords } from './farm/records'
import { serveServerFaults } from './farm/server-faults'
import { mendRights } from './mended-rights'
import { seedDemoMessages } from './messages/seed'
import { type DemoModel, type DemoRecord, demoModels } from './models'
import { once } from './once'
import { openAccounts } from './people/accounts'
import { seedDemoPeople } from './people/seed'
import { demoPrints } from './prints'
import type { DemoPrint } from './prints/print'
import { giveRights } from './rights'
import { modelButtons } from './roles'
import { seedDemoSchedules } from './schedules'
import { PLOTS, scopePlots } from './scheme'

/** Who may do what is asked over everybody; other tables are looked at by the database itself when it comes to it. */
const ANALYZE = `analyze user_account, user_organize, user_position, user_role, user_group_member, organize, "position",
  role, user_group, permission_set, permission_member, permission_grant`

interface DemoSeedTable {
  /** `model:waterUse` */
  name: string
}

declare module '../../database/schema' {
  interface Database {
    demo_seed: DemoSeedTable
  }
}

/**
 * The demo: accounts, a company, messages, farms, and models with some records, made at the first start as an administrator
 * would make them: imported, released into the menu, filled in through the form. What people change or delete afterwards
 * stays changed or deleted.
 */
export const demoModule: ServerModule = {
  name: 'demo',
  migrations: {
    'demo-001-create': {
      async up(db) {
        await sql`create table demo_seed (name text primary key)`.execute(db)
      },
    },
  },
  register(server) {
    let simulator: SimulatorHandle | null = null
    serveSimulator(server, () => simulator)
    serveServerFaults(server)
    if (!server.options.demo) return
    server.onReady(async () => {
      await once(server.db, 'accounts', () => makeAccounts(server))
      await seedDemoMessages(server)
      await seedDemoTalks(server)
      await seedDemoSchedules(server)
      await makeFarms(server)
      await makeRecords(server)
      for (const model of demoModels) await once(server.db, `model:${model.file}`, () => make(server, model))
      for (const [name, print] of Object.entries(demoPrints))
        await once(server.db, `print:${name}`, () => makePrint(server, print))
      await once(server.db, 'rights', () => giveRights(server))
      await once(server.db, 'rights:mended', () => mendRights(server))
      // Without figures of the tables it takes seconds.
      await once(
        server.db,
        'statistics',
        async () => void (await sql.raw(ANALYZE).execute(server.pools.owner)),
      )
      if (server.options.simulator) {
        simulator = runSimulator(server, server.options.simulator === 'field')
        server.onClose(simulator.close)
        makeHistoryLater(server)
      }
    })
  },
}

/** The company and whoever signs in of it, with one password. */
async function makeAccounts({ db, services, options, log }: ModuleServer): Promise<void> {
  const first = firstPassword(options.demoPassword)
  const operator = await makeOperator(db, services.rights, first.password)
  await seedDemoPeople(db, services.rights)
  const opened = await openAccounts(db, first.password)
  showPassword(log, first, [...(operator ? [operator] : []), ...opened])
}

async function make(
  server: ModuleServer,
  { file, reads, records, operator, icon }: DemoModel,
): Promise<void> {
  const { db, services, options } = server
  const context = await administratorContext(server)
  const text = await readFile(join(options.schemas, 'models', file), 'utf8')
  const document = JSON.parse(text) as Parameters<typeof createModel>[1] & { readonly id: string }
  const exists = await db.selectFrom('model').select('id').where('id', '=', document.id).executeTakeFirst()
  if (!exists) await createModel(context, document)
  await releaseModel(context, services, document.id, { pc: 1, pcModuleParentId: 'business', icon })
  const place = await services.menu.entryOf(document.id)
  if (place)
    await services.rights.grant('field-operator', place.id, {
      buttons: modelButtons(document.id, operator),
    })
  if (place?.id === PLOTS) await scopePlots(context, services)
  const making = records(Date.now(), reads === undefined ? [] : await recordsOf(db, reads))
  for (let step = making.next(); !step.done; )
    step = making.next((await services.records.create(context, document.id, step.value)).id)
}

/** The records of a model in the order of their making, whichever server process made them. */
function recordsOf(db: Db, modelId: string): Promise<DemoRecord[]> {
  return db
    .selectFrom('record')
    .select(['id', 'data'])
    .where('model_id', '=', modelId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Nothing where the form has gone, or the template is there already. */
async function makePrint(server: ModuleServer, print: DemoPrint): Promise<void> {
  const { db, services } = server
  const model = await db.selectFrom('model').select('id').where('id', '=', print.modelId).executeTakeFirst()
  if (model && !(await services.printTemplates.exists(print.id)))
    await services.printTemplates.create(await administratorContext(server), print)
}

/** Beside the live devices: a server that ends does not wait for it. */
function makeHistoryLater(server: ModuleServer): void {
  const ending = new AbortController()
  const work = makeHistory(server, ending.signal).catch((error: unknown) => {
    if (!ending.signal.aborted) server.log.warn(`demo: its history could not be made: ${error}`)
  })
  server.onClose(async () => {
    ending.abort()
    await work
  })
}
