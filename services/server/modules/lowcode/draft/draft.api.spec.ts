import { jsonBytes } from '@runtime/json-size'
import { MOST_DRAFTS } from '@services/contract/areas/lowcode/record-draft'
import { CODE } from '@services/contract/envelope'
import { RECORD_LIMIT } from '@services/contract/limits'
import { signIn } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { field, release, table } from '../online-development/specs/models'

let server: TestServer
let admin: TestClient
/** May make and change records. */
let li: { id: string; client: TestClient }
/** May read them alone. */
let zhao: { id: string; client: TestClient }
/** Does not see the model. */
let stranger: TestClient
let modelId: string
let recordId: string
let made = 0
const newDraft = () => `draft-${++made}`

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const rows = await server.sql<{ account: string }>(
    'select account from user_account where password_hash is null order by account limit 3',
  )
  const [first = '', second = '', third = ''] = rows.map(({ account }) => account)
  li = await signIn(server, first)
  zhao = await signIn(server, second)
  stranger = (await signIn(server, third)).client
  const secret = (name: string) => field('input', name, {}, { showPassword: true })
  modelId = await release(admin, {
    enCode: 'drafted',
    fields: [
      field('input', 'name'),
      field('textarea', 'note'),
      secret('pin'),
      table('doors', [field('input', 'door'), secret('code')]),
    ],
    columns: ['name'],
    list: { useBtnPermission: true },
  })
  for (const [code, buttons, person] of [
    ['draft-writer', ['btn_add', 'btn_edit'], li.id],
    ['draft-reader', [], zhao.id],
  ] as const) {
    await server.sql(`insert into role (id, full_name, en_code) values ($1, to_json($1::text)::text, $1)`, [
      code,
    ])
    await server.sql('insert into user_role (user_id, role_id) values ($1, $2)', [person, code])
    await server.server.services.rights.grant(code, `model-${modelId}`, { buttons })
  }
  recordId = (await admin.call('onlineDevelopment.create', { modelId, data: { name: '一号井' } })).id
})
afterEach(() => server.sql('delete from record_draft'))
afterAll(() => server.close())

const draft = (more: object = {}) => ({
  ...{ modelId, id: newDraft(), recordId, values: JSON.stringify({ name: '二号井' }) },
  ...{ bases: JSON.stringify({ name: 'mark' }), revision: 1 },
  ...more,
})
const save = (client: TestClient, more: object = {}) => client.envelope('recordDraft.save', draft(more))
const drafts = async (client: TestClient, of: object = { recordId }) =>
  (await client.call('recordDraft.list', { modelId, ...of })).list

