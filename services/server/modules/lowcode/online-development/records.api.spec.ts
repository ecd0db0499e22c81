import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choices, field, modelOf, release, table } from './specs/models'

let server: TestServer
let admin: TestClient
let operator: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
})
afterAll(() => server.close())

const orderFields = () => [
  field('billRule', 'no', { rule: 'purchaseOrder' }),
  field('input', 'title', { required: true, unique: true }, { placeholder: '请输入标题', maxlength: 20 }),
  field('select', 'kind', { dataType: 'static', defaultValue: 'a' }, choices('a', 'b')),
  field('inputNumber', 'rate', {}, { min: 0, max: 10, precision: 2 }),
  table('items', [
    field('input', 'name', { required: true }),
    field('inputNumber', 'quantity'),
    field('inputNumber', 'price', {}, { precision: 2 }),
    field(
      'calculate',
      'amount',
      {},
      {
        expression: [{ __vModel__: 'items.quantity' }, '×', { __vModel__: 'items.price' }],
        precision: 2,
        isStorage: 1,
      },
    ),
  ]),
  field(
    'calculate',
    'total',
    {},
    { expression: [{ __vModel__: 'items.amount' }], precision: 2, isStorage: 1 },
  ),
  field('createUser', 'creator'),
  field('modifyUser', 'modifier'),
]
const columns = ['no', 'title', 'kind', 'rate', 'total', 'items-name', 'items-amount', 'creator']
const order = (title: string, extra: Record<string, unknown> = {}) => ({
  title,
  kind: 'a',
  rate: 1.5,
  items: [{ name: '滴灌带', quantity: 3, price: 0.1 }],
  ...extra,
})
const read = async (modelId: string, id: string, client = admin) => {
  const { data, version } = await client.call('onlineDevelopment.read', { modelId, id })
  return { data: JSON.parse(data) as Record<string, unknown>, version }
}

