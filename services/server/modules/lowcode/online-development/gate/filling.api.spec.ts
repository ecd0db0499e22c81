import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { field, release, table } from '../specs/models'

let server: TestServer
let admin: TestClient
let person: TestClient
let modelId: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const { id, client } = await personOf(server, 'filling')
  person = client
  modelId = await release(admin, {
    enCode: 'filling',
    fields: [
      field('input', 'name'),
      field('inputNumber', 'price'),
      table('items', [field('input', 'part'), field('inputNumber', 'cost')]),
    ],
    columns: ['name', 'price'],
    list: { useFormPermission: true },
  })
  await server.sql(`insert into role (id, en_code, full_name) values ('filling', 'filling', '"填写"')`)
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'filling')`, [id])
  await server.server.services.rights.grant('filling', `model-${modelId}`, {
    buttons: ['btn_add', 'btn_edit', 'btn_batchUpdate', 'btn_upload'],
    fields: ['name', 'price@read', 'items', 'items-part', 'items-cost@read'],
    columns: [],
  })
})
afterAll(() => server.close())

type Json = Record<string, unknown>
const read = async (id: string) =>
  JSON.parse((await person.call('onlineDevelopment.read', { modelId, id })).data as string) as Json

it('can be granted to be seen alone, by a code of its own', async () => {
  const { list } = await admin.call('moduleForm.list', { moduleId: `model-${modelId}` })
  const said = list.map(({ enCode, fullName }) => `${enCode} ${fullName}`)
  expect(said).toEqual(expect.arrayContaining(['price price', 'price@read price（仅查看）']))
})

it('is seen and stays, whatever is sent: alone, as a column, with many, from a spreadsheet', async () => {
  const data = { name: 'a', price: 7, items: [{ part: 'x', cost: 3 }] }
  const { id } = await admin.call('onlineDevelopment.create', { modelId, data })
  const before = await read(id)
  expect(before).toMatchObject(data)
  const [row] = before['items'] as Json[]
  await person.call('onlineDevelopment.update', {
    ...{ modelId, id },
    data: { name: 'b', price: 8, items: [{ ...row, part: 'y', cost: 4 }] },
  })
  expect(await read(id)).toMatchObject({ name: 'b', price: 7, items: [{ part: 'y', cost: 3 }] })
  const batch = { modelId, records: [{ id }], fields: [{ field: 'price', value: 9 }] }
  expect(await person.envelope('onlineDevelopment.batchUpdate', batch)).toMatchObject({ code: 403 })
  expect(await read(id)).toMatchObject({ price: 7 })
})

it('is nothing that a new record can begin with', async () => {
  const { id } = await person.call('onlineDevelopment.create', { modelId, data: { name: 'c', price: 8 } })
  const { price = null } = await read(id)
  expect(price).toBeNull()
})
