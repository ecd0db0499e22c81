import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
const ids = new Map<string, string>()
const idOf = (account: string) => ids.get(account) ?? ''
const clients = new Map<string, TestClient>()

const OFFICE = { objectType: 'Organize', id: 'demo-office' } as const
const FINANCE = { objectType: 'Organize', id: 'demo-finance' } as const
const CASHIER = { objectType: 'Position', id: 'demo-cashier' } as const
const ROLE = { objectType: 'Role', id: 'member-role' } as const
const BOUND = { objectType: 'Role', id: 'member-bound' } as const
const GROUP = { objectType: 'Group', id: 'demo-drought' } as const

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  for (const account of ['member-one', 'member-two', 'member-three', 'member-deputy']) {
    const { id, client } = await personOf(server, account)
    ids.set(account, id)
    clients.set(account, client)
    await server.sql(`insert into user_organize (user_id, organize_id, sort) values ($1, 'demo-office', 0)`, [
      id,
    ])
  }
  for (const [id, isGlobal] of [
    ['member-role', true],
    ['member-bound', false],
    ['member-deputy', true],
  ])
    await server.sql('insert into role (id, en_code, full_name, is_global) values ($1, $1, $2, $3)', [
      ...[id, `"${id}"`, isGlobal],
    ])
  await server.sql(`insert into role_organize values ('member-bound', 'demo-finance')`)
  const { rights } = server.server.services
  await rights.grant('member-role', 'system.dictionary', 'all')
  await rights.grant('member-deputy', 'permission.group', { buttons: ['btn_member'] })
  await server.sql(`insert into user_role values ($1, 'member-deputy')`, [idOf('member-deputy')])
})
afterAll(() => server.close())

const accounts = async (target: object) =>
  (await admin.call('member.list', { ...target, keyword: 'member-', pageSize: 100 } as never)).list.map(
    ({ account }) => account,
  )
const placesOf = async (account: string) =>
  (await admin.call('users.read', { id: idOf(account) })).organizeIds
const refusalOf = async (name: 'member.add' | 'member.remove', target: object, account: string) => {
  const answer = await admin.envelope(name, { ...target, userIds: [idOf(account)] } as never)
  return [answer.code, answer.msg]
}

