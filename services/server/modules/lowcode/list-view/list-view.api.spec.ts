import {
  MOST_SHARED_VIEWS,
  MOST_VIEWS,
  SHARE_VIEW,
  VIEW_LIMIT,
  VIEW_TAG,
} from '@services/contract/areas/lowcode/list-view'
import { CODE } from '@services/contract/envelope'
import { type Browser, openBrowser, signIn } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { field, release } from '../online-development/specs/models'

let server: TestServer
let admin: TestClient
/** Sees the list and may share. */
let li: { id: string; client: TestClient }
/** Sees the list. */
let zhao: { id: string; client: TestClient }
/** Does not see it. */
let stranger: TestClient
let menu: string
const browsers: Browser[] = []

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
  menu = `model-${await release(admin, {
    enCode: 'viewed',
    fields: [field('input', 'name')],
    columns: ['name'],
    list: { useBtnPermission: true },
  })}`
  const { rights } = server.server.services
  for (const [code, buttons, person] of [
    ['view-sharer', [SHARE_VIEW], li.id],
    ['view-reader', [], zhao.id],
  ] as const) {
    await server.sql(`insert into role (id, full_name, en_code) values ($1, to_json($1::text)::text, $1)`, [
      code,
    ])
    await server.sql('insert into user_role (user_id, role_id) values ($1, $2)', [person, code])
    await rights.grant(code, menu, { buttons })
  }
})
afterEach(async () => {
  for (const browser of browsers.splice(0)) browser.close()
  await server.sql('delete from list_view')
})
afterAll(() => server.close())

const content = {
  columns: [
    { prop: 'name', columnVisible: true, width: 240, fixed: 'left' as const },
    { prop: 'depth', columnVisible: false },
  ],
  search: { name: '泵' },
  sidx: 'name',
  sort: 'desc',
  pageSize: 50,
}
const place = () => ({ menu, list: 'records' })
const save = (client: TestClient, fullName: string, more: object = {}) =>
  client.call('listView.create', { ...place(), fullName, content, ...more })
const views = async (client: TestClient) => (await client.call('listView.list', place())).list
const names = async (client: TestClient) => (await views(client)).map(({ fullName }) => fullName)

