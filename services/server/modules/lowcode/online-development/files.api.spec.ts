import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import {
  asValue,
  PNG,
  type Sent,
  sendFile,
  sendWhole,
} from '@services/server/modules/platform/file/specs/sending'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { scratchFolder } from '@tests/scratch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, modelOf, release, table } from './specs/models'

const folder = scratchFolder('record-files')
let server: TestServer
let admin: TestClient
let operator: TestClient
let modelId: string

beforeAll(async () => {
  server = await startTestServer({ dataFolder: folder })
  admin = await server.as('admin')
  operator = await server.as('operator')
  modelId = await release(admin, {
    enCode: 'fileRecords',
    fields: [
      field('uploadFile', 'annexes', {}, { limit: 2, fileSize: 1, sizeUnit: 'KB', accept: '.txt,.bin' }),
      field('uploadImg', 'photos', {}, { limit: 1, fileSize: 1, sizeUnit: 'KB' }),
      field('uploadImg', 'closed', {}, { limit: 0 }),
      field('editor', 'story'),
      table('rows', [field('uploadFile', 'proof', {}, { limit: 0 })]),
    ],
    columns: ['story'],
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const create = (client: TestClient, data: object, model = modelId) =>
  client.call('onlineDevelopment.create', { modelId: model, data: JSON.stringify(data) } as never)
const read = async (client: TestClient, id: string) =>
  JSON.parse((await client.call('onlineDevelopment.read', { modelId, id })).data) as Record<string, never>
const codeOf = async (client: TestClient, url: string) => {
  const response = await client.fetch(url)
  return response.headers.get('content-disposition') ? 200 : (await response.json()).code
}
const refusal = (path: string, message: string) => ({ code: 400, errors: [{ path, message }] })
const text = (size = 20) => sendFile(admin, randomBytes(size), '说明.txt')

describe('files of records', () => {
  it('keeps the facts as the server knows them, whatever is sent', async () => {
    const file = await text()
    const claimed = {
      ...asValue(file, 'evil.exe'),
      fileSize: 1,
      fileExtension: 'exe',
      url: 'javascript:alert(1)',
      more: 1,
    }
    const { id } = await create(admin, { annexes: [claimed] })
    expect((await read(admin, id))['annexes']).toEqual([asValue(file, '说明.txt')])
  })

  it('is its sender’s until a record refers to it, then for who may read the record', async () => {
    const file = await text()
    expect(await codeOf(operator, file.url)).toBe(404)
    const { id } = await create(admin, { rows: [{ proof: [asValue(file, '说明.txt')] }] })
    expect(await codeOf(admin, file.url)).toBe(200)
    // The operator has no right to the model.
    expect(await codeOf(operator, file.url)).toBe(404)
    await admin.call('onlineDevelopment.update', { modelId, id, data: JSON.stringify({ rows: [] }) } as never)
    expect(await codeOf(admin, file.url)).toBe(200)
    const { id: second } = await create(admin, { annexes: [asValue(file, 'a.txt')] })
    await admin.call('onlineDevelopment.delete', { modelId, id: second })
    expect(await codeOf(admin, file.url)).toBe(404)
  })

  it('refuses what its sender may not use, by field and name', async () => {
    const mine = await sendFile(operator, randomBytes(10), '别人.txt')
    const strange = { ...asValue(mine, '别人.txt') }
    const message = '文件“别人.txt”不存在或无权使用，请重新上传'
    await expect(create(admin, { annexes: [strange] })).rejects.toMatchObject(refusal('annexes', message))
    await expect(create(admin, { rows: [{ proof: [] }, { proof: [strange] }] })).rejects.toMatchObject(
      refusal('rows.1.proof', message),
    )
    const invented = { ...strange, fileId: `${'0'.repeat(32)}.txt` }
    await expect(create(admin, { photos: [invented] })).rejects.toMatchObject({ code: 400 })
    const image = (await sendWhole(operator, PNG, 'x.png')).data
    await expect(create(admin, { story: `<p>看<img src="${image.url}"></p>` })).rejects.toMatchObject({
      code: 400,
    })
  })

  it('enforces number, size and type in the documented words', async () => {
    const send = async (name: string, bytes: Uint8Array) => asValue(await sendFile(admin, bytes, name), name)
    const small = await send('a.txt', randomBytes(10))
    const cases: readonly (readonly [string, object[], string])[] = [
      ['annexes', [small, small, small], '当前限制最多可以上传2个文件'],
      ['annexes', [await send('b.txt', randomBytes(1024))], '文件大小超过1KB'],
      ['annexes', [await send('c.pdf', randomBytes(10))], '请选择txt、bin类型的文件'],
      ['photos', [await send('d.png', randomBytes(10))], '请上传图片'],
      ['photos', [await send('e.png', Buffer.concat([PNG, randomBytes(1024)]))], '图片大小超过1KB'],
      ['closed', [await send('f.png', PNG)], '当前限制最多可以上传0张图片'],
    ]
    for (const [path, files, message] of cases)
      await expect(create(admin, { [path]: files })).rejects.toMatchObject(refusal(path, message))
    await create(admin, {
      annexes: [await send('g.txt', randomBytes(1023))],
      photos: [await send('h.png', PNG)],
    })
  })

  it('saves a record again with the files it has, also those of before there were any here', async () => {
    const file = await text()
    const { id } = await create(admin, { annexes: [asValue(file, 'a.txt')] })
    const legacy = { name: '旧.txt', fileId: 'legacy-1', url: '/old/1' }
    await server.sql(`update record set data = jsonb_set(data, '{annexes,1}', $1) where id = $2`, [
      JSON.stringify(legacy),
      id,
    ])
    const stored = await read(admin, id)
    await admin.call('onlineDevelopment.update', { modelId, id, data: JSON.stringify(stored) } as never)
    expect((await read(admin, id))['annexes']).toEqual([asValue(file, '说明.txt'), legacy])
  })

  it('gives the files of a record that its reader sees, and of a field only with the field', async () => {
    const draft = modelOf({
      enCode: 'sharedFiles',
      fields: [field('uploadFile', 'open'), field('uploadFile', 'secret')],
      columns: ['open'],
      list: { useFormPermission: true },
    })
    const { id: shared } = await admin.call('visualDevelopment.import', draft as never)
    await admin.call('visualDevelopment.release', { id: shared, pc: 1, pcModuleParentId: 'business' })
    const files: Sent[] = [await text(), await text(30)]
    const [open, secret] = files as [Sent, Sent]
    const data = { open: [asValue(open, 'o.txt')], secret: [asValue(secret, 's.txt')] }
    await create(admin, data, shared)
    expect(await codeOf(operator, open.url)).toBe(404)
    const { rights, menu } = server.server.services
    await rights.grant('field-operator', (await menu.entryOf(shared))?.id ?? '', { fields: ['open'] })
    expect(await codeOf(operator, open.url)).toBe(200)
    expect(await codeOf(operator, secret.url)).toBe(404)
  })

  it('cleans nothing that a record refers to', async () => {
    const file = await text()
    await create(admin, { annexes: [asValue(file, 'a.txt')] })
    await server.sql(`update file set created_at = now() - interval '2 days'`)
    await server.server.services.files.clean()
    expect(await codeOf(admin, file.url)).toBe(200)
  })
})

describe('rich text of records', () => {
  it('keeps what the editor writes and nothing of what hurts', async () => {
    const image = (await sendWhole(admin, PNG, 'x.png')).data
    const good = `<h2 class="ql-align-center">标题</h2><ol><li data-list="bullet">点</li></ol><p><span style="color: red">红</span> <a href="https://a.cn">链</a><img src="${image.url}" /></p>`
    const evil = `${good}<script>alert(1)</script><p onclick="x()">文<a href="java&#10;script:alert(1)">坏</a></p><img src=x onerror=alert(1)>`
    const { id } = await create(admin, { story: evil })
    expect((await read(admin, id))['story']).toBe(`${good}<p>文<a>坏</a></p>`)
    expect(await codeOf(operator, image.url)).toBe(404)
    const shown = JSON.parse((await admin.call('onlineDevelopment.dataChange', { modelId, id })).data)
    expect(shown.story).toBe('标题\n点\n红 链\n文坏')
  })

  it('takes markup without words for empty where a text is required', async () => {
    const required = await release(admin, {
      enCode: 'neededStory',
      fields: [field('editor', 'story', { required: true, label: '正文' })],
    })
    await expect(create(admin, { story: '<p><br></p><script>x</script>' }, required)).rejects.toMatchObject(
      refusal('story', '正文不能为空'),
    )
  })
})
