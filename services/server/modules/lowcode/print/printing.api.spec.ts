import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, release, table } from '../online-development/specs/models'

let server: TestServer
let admin: TestClient
let operator: TestClient
/** Sees the model, but neither its total nor the price of its items nor the rows of its costs. */
let reader: TestClient
let modelId: string
let recordId: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
  modelId = await release(admin, {
    enCode: 'printed',
    fields: [
      field('input', 'name'),
      field('inputNumber', 'total', { label: '总额' }, { thousands: true }),
      table('items', [field('input', 'thing'), field('inputNumber', 'price')]),
      table('costs', [field('input', 'cost')]),
      table('notes', [field('input', 'note')]),
      // What the second sub-table would go by.
      field('input', 'T2'),
    ],
    columns: ['name'],
    list: { useFormPermission: true },
  })
  const data = {
    ...{ name: '甲', total: 1234.5, T2: '乙' },
    ...{
      items: [
        { thing: '管', price: 7 },
        { thing: '阀', price: 8 },
      ],
    },
    ...{ costs: [{ cost: '贵' }], notes: [{ note: '丙' }] },
  }
  recordId = (await admin.call('onlineDevelopment.create', { modelId, data })).id
  const { id, client } = await personOf(server, 'print-reader')
  reader = client
  await server.sql(`insert into role (id, en_code, full_name) values ('prints', 'prints', '"打印"')`)
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'prints')`, [id])
  const { rights } = server.server.services
  await rights.grant('prints', 'system.printDev')
  await rights.grant('prints', `model-${modelId}`, {
    fields: ['name', 'items', 'items-thing', 'costs-cost', 'notes', 'notes-note'],
  })
})
afterAll(() => server.close())

let count = 0
const templateId = async () => {
  const enCode = `template${++count}`
  const made = { fullName: enCode, enCode, modelId, printTemplate: '<p>{name}</p>' }
  return (await admin.call('print.create', made)).id
}

describe('the places of a template', () => {
  it('are the fields of its model and below them the columns of its sub-tables, called as people call them', async () => {
    const { list } = await admin.call('print.fields', { modelId })
    expect(list).toMatchObject([
      {
        ...{ id: 'headTable', fullName: '主表' },
        children: [
          { id: 'name', jnpfKey: 'input' },
          { id: 'total', fullName: '总额', jnpfKey: 'inputNumber' },
          { id: 'T2' },
        ],
      },
      {
        id: 'items',
        alias: 'T1',
        children: [{ id: 'items.thing', fullName: 'thing' }, { id: 'items.price' }],
      },
      { id: 'costs', children: [{ id: 'costs.cost' }] },
      { id: 'notes', alias: 'T3', children: [{ id: 'notes.note' }] },
    ])
    expect(list[2]).not.toHaveProperty('alias')
  })

  it('are those alone that are open to who asks', async () => {
    const { list } = await reader.call('print.fields', { modelId })
    expect(list.map(({ id, alias, children }) => [id, alias, children.map((one) => one.id)])).toEqual([
      ['headTable', undefined, ['name']],
      ['items', 'T1', ['items.thing']],
      ['notes', 'T3', ['notes.note']],
    ])
  })
})

describe('printing', () => {
  it('gets the template and the record as people read it, its sub-tables by number too', async () => {
    const id = await templateId()
    const answer = await admin.call('print.data', { id, formId: recordId })
    const items = [
      { thing: '管', price: 7 },
      { thing: '阀', price: 8 },
    ]
    expect(answer).toMatchObject({
      printTemplate: '<p>{name}</p>',
      printData: {
        name: '甲',
        total: '1,234.5',
        total_id: 1234.5,
        items,
        T1: items,
        T2: '乙',
        T3: [{ note: '丙' }],
      },
      printer: { account: 'admin' },
      operatorRecordList: [],
    })
    expect(Math.abs(answer.printTime - Date.now())).toBeLessThan(60_000)
    const batch = await admin.call('print.batchData', { id, formId: `${recordId},${recordId}` })
    expect(batch).toHaveLength(1)
    expect(batch[0]?.printData).toEqual(answer.printData)
  })

  it('gets the data within other data where that is asked for', async () => {
    const asked = { id: await templateId(), formId: recordId, nested: 1 }
    const { printData } = await admin.call('print.data', asked)
    expect(printData).toMatchObject({
      ...{ values: { name: '甲', items: [{ thing: '管' }, { thing: '阀' }] } },
      ...{ printer: { account: 'admin' }, printTime: expect.any(Number), approvals: [] },
    })
    expect(printData).not.toHaveProperty('name')
    const [one] = await admin.call('print.batchData', asked)
    expect(Object.keys(one?.printData ?? {})).toEqual(Object.keys(printData))
  })

  it('gets nothing of what is closed to who prints', async () => {
    await server.sql('update record set owner_id = $1 where id = $2', ['print-reader', recordId])
    const id = await templateId()
    const { printData } = await reader.call('print.data', { id, formId: recordId })
    const lines = [{ thing: '管' }, { thing: '阀' }]
    const notes = [{ note: '丙' }]
    expect(printData).toEqual({ name: '甲', items: lines, T1: lines, notes, T3: notes })
    const [one] = await reader.call('print.batchData', { id, formId: recordId })
    expect(one?.printData).toEqual(printData)
    const nested = await reader.call('print.data', { id, formId: recordId, nested: 1 })
    expect(nested.printData['values']).toEqual(printData)
  })

  it('is refused for a record that the caller may not see, and for a template that is off or gone', async () => {
    const id = await templateId()
    expect(await operator.envelope('print.data', { id, formId: recordId })).toMatchObject({ code: 403 })
    expect(await operator.envelope('print.batchData', { id, formId: recordId })).toMatchObject({ code: 403 })
    expect(await admin.envelope('print.data', { id, formId: 'gone' })).toMatchObject({ code: 404 })
    await admin.call('print.state', { id })
    expect(await admin.envelope('print.data', { id, formId: recordId })).toMatchObject({
      code: 404,
      msg: '此表单的打印模板不存在或不可用',
    })
  })

  it('is done of a hundred records at once at most', async () => {
    const formId = Array.from({ length: 101 }, (_, index) => `r${index}`).join()
    const asked = { id: await templateId(), formId }
    expect(await admin.envelope('print.batchData', asked)).toMatchObject({ code: 400 })
  })

  it('is noted: who printed how many of what, and when, the newest first', async () => {
    const id = await templateId()
    const log = (client: TestClient, printTitle: string, printNum: number, printId = id) =>
      client.envelope('print.log', { printTitle, printNum, printId })
    await log(operator, '采购订单', 3)
    await log(reader, '领料单', 100)
    for (const wrong of [0, 101]) expect(await log(operator, 'x', wrong)).toMatchObject({ code: 400 })
    expect(await log(operator, 'x', 1, 'gone')).toMatchObject({ code: 404 })
    const { list, pagination } = await admin.call('print.logs', { id })
    expect(pagination.total).toBe(2)
    expect(list).toMatchObject([
      { printMan: 'print-reader', printNum: 100, printTitle: '领料单', printTime: expect.any(Number) },
      { printNum: 3, printTitle: '采购订单' },
    ])
    for (const keyword of ['领料', 'print-read'])
      expect((await admin.call('print.logs', { id, keyword })).list).toEqual([list[0]])
    // Who keeps templates sees what was printed with the button alone.
    expect(await reader.envelope('print.logs', { id })).toMatchObject({ code: 403 })
    expect(await admin.envelope('print.logs', { id: 'gone' })).toMatchObject({ code: 404 })
    expect(
      await server.sql(`select action from audit where target = '${id}' and action = 'print.log'`),
    ).toHaveLength(2)
  })
})
