import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, release } from '../../lowcode/online-development/specs/models'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const rule = (enCode: string, extra: Record<string, unknown> = {}) => ({
  fullName: enCode,
  enCode,
  category: 'businessType.water',
  prefix: 'T',
  dateFormat: 'no' as const,
  digit: 4,
  startNumber: '1',
  ...extra,
})
const today = () =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai' }).format(new Date()).replaceAll('-', '')

describe('serial-number rules', () => {
  it('pad their start and show an example of today', async () => {
    const { id } = await admin.call(
      'billRule.create',
      rule('example', { dateFormat: 'yyyyMMdd', digit: '3', startNumber: '7' }) as never,
    )
    const info = await admin.call('billRule.info', { id })
    expect(info).toMatchObject({ startNumber: '007', digit: 3, example: `T${today()}007`, enabledMark: 1 })
    const { list } = await admin.call('billRule.list', { keyword: 'EXAMPLE' })
    expect(list).toMatchObject([{ id, categoryName: '用水管理', outputNumber: '' }])
  })

  it('are refused in the documented words', async () => {
    const messageOf = async (extra: Record<string, unknown>) =>
      (await admin.envelope('billRule.create', rule('words', extra))).msg
    expect(await messageOf({ fullName: '' })).toBe('请输入业务名称')
    expect(await messageOf({ enCode: '' })).toBe('请输入业务编码')
    expect(await messageOf({ category: '' })).toBe('请选择业务分类')
    expect(await messageOf({ category: 'crop.cotton' })).toBe('请选择业务分类')
    expect(await messageOf({ prefix: '' })).toBe('请输入流水前缀')
    expect(await messageOf({ dateFormat: undefined })).toBe('请选择流水日期')
    expect(await messageOf({ digit: undefined })).toBe('请输入流水位数')
    expect(await messageOf({ digit: 0 })).toBe('仅能输入正整数')
    expect(await messageOf({ digit: 'a' })).toBe('仅能输入正整数')
    expect(await messageOf({ startNumber: '' })).toBe('请输入流水起始')
    expect(await messageOf({ startNumber: '1a' })).toBe('只能输入数字')
    expect(await messageOf({ startNumber: '000' })).toMatch(/^流水起始不能为/)
    expect(await messageOf({ startNumber: '12345' })).toBe('流水起始的位数不能超过流水位数')
  })

  it('go out as a .bb file that makes them anew, and nothing else is taken for one', async () => {
    const { id } = await admin.call(
      'billRule.create',
      rule('travels', { digit: '3', startNumber: '7' }) as never,
    )
    const before = await admin.call('billRule.info', { id })
    const { url, name } = await admin.call('billRule.export', { id })
    expect(name).toBe('travels.bb')
    const content = await (await fetch(server.url + url)).text()
    const upload = async (text: string, file = 'x.bb') => {
      const body = new FormData()
      body.set('file', new Blob([text]), file)
      const response = await admin.fetch('/api/system/BillRule/Actions/Import', { method: 'POST', body })
      return (await response.json()) as { code: number; msg: string; data: { id: string } }
    }
    const refusal = async (text: string, file?: string) => {
      const { code, msg } = await upload(text, file)
      return `${code} ${msg}`
    }
    expect(await refusal(content)).toBe('400 业务名称已存在')
    await admin.call('billRule.delete', { id })
    expect(await refusal(content, 'travels.bdd')).toBe('400 请选择 .bb 文件')
    expect(await refusal('')).toBe('400 文件是空的，请重新导出后再选择')
    for (const other of ['{"enCode"', '[]', '{"list":[],"modelList":[]}'])
      expect(await refusal(other)).toMatch(/^400 文件内容不是单据规则/)
    expect(await refusal(JSON.stringify({ ...before, digit: 12 }))).toBe('400 仅能输入正整数')
    const { msg, data } = await upload(content)
    expect(msg).toBe('导入成功')
    expect(await admin.call('billRule.info', data)).toEqual({
      ...before,
      id: data.id,
      version: expect.anything(),
    })
  })

  it('have a name and a code of their own, and go only unused', async () => {
    const { id } = await admin.call('billRule.create', rule('once'))
    expect(await admin.envelope('billRule.create', rule('once', { fullName: 'x' }))).toMatchObject({
      code: 400,
      msg: '业务编码已存在',
    })
    expect(await admin.envelope('billRule.create', rule('x', { fullName: 'once' }))).toMatchObject({
      code: 400,
      msg: '业务名称已存在',
    })
    await admin.call('billRule.delete', { id })
    expect(await admin.envelope('billRule.info', { id })).toMatchObject({ code: 404 })
  })
})

