import { decodeQuery, decodeSuperQuery, matches } from '@runtime/list'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../database/schema'
import { conditionSql } from './condition-sql'
import { anyCondition, anyRecord, draft, planOf } from './specs/any-records'
import { field, release, table } from './specs/models'

let server: TestServer
let admin: TestClient
let connection: Kysely<Database>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  connection = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: server.databaseUrl }) }),
  })
})
afterAll(async () => {
  await connection.destroy()
  await server.close()
})

describe('a query', () => {
  it('means in SQL what it means in memory, whatever records hold', async () => {
    const plan = planOf('oracle')
    const form = plan.form
    if (!form) throw new Error('the plan has no form')
    const db = connection
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRecord, { maxLength: 12 }),
        fc.array(anyCondition, { minLength: 1, maxLength: 8 }),
        async (rows, requested) => {
          const data = rows.map((row) => JSON.parse(JSON.stringify(row)) as Record<string, unknown>)
          // Every other one as it was saved before sub-tables stood apart.
          const given = sql`(select ordinality as position,
            case when ordinality % 2 = 0 then value else value - 'items' end as data,
            case when ordinality % 2 = 1 then jsonb_build_object('items', value -> 'items') end as sub_tables
          from jsonb_array_elements(${JSON.stringify(data)}::jsonb) with ordinality) as record`
          const found = await sql<Record<string, number[]>>`
          select ${sql.join(
            requested.map(
              (one, index) => sql`
            coalesce(array_agg(position) filter (where ${conditionSql(one, form)}), '{}')::int[] as ${sql.id(`c${index}`)}`,
            ),
          )}
          from ${given}`.execute(db)
          requested.forEach((one, index) => {
            const expected = data.flatMap((row, position) => (matches(one, row, plan) ? [position + 1] : []))
            const actual = found.rows[0]?.[`c${index}`]?.toSorted((a, b) => a - b)
            expect(actual, JSON.stringify({ one, data })).toEqual(expected)
          })
        },
      ),
      { numRuns: 250 },
    )
  })

  it('asked over the wire answers the records it means, in order, by page', async () => {
    const modelId = await release(admin, draft('wire'))
    const plan = planOf('wire', modelId)
    const all = Array.from({ length: 60 }, (_, index) => ({
      name: `记录${index % 7}`,
      amount: ((index * 37) % 60) / 4,
      kind: ['a', 'b', 'c'][index % 3],
      tags: index % 2 ? ['x'] : ['y', 'z'],
      items: [{ part: `p${index % 5}`, count: index }],
    }))
    for (const data of all) await admin.call('onlineDevelopment.create', { modelId, data })
    const ask = async (input: Record<string, unknown>) => {
      const { list, pagination } = await admin.call('onlineDevelopment.list', {
        modelId,
        pageSize: 100,
        ...input,
      })
      return {
        amounts: list.map((row) => Number(row['amount_id'] ?? row['amount'])),
        total: pagination.total,
      }
    }
    const queries = [
      { name: '录3' },
      { amount: [3, 7.5] },
      { amount: [null, 2] },
      { kind: ['a', 'c'], name: '1' },
      { tags: 'x' },
    ]
    for (const query of queries) {
      const expected = all
        .filter((row) => matches(decodeQuery(plan, query), row, plan))
        .map((row) => row.amount)
      const { amounts, total } = await ask({ queryJson: JSON.stringify(query), sidx: 'amount', sort: 'asc' })
      expect(amounts, JSON.stringify(query)).toEqual(expected.toSorted((a, b) => a - b))
      expect(total).toBe(expected.length)
      expect(total).toBeGreaterThan(0)
    }
    const superQuery = {
      matchLogic: 'or',
      conditionList: [
        {
          logic: 'and',
          groups: [
            { field: 'amount', symbol: '>=', fieldValue: 14 },
            { field: 'kind', symbol: 'in', fieldValue: ['a', 'b'] },
          ],
        },
        { logic: 'and', groups: [{ field: 'items-part', symbol: '==', fieldValue: 'p4' }] },
      ],
    }
    const expected = all.filter((row) => matches(decodeSuperQuery(plan, superQuery), row, plan))
    expect((await ask({ superQueryJson: JSON.stringify(superQuery) })).total).toBe(expected.length)
    const pages = await Promise.all(
      [1, 2, 3].map((currentPage) => ask({ currentPage, pageSize: 25, sidx: 'amount', sort: 'desc' })),
    )
    expect(pages.flatMap((page) => page.amounts)).toEqual(
      all.map((row) => row.amount).toSorted((a, b) => b - a),
    )
  })

  it('for one of several values finds what lists and paths hold, by an index', async () => {
    const modelId = await release(admin, draft('lists'))
    const make = (name: string, tags: string[], place: string[][]) =>
      admin.call('onlineDevelopment.create', { modelId, data: { name, tags, place } })
    await make('a', ['x', 'y'], [['n', 'n1']])
    await make(
      'b',
      ['z'],
      [
        ['n', 'n2'],
        ['s', 's1'],
      ],
    )
    await make('c', [], [])
    const names = async (query: object) => {
      const input = { modelId, queryJson: JSON.stringify(query) }
      const { list } = await admin.call('onlineDevelopment.list', input)
      return list.map((row) => row['name']).sort()
    }
    expect(await names({ tags: ['y'] })).toEqual(['a'])
    expect(await names({ tags: ['y', 'z'] })).toEqual(['a', 'b'])
    // A path means its last id: its first one alone leads to both.
    expect(await names({ place: [['n', 'n1']] })).toEqual(['a'])
    expect(await names({ place: ['n', 'n2'] })).toEqual(['b'])
    expect(await names({ place: [['n']] })).toEqual(['a', 'b'])
    expect(
      await names({
        place: [
          ['s', 's1'],
          ['n', 'n1'],
        ],
        tags: ['x'],
      }),
    ).toEqual(['a'])
    await server.server.services.records.prepared()
    const indexes = await server.sql<{ definition: string }>(
      `select indexdef as definition from pg_indexes where indexname like 'ri-%' and indexdef like '%' || $1 || '%'`,
      [modelId],
    )
    expect(indexes.filter(({ definition }) => definition.includes('USING gin')).length).toBe(2)
  })

  it('for what is no field, or in no known form, is refused and not left out', async () => {
    const modelId = await release(admin, draft('refuses'))
    const labelled = await release(admin, {
      enCode: 'refusesByName',
      fields: [field('inputNumber', 'grown', { label: '亩产' })],
      columns: ['grown'],
    })
    const ask = (input: Record<string, unknown>) =>
      admin.envelope('onlineDevelopment.list', { modelId, ...input })
    const group = (item: object) => ({
      superQueryJson: { matchLogic: 'and', conditionList: [{ logic: 'and', groups: [item] }] },
    })
    for (const input of [
      { queryJson: '{"nothing":1}' },
      { queryJson: '{"name":{"a":1}}' },
      { queryJson: '{"amount":7}' },
      { queryJson: '{"amount":["x",1]}' },
      { queryJson: '[1]' },
      { queryJson: 'no json' },
      { sidx: 'nothing' },
      { sidx: `name') --` },
      group({ field: 'nothing', symbol: '==', fieldValue: 1 }),
      group({ field: 'name', symbol: 'toString', fieldValue: 1 }),
      group({ field: 'amount', symbol: '>', fieldValue: 'x' }),
      group({ field: 'amount', symbol: 'between', fieldValue: [1] }),
    ])
      expect(await ask(input), JSON.stringify(input)).toMatchObject({
        code: 400,
        msg: expect.stringMatching(/[一-龥]/),
      })
    // A field is named as people read it, its place as the form has it.
    for (const input of [
      group({ field: 'grown', symbol: '>', fieldValue: 'x' }),
      group({ field: 'grown', symbol: '==', fieldValue: '' }),
      group({ field: 'grown', symbol: 'between', fieldValue: [1] }),
      { queryJson: '{"grown":{"a":1}}' },
    ]) {
      const refused = await admin.envelope('onlineDevelopment.list', { modelId: labelled, ...input })
      expect(refused.msg, JSON.stringify(input)).toContain('“亩产”')
      expect(refused.data).toMatchObject({ errors: [{ path: 'grown' }] })
    }
    for (const input of [
      { queryJson: '' },
      { queryJson: '{}' },
      { queryJson: '{"name":""}' },
      { superQueryJson: '' },
    ])
      expect(await ask(input)).toMatchObject({ code: 200 })
  })
})

