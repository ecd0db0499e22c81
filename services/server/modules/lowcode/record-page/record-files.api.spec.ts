import { MOST_FILES } from '@services/contract/areas/lowcode/record-page'
import { signIn } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { field, release } from '../online-development/specs/models'

let server: TestServer
let admin: TestClient
/** Both see the records of the model; of the diaries only their own. */
let li: TestClient
let zhao: TestClient
let stranger: TestClient
let makers: string
let diaries: string
let id: string

const save = async (client: TestClient, modelId: string) =>
  (await client.call('onlineDevelopment.create', { modelId, data: '{"name":"石河子农资"}' } as never)).id

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const rows = await server.sql<{ account: string }>(
    'select account from user_account where password_hash is null order by account limit 3',
  )
  const people = []
  for (const { account } of rows) people.push(await signIn(server, account))
  const model = (enCode: string, list = {}) =>
    release(admin, { enCode, fields: [field('input', 'name')], columns: ['name'], list })
  makers = await model('maker')
  diaries = await model('diary', { useDataPermission: true })
  await server.sql(`insert into role (id, full_name, en_code) values ('r', '"r"', 'r')`)
  for (const person of people.slice(0, 2))
    await server.sql(`insert into user_role (user_id, role_id) values ($1, 'r')`, [person.id])
  for (const one of [makers, diaries]) await server.server.services.rights.grant('r', `model-${one}`, 'all')
  ;[li, zhao, stranger] = people.map(({ client }) => client) as [TestClient, TestClient, TestClient]
})
beforeEach(async () => {
  id = await save(admin, makers)
})
afterAll(() => server.close())

async function send(client: TestClient, name: string, text = name): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([text]), name)
  const answer = await client.fetch('/api/file/Uploader/annex', { method: 'POST', body: form })
  const { data } = (await answer.json()) as { data: { fileId: string } }
  return data.fileId
}
const place = () => ({ modelId: makers, id })
const attach = (client: TestClient, fileId: string) =>
  client.envelope('recordFile.create', { ...place(), fileId })
const names = async (client: TestClient) =>
  (await client.call('recordFile.list', place())).list.map(({ file }) => file.name)
const mayPreview = async (client: TestClient, fileId: string) =>
  (await client.envelope('file.preview', { fileId } as never)).code === 200

it('are seen, shown and told in the history to all who may read the record', async () => {
  const fileId = await send(li, '合同.txt')
  expect(await mayPreview(zhao, fileId)).toBe(false)
  expect(await attach(li, fileId)).toMatchObject({
    code: 200,
    data: { file: { name: '合同.txt', fileId, fileSize: expect.any(Number) }, mayDelete: 1 },
  })
  expect((await zhao.call('recordFile.list', place())).list).toMatchObject([{ mayDelete: 0 }])
  expect(await mayPreview(zhao, fileId)).toBe(true)
  expect(await mayPreview(stranger, fileId)).toBe(false)
  const { list } = await zhao.call('onlineDevelopment.history', place() as never)
  expect(list[0]).toMatchObject({
    act: 'recordFile.create',
    fields: [{ label: '文件', before: '', after: '合同.txt' }],
  })
})

it('are closed to whoever may not read the record', async () => {
  const fileId = await send(stranger, '甲.txt')
  const own = await save(li, diaries)
  const mine = await send(zhao, '乙.txt')
  for (const call of ['recordFile.list', 'recordFile.create', 'recordFile.delete'] as const) {
    const more = { fileId, attachmentId: '1' }
    expect((await stranger.envelope(call, { ...place(), ...more } as never)).code, call).toBe(403)
    const theirs = { modelId: diaries, id: own, fileId: mine, attachmentId: '1' }
    expect((await zhao.envelope(call, theirs as never)).code, call).toBe(404)
  }
})

it('take no file of another’s, none that is not there, and each once', async () => {
  const fileId = await send(li, '甲.txt')
  expect(await attach(zhao, fileId)).toMatchObject({ code: 404 })
  for (const forged of ['none', "'; drop table file; --"])
    expect(await attach(li, forged)).toMatchObject({ code: 404 })
  const answers = await Promise.all(Array.from({ length: 4 }, () => attach(li, fileId)))
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200])
  expect(await names(li)).toEqual(['甲.txt'])
})

it('are taken off by who attached them or an administrator, and are nobody else’s then', async () => {
  const fileId = await send(li, '甲.txt')
  await attach(li, fileId)
  const [attached] = (await li.call('recordFile.list', place())).list
  const detach = (client: TestClient, record = id, attachmentId = attached?.id ?? '') =>
    client.envelope('recordFile.delete', { modelId: makers, id: record, attachmentId })
  expect(await detach(zhao)).toMatchObject({ code: 404 })
  expect(await detach(li, await save(admin, makers)), 'by another record').toMatchObject({ code: 404 })
  expect(await detach(li, id, 'x')).toMatchObject({ code: 404 })
  expect(await detach(admin)).toMatchObject({ code: 200 })
  expect(await names(li)).toEqual([])
  expect(await mayPreview(zhao, fileId)).toBe(false)
  const { list } = await li.call('onlineDevelopment.history', place() as never)
  expect(list.map(({ act }) => act)).toEqual(['recordFile.delete', 'recordFile.create', 'create'])
})

it('go with the record when it is deleted, and come back with it', async () => {
  const fileId = await send(li, '甲.txt')
  await attach(li, fileId)
  await admin.call('onlineDevelopment.delete', place() as never)
  expect((await li.envelope('recordFile.list', place())).code).toBe(404)
  expect(await mayPreview(zhao, fileId)).toBe(false)
  await server.sql('update record set deleted_at = null where id = $1', [id])
  expect(await names(zhao)).toEqual(['甲.txt'])
  expect(await mayPreview(zhao, fileId)).toBe(true)
})

it('are kept by the cleaning while they are attached', async () => {
  const [kept, loose] = [await send(li, '留.txt'), await send(li, '弃.txt')]
  await attach(li, kept)
  await server.sql(`update file set created_at = now() - interval '2 days'`)
  await server.server.services.files.clean()
  const rows = await server.sql<{ name: string }>('select name from file where name = any($1)', [
    ['留.txt', '弃.txt'],
  ])
  expect(rows.map(({ name }) => name)).toEqual(['留.txt'])
  expect(loose).not.toBe(kept)
})

it('are not more than are allowed', async () => {
  const first = await send(li, '甲.txt')
  await attach(li, first)
  // All others at once: sending a hundred takes longer than it tells.
  await server.sql(
    `insert into file (id, content_id, name, extension, kind, owner_id)
     select 'many-' || n, content_id, name, extension, kind, owner_id
     from file, generate_series(2, $1::int) n where file.id = $2`,
    [MOST_FILES, first.split('.')[0]],
  )
  await server.sql(
    `insert into record_file (model_id, record_id, file_id, user_id)
     select $1, $2, id, owner_id from file where id like 'many-%'`,
    [makers, id],
  )
  expect(await attach(li, await send(li, '多.txt'))).toMatchObject({
    code: 400,
    msg: '每条记录最多 100 个附件',
  })
  expect(await attach(li, first)).toMatchObject({ code: 200 })
})
