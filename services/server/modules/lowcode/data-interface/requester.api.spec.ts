import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, modelOf, release, table } from '../online-development/specs/models'
import { sealOf } from './requester'

let server: TestServer
let admin: TestClient
let operator: TestClient
let modelId: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
  modelId = await release(admin, {
    enCode: 'payroll',
    fields: [
      field('input', 'person'),
      field('inputNumber', 'salary'),
      table('bonuses', [field('inputNumber', 'amount'), field('input', 'reason')]),
    ],
    columns: ['person', 'salary'],
    list: { useDataPermission: true, useFormPermission: true, useColumnPermission: true },
  })
  for (const [client, person] of [
    [admin, '场长'],
    [operator, '操作员'],
  ] as const) {
    if (client === operator)
      await grant(['person', 'salary', 'bonuses', 'bonuses-amount', 'bonuses-reason'], ['person', 'salary'])
    await client.call('onlineDevelopment.create', {
      modelId,
      data: JSON.stringify({ person, salary: 9000, bonuses: [{ amount: 500, reason: person }] }),
    } as never)
  }
  await server.server.services.records.prepared()
})
afterAll(() => server.close())

const grant = async (fields: string[], columns: string[]) => {
  await server.sql(`delete from permission_grant where menu_id = 'model-${modelId}'`)
  await server.server.services.rights.grant('field-operator', `model-${modelId}`, {
    buttons: ['btn_add'],
    columns,
    fields,
  })
}

let count = 0
async function ask(client: TestClient, sql: string) {
  const enCode = `asked${++count}`
  const { id } = await admin.call('dataInterface.create', {
    fullName: enCode,
    enCode,
    type: INTERFACE_TYPE.sql,
    dataConfigJson: JSON.stringify({ sql }),
  } as never)
  await admin.call('dataInterface.setRunners', { id, everybody: 1, runners: [] })
  return client.call('dataInterface.preview', { id })
}

const ALL = 'select person, salary from payroll order by person'

describe('a SQL interface over a model', () => {
  it('answers the rows that its caller may see, and all of them to an administrator', async () => {
    expect(await ask(admin, ALL)).toHaveLength(2)
    expect(await ask(operator, ALL)).toEqual([{ person: '操作员', salary: 9000 }])
    expect(await ask(operator, 'select amount, reason from "payroll.bonuses"')).toEqual([
      { amount: 500, reason: '操作员' },
    ])
  })

  it.each([
    ['counting', 'select count(*) as n from payroll', { n: 1 }],
    ['summing', 'select sum(salary)::int as n from payroll', { n: 9000 }],
    [
      'a condition that would tell of rows by failing',
      "select count(*) as n from payroll where 1 / (case when person = '场长' then 0 else 1 end) = 1",
      { n: 1 },
    ],
    ['a CTE', 'with a as materialized (select * from payroll) select count(*) as n from a', { n: 1 }],
    ['a join with itself', 'select count(*) as n from payroll a join payroll b on true', { n: 1 }],
  ])('tells nothing of others by %s', async (_, sql, row) => {
    expect(await ask(operator, sql)).toEqual([row])
  })

  it('keeps closed fields from its caller', async () => {
    await grant(['person', 'bonuses', 'bonuses-reason'], ['person'])
    expect(await ask(operator, 'select * from payroll')).toEqual([
      expect.not.objectContaining({ salary: expect.anything() }),
    ])
    expect(await ask(operator, 'select person from payroll')).toEqual([{ person: '操作员' }])
    expect(await ask(operator, 'select reason from "payroll.bonuses"')).toEqual([{ reason: '操作员' }])
    // What is closed is no column; the view behind the name has nothing in it either.
    await expect(ask(operator, ALL)).rejects.toThrow('执行失败')
    expect(await ask(operator, 'select person, salary from asker.payroll')).toEqual([
      { person: '操作员', salary: null },
    ])
    await expect(ask(operator, 'select amount from "payroll.bonuses"')).rejects.toThrow('执行失败')
    expect(await ask(operator, 'select amount from asker."payroll.bonuses"')).toEqual([{ amount: null }])
  })

  it('keeps from its caller that a closed sub-table has rows', async () => {
    await grant(['person'], ['person'])
    for (const name of ['"payroll.bonuses"', 'asker."payroll.bonuses"'])
      expect(await ask(operator, `select count(*)::int as n from ${name}`)).toEqual([{ n: 0 }])
    expect(await ask(operator, 'select person from payroll')).toEqual([{ person: '操作员' }])
  })

  it('is empty to whoever does not have the model in the menu', async () => {
    await server.sql(`delete from permission_grant where menu_id = 'model-${modelId}'`)
    expect(await ask(operator, ALL)).toEqual([])
  })
})

