import { COMMENTS_PAGE } from '@services/contract/areas/lowcode/record-page'
import { CODE } from '@services/contract/envelope'
import { signIn } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { field, release, table } from '../online-development/specs/models'

interface Person {
  readonly id: string
  readonly client: TestClient
  readonly name: string
}

let server: TestServer
let admin: TestClient
/** Sees both models. */
let li: Person
/** Sees the suppliers alone, and of the orders nothing. */
let zhao: Person
/** Sees none of them. */
let stranger: Person
let suppliers: string
let orders: string
/** Of this everybody sees their own records only. */
let diaries: string
let id: string

const save = async (client: TestClient, modelId: string, data: object) =>
  (await client.call('onlineDevelopment.create', { modelId, data: JSON.stringify(data) } as never)).id

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const rows = await server.sql<{ account: string; real_name: string }>(
    'select account, real_name from user_account where password_hash is null order by account limit 3',
  )
  const people: Person[] = []
  for (const { account, real_name } of rows)
    people.push({ ...(await signIn(server, account)), name: real_name })
  ;[li, zhao, stranger] = people as [Person, Person, Person]
  suppliers = await release(admin, { enCode: 'maker', fields: [field('input', 'name')], columns: ['name'] })
  const relation = (name: string) =>
    field('relationForm', name, {}, { modelId: suppliers, relationField: 'name' })
  orders = await release(admin, {
    enCode: 'purchase',
    fields: [field('input', 'title'), relation('supplier'), table('lines', [relation('source')])],
    columns: ['title', 'supplier'],
  })
  diaries = await release(admin, {
    enCode: 'diary',
    fields: [field('input', 'name')],
    columns: ['name'],
    list: { useDataPermission: true },
  })
  const { rights } = server.server.services
  for (const [code, models, person] of [
    ['both', [suppliers, orders, diaries], li.id],
    ['one', [suppliers, diaries], zhao.id],
  ] as const) {
    await server.sql(`insert into role (id, full_name, en_code) values ($1, to_json($1::text)::text, $1)`, [
      code,
    ])
    await server.sql('insert into user_role (user_id, role_id) values ($1, $2)', [person, code])
    for (const model of models) await rights.grant(code, `model-${model}`, 'all')
  }
})
beforeEach(async () => {
  id = await save(admin, suppliers, { name: '石河子农资' })
})
afterAll(() => server.close())

const place = () => ({ modelId: suppliers, id })
const comment = (client: TestClient, text: string, mentions: string[] = []) =>
  client.call('recordComment.create', { ...place(), text, mentions })
const texts = async (client: TestClient, before?: string) =>
  (await client.call('recordComment.list', { ...place(), ...(before && { before }) })).list.map(
    (one) => one.text,
  )

