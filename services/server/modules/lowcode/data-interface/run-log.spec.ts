import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, it } from 'vitest'
import { CallScope, currentScope, withScope } from '../../../database/call-scope'
import type { Db } from '../../../module'
import { openRunLog } from './run-log'

it('writes what a call has run when the call is long over', async () => {
  const scopes: unknown[] = []
  const db: Db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      if (query.sql.includes('insert into data_interface_run')) scopes.push(currentScope())
    },
  })
  const warnings: string[] = []
  const log = openRunLog(db, { warn: (text: string) => warnings.push(text) } as never)
  const left = new CallScope({ bytes: 1000 })
  await withScope(left, async () => {
    log.add({ interfaceId: 'i', userId: 'u', at: new Date(), took: 1, rows: 1, error: '' })
    left.end(new Error('The client is gone'))
    await log.flush()
  })
  expect(scopes).toEqual([undefined])
  expect(warnings).toEqual([])
  await log.close()
})
