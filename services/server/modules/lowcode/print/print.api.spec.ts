import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, release } from '../online-development/specs/models'

let server: TestServer
let admin: TestClient
let operator: TestClient
let modelId: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
  modelId = await release(admin, { enCode: 'printed', fields: [field('input', 'name')], columns: ['name'] })
})
afterAll(() => server.close())

const template = (enCode: string, more: Record<string, unknown> = {}) => ({
  fullName: `模板${enCode}`,
  enCode,
  modelId,
  printTemplate: '<p>{name}</p>',
  ...more,
})

describe('print templates', () => {
  it('are made, changed, copied, listed and deleted, with an audit row each', async () => {
    const { id } = await admin.call('print.create', template('life') as never)
    await admin.call('print.update', { id, ...template('life', { sortCode: 7 }) } as never)
    expect(await admin.call('print.info', { id })).toMatchObject({
      enCode: 'life',
      sortCode: 7,
      pageParam: { type: '2', width: 210, height: 297, direction: '纵向', mt: 15 },
    })
    const copy = await admin.call('print.copy', { id })
    expect(await admin.call('print.info', copy)).toMatchObject({ enabledMark: 0, modelId })
    const { list } = await admin.call('print.list', { keyword: '模板life' })
    expect(list.map((one) => one.id).sort()).toEqual([id, copy.id].sort())
    await admin.call('print.delete', { id })
    expect(await admin.envelope('print.info', { id })).toMatchObject({ code: 404 })
    const audited = await server.sql<{ action: string }>(
      `select action from audit where target = '${id}' order by id`,
    )
    expect(audited.map(({ action }) => action)).toEqual(['print.create', 'print.update', 'print.delete'])
  })

  it('are refused with the field that is at fault', async () => {
    await admin.call('print.create', template('twice') as never)
    const refused = (more: Record<string, unknown>) => admin.envelope('print.create', template('other', more))
    expect(await refused({ enCode: 'twice' })).toMatchObject({
      code: 400,
      msg: '模板编码已存在',
      data: { errors: [{ path: 'enCode' }] },
    })
    expect(await refused({ fullName: '' })).toMatchObject({ code: 400, msg: '请输入模板名称' })
    expect(await refused({ modelId: 'gone' })).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'modelId', message: '所选表单不存在或未发布' }] },
    })
  })

  it('are kept without anything that acts or reaches outside', async () => {
    const hostile =
      '<table border="1" style="width: 100%; position: fixed"><tbody><tr onclick="x()"><td colspan="2">{name}</td></tr></tbody></table>' +
      '<script>x()</script><img src="https://spy.example/a.png"><img src="/a" data-print="image" data-text="//spy.example"><iframe src="/"></iframe>'
    const { id } = await admin.call('print.create', template('hostile', { printTemplate: hostile }) as never)
    expect((await admin.call('print.info', { id })).printTemplate).toBe(
      '<table border="1" style="width: 100%"><tbody><tr><td colspan="2">{name}</td></tr></tbody></table>',
    )
  })

  it('are an administrator’s; anybody may ask for the names of those that a form has', async () => {
    const { id } = await admin.call('print.create', template('names') as never)
    const off = await admin.call('print.create', template('off', { enabledMark: 0 }) as never)
    for (const call of [
      'print.list',
      'print.selector',
      'print.info',
      'print.copy',
      'print.delete',
      'print.logs',
    ] as const)
      expect(await operator.envelope(call, { id })).toMatchObject({ code: 403 })
    expect(await operator.envelope('print.create', template('mine'))).toMatchObject({ code: 403 })
    expect(await operator.call('print.options', { ids: ['gone', off.id, id] })).toEqual([
      { id, fullName: '模板names' },
    ])
  })

  it('are listed with the names of what they are of, by category and state, in the order that is asked for', async () => {
    const [, category = ''] = await categories()
    const ids: string[] = []
    for (const [name, enabledMark] of [
      ['listedB', 1],
      ['listedA', 1],
      ['listedC', 0],
    ] as const)
      ids.push((await admin.call('print.create', template(name, { category, enabledMark }) as never)).id)
    const codes = async (query: object) =>
      (await admin.call('print.list', { keyword: 'listed', ...query })).list.map(({ enCode }) => enCode)
    expect(await codes({ sidx: 'enCode', sort: 'asc' })).toEqual(['listedA', 'listedB', 'listedC'])
    expect(await codes({ sidx: 'enCode', sort: 'desc', category, enabledMark: 1 })).toEqual([
      'listedB',
      'listedA',
    ])
    expect(await codes({ category: 'another' })).toEqual([])
    const { list, pagination } = await admin.call('print.list', { keyword: 'listedB', pageSize: 1 })
    expect(pagination.total).toBe(1)
    expect(list[0]).toMatchObject({ id: ids[0], modelName: 'printed', lastModifyTime: null })
    expect(list[0]?.categoryName).not.toBe('')
    expect(list[0]?.creatorUser).not.toBe('')
    expect(Math.abs((list[0]?.creatorTime ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  it('are chosen from under their categories, those that are enabled', async () => {
    const [category = ''] = await categories()
    const of = (enCode: string, more: object) =>
      admin.call('print.create', template(enCode, more as never) as never)
    const placed = await of('placed', { category })
    const placedTwo = await of('placedTwo', { category, type: 2 })
    const bare = await of('bare', {})
    const off = await of('chosenOff', { enabledMark: 0 })
    const under = async (type?: number) => {
      const { list } = await admin.call('print.selector', type === undefined ? {} : { type })
      for (const { num, children } of list) expect(num).toBe(children.length)
      return (id: string) => list.find(({ children }) => children.some((one) => one.id === id))
    }
    const all = await under()
    expect(all(placed.id)?.id).toBe(category)
    expect(all(placedTwo.id)?.id).toBe(category)
    expect(all(bare.id)).toMatchObject({ id: '0', fullName: '未分类' })
    expect(all(off.id)).toBeUndefined()
    expect((await under(1))(placedTwo.id)).toBeUndefined()
  })

  it('keep what a change leaves out', async () => {
    const pageParam = { type: '3', width: 148, height: 210, direction: '横向', mt: 5, mb: 5, ml: 5, mr: 5 }
    const { id } = await admin.call(
      'print.create',
      template('partly', { pageParam, sortCode: 3, description: '原', enabledMark: 0 }) as never,
    )
    const { printTemplate } = await admin.call('print.info', { id })
    await admin.call('print.update', { id, fullName: '改名', enCode: 'partly', modelId, description: null })
    expect(await admin.call('print.info', { id })).toMatchObject({
      ...{ fullName: '改名', printTemplate, pageParam, sortCode: 3, description: '', enabledMark: 0 },
      lastModifyTime: expect.any(Number),
    })
  })

  it('begin without any HTML', async () => {
    const { id } = await admin.call('print.create', { fullName: '空白', enCode: 'blank', modelId })
    expect((await admin.call('print.info', { id })).printTemplate).toBe('')
  })

  it('are turned off and on again', async () => {
    const { id } = await admin.call('print.create', template('turned') as never)
    const states: unknown[] = []
    for (const _turn of [1, 2]) {
      await admin.call('print.state', { id })
      states.push((await admin.call('print.info', { id })).enabledMark)
    }
    expect(states).toEqual([0, 1])
    expect(await admin.envelope('print.state', { id: 'gone' })).toMatchObject({ code: 404 })
    expect(await operator.envelope('print.state', { id })).toMatchObject({ code: 403 })
  })

  it('have margins that leave room on the sheet as it is held', async () => {
    const sheet = { type: '6', width: 100, height: 200, mt: 5, mb: 5, ml: 46, mr: 46 }
    const ask = (enCode: string, direction: string) =>
      admin.envelope('print.create', template(enCode, { pageParam: { ...sheet, direction } }) as never)
    const refused = await ask('narrow', '纵向')
    expect(refused).toMatchObject({ code: 400, data: { errors: [{ path: 'pageParam.mr' }] } })
    expect(refused.msg).toContain('左右边距')
    const { id } = (await ask('wide', '横向')).data as { id: string }
    const low = { ...sheet, direction: '横向', mt: 46, mb: 46 }
    expect(
      await admin.envelope('print.update', { id, ...template('wide', { pageParam: low }) } as never),
    ).toMatchObject({ code: 400, data: { errors: [{ path: 'pageParam.mb' }] } })
  })
})

const categories = async () => (await admin.call('billRule.categories')).list.map(({ id }) => id)
