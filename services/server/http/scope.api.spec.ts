import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, release } from '../modules/lowcode/online-development/specs/models'

const MB = 2 ** 20
let server: TestServer
let admin: TestClient
let operator: TestClient
let modelId: string
/** 50 records of about 200 KB. */
let ids: readonly string[]

beforeAll(async () => {
  server = await startTestServer({ callBytes: 8 * MB })
  admin = await server.as('admin')
  operator = await server.as('operator')
  modelId = await release(admin, { enCode: 'thick', fields: [field('input', 'name')], columns: ['name'] })
  const data = JSON.stringify({ name: 'x' })
  await admin.call('onlineDevelopment.create', { modelId, data } as never)
  await server.sql(
    `insert into record select (jsonb_populate_record(r, jsonb_build_object(
       'id', 'thick' || n, 'data', jsonb_build_object('name', repeat(md5(n::text), 6400))))).*
     from record r, generate_series(1, 50) as n where r.model_id = $1`,
    [modelId],
  )
  ids = Array.from({ length: 50 }, (_, at) => `thick${at + 1}`)
})
afterAll(() => server.close())

const source = (at: number) => ({ kind: 'record' as const, modelId, field: 'name', at })
const names = (sources: number, count = ids.length) => ({
  requests: Array.from({ length: sources }, (_, at) => ({ source: source(at), ids: ids.slice(0, count) })),
})
/** Statements of the server that work or wait in the database. */
const underWay = async (waiting = false) => {
  const [row] = await server.sql<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name = 'loam' and state = 'active' ${waiting ? "and wait_event_type = 'Lock'" : ''}`,
  )
  return row?.count ?? 0
}
/** Nobody can read models until it is let go. */
async function holdModels(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: server.databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table model in access exclusive mode')
  return () => holder.end()
}

describe('a call that asks for too much', () => {
  it('is refused in a sentence, and what is left of it is cancelled', async () => {
    const began = performance.now()
    const refused = await admin.envelope('names.resolve', names(190), { 'x-language': 'en' })
    expect(refused).toMatchObject({ code: 400, msg: expect.stringContaining('more than 8.0 MB') })
    await expect.poll(() => underWay(), { timeout: 1_000 }).toBe(0)
    expect(performance.now() - began).toBeLessThan(3_000)
    expect(await admin.call('names.resolve', names(3, 2))).toHaveLength(3)
  })

  it('holds a part of the connections, and none of them once its client is gone', async () => {
    const release = await holdModels()
    const leaving = new AbortController()
    try {
      const asked = admin
        .fetch('/api/system/Names', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(names(190, 1)),
          signal: leaving.signal,
        })
        .catch(() => 'gone')
      await expect.poll(() => underWay(true)).toBeGreaterThan(0)
      const others = Array.from({ length: 6 }, () => admin.envelope('names.resolve', names(10, 1)))
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await underWay(true)).toBeLessThanOrEqual(2)
      expect(await operator.envelope('dictionaryType.list', {})).toMatchObject({ code: 200 })
      leaving.abort()
      expect(await asked).toBe('gone')
      await release()
      for (const answer of await Promise.all(others)) expect(answer).toMatchObject({ code: 200 })
    } finally {
      await release().catch(() => undefined)
    }
  })

  it('ends with its client, whatever the database is at', async () => {
    const release = await holdModels()
    try {
      const leaving = new AbortController()
      const body = JSON.stringify(names(10, 1))
      const headers = { 'content-type': 'application/json' }
      const asked = admin
        .fetch('/api/system/Names', { method: 'POST', headers, body, signal: leaving.signal })
        .catch(() => 'gone')
      await expect.poll(() => underWay(true)).toBeGreaterThan(0)
      leaving.abort()
      expect(await asked).toBe('gone')
      await expect.poll(() => underWay(true), { timeout: 1_000 }).toBe(0)
    } finally {
      await release()
    }
  })
})

describe('a data interface of SQL', () => {
  const make = async (enCode: string, sql: string) =>
    (
      await admin.call('dataInterface.create', {
        fullName: enCode,
        enCode,
        type: INTERFACE_TYPE.sql,
        parameterJson: '[]',
        fieldJson: '[]',
        dataConfigJson: JSON.stringify({ sql }),
      } as never)
    ).id

  it('answers no more bytes than a call may have, in one row or in many', async () => {
    const many = await make(
      'manyBytes',
      "select n, repeat('x', 100000) as text from generate_series(1, 10000) as n",
    )
    const one = await make('oneRow', "select repeat('x', 60000000) as text")
    const before = process.memoryUsage().rss
    for (const id of [many, one]) {
      const refused = await admin.envelope('dataInterface.preview', { id }, { 'x-language': 'en' })
      expect(refused).toMatchObject({ code: 400, msg: expect.stringContaining('more than') })
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MB)
    await expect.poll(() => underWay(), { timeout: 2_000 }).toBe(0)
  })
})
