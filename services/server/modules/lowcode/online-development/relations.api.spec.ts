import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choices, field, release, table } from './specs/models'

let server: TestServer
let admin: TestClient
let operator: TestClient
let suppliers: string
let orders: string
const ids: string[] = []

const save = async (modelId: string, data: object) => {
  const { id } = await admin.call('onlineDevelopment.create', {
    modelId,
    data: JSON.stringify(data),
  } as never)
  return id
}
const relation = (name: string, modelId: string, relationField: string) =>
  field(
    'relationForm',
    name,
    {},
    { modelId, relationField, columnOptions: [{ value: relationField, label: 'x' }] },
  )

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
  suppliers = await release(admin, {
    enCode: 'seedHouse',
    fields: [
      field('input', 'name'),
      field('select', 'grade', { dataType: 'static' }, choices('a', 'b')),
      field('inputNumber', 'score'),
      field('input', 'pin', {}, { showPassword: true }),
      table('contacts', [field('input', 'phone')]),
    ],
    columns: ['name', 'grade', 'score'],
  })
  for (const [name, grade, score] of [
    ['石河子农资', 'a', 95],
    ['昌吉水利', 'b', 80],
    ['五家渠滴灌', 'b', 7],
  ])
    ids.push(await save(suppliers, { name, grade, score, pin: '1234', contacts: [{ phone: '139' }] }))
  orders = await release(admin, {
    enCode: 'order',
    fields: [
      field('input', 'title'),
      relation('supplier', suppliers, 'name'),
      table('lines', [relation('source', suppliers, 'name')]),
    ],
    columns: ['title', 'supplier'],
  })
})
afterAll(() => server.close())

/** What a chooser of suppliers asks. */
const choose = (input: object = {}, client = admin) =>
  client.call('visualDevelopment.fieldDataSelect', {
    modelId: suppliers,
    relationField: 'name',
    columnOptions: 'name,grade,score',
    sort: 'desc',
    sidx: '',
    ...input,
  })
const names = (page: Awaited<ReturnType<typeof choose>>) => page.list.map((row) => row['name'])

describe('records to choose from', () => {
  it('come by page, newest first, as people read them, with the asked columns alone', async () => {
    const page = await choose({ pageSize: 2 })
    expect(page.pagination).toEqual({ currentPage: 1, pageSize: 2, total: 3 })
    expect(page.list).toEqual([
      { id: ids[2], name: '五家渠滴灌', grade: '名称b', grade_id: 'b', score: 7 },
      { id: ids[1], name: '昌吉水利', grade: '名称b', grade_id: 'b', score: 80 },
    ])
    expect(names(await choose({ pageSize: 2, currentPage: 2 }))).toEqual(['石河子农资'])
    expect((await choose({ columnOptions: '', pageSize: 1 })).list).toEqual([
      { id: ids[2], name: '五家渠滴灌' },
    ])
  })

  it('are found by texts, by the names of choices and by numbers', async () => {
    expect(names(await choose({ keyword: '水利' }))).toEqual(['昌吉水利'])
    expect(names(await choose({ keyword: '名称B' }))).toEqual(['五家渠滴灌', '昌吉水利'])
    expect(names(await choose({ keyword: '95' }))).toEqual(['石河子农资'])
    expect(names(await choose({ keyword: '1234' }))).toEqual([])
    expect(names(await choose({ keyword: '名称', columnOptions: 'name' }))).toEqual([])
  })

  it('are ordered by a column', async () => {
    expect(names(await choose({ sidx: 'score', sort: 'asc' }))).toEqual([
      '五家渠滴灌',
      '昌吉水利',
      '石河子农资',
    ])
    expect(
      await admin.envelope('visualDevelopment.fieldDataSelect', { modelId: suppliers, sidx: 'gone' }),
    ).toMatchObject({ code: 400 })
  })

  it('are only for those who may see the model', async () => {
    const refused = await operator.envelope('visualDevelopment.fieldDataSelect', { modelId: suppliers })
    expect(refused).toMatchObject({ code: 403 })
    expect(await admin.envelope('visualDevelopment.fieldDataSelect', { modelId: 'gone' })).toMatchObject({
      code: 404,
    })
  })
})

