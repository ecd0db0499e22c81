import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, release, table } from '../online-development/specs/models'

let server: TestServer
let admin: TestClient
let operator: TestClient
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
      field('inputNumber', 'total', {}, { thousands: true }),
      table('items', [field('input', 'thing')]),
    ],
    columns: ['name'],
  })
  const data = { name: '甲', total: 1234.5, items: [{ thing: '管' }, { thing: '阀' }] }
  recordId = (await admin.call('onlineDevelopment.create', { modelId, data })).id
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
  it('go out as a .bp file that makes them anew under their own id, and nothing else is taken for one', async () => {
    const { id } = await admin.call('print.create', template('travels') as never)
    const before = await admin.call('print.info', { id })
    const { url } = await admin.call('print.export', { id })
    const content = await (await server.stranger.fetch(url)).text()
    const upload = async (text: string, name = 'x.bp') => {
      const body = new FormData()
      body.set('file', new Blob([text]), name)
      const response = await admin.fetch('/api/system/printDev/Actions/Import', { method: 'POST', body })
      return (await response.json()) as { code: number; msg: string; data: { id: string } }
    }
    const refusal = async (text: string, name?: string) => {
      const { code, msg } = await upload(text, name)
      return `${code} ${msg}`
    }
    expect(await refusal(content)).toBe('400 模板名称已存在')
    await admin.call('print.delete', { id })
    expect(await refusal(content, 'travels.bb')).toBe('400 请选择 .bp 文件')
    expect(await refusal('')).toBe('400 文件是空的，请重新导出后再选择')
    for (const other of ['{"enCode"', '[]', '{"prefix":"","startNumber":"1"}'])
      expect(await refusal(other)).toMatch(/^400 文件内容不是打印模板/)
    expect(await refusal(JSON.stringify({ ...before, modelId: 'gone' }))).toBe('400 所选表单不存在或未发布')
    const forged = { ...before, printTemplate: '<p>{name}</p><script>alert(1)</script>' }
    expect(await upload(JSON.stringify(forged))).toMatchObject({ msg: '导入成功', data: { id } })
    expect(await admin.call('print.info', { id })).toEqual(before)
    const again = await upload(JSON.stringify({ ...before, fullName: '另一个', enCode: 'other' }))
    expect(again.data.id).not.toBe(id)
  })

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
    const enabled = await admin.call('print.selector', { type: 1 })
    expect(enabled.list.map((one) => one.id)).toContain(id)
    expect(enabled.list.map((one) => one.id)).not.toContain(copy.id)
    const file = await admin.call('print.export', { id })
    expect(file.name).toBe('模板life.bp')
    expect(await (await server.stranger.fetch(file.url)).json()).toMatchObject({ id, enCode: 'life' })
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
    for (const call of ['print.list', 'print.selector', 'print.info', 'print.copy', 'print.delete'] as const)
      expect(await operator.envelope(call, { id })).toMatchObject({ code: 403 })
    expect(await operator.envelope('print.create', template('mine'))).toMatchObject({ code: 403 })
    expect(await operator.call('print.options', { ids: ['gone', off.id, id] })).toEqual([
      { id, fullName: '模板names' },
    ])
  })

  it('have the fields and columns of their model for places', async () => {
    const { list } = await admin.call('print.fields', { modelId })
    expect(list.map(({ id }) => id)).toEqual(['name', 'total', 'items.thing'])
  })
})

describe('printing', () => {
  it('gets the template and the record as people read it', async () => {
    const { id } = await admin.call('print.create', template('data') as never)
    const answer = await admin.call('print.data', { id, formId: recordId })
    expect(answer).toMatchObject({
      printTemplate: '<p>{name}</p>',
      printData: {
        name: '甲',
        total: '1,234.5',
        total_id: 1234.5,
        items: [{ thing: '管' }, { thing: '阀' }],
      },
      printer: { account: 'admin' },
      operatorRecordList: [],
    })
    expect(Math.abs(answer.printTime - Date.now())).toBeLessThan(60_000)
    const batch = await admin.call('print.batchData', { id, formId: `${recordId},${recordId}` })
    expect(batch).toHaveLength(1)
  })

  it('is refused for a record that the caller may not see, and for a template that is off or gone', async () => {
    const { id } = await admin.call('print.create', template('right') as never)
    expect(await operator.envelope('print.data', { id, formId: recordId })).toMatchObject({ code: 403 })
    expect(await operator.envelope('print.batchData', { id, formId: recordId })).toMatchObject({ code: 403 })
    expect(await admin.envelope('print.data', { id, formId: 'gone' })).toMatchObject({ code: 404 })
    await admin.call('print.update', { id, ...template('right', { enabledMark: 0 }) } as never)
    expect(await admin.envelope('print.data', { id, formId: recordId })).toMatchObject({
      code: 404,
      msg: '此表单的打印模板不存在或不可用',
    })
  })

  it('is noted: title, number, template', async () => {
    const { id } = await admin.call('print.create', template('log') as never)
    await operator.call('print.log', { printTitle: '采购订单', printNum: 3, printId: id })
    expect(
      await server.sql(`select title, count, template_id from print_log where template_id = '${id}'`),
    ).toEqual([{ title: '采购订单', count: 3, template_id: id }])
    expect(
      await operator.envelope('print.log', { printTitle: 'x', printNum: 1, printId: 'gone' }),
    ).toMatchObject({ code: 404 })
    expect(await operator.envelope('print.log', { printTitle: 'x', printNum: 0, printId: id })).toMatchObject(
      { code: 400 },
    )
  })
})
