import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { choices, field, modelOf, release, table } from '../online-development/specs/models'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

type Json = Record<string, unknown>
const known = (formId: number, jnpfKey: string, name: string, members: Json = {}) =>
  field(jnpfKey, name, { formId }, members)
const rows = (...children: Json[]): Json => {
  const made = table('items', children)
  return { ...made, __config__: { ...(made['__config__'] as Json), formId: 7 } }
}
const first = {
  enCode: 'back',
  fields: [
    known(1, 'input', 'no'),
    known(2, 'input', 'quantity'),
    known(3, 'select', 'grade', choices('a', 'b')),
    known(4, 'input', 'due'),
    known(5, 'inputNumber', 'amount'),
    known(6, 'input', 'supplier'),
    rows(known(8, 'inputNumber', 'price'), known(9, 'input', 'note')),
  ],
  columns: ['no', 'quantity', 'amount', 'supplier'],
}
const second = {
  enCode: 'back',
  fields: [
    known(1, 'input', 'no'),
    known(2, 'inputNumber', 'quantity'),
    known(3, 'input', 'grade'),
    known(4, 'datePicker', 'due', { format: 'yyyy-MM-dd' }),
    known(6, 'input', 'vendor'),
    rows(known(8, 'inputNumber', 'price')),
  ],
  columns: ['no', 'quantity', 'vendor'],
}

const MAY = Date.UTC(2026, 4, 5)

it('back after a rename, other widgets and deletions, records have what the version before can read', async () => {
  const modelId = await release(admin, first)
  const create = async (data: Json) => (await admin.call('onlineDevelopment.create', { modelId, data })).id
  const read = async (id: string): Promise<Json> =>
    JSON.parse((await admin.call('onlineDevelopment.read', { modelId, id })).data)
  const save = async (id: string, data: Json) =>
    admin.envelope('onlineDevelopment.update', { modelId, id, data: { ...(await read(id)), ...data } })
  const check = (of: Json = {}) => admin.call('visualDevelopment.checkRelease', { id: modelId, ...of })
  const back = (version: number) => admin.call('visualDevelopment.rollback', { id: modelId, version })
  const misfits = ({ records }: Awaited<ReturnType<typeof check>>) =>
    records.findings.map(({ field, count }) => [field, count])

  const values = {
    fits: { quantity: '12', grade: 'a', due: '2026-03-04', amount: 5, supplier: '绿洲' },
    misfits: { quantity: '一打', grade: 'b', due: '月底', amount: 6, supplier: '沃土' },
  }
  const items = (price: number, note: string) => [{ price, note }]
  const fits = await create({ no: 'fits', ...values.fits, items: items(7, 'n') })
  const untouched = await create({ no: 'untouched', ...values.misfits, items: items(8, 'm') })
  const changed = await create({ no: 'changed', ...values.misfits, items: items(9, 'o') })

  await admin.call('visualDevelopment.update', { id: modelId, ...modelOf(second) } as never)
  const forward = await check()
  expect(misfits(forward)).toEqual([
    ['quantity', 2],
    ['due', 2],
  ])
  expect(forward.kept.map(({ path, count }) => [path, count])).toEqual([
    ['amount', 3],
    ['items.note', 3],
  ])
  await admin.call('visualDevelopment.release', { id: modelId })

  // What does not fit is shown as it is, and has to be mended before it is saved.
  expect(await read(changed)).toMatchObject({ quantity: '一打', due: '月底', vendor: '沃土' })
  const refused = await save(changed, {})
  expect(refused).toMatchObject({ code: 400, data: { errors: [{ path: 'quantity' }, { path: 'due' }] } })
  const mended = { quantity: 15, due: MAY, grade: '特级', vendor: '新田' }
  expect(await save(changed, mended)).toMatchObject({ code: 200 })
  expect(await save(fits, { no: 'saved' })).toMatchObject({ code: 200 })
  expect(await read(fits)).toMatchObject({ quantity: 12, due: Date.UTC(2026, 2, 4), grade: 'a' })
  const made = await create({
    no: 'made',
    quantity: 3,
    grade: 'b',
    due: MAY,
    vendor: '后来',
    items: [{ price: 1 }],
  })

  const backward = await check({ version: 1 })
  expect(backward).toMatchObject({ verdict: 'ask', kept: [] })
  // A moment is no text; numbers are texts of themselves.
  expect(misfits(backward)).toEqual([
    ['grade', 1],
    ['due', 3],
  ])
  expect(await back(1)).toMatchObject({ version: 3 })
  expect(await read(untouched)).toEqual({
    ...{ no: 'untouched', ...values.misfits },
    items: [expect.objectContaining({ price: 8, note: 'm' })],
  })
  expect(await read(fits)).toMatchObject({
    ...{ no: 'saved', grade: 'a', amount: 5, supplier: '绿洲' },
    items: [{ price: 7, note: 'n' }],
  })
  expect(await read(changed)).toMatchObject({ amount: 6, supplier: '新田', items: [{ price: 9, note: 'o' }] })
  expect(await read(made)).toMatchObject({ no: 'made', supplier: '后来', items: [{ price: 1 }] })
  expect(await save(changed, {})).toMatchObject({ code: 400, data: { errors: [{ path: 'grade' }] } })
  expect(await save(fits, { amount: 50 })).toMatchObject({ code: 200 })
  const { list } = await admin.call('onlineDevelopment.list', { modelId } as never)
  expect(list.find(({ no }) => no === 'saved')).toMatchObject({ quantity: '12', amount: 50 })

  // And forward again, where a text of digits is the moment that it was.
  expect(misfits(await check({ version: 2 }))).toEqual([
    ['quantity', 1],
    ['due', 1],
  ])
  expect(await back(2)).toMatchObject({ version: 4 })
  expect(await read(changed)).toMatchObject({ quantity: 15, due: MAY, vendor: '新田' })
  expect(await save(fits, {})).toMatchObject({ code: 200 })
  expect(await read(fits)).toMatchObject({ quantity: 12, due: Date.UTC(2026, 2, 4), vendor: '绿洲' })
  expect(await read(fits)).not.toHaveProperty('amount')
  // What the deleted field had got in between is there when it comes once more.
  await back(1)
  expect(await read(fits)).toMatchObject({ amount: 50, items: [{ note: 'n' }] })
}, 60_000)
