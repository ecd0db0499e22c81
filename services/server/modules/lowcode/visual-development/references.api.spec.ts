import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { field, modelOf, release, table } from '../online-development/specs/models'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

it('of a model in a print template are those of its places, its conditions and its margins', async () => {
  const names = ['head', 'foot', 'mark', 'when', 'text', 'cell', 'spare']
  const id = await release(admin, {
    enCode: 'onPaper',
    fields: [
      ...names.filter((name) => name !== 'cell').map((name) => field('input', name)),
      table('items', [field('input', 'cell')]),
    ],
  })
  const page = { type: '2', width: 210, height: 297, direction: '纵向', mt: 15, mb: 15, ml: 15, mr: 15 }
  const { id: printId } = await admin.call('print.create', {
    ...{ fullName: '单据', enCode: 'onPaper', modelId: id },
    printTemplate:
      "<p>{if when == '1'}{text}{/if}</p><table><tbody><tr><td>{T1.cell}</td></tr></tbody></table>",
    pageParam: {
      ...page,
      ...{ header: { left: '${head}' }, footer: { right: '{foot} {page}' }, watermark: { text: '{mark}' } },
    },
  } as never)
  const used = async (path: string) =>
    (await admin.call('visualDevelopment.references', { id, field: path })).usedBy.map((one) => one.id)
  for (const path of names)
    expect([path, await used(path === 'cell' ? 'items.cell' : path)]).toEqual([
      path,
      path === 'spare' ? [] : [printId],
    ])
})

it('are told both ways, of a model and of a field of it, and an old name in SQL before it is one', async () => {
  const known = (formId: number, name: string) => field('input', name, { formId })
  const unit = {
    ...field('select', 'unit', {
      formId: 3,
      label: '单位',
      dataType: 'dictionary',
      dictionaryType: 'goneUnits',
    }),
  }
  const draft = (amount: string) => ({ enCode: 'named', fields: [known(1, 'name'), known(2, amount), unit] })
  const id = await release(admin, draft('amount'))
  const other = await release(admin, {
    enCode: 'naming',
    fields: [field('relationForm', 'of', { label: '引用' }, { modelId: id, relationField: 'name' })],
  })
  const { id: interfaceId } = await admin.call('dataInterface.create', {
    ...{ fullName: '金额统计', enCode: 'sums', type: INTERFACE_TYPE.sql },
    dataConfigJson: JSON.stringify({ sql: 'select sum(amount) as total from named' }),
  } as never)
  await server.sql(
    `insert into menu (id, en_code, full_name, type, source, property_json)
     values ('byHand', 'byHand', '{"text": "快捷入口"}', 3, 'own', jsonb_build_object('moduleId', $1::text))`,
    [id],
  )
  const references = (input: object = {}) => admin.call('visualDevelopment.references', { id, ...input })
  expect(await references()).toEqual({
    usedBy: [
      { kind: 'model', id: other, fullName: 'naming', message: '“naming”引用了该模型' },
      { kind: 'interface', id: interfaceId, fullName: '金额统计', message: '“金额统计”引用了该模型' },
      { kind: 'menu', id: 'byHand', fullName: '快捷入口', message: '“快捷入口”引用了该模型' },
    ],
    uses: [{ kind: 'dictionary', id: 'goneUnits', fullName: '', fields: ['单位'] }],
  })
  expect((await references({ field: 'name' })).usedBy).toEqual([
    { kind: 'model', id: other, fullName: 'naming', message: '“naming”使用了name' },
  ])
  expect(await references({ field: 'unit' })).toMatchObject({ usedBy: [], uses: [{ id: 'goneUnits' }] })
  expect(await admin.envelope('visualDevelopment.references', { id, field: 'none' })).toMatchObject({
    code: 404,
  })
  await admin.call('visualDevelopment.update', { id, ...modelOf(draft('sumOf')) } as never)
  const { uses } = await admin.call('visualDevelopment.checkRelease', { id })
  expect(uses).toEqual([
    {
      ...{ kind: 'interface', id: interfaceId, fullName: '金额统计' },
      message: '“金额统计”的 SQL 使用了旧名，发布后须改写：amount → sumOf',
    },
  ])
})