describe('a long list', () => {
  it('counts to 10,000 and says that there is more', async () => {
    const modelId = await release(admin, draft('long'))
    await server.sql(
      `insert into record (model_id, id, version, data)
       select $1, 'r' || n, 1, jsonb_build_object('name', 'n' || n, 'amount', (n * 7919) % 12011, 'kind', 'a')
       from generate_series(1, 12011) as n`,
      [modelId],
    )
    await server.server.services.records.prepared()
    await server.sql('analyze record')
    const { list, pagination } = await admin.call('onlineDevelopment.list', {
      modelId,
      sidx: 'amount',
      sort: 'desc',
    })
    expect(pagination).toEqual({ currentPage: 1, pageSize: 20, total: 10_000, capped: true })
    expect(list.map((row) => Number(row['amount_id'] ?? row['amount']))).toEqual(
      Array.from({ length: 20 }, (_, index) => 12010 - index),
    )
  })
})

describe('what is too large', () => {
  const MB = 2 ** 20
  const release2 = () =>
    release(admin, {
      enCode: 'large',
      fields: [field('input', 'name'), field('textarea', 'note'), table('items', [field('input', 'part')])],
      columns: ['name'],
      search: [{ prop: 'name', searchType: 2 }],
    })
  const kept = async (modelId: string) =>
    (
      await server.sql<{ count: number }>(
        `select count(*)::int as count from record where model_id = '${modelId}'`,
      )
    )[0]?.count

  it('is refused: a record, a text, rows, conditions and a page, by name', async () => {
    const modelId = await release2()
    const create = (data: unknown) =>
      admin.envelope('onlineDevelopment.create', { modelId, data: JSON.stringify(data) })
    expect(await create({ name: 'x'.repeat(9 * MB) })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('最多 2.1 MB'),
    })
    expect(await create({ name: 'x'.repeat(1.5 * MB) })).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'name', message: '记录过大：最多 1.0 MB，其中name占 1.5 MB，请精简' }] },
    })
    expect(await create({ note: 'x'.repeat(70_000) })).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'note', message: 'note的内容过大：最多 64 KB' }] },
    })
    expect(await create({ items: Array.from({ length: 10_001 }, () => ({})) })).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'items', message: 'items最多 10000 行，请分成几条记录' }] },
    })
    expect(await kept(modelId)).toBe(0)

    const like = { field: 'name', symbol: 'like', fieldValue: 'x' }
    const conditions = (count: number) =>
      JSON.stringify({ matchLogic: 'or', conditionList: [{ logic: 'or', groups: Array(count).fill(like) }] })
    const list = (input: object) => admin.envelope('onlineDevelopment.list', { modelId, ...input })
    expect(await list({ superQueryJson: conditions(5_000) })).toMatchObject({ code: 400 })
    expect(await list({ superQueryJson: conditions(51) })).toMatchObject({
      code: 400,
      msg: '查询条件最多 50 个',
    })
    expect(await list({ superQueryJson: conditions(50) })).toMatchObject({ code: 200 })

    // Records of a time in which none of this was refused.
    await server.sql(`insert into record (model_id, id, version, data, owner_id, organize_id, project_id, updated_by)
      select '${modelId}', 'r' || n, 1, jsonb_build_object('name', repeat('x', 1000000)), '', '', '', '' from generate_series(1, 40) n`)
    expect(await list({ pageSize: 4 })).toMatchObject({ code: 200 })
    expect(await list({ pageSize: 5 })).toMatchObject({
      code: 400,
      msg: '这 5 条记录的数据超过 4.0 MB，请减少每页条数或缩小查询范围',
    })
    expect(await list({ pageSize: 100 })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('超过 32 MB'),
    })
  })
})
