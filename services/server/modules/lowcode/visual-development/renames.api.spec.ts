import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOf } from '../../field/project/specs/farm'
import { field, modelOf, release, table } from '../online-development/specs/models'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

type Json = Record<string, unknown>
/** A field whose identity outlives its name. */
const known = (formId: number, jnpfKey: string, name: string, config: Json = {}) =>
  field(jnpfKey, name, { formId, ...config })
const rows = (name: string, price: string) => ({
  ...table(name, [known(4, 'inputNumber', price)]),
  __config__: { ...(table(name, [known(4, 'inputNumber', price)])['__config__'] as Json), formId: 3 },
})
const first = (enCode: string) => ({
  enCode,
  fields: [known(1, 'input', 'name'), known(2, 'inputNumber', 'amount'), rows('items', 'price')],
  columns: ['name', 'amount'],
  search: [{ prop: 'amount', label: 'amount', searchType: 1 }],
})
const renamed = (enCode: string) => ({
  enCode,
  fields: [known(1, 'input', 'name'), known(2, 'inputNumber', 'total'), rows('lines', 'cost')],
  columns: ['name', 'total'],
  search: [{ prop: 'total', label: 'total', searchType: 1 }],
})

async function redraft(id: string, draft: ReturnType<typeof first>): Promise<void> {
  await admin.call('visualDevelopment.update', { id, ...modelOf(draft) } as never)
}
const released = (id: string) => admin.call('visualDevelopment.release', { id })
const stored = async (modelId: string, id: string) => {
  const [row] = await server.sql<{ data: Json; sub_tables: Json }>(
    'select data, sub_tables from record where model_id = $1 and id = $2',
    [modelId, id],
  )
  return row
}
const dataOf = async (modelId: string, id: string) =>
  JSON.parse((await admin.call('onlineDevelopment.read', { modelId, id })).data)

