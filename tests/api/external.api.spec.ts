import { randomBytes } from 'node:crypto'
import { startServer } from '@services/server/server'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestClient, md5, type TestClient } from './harness'
import { databaseUrl, PASSWORDS, quiet, testOptions } from './options'
import { buildServer, startProcess } from './process'

/** A PostgreSQL that the system runs; another one by `LOAM_EXTERNAL_DATABASE_URL`. */
const EXTERNAL = process.env['LOAM_EXTERNAL_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres'

async function run(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function signInAs(url: string, typed: string): Promise<TestClient> {
  const password = md5(typed)
  const { token } = await createTestClient(url, '').call('session.login', { account: 'admin', password })
  return createTestClient(url, token)
}
const signIn = (url: string) => signInAs(url, 'Harvest2026')

/** As whom of the database SQL interfaces run. */
async function whoAsks(admin: TestClient): Promise<unknown> {
  const { id } = await admin.call('dataInterface.create', {
    ...{ fullName: 'who', enCode: 'who', type: 1 },
    dataConfigJson: { sql: 'select current_user as role' },
  } as never)
  return JSON.stringify(await admin.call('dataInterface.preview', { id }))
}

const reason = await run(EXTERNAL, 'select 1').then(
  () => null,
  (error: Error) => error.message || 'no connection',
)
if (reason !== null)
  console.warn(`Skipped: no external PostgreSQL at ${EXTERNAL} (LOAM_EXTERNAL_DATABASE_URL): ${reason}`)

describe.skipIf(reason !== null)('an external PostgreSQL', () => {
  const name = `loam_external_${randomBytes(6).toString('hex')}`
  const url = databaseUrl(EXTERNAL, name)
  beforeAll(async () => {
    await buildServer()
    await run(EXTERNAL, `create database ${name}`)
  }, 120_000)
  afterAll(() => run(EXTERNAL, `drop database if exists ${name} with (force)`))

  it('is brought up to date once by processes that start together, and both serve from it', async () => {
    const env = {
      DATABASE_URL: url,
      LOAM_DATA: '/tmp/loam-external-unused',
      LOAM_ADMIN_PASSWORD: 'Harvest2026',
      HOST: '127.0.0.1',
      PORT: '0',
    }
    const processes = await Promise.all([startProcess(env), startProcess(env)])
    try {
      const [here, there] = await Promise.all(processes.map(({ url }) => signIn(url)))
      if (!here || !there) throw new Error('Two servers were started')
      const category = { parentId: '1', fullName: '同城', enCode: 'bothServers', isTree: 0 }
      const { id } = await here.call('dictionaryType.create', category)
      expect(await there.call('dictionaryType.info', { id })).toMatchObject(category)
      const { list } = await there.call('visualDevelopment.list')
      expect(list.length).toBeGreaterThan(0)
      expect(list.filter((model) => model.version !== 1)).toEqual([])
    } finally {
      expect(await Promise.all(processes.map((one) => one.stop()))).toEqual([0, 0])
    }
    const [counts] = await run(
      url,
      `select (select count(*)::int from user_account where account = 'admin') as administrators,
        (select count(*)::int from model) as models, 
        (select count(*)::int from demo_seed where name like 'model:%') as seeds`,
    )
    expect(counts).toMatchObject({ administrators: 1, models: counts?.['seeds'] })
  })

  it('is worked on as three logins: who owns the tables, who works on rows, and who reads for interfaces', async () => {
    const [own, password] = [`${name}_three`, randomBytes(8).toString('hex')]
    const [owner = '', app = '', reader = ''] = ['owner', 'app', 'reader'].map((part) => `${own}_${part}`)
    const urlOf = (role: string) => {
      const url = new URL(databaseUrl(EXTERNAL, own))
      Object.assign(url, { username: role, password })
      return url.toString()
    }
    for (const role of [owner, app, reader])
      await run(EXTERNAL, `create role ${role} login password '${password}'`)
    await run(EXTERNAL, `create database ${own} owner ${owner}`)
    const start = (more: { readonly readerDatabaseUrl: string }) =>
      startServer(
        testOptions({ databaseUrl: urlOf(owner), appDatabaseUrl: urlOf(app), ...more, demo: true }),
        quiet,
      )
    try {
      const server = await start({ readerDatabaseUrl: urlOf(reader) })
      try {
        const admin = await signInAs(server.url, PASSWORDS['admin'] ?? '')
        const written = await admin.call('dictionaryType.create', {
          ...{ parentId: '1', fullName: '三', enCode: 'three', isTree: 0 },
        })
        expect(written.id).not.toBe('')
        expect(await whoAsks(admin)).toContain(`"${reader}"`)
      } finally {
        await server.close()
      }
      const [made] = await run(
        databaseUrl(EXTERNAL, own),
        `select (select count(*)::int from pg_roles role join pg_auth_members on member = role.oid
            where rolname in ('${app}', '${reader}')) as memberships,
          (select array_agg(distinct tableowner::text) from pg_tables where schemaname = 'public') as owners,
          has_table_privilege('${app}', 'record', 'insert') as app_writes,
          has_table_privilege('${reader}', 'record', 'select') as reader_sees_records,
          has_table_privilege('${reader}', 'dictionary_item', 'select') as reader_reads`,
      )
      expect(made).toEqual({
        ...{ memberships: 0, owners: [owner], app_writes: true },
        ...{ reader_sees_records: false, reader_reads: true },
      })
      // Who owns the tables is no reader.
      await expect(start({ readerDatabaseUrl: urlOf(owner) })).rejects.toThrow('LOAM_READER_DATABASE_URL')
    } finally {
      await run(EXTERNAL, `drop database if exists ${own} with (force)`)
      for (const role of [owner, app, reader]) await run(EXTERNAL, `drop role if exists ${role}`)
    }
  }, 120_000)

  it('that cannot be reached ends the start with its address, without the password', async () => {
    const unreachable = 'postgresql://loam:secret@127.0.0.1:1/none'
    const starting = startServer(testOptions({ databaseUrl: unreachable }), quiet)
    const message = await starting.then(
      () => 'started',
      (error: Error) => error.message,
    )
    expect(message).toContain('DATABASE_URL: postgresql://loam@127.0.0.1:1/none')
    expect(message).not.toContain('secret')
  })
})