describe('a change of a rule', () => {
  it('is refused where it was made from an older state; what was saved first stays', async () => {
    const { id } = await admin.call('billRule.create', rule('twice'))
    const change = (description: string, from: object) =>
      admin.envelope('billRule.update', { id, ...rule('twice', { description, ...from }) })
    const { version } = await admin.call('billRule.info', { id })
    expect(await change('first', { version })).toMatchObject({ code: 200 })
    await admin.call('billRule.setState', { id })
    const stored = await admin.call('billRule.info', { id })
    expect(stored).toMatchObject({ description: 'first', enabledMark: 0, version: version + 2 })
    for (const older of [version, version + 1])
      expect(await change('second', { version: older })).toMatchObject({
        code: 409,
        data: { version: version + 2, data: stored },
      })
    expect(await admin.call('billRule.info', { id })).toEqual(stored)
    expect(await change('unasked', {})).toMatchObject({ code: 200 })
    const { list } = await admin.call('billRule.list', { keyword: 'twice' })
    expect(list).toMatchObject([{ id, description: 'unasked', version: version + 3 }])
  })
})

describe('serial numbers', () => {
  it('are unique and without gaps among 50 writers of whom every third is refused', async () => {
    const { id } = await admin.call('billRule.create', rule('writers'))
    const modelId = await release(admin, {
      enCode: 'writers',
      fields: [field('billRule', 'no', { rule: 'writers' }), field('input', 'key', { unique: true })],
      columns: ['no', 'key'],
    })
    // A number is drawn before the unique value is taken: a refused record has drawn one, and gives it back.
    const create = (key: string) => admin.envelope('onlineDevelopment.create', { modelId, data: { key } })
    await create('taken')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => create(index % 3 === 2 ? 'taken' : `k${index}`)),
    )
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(34)
    const { list } = await admin.call('onlineDevelopment.list', { modelId, pageSize: 100 })
    const numbers = list.map((row) => String(row['no'])).sort()
    expect(numbers).toEqual(
      Array.from({ length: 35 }, (_, index) => `T${String(index + 1).padStart(4, '0')}`),
    )
    expect(await admin.call('billRule.number', { id: 'writers' })).toBe('T0036')
    expect(await admin.call('billRule.number', { id })).toBe('T0036')
    expect(await admin.envelope('billRule.delete', { id })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('不能删除'),
    })
    expect(
      await admin.envelope('billRule.update', { id, ...rule('renamed', { fullName: 'writers' }) }),
    ).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'enCode' }] },
    })
  })

  it('are not drawn from a disabled rule, and grow past their digits', async () => {
    const { id } = await admin.call('billRule.create', rule('short', { digit: 1, startNumber: '9' }))
    const modelId = await release(admin, {
      enCode: 'short',
      fields: [field('billRule', 'no', { rule: 'short' })],
      columns: ['no'],
    })
    const create = () => admin.envelope('onlineDevelopment.create', { modelId, data: {} })
    await create()
    await create()
    const { list } = await admin.call('onlineDevelopment.list', { modelId })
    expect(list.map((row) => row['no']).sort()).toEqual(['T10', 'T9'])
    await admin.call('billRule.setState', { id })
    expect(await create()).toMatchObject({ code: 400, msg: expect.stringContaining('已禁用') })
  })
})
