import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'

let server: TestServer
let person: TestClient
beforeAll(async () => {
  server = await startTestServer()
  person = await server.as('operator')
})
afterAll(() => server.close())

it('offers no workflow before one is designed, and none to strangers', async () => {
  expect(await person.call('workflow.list')).toEqual({ list: [] })
  expect(await server.stranger.envelope('workflow.list')).toMatchObject({ code: 600 })
})

it('offers enabled workflows in their order, by keyword and by model', async () => {
  await server.sql(`insert into flow_template (id, full_name, en_code, model_id, enabled, sort) values
    ('f1', '采购审批', 'PURCHASE', 'demo-water-use', true, 2),
    ('f2', '100%领用', 'issue', 'stock', true, 1),
    ('f3', '旧采购审批', 'old', 'demo-water-use', false, 0)`)
  const ids = ({ list }: { readonly list: readonly { readonly id: string }[] }) => list.map(({ id }) => id)
  const { list } = await person.call('workflow.list')
  expect(ids({ list })).toEqual(['f2', 'f1'])
  expect(list[1]).toEqual({
    id: 'f1',
    fullName: '采购审批',
    enCode: 'PURCHASE',
    category: '',
    modelId: 'demo-water-use',
    icon: '',
  })
  expect(ids(await person.call('workflow.list', { keyword: ' 采购 ' }))).toEqual(['f1'])
  expect(ids(await person.call('workflow.list', { keyword: 'purchase' }))).toEqual(['f1'])
  expect(ids(await person.call('workflow.list', { keyword: '%' }))).toEqual(['f2'])
  expect(ids(await person.call('workflow.listOfModel', { modelId: 'demo-water-use' }))).toEqual(['f1'])
  expect(
    ids(await person.call('workflow.listOfModel', { modelId: 'demo-water-use', keyword: '领' })),
  ).toEqual([])
  expect(await person.envelope('workflow.listOfModel')).toMatchObject({ code: 400 })
})