describe('drafts of records', () => {
  it('are kept for their person, per record, wherever they sign in', async () => {
    expect(await save(li.client)).toMatchObject({ code: CODE.ok })
    expect(await save(li.client, { recordId: undefined, values: { name: '新井' } })).toMatchObject({
      code: CODE.ok,
    })
    const [kept, ...rest] = await drafts(li.client)
    expect(rest).toEqual([])
    expect(kept).toMatchObject({ values: '{"name":"二号井"}', bases: '{"name":"mark"}', revision: 1 })
    expect(Math.abs(Date.now() - (kept?.changedAt ?? 0))).toBeLessThan(60_000)
    expect((await drafts(li.client, {})).map(({ values }) => values)).toEqual(['{"name":"新井"}'])
    expect(await drafts(admin)).toEqual([])
  })

  it('of another person are neither seen, changed nor forgotten', async () => {
    const id = newDraft()
    await save(li.client, { id })
    expect(await save(admin, { id, revision: 9 })).toMatchObject({ code: CODE.notFound })
    await admin.call('recordDraft.delete', { id })
    expect(await drafts(li.client)).toHaveLength(1)
    // One's own id is no way from one record to another either.
    expect(await save(li.client, { id, recordId: undefined, revision: 9 })).toMatchObject({
      code: CODE.notFound,
    })
    await li.client.call('recordDraft.delete', { id })
    await li.client.call('recordDraft.delete', { id })
    expect(await drafts(li.client)).toEqual([])
  })

  it('are of those who may save the form', async () => {
    for (const client of [zhao.client, stranger])
      for (const more of [{}, { recordId: undefined }])
        expect(await save(client, more)).toMatchObject({ code: CODE.forbidden })
    expect(await stranger.envelope('recordDraft.list', { modelId })).toMatchObject({ code: CODE.forbidden })
    expect(await save(li.client, { modelId: 'nowhere' })).toMatchObject({ code: CODE.notFound })
    expect(await save(li.client, { recordId: 'nowhere' })).toMatchObject({ code: CODE.notFound })
  })

  it('leave secrets out, in rows too, and what the form does not have', async () => {
    const values = {
      ...{ name: '甲', pin: 'tamarisk', gone: 1, __proto__x: 1 },
      doors: [{ id: 'row', door: '东', code: 'tamarisk' }],
    }
    await save(li.client, { values, bases: { name: 'a', pin: 'b', note: 'c' } })
    const [kept] = await server.sql<{ content: object; bases: object }>(
      'select content, bases from record_draft',
    )
    expect(kept).toEqual({
      content: { name: '甲', doors: [{ id: 'row', door: '东' }] },
      bases: { name: 'a' },
    })
  })

  it('lose the fields that a later version of the model has lost', async () => {
    const other = await release(admin, {
      enCode: 'redrafted',
      fields: [field('input', 'name'), field('input', 'old')],
      columns: ['name'],
    })
    await save(admin, { modelId: other, recordId: undefined, values: { name: '甲', old: '乙' } })
    const { draftVersion: _draft, ...detail } = await admin.call('visualDevelopment.info', { id: other })
    const formData = JSON.stringify({ fields: [field('input', 'name')] })
    await admin.call('visualDevelopment.update', { ...detail, id: other, formData } as never)
    await admin.call('visualDevelopment.release', { id: other, pc: 1, pcModuleParentId: 'business' })
    const { list } = await admin.call('recordDraft.list', { modelId: other })
    expect(list.map(({ values }) => values)).toEqual(['{"name":"甲"}'])
  })

  it('take a megabyte of values and no more', async () => {
    const frame = jsonBytes({ note: '' })
    const values = (bytes: number) => JSON.stringify({ note: 'a'.repeat(bytes - frame) })
    expect(await save(li.client, { values: values(RECORD_LIMIT) })).toMatchObject({ code: CODE.ok })
    expect(await save(li.client, { values: values(RECORD_LIMIT + 1) })).toMatchObject({
      code: CODE.badRequest,
    })
    for (const wrong of ['', 'null', '[]', '{', '"text"'])
      expect(await save(li.client, { values: wrong })).toMatchObject({ code: CODE.badRequest })
    expect(await drafts(li.client)).toHaveLength(1)
  })

  it('are not set back by what comes late', async () => {
    const id = newDraft()
    await save(li.client, { id, revision: 2, values: { name: '新' } })
    expect(await save(li.client, { id, revision: 1, values: { name: '旧' } })).toMatchObject({
      code: CODE.ok,
    })
    expect((await drafts(li.client)).map(({ values }) => values)).toEqual(['{"name":"新"}'])
    await Promise.all(
      [3, 5, 4].map((revision) => save(li.client, { id, revision, values: { name: `${revision}` } })),
    )
    expect((await drafts(li.client)).map(({ values }) => values)).toEqual(['{"name":"5"}'])
  })

  it('are so many a person and no more, the newest ones; nobody else’s go for them', async () => {
    await save(admin)
    await server.sql(
      `insert into record_draft (id, owner_id, model_id, record_id, content, bases, revision, changed_at)
       select 'many-' || n, $1, $2, '', '{}', '{}', 1, now() - make_interval(mins => n)
       from generate_series(1, 1000) n`,
      [li.id, modelId],
    )
    await save(li.client)
    const left = await drafts(li.client, {})
    expect(left).toHaveLength(MOST_DRAFTS - 1)
    expect(left[0]?.id).toBe('many-1')
    expect(await drafts(li.client)).toHaveLength(1)
    expect(await drafts(admin)).toHaveLength(1)
  })

  it('are gone a month after their last change', async () => {
    await save(li.client)
    await server.sql(`update record_draft set changed_at = now() - interval '31 days'`)
    expect(await drafts(li.client)).toEqual([])
  })

  it('of a record that is gone are not told of', async () => {
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: { name: '三号井' } })
    await save(li.client, { recordId: id })
    await admin.call('onlineDevelopment.delete', { modelId, id })
    expect(await li.client.envelope('recordDraft.list', { modelId, recordId: id })).toMatchObject({
      code: CODE.notFound,
    })
    expect(await save(li.client, { recordId: id })).toMatchObject({ code: CODE.notFound })
  })
})
