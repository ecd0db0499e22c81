import { compileForm, compileFormData } from '@runtime/form'
import type { FormPlan } from '@runtime/form/plan'
import { newId } from '@runtime/id'
import type { Database } from '@services/server/database/schema'
import { openLocales } from '@services/server/locales'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { testHost } from '@tests/fixtures/form-kit'
import { catalogue } from '@widgets/definitions'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choices, field, modelOf, table } from '../../online-development/specs/models'
import { type Judging, judgeStored } from './judge-stored'
import { keptValues } from './kept-values'

type Json = Record<string, unknown>

let server: TestServer
let db: Kysely<Database>
/** What the database was asked. */
const asked: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  const pool = new pg.Pool({ connectionString: server.databaseUrl })
  db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query.sql),
  })
})
afterAll(async () => {
  await db?.destroy()
  await server?.close()
})

const { user } = testHost()
const context = {
  user: { ...user, sessionId: 's', isAdministrator: true, passwordDue: null },
  language: 'zh',
  text: openLocales('schemas/locales').translator('zh').text,
} as const

/** The form of a model as it is published. */
const plan = (...fields: Json[]): FormPlan =>
  compileFormData(modelOf({ enCode: 'm', fields })['formData'] as object, { id: 'm', catalogue })
/** A form in the form language, which has rules. */
const ruled = (...fields: Json[]): FormPlan => compileForm({ fields }, { id: 'm', catalogue })

/** Keeps records as a server may find them; their ids, oldest first. */
async function store(
  modelId: string,
  datas: readonly unknown[],
  rows?: readonly unknown[],
): Promise<string[]> {
  const ids = datas.map((_, index) => `${modelId}-${String(index).padStart(6, '0')}`)
  await server.sql(
    `insert into record (model_id, id, version, data, sub_tables, created_at)
     select $1, id, 1, data, nullif(rows, 'null'), now() + at * interval '1 second'
     from unnest($2::text[], $3::jsonb[], $4::jsonb[]) with ordinality as one(id, data, rows, at)`,
    [
      modelId,
      ids,
      datas.map((data) => JSON.stringify(data)),
      datas.map((_, at) => JSON.stringify(rows?.[at] ?? null)),
    ],
  )
  return ids
}

const judge = (modelId: string, before: FormPlan | null, after: FormPlan, more: Partial<Judging> = {}) =>
  judgeStored(db, context, { modelId, before, after, ...more })

/** What a report finds, in short. */
async function found(modelId: string, before: FormPlan, after: FormPlan) {
  const { findings, ...rest } = await judge(modelId, before, after)
  return { ...rest, found: findings.map(({ field: path, message, count }) => [path, message, count]) }
}

