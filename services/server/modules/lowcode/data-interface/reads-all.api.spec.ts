import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, release, table } from '../online-development/specs/models'
import { readsAllMigration } from './reads-all-migration'
import { NOT_ALL, sealOf } from './requester'

let server: TestServer
let admin: TestClient
/** Keeps interfaces, and reaches one record of the two. */
let keeper: TestClient
let modelId: string
let keeperId: string

/** Stands in the record that is not the keeper's. */
const FAR = 'far-away'
const ALL = 'select title from report.vault order by title'

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  modelId = await release(admin, {
    enCode: 'vault',
    fields: [field('input', 'title'), table('items', [field('input', 'part')])],
    columns: ['title'],
    list: { useDataPermission: true },
  })
  const { rights } = server.server.services
  await server.sql(`insert into role (id, en_code, full_name) values ('keeps', 'keeps', '"接口"')`)
  await rights.grant('keeps', 'system.dataInterface', 'all')
  await rights.grant('keeps', `model-${modelId}`)
  const { id, client } = await personOf(server, 'keeps-interfaces')
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'keeps')`, [id])
  keeper = client
  keeperId = id
  for (const title of ['near', FAR]) {
    const data = JSON.stringify({ title, items: [{ part: title }] })
    const { id: record } = await admin.call('onlineDevelopment.create', { modelId, data } as never)
    if (title === 'near') await server.sql('update record set owner_id = $1 where id = $2', [id, record])
  }
  await server.server.services.records.prepared()
})
afterAll(() => server.close())

let made = 0
const body = (sql: string, extra: object = {}) => {
  const enCode = `all${++made}`
  const dataConfigJson = JSON.stringify({ sql })
  return { fullName: enCode, enCode, type: INTERFACE_TYPE.sql, dataConfigJson, ...extra } as never
}
async function marked(sql = ALL): Promise<string> {
  const { id } = await admin.call('dataInterface.create', body(sql, { readsAll: 1 }))
  await admin.call('dataInterface.setRunners', { id, everybody: 1, runners: [] })
  return id
}
const storedOf = async (id: string) => {
  const [row] = await server.sql<{ reads_all: boolean; sql: string }>(
    `select reads_all, config ->> 'sql' as sql from data_interface where id = $1`,
    [id],
  )
  return row
}
const info = async (id: string) => {
  const {
    id: _,
    creatorTime: _c,
    lastModifyTime: _l,
    version: _v,
    ...rest
  } = await admin.call('dataInterface.info', { id })
  return rest as unknown as Record<string, unknown>
}

describe('a statement that names a view of all records', () => {
  it.each([
    'select title from report.vault',
    'select title from REPORT . VAULT',
    'select title from "report"."vault"',
    'select title from report/* a /* b */ */./**/vault',
    'select title from report -- a\n . vault',
    'select part from report."vault.items"',
    'with vault as (select * from report.vault) select title from vault',
    'select (select min(title) from report.vault) as title',
  ])('is refused without the mark when it is saved, run and tried, and told the remedy: %s', async (sql) => {
    for (const client of [admin, keeper]) {
      const saved = await client.envelope('dataInterface.create', body(sql))
      expect(saved).toMatchObject({ code: 400, msg: expect.stringContaining('去掉 report.') })
      expect(saved.data).toMatchObject({
        errors: [{ path: 'dataConfigJson.sql', message: expect.stringContaining('读取全部记录') }],
      })
      const draft = { type: INTERFACE_TYPE.sql, dataConfigJson: JSON.stringify({ sql }) }
      const tried = await client.call('dataInterface.test', draft as never)
      expect(tried).toMatchObject({ rows: [], error: expect.stringContaining('去掉 report.') })
    }
    const id = await marked(sql)
    expect(JSON.stringify(await keeper.call('dataInterface.preview', { id }))).toContain(FAR)
    await server.sql('update data_interface set reads_all = false where id = $1', [id])
    for (const client of [admin, keeper])
      expect(await client.envelope('dataInterface.preview', { id })).toMatchObject({
        code: 400,
        msg: expect.stringContaining('去掉 report.'),
      })
  })

  it('is no statement that calls a table of its own so, or reads what is its caller’s there', async () => {
    const { id } = await keeper.call('dataInterface.create', body('select report.title from vault as report'))
    await admin.call('dataInterface.setRunners', { id, everybody: 1, runners: [] })
    expect(await keeper.call('dataInterface.preview', { id })).toEqual([{ title: 'near' }])
    await keeper.call('dataInterface.create', body('select f_id from report.visible_project'))
  })
})

describe('the mark', () => {
  it('is set and cleared by super administrators alone, and stays when others edit the rest', async () => {
    const denied = await keeper.envelope('dataInterface.create', body(ALL, { readsAll: 1 }))
    expect(denied).toMatchObject({ code: 403, msg: expect.stringContaining('只有超级管理员') })
    const id = await marked()
    const before = await info(id)
    const edit = (change: object) =>
      keeper.envelope('dataInterface.update', { ...before, id, ...change } as never)
    expect(await edit({ readsAll: 0 })).toMatchObject({ code: 403 })
    expect(await edit({ fullName: '改名' })).toMatchObject({ code: 200 })
    expect(await edit({ fullName: '再改', readsAll: undefined })).toMatchObject({ code: 200 })
    expect(await storedOf(id)).toEqual({ reads_all: true, sql: ALL })
    const plain = await keeper.call('dataInterface.create', body('select 1 as one'))
    const other = { ...(await info(plain.id)), id: plain.id, readsAll: 1 }
    expect(await keeper.envelope('dataInterface.update', other as never)).toMatchObject({ code: 403 })
    await admin.call('dataInterface.update', {
      ...before,
      id,
      readsAll: 0,
      dataConfigJson: '{"sql":"select 1 as one"}',
    } as never)
    expect(await storedOf(id)).toMatchObject({ reads_all: false })
  })

  it('holds the statement that it was given for: others change, copy and try none', async () => {
    const id = await marked()
    const before = await info(id)
    const edit = (change: object) =>
      keeper.envelope('dataInterface.update', { ...before, id, ...change } as never)
    const wider = { dataConfigJson: JSON.stringify({ sql: 'select * from report."vault.items"' }) }
    const bySuper = { code: 403, msg: expect.stringContaining('只能由超级管理员') }
    expect(await edit(wider)).toMatchObject(bySuper)
    expect(await edit({ type: INTERFACE_TYPE.static, dataConfigJson: '{"staticData":[]}' })).toMatchObject({
      code: 403,
    })
    expect(await keeper.envelope('dataInterface.copy', { id })).toMatchObject(bySuper)
    const draft = { id, type: INTERFACE_TYPE.sql, readsAll: 1, dataConfigJson: before['dataConfigJson'] }
    expect(await keeper.call('dataInterface.test', draft as never)).toMatchObject({ rows: [] })
    expect((await admin.call('dataInterface.test', draft as never)).rows).toHaveLength(2)
    expect(await storedOf(id)).toEqual({ reads_all: true, sql: ALL })
    const copy = await admin.call('dataInterface.copy', { id })
    expect(await storedOf(copy.id)).toEqual({ reads_all: true, sql: ALL })
  })

  it('is in files, and nobody but super administrators brings it in', async () => {
    const id = await marked()
    const file = await info(id)
    expect(file).toMatchObject({ readsAll: 1 })
    const read = (client: TestClient, change: object) =>
      client.envelope('dataInterface.import', { text: JSON.stringify({ ...file, ...change }) } as never)
    expect(await read(keeper, { enCode: 'broughtIn' })).toMatchObject({ code: 400 })
    const bare = { enCode: 'broughtBare', dataConfigJson: '{"sql":"select title from vault"}' }
    expect(await read(keeper, bare)).toMatchObject({ code: 200 })
    expect(await admin.call('dataInterface.info', { id: 'broughtBare' })).toMatchObject({ readsAll: 0 })
    // Over what is there: the rest alone.
    expect(await read(keeper, { fullName: '导入', readsAll: 0 })).toMatchObject({ code: 200 })
    expect(await storedOf(id)).toMatchObject({ reads_all: true })
    expect(await read(keeper, { dataConfigJson: bare.dataConfigJson })).toMatchObject({ code: 403 })
    expect(await read(admin, { enCode: 'broughtBySuper' })).toMatchObject({ code: 200 })
    expect(await admin.call('dataInterface.info', { id: 'broughtBySuper' })).toMatchObject({ readsAll: 1 })
  })

  it('opens nothing by a bare name', async () => {
    const id = await marked('select title from vault union all select title from vault')
    expect(await keeper.call('dataInterface.preview', { id })).toEqual([{ title: 'near' }, { title: 'near' }])
  })
})

describe('ways around', () => {
  it.each([
    'select U&"title" from U&"\\0072eport".vault',
    'select title from public.vault',
    'select data from record',
    'select data from public."record"',
    'set search_path = report; select title from vault',
    "select set_config('search_path', 'report', true), title from vault",
    "select set_config('loam.asker', '{}', true)",
    "select current_setting('loam.asker')",
    "select query_to_xml('select * from report.vault', true, true, '')",
    "select table_to_xml('report.vault', true, true, '')",
    "select schema_to_xml('report', true, true, '')",
    "select pg_get_viewdef('report.vault'::regclass)",
    'select definition from pg_views',
    'select definition from pg_catalog.pg_views',
    'select view_definition from information_schema.views',
    'select title from asker.vault',
    'select to_jsonb(vault) from vault',
    'select part from asker."vault.items"',
    "select * from ts_stat('select to_tsvector(title) from report.vault')",
    'select asker() as a',
    'select secret from asker_secret',
    'with recursive report as (select * from vault) select * from report',
  ])('show nothing of others’ records: %s', async (sql) => {
    // As somebody would have stored it who got past what is checked when it is saved.
    const { id } = await admin.call('dataInterface.create', body('select 1 as one'))
    await admin.call('dataInterface.setRunners', { id, everybody: 1, runners: [] })
    await server.sql('update data_interface set config = $1 where id = $2', [JSON.stringify({ sql }), id])
    expect(JSON.stringify(await keeper.envelope('dataInterface.preview', { id }))).not.toContain(FAR)
  })

  it('are told as a right that is missing where the database alone sees them', async () => {
    await server.sql(
      `create function report.first_title() returns text language sql as 'select min(title) from report.vault'`,
    )
    const id = await marked('select report.first_title() as title')
    expect(await keeper.call('dataInterface.preview', { id })).toEqual([{ title: FAR }])
    await server.sql('update data_interface set reads_all = false where id = $1', [id])
    for (const client of [admin, keeper])
      expect(await client.envelope('dataInterface.preview', { id })).toMatchObject({
        code: 403,
        msg: expect.stringContaining('读取全部记录'),
      })
  })

  it('end at the database where nothing reads the statement before', async () => {
    const client = new pg.Client({ connectionString: server.databaseUrl })
    await client.connect()
    const models = { [modelId]: { all: false, owners: [keeperId], units: [], records: null, hidden: [] } }
    const as = async (requester: object, statement: string) => {
      await client.query('begin')
      try {
        const { rows: at } = await client.query(
          'select pg_backend_pid() as pid, extract(epoch from transaction_timestamp())::text as began',
        )
        const { rows: kept } = await client.query('select secret from asker_secret')
        const said = JSON.stringify(requester)
        await client.query(
          `select set_config('loam.asker', $1, true), set_config('loam.asker_seal', $2, true)`,
          [said, sealOf(kept[0].secret, at[0], said)],
        )
        await client.query('set local role loam_reader')
        return (await client.query(statement)).rows
      } catch (error) {
        return (error as { code: string }).code
      } finally {
        await client.query('rollback')
      }
    }
    const plain = { user: keeperId, readsAll: false, models }
    const NOT_GRANTED = '42501'
    try {
      expect(await as(plain, 'select title from asker.vault')).toEqual([{ title: 'near' }])
      expect(await as({ ...plain, readsAll: true }, 'select title from asker.vault')).toEqual([
        { title: 'near' },
      ])
      expect(await as({ ...plain, readsAll: true }, 'select title from report.vault')).toHaveLength(2)
      for (const view of ['report.vault', 'report."vault.items"']) {
        expect(await as(plain, `select * from ${view}`)).toBe(NOT_ALL)
        expect(await as({ user: '', everything: true }, `select * from ${view}`)).toBe(NOT_ALL)
        expect(await as(plain, `select query_to_xml('select * from ${view}', true, true, '')`)).toBe(NOT_ALL)
        expect(
          await as(
            plain,
            `select set_config('loam.asker', '{"readsAll":true}', true) from generate_series(1, 1)
            union all select record_id from ${view}`,
          ),
        ).toBe(NOT_ALL)
      }
      expect(await as(plain, 'select * from record')).toBe(NOT_GRANTED)
      expect(await as(plain, 'set role postgres')).not.toEqual([{ title: FAR }])
      expect(await as(plain, `create or replace view asker.vault as select 1`)).toBe(NOT_GRANTED)
      expect(
        await as(plain, `create function report.f() returns boolean language sql as 'select true'`),
      ).toBe(NOT_GRANTED)
      // What is executed is what is sealed.
      expect(await as(plain, `select asker_records('${modelId}')`)).toEqual([])
    } finally {
      await client.end()
    }
  })
})

it('an installation’s statements name by bare names what they named by the schema, and get no mark', async () => {
  const { id } = await admin.call('dataInterface.create', body('select 1 as one'))
  await admin.call('dataInterface.setRunners', { id, everybody: 1, runners: [] })
  const old = `select 'report.vault' as text, v.title, f_id from Report."vault" v
    left join report.visible_project on true where v.title = {title}`
  await server.sql('update data_interface set config = $1 where id = $2', [JSON.stringify({ sql: old }), id])
  await server.sql('alter table data_interface drop column reads_all')
  const pool = new pg.Pool({ connectionString: server.databaseUrl })
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  await readsAllMigration.up(db)
  await db.destroy()
  expect(await storedOf(id)).toEqual({ reads_all: false, sql: old.replace('Report."vault"', '"vault"') })
})
