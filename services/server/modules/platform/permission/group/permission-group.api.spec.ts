import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
let deputy: TestClient
let personId: string
let person: TestClient

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const made = await personOf(server, 'group-person')
  personId = made.id
  person = made.client
  deputy = (await personOf(server, 'group-deputy')).client
  const { rights } = server.server.services
  await server.sql(
    `insert into role (id, en_code, full_name) values ('group-deputy', 'group-deputy', '"副手"')`,
  )
  await server.sql(
    `insert into user_role select id, 'group-deputy' from user_account where account = 'group-deputy'`,
  )
  await rights.grant('group-deputy', 'permission.authorize', 'all')
  await rights.grant('group-deputy', 'home')
})
afterAll(() => server.close())

let made = 0
const make = async (grants: readonly (readonly [string, string, string])[] = [], members: string[] = []) => {
  const name = `组${++made}`
  const { id } = await admin.call('permissionGroup.create', { fullName: name, enCode: `g${made}` })
  for (const [kind, menu, code] of grants)
    await server.sql('insert into permission_grant values ($1, $2, $3, $4)', [id, kind, menu, code])
  if (members.length > 0) await admin.call('permissionGroup.setMembers', { id, ids: members })
  return id
}
const HOME = [
  ['system', 'main', ''],
  ['menu', 'home', ''],
] as const
const DICTIONARY = [
  ['system', 'main', ''],
  ['menu', 'system.dictionary', ''],
] as const