describe('comments on a record', () => {
  it('are for all who may read it, as plain text, by whom and when', async () => {
    await comment(li.client, '  <b>发票</b>\u202e\r\n已到\u200b  ')
    const { list, total, hasMore } = await zhao.client.call('recordComment.list', place())
    expect({ total, hasMore }).toEqual({ total: 1, hasMore: false })
    expect(list).toMatchObject([
      { text: '<b>发票</b>\n已到', userId: li.id, userName: li.name, mayEdit: 0, mayDelete: 0 },
    ])
    expect((await li.client.call('recordComment.list', place())).list[0]).toMatchObject({
      ...{ mayEdit: 1, mayDelete: 1, changedAt: null },
    })
    for (const text of ['', ' \n', '\u200b', 'a'.repeat(2001)])
      expect(await li.client.envelope('recordComment.create', { ...place(), text })).toMatchObject({
        code: CODE.badRequest,
      })
  })

  it('are closed to whoever may not read the record, in each of the calls', async () => {
    const { id: commentId } = await comment(li.client, '甲')
    const calls = [
      ['recordComment.list', {}],
      ['recordComment.create', { text: '乙' }],
      ['recordComment.update', { commentId, text: '乙' }],
      ['recordComment.delete', { commentId }],
      ['recordComment.people', {}],
      ['recordPage.related', {}],
    ] as const
    const own = await save(li.client, diaries, { name: '李的' })
    for (const [call, more] of calls) {
      expect((await stranger.client.envelope(call, { ...place(), ...more } as never)).code, call).toBe(403)
      // Another's record, where everybody sees their own, is as good as none.
      for (const gone of [
        { modelId: diaries, id: own },
        { modelId: suppliers, id: 'none' },
      ])
        expect((await zhao.client.envelope(call, { ...gone, ...more } as never)).code, call).toBe(404)
    }
    expect(await texts(li.client)).toEqual(['甲'])
  })

  it('are changed by their writer for a while, and deleted by the writer or an administrator', async () => {
    const { id: commentId } = await comment(li.client, '甲')
    const change = (client: TestClient, text: string) =>
      client.envelope('recordComment.update', { ...place(), commentId, text })
    expect(await change(zhao.client, '改')).toMatchObject({ code: CODE.notFound })
    expect(await change(admin, '改')).toMatchObject({ code: CODE.notFound })
    expect(await change(li.client, '乙')).toMatchObject({
      code: CODE.ok,
      data: { text: '乙', changedAt: expect.any(Number) },
    })
    await server.sql(`update record_comment set created_at = now() - interval '16 minutes'`)
    expect(await change(li.client, '丙')).toMatchObject({
      code: CODE.badRequest,
      msg: '评论发表超过15分钟，不能再修改，可以删除后重新发表',
    })
    const remove = (client: TestClient, record = id) =>
      client.envelope('recordComment.delete', { modelId: suppliers, id: record, commentId })
    expect(await remove(zhao.client)).toMatchObject({ code: CODE.notFound })
    const other = await save(admin, suppliers, { name: '别处' })
    expect(await remove(li.client, other), 'by the address of another record').toMatchObject({ code: 404 })
    expect(await remove(admin)).toMatchObject({ code: CODE.ok })
    expect(await texts(li.client)).toEqual([])
    const audited = await server.sql<{ action: string }>(
      `select action from audit where target = '${suppliers}/${id}/comment/${commentId}' order by id`,
    )
    expect(audited.map(({ action }) => action)).toEqual([
      'recordComment.create',
      'recordComment.update',
      'recordComment.delete',
    ])
  })

  it('come by page', async () => {
    for (let count = 1; count <= COMMENTS_PAGE + 2; count++) await comment(li.client, `第${count}条`)
    const first = await li.client.call('recordComment.list', place())
    expect([first.list.length, first.total, first.hasMore]).toEqual([20, 22, true])
    const last = first.list.at(-1)?.id ?? ''
    expect(await texts(li.client, last)).toEqual(['第2条', '第1条'])
    expect(await texts(li.client, '1; drop table record')).toEqual([])
  })

  it('go with their record and come back with it', async () => {
    await comment(admin, '甲')
    await admin.call('onlineDevelopment.delete', place())
    expect((await admin.envelope('recordComment.list', place())).code).toBe(404)
    await admin.call('onlineDevelopment.restore', { modelId: suppliers, ids: [id] })
    expect(await texts(admin)).toEqual(['甲'])
  })

  it('are no part of the history of its values', async () => {
    await comment(li.client, '甲')
    const { list } = await admin.call('onlineDevelopment.history', place())
    expect(list.map(({ act }) => act)).toEqual(['create'])
  })
})

