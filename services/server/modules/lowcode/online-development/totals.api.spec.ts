import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyTableOf } from './keys/plan'
import { field, release, table } from './specs/models'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const draft = (enCode: string) => ({
  enCode,
  fields: [
    field('input', 'name'),
    field('inputNumber', 'amount', {}, { precision: 2 }),
    table('items', [field('inputNumber', 'count', {}, { precision: 2 })]),
  ],
  columns: ['name', 'amount', 'items-count'],
  search: [{ prop: 'name', searchType: 2 }],
  list: { pageSize: 2, showSummary: true, summaryField: ['amount', 'items-count'] },
})

describe('totals of a list', () => {
  it('are of all that matches and not of the page, exact in decimals, sub-tables too', async () => {
    const modelId = await release(admin, draft('totals'))
    const records = [
      { name: '甲', amount: 0.1, items: [{ count: 1.1 }, { count: 2.2 }] },
      { name: '甲', amount: 0.2, items: [] },
      { name: '甲', amount: 0.3, items: [{ count: 3.3 }] },
      { name: '乙', amount: 1_000_000.01 },
      { name: '乙' },
    ]
    for (const data of records) await admin.call('onlineDevelopment.create', { modelId, data })
    const ask = (input: object) => admin.call('onlineDevelopment.list', { modelId, pageSize: 2, ...input })
    expect((await ask({})).totals).toEqual({ amount: 1_000_000.61, 'items.count': 6.6 })
    const some = await ask({ queryJson: JSON.stringify({ name: '甲' }), currentPage: 2 })
    expect(some.list).toHaveLength(1)
    expect(some.totals).toEqual({ amount: 0.6, 'items.count': 6.6 })
    // All that matches is on the page: who shows it adds it up.
    expect(await ask({ queryJson: JSON.stringify({ name: '乙' }) })).not.toHaveProperty('totals')
    expect(await ask({ pageSize: 100 })).not.toHaveProperty('totals')
  })

  it('add up decimals as they were written, from what is kept beside the records where that has them all', async () => {
    const modelId = await release(admin, {
      ...draft('keptTotals'),
      list: { pageSize: 2, showSummary: true, summaryField: ['amount'] },
    })
    await server.server.services.records.prepared()
    // As binary fractions, which have no place for the first, they would come to nothing.
    for (const amount of ['"9007199254740993"', '-9007199254740992', '"none"'])
      await server.sql(
        `insert into record (model_id, id, version, data) values ($1, $2, 1, jsonb_build_object('amount', $3::jsonb))`,
        [modelId, `r${amount.length}`, amount],
      )
    const totals = async () => (await admin.call('onlineDevelopment.list', { modelId, pageSize: 2 })).totals
    expect(await totals()).toEqual({ amount: 1 })
    const table = keyTableOf(await server.server.services.models.current(modelId))
    const { decimal } = table?.columns.get('amount') ?? {}
    await server.sql(`update record_key.${table?.name} set ${decimal} = 7`)
    expect(await totals()).toEqual({ amount: 21 })
  })

  it('are null where no record has a number, and missing where nothing is summed', async () => {
    const modelId = await release(admin, draft('noTotals'))
    for (const name of ['a', 'b', 'c'])
      await admin.call('onlineDevelopment.create', { modelId, data: { name } })
    const { totals } = await admin.call('onlineDevelopment.list', { modelId, pageSize: 2 })
    expect(totals).toEqual({ amount: null, 'items.count': null })
    const plain = await release(admin, { ...draft('plainTotals'), list: { pageSize: 2 } })
    for (const name of ['a', 'b', 'c'])
      await admin.call('onlineDevelopment.create', { modelId: plain, data: { name } })
    expect(await admin.call('onlineDevelopment.list', { modelId: plain, pageSize: 2 })).not.toHaveProperty(
      'totals',
    )
  })
})
