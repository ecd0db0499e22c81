import { CallError } from '@runtime/host'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, release, table } from './specs/models'

let server: TestServer
let admin: TestClient
let customers: string
let orders: string
/** Records of the model of customers. */
const ids: Record<string, string> = {}

const HANGZHOU = ['330000', '330100', '330106']
const BEIJING = ['110000', '110100', '110101']

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  customers = await release(admin, {
    enCode: 'customers',
    fields: [field('input', 'name'), field('input', 'phone'), field('inputNumber', 'limit')],
    columns: ['name', 'phone'],
  })
  for (const [name, phone, limit] of [
    ['清源水务', '0991-1', 5000],
    ['绿野农场', '0991-2', 800],
  ] as const)
    ids[name] = await create(customers, { name, phone, limit })
  orders = await release(admin, { enCode: 'orders', fields: orderFields(), columns: COLUMNS })
})
afterAll(() => server.close())

const COLUMNS = [
  'material',
  'materials',
  'customer',
  'customer_phone',
  'limit',
  'area',
  'areas',
  'dict',
  'rule',
]
const materials = {
  interfaceId: 'materials',
  propsValue: 'id',
  relationField: 'fullName',
  columnOptions: [{ value: 'enCode', label: '编码' }],
}

function orderFields() {
  const customer = field('relationForm', 'customer', {}, { modelId: customers, relationField: 'name' })
  const phone = { relationField: 'customer_jnpfTable_orders1', showField: 'phone', isStorage: 0 }
  const limit = { relationField: 'customer', showField: 'limit', isStorage: 1 }
  return [
    field('popupSelect', 'material', {}, materials),
    field('popupAttr', 'spec', {}, { relationField: 'material', showField: 'spec', isStorage: 1 }),
    field('popupTableSelect', 'materials', {}, { ...materials, multiple: true }),
    customer,
    { __config__: { jnpfKey: 'relationFormAttr', label: '电话' }, ...phone },
    field('relationFormAttr', 'limit', {}, limit),
    field('areaSelect', 'area'),
    field('areaSelect', 'areas', {}, { multiple: true, level: 1 }),
    field('autoComplete', 'note', {}, { interfaceId: 'materials', total: 10 }),
    field('dictionarySelect', 'dict'),
    field('serialTemplateSelect', 'rule'),
    table('items', [
      field('relationForm', 'buyer', {}, { modelId: customers, relationField: 'name' }),
      field(
        'relationFormAttr',
        'buyerPhone',
        {},
        { relationField: 'buyer', showField: 'phone', isStorage: 1 },
      ),
      field('popupSelect', 'part', {}, materials),
      {
        __config__: { jnpfKey: 'popupAttr', label: '单价' },
        relationField: 'part_jnpfTable_items0',
        showField: 'price',
        isStorage: 0,
      },
    ]),
  ]
}

async function create(modelId: string, record: object): Promise<string> {
  const { id } = (await admin.call('onlineDevelopment.create', {
    modelId,
    data: JSON.stringify(record),
  })) as {
    id: string
  }
  return id
}

const read = async (id: string) =>
  JSON.parse((await admin.call('onlineDevelopment.read', { modelId: orders, id })).data as string)
const shown = async (id: string) =>
  JSON.parse((await admin.call('onlineDevelopment.dataChange', { modelId: orders, id })).data as string)

const whole = () => ({
  material: 'drip-tape',
  materials: ['sub-main', 'main-pipe'],
  customer: ids['清源水务'],
  area: HANGZHOU,
  areas: [HANGZHOU.slice(0, 2), BEIJING.slice(0, 2)],
  note: '随便写',
  items: [{ buyer: ids['绿野农场'], part: 'ball-valve' }],
})

async function refusal(record: object): Promise<CallError> {
  try {
    await create(orders, record)
  } catch (error) {
    if (error instanceof CallError) return error
    throw error
  }
  throw new Error('It was not refused')
}