describe('names of records', () => {
  const source = () => ({ kind: 'record' as const, modelId: suppliers, field: 'name' })

  it('are the text of the field, with the record as people read it and no secret', async () => {
    const [found] = await admin.call('names.resolve', {
      requests: [{ source: source(), ids: [ids[0] ?? '', 'gone'] }],
    })
    expect(found).toEqual([
      {
        id: ids[0],
        text: '石河子农资',
        data: expect.objectContaining({
          id: ids[0],
          grade: '名称a',
          grade_id: 'a',
          score: 95,
          contacts: [{ phone: '139' }],
        }),
      },
    ])
    expect(JSON.stringify(found)).not.toContain('1234')
  })

  it('are not told to who may not see the model, and none is known of no model', async () => {
    const requests = [
      { source: source(), ids },
      { source: { ...source(), modelId: 'gone' }, ids },
    ]
    expect(await operator.call('names.resolve', { requests })).toEqual([[], []])
  })

  it('end where models refer to each other in a circle', async () => {
    const left = await release(admin, { enCode: 'left', fields: [field('input', 'name')], columns: ['name'] })
    const right = await release(admin, {
      enCode: 'right',
      fields: [relation('left', left, 'right')],
      columns: ['left'],
    })
    await admin.call('visualDevelopment.update', {
      id: left,
      fullName: 'left',
      enCode: 'left',
      formData: { fields: [relation('right', right, 'left')] },
    } as never)
    await admin.call('visualDevelopment.release', { id: left })
    const one = await save(left, {})
    const two = await save(right, { left: one })
    const { version } = await admin.call('onlineDevelopment.read', { modelId: left, id: one })
    const data = JSON.stringify({ right: two })
    await admin.call('onlineDevelopment.update', { modelId: left, id: one, data, version } as never)
    const [found] = await admin.call('names.resolve', {
      requests: [{ source: { kind: 'record', modelId: right, field: 'left' }, ids: [two] }],
    })
    expect(found).toMatchObject([{ id: two }])
  })

  it('of rules and dictionaries are known by their modules', async () => {
    const [rule] = await server.sql<{ id: string; en_code: string; full_name: string }>(
      'select id, en_code, full_name from bill_rule limit 1',
    )
    const [category] = await server.sql<{ id: string; full_name: string }>(
      "select id, full_name from dictionary_category where en_code = 'businessType'",
    )
    expect(
      await operator.call('names.resolve', {
        requests: [
          { source: { kind: 'serialRule' }, ids: [rule?.en_code ?? '', 'gone'] },
          { source: { kind: 'dictionary' }, ids: [category?.id ?? '', 'gone'] },
        ],
      }),
    ).toMatchObject([
      [{ id: rule?.en_code, text: rule?.full_name }],
      [{ id: category?.id, text: category?.full_name }],
    ])
  })
})