describe('a renamed field', () => {
  it('has its values at once, in lists, searches, orders and saves, and gives them back', async () => {
    const modelId = await release(admin, first('renamed'))
    const create = (data: Json) => admin.call('onlineDevelopment.create', { modelId, data })
    const { id } = await create({ name: 'a', amount: 2, items: [{ price: 7 }] })
    await create({ name: 'b', amount: 1, items: [] })
    const before = await stored(modelId, id)
    await redraft(modelId, renamed('renamed'))
    await released(modelId)
    const data = await dataOf(modelId, id)
    expect(data).toMatchObject({ name: 'a', total: 2, lines: [{ cost: 7 }] })
    expect(data).not.toHaveProperty('amount')
    expect(await stored(modelId, id)).toEqual(before)
    const list = await admin.call('onlineDevelopment.list', {
      ...{ modelId, sidx: 'total', sort: 'asc' },
    } as never)
    expect(list.list.map((row) => row['total'])).toEqual([1, 2])
    const found = await admin.call('onlineDevelopment.list', {
      ...{ modelId, queryJson: JSON.stringify({ total: 2 }) },
    } as never)
    expect(found.list.map((row) => row['name'])).toEqual(['a'])
    const row = { ...data['lines'][0], cost: 8 }
    await admin.call('onlineDevelopment.update', { modelId, id, data: { ...data, total: 3, lines: [row] } })
    expect(await stored(modelId, id)).toEqual({
      data: { name: 'a', amount: 3 },
      sub_tables: { items: [{ id: row['id'], price: 8 }] },
    })
    const { list: history } = await admin.call('onlineDevelopment.history', { modelId, id })
    expect(history[0]?.fields).toContainEqual(
      expect.objectContaining({ path: 'total', before: '2', after: '3' }),
    )
    // Forms of other models name it as it was called when they were made.
    const chosen = await admin.call('visualDevelopment.fieldDataSelect', {
      ...{ modelId, relationField: 'amount', columnOptions: 'name,amount', currentPage: 1, pageSize: 20 },
    } as never)
    expect(chosen.list).toContainEqual(expect.objectContaining({ name: 'a', amount: expect.anything() }))
    await redraft(modelId, first('renamed'))
    await released(modelId)
    expect(await dataOf(modelId, id)).toMatchObject({ amount: 3, items: [{ price: 8 }] })
  })

  it('keeps what has been granted, saved and schemed by its name', async () => {
    const scoped = { useFormPermission: true, useColumnPermission: true, useDataPermission: true }
    const modelId = await release(admin, { ...first('followed'), list: scoped })
    const menuId = `model-${modelId}`
    const { rights } = server.server.services
    await server.sql(`insert into role (id, en_code, full_name) values ('follow', 'follow', '"随"')`)
    await rights.grant('follow', menuId, { columns: ['amount'], fields: ['name', 'amount@read'] })
    await server.sql(`insert into permission_grant values ('role-follow', 'data', $1, 'some')`, [menuId])
    const tests = [{ group: 1, field: 'amount', op: '>', value: 1 }]
    await admin.call('moduleDataScheme.create', {
      ...{ moduleId: menuId, fullName: '多', enCode: 'some', tests },
    } as never)
    const { id: personId, client: person } = await personOf(server, 'follower')
    await server.sql(`insert into user_role (user_id, role_id) values ($1, 'follow')`, [personId])
    for (const amount of [1, 2])
      await admin.call('onlineDevelopment.create', { modelId, data: { name: `n${amount}`, amount } })
    await admin.call('listView.create', {
      ...{ menu: menuId, list: '', fullName: '大', isDefault: 1 },
      content: {
        columns: [{ prop: 'amount', columnVisible: true }],
        search: { amount: 2 },
        ...{ sidx: 'amount', sort: 'desc' },
        superQuery: JSON.stringify({
          matchLogic: 'and',
          conditionList: [{ logic: 'and', groups: [{ field: 'amount', symbol: '>', fieldValue: 1 }] }],
        }),
      },
    } as never)
    const list = async () => (await person.call('onlineDevelopment.list', { modelId } as never)).list
    expect(await list()).toEqual([expect.objectContaining({ amount: 2 })])
    await admin.call('visualDevelopment.update', {
      ...{ id: modelId, ...modelOf({ ...renamed('followed'), list: scoped }) },
    } as never)
    await released(modelId)
    const [row] = await list()
    expect(row).toMatchObject({ total: 2 })
    expect(row).not.toHaveProperty('name')
    const granted = await server.sql<{ kind: string; code: string }>(
      `select kind, code from permission_grant where menu_id = $1 and kind in ('column', 'form') order by 1, 2`,
      [menuId],
    )
    expect(granted).toEqual([
      { kind: 'column', code: 'total' },
      { kind: 'form', code: 'name' },
      { kind: 'form', code: 'total@read' },
    ])
    const { list: views } = await admin.call('listView.list', { menu: menuId, list: '' })
    expect(views[0]?.content).toMatchObject({
      columns: [{ prop: 'total', columnVisible: true }],
      ...{ search: { total: 2 }, sidx: 'total' },
      superQuery: expect.stringContaining('"field":"total"'),
    })
  })
})

describe('a form that is open while another version is released', () => {
  it('is saved by the names that its fields have now, and is told what has changed where it is refused', async () => {
    const modelId = await release(admin, first('meanwhile'))
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: { name: 'a', amount: 1 } })
    await redraft(modelId, renamed('meanwhile'))
    await released(modelId)
    const filled = { modelId, formVersion: 1, data: { name: 'b', amount: 5, items: [{ price: 6 }] } }
    await admin.call('onlineDevelopment.update', { ...filled, id })
    expect(await dataOf(modelId, id)).toMatchObject({ name: 'b', total: 5, lines: [{ cost: 6 }] })
    const { id: made } = await admin.call('onlineDevelopment.create', filled)
    expect(await dataOf(modelId, made)).toMatchObject({ name: 'b', total: 5, lines: [{ cost: 6 }] })
    const stricter = renamed('meanwhile')
    stricter.fields.push(known(9, 'input', 'why', { label: '原因', required: true }))
    await redraft(modelId, stricter)
    await released(modelId)
    const refusal = await admin.envelope('onlineDevelopment.update', { ...filled, id })
    expect(refusal).toMatchObject({ code: 400, data: { errors: [expect.objectContaining({ path: 'why' })] } })
    expect(refusal.msg).toMatch(/^表单已更新到版本 3（.*原因.*）：/)
  })
})