describe('a record of rows, records and areas', () => {
  it('is kept as ids and shown by names, also in rows', async () => {
    const id = await create(orders, whole())
    expect(await read(id)).toMatchObject({
      material: 'drip-tape',
      materials: ['sub-main', 'main-pipe'],
      customer: ids['清源水务'],
      area: HANGZHOU,
    })
    expect(await shown(id)).toMatchObject({
      material: '单翼迷宫式滴灌带',
      material_id: 'drip-tape',
      materials: 'PE 支管,PVC-U 干管',
      customer: '清源水务',
      customer_id: ids['清源水务'],
      area: '浙江省/杭州市/西湖区',
      areas: '浙江省/杭州市,北京市/市辖区',
      items: [{ buyer: '绿野农场', part: '电动三通球阀' }],
    })
  })

  it('keeps attributes from their source, whatever the request says', async () => {
    const id = await create(orders, {
      ...whole(),
      spec: '伪造',
      limit: 1,
      items: [{ buyer: ids['绿野农场'], buyerPhone: '伪造', part: 'ball-valve' }],
    })
    const kept = await read(id)
    expect(kept).toMatchObject({
      spec: 'φ16×0.2mm 2.0L/h',
      limit: 5000,
      items: [{ buyerPhone: '0991-2' }],
    })
    expect(kept).not.toHaveProperty('customer_phone')
    expect(kept.items[0]).not.toHaveProperty('part_price')
  })

  it('shows attributes that are not kept as they are now, in detail and list', async () => {
    const id = await create(orders, whole())
    expect(await shown(id)).toMatchObject({
      customer_phone: '0991-1',
      items: [{ part_price: 1280, buyerPhone: '0991-2' }],
    })
    const { list } = (await admin.call('onlineDevelopment.list', { modelId: orders })) as {
      list: Record<string, unknown>[]
    }
    expect(list.find((row) => row['id'] === id)).toMatchObject({
      material: '单翼迷宫式滴灌带',
      customer: '清源水务',
      customer_phone: '0991-1',
      area: '浙江省/杭州市/西湖区',
    })
  })

  it('empties an attribute with its source', async () => {
    const id = await create(orders, whole())
    await admin.call('onlineDevelopment.update', {
      modelId: orders,
      id,
      data: JSON.stringify({ customer: '', material: null }),
    })
    expect(await read(id)).toMatchObject({ limit: null, spec: null })
  })

  it('keeps the attribute of a record that has gone since', async () => {
    const gone = await create(customers, { name: '旧客户', phone: '0991-9', limit: 10 })
    const id = await create(orders, { customer: gone })
    await admin.call('onlineDevelopment.delete', { modelId: customers, id: gone })
    await admin.call('onlineDevelopment.update', {
      modelId: orders,
      id,
      data: JSON.stringify({ customer: gone, note: '改' }),
    })
    expect(await read(id)).toMatchObject({ customer: gone, limit: 10, note: '改' })
  })

  it.each([
    ['material', { material: 'nothing' }, 'material', '“nothing”不在可选项中'],
    ['materials', { materials: ['sub-main', 'x'] }, 'materials', '“x”不在可选项中'],
    ['customer', { customer: 'nobody' }, 'customer', '“nobody”不在可选项中'],
    ['rows', { items: [{}, { buyer: 'nobody' }] }, 'items.1.buyer', '“nobody”不在可选项中'],
    ['an area', { area: ['330000', '330100', '999999'] }, 'area', '“999999”不在可选项中'],
    ['too short a path', { area: HANGZHOU.slice(0, 2) }, 'area', '请选择到区县一级'],
    ['a district of another city', { area: ['330000', '330200', '330106'] }, 'area', '不是有效的地区'],
    ['a dictionary', { dict: 'none' }, 'dict', '“none”不在可选项中'],
    ['a rule', { rule: 'none' }, 'rule', '“none”不在可选项中'],
  ])('refuses %s that is not there, with its path', async (_, record, path, message) => {
    const error = await refusal(record)
    expect(error.code).toBe(400)
    expect(error.errors).toHaveLength(1)
    expect(error.errors[0]?.path).toBe(path)
    expect(error.errors[0]?.message).toContain(message)
  })

  it('takes dictionaries by id and rules by code', async () => {
    const { list } = (await admin.call('dictionaryType.selector', { id: '0' })) as {
      list: { id: string; fullName: string }[]
    }
    const rules = (await admin.call('billRule.selector', {})) as {
      list: { enCode: string; fullName: string }[]
    }
    const [dict, rule] = [list[0], rules.list[0]]
    const id = await create(orders, { dict: dict?.id, rule: rule?.enCode })
    expect(await shown(id)).toMatchObject({ dict: dict?.fullName, rule: rule?.fullName })
  })

  it('is found by its ids', async () => {
    const id = await create(orders, { customer: ids['绿野农场'], area: BEIJING })
    for (const condition of [
      { field: 'customer', symbol: '==', fieldValue: ids['绿野农场'], jnpfKey: 'relationForm' },
      { field: 'area', symbol: '==', fieldValue: '110101', jnpfKey: 'areaSelect' },
    ]) {
      const superQueryJson = JSON.stringify({
        matchLogic: 'and',
        conditionList: [{ logic: 'and', groups: [condition] }],
      })
      const { list } = await admin.call('onlineDevelopment.list', { modelId: orders, superQueryJson })
      expect(list.map((row) => row['id'])).toContain(id)
    }
  })
})

describe('areas by name', () => {
  it('come with the way to them, of the asked level alone', async () => {
    const { list } = await admin.call('area.search', { keyword: '西湖', level: 2 })
    expect(list).toContainEqual({
      id: '330106',
      fullName: '西湖区',
      path: HANGZHOU,
      names: ['浙江省', '杭州市', '西湖区'],
    })
    expect(list.every(({ path }) => path.length === 3)).toBe(true)
  })
})