describe('stored records under a new form', () => {
  it('are counted to the last one where a value has become due, the newest named', async () => {
    const modelId = newId()
    const ids = await store(
      modelId,
      Array.from({ length: 60 }, (_, at) => ({ name: `n${at}`, supplier: at % 2 === 0 ? '' : 's' })),
    )
    await server.sql('update record set deleted_at = now() where model_id = $1 and id = $2', [
      modelId,
      ids[58],
    ])
    const [before, after] = [false, true].map((required) =>
      plan(field('input', 'name'), field('input', 'supplier', { label: '供应商', required })),
    ) as [FormPlan, FormPlan]
    const report = await judge(modelId, before, after)
    expect(report).toMatchObject({ total: 59, judged: 59, isExact: true, tightened: ['supplier'] })
    expect(report.findings).toEqual([
      {
        ...{ field: 'supplier', label: '供应商', message: '供应商不能为空', count: 29 },
        sample: ids
          .filter((_, at) => at % 2 === 0 && at !== 58)
          .reverse()
          .slice(0, 20),
      },
    ])
  })

  it('are judged by patterns, lengths, bounds and choices that leave less room', async () => {
    const modelId = newId()
    await store(modelId, [
      { code: 'A1', note: 'short', amount: 5, kind: 'a', tags: ['x'] },
      { code: 'b1', note: 'a longer note', amount: 50, kind: 'b', tags: ['x', 'y'] },
      { code: '', note: null, amount: null, kind: '', tags: [] },
    ])
    const form = (config: Json, maxlength: number, max: number, kinds: string[], multiple: boolean) =>
      plan(
        field('input', 'code', config),
        field('input', 'note', {}, { maxlength }),
        field('inputNumber', 'amount', {}, { max }),
        field('select', 'kind', { dataType: 'static' }, choices(...kinds)),
        field('select', 'tags', { dataType: 'static' }, { ...choices('x', 'y'), multiple }),
      )
    const regList = [{ pattern: '/^[A-Z]/', message: '须以大写字母开头' }]
    const before = form({}, 50, 100, ['a', 'b'], true)
    const after = form({ regList }, 8, 10, ['a'], false)
    const report = await found(modelId, before, after)
    expect(report.tightened).toEqual(['code', 'note', 'amount', 'kind', 'tags'])
    expect(report.found).toEqual([
      ['code', '须以大写字母开头', 1],
      ['note', expect.stringContaining('8'), 1],
      ['amount', expect.stringContaining('10'), 1],
      ['kind', expect.stringContaining('b'), 1],
      ['tags', expect.any(String), 1],
    ])
    // The other way round nothing is taken away; one value is read as a list of one.
    expect(await found(modelId, after, before)).toMatchObject({ tightened: ['tags'], found: [] })
  })

  it('are asked for what a rule makes due, by what they come to', async () => {
    const modelId = newId()
    const row = (amount: number) => ({ amount })
    await store(
      modelId,
      [{ reason: '' }, { reason: '' }, { reason: 'why' }, { reason: '' }],
      [{ items: [row(6), row(5)] }, { items: [row(6)] }, { items: [row(60)] }, null],
    )
    const form = (required?: string) =>
      ruled(
        { name: 'items', widget: 'sub-table', columns: [{ name: 'amount', widget: 'number-input' }] },
        { name: 'total', widget: 'number-input', formula: 'SUM(items.amount)' },
        { name: 'reason', widget: 'input', ...(required !== undefined && { required }) },
      )
    expect(await found(modelId, form(), form('total > 10'))).toMatchObject({
      ...{ judged: 4, tightened: ['reason'] },
      found: [['reason', expect.any(String), 1]],
    })
    expect(await found(modelId, form('total > 10'), form('total > 5'))).toMatchObject({
      found: [['reason', expect.any(String), 2]],
    })
  })

  it('count once for a column, however many of their rows are wrong', async () => {
    const modelId = newId()
    await store(
      modelId,
      [{ name: 'a' }, { name: 'b' }, { name: 'c', items: [{ id: '1', price: '' }] }],
      [
        {
          items: [
            { id: '1', price: '' },
            { id: '2', price: null },
          ],
        },
        { items: [{ id: '1', price: 'p' }] },
        null,
      ],
    )
    const form = (required: boolean) =>
      plan(field('input', 'name'), table('items', [field('input', 'price', { required })]))
    expect(await found(modelId, form(false), form(true))).toMatchObject({
      ...{ judged: 3, tightened: ['items.price'] },
      found: [['items.price', expect.any(String), 2]],
    })
  })

  it('share a value that is to be unique', async () => {
    const modelId = newId()
    const ids = await store(
      modelId,
      ['x', 'x', 'y', '', ''].map((code) => ({ code })),
    )
    const form = (unique: boolean) => plan(field('input', 'code', { unique }))
    const { findings } = await judge(modelId, form(false), form(true))
    expect(findings).toMatchObject([{ field: 'code', count: 2, sample: [ids[1], ids[0]] }])
  })

  it('are tested by the widget that comes, shown or not', async () => {
    const modelId = newId()
    await store(modelId, [{ amount: '12' }, { amount: 'twelve' }, { amount: { a: 1 } }, { amount: '' }, {}])
    const before = plan(field('input', 'amount', { label: '数量' }))
    const after = plan(field('inputNumber', 'amount', { label: '数量' }))
    expect((await found(modelId, before, after)).found).toEqual([
      ['amount', '“数量”的已存值不适合新的控件', 2],
    ])
    // So are values that a field has left behind under the key of a new one.
    expect((await found(modelId, plan(field('input', 'name')), after)).found).toHaveLength(1)
  })

  it('are counted and not read where nothing is asked of them', async () => {
    const modelId = newId()
    await store(modelId, [{ name: { a: 1 } }, { name: 'b' }])
    asked.length = 0
    const [before, after] = [plan(field('input', 'name', {}, { maxlength: 5 })), plan(field('input', 'name'))]
    expect(await judgeStored(db, context, { modelId, before, after })).toEqual({
      ...{ total: 2, judged: 0, isExact: true, findings: [], tightened: [] },
    })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('count(*)')
  })

  it('are read page by page, in a transaction too, until nobody waits for it', async () => {
    const modelId = newId()
    await store(
      modelId,
      Array.from({ length: 2_500 }, (_, at) => ({ name: at % 5 === 0 ? '' : 'n' })),
    )
    const [before, after] = [plan(field('input', 'name')), plan(field('input', 'name', { required: true }))]
    const pages: number[] = []
    const report = await db
      .transaction()
      .execute((tx) =>
        judgeStored(tx, context, { modelId, before, after, onProgress: ({ judged }) => pages.push(judged) }),
      )
    expect([report.judged, report.findings[0]?.count, pages]).toEqual([2_500, 500, [1_000, 2_000, 2_500]])
    const leaving = new AbortController()
    const left = judge(modelId, before, after, {
      signal: leaving.signal,
      onProgress: () => leaving.abort(new Error('gone')),
    })
    await expect(left).rejects.toThrow('gone')
  })

  it('are judged in part where there are too many, from the oldest to the newest', async () => {
    const modelId = newId()
    await store(
      modelId,
      Array.from({ length: 22_000 }, (_, at) => ({ name: at < 11_000 ? '' : 'n' })),
    )
    const [before, after] = [plan(field('input', 'name')), plan(field('input', 'name', { required: true }))]
    const report = await judge(modelId, before, after, { exact: 20_000 })
    expect(report).toMatchObject({ total: 22_000, judged: 10_000, isExact: false })
    // Every second one: half of them stand in the older half, but for what is left over at its end.
    expect(report.findings[0]?.count).toBeGreaterThan(4_000)
    expect(report.findings[0]?.count).toBeLessThan(5_001)
  })

  it('may hold anything, which is counted', async () => {
    const modelId = newId()
    const strange: unknown[] = [
      { toString: 1 },
      [[{ toString: 1 }]],
      { a: { b: [] } },
      1e300,
      true,
      '长'.repeat(5_000),
    ]
    const datas = strange.flatMap((value) => [
      { name: value, kind: value, people: value, items: value },
      { name: 'n', kind: 'a', people: 'p', items: [value, { part: value }] },
    ])
    await store(modelId, [...datas, [], 'text', 7])
    const form = (maxlength: number, kinds: string[], level: boolean) =>
      plan(
        field('input', 'name', {}, { maxlength }),
        field('select', 'kind', { dataType: 'static' }, choices(...kinds)),
        field('userSelect', 'people', { required: level }),
        table('items', [field('input', 'part', { required: level }, { maxlength })]),
      )
    const { judged, findings } = await judge(modelId, form(50, ['a', 'b'], false), form(5, ['a'], true))
    expect(judged).toBe(15)
    const counts = (path: string) => findings.flatMap((one) => (one.field === path ? one.count : []))
    expect(counts('name').reduce((sum, count) => sum + count, 0)).toBe(5)
    for (const path of ['kind', 'people', 'items', 'items.part']) expect(counts(path), path).not.toEqual([])
  })

  it('keep their secrets sealed, of which only what is missing counts', async () => {
    const modelId = newId()
    await store(modelId, [{ pin: 'sealed:1:k:abc' }, { pin: '' }, { pin: null }])
    const form = (required: boolean, maxlength: number) =>
      plan(
        field(
          'input',
          'pin',
          { required, regList: [{ pattern: '/^x/' }] },
          { showPassword: true, maxlength },
        ),
      )
    expect((await found(modelId, form(false, 20), form(true, 2))).found).toEqual([
      ['pin', expect.any(String), 2],
    ])
    expect((await found(modelId, form(true, 20), form(true, 2))).judged).toBe(0)
  })
})

describe('values that stay when their fields go', () => {
  it('are counted by record, in one question, wherever they stand', async () => {
    const modelId = newId()
    const ids = await store(
      modelId,
      [
        { name: 'a', none: null, zero: 0, list: [] },
        { name: '', list: ['x'], zero: false, items: [{ price: 1 }, { price: 2 }] },
        { name: { a: 1 }, list: [null] },
        { name: 'deleted' },
      ],
      [{ items: [{ price: '' }, { part: 'p' }] }, null, { items: [{ price: 3 }, { price: null }] }, null],
    )
    await server.sql('update record set deleted_at = now() where model_id = $1 and id = $2', [
      modelId,
      ids[3],
    ])
    asked.length = 0
    const kept = await keptValues(db, modelId, [
      'name',
      'none',
      'zero',
      'list',
      'items.price',
      'items',
      `it's "x`,
    ])
    expect(Object.fromEntries(kept)).toEqual({
      ...{ name: 2, none: 0, zero: 2, list: 1, 'items.price': 2, items: 3, [`it's "x`]: 0 },
    })
    expect(asked).toHaveLength(1)
  })
})
