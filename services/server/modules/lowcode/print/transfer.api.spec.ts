import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, release } from '../online-development/specs/models'

let server: TestServer
let admin: TestClient
let modelId: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  modelId = await release(admin, { enCode: 'carried', fields: [field('input', 'name')], columns: ['name'] })
})
afterAll(() => server.close())

interface Imported {
  readonly id: string
  readonly kept: readonly string[]
  readonly lost: readonly { readonly what: string; readonly why: string; readonly count: number }[]
}

async function upload(file: unknown, { name = 'x.bp', model = '' } = {}) {
  const body = new FormData()
  if (model !== '') body.set('modelId', model)
  body.set('file', new Blob([typeof file === 'string' ? file : JSON.stringify(file)]), name)
  const response = await admin.fetch('/api/system/printDev/Actions/Import', { method: 'POST', body })
  return (await response.json()) as { code: number; msg: string; data: Imported & { errors?: object[] } }
}

const refusal = async (file: unknown, name?: string) => {
  const { code, msg } = await upload(file, name === undefined ? {} : { name })
  return `${code} ${msg}`
}

const infoOf = async (file: unknown, model?: string) => {
  const { msg, data } = await upload(file, model === undefined ? {} : { model })
  expect(msg).toBe('导入成功')
  return admin.call('print.info', { id: data.id })
}

/** As another product writes one. */
const FOREIGN = {
  ...{ id: '4d0c1', fullName: '别家单据', enCode: 'foreign', category: 'their-category', type: 1 },
  ...{ modelId: 'their-model', enabledMark: 1, sortCode: 0, creatorUserId: 'their-user' },
  printTemplate: '<p><span data-tag="headTable.name">{姓名}</span></p><script>alert(1)</script>',
}

describe('a template', () => {
  it('goes out as a .bp file that makes it anew under its own id, and nothing else is taken for one', async () => {
    const { id } = await admin.call('print.create', {
      ...{ fullName: '模板travels', enCode: 'travels', modelId, printTemplate: '<p>{name}</p>' },
    })
    const { creatorTime: _made, ...before } = await admin.call('print.info', { id })
    const { url, name } = await admin.call('print.export', { id })
    expect(name).toBe('模板travels.bp')
    const content = await (await server.stranger.fetch(url)).text()
    expect(Object.keys(JSON.parse(content))).not.toContain('creatorUser')
    expect(await refusal(content)).toBe('400 模板名称已存在')
    await admin.call('print.delete', { id })
    expect(await refusal(content, 'travels.bb')).toBe('400 请选择 .bp 文件')
    expect(await refusal('')).toBe('400 文件是空的，请重新导出后再选择')
    for (const other of ['{"enCode"', '[]', '{"prefix":"","startNumber":"1"}'])
      expect(await refusal(other)).toMatch(/^400 文件内容不是打印模板/)
    const forged = { ...JSON.parse(content), printTemplate: '<p>{name}</p><script>alert(1)</script>' }
    expect(await infoOf(forged)).toMatchObject(before)
    const again = await infoOf({ ...JSON.parse(content), fullName: '另一个', enCode: 'other' })
    expect(again.id).not.toBe(id)
  })

  it.each([
    [
      'an object of before',
      { paper: 'A5', orientation: 'landscape', margin: 8 },
      { type: '3', direction: '横向', ml: 8 },
    ],
    [
      'text',
      JSON.stringify({ type: '1', direction: '横向', mt: 3 }),
      { type: '1', width: 297, mt: 3, mb: 15 },
    ],
    ['nothing', undefined, { type: '2', width: 210, direction: '纵向', mt: 15 }],
  ])('has its page from %s', async (name, pageParam, page) => {
    const file = { fullName: name, enCode: name, modelId, printTemplate: '<p>{name}</p>', pageParam }
    expect((await infoOf(file)).pageParam).toMatchObject(page)
  })

  it('of another product is put into words of ours, of a model that is chosen where it names none that is here', async () => {
    const refused = await upload(FOREIGN)
    expect(refused).toMatchObject({ code: 400, data: { errors: [{ path: 'modelId' }] } })
    expect(refused.msg).toContain('请在导入时选择表单')
    const { modelId: _theirs, ...unnamed } = FOREIGN
    expect(await refusal(unnamed)).toContain('请在导入时选择表单')
    expect(await infoOf(FOREIGN, modelId)).toMatchObject({
      ...{ id: '4d0c1', modelId, category: '', printTemplate: '<p>{name}</p>' },
    })
  })

  it('of another product is told of what could be kept and what not, in words', async () => {
    const file = {
      ...FOREIGN,
      ...{ fullName: '别家函数', enCode: 'foreignFunction', modelId },
      printTemplate: `${FOREIGN.printTemplate}<p>{未知(name)}</p>`,
    }
    const { kept, lost } = (await upload(file)).data
    expect(kept).toEqual(['{name}'])
    expect(lost).toEqual([
      { what: '未知', why: '没有对应的函数', count: 1 },
      { what: 'script', why: '打印模板不支持此标签', count: 1 },
    ])
  })
})