describe('somebody who is mentioned', () => {
  const messagesOf = (person: Person) =>
    server.sql<{ title: string; body_text: string; excerpt: string; release_user: string }>(
      `select title, body_text, excerpt, release_user from message
       join message_recipient on message_recipient.message_id = message.id where user_id = $1 and title like '%提到%'
       and body_text like '%' || $2 || '%'`,
      [person.id, id],
    )

  it('gets one message that leads to the record', async () => {
    const written = await comment(li.client, `@${zhao.name} 请看 <img>`, [zhao.id, li.id, zhao.id])
    expect(written.mentions.map((one) => one.id).toSorted()).toEqual([zhao.id, li.id].toSorted())
    expect(await messagesOf(zhao)).toEqual([
      {
        title: `${li.name}在maker的评论中提到了你`,
        body_text: `<p><a href="/model/maker/${id}">打开这条记录</a></p>`,
        excerpt: `@${zhao.name} 请看 <img>`,
        release_user: li.name,
      },
    ])
    expect(await messagesOf(li), 'nobody is told of what they wrote').toEqual([])
    const change = { ...place(), commentId: written.id, text: '改过', mentions: [zhao.id] }
    await li.client.call('recordComment.update', change)
    expect(await messagesOf(zhao), 'mentioned before').toHaveLength(1)
  })

  it('must be able to read the record', async () => {
    const refused = { code: CODE.badRequest, msg: '提到的人不能查看这条记录，请重新选择' }
    for (const mention of [stranger.id, 'nobody'])
      expect(
        await li.client.envelope('recordComment.create', { ...place(), text: '甲', mentions: [mention] }),
      ).toMatchObject(refused)
    const own = { modelId: diaries, id: await save(li.client, diaries, { name: '李的' }) }
    expect(
      await li.client.envelope('recordComment.create', { ...own, text: '甲', mentions: [zhao.id] }),
    ).toMatchObject(refused)
    expect(await texts(li.client)).toEqual([])
  })

  it('is chosen among those who may read it', async () => {
    const people = async (where: object, keyword = '') =>
      (await li.client.call('recordComment.people', { ...where, keyword } as never)).list.map((one) => one.id)
    expect(await people(place())).toEqual(expect.arrayContaining([li.id, zhao.id]))
    expect(await people(place(), stranger.name)).not.toContain(stranger.id)
    expect(await people(place(), zhao.name)).toContain(zhao.id)
    expect(await people(place(), zhao.name)).not.toContain(li.id)
    const own = { modelId: diaries, id: await save(li.client, diaries, { name: '李的' }) }
    expect(await people(own)).toContain(li.id)
    expect(await people(own)).not.toContain(zhao.id)
    await server.sql('update user_account set status = 0 where id = $1', [zhao.id])
    expect(await people(place(), zhao.name)).not.toContain(zhao.id)
    await server.sql('update user_account set status = 1 where id = $1', [zhao.id])
  })
})

describe('records that refer to a record', () => {
  const related = async (client: TestClient) => (await client.call('recordPage.related', place())).list

  it('are named by model with their number, through a field or a column of a sub-table', async () => {
    const other = await save(admin, suppliers, { name: '别家' })
    const first = await save(admin, orders, { title: '一', supplier: id })
    const second = await save(admin, orders, { title: '二', supplier: other, lines: [{ source: id }] })
    await save(admin, orders, { title: '三', supplier: other })
    const gone = await save(admin, orders, { title: '四', supplier: id })
    await admin.call('onlineDevelopment.delete', { modelId: orders, id: gone })
    expect(await related(li.client)).toEqual([
      {
        ...{ modelId: orders, enCode: 'purchase', fullName: 'purchase', fields: ['supplier', 'source'] },
        ...{ total: 2, capped: false },
        list: [
          { id: second, fullName: '二' },
          { id: first, fullName: '一' },
        ],
      },
    ])
    expect(await related(zhao.client), 'who does not see the orders').toEqual([])
  })

  it('are ten of a model at most, the newest', async () => {
    for (let count = 1; count <= 12; count++)
      await save(admin, orders, { title: `第${count}单`, supplier: id })
    const [found] = await related(admin)
    expect([found?.total, found?.list.length, found?.list[0]?.fullName]).toEqual([12, 10, '第12单'])
  })
})

describe('the history of a record', () => {
  it('comes by page', async () => {
    for (let version = 1; version <= 31; version++)
      await admin.call('onlineDevelopment.update', { ...place(), data: { name: `名${version}` }, version })
    const first = await admin.call('onlineDevelopment.history', place())
    expect([first.list.length, first.hasMore]).toEqual([30, true])
    const before = first.list.at(-1)?.id ?? ''
    const rest = await admin.call('onlineDevelopment.history', { ...place(), before })
    expect(rest.list.map(({ act, fields }) => [act, fields[0]?.after])).toEqual([
      ['update', '名1'],
      ['create', undefined],
    ])
    expect(rest.hasMore).toBe(false)
  })
})