describe('members', () => {
  it('are listed by page and keyword: of a unit those in it itself', async () => {
    const { list, pagination } = await admin.call('member.list', { ...OFFICE, pageSize: 3 })
    expect(list).toHaveLength(3)
    expect(pagination.total).toBeGreaterThan(10)
    expect(await accounts(OFFICE)).toEqual(['member-deputy', 'member-one', 'member-three', 'member-two'])
    expect((await admin.call('member.list', { ...OFFICE, keyword: 'member-one' })).list).toEqual([
      {
        ...{ id: idOf('member-one'), account: 'member-one', realName: 'member-one', mobilePhone: '' },
        ...{ organize: '绿源农业集团/综合管理部', enabledMark: 1 },
      },
    ])
    expect(await accounts({ objectType: 'Organize', id: 'demo-group' })).toEqual([])
    expect(await admin.envelope('member.list', { ...GROUP, id: 'nothing' })).toMatchObject({ code: 404 })
  })

  it('are added once and taken out, and both can be undone to what it was', async () => {
    const userIds = [idOf('member-one'), idOf('member-two')]
    const first = await admin.call('member.add', { ...FINANCE, userIds: [idOf('member-one')] })
    expect(first).toEqual({ userIds: [idOf('member-one')], sorts: [1] })
    // Who is in it already is not among those whom an undo takes out.
    expect((await admin.call('member.add', { ...FINANCE, userIds })).userIds).toEqual([idOf('member-two')])
    const taken = await admin.call('member.remove', { ...OFFICE, userIds: [idOf('member-one')] })
    expect(taken).toEqual({ userIds: [idOf('member-one')], sorts: [0] })
    expect(await placesOf('member-one')).toEqual(['demo-finance'])
    await admin.call('member.add', { ...OFFICE, ...taken })
    // The current unit is the current one again.
    expect(await placesOf('member-one')).toEqual(['demo-office', 'demo-finance'])
    await admin.call('member.remove', { ...FINANCE, userIds })
    expect([await placesOf('member-one'), await placesOf('member-two')]).toEqual([
      ['demo-office'],
      ['demo-office'],
    ])
    expect((await admin.call('member.remove', { ...FINANCE, userIds })).userIds).toEqual([])
  })

  it('of a role have its rights from the next call on', async () => {
    const person = clients.get('member-one') as TestClient
    const may = async () => (await person.envelope('dictionaryType.list')).code === 200
    const one = { ...ROLE, userIds: [idOf('member-one')] }
    await server.server.services.rights.grant('member-role', 'system.dictionary', 'all')
    expect(await may()).toBe(false)
    await admin.call('member.add', one)
    expect(await may()).toBe(true)
    await admin.call('member.remove', one)
    expect(await may()).toBe(false)
  })

  it('are refused by name: the last unit, positions and roles of other units', async () => {
    expect(await refusalOf('member.remove', OFFICE, 'member-one')).toEqual([
      400,
      'member-one 只属于该组织，请先将其加入其他组织',
    ])
    expect(await refusalOf('member.add', CASHIER, 'member-one')).toEqual([
      400,
      'member-one 不属于该岗位所在的组织，请先将其加入该组织',
    ])
    expect(await refusalOf('member.add', BOUND, 'member-one')).toEqual([
      400,
      'member-one 不属于该角色绑定的组织，请先将其加入这些组织',
    ])
    await admin.call('member.add', { ...FINANCE, userIds: [idOf('member-one')] })
    await admin.call('member.add', { ...CASHIER, userIds: [idOf('member-one')] })
    await admin.call('member.add', { ...BOUND, userIds: [idOf('member-one')] })
    expect(await refusalOf('member.remove', FINANCE, 'member-one')).toEqual([
      400,
      'member-one 在该组织还担任岗位，请先移出岗位',
    ])
    await admin.call('member.remove', { ...CASHIER, userIds: [idOf('member-one')] })
    expect(await refusalOf('member.remove', FINANCE, 'member-one')).toEqual([
      400,
      'member-one 还拥有绑定到该组织的角色，请先移出角色',
    ])
    await admin.call('member.remove', { ...BOUND, userIds: [idOf('member-one')] })
    await admin.call('member.remove', { ...FINANCE, userIds: [idOf('member-one')] })
    // All of them or nobody.
    const both = { ...GROUP, userIds: [idOf('member-one'), 'nobody'] }
    expect(await admin.envelope('member.add', both)).toMatchObject({
      ...{ code: 400, data: { errors: [{ path: 'userIds', message: '用户不存在，可能已被删除' }] } },
    })
    expect(await accounts(GROUP)).toEqual([])
    expect(await admin.envelope('member.add', { ...GROUP, userIds: [] })).toMatchObject({ code: 400 })
  })

  it('stay whole where two change them at once, and nobody loses every unit by it', async () => {
    const three = { userIds: [idOf('member-three')] }
    await admin.call('member.add', { ...FINANCE, ...three })
    const left = await Promise.all([
      admin.envelope('member.remove', { ...OFFICE, ...three }),
      admin.envelope('member.remove', { ...FINANCE, ...three }),
    ])
    expect(left.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await placesOf('member-three')).toHaveLength(1)
    await Promise.all([1, 2, 3].map(() => admin.call('member.add', { ...GROUP, ...three })))
    expect(await accounts(GROUP)).toEqual(['member-three'])
  })

  it('are changed by who manages that kind of thing, and stand in the audit by name', async () => {
    const deputy = clients.get('member-deputy') as TestClient
    const userIds = [idOf('member-two')]
    expect(await deputy.envelope('member.add', { ...ROLE, userIds })).toMatchObject({ code: 403 })
    await deputy.call('member.add', { ...GROUP, userIds })
    const [line] = (await admin.call('log.list', { category: 3 })).list
    expect(line).toMatchObject({ moduleName: '添加成员' })
    const { changes } = await admin.call('log.read', { id: line?.id ?? '' })
    expect(changes).toEqual([{ label: '成员', before: '', after: 'member-two' }])
  })
})
