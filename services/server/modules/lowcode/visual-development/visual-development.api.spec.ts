import { readFileSync } from 'node:fs'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, modelOf, release } from '../online-development/specs/models'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const simple = (enCode: string) => ({
  enCode,
  fields: [field('input', 'name'), field('inputNumber', 'amount')],
  columns: ['name', 'amount'],
})
const messages = (answer: { data: unknown }) =>
  (answer.data as { errors: { message: string }[] }).errors.map((error) => error.message)

describe('a model', () => {
  it('is imported from objects or JSON text, and keeps every key of what came in', async () => {
    const document = JSON.parse(readFileSync('schemas/models/water-use.json', 'utf8'))
    const copy = { ...document, id: 'copy', enCode: 'copy', formData: JSON.stringify(document.formData) }
    const { id, losses } = await admin.call('visualDevelopment.import', copy)
    expect([id, losses]).toEqual(['copy', []])
    const info = await admin.call('visualDevelopment.info', { id })
    expect(JSON.parse(info.formData)).toEqual(document.formData)
    expect(JSON.parse(info.columnData)).toEqual(document.columnData)
    expect(await admin.envelope('visualDevelopment.import', copy)).toMatchObject({ code: 400 })
  })

  it('is seen by nobody before its release, and then as released, not as drafted', async () => {
    const { id } = await admin.call('visualDevelopment.create', modelOf(simple('draft')) as never)
    expect(await admin.envelope('onlineDevelopment.config', { modelId: id })).toMatchObject({ code: 404 })
    const preview = await admin.call('onlineDevelopment.config', { modelId: id, type: '0' })
    expect(preview).toMatchObject({ version: 0, webType: '2', enCode: 'draft' })
    expect(await admin.call('visualDevelopment.release', { id })).toMatchObject({ version: 1, losses: [] })
    const changed = modelOf({
      ...simple('draft'),
      fields: [field('input', 'name'), field('input', 'later')],
      columns: ['name'],
    })
    await admin.call('visualDevelopment.update', { id, ...changed } as never)
    expect(await admin.call('visualDevelopment.info', { id })).toMatchObject({
      isRelease: 2,
      version: 1,
      draftVersion: 2,
    })
    const released = await admin.call('onlineDevelopment.config', { modelId: id })
    expect(released).toMatchObject({ version: 1 })
    expect(released.formData).not.toContain('later')
    await admin.call('visualDevelopment.release', { id })
    expect((await admin.call('onlineDevelopment.config', { modelId: id })).formData).toContain('later')
    const kept = await server.sql('select version from model_version where model_id = $1 order by version', [
      id,
    ])
    expect(kept).toEqual([{ version: 1 }, { version: 2 }])
  })

  it('is not released broken, and says every reason', async () => {
    const attempt = async (draft: Parameters<typeof modelOf>[0]) => {
      const { id } = await admin.call('visualDevelopment.import', modelOf(draft) as never)
      const answer = await admin.envelope('visualDevelopment.release', { id })
      expect(answer.code, draft.enCode).toBe(400)
      expect(answer.msg).toMatch(/^发布失败/)
      return messages(answer)
    }
    expect(await attempt({ enCode: 'empty', fields: [] })).toEqual(['表单没有任何字段'])
    const rules = await attempt({
      enCode: 'rules',
      fields: [field('billRule', 'a', { rule: 'none' }), field('billRule', 'b', { rule: 'none2' })],
    })
    expect(rules).toHaveLength(2)
    expect(rules[0]).toContain('none')
    expect(await attempt({ ...simple('kind'), list: { type: 9 } })).toEqual([expect.stringContaining('9')])
    const filter = {
      ruleList: {
        matchLogic: 'and',
        conditionList: [{ logic: 'and', groups: [{ field: 'gone', symbol: '==', fieldValue: 1 }] }],
      },
    }
    expect(await attempt({ ...simple('filter'), list: filter })).toEqual([expect.stringContaining('gone')])
    // A field of a record's own name is kept under another one (`free-names.ts`).
    expect(await attempt({ enCode: 'names', fields: [field('input', 'a-b'), field('input', 'id')] })).toEqual(
      [expect.stringContaining('a-b')],
    )
    expect(await attempt({ enCode: 'sql', fields: [field('input', `x' or '1'='1`)] })).toHaveLength(1)
  })

  it('tells what it cannot honour, and is released all the same', async () => {
    const { id, losses } = await admin.call(
      'visualDevelopment.import',
      modelOf({
        enCode: 'losses',
        fields: [
          field('input', 'name'),
          field('signature', 'other'),
          field('select', 'kind', { dataType: 'dictionary', dictionaryType: 'gone' }),
        ],
        columns: ['name', 'vanished'],
        list: {
          btnsList: [{ value: 'add' }, { value: 'sign', label: '签章' }],
          printIds: ['p'],
        },
      }) as never,
    )
    expect(losses.map((loss) => loss.field)).toEqual(expect.arrayContaining(['other', 'vanished', '签章']))
    const report = await admin.envelope('visualDevelopment.release', { id })
    expect(report).toMatchObject({ code: 200, msg: expect.stringMatching(/^发布成功，有 \d+ 项/) })
    expect(report.data.losses.map((loss) => loss.message).join()).toMatch(/gone/)
    expect(report.data.losses.every((loss) => !loss.message.includes('@'))).toBe(true)
  })

  it('is kept as a draft when it cannot be published, and the import says why', async () => {
    const broken = { ...modelOf(simple('broken')), columnData: JSON.stringify({ type: 9 }) }
    const answer = await admin.envelope('visualDevelopment.import', broken as never)
    expect(answer).toMatchObject({ code: 200, msg: '已保存为草稿，修正后才能发布' })
    expect(answer.data.errors).toEqual([expect.objectContaining({ pointer: '/columnData/type' })])
    const release = await admin.envelope('visualDevelopment.release', { id: answer.data.id })
    expect(release).toMatchObject({ code: 400 })
    expect(messages(release)).toEqual(answer.data.errors.map((error) => error.message))
  })

  it('does not break records that are there', async () => {
    const modelId = await release(admin, simple('records'))
    for (const name of ['same', 'same'])
      await admin.call('onlineDevelopment.create', { modelId, data: { name, amount: 2 } })
    const redraft = (fields: Record<string, unknown>[]) =>
      admin.call('visualDevelopment.update', {
        id: modelId,
        ...modelOf({ ...simple('records'), fields }),
      } as never)
    const attempt = () => admin.envelope('visualDevelopment.release', { id: modelId })
    await redraft([field('input', 'name', { unique: true }), field('inputNumber', 'amount')])
    expect(messages(await attempt())).toEqual([expect.stringContaining('same')])
    await redraft([field('input', 'name')])
    expect((await attempt()).data.losses.map((loss) => loss.message)).toContainEqual(
      expect.stringContaining('已从表单中移除'),
    )
    const { list } = await admin.call('onlineDevelopment.list', { modelId })
    const id = String(list[0]?.['id'])
    await admin.call('onlineDevelopment.update', { modelId, id, data: { name: 'new' } })
    const rows = await server.sql<{ data: object }>(
      'select data from record where model_id = $1 and id = $2',
      [modelId, id],
    )
    expect(rows[0]?.data).toEqual({ name: 'new', amount: 2 })
    expect(await admin.envelope('visualDevelopment.delete', { id: modelId })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('已有数据'),
    })
  })

  it('is refused to those who overwrite another’s draft, and is copied under a name of its own', async () => {
    const { id } = await admin.call('visualDevelopment.create', modelOf(simple('shared')) as never)
    const save = (draftVersion: number) =>
      admin.envelope('visualDevelopment.update', { id, ...modelOf(simple('shared')), draftVersion })
    const answers = await Promise.all([save(1), save(1)])
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409])
    const copy = await admin.call('visualDevelopment.copy', { id })
    const info = await admin.call('visualDevelopment.info', { id: copy.id })
    expect(info).toMatchObject({ fullName: 'shared.副本', isRelease: 0 })
    expect(info.enCode).not.toBe('shared')
    expect(await admin.call('visualDevelopment.formDataFields', { id })).toEqual({
      list: [
        { vModel: 'name', label: 'name' },
        { vModel: 'amount', label: 'amount' },
      ],
    })
  })

  it('enters the menu with its release and leaves it with its deletion', async () => {
    const modelId = await release(admin, simple('placed'))
    const place = async () => {
      const { menuList } = await admin.call('session.currentUser')
      return menuList
        .find((item) => item.id === 'business')
        ?.children.find((item) => item.enCode === 'placed')
    }
    expect(await place()).toMatchObject({
      type: 3,
      fullName: 'placed',
      propertyJson: expect.stringContaining(modelId),
    })
    await admin.call('visualDevelopment.delete', { id: modelId })
    expect(await place()).toBeUndefined()
    const operator = await server.as('operator')
    expect(await operator.envelope('visualDevelopment.list')).toMatchObject({ code: 403 })
  })

  it('with records, or that something names, goes when its code is typed, its records with it', async () => {
    const id = await release(admin, simple('typed'))
    expect(await admin.call('visualDevelopment.deletion', { id })).toEqual({ records: 0, lines: [] })
    await admin.call('onlineDevelopment.create', { modelId: id, data: { name: 'a' } })
    await server.sql(
      `insert into flow_template (id, full_name, en_code, model_id) values ('f', '审批', 'f', $1)`,
      [id],
    )
    expect(await admin.call('visualDevelopment.deletion', { id })).toEqual({
      records: 1,
      lines: [{ text: '该模型有 1 条记录，会随模型一起删除' }, { text: '“审批”引用了该模型' }],
    })
    expect(await admin.envelope('visualDevelopment.delete', { id })).toMatchObject({
      ...{ code: 400, msg: '此功能已有数据，请先删除数据' },
    })
    expect(await admin.envelope('visualDevelopment.delete', { id, confirm: 'Typed' })).toMatchObject({
      ...{ code: 400, msg: '请输入模型编码 typed', data: { errors: [{ path: 'confirm' }] } },
    })
    await admin.call('visualDevelopment.delete', { id, confirm: ' typed ' })
    expect(await admin.envelope('visualDevelopment.info', { id })).toMatchObject({ code: 404 })
    expect(
      await server.sql('select count(*)::int as n from record where model_id = $1 and deleted_at is null', [
        id,
      ]),
    ).toEqual([{ n: 0 }])
    const [entry] = await server.sql(
      `select after from audit where action = 'visualDevelopment.delete' and target = $1`,
      [id],
    )
    expect(entry).toEqual({ after: { records: 1 } })
  })

  it('enters the menu of the app where it is asked for, stays there with every release, and leaves it alone', async () => {
    const id = await release(admin, simple('inApp'))
    const entries = () =>
      server.sql<{ category: string; parent: string; name: string }>(
        `select category, parent_id as parent, full_name ->> 'text' as name from menu
         where source = 'model' and property_json ->> 'moduleId' = $1 order by category desc`,
        [id],
      )
    expect(await entries()).toEqual([{ category: 'Web', parent: 'business', name: 'inApp' }])
    const places = await admin.call('visualDevelopment.menuPlaces', { category: 'App' })
    expect(places.list).toEqual([{ id: '-1', fullName: '顶级节点', children: [] }])
    const [web] = (await admin.call('visualDevelopment.menuPlaces', {})).list
    expect(web?.children.map((place) => place.id)).toContain('business')
    // A directory of browsers is none of the app's.
    const refused = (place: object) => admin.envelope('visualDevelopment.release', { id, ...place })
    expect(await refused({ app: 1, appModuleParentId: 'business' })).toMatchObject({
      ...{ code: 400, msg: '所选的上级菜单不存在，请重新选择' },
      data: { errors: [{ path: 'appModuleParentId' }] },
    })
    expect(await refused({ pc: 1, pcModuleParentId: 'system.menu' })).toMatchObject({ code: 400 })
    await admin.call('visualDevelopment.release', { id, app: 1, appModuleParentId: '-1' })
    await admin.call('visualDevelopment.release', { id })
    const inApp = { category: 'App', parent: '-1', name: 'inApp' }
    expect(await entries()).toEqual([{ category: 'Web', parent: 'business', name: 'inApp' }, inApp])
    const { appEntry } = await admin.call('visualDevelopment.checkRelease', { id })
    expect(appEntry).toEqual({ parentId: '-1' })
    await admin.call('visualDevelopment.release', { id, app: 0 })
    expect(await entries()).toHaveLength(1)
    await admin.call('visualDevelopment.release', { id, app: 1 })
    await admin.call('visualDevelopment.delete', { id })
    expect(await entries()).toEqual([])
  })
})