describe('a deleted field', () => {
  it('keeps its values through edits, and has them when its version is brought back', async () => {
    const modelId = await release(admin, first('deleted'))
    const data = { name: 'a', amount: 2, items: [{ price: 7 }] }
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data })
    const less = {
      ...first('deleted'),
      fields: [
        known(1, 'input', 'name'),
        {
          ...rows('items', 'price'),
          __config__: { ...rows('items', 'price')['__config__'], children: [known(5, 'input', 'note')] },
        },
        // Another field of that name.
        known(6, 'input', 'amount'),
      ],
    }
    await redraft(modelId, { ...less, fields: less.fields.slice(0, 2), columns: ['name'], search: [] })
    await released(modelId)
    await redraft(modelId, less as never)
    await released(modelId)
    const now = await dataOf(modelId, id)
    expect(now['amount']).toBeFalsy()
    await admin.call('onlineDevelopment.update', {
      ...{ modelId, id },
      data: { ...now, name: 'b', amount: 'text', items: [{ id: now['items'][0].id, note: 'n' }] },
    })
    expect(await stored(modelId, id)).toMatchObject({
      data: { name: 'b', amount: 2, amount_2: 'text' },
      sub_tables: { items: [{ price: 7, note: 'n' }] },
    })
    const answer = await admin.envelope('visualDevelopment.rollback', { id: modelId, version: 1 })
    expect(answer).toMatchObject({ code: 200, data: { version: 4 }, msg: '已回滚到版本 1，发布为版本 4' })
    expect(await dataOf(modelId, id)).toMatchObject({ name: 'b', amount: 2, items: [{ price: 7 }] })
    // The draft is what is released, by a step that can be undone.
    const info = await admin.call('visualDevelopment.info', { id: modelId })
    expect(info).toMatchObject({ isRelease: 1, version: 4 })
    expect(info.formData).toContain('price')
    const { list: steps } = await admin.call('visualDevelopment.steps', { id: modelId })
    expect(steps[0]).toMatchObject({ kind: 'whole', number: info.draftVersion })
    const { list: versions } = await admin.call('visualDevelopment.versions', { id: modelId })
    expect(
      versions.map(({ version, rolledBackTo, isCurrent }) => [version, rolledBackTo, isCurrent]),
    ).toEqual([
      ...[
        [4, 1, true],
        [3, 0, false],
        [2, 0, false],
        [1, 0, false],
      ],
    ])
  })
})

describe('a disabled model', () => {
  it('is hidden, read alone, and there again when it is enabled', async () => {
    const modelId = await release(admin, first('switched'))
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: { name: 'a', amount: 1 } })
    await admin.call('visualDevelopment.state', { id: modelId, isEnabled: 0 })
    const place = async () =>
      JSON.stringify((await admin.call('session.currentUser')).menuList).includes(`model-${modelId}`)
    expect(await place()).toBe(false)
    expect(await dataOf(modelId, id)).toMatchObject({ name: 'a' })
    const refusal = { code: 400, msg: '该模型已停用，记录只能查看' }
    const data = { name: 'b', amount: 1 }
    expect(await admin.envelope('onlineDevelopment.create', { modelId, data })).toMatchObject(refusal)
    expect(await admin.envelope('onlineDevelopment.update', { modelId, id, data })).toMatchObject(refusal)
    expect(await admin.envelope('onlineDevelopment.delete', { modelId, id })).toMatchObject(refusal)
    await admin.call('visualDevelopment.state', { id: modelId, isEnabled: 1 })
    await admin.call('onlineDevelopment.update', { modelId, id, data })
    expect(await place()).toBe(true)
  })
})