describe('a record', () => {
  it('is refused with half a surrogate pair, which travels as JSON inside JSON', async () => {
    const modelId = await release(admin, { enCode: 'halves', fields: orderFields(), columns })
    const save = (title: string) =>
      admin.envelope('onlineDevelopment.create', { modelId, data: JSON.stringify(order(title)) })
    expect(await save('one \ud83d')).toMatchObject({ code: 400, msg: '提交的内容有误' })
    expect(await save('one \ud83d\ude00')).toMatchObject({ code: 200 })
  })

  it('is refused with a whole number that nothing would keep, by its member, in a text or in the body', async () => {
    const modelId = await release(admin, { enCode: 'digits', fields: orderFields(), columns })
    const data = '{"title":"x","items":[{"amount":1269943055849660418}]}'
    expect(await admin.envelope('onlineDevelopment.create', { modelId, data })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('“items.0.amount”的数字 1269943055849660418 无法精确保存'),
      data: { errors: [{ path: 'items.0.amount', message: expect.stringContaining('请作为文本') }] },
    })
    const answer = await admin.fetch(`/api/visualdev/OnlineDev/${modelId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"data":${data}}`,
    })
    expect(await answer.json()).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'data.items.0.amount', message: expect.stringContaining('请作为文本') }] },
    })
  })

  it('is computed, numbered and signed by the server, whatever is sent', async () => {
    const modelId = await release(admin, { enCode: 'computed', fields: orderFields(), columns })
    const forged = { ...order('one'), no: 'X-1', total: 999, creator: '别人', stranger: 1 }
    forged.items = [{ name: '滴灌带', quantity: 3, price: 0.1, amount: 77 } as never]
    const { id, version } = await admin.call('onlineDevelopment.create', {
      modelId,
      data: JSON.stringify(forged),
    })
    expect(version).toBe(1)
    const { data } = await read(modelId, id)
    expect(data).toMatchObject({
      total: 0.3,
      no: expect.stringMatching(/^CG\d{12}$/),
      items: [{ amount: 0.3 }],
    })
    expect(data['creator']).not.toBe('别人')
    expect(data).not.toHaveProperty('stranger')
  })

  it('that the form would refuse is refused, naming every field', async () => {
    const modelId = await release(admin, { enCode: 'refused', fields: orderFields(), columns })
    const bad = { title: '', rate: 11, items: [{ name: 'ok' }, { quantity: 1 }] }
    const answer = await admin.envelope('onlineDevelopment.create', { modelId, data: bad })
    const errors = (answer.data as unknown as { errors: { path: string; message: string }[] }).errors
    expect(answer.code).toBe(400)
    expect(errors.map((error) => error.path)).toEqual(
      expect.arrayContaining(['title', 'rate', 'items.1.name']),
    )
    expect(errors.every((error) => error.message !== '' && !error.message.startsWith('@'))).toBe(true)
    for (const data of ['', 'no json', '[]', 'null', 7, { items: 'x', title: 'y' }])
      expect(await admin.envelope('onlineDevelopment.create', { modelId, data })).toMatchObject({ code: 400 })
    expect((await admin.call('onlineDevelopment.list', { modelId })).pagination.total).toBe(0)
  })

  it('has of a dictionary what is in it, also in rows; what it has had stays though the item is gone', async () => {
    const crop = (name: string) =>
      field(
        'select',
        name,
        { dataType: 'dictionary', dictionaryType: 'crop' },
        { props: { label: 'fullName', value: 'enCode' } },
      )
    const modelId = await release(admin, {
      enCode: 'crops',
      fields: [crop('main'), table('items', [crop('next')])],
    })
    const create = (data: object) =>
      admin.call('onlineDevelopment.create', { modelId, data: JSON.stringify(data) })
    await expect(
      create({ main: 'made-up', items: [{ next: 'maize' }, { next: 'forged' }] }),
    ).rejects.toMatchObject({
      code: 400,
      errors: [
        { path: 'main', message: expect.stringContaining('“made-up”不在可选项中') },
        { path: 'items.1.next', message: expect.stringContaining('“forged”不在可选项中') },
      ],
    })
    const { id } = await create({ main: 'cotton', items: [{ next: 'maize' }] })
    await server.sql(`update record set data = data || '{"main":"withdrawn"}' where id = $1`, [id])
    const { data } = await read(modelId, id)
    await admin.call('onlineDevelopment.update', { modelId, id, data: JSON.stringify(data) } as never)
    expect((await read(modelId, id)).data).toMatchObject({ main: 'withdrawn' })
    await expect(
      admin.call('onlineDevelopment.update', {
        ...{ modelId, id },
        data: JSON.stringify({ ...data, items: [{ next: 'forged' }] }),
      } as never),
    ).rejects.toMatchObject({ errors: [{ path: 'items.0.next' }] })
  })

  it('has of an interface what it answers, also in rows; what it has had stays though the row is gone', async () => {
    const { id: source } = await admin.call('dataInterface.create', {
      fullName: '井号',
      enCode: 'wells',
      type: 2,
      dataConfigJson: {
        staticData: [
          { ged_code: 'W1', name: '一号井' },
          { ged_code: 'W2', name: '二号井' },
        ],
      },
    } as never)
    const well = (name: string) =>
      field(
        'select',
        name,
        { dataType: 'dynamic', propsUrl: source },
        { props: { label: 'name', value: 'ged_code' } },
      )
    const modelId = await release(admin, {
      enCode: 'wells',
      fields: [well('main'), table('items', [well('next')])],
    })
    const create = (data: object) =>
      admin.call('onlineDevelopment.create', { modelId, data: JSON.stringify(data) })
    await expect(create({ main: 'W9', items: [{ next: 'W1' }, { next: 'W8' }] })).rejects.toMatchObject({
      code: 400,
      errors: [
        { path: 'main', message: expect.stringContaining('“W9”不在可选项中') },
        { path: 'items.1.next', message: expect.stringContaining('“W8”不在可选项中') },
      ],
    })
    const { id } = await create({ main: 'W2', items: [{ next: 'W1' }] })
    await server.sql(`update record set data = data || '{"main":"W7"}' where id = $1`, [id])
    const { data } = await read(modelId, id)
    await admin.call('onlineDevelopment.update', { modelId, id, data: JSON.stringify(data) } as never)
    expect((await read(modelId, id)).data).toMatchObject({ main: 'W7' })
    await admin.call('dataInterface.setState', { id: source })
    await expect(create({ items: [{ next: 'W3' }] })).rejects.toMatchObject({
      code: 400,
      message: '数据接口“井号”已停用',
    })
  })

  it('saved over a newer one is refused with what is stored, and nothing is lost', async () => {
    const modelId = await release(admin, { enCode: 'versions', fields: orderFields(), columns })
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: order('v') })
    const first = await read(modelId, id)
    const update = (title: string, version: number) =>
      admin.envelope('onlineDevelopment.update', { modelId, id, data: { ...first.data, title }, version })
    expect(await update('mine', 1)).toMatchObject({ code: 200, data: { version: 2 } })
    const stale = await update('theirs', 1)
    const conflict = stale.data as unknown as { version: number; data: string }
    expect(stale).toMatchObject({ code: 409, msg: expect.stringContaining('已被他人修改') })
    expect(conflict.version).toBe(2)
    expect(conflict).toMatchObject({ savedBy: '管理员', savedAt: expect.any(Number) })
    expect(JSON.parse(conflict.data)).toMatchObject({ title: 'mine' })
    const race = await Promise.all([update('a', 2), update('b', 2), update('c', 2)])
    expect(race.map((answer) => answer.code).sort()).toEqual([200, 409, 409])
  })

  it('keeps the rows of its sub-tables apart; one of before is read and listed as it is, and split by its next save', async () => {
    const modelId = await release(admin, { enCode: 'apart', fields: orderFields(), columns })
    const { id } = await admin.call('onlineDevelopment.create', {
      modelId,
      data: JSON.stringify(order('one')),
    })
    const parts = async () => {
      const [row] = await server.sql<{ own: string[]; tables: string[] | null }>(
        `select array(select jsonb_object_keys(data)) as own,
           case when sub_tables is not null then array(select jsonb_object_keys(sub_tables)) end as tables
         from record where id = $1`,
        [id],
      )
      return row
    }
    const listed = async () => {
      const conditionJson = [{ field: 'items-name', symbol: 'like', fieldValue: '滴灌带' }]
      const superQueryJson = JSON.stringify({ matchLogic: 'and', conditionJson })
      const { list } = await admin.call('onlineDevelopment.list', { modelId, superQueryJson } as never)
      return list[0]
    }
    expect(await parts()).toMatchObject({ tables: ['items'] })
    expect((await parts())?.own).not.toContain('items')
    const [saved, shown] = [await read(modelId, id), await listed()]
    expect(saved.data).toMatchObject({ items: [{ name: '滴灌带', amount: 0.3 }] })
    expect(shown).toMatchObject({ items: [{ name: '滴灌带' }] })

    await server.sql(`update record set data = data || sub_tables, sub_tables = null where id = $1`, [id])
    expect(await read(modelId, id)).toEqual(saved)
    expect(await listed()).toEqual(shown)
    await admin.call('onlineDevelopment.update', { modelId, id, data: JSON.stringify(saved.data) } as never)
    expect(await parts()).toMatchObject({ tables: ['items'] })
    expect((await parts())?.own).not.toContain('items')
  })

  it('saved without a version is not compared, and the audit says so', async () => {
    const modelId = await release(admin, { enCode: 'unversioned', fields: orderFields(), columns })
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: order('u') })
    const { data } = await read(modelId, id)
    await admin.call('onlineDevelopment.update', { modelId, id, data: { ...data, title: 'a' }, version: 1 })
    await admin.call('onlineDevelopment.update', { modelId, id, data: { ...data, title: 'b' } })
    const rows = await server.sql<{ reason: string | null }>(
      `select reason from audit where action = 'record.update' and target = $1 order by id`,
      [`${modelId}/${id}`],
    )
    expect(rows.map((row) => row.reason)).toEqual([null, 'no version named'])
  })

  it('is judged, and nobody waits, by a pattern of the model that would never end', async () => {
    const slow = { jnpfKey: 'input', label: '名称', regList: [{ pattern: '/^(a+)+$/', message: '只能是 a' }] }
    const fields = [{ __vModel__: 'name', __config__: slow }]
    const modelId = await release(admin, { enCode: 'slowPattern', fields, columns: [] })
    const create = (name: string) => admin.envelope('onlineDevelopment.create', { modelId, data: { name } })
    expect(await create('aaa')).toMatchObject({ code: 200 })
    expect(await create(`${'a'.repeat(60)}!`)).toMatchObject({
      code: 400,
      msg: expect.stringContaining('只能是 a'),
    })
  })

  it('is not released with a pattern that nobody can judge in time, by its name and with what to do', async () => {
    const twice = {
      jnpfKey: 'input',
      label: '名称',
      regList: [{ pattern: '/^(\\w+)-\\1$/', message: '不对' }],
    }
    const draft = modelOf({ enCode: 'backReference', fields: [{ __vModel__: 'name', __config__: twice }] })
    const { id } = await admin.call('visualDevelopment.import', draft as never)
    const { code, data, msg } = await admin.envelope('visualDevelopment.release', { id })
    expect([code, msg]).toEqual([400, expect.stringContaining('“名称”的校验规则 ^(\\w+)-\\1$ 不受支持')])
    expect(data).toMatchObject({ errors: [{ path: 'name', message: expect.stringContaining('请改写规则') }] })
  })

  it('takes no names of the language itself, from a text or from a body', async () => {
    const modelId = await release(admin, { enCode: 'prototypes', fields: orderFields(), columns })
    const forged = '"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}'
    const text = `{${forged}, ${JSON.stringify(order('p')).slice(1)}`
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: text })
    expect(JSON.stringify(await read(modelId, id))).not.toContain('polluted')
    const response = await admin.fetch(`/api/visualdev/OnlineDev/${modelId}`, {
      method: 'POST',
      body: `{"data": {${forged}}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect(await response.json()).toMatchObject({ code: 400 })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('keeps on update what a request may not say', async () => {
    const modelId = await release(admin, { enCode: 'keeps', fields: orderFields(), columns })
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: order('k') })
    const before = await read(modelId, id)
    await admin.call('onlineDevelopment.update', {
      modelId,
      id,
      data: { ...before.data, no: 'X', creator: 'Y', rate: 2 },
    })
    const after = await read(modelId, id)
    expect(after.data).toMatchObject({ no: before.data['no'], creator: before.data['creator'], rate: 2 })
    expect(before.data['modifier']).toBe('')
    expect(after.data['modifier']).not.toBe('')
  })

  it('has unique fields to itself, among 20 writers at once, until it is deleted', async () => {
    const modelId = await release(admin, { enCode: 'unique', fields: orderFields(), columns })
    const writers = Array.from({ length: 20 }, () =>
      admin.envelope('onlineDevelopment.create', { modelId, data: order('only') }),
    )
    const answers = await Promise.all(writers)
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    const refused = answers.find((answer) => answer.code !== 200)
    expect(refused).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'title', message: 'title“only”已存在' }] },
    })
    const id = answers.find((answer) => answer.code === 200)?.data.id ?? ''
    await admin.call('onlineDevelopment.delete', { modelId, id })
    expect(await admin.envelope('onlineDevelopment.read', { modelId, id })).toMatchObject({ code: 404 })
    expect(await admin.envelope('onlineDevelopment.create', { modelId, data: order('only') })).toMatchObject({
      code: 200,
    })
  })

  it('has texts without blanks around them, by which it is unique', async () => {
    const modelId = await release(admin, { enCode: 'blanks', fields: orderFields(), columns })
    const make = (title: string) =>
      admin.envelope('onlineDevelopment.create', { modelId, data: order(title) })
    const { id } = (await make(' A2\u3000')).data
    expect((await read(modelId, id)).data['title']).toBe('A2')
    expect(await make('A2 ')).toMatchObject({ code: 400 })
    expect(await make(' \t')).toMatchObject({ code: 400, data: { errors: [{ path: 'title' }] } })
    const data = { ...order('A2'), title: 'A2 ' }
    expect(await admin.envelope('onlineDevelopment.update', { modelId, id, version: 1, data })).toMatchObject(
      { code: 200 },
    )
    expect((await read(modelId, id)).data['title']).toBe('A2')
  })

  it('is brought back at once by who deleted it, with its unique values, all or none', async () => {
    const modelId = await release(admin, { enCode: 'restored', fields: orderFields(), columns })
    const make = (title: string) =>
      admin.envelope('onlineDevelopment.create', { modelId, data: order(title) })
    const restore = (...ids: string[]) => admin.envelope('onlineDevelopment.restore', { modelId, ids })
    const total = async () => (await admin.call('onlineDevelopment.list', { modelId })).pagination.total
    const first = (await make('a')).data.id
    const second = (await make('b')).data.id
    await admin.call('onlineDevelopment.batchDelete', { modelId, ids: [first, second] })
    expect(await total()).toBe(0)
    expect(await restore(first, second)).toMatchObject({ code: 200, data: { restored: 2 } })
    expect(await total()).toBe(2)
    expect(await make('a')).toMatchObject({ code: 400 })

    await admin.call('onlineDevelopment.delete', { modelId, id: first })
    expect(await restore(first, second), 'one of them is there').toMatchObject({ code: 404 })
    await make('a')
    expect(await restore(first), 'its title is taken').toMatchObject({ code: 400 })
    await admin.call('onlineDevelopment.delete', { modelId, id: second })
    await server.sql(`update record set updated_by = 'somebody' where id = '${second}'`)
    expect(await restore(second), 'somebody else deleted it').toMatchObject({ code: 404 })
    expect(await total()).toBe(1)
  })

  it('tells of large changes in pieces, each of them once', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `note${at}`)
    const modelId = await release(admin, {
      enCode: 'largeStates',
      fields: names.map((name) => field('textarea', name)),
    })
    const state = (sign: string, length: number) =>
      JSON.stringify(Object.fromEntries(names.map((name) => [name, sign.repeat(length)])))
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: state('0', 1) })
    for (const version of [1, 2, 3, 4, 5])
      await admin.call('onlineDevelopment.update', {
        ...{ modelId, id, version },
        data: state(String(version), 50_000),
      })
    const told: string[] = []
    const pages: number[] = []
    for (let before: string | undefined, more = true; more; ) {
      const { list, hasMore } = await admin.call('onlineDevelopment.history', { modelId, id, before })
      pages.push(list.length)
      told.push(...list.map(({ fields }) => fields[0]?.after[0] ?? ''))
      before = list.at(-1)?.id
      more = hasMore
    }
    expect(told).toEqual(['5', '4', '3', '2', '1', ''])
    expect(pages).toEqual([2, 2, 2])
  })

  it('tells of rows and cells, in labels and choices, and of rows that came and went', async () => {
    const children = [
      field('input', 'part', { label: '物料' }),
      field('inputNumber', 'quantity', { label: '数量' }),
      field('select', 'unit', { label: '单位' }, choices('kg', 't')),
    ]
    const lines = field('table', 'lines', { label: '采购明细', children, layout: 'rowFormItem' })
    const modelId = await release(admin, { enCode: 'rowsTold', fields: [field('input', 'title'), lines] })
    const save = (data: unknown) => JSON.stringify({ title: 'x', lines: data })
    const [seed, urea] = [
      { part: '种子', quantity: 2, unit: 'kg' },
      { part: '尿素', quantity: 1, unit: 't' },
    ]
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: save([seed, urea]) })
    const { data } = await admin.call('onlineDevelopment.read', { modelId, id })
    const [first, second] = (JSON.parse(data) as { lines: { id: string }[] }).lines
    const told = async (rows: unknown) => {
      await admin.call('onlineDevelopment.update', { modelId, id, data: save(rows) })
      const { list } = await admin.call('onlineDevelopment.history', { modelId, id })
      return list[0]?.fields.map(({ label, before, after }) => [label, before, after])
    }
    const more = { ...first, quantity: 5, unit: 't' }
    expect(await told([more, second])).toEqual([
      ['采购明细第 1 行的数量', '2', '5'],
      ['采购明细第 1 行的单位', '名称kg', '名称t'],
    ])
    expect(await told([second, { part: '地膜', quantity: 3, unit: 'kg' }])).toEqual([
      ['采购明细新增第 2 行', '', '物料：地膜、数量：3、单位：名称kg'],
      ['采购明细删除第 1 行', '物料：种子、数量：5、单位：名称t', ''],
    ])
  })

  it('tells what was done to it, in the words that people read, and no field that is closed to them', async () => {
    const modelId = await release(admin, { enCode: 'told', fields: orderFields(), columns })
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: order('一') })
    const change = { ...order('二', { kind: 'b' }), items: [] }
    await admin.call('onlineDevelopment.update', { modelId, id, data: change, version: 1 })
    const { list } = await admin.call('onlineDevelopment.history', { modelId, id })
    expect(list.map(({ act, userName }) => [act, userName])).toEqual([
      ['update', '管理员'],
      ['create', '管理员'],
    ])
    expect(list[0]?.fields).toEqual(
      expect.arrayContaining([
        { path: 'title', label: 'title', before: '一', after: '二' },
        expect.objectContaining({ label: 'items删除第 1 行', after: '' }),
      ]),
    )
    expect(list[0]?.fields.map(({ path }) => path)).not.toContain('rate')
    expect(await admin.envelope('onlineDevelopment.history', { modelId, id: 'none' })).toMatchObject({
      code: 404,
    })
    expect((await operator.envelope('onlineDevelopment.history', { modelId, id })).code).toBe(403)
  })

  it('is deleted with others all or none', async () => {
    const modelId = await release(admin, { enCode: 'deleted', fields: orderFields(), columns })
    const ids = await Promise.all(
      ['a', 'b', 'c'].map(
        async (title) => (await admin.call('onlineDevelopment.create', { modelId, data: order(title) })).id,
      ),
    )
    const some = await admin.envelope('onlineDevelopment.batchDelete', { modelId, ids: [...ids, 'none'] })
    expect(some).toMatchObject({ code: 404, msg: expect.stringContaining('1条') })
    expect((await admin.call('onlineDevelopment.list', { modelId })).pagination.total).toBe(3)
    expect(await admin.call('onlineDevelopment.batchDelete', { modelId, ids })).toEqual({ deleted: 3 })
    expect((await admin.call('onlineDevelopment.list', { modelId })).pagination.total).toBe(0)
  })

  it('leaves an audit row for every change, with before and after', async () => {
    const modelId = await release(admin, { enCode: 'audited', fields: orderFields(), columns })
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: order('x') })
    await admin.call('onlineDevelopment.update', { modelId, id, data: { ...order('x'), rate: 9 } })
    await admin.call('onlineDevelopment.delete', { modelId, id })
    const rows = await server.sql<{
      action: string
      before: { rate?: number } | null
      after: { rate?: number } | null
    }>('select action, before, after from audit where target = $1 order by id', [`${modelId}/${id}`])
    expect(rows.map((row) => [row.action, row.before?.rate ?? null, row.after?.rate ?? null])).toEqual([
      ['record.create', null, 1.5],
      ['record.update', 1.5, 9],
      ['record.delete', 9, null],
    ])
  })

  it('is shown with names, raw values beside them', async () => {
    const modelId = await release(admin, { enCode: 'shown', fields: orderFields(), columns })
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: order('x') })
    const { list } = await admin.call('onlineDevelopment.list', { modelId })
    expect(list).toMatchObject([{ id, title: 'x', kind: '名称a', kind_id: 'a', items: [{ name: '滴灌带' }] }])
    const shown = JSON.parse((await admin.call('onlineDevelopment.dataChange', { modelId, id })).data)
    expect(shown).toMatchObject({ kind: '名称a', kind_id: 'a', items: [{ name: '滴灌带', quantity: 3 }] })
  })
})

describe('rights over records', () => {
  const rightsOn = { useBtnPermission: true, useColumnPermission: true, useFormPermission: true }
  const grant = (
    modelId: string,
    codes: Parameters<TestServer['server']['services']['rights']['grant']>[2],
  ) => server.server.services.rights.grant('field-operator', `model-${modelId}`, codes)

  it('follow the model’s menu entry: none to see it, then each button', async () => {
    const modelId = await release(admin, {
      enCode: 'buttons',
      fields: orderFields(),
      columns,
      list: rightsOn,
    })
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: order('x') })
    const names = ['config', 'list', 'read', 'dataChange', 'create', 'update', 'delete'] as const
    const codes = async () =>
      Promise.all(
        names.map(
          async (name) =>
            (await operator.envelope(`onlineDevelopment.${name}`, { modelId, id, data: order('y') })).code,
        ),
      )
    expect(await codes()).toEqual(names.map(() => 403))
    await grant(modelId, { buttons: [] })
    expect(await codes()).toEqual([200, 200, 200, 200, 403, 403, 403])
    expect(await operator.envelope('onlineDevelopment.batchDelete', { modelId, ids: [id] })).toMatchObject({
      code: 403,
    })
    await grant(modelId, { buttons: ['btn_add', 'btn_edit', 'btn_remove'] })
    // Without a right to any field, the form asks nothing of the operator and keeps what is there.
    expect((await codes()).at(-1)).toBe(200)
  })

  it('hide columns from lists, and from questions about them', async () => {
    const modelId = await release(admin, {
      enCode: 'columns',
      fields: orderFields(),
      columns,
      list: { useColumnPermission: true },
    })
    await admin.call('onlineDevelopment.create', { modelId, data: order('x') })
    await grant(modelId, { columns: ['title'] })
    const { list } = await operator.call('onlineDevelopment.list', { modelId })
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(['id', 'title'])
    const ask = (input: Record<string, unknown>) =>
      operator.envelope('onlineDevelopment.list', { modelId, ...input })
    expect(await ask({ queryJson: JSON.stringify({ rate: 1.5 }) })).toMatchObject({ code: 400 })
    expect(await ask({ sidx: 'rate' })).toMatchObject({ code: 400 })
    expect(await ask({ keyword: 'CG' })).toMatchObject({ data: { list: [] } })
  })

  it('hide form fields, which an update then keeps', async () => {
    const modelId = await release(admin, {
      enCode: 'fields',
      fields: orderFields(),
      columns,
      list: { useFormPermission: true },
    })
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: order('x') })
    await grant(modelId, { fields: ['title', 'items', 'items-name'] })
    const seen = await read(modelId, id, operator)
    expect(Object.keys(seen.data).sort()).toEqual(['items', 'title'])
    const items = seen.data['items'] as Record<string, unknown>[]
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(['id', 'name'])
    await operator.call('onlineDevelopment.update', {
      modelId,
      id,
      data: { ...seen.data, title: 'changed', rate: 9, items: [{ ...items[0], price: 1000 }] },
      version: seen.version,
    })
    expect((await read(modelId, id)).data).toMatchObject({
      title: 'changed',
      rate: 1.5,
      total: 0.3,
      items: [{ price: 0.1 }],
    })
  })

  it('show with data permission only one’s own records', async () => {
    const modelId = await release(admin, {
      enCode: 'own',
      fields: orderFields(),
      columns,
      list: { useDataPermission: true },
    })
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: order('admins') })
    await grant(modelId, {})
    await operator.call('onlineDevelopment.create', { modelId, data: order('operators') })
    const { list } = await operator.call('onlineDevelopment.list', { modelId })
    expect(list.map((row) => row['title'])).toEqual(['operators'])
    for (const name of ['read', 'update', 'delete', 'dataChange'] as const)
      expect(
        await operator.envelope(`onlineDevelopment.${name}`, { modelId, id, data: order('z') }),
      ).toMatchObject({ code: 404 })
    expect((await admin.call('onlineDevelopment.list', { modelId })).pagination.total).toBe(2)
  })
})