describe('a relation in a record', () => {
  it('is shown by its text, in lists and in details, also inside a sub-table', async () => {
    const id = await save(orders, { title: '滴灌带', supplier: ids[0], lines: [{ source: ids[1] }] })
    const { list } = await admin.call('onlineDevelopment.list', { modelId: orders } as never)
    expect(list[0]).toMatchObject({ supplier: '石河子农资', supplier_id: ids[0] })
    const shown = await admin.call('onlineDevelopment.dataChange', { modelId: orders, id })
    expect(JSON.parse(shown.data)).toMatchObject({
      supplier: '石河子农资',
      supplier_id: ids[0],
      lines: [{ source: '昌吉水利', source_id: ids[1] }],
    })
  })

  it('that names no record is refused with the field, in a row too', async () => {
    const data = JSON.stringify({
      title: 'x',
      supplier: 'gone',
      lines: [{ source: ids[0] }, { source: 'never' }],
    })
    expect(await admin.envelope('onlineDevelopment.create', { modelId: orders, data })).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'supplier' }, { path: 'lines.1.source' }] },
    })
  })

  it('keeps a record that has gone since, but takes no new reference to it', async () => {
    const gone = await save(suppliers, { name: '已撤销' })
    const id = await save(orders, { title: '旧', supplier: gone })
    await admin.call('onlineDevelopment.delete', { modelId: suppliers, id: gone })
    const kept = JSON.stringify({ title: '改', supplier: gone })
    expect(
      await admin.envelope('onlineDevelopment.update', { modelId: orders, id, data: kept }),
    ).toMatchObject({
      code: 200,
    })
    expect(await admin.envelope('onlineDevelopment.create', { modelId: orders, data: kept })).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'supplier' }] },
    })
  })

  it('to a deleted record shows the name it had, everywhere, until that is brought back', async () => {
    const modelId = await release(admin, {
      enCode: 'pointing',
      fields: [
        relation('supplier', suppliers, 'name'),
        field('userSelect', 'who'),
        field('usersSelect', 'whom', {}, { multiple: true }),
        field('posSelect', 'post'),
        table('lines', [relation('source', suppliers, 'name')]),
      ],
      columns: ['supplier', 'who', 'whom', 'post'],
    })
    const gone = await save(suppliers, { name: '红旗农资' })
    const person = { account: 'leaver', realName: '赵离职', organizeIds: ['demo-irrigation'] }
    const { id: who } = await admin.call('users.create', person)
    const place = { organizeId: 'demo-farm', fullName: '看水工', enCode: 'watcher' }
    const { id: post } = await admin.call('position.create', place as never)
    const data = { supplier: gone, who, whom: [`${who}--user`], post, lines: [{ source: gone }] }
    const id = await save(modelId, data)
    await admin.call('onlineDevelopment.delete', { modelId: suppliers, id: gone })
    await admin.call('users.delete', { id: who })
    await admin.call('position.delete', { id: post })

    const named = { supplier: '红旗农资（已删除）', who: '赵离职（已删除）', whom: '赵离职（已删除）' }
    const all = { ...named, post: '看水工（已删除）' }
    const { list } = await admin.call('onlineDevelopment.list', { modelId } as never)
    expect(list[0]).toMatchObject({ ...all, supplier_id: gone, who_id: who })
    const detail = async (client = admin) =>
      JSON.parse((await client.call('onlineDevelopment.dataChange', { modelId, id })).data)
    expect(await detail()).toMatchObject({ ...all, lines: [{ source: named.supplier, source_id: gone }] })
    const english = await admin.envelope('onlineDevelopment.list', { modelId } as never, {
      'x-language': 'en',
    })
    expect(english.data?.list[0]).toMatchObject({ supplier: '红旗农资 (deleted)', who: '赵离职 (deleted)' })

    // What is kept may stay; nothing new may point there.
    const { version } = await admin.call('onlineDevelopment.read', { modelId, id })
    const kept = { modelId, id, data: JSON.stringify(data), version }
    expect(await admin.envelope('onlineDevelopment.update', kept as never)).toMatchObject({ code: 200 })
    expect(
      await admin.envelope('onlineDevelopment.create', { modelId, data: JSON.stringify(data) }),
    ).toMatchObject({
      code: 400,
      data: {
        errors: [
          { path: 'supplier' },
          { path: 'who' },
          { path: 'whom' },
          { path: 'post' },
          { path: 'lines.0.source' },
        ],
      },
    })

    // Who may not see the model learns nothing of what stood there.
    const { id: readerId, client: reader } = await personOf(server, 'narrow')
    await server.sql(`insert into role (id, en_code, full_name) values ('narrow', 'narrow', '"窄"')`)
    await server.sql(`insert into user_role (user_id, role_id) values ($1, 'narrow')`, [readerId])
    await server.server.services.rights.grant('narrow', `model-${modelId}`, { buttons: ['btn_detail'] })
    expect(await detail(reader)).toMatchObject({
      ...{ supplier: '（已删除）', lines: [{ source: '（已删除）' }], who: named.who },
    })

    await admin.call('onlineDevelopment.restore', { modelId: suppliers, ids: [gone] })
    expect(await detail()).toMatchObject({ supplier: '红旗农资', lines: [{ source: '红旗农资' }] })
  })

  it('to a record that its writer may not see is refused', async () => {
    await server.server.services.rights.grant('field-operator', `model-${orders}`, { buttons: ['btn_add'] })
    const data = JSON.stringify({ title: '操作员', supplier: ids[0] })
    const refused = await operator.envelope('onlineDevelopment.create', { modelId: orders, data })
    expect(refused).toMatchObject({ code: 400, data: { errors: [{ path: 'supplier' }] } })
    await server.server.services.rights.grant('field-operator', `model-${suppliers}`, { buttons: [] })
    expect(await operator.envelope('onlineDevelopment.create', { modelId: orders, data })).toMatchObject({
      code: 200,
    })
    expect(names(await choose({}, operator))).toContain('石河子农资')
  })

  it('that is a row of an interface or an area is refused when there is none', async () => {
    const popup = {
      interfaceId: 'materials',
      propsValue: 'id',
      relationField: 'fullName',
      columnOptions: [{ value: 'fullName', label: '名称' }],
    }
    const modelId = await release(admin, {
      enCode: 'chosen',
      fields: [field('popupSelect', 'material', {}, popup), field('areaSelect', 'area', {}, { level: 2 })],
      columns: ['material', 'area'],
    })
    const good = { material: 'sand', area: ['650000', '650100', '650104'] }
    await save(modelId, good)
    const { list } = await admin.call('onlineDevelopment.list', { modelId } as never)
    expect(list[0]).toMatchObject({
      material: '砂石过滤器石英砂',
      material_id: 'sand',
      area: '新疆维吾尔自治区/乌鲁木齐市/新市区',
    })
    for (const [path, wrong] of [
      ['material', { ...good, material: 'gold' }],
      ['area', { ...good, area: ['650000', '650100', '110101'] }],
      ['area', { ...good, area: ['650000', '650100', 'gone'] }],
      ['area', { ...good, area: ['650000', '650100'] }],
    ] as const)
      expect(
        await admin.envelope('onlineDevelopment.create', { modelId, data: JSON.stringify(wrong) }),
      ).toMatchObject({ code: 400, data: { errors: [{ path }] } })
  })
})

describe('a source that fails', () => {
  it('leaves ids without names in a list, and refuses to save what cannot be judged', async () => {
    const { id: source } = await admin.call('dataInterface.create', {
      fullName: '外部物料',
      enCode: 'outside',
      type: 2,
      dataConfigJson: { staticData: [{ id: 'a', name: '甲' }] },
    } as never)
    const popup = { interfaceId: source, propsValue: 'id', relationField: 'name' }
    const modelId = await release(admin, {
      enCode: 'failing',
      fields: [field('popupSelect', 'part', {}, popup)],
      columns: ['part'],
    })
    await save(modelId, { part: 'a' })
    await admin.call('dataInterface.setState', { id: source })
    const { list } = await admin.call('onlineDevelopment.list', { modelId } as never)
    expect(list).toMatchObject([{ part: 'a' }])
    const data = JSON.stringify({ part: 'a' })
    expect(await admin.envelope('onlineDevelopment.create', { modelId, data })).toMatchObject({
      code: 400,
      msg: '数据接口“外部物料”已停用',
    })
  })
})
