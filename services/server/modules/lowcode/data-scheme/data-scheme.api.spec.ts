import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyTableOf } from '../online-development/keys/plan'
import { choices, field, release, table } from '../online-development/specs/models'

let server: TestServer
let admin: TestClient
let deputy: TestClient
let modelId: string
let menuId: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  modelId = await release(admin, {
    enCode: 'schemed',
    fields: [
      field('input', 'title'),
      field('inputNumber', 'area'),
      field('select', 'kind', { dataType: 'static' }, choices('a', 'b')),
      table('items', [field('input', 'part')]),
    ],
    // The list itself asks by neither.
    list: { useDataPermission: true, columnList: ['title', 'kind'].map((prop) => ({ prop, label: prop })) },
  })
  menuId = `model-${modelId}`
  const { rights } = server.server.services
  await server.sql(`insert into role (id, en_code, full_name) values ('schemes', 'schemes', '"方案"')`)
  await rights.grant('schemes', 'system.menu', 'all')
  await rights.grant('schemes', menuId)
  const { id, client } = await personOf(server, 'schemes-deputy')
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'schemes')`, [id])
  deputy = client
  for (const [title, kind, area] of [
    ['一', 'a', 5],
    ['二', 'b', 50],
    ['三', 'b', 500],
  ] as const)
    await admin.call('onlineDevelopment.create', {
      ...{ modelId, menuId, data: JSON.stringify({ title, kind, area, items: [{ part: `p${title}` }] }) },
    } as never)
})
afterAll(() => server.close())

let made = 0
const test = (name: string, op: string, value: unknown = null) => ({ group: 1, field: name, op, value })
const next = (extra: Record<string, unknown> = {}) => {
  made += 1
  return {
    moduleId: menuId,
    fullName: `方案${made}`,
    enCode: `own${made}`,
    tests: [test('kind', '==', 'b')],
    ...extra,
  }
}
const add = async (extra: Record<string, unknown> = {}) =>
  (await admin.call('moduleDataScheme.create', next(extra) as never)).id
const refused = async (
  act: 'list' | 'read' | 'create' | 'update' | 'delete',
  input: object,
  client = admin,
) => {
  const { code, msg, data } = await client.envelope(`moduleDataScheme.${act}`, input as never)
  const errors = (data as unknown as { errors?: { path: string }[] } | null)?.errors
  return { code, msg, ...(errors && { path: errors[0]?.path }) }
}
/** What the deputy reaches by a scheme alone. */
const reached = async (code: string | null) => {
  await server.sql(`delete from permission_grant where kind = 'data' and menu_id = $1`, [menuId])
  if (code !== null)
    await server.sql(`insert into permission_grant values ('role-schemes', 'data', $1, $2)`, [menuId, code])
  await server.server.services.authorities.changed()
  const { list } = await deputy.call('onlineDevelopment.list', { modelId } as never)
  return (list as { title: string }[]).map(({ title }) => title).toSorted()
}

describe('a data scheme', () => {
  it('finds its records by indexes: by whose they are, by their unit, by what it tests', async () => {
    const { models, records } = server.server.services
    const keys = keyTableOf(await models.current(modelId))
    if (!keys) throw new Error('the model has no key table')
    const indexes = async () => {
      await records.prepared()
      const rows = await server.sql<{ of: string }>(
        `select substring(indexdef from ' USING .*') as of from pg_indexes where tablename = $1 or indexname like 'ri-%'`,
        [keys.name],
      )
      return rows.map(({ of }) => of)
    }
    const tested = ['title', 'area'].map((name) => keys.columns.get(name)?.name)
    expect(tested).toEqual([expect.stringMatching(/^k\d+$/), undefined])
    const before = await indexes()
    expect(before).toEqual(
      expect.arrayContaining([
        ' USING btree (owner_id, created_at, id)',
        ' USING btree (organize_id, created_at, id)',
      ]),
    )
    const id = await add({ tests: [test('title', '==', '一')] })
    const changed = await indexes()
    expect(changed.filter((one) => !before.includes(one))).toEqual([
      ` USING btree (${tested[0]}, created_at, id)`,
    ])
    const scheme = await admin.call('moduleDataScheme.read', { id })
    await admin.call('moduleDataScheme.update', {
      ...{ id, fullName: scheme.fullName, enCode: scheme.enCode, matchLogic: 'and' },
      tests: [test('area', '>', 5)],
    } as never)
    expect((await indexes()).filter((one) => !changed.includes(one))).toEqual([
      expect.stringContaining("'area'"),
    ])
    // What is tested together is counted by one index, with what is to be the same first, while a scheme tests it.
    const change = (op: string) =>
      admin.call('moduleDataScheme.update', {
        ...{ id, fullName: scheme.fullName, enCode: scheme.enCode, matchLogic: 'and' },
        tests: [test('title', op, '一'), test('kind', '==', 'b')],
      } as never)
    const kind = keys.columns.get('kind')?.name
    const together = async () =>
      (await indexes()).filter((one) => one.includes(`${kind}`) && one.includes(`${tested[0]}`))
    await change('>')
    expect(await together()).toEqual([` USING btree (${kind}, ${tested[0]}, created_at, id)`])
    await change('==')
    expect(await together()).toEqual([` USING btree (${tested[0]}, ${kind}, created_at, id)`])
    await admin.call('moduleDataScheme.delete', { id })
  })

  it('gives what its conditions say, by every operator, in groups of and and or', async () => {
    for (const [tests, found] of [
      [[test('kind', '==', 'b')], ['三', '二']],
      [[test('kind', '<>', 'b')], ['一']],
      [[test('area', '>', '50')], ['三']],
      [[test('area', '>=', '50')], ['三', '二']],
      [[test('area', '<', '50')], ['一']],
      [[test('area', '<=', 50)], ['一', '二']],
      [[test('area', 'between', '10,100')], ['二']],
      [[test('kind', 'in', 'a，b')], ['一', '三', '二']],
      [[test('kind', 'notIn', 'a,c')], ['三', '二']],
      [[test('title', 'like', '一')], ['一']],
      [[test('title', 'notLike', '一')], ['三', '二']],
      [[test('title', 'null')], []],
      [[test('title', 'notNull')], ['一', '三', '二']],
      [[test('items-part', '==', 'p二')], ['二']],
      [
        [{ ...test('area', '>', 10), logic: 'or' }, test('kind', '==', 'a')],
        ['一', '三', '二'],
      ],
      [[test('kind', '==', 'b'), { ...test('area', '>', 100), group: 2 }], ['三']],
    ] as const) {
      const input = next({ tests })
      await admin.call('moduleDataScheme.create', input as never)
      expect(await reached(input.enCode), JSON.stringify(tests)).toEqual(found)
    }
    const either = next({
      matchLogic: 'or',
      tests: [test('kind', '==', 'a'), { ...test('area', '>', 100), group: 2 }],
    })
    await admin.call('moduleDataScheme.create', either as never)
    expect(await reached(either.enCode)).toEqual(['一', '三'])
    const documented = next({
      tests: undefined,
      conditionJson: JSON.stringify([{ logic: 'and', groups: [{ field: 'kind', op: 'in', value: ['a'] }] }]),
    })
    await admin.call('moduleDataScheme.create', documented as never)
    expect(await reached(documented.enCode)).toEqual(['一'])
    expect(await reached(null)).toEqual([])
  })

  it('tells how many records it gives, counted while they are few, to who reaches them all alone', async () => {
    const input = next({ tests: [test('kind', '==', 'b'), test('area', '<', 100)] })
    await server.server.services.records.prepared()
    const { data, msg } = await admin.envelope('moduleDataScheme.create', input as never)
    const { id, estimate } = data as { id: string; estimate: unknown }
    expect(estimate).toMatchObject({ matching: 1, of: 3, isAbout: false })
    expect(msg).toContain('共 3 条记录，命中 1 条')
    const read = (client = admin) => client.call('moduleDataScheme.read', { id })
    const info = await read()
    expect(info.estimate).toMatchObject({ matching: 1, of: 3 })
    const units = next({ kind: 'units', units: ['demo-finance'] })
    expect(await admin.call('moduleDataScheme.create', units as never)).toMatchObject({
      estimate: { matching: 0, of: 3, unindexed: [] },
    })

    await reached(null)
    expect((await read(deputy)).estimate).toBeNull()
    await reached('all')
    expect((await read(deputy)).estimate).toMatchObject({ matching: 1, of: 3 })

    await server.sql(
      `insert into record (model_id, id, version, data, owner_id, organize_id)
       select $1, 'many' || n, 1, jsonb_build_object('title', 'x', 'kind', substr('ab', n % 2 + 1, 1), 'area', n), '', ''
       from generate_series(1, 5000) as n`,
      [modelId],
    )
    const changed = { ...info, tests: [test('kind', '==', 'a')], version: undefined }
    const { estimate: about } = await admin.call('moduleDataScheme.update', changed as never)
    expect(about).toMatchObject({ isAbout: true })
    expect(about?.matching).toBeGreaterThan(1_000)
    await server.sql(`delete from record where id like 'many%'`)
  })

  it('tells nothing to whom a field that it tests is closed, and the rest to the same', async () => {
    const shutId = await release(admin, {
      enCode: 'shut',
      fields: [field('input', 'title'), field('input', 'wage')],
      columns: ['title', 'wage'],
      list: { useColumnPermission: true, useDataPermission: true },
    })
    const moduleId = `model-${shutId}`
    await server.server.services.rights.grant('schemes', moduleId, { columns: ['title'] })
    await server.sql(`insert into permission_grant values ('role-schemes', 'data', $1, 'all')`, [moduleId])
    await server.server.services.authorities.changed()
    for (const wage of ['10', '20'])
      await admin.call('onlineDevelopment.create', {
        ...{ modelId: shutId, data: JSON.stringify({ title: '工资', wage }) },
      } as never)
    const estimateOf = async (tests: object[], client = deputy) =>
      (
        await client.call('moduleDataScheme.read', {
          id: (await admin.call('moduleDataScheme.create', next({ moduleId, tests }) as never)).id,
        })
      ).estimate
    const [open, closed] = [test('title', '==', '工资'), test('wage', '==', '10')]
    expect(await estimateOf([open])).toMatchObject({ matching: 2, of: 2 })
    expect(await estimateOf([closed])).toBeNull()
    expect(await estimateOf([open, closed])).toBeNull()
    expect(await estimateOf([closed], admin)).toMatchObject({ matching: 1, of: 2 })
  })

  it('says which of what it tests is being indexed', async () => {
    const { records } = server.server.services
    const add = async () => {
      const { data, msg } = await admin.envelope(
        'moduleDataScheme.create',
        next({ tests: [test('area', '>', 1), test('items-part', 'notNull')] }) as never,
      )
      return { msg, unindexed: (data as { estimate: { unindexed: string[] } }).estimate.unindexed }
    }
    // None tests the area: its index goes.
    await server.sql('delete from data_scheme')
    records.prepare(modelId)
    await records.prepared()
    const first = await add()
    expect(first.unindexed).toHaveLength(1)
    expect(first.msg).toContain(`正在为“${first.unindexed[0]}”建立索引`)
    await records.prepared()
    expect((await add()).unindexed).toEqual([])
  })

  it('is offered where rights are granted, and listed after those that every entry has', async () => {
    const input = next({ fullName: '只看乙类' })
    await admin.call('moduleDataScheme.create', input as never)
    const { list } = await admin.call('authority.values', { id: 'schemes', type: 'resource' })
    expect(JSON.stringify(list)).toContain('只看乙类')
    const rows = (await admin.call('moduleDataScheme.list', { moduleId: menuId })).list
    expect(rows[0]).toMatchObject({ enCode: 'all', kind: 'fixed' })
    expect(rows.find(({ enCode }) => enCode === input.enCode)).toMatchObject({
      kind: 'custom',
      grantCount: 0,
    })
    const { list: fields } = await admin.call('moduleDataAuthorize.fields', { moduleId: menuId })
    expect(fields.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['title', 'area', 'kind', 'items-part']),
    )
  })

  it('is refused at the condition that is wrong, and what to do', async () => {
    const create = (extra: object) => refused('create', next({ ...extra }))
    expect(await create({ tests: [test('kind', '==', 'b'), test('nothing', '==', 'x')] })).toMatchObject({
      ...{ code: 400, path: 'tests.1.field' },
      msg: expect.stringContaining('第1组第2个条件有误'),
    })
    expect(await create({ tests: [test('area', '>', 'much')] })).toMatchObject({ path: 'tests.0.value' })
    expect(await create({ tests: [test('area', 'between', '1')] })).toMatchObject({ path: 'tests.0.value' })
    expect(await create({ tests: [test('kind', '~', 'b')] })).toMatchObject({ code: 400 })
    expect(await create({ tests: [] })).toMatchObject({ code: 400, path: 'tests' })
    for (const conditionJson of ['{', '{}', '[]', '[{"logic":"and","groups":[]}]', '[1]', '[{"groups":[1]}]'])
      expect((await create({ tests: undefined, conditionJson })).code, conditionJson).toBe(400)
    expect(await create({ enCode: 'all' })).toMatchObject({ code: 400, path: 'enCode' })
    expect(await create({ enCode: 'a b' })).toMatchObject({ code: 400, path: 'enCode' })
    expect(await create({ fullName: '' })).toMatchObject({ msg: '请输入名称' })
    expect(await create({ moduleId: 'nothing' })).toMatchObject({ code: 404 })
    expect(await create({ moduleId: 'system.menu' })).toMatchObject({
      msg: '该菜单不是功能表单，没有数据权限方案',
    })
    expect(await create({ kind: 'units', units: [] })).toMatchObject({ path: 'units' })
    expect(await create({ kind: 'units', units: ['nothing'] })).toMatchObject({ path: 'units' })
    expect(await create({ kind: 'units', units: ['demo-office'] })).toMatchObject({ code: 200 })
    const taken = next()
    const answers = await Promise.all([refused('create', taken), refused('create', taken)])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 400])
  })

  it('is changed from what was seen alone, keeps its code, and goes when nobody has it', async () => {
    const id = await add({ tests: [test('kind', 'in', 'a,b')] })
    const info = await admin.call('moduleDataScheme.read', { id })
    expect(info.tests).toEqual([{ ...test('kind', 'in', 'a,b'), logic: 'and' }])
    await admin.call('moduleDataScheme.update', { ...info, fullName: '改' } as never)
    expect(await refused('update', { ...info, fullName: '旧' })).toMatchObject({ code: 409 })
    expect(await refused('update', { ...info, version: undefined, enCode: 'other' })).toMatchObject({
      path: 'enCode',
    })
    await reached(info.enCode)
    expect((await refused('delete', { id })).msg).toBe('该方案已授权给 1 个对象（方案），请先收回权限')
    await reached(null)
    expect(await refused('delete', { id })).toMatchObject({ code: 200 })
    for (const act of ['read', 'delete'] as const)
      expect(await refused(act, { id })).toMatchObject({ code: 404 })
  })

  it('gives nobody more by who changes it than they have themselves', async () => {
    const id = await add()
    const info = await admin.call('moduleDataScheme.read', { id })
    await reached(info.enCode)
    const wider = { ...info, tests: [test('title', 'notNull')] }
    expect(await refused('update', wider, deputy)).toEqual({ code: 403, msg: '不能授予自己没有的权限' })
    expect(await refused('update', { ...info, fullName: '只改名' }, deputy)).toMatchObject({ code: 200 })
    await server.sql(`insert into permission_grant values ('role-schemes', 'data', $1, 'ghost')`, [menuId])
    await server.server.services.authorities.changed()
    expect(await refused('create', next({ enCode: 'ghost' }), deputy)).toMatchObject({ code: 403 })
    const operator = await server.as('operator')
    for (const [act, input] of [
      ['list', { moduleId: menuId }],
      ['read', { id }],
      ['create', next()],
      ['update', info],
      ['delete', { id }],
    ] as const)
      expect(await refused(act, input, operator), act).toMatchObject({ code: 403 })
  })
})
