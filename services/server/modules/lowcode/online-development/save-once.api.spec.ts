import { newId } from '@runtime/id'
import { CODE } from '@services/contract/envelope'
import { SAVE_DAYS } from '@services/contract/limits'
import { signIn } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetOldSaves } from './save-once'
import { field, release } from './specs/models'

let server: TestServer
let admin: TestClient
/** May make and change records too. */
let li: { id: string; client: TestClient }
let modelId: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const [person] = await server.sql<{ account: string }>(
    'select account from user_account where password_hash is null order by account limit 1',
  )
  li = await signIn(server, person?.account ?? '')
  modelId = await release(admin, {
    enCode: 'once',
    fields: [field('input', 'name'), field('input', 'code', { unique: true })],
    columns: ['name'],
    list: { useBtnPermission: true },
  })
  await server.sql(`insert into role (id, full_name, en_code) values ('once', 'once', 'once')`)
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'once')`, [li.id])
  await server.server.services.rights.grant('once', `model-${modelId}`, { buttons: ['btn_add', 'btn_edit'] })
})
afterAll(() => server.close())

const create = (client: TestClient, saveId: string | undefined, name: string, more: object = {}) =>
  client.envelope('onlineDevelopment.create', {
    ...{ modelId, data: JSON.stringify({ name, ...more }) },
    ...(saveId !== undefined && { saveId }),
  })
const update = (client: TestClient, saveId: string, id: string, version: number, name: string) =>
  client.envelope('onlineDevelopment.update', {
    modelId,
    id,
    version,
    saveId,
    data: JSON.stringify({ name }),
  })
const countOf = async (name: string) =>
  (await server.sql(`select 1 from record where model_id = $1 and data->>'name' = $2`, [modelId, name]))
    .length
const made = async (name: string) => {
  const { id } = await admin.call('onlineDevelopment.create', { modelId, data: { name } })
  return id
}

describe('a save that has a name', () => {
  it('makes one record, however often it is sent, and is answered the same', async () => {
    const saveId = newId()
    const first = await create(admin, saveId, '一号')
    expect(first).toMatchObject({ code: CODE.ok, data: { version: 1 } })
    for (const _ of [2, 3])
      expect(await create(admin, saveId, '一号')).toMatchObject({ code: CODE.ok, data: first.data })
    expect(await countOf('一号')).toBe(1)
  })

  it('makes one record where it is sent many times at once', async () => {
    const saveId = newId()
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => create(admin, saveId, '同时', { code: 'A-1' })),
    )
    expect(new Set(answers.map(({ code, data }) => `${code} ${JSON.stringify(data)}`)).size).toBe(1)
    expect(answers[0]?.code).toBe(CODE.ok)
    expect(await countOf('同时')).toBe(1)
  })

  it('changes a record once, and is no conflict with itself', async () => {
    const id = await made('旧')
    const saveId = newId()
    const answers = await Promise.all(Array.from({ length: 8 }, () => update(admin, saveId, id, 1, '新')))
    for (const answer of answers) expect(answer).toMatchObject({ code: CODE.ok, data: { id, version: 2 } })
    // Somebody has changed it since: what is told is what the save came to, and nothing is set back.
    await update(admin, newId(), id, 2, '更新')
    expect(await update(admin, saveId, id, 1, '新')).toMatchObject({ data: { id, version: 2 } })
    const { data, version } = await admin.call('onlineDevelopment.read', { modelId, id })
    expect([JSON.parse(data)['name'], version]).toEqual(['更新', 3])
    const { list } = await admin.call('onlineDevelopment.history', { modelId, id })
    expect(list.map(({ act }) => act)).toEqual(['update', 'update', 'create'])
  })

  it('of another person is another save', async () => {
    const saveId = newId()
    await create(admin, saveId, '各自')
    expect(await create(li.client, saveId, '各自')).toMatchObject({ code: CODE.ok })
    expect(await countOf('各自')).toBe(2)
  })

  it('stands for nothing else: other values, another record, another act', async () => {
    const [saveId, id, other] = [newId(), await made('甲'), await made('乙')]
    expect(await update(admin, saveId, id, 1, '丙')).toMatchObject({ code: CODE.ok })
    for (const wrong of [
      await update(admin, saveId, id, 1, '丁'),
      await update(admin, saveId, id, 2, '丙'),
      await update(admin, saveId, other, 1, '丙'),
      await create(admin, saveId, '丙'),
    ])
      expect(wrong).toMatchObject({ code: CODE.badRequest, msg: '该保存编号已用于其他内容' })
    expect(await countOf('丙')).toBe(1)
    expect(await countOf('乙')).toBe(1)
  })

  it('that was refused has left nothing, and its name is free', async () => {
    const saveId = newId()
    await create(admin, undefined, '占', { code: 'B-1' })
    expect(await create(admin, saveId, '争', { code: 'B-1' })).toMatchObject({ code: CODE.badRequest })
    expect(await create(admin, saveId, '争', { code: 'B-2' })).toMatchObject({ code: CODE.ok })
    const id = await made('冲突')
    await update(admin, newId(), id, 1, '先')
    expect(await update(admin, saveId.replace(/^./, 'f'), id, 1, '后')).toMatchObject({ code: CODE.conflict })
    expect(await update(admin, saveId.replace(/^./, 'f'), id, 2, '后')).toMatchObject({ code: CODE.ok })
  })

  it('without the right is refused, sent again too', async () => {
    const saveId = newId()
    expect(await create(li.client, saveId, '有权')).toMatchObject({ code: CODE.ok })
    await server.sql(`delete from user_role where role_id = 'once'`)
    expect(await create(li.client, saveId, '有权')).toMatchObject({ code: CODE.forbidden })
    expect(await countOf('有权')).toBe(1)
  })

  it('is known for so many days, and a name has a length', async () => {
    const saveId = newId()
    await create(admin, saveId, '久')
    const age = (days: number) =>
      server.sql(`update record_save set saved_at = now() - make_interval(days => $1) where save_id = $2`, [
        days,
        saveId,
      ])
    await age(SAVE_DAYS - 1)
    await forgetOldSaves(server.server.db)
    await create(admin, saveId, '久')
    expect(await countOf('久')).toBe(1)
    await age(SAVE_DAYS)
    await forgetOldSaves(server.server.db)
    await create(admin, saveId, '久')
    expect(await countOf('久')).toBe(2)
    for (const wrong of ['', 'x'.repeat(65)])
      expect(await create(admin, wrong, '名')).toMatchObject({ code: CODE.badRequest })
  })
})