describe('permission groups', () => {
  it('are made, listed, changed and deleted, each in the audit', async () => {
    const id = await make()
    const { list } = await admin.call('permissionGroup.list', { keyword: `组${made}` })
    expect(list).toMatchObject([{ id, enCode: `g${made}`, memberCount: 0, enabledMark: 1, version: 1 }])
    await admin.call('permissionGroup.update', {
      id,
      fullName: '值班',
      enCode: 'duty',
      sortCode: 7,
      version: 1,
    })
    expect(await admin.call('permissionGroup.read', { id })).toMatchObject({
      ...{ fullName: '值班', enCode: 'duty', sortCode: 7, version: 2 },
    })
    expect((await admin.call('permissionGroup.selector', { keyword: '值班' })).list).toEqual([
      { id, fullName: '值班', enCode: 'duty' },
    ])
    await admin.call('permissionGroup.delete', { id })
    expect(await admin.envelope('permissionGroup.read', { id })).toMatchObject({ code: 404 })
    expect(
      await server.sql(
        `select action, before ->> 'fullName' as before, after ->> 'fullName' as after from audit
         where target = $1 order by id`,
        [id],
      ),
    ).toEqual([
      { action: 'permissionGroup.create', before: null, after: `组${made}` },
      { action: 'permissionGroup.update', before: `组${made}`, after: '值班' },
      { action: 'permissionGroup.delete', before: '值班', after: null },
    ])
  })

  it('have a name and a code of their own', async () => {
    await make()
    const again = { fullName: `组${made}`, enCode: 'other' }
    expect(await admin.envelope('permissionGroup.create', again)).toMatchObject({
      ...{ code: 400, msg: '名称已存在', data: { errors: [{ path: 'fullName' }] } },
    })
    expect(
      await admin.envelope('permissionGroup.create', { fullName: 'other', enCode: `g${made}` }),
    ).toMatchObject({ code: 400, msg: '编码已存在', data: { errors: [{ path: 'enCode' }] } })
  })

  it('refuse what was made from an older version, with what is stored', async () => {
    const id = await make()
    const change = { id, enCode: `g${made}`, version: 1 }
    await admin.call('permissionGroup.update', { ...change, fullName: '先到' })
    expect(await admin.envelope('permissionGroup.update', { ...change, fullName: '后到' })).toMatchObject({
      ...{ code: 409, data: { version: 2, data: { fullName: '先到' } } },
    })
    expect(
      await admin.envelope('permissionGroup.setMembers', { id, ids: [`${personId}--user`], version: 1 }),
    ).toMatchObject({ code: 409, data: { version: 2, data: { ids: [] } } })
  })

  it('give their members what they grant from the next call on, while they are enabled', async () => {
    const id = await make(DICTIONARY)
    const may = async () => (await person.envelope('dictionaryType.list')).code === 200
    expect(await may()).toBe(false)
    await admin.call('permissionGroup.setMembers', { id, ids: [`${personId}--user`] })
    expect(await may()).toBe(true)
    expect(await admin.call('permissionGroup.ofObject', { id: personId })).toMatchObject({
      ...{ type: 1, list: [{ id }] },
    })
    await admin.call('permissionGroup.setState', { id })
    expect(await may()).toBe(false)
    expect(await admin.call('permissionGroup.ofObject', { id: personId })).toEqual({ type: 0, list: [] })
    await admin.call('permissionGroup.setState', { id })
    expect(await may()).toBe(true)
    await admin.call('permissionGroup.setMembers', { id, ids: [] })
    expect(await may()).toBe(false)
  })

  it('are had by people, units, roles, positions and groups; units with all below them where it is said', async () => {
    const members = [
      ...['demo-drought--group', 'demo-farm--company', 'demo-office--department'],
      ...['demo-clerk--position', `${personId}--user`],
    ]
    const id = await make(HOME, members)
    const read = await admin.call('permissionGroup.members', { id })
    expect([...read.ids].sort()).toEqual([...members].sort())
    expect([read.below, read.list.length]).toEqual([0, members.length])
    await admin.call('permissionGroup.setMembers', { id, ids: members, below: 1 })
    expect(
      await server.sql(
        'select subject, bool_and(below) as below from permission_member where set_id = $1 group by 1 order by 1',
        [id],
      ),
    ).toEqual([
      { subject: 'group', below: false },
      { subject: 'organize', below: true },
      { subject: 'position', below: false },
      { subject: 'user', below: false },
    ])
    // What is not said stays.
    await admin.call('permissionGroup.setMembers', { id, ids: ['demo-farm--company'] })
    expect((await admin.call('permissionGroup.members', { id })).below).toBe(1)
    expect(
      await admin.call('permissionGroup.ofObject', { id: 'demo-farm', objectType: 'Organize' }),
    ).toMatchObject({ list: [{ id }] })
    expect(await admin.envelope('permissionGroup.setMembers', { id, ids: ['nobody--user'] })).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'ids', message: '有成员已被删除，请重新选择' }] },
    })
  })

  it('are not deleted while they have members, who are named', async () => {
    const id = await make(
      [],
      ['demo-farm--company', 'demo-clerk--position', `${personId}--user`, 'demo-drought--group'],
    )
    const { code, msg } = await admin.envelope('permissionGroup.delete', { id })
    expect(code).toBe(400)
    expect(msg).toMatch(/^该权限组还有 4 个成员（.+、.+、.+、.+），请先移出成员$/)
  })

  it('are copied with what they grant, disabled and without members', async () => {
    const id = await make(HOME, [`${personId}--user`])
    const copy = await admin.call('permissionGroup.copy', { id })
    const again = await admin.call('permissionGroup.copy', { id })
    expect(again.id).not.toBe(copy.id)
    expect(await admin.call('permissionGroup.read', copy)).toMatchObject({ enabledMark: 0 })
    expect((await admin.call('permissionGroup.members', copy)).ids).toEqual([])
    expect(
      await server.sql('select kind, menu_id from permission_grant where set_id = $1 order by kind', [
        copy.id,
      ]),
    ).toEqual([
      { kind: 'menu', menu_id: 'home' },
      { kind: 'system', menu_id: 'main' },
    ])
  })

  it('speak of everything for administrators', async () => {
    const { userInfo } = await admin.call('session.currentUser')
    expect(await admin.call('permissionGroup.ofObject', { id: userInfo.userId })).toEqual({
      type: 2,
      list: [],
    })
  })
})

describe('somebody who may not everything', () => {
  it('gives nobody by a membership, a state or a copy what they have not themselves', async () => {
    const own = await make(HOME)
    const more = await make(DICTIONARY)
    const disabled = await make(DICTIONARY, [`${personId}--user`])
    await server.sql('update permission_set set enabled_mark = 0 where id = $1', [disabled])
    const ids = [`${personId}--user`]
    expect(await deputy.envelope('permissionGroup.setMembers', { id: own, ids })).toMatchObject({ code: 200 })
    for (const answer of [
      await deputy.envelope('permissionGroup.setMembers', { id: more, ids }),
      await deputy.envelope('permissionGroup.setState', { id: disabled }),
      await deputy.envelope('permissionGroup.copy', { id: more }),
    ])
      expect(answer).toMatchObject({ code: 403, msg: '不能授予自己没有的权限' })
    expect(await deputy.envelope('permissionGroup.copy', { id: own })).toMatchObject({ code: 200 })
    expect((await person.envelope('dictionaryType.list')).code).toBe(403)
  })
})
