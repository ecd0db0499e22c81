import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreBackup } from '@services/server/backup/restore'
import { writeBackup } from '@services/server/backup/write'
import { allMigrations } from '@services/server/migrations'
import { type RunningServer, startServer } from '@services/server/server'
import { diskStore } from '@services/server/storage/disk'
import { createTestClient, md5, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { databaseUrl, PASSWORDS, quiet, SECRET_KEY, testOptions } from '@tests/api/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, modelOf, release, table } from './specs/models'

const SECRET = 'Zx9-tamarisk'
const MASK = '••••••'
const secret = (name: string, config = {}) =>
  field('input', name, config, { showPassword: true, maxlength: 20 })
const fields = [
  field('input', 'name'),
  secret('pin'),
  table('doors', [field('input', 'door'), secret('code')]),
]
const draft = { enCode: 'safe', fields, columns: ['name'] }

let server: TestServer
let admin: TestClient
let modelId: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  modelId = await release(admin, draft)
})
afterAll(() => server?.close())

/** Tables and views that hold a text anywhere, whatever their columns. */
async function holding(text: string): Promise<string[]> {
  const tables = await server.sql<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  )
  expect(tables.length).toBeGreaterThan(50)
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await server.sql<{ there: boolean }>(
      `select exists (select from ${name} t where strpos(t::text, $1) > 0) as there`,
      [text],
    )
    if (row?.there) found.push(name)
  }
  return found
}
const create = async (data: object) =>
  (await admin.call('onlineDevelopment.create', { modelId, data: JSON.stringify(data) })).id
const update = (id: string, data: object) =>
  admin.call('onlineDevelopment.update', { modelId, id, data: JSON.stringify(data) })
const read = async (id: string, client = admin) =>
  JSON.parse((await client.call('onlineDevelopment.read', { modelId, id })).data) as {
    name: string
    pin: string
    doors: { id: string; door: string; code: string }[]
  }
const shown = async (id: string, client = admin) =>
  JSON.parse((await client.call('onlineDevelopment.dataChange', { modelId, id })).data) as Record<
    string,
    unknown
  >

describe('a secret of a record', () => {
  it('is in no table, and read by who may see the field', async () => {
    const id = await create({ name: 'a', pin: SECRET, doors: [{ door: 'n', code: `${SECRET}-2` }] })
    const first = await read(id)
    expect([first.pin, first.doors[0]?.code]).toEqual([SECRET, `${SECRET}-2`])
    expect((await shown(id))['pin']).toBe(MASK)
    await update(id, { ...first, name: 'b', pin: `${SECRET}-3` })
    expect((await read(id)).pin).toBe(`${SECRET}-3`)
    await admin.call('onlineDevelopment.delete', { modelId, id })
    expect(await holding(SECRET)).toEqual([])
    const audit = await server.sql<{ action: string; after: { pin: string } | null }>(
      'select action, after from audit where target = $1 order by id',
      [`${modelId}/${id}`],
    )
    expect(audit.map(({ after }) => after?.pin)).toEqual(['******', '****** (new)', undefined])
  })

  it('stays what it is where its mask comes back, and its row with it', async () => {
    const id = await create({
      name: 'a',
      pin: SECRET,
      doors: [
        { door: 'n', code: '1' },
        { door: 's', code: '2' },
      ],
    })
    const before = await server.sql('select data from record where id = $1', [id])
    const { doors } = await read(id)
    await update(id, {
      name: 'c',
      pin: MASK,
      doors: doors.toReversed().map((row) => ({ ...row, code: MASK })),
    })
    const after = await read(id)
    expect(after).toMatchObject({ name: 'c', pin: SECRET })
    expect(after.doors.map(({ door, code }) => [door, code])).toEqual([
      ['s', '2'],
      ['n', '1'],
    ])
    const [row] = await server.sql<{ data: { pin: string } }>('select data from record where id = $1', [id])
    expect(row?.data.pin).toBe((before[0] as { data: { pin: string } }).data.pin)
    expect((await read(await create({ name: 'new', pin: MASK }))).pin).toBeNull()
  })

  it.each([
    ['a search', { queryJson: JSON.stringify({ pin: SECRET }) }],
    ['a search of rows', { queryJson: JSON.stringify({ 'doors-code': '1' }) }],
    [
      'a super query',
      {
        superQueryJson: JSON.stringify({
          matchLogic: 'and',
          conditionList: [{ logic: 'and', groups: [{ field: 'pin', symbol: 'notNull' }] }],
        }),
      },
    ],
    ['an order', { sidx: 'pin', sort: 'asc' }],
  ])('is refused to %s, in words', async (_, requested) => {
    const { code, msg } = await admin.envelope('onlineDevelopment.list', { modelId, ...requested })
    expect([code, msg]).toEqual([400, expect.stringContaining('是密码字段，加密保存，不能用于查询、排序')])
  })

  it.each([
    ['search', { search: [{ prop: 'pin', label: 'PIN' }] }],
    ['sort', { list: { defaultSortConfig: [{ field: 'pin', sort: 'asc' }] } }],
    ['sortable column', { columns: ['pin'] }],
    ['group', { list: { type: 3, groupField: 'pin' } }],
    ['tree', { list: { type: 5, parentField: 'name', subField: 'pin' } }],
    ['left tree', { list: { type: 2, treeRelation: 'pin', treeDataSource: 'organize' } }],
    [
      'filter',
      {
        list: {
          ruleList: {
            matchLogic: 'and',
            conditionList: [{ logic: 'and', groups: [{ field: 'pin', symbol: 'notNull' }] }],
          },
        },
      },
    ],
    ['unique', { fields: [field('input', 'name'), secret('pin', { unique: true })] }],
  ])('stops the release of a model whose %s it is', async (what, change) => {
    const model = modelOf({ ...draft, enCode: `safe_${what.replaceAll(' ', '_')}`, ...change })
    const { id } = await admin.call('visualDevelopment.import', model as never)
    const refused = await admin.envelope('visualDevelopment.release', { id })
    expect([refused.code, refused.msg]).toEqual([400, expect.stringContaining('密码字段')])
  })

  it('stays one while there are records', async () => {
    const id = await release(admin, { ...draft, enCode: 'stays' })
    await admin.call('onlineDevelopment.create', { modelId: id, data: JSON.stringify({ pin: SECRET }) })
    const plain = modelOf({
      ...draft,
      enCode: 'stays',
      fields: [field('input', 'name'), field('input', 'pin')],
    })
    await admin.call('visualDevelopment.update', { id, ...plain } as never)
    const refused = await admin.envelope('visualDevelopment.release', { id })
    expect(refused.msg).toContain('不能改为普通字段')
  })
})

