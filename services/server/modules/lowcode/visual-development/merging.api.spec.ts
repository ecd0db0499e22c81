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

const known = (formId: number, name: string, label: string, config = {}) =>
  field('input', name, { formId, label, ...config })
const designOf = (enCode: string, ...fields: ReturnType<typeof known>[]) => ({
  enCode,
  fields,
  columns: fields.map((one) => String(one['__vModel__'])),
})

async function redraft(id: string, design: ReturnType<typeof designOf>): Promise<void> {
  await admin.call('visualDevelopment.update', { id, ...modelOf(design) } as never)
}

async function exported(id: string): Promise<string> {
  const { url } = await admin.call('visualDevelopment.export', { id, versions: 1 })
  return (await fetch(server.url + url)).text()
}

/** A model of two versions here, a file of the first one that was changed elsewhere, and a draft that was changed here. */
async function apart(enCode: string, there: readonly ReturnType<typeof known>[]) {
  const id = await release(admin, designOf(enCode, known(1, 'name', '名称'), known(2, 'note', '备注')))
  const text = await exported(id)
  const { loam } = JSON.parse(text)
  const { formData, columnData } = modelOf(designOf(enCode, ...there))
  const file = JSON.stringify({ ...JSON.parse(text), formData, columnData, loam })
  await redraft(id, designOf(enCode, known(1, 'name', '名称'), known(2, 'note', '说明')))
  await admin.call('visualDevelopment.release', { id })
  await redraft(
    id,
    designOf(enCode, known(1, 'name', '名称'), known(2, 'note', '说明'), known(3, 'here', '本地')),
  )
  return { id, text: file }
}

describe('a merge', () => {
  it('starts from the newest version that both know, and is one step of the draft', async () => {
    const { id, text } = await apart('merged', [
      known(1, 'title', '名称', { required: true }),
      known(2, 'note', '备注'),
      known(3, 'there', '外来'),
    ])
    const report = await admin.call('visualDevelopment.merge', { id, text })
    expect(report).toMatchObject({ base: 1, conflicts: [], errors: [], draftVersion: 3 })
    expect(report.changes.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['“名称”改为必填', '新增“外来”']),
    )
    expect(await admin.call('visualDevelopment.info', { id })).toMatchObject({ draftVersion: 3 })
    await admin.call('visualDevelopment.import', { text, merge: id, draftVersion: 3 })
    const info = await admin.call('visualDevelopment.info', { id })
    expect(info).toMatchObject({ enCode: 'merged', version: 2, draftVersion: 4 })
    const names = JSON.parse(info.formData).fields.map((one: Record<string, unknown>) => one['__vModel__'])
    expect(names).toEqual(['title', 'note', 'there', 'here'])
    expect(info.formData).toContain('说明')
    const { list } = await admin.call('visualDevelopment.steps', { id })
    expect(list[0]).toMatchObject({ kind: 'whole', number: 4 })
  })

  it('asks what both have changed, and goes no further without an answer or on a draft that has moved on', async () => {
    const { id, text } = await apart('asking', [known(1, 'name', '名称'), known(2, 'note', '注解')])
    const { conflicts } = await admin.call('visualDevelopment.merge', { id, text })
    expect(conflicts).toMatchObject([
      { path: 'note', ours: expect.stringContaining('说明'), theirs: expect.stringContaining('注解') },
    ])
    const asked = await admin.envelope('visualDevelopment.import', { text, merge: id })
    expect(asked).toMatchObject({ code: 409, data: { conflicts } })
    expect(asked.msg).toBe('还有 1 处两边都改过，请先选择以哪边为准')
    const choices = [{ key: conflicts[0]?.key ?? '', side: 'theirs' as const }]
    const late = await admin.envelope('visualDevelopment.import', {
      text,
      merge: id,
      choices,
      draftVersion: 1,
    })
    expect(late).toMatchObject({ code: 409, data: { draftVersion: 3 } })
    const chosen = await admin.call('visualDevelopment.merge', { id, text, choices })
    expect(chosen.changes.map(({ message }) => message).join()).toContain('注解')
    await admin.call('visualDevelopment.import', { text, merge: id, choices })
    expect((await admin.call('visualDevelopment.info', { id })).formData).toContain('注解')
  })

  it('takes a bare form for what it is: the list and the kind stay', async () => {
    const id = await release(admin, designOf('bare', known(1, 'name', '名称')))
    const { formData } = modelOf(designOf('bare', known(1, 'name', '名称'), known(5, 'more', '更多')))
    const text = String(typeof formData === 'string' ? formData : JSON.stringify(formData))
    const before = await admin.call('visualDevelopment.info', { id })
    await admin.call('visualDevelopment.import', { text, merge: id })
    const after = await admin.call('visualDevelopment.info', { id })
    expect(after).toMatchObject({ webType: before.webType, columnData: before.columnData })
    expect(after.formData).toContain('more')
  })

  it('is for whoever may design', async () => {
    const operator = await server.as('operator')
    const { id, text } = await apart('barred', [known(1, 'name', '名称')])
    expect(await operator.envelope('visualDevelopment.merge', { id, text })).toMatchObject({ code: 403 })
    expect(await operator.envelope('visualDevelopment.import', { text, merge: id })).toMatchObject({
      code: 403,
    })
    expect(await admin.envelope('visualDevelopment.merge', { id: 'nobody', text })).toMatchObject({
      code: 404,
    })
    expect(await admin.envelope('visualDevelopment.merge', { id, text: '[' })).toMatchObject({ code: 400 })
  })
})

it('versions in a file are told not to come with it', async () => {
  const id = await release(admin, designOf('counted', known(1, 'name', '名称')))
  const { losses } = await admin.call('visualDevelopment.check', { text: await exported(id) })
  expect(losses).toContainEqual(
    expect.objectContaining({ message: '文件里的 1 个已发布版本不会导入，只在合并时用来比较' }),
  )
})