describe('what a release would do', () => {
  it('is said before it is done: what changes, what records it would refuse, what is kept, lost and used', async () => {
    const scoped = { useFormPermission: true }
    const modelId = await release(admin, { ...first('checked'), list: scoped })
    const menuId = `model-${modelId}`
    await server.sql(`insert into role (id, en_code, full_name) values ('lose', 'lose', '"失"')`)
    await server.server.services.rights.grant('lose', menuId, { fields: ['amount'] })
    const ids: string[] = []
    for (const name of ['a', '', 'c'])
      ids.push((await admin.call('onlineDevelopment.create', { modelId, data: { name, amount: 4 } })).id)
    await admin.call('print.create', {
      ...{ fullName: '单据', enCode: 'checkedPrint', modelId, printTemplate: '<p>{thousands(amount)}</p>' },
    } as never)
    const check = (of: object = {}) => admin.call('visualDevelopment.checkRelease', { id: modelId, ...of })
    expect(await check()).toMatchObject({ verdict: 'tell', mark: '', changes: [], errors: [], version: 1 })
    await redraft(modelId, {
      ...first('checked'),
      fields: [known(1, 'input', 'name', { required: true }), rows('items', 'price')],
      columns: ['name'],
      ...{ search: [], list: scoped },
    } as never)
    const report = await check()
    expect(report).toMatchObject({
      ...{ verdict: 'ask', mark: expect.stringMatching(/^\w{32}$/), version: 1, draftVersion: 2 },
      records: {
        ...{ total: 3, judged: 3, isExact: true },
        findings: [expect.objectContaining({ field: 'name', count: 1, sample: [ids[1]] })],
      },
      kept: [{ path: 'amount', label: 'amount', count: 3 }],
      rights: [{ code: 'amount', name: '字段“amount”', count: 1 }],
      uses: [expect.objectContaining({ kind: 'print', message: '“单据”使用了amount' })],
      entry: { parentId: 'business' },
    })
    expect(report.changes[0]).toMatchObject({ kind: 'removed', weight: 'loss', path: 'amount' })
    expect(report.changes.map(({ weight }) => weight)).toContain('tighter')
    // Whoever has accepted that has accepted nothing else.
    await admin.call('onlineDevelopment.create', { modelId, data: { name: '', amount: 1 } })
    const accepting = { id: modelId, draftVersion: 2, accept: report.mark }
    const refused = await admin.envelope('visualDevelopment.release', accepting)
    expect(refused).toMatchObject({ code: 409, data: { report: { records: { total: 4 } } } })
    const { mark } = await check()
    expect(
      await admin.envelope('visualDevelopment.release', { ...accepting, accept: mark, draftVersion: 1 }),
    ).toMatchObject({ code: 409, data: { draftVersion: 2 } })
    const note = '不再填写金额'
    await admin.call('visualDevelopment.release', { ...accepting, accept: mark, note })
    const version = await admin.call('visualDevelopment.version', { id: modelId, version: 2 })
    expect(version).toMatchObject({ note, isCurrent: true, changeCount: version.changes.length })
    expect(version.changes).toEqual(report.changes)
    // Back to what was: nothing is asked, for nothing is lost.
    expect(await check({ version: 1 })).toMatchObject({ verdict: 'tell', kept: [] })
    expect(await admin.envelope('visualDevelopment.checkRelease', { id: modelId, version: 9 })).toMatchObject(
      {
        ...{ code: 404, msg: '没有版本 9' },
      },
    )
  })
})

describe('an export with versions', () => {
  it('has what was released beside the draft, and replaces the draft of a model by a step', async () => {
    const modelId = await release(admin, first('exported'))
    await redraft(modelId, renamed('exported'))
    await released(modelId)
    const { url } = await admin.call('visualDevelopment.export', { id: modelId, versions: 1 })
    const text = await (await fetch(server.url + url)).text()
    const { loam } = JSON.parse(text)
    expect(loam.versions.map(({ version, keys }: Json) => [version, keys])).toEqual([
      [1, {}],
      [2, { total: 'amount', lines: 'items', 'lines.cost': 'price' }],
    ])
    const other = await release(admin, first('replaced'))
    const made = await admin.call('visualDevelopment.import', { text, replace: other })
    expect(made.id).toBe(other)
    const info = await admin.call('visualDevelopment.info', { id: other })
    expect(info).toMatchObject({ enCode: 'replaced', version: 1, isRelease: 2, draftVersion: 2 })
    expect(info.formData).toContain('"cost"')
    const { list } = await admin.call('visualDevelopment.steps', { id: other })
    expect(list[0]).toMatchObject({ kind: 'whole', number: 2 })
  })
})