describe('secrets of data interfaces', () => {
  it('are in no table, and kept by a save that sends their mask back', async () => {
    const header = { field: 'X-Key', defaultValue: `${SECRET}-http`, secret: true }
    const config = (one: object) => JSON.stringify({ url: 'http://127.0.0.1:1/x', headers: [one] })
    const input = {
      fullName: 'secret',
      enCode: 'secret',
      type: 3 as const,
      parameterJson: '[]',
      fieldJson: '[]',
    }
    const { id } = await admin.call('dataInterface.create', { ...input, dataConfigJson: config(header) })
    const stored = () => server.sql('select config::text from data_interface where id = $1', [id])
    const before = await stored()
    await admin.call('dataInterface.update', {
      ...{ ...input, id },
      dataConfigJson: config({ ...header, defaultValue: '******' }),
    })
    expect(await stored()).toEqual(before)
    expect(await holding(`${SECRET}-http`)).toEqual([])
  })
})

describe('the key', () => {
  const other = 'fedcba9876543210'.repeat(4)
  let running: RunningServer | undefined
  const stop = async () => {
    await running?.close()
    running = undefined
  }
  afterAll(stop)
  /** Another server on the database, with other keys. */
  async function startWith(secretKey: string | undefined, more = {}): Promise<TestClient> {
    await stop()
    running = await startServer(testOptions({ databaseUrl: server.databaseUrl, secretKey, ...more }), quiet)
    await running.services.records.prepared()
    const { token } = await createTestClient(running.url, '').call('session.login', {
      account: 'admin',
      password: md5(PASSWORDS['admin'] ?? ''),
    })
    return createTestClient(running.url, token)
  }
  const problems = async (client: TestClient) =>
    (await client.call('systemState.read')).problems.filter(({ id }) => id === 'locked' || id === 'noKey')

  it('that is wrong ends nothing: it is said, values say so, and what cannot be read stays', async () => {
    const id = await create({ name: 'locked', pin: SECRET })
    const client = await startWith(other)
    const [told] = await problems(client)
    expect(told?.text).toContain('加密数据无法读取')
    expect((await shown(id, client))['pin']).toBe('无法读取（密钥不可用）')
    const unreadable = await read(id, client)
    expect(unreadable.pin).toBe(`${MASK} 无法读取（密钥不可用）`)
    await client.call('onlineDevelopment.update', {
      ...{ modelId, id },
      data: JSON.stringify({ ...unreadable, name: 'still locked' }),
    })
    await stop()
    admin = await server.as('admin')
    expect(await read(id)).toMatchObject({ name: 'still locked', pin: SECRET })
  }, 300_000)

  it('is changed: values go over to the first of two, and the second can go', async () => {
    const id = await create({ name: 'turned', pin: SECRET })
    const key = async () => {
      const [row] = await server.sql<{ key: string }>(
        "select substr(data->>'pin', 1, 26) as key from record where id = $1",
        [id],
      )
      return row?.key
    }
    const before = await key()
    const both = await startWith(`${other},${SECRET_KEY}`)
    expect(await problems(both)).toEqual([])
    expect((await read(id, both)).pin).toBe(SECRET)
    expect(await key()).not.toBe(before)
    expect(running?.services.secrets.unfinished()).toBe(0)
    const alone = await startWith(other)
    expect(await problems(alone)).toEqual([])
    expect((await read(id, alone)).pin).toBe(SECRET)
    // Back again, for the server that the other specs ask.
    await startWith(`${SECRET_KEY},${other}`)
    expect(await key()).toBe(before)
  }, 300_000)

  it('of a data folder goes with a backup', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loam-secrets-'))
    const [from, to] = [join(folder, 'from'), join(folder, 'to')]
    const target = databaseUrl(server.databaseUrl, `secrets_${process.pid}`)
    await server.sql(`create database secrets_${process.pid}`)
    try {
      const client = await startWith(undefined, { dataFolder: from })
      const { id } = await client.call('onlineDevelopment.create', {
        modelId,
        data: JSON.stringify({ pin: SECRET }),
      })
      await stop()
      const summary = await writeBackup(join(folder, 'one.loam'), {
        ...{ connection: { connectionString: server.databaseUrl }, store: diskStore(join(from, 'files')) },
        ...{ keyFile: join(from, 'secret.key'), version: '1' },
      })
      expect(summary.hasKey).toBe(true)
      await restoreBackup(join(folder, 'one.loam'), {
        ...{ connection: { connectionString: target }, store: diskStore(join(to, 'files')) },
        ...{ keyFile: join(to, 'secret.key'), migrations: allMigrations(), replaces: false, log: quiet },
      })
      const there = await startWith(undefined, { dataFolder: to, databaseUrl: target })
      expect((await read(id, there)).pin).toBe(SECRET)
      const lost = await startWith(undefined, { dataFolder: join(folder, 'lost'), databaseUrl: target })
      expect((await read(id, lost)).pin).toContain('无法读取')
    } finally {
      await stop()
      await server.sql(`drop database if exists secrets_${process.pid} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    }
  }, 300_000)
})

describe('what was kept before there were keys', () => {
  it('is sealed: 2,500 records, deleted ones, rows, audit, unique values, headers and variables', async () => {
    const id = await release(admin, { ...draft, enCode: 'old' })
    const old = `${SECRET}-old`
    await server.sql(
      `insert into record (model_id, id, version, data, deleted_at)
       select $1, 'r' || n, 1, jsonb_build_object('name', n, 'pin', $2 || n, 'doors',
         jsonb_build_array(jsonb_build_object('id', n, 'code', $2 || 'd' || n))), case when n % 100 = 0 then now() end
       from generate_series(1, 2500) as n`,
      [id, old],
    )
    await server.sql(
      `insert into audit (user_id, account, ip, request_id, action, target, after)
       select '', 'admin', '', '', 'record.create', $1 || '/r' || n, jsonb_build_object('name', n, 'pin', $2 || n)
       from generate_series(1, 1200) as n`,
      [id, old],
    )
    await server.sql(
      "insert into record_unique (model_id, field, value, record_id) values ($1, 'pin', $2, 'r1')",
      [id, old],
    )
    await server.sql(
      `insert into data_interface (id, full_name, en_code, type, config) values ('old-http', 'old', 'old-http', 3, $1)`,
      [
        JSON.stringify({
          url: 'http://127.0.0.1:1/y',
          headers: [{ field: 'K', defaultValue: old, secret: true }],
        }),
      ],
    )
    await server.sql(
      `insert into data_interface_variate (id, interface_id, full_name, expression, value) values ('v', 'old-http', 'v', 'a', $1)`,
      [old],
    )
    server.server.services.records.prepare(id)
    await server.server.services.records.prepared()
    const again = await startServer(testOptions({ databaseUrl: server.databaseUrl }), quiet)
    await again.services.records.prepared()
    await again.close()
    expect(await holding(old)).toEqual([])
    const data = async (record: string) =>
      JSON.parse((await admin.call('onlineDevelopment.read', { modelId: id, id: record })).data)
    expect(await data('r2499')).toMatchObject({ pin: `${old}2499`, doors: [{ code: `${old}d2499` }] })
    const [row] = await server.sql<{ n: number }>(
      'select max(row_version) as n from record where model_id = $1',
      [id],
    )
    expect(row?.n).toBe(1)
    expect(await admin.call('audit.verify')).toMatchObject({ isWhole: true })
    const [told] = await server.sql("select after from audit where action = 'audit.redact'")
    expect(told).toMatchObject({ after: { rows: 1200 } })
  }, 300_000)
})
