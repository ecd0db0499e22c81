import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { CallContext, Db, ModuleServer, ServerModule } from '../../module'
import { createModel } from '../visual-development/models'
import { releaseModel } from '../visual-development/release'
import { type DemoModel, demoModels } from './models'

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
 * The demo's models with some records, made at the first start as an administrator would make them: imported, released
 * into the menu, filled in through the form. What people change or delete afterwards stays changed or deleted.
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
    if (!server.options.demo) return
    server.onReady(async () => {
      for (const model of demoModels) await once(server.db, `model:${model.file}`, () => make(server, model))
    })
  },
}

/** One server process makes it, once; the others wait. Work that breaks off is done again, so it must bear that. */
async function once(db: Db, name: string, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const key = sql`hashtext(${`demo ${name}`})`
    await sql`select pg_advisory_lock(${key})`.execute(connection)
    try {
      if (await isMade(connection, name)) return
      await work()
      await connection.insertInto('demo_seed').values({ name }).execute()
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
}

async function isMade(db: Db, name: string): Promise<boolean> {
  return (
    (await db.selectFrom('demo_seed').select('name').where('name', '=', name).executeTakeFirst()) !==
    undefined
  )
}

async function make(server: ModuleServer, { file, records, operator }: DemoModel): Promise<void> {
  const { db, services, options } = server
  const context = await administratorContext(server)
  const text = await readFile(join(options.schemas, 'models', file), 'utf8')
  const document = JSON.parse(text) as Parameters<typeof createModel>[1] & { readonly id: string }
  const exists = await db.selectFrom('model').select('id').where('id', '=', document.id).executeTakeFirst()
  if (!exists) await createModel(context, document)
  await releaseModel(context, services, document.id, { pc: 1, pcModuleParentId: 'business', icon: 'List' })
  const place = await services.menu.entryOf(document.id)
  if (place) await services.rights.grant('field-operator', place.id, { buttons: operator })
  for (const record of records(Date.now())) await services.records.create(context, document.id, record)
}

/** The administrator at the keyboard, as far as services can tell. */
async function administratorContext({ db, services, locales }: ModuleServer): Promise<CallContext> {
  const account = await db
    .selectFrom('user_account')
    .select(['id', 'account', 'real_name', 'organize_id', 'organize_name', 'department_name'])
    .where('is_administrator', '=', true)
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  const context: CallContext = {
    user: {
      sessionId: '',
      userId: account.id,
      userAccount: account.account,
      userName: account.real_name,
      organizeId: account.organize_id,
      organizeName: account.organize_name,
      departmentName: account.department_name,
      isAdministrator: true,
    },
    language: 'zh',
    text: locales.translator('zh').text,
    db,
    ip: '',
    userAgent: 'demo',
    requestId: 'demo',
    audit: (entry, tx) => services.audit.write(context, entry, tx),
    can: async () => true,
  }
  return context
}