describe('a model that is called like a table', () => {
  it.each(['visible_project', 'user_account', 'dictionary_item', 'pg_class'])(
    'does not stand in its place, and is told so: %s',
    async (enCode) => {
      const before = await ask(admin, 'select count(*)::int as n from dictionary_item')
      const fields = [field('input', 'person'), table('bonuses', [field('inputNumber', 'amount')])]
      const { id } = await admin.call(
        'visualDevelopment.import',
        modelOf({ enCode, fields, columns: ['person'] }) as never,
      )
      const { losses } = await admin.call('visualDevelopment.release', {
        id,
        pc: 1,
        pcModuleParentId: 'business',
      })
      expect(losses).toMatchObject([
        { field: 'enCode', message: expect.stringContaining(`“${enCode}”是数据库表的名称`) },
      ])
      await server.server.services.records.prepared()
      const views = await server.sql<{ name: string }>(
        `select distinct relname as name from pg_class where starts_with(obj_description(oid, 'pg_class'), 'loam:${id}:')`,
      )
      // A sub-table's has a dot, as no table has.
      expect(views).toEqual([{ name: `${enCode}.bonuses` }])
      expect(await ask(admin, 'select count(*)::int as n from dictionary_item')).toEqual(before)
    },
  )
})

describe('the connections for SQL interfaces', () => {
  it('are nobody’s alone: one person’s slow statements leave room for another’s', async () => {
    let ended = 0
    // The last of them may wait for its turn longer than a statement may take.
    const slow = Array.from({ length: 10 }, async () => {
      await ask(operator, 'select count(*)::int as slow from generate_series(1, 4000000)').catch(
        (error: Error) => expect(error.message).toContain('执行超时'),
      )
      ended += 1
    })
    await expect
      .poll(() =>
        server.sql(
          `select from pg_stat_activity where query like '%as slow%' and state = 'active' and pid <> pg_backend_pid()`,
        ),
      )
      .not.toEqual([])
    expect(await ask(admin, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(ended).toBeLessThan(4)
    await Promise.all(slow)
  })
})

describe('who works on the database', () => {
  it('is the reader in an interface, who can neither write nor read what it is not given', async () => {
    expect(await ask(operator, 'select current_user as who')).toEqual([{ who: 'loam_reader' }])
    await expect(ask(admin, 'select secret from asker_secret')).rejects.toThrow('permission denied')
    await expect(ask(admin, 'select data from record')).rejects.toThrow('permission denied')
  })

  it('is the application otherwise, which owns nothing and has no powers', async () => {
    const roles = await server.sql<{ rolsuper: boolean; owns: boolean; writes: boolean; changes: boolean }>(
      `select rolsuper, exists (select from pg_class where relowner = pg_roles.oid) as owns,
         has_table_privilege(rolname, 'record', 'INSERT') as writes,
         has_table_privilege(rolname, 'record', 'TRUNCATE') as changes
       from pg_roles where rolname = 'loam_app'`,
    )
    expect(roles).toEqual([{ rolsuper: false, owns: false, writes: true, changes: false }])
  })

  it('cannot give itself another asker: what is said without the seal of this transaction counts for nothing', async () => {
    const client = new pg.Client({ connectionString: server.databaseUrl })
    await client.connect()
    try {
      await client.query('begin')
      const forged = JSON.stringify({ user: '', everything: true })
      const { rows: at } = await client.query(
        'select pg_backend_pid() as pid, extract(epoch from transaction_timestamp())::text as began',
      )
      const { rows: kept } = await client.query('select secret from asker_secret')
      const seal = sealOf(kept[0].secret, at[0], forged)
      const count = async () => (await client.query('select count(*)::int as n from asker.payroll')).rows[0].n
      const attempt = (requester: string, with_: string) =>
        client.query(`select set_config('loam.asker', $1, true), set_config('loam.asker_seal', $2, true)`, [
          requester,
          with_,
        ])
      await client.query('set local role loam_reader')
      expect(await count()).toBe(0)
      await attempt(forged, seal)
      expect(await count()).toBe(2)
      await attempt(forged.replace('""', '"x"'), seal)
      expect(await count()).toBe(0)
      await attempt(forged, '')
      expect(await count()).toBe(0)
      // The same words in the next transaction are nobody's.
      await client.query('commit; begin; set local role loam_reader')
      await attempt(forged, seal)
      expect(await count()).toBe(0)
    } finally {
      await client.end()
    }
  })

  it('has connections of its own: a sign-in is answered while sixty slow interfaces run', async () => {
    // It waits for as long as the lock is held, whatever the time that a statement has.
    await server.sql(`create function report.slow() returns int language plpgsql as $$ begin
      loop
        begin
          perform pg_advisory_xact_lock_shared(7788);
          return 1;
        exception when query_canceled then null;
        end;
      end loop; end $$`)
    const holder = new pg.Client({ connectionString: server.databaseUrl })
    await holder.connect()
    await holder.query('select pg_advisory_lock(7788)')
    const { id } = await admin.call('dataInterface.create', {
      fullName: 'slow',
      enCode: 'slow',
      type: INTERFACE_TYPE.sql,
      dataConfigJson: JSON.stringify({ sql: 'select report.slow() as n' }),
    } as never)
    let ended = 0
    const runs = Array.from({ length: 60 }, () =>
      admin.envelope('dataInterface.preview', { id }).finally(() => {
        ended += 1
      }),
    )
    const waiting = () =>
      server.sql(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    await expect.poll(waiting).not.toEqual([])
    await server.as('operator')
    expect(ended).toBe(0)
    await holder.end()
    await Promise.all(runs)
  })
})