describe('views of a list', () => {
  it('keep what a person set, for that person alone', async () => {
    const { id } = await save(li.client, '  本周的泵 ')
    expect(await views(li.client)).toEqual([
      {
        ...{ id, fullName: '本周的泵', content, version: 0, creatorUser: expect.any(String) },
        ...{ isShared: 0, isDefault: 0, isOwn: 1, mayEdit: 1 },
      },
    ])
    expect(await views(zhao.client)).toEqual([])
    expect(await views(admin)).toEqual([])
    expect((await li.client.call('listView.list', { menu, list: 'another' })).list).toEqual([])
  })

  it('are of those who see the menu entry, by its id or its code', async () => {
    await save(li.client, '甲')
    expect(await stranger.envelope('listView.list', place())).toMatchObject({ code: CODE.forbidden })
    expect(await stranger.envelope('listView.create', { ...place(), fullName: '乙', content })).toMatchObject(
      { code: CODE.forbidden },
    )
    expect(await li.client.envelope('listView.list', { menu: 'nowhere', list: '' })).toMatchObject({
      code: CODE.forbidden,
    })
    expect((await li.client.call('listView.list', { menu: 'viewed', list: 'records' })).list).toHaveLength(1)
  })

  it('are seen by everybody there once shared, by whom the entry’s button lets share', async () => {
    expect((await li.client.call('listView.list', place())).mayShare).toBe(1)
    expect((await zhao.client.call('listView.list', place())).mayShare).toBe(0)
    const refused = await zhao.client.envelope('listView.create', {
      ...{ ...place(), fullName: '大家的', content, isShared: 1 },
    })
    expect(refused).toMatchObject({ code: CODE.forbidden, msg: expect.stringContaining('共享视图') })
    const { id: own } = await save(zhao.client, '我的')
    expect(await zhao.client.envelope('listView.update', { id: own, isShared: 1, version: 0 })).toMatchObject(
      { code: CODE.forbidden },
    )
    const { id } = await save(li.client, '大家的', { isShared: 1 })
    expect(await names(zhao.client)).toEqual(['我的', '大家的'])
    expect((await views(zhao.client))[1]).toMatchObject({ isShared: 1, isOwn: 0, mayEdit: 0 })
    for (const call of ['listView.update', 'listView.delete'] as const)
      expect(await zhao.client.envelope(call, { id, version: 0, fullName: '改' })).toMatchObject({
        code: CODE.forbidden,
      })
    // Whoever may share tidies what others have shared, and only that.
    await admin.call('listView.update', { id, fullName: '公用', version: 0 })
    expect(await names(zhao.client)).toEqual(['我的', '公用'])
    expect(await admin.envelope('listView.delete', { id: own })).toMatchObject({ code: CODE.notFound })
  })

  it('may be taken back by who has lost the right to share', async () => {
    const { id } = await save(li.client, '大家的', { isShared: 1 })
    await server.sql(`delete from permission_grant where set_id = 'role-view-sharer' and kind = 'button'`)
    await li.client.call('listView.update', { id, fullName: '还是大家的', version: 0 })
    await li.client.call('listView.update', { id, isShared: 0, version: 1 })
    expect(await names(zhao.client)).toEqual([])
    expect(await li.client.envelope('listView.update', { id, isShared: 1, version: 2 })).toMatchObject({
      code: CODE.forbidden,
    })
    await server.server.services.rights.grant('view-sharer', menu, { buttons: [SHARE_VIEW] })
  })

  it('have one name a person, also for two who save at once', async () => {
    const both = await Promise.all(
      [1, 2].map(() => li.client.envelope('listView.create', { ...place(), fullName: '同名', content })),
    )
    expect(both.map(({ code }) => code).toSorted()).toEqual([CODE.ok, CODE.badRequest])
    expect(both.find(({ code }) => code !== CODE.ok)).toMatchObject({
      msg: '已有同名的视图',
      data: { errors: [{ path: 'fullName', message: '已有同名的视图' }] },
    })
    // Another person’s name is free, shared or not.
    await save(zhao.client, '同名')
    const { id } = await save(li.client, '另一个')
    expect(await li.client.envelope('listView.update', { id, fullName: '同名', version: 0 })).toMatchObject({
      code: CODE.badRequest,
    })
  })

  it('of two who change one the second is told', async () => {
    const { id } = await save(li.client, '大家的', { isShared: 1 })
    const answers = await Promise.all(
      [li.client, admin].map((client) =>
        client.envelope('listView.update', { id, content: { pageSize: 10 }, version: 0 }),
      ),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([CODE.ok, CODE.conflict])
    expect((await views(li.client))[0]).toMatchObject({ content: { pageSize: 10 }, version: 1 })
  })

  it('one of them opens the list, for each person their own', async () => {
    const { id } = await save(li.client, '大家的', { isShared: 1, isDefault: 1 })
    const own = await save(zhao.client, '我的')
    const opened = async (client: TestClient) =>
      (await views(client)).filter(({ isDefault }) => isDefault === 1).map(({ fullName }) => fullName)
    expect(await opened(li.client)).toEqual(['大家的'])
    expect(await opened(zhao.client)).toEqual([])
    await zhao.client.call('listView.setDefault', { ...place(), id })
    await zhao.client.call('listView.setDefault', { ...place(), id: own.id })
    expect(await opened(zhao.client)).toEqual(['我的'])
    await zhao.client.call('listView.setDefault', { ...place(), id: null })
    expect(await opened(zhao.client)).toEqual([])
    // Neither one that is not theirs nor one of another list.
    expect(await li.client.envelope('listView.setDefault', { ...place(), id: own.id })).toMatchObject({
      code: CODE.notFound,
    })
    expect(await li.client.envelope('listView.setDefault', { menu, list: 'another', id })).toMatchObject({
      code: CODE.notFound,
    })
    await li.client.call('listView.delete', { id })
    expect(await opened(li.client)).toEqual([])
  })

  it('are so many a person and list and no more, also for two who save at once', async () => {
    await server.sql(
      `insert into list_view (id, menu_id, list, owner_id, full_name, content)
       select 'full-' || n, $1, 'records', $2, 'view ' || n, '{}' from generate_series(1, $3::int) n`,
      [menu, li.id, MOST_VIEWS - 1],
    )
    const both = await Promise.all(
      ['甲', '乙'].map((fullName) =>
        li.client.envelope('listView.create', { ...place(), fullName, content }),
      ),
    )
    expect(both.map(({ code }) => code).toSorted()).toEqual([CODE.ok, CODE.badRequest])
    await save(zhao.client, '别人的不算')
    await server.sql(`update list_view set is_shared = true`)
    await server.sql(`delete from list_view where full_name like 'view 1%'`)
    await server.sql(
      `insert into list_view (id, menu_id, list, owner_id, full_name, content, is_shared)
       select 'shared-' || n, $1, 'records', $2, 'shared ' || n, '{}', true from generate_series(1, $3::int) n`,
      [menu, zhao.id, MOST_SHARED_VIEWS],
    )
    expect(
      await li.client.envelope('listView.create', { ...place(), fullName: '丙', content, isShared: 1 }),
    ).toMatchObject({ code: CODE.badRequest, msg: `一个列表最多共享 ${MOST_SHARED_VIEWS} 个视图` })
  })

  it.each([
    ['nothing as a name', { fullName: '' }],
    ['blanks as a name', { fullName: '   ' }],
    ['a long name', { fullName: '长'.repeat(51) }],
    ['a member of its own', { content: { rows: [] } }],
    ['a search that is none', { content: { search: 'name' } }],
    ['too many rows a page', { content: { pageSize: 10_001 } }],
    ['more than it may hold', { content: { search: { name: 'a'.repeat(VIEW_LIMIT) } } }],
    ['a column of another shape', { content: { columns: ['name'] } }],
    ['a width that is none', { content: { columns: [{ prop: 'name', columnVisible: true, width: 0 }] } }],
    ['an edge that is none', { content: { columns: [{ prop: 'name', columnVisible: true, fixed: 'top' }] } }],
  ])('are refused with %s', async (_what, wrong) => {
    expect(
      await li.client.envelope('listView.create', { ...place(), fullName: '甲', content, ...wrong }),
    ).toMatchObject({ code: CODE.badRequest })
    expect(await views(li.client)).toEqual([])
  })

  it('go with their menu entry and their owner', async () => {
    await server.sql(
      `insert into menu (id, en_code, full_name, type, source) values ('gone', 'gone', '{"text":"x"}', 2, 'model')`,
    )
    await admin.call('listView.create', { menu: 'gone', list: '', fullName: '甲', content, isDefault: 1 })
    await server.sql(`delete from menu where id = 'gone'`)
    expect(await server.sql('select 1 from list_view')).toEqual([])
    expect(await server.sql('select 1 from list_view_default')).toEqual([])
  })

  it('are asked for again by everybody who is there when one changes', async () => {
    const browser = openBrowser(server.url, zhao.client.token, ['changed'])
    browsers.push(browser)
    await browser.ready()
    await save(li.client, '大家的', { isShared: 1 })
    await expect
      .poll(() => browser.frames.flatMap(({ tags }) => (tags as readonly string[] | undefined) ?? []))
      .toContain(VIEW_TAG)
  })
})
