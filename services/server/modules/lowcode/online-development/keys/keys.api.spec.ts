import { type Condition, matches } from '@runtime/list'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { quiet } from '@tests/api/options'
import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renewReading } from '../../../../database/reading'
import type { Database } from '../../../../database/schema'
import type { ReleasedModel } from '../../visual-development/released'
import { conditionSql } from '../condition-sql'
import { anyCondition, anyRecord, draft, planOf } from '../specs/any-records'
import { field, modelOf, release } from '../specs/models'
import { prepareKeys } from './build'
import { keyTableOf } from './plan'
import { isReady } from './ready'
import { sourceOf } from './source'

const NOTHING_TESTED = { each: [], together: [] }
let server: TestServer
let admin: TestClient
let db: Kysely<Database>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: server.databaseUrl }) }),
  })
})
afterAll(async () => {
  await db.destroy()
  await server.close()
})

const current = (modelId: string) => server.server.services.models.current(modelId)
const prepared = () => server.server.services.records.prepared()
async function tableOf(modelId: string) {
  const table = keyTableOf(await current(modelId))
  if (!table) throw new Error('the model has no key table')
  return table
}
const tablesOf = async (prefix: string) =>
  (
    await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'record_key'::regnamespace and relkind = 'r'
        and starts_with(relname, ${prefix})`.execute(db)
  ).rows.map(({ name }) => name)

const insert = (modelId: string, rows: readonly object[]) =>
  sql`insert into record (model_id, id, version, data)
    select ${modelId}, 'r' || lpad(ordinality::text, 4, '0'), 1, value
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality`.execute(db)

/** What the table would hold if it were made now, and what it holds. */
async function compared(modelId: string) {
  const table = await tableOf(modelId)
  const rows = async () =>
    (await sql<object>`select * from ${sql.id('record_key', table.name)} order by id`.execute(db)).rows
  const kept = await rows()
  const live =
    await sql<object>`select id from record where model_id = ${modelId} and deleted_at is null order by id`.execute(
      db,
    )
  expect(kept.map((row) => (row as { id: string }).id)).toEqual(
    live.rows.map((row) => (row as { id: string }).id),
  )
  await sql`delete from ${sql.id('record_key', table.name)}`.execute(db)
  // Every record is saved as it is: its trigger writes the row anew.
  await sql`update record set version = version where model_id = ${modelId}`.execute(db)
  return { kept, made: await rows() }
}

describe('what is kept typed beside records', () => {
  it('answers as the records themselves do, whatever they hold', async () => {
    const modelId = await release(admin, draft('keyOracle'))
    await prepared()
    const plan = planOf('keyOracle', modelId)
    const { form } = plan
    if (!form) throw new Error('the plan has no form')
    const table = await tableOf(modelId)
    let alone = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRecord, { maxLength: 12 }),
        fc.array(anyCondition as fc.Arbitrary<Condition>, { minLength: 1, maxLength: 8 }),
        async (rows, requested) => {
          const data = rows.map((row) => JSON.parse(JSON.stringify(row)) as Record<string, unknown>)
          await sql`delete from record where model_id = ${modelId}`.execute(db)
          await insert(modelId, data)
          for (const one of requested) {
            const source = sourceOf(modelId, table, { conditions: [one], fields: [] })
            if (source.from !== source.fromRecords) alone++
            const found = await sql<{ id: string }>`
              select ${source.own('id')} as id from ${source.from}
              where ${source.all} and ${conditionSql(one, form, source.places)} order by 1`.execute(db)
            expect(
              found.rows.map(({ id }) => Number(id.slice(1))),
              JSON.stringify({ one, data }),
            ).toEqual(data.flatMap((row, position) => (matches(one, row, plan) ? [position + 1] : [])))
          }
        },
      ),
      { numRuns: 100 },
    )
    expect(alone).toBeGreaterThan(50)
  })

  it('finds a word wherever it stands: by one letter, across capitals, in texts longer than what is kept of them', async () => {
    const modelId = await release(admin, draft('keyWords'))
    await prepared()
    const texts = {
      short: '南干渠七号',
      capitals: 'PE 支管 DN90',
      long: `${'长'.repeat(300)}闸门`,
      huge: `${'田'.repeat(12_000)}水井`,
      none: '',
    }
    await insert(
      modelId,
      Object.values(texts).map((name) => ({ name })),
    )
    const found = async (name: string) => {
      const { list } = await admin.call('onlineDevelopment.list', {
        modelId,
        queryJson: JSON.stringify({ name }),
      })
      return list.map((row) => Object.values(texts).indexOf(String(row['name']))).sort()
    }
    expect(await found('七')).toEqual([0])
    expect(await found('渠七')).toEqual([0])
    expect(await found('七渠')).toEqual([])
    expect(await found('pe 支管 dn')).toEqual([1])
    expect(await found('渠七号')).toEqual([0])
    expect(await found('渠七渠')).toEqual([])
    expect(await found('闸门')).toEqual([2])
    expect(await found('水井')).toEqual([3])
    expect(await found('田水')).toEqual([3])
    expect(await found('长'.repeat(250))).toEqual([2])
    const sought = async (word: string) =>
      (await server.sql<{ sought: string[] }>(`select record_key.sought($1) as sought`, [word]))[0]?.sought
    expect(await sought('DN90')).toEqual(['dn9', 'n90'])
    expect(await sought('渠七')).toEqual(['渠七'])
    expect(await sought('渠')).toEqual([])
    expect(await sought('田'.repeat(12_000))).toEqual([''])
  })

  it('orders and counts a long list by an index alone', async () => {
    const modelId = await release(admin, draft('keyLong'))
    await prepared()
    await server.sql(
      `insert into record (model_id, id, version, data)
       select $1, 'r' || n, 1, jsonb_build_object('name', 'n' || n, 'amount', (n * 7919) % 12011, 'kind', 'a')
       from generate_series(1, 12011) as n`,
      [modelId],
    )
    const { name, columns } = await tableOf(modelId)
    const amount = columns.get('amount')?.name
    await server.sql(`vacuum analyze record_key.${name}`)
    const plan = async (statement: string) =>
      (await server.sql<{ 'QUERY PLAN': string }>(`explain ${statement}`))
        .map((line) => line['QUERY PLAN'])
        .join('\n')
    const table = `record_key.${name}`
    expect(
      await plan(
        `select id from ${table} order by ${amount} desc, created_at desc, id desc limit 20 offset 5000`,
      ),
    ).toMatch(/Index Only Scan Backward/)
    expect(await plan(`select count(*) from ${table} where ${amount} between 100 and 200`)).toMatch(
      /Index Only Scan/,
    )
  })

  it('misses nothing that is saved, changed or deleted while it is made', async () => {
    const modelId = await release(admin, draft('keyRace'))
    await prepared()
    const model = await current(modelId)
    await insert(
      modelId,
      Array.from({ length: 8000 }, (_, index) => ({ name: `n${index}`, amount: index })),
    )
    const { name } = await tableOf(modelId)
    await server.sql(`drop function record_key.${name}() cascade`)
    await server.sql(`drop table record_key.${name}`)
    let isMade = false
    const writer = async (seed: number) => {
      for (let n = seed; !isMade || n < seed + 200; n += 4) {
        const id = `r${String((n * 37) % 8000).padStart(4, '0')}`
        if (n % 3 === 0)
          await sql`update record set deleted_at = now() where model_id = ${modelId} and id = ${id}`.execute(
            db,
          )
        else if (n % 3 === 1)
          await sql`update record set data = jsonb_build_object('name', 'changed', 'amount', ${n}::int)
            where model_id = ${modelId} and id = ${id}`.execute(db)
        else
          await sql`insert into record (model_id, id, version, data)
            values (${modelId}, ${`new${seed}-${n}`}, 1, '{"name":"new"}')`.execute(db)
      }
    }
    const made = prepareKeys(db, model, NOTHING_TESTED, quiet).finally(() => {
      isMade = true
    })
    await Promise.all([made, ...[0, 1, 2, 3].map(writer)])
    expect(await isReady(db, await tableOf(modelId))).toBe(true)
    const { kept, made: anew } = await compared(modelId)
    expect(kept.length).toBeGreaterThan(1000)
    expect(kept).toEqual(anew)
  })

  it('follows the model: another list has another table, the earlier one goes, and what ended half-way is gone on with', async () => {
    const modelId = await release(admin, draft('keyVersions'))
    await prepared()
    await insert(modelId, [{ name: '甲', amount: 3 }])
    const first = await tableOf(modelId)
    const prefix = first.name.slice(0, first.name.lastIndexOf('_') + 1)
    expect(await tablesOf(prefix)).toEqual([first.name])
    const earlier: ReleasedModel = await current(modelId)
    const changed = { ...draft('keyVersions'), columns: ['name'], search: [{ prop: 'name', searchType: 2 }] }
    await admin.call('visualDevelopment.update', { id: modelId, ...modelOf(changed) } as never)
    await admin.call('visualDevelopment.release', { id: modelId })
    await prepared()
    const second = await tableOf(modelId)
    expect(second.name).not.toBe(first.name)
    expect(await tablesOf(prefix)).toEqual([second.name])
    expect(await isReady(db, second)).toBe(true)
    expect(await sql`select id from ${sql.id('record_key', second.name)}`.execute(db)).toMatchObject({
      rows: [{ id: 'r0001' }],
    })
    // A server died before it had read everything.
    await server.sql(`comment on table record_key.${second.name} is null`)
    await server.sql(`delete from record_key.${second.name}`)
    await prepareKeys(db, await current(modelId), NOTHING_TESTED, quiet)
    expect(await isReady(db, second)).toBe(true)
    expect(earlier.version).toBeLessThan((await current(modelId)).version)
    const { list } = await admin.call('onlineDevelopment.list', { modelId })
    expect(list).toHaveLength(1)
  })

  it('is done without where another server has taken it away', async () => {
    const modelId = await release(admin, draft('keyGone'))
    await prepared()
    await insert(modelId, [{ name: '甲' }])
    const ask = async () => (await admin.call('onlineDevelopment.list', { modelId })).list.length
    expect(await ask()).toBe(1)
    const { name } = await tableOf(modelId)
    await server.sql(`drop function record_key.${name}() cascade`)
    await server.sql(`drop table record_key.${name}`)
    expect(await ask()).toBe(1)
  })

  it('keeps no secret, and no tree', async () => {
    const modelId = await release(admin, {
      enCode: 'keySecret',
      fields: [field('input', 'name'), field('input', 'pin', {}, { showPassword: true })],
      list: { columnList: [{ prop: 'name' }, { prop: 'pin' }] },
    })
    expect([...(await tableOf(modelId)).columns.keys()]).toEqual(['name'])
    const tree = await release(admin, {
      enCode: 'keyTree',
      fields: [field('input', 'name'), field('input', 'parent')],
      columns: ['name'],
      list: { type: 5, parentField: 'parent' },
    })
    expect(keyTableOf(await current(tree))).toBeNull()
  })
})

it('orders its texts as a newer ICU does: the indexes on them are made anew, once', async () => {
  await release(admin, draft('keysRenewed'))
  await prepared()
  expect(await renewReading(db as never)).toBe(0)
  await sql`update pg_collation set collversion = '0' where collname = 'reading'`.execute(db)
  expect(await renewReading(db as never)).toBeGreaterThan(0)
  expect(await renewReading(db as never)).toBe(0)
})
