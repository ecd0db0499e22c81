import type { Database } from '@services/server/database/schema'
import { field, release } from '@services/server/modules/lowcode/online-development/specs/models'
import { md5, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../demo/people/accounts'
import { seedDemoPeople } from '../../../demo/people/seed'

let server: TestServer
let admin: TestClient
let operator: TestClient
let adminId = ''
let operatorId = ''
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
  adminId = (await admin.call('session.currentUser')).userInfo.userId
  operatorId = (await operator.call('session.currentUser')).userInfo.userId
})
afterAll(() => server.close())

const idsOf = (nodes: readonly { readonly id: string }[]) => nodes.map(({ id }) => id)
const PATROL = 'demo-irrigation'

describe('the demo’s company', () => {
  it('has 300 people with believable names, accounts of their own and nobody who can sign in uninvited', async () => {
    const { pagination } = await admin.call('users.list', { pageSize: 1 })
    expect(pagination.total).toBe(300)
    const { list } = await admin.call('users.list', { pageSize: 300 })
    expect(new Set(list.map(({ account }) => account)).size).toBe(300)
    const made = list.filter(({ id }) => id.startsWith('demo-person-'))
    expect(made).toHaveLength(298)
    expect(new Set(made.map(({ realName }) => realName)).size).toBe(298)
    expect(made.every(({ realName }) => /^\p{Script=Han}{2,3}$/u.test(realName))).toBe(true)
    expect(new Set(made.map(({ mobilePhone }) => mobilePhone)).size).toBe(298)
    expect(made.every(({ mobilePhone }) => /^1[3-9]\d{9}$/.test(mobilePhone))).toBe(true)
    expect(made.every(({ organize, position }) => organize && position)).toBe(true)
    expect(
      made
        .filter(({ hasPassword }) => hasPassword)
        .map(({ account }) => account)
        .sort(),
    ).toEqual(DEMO_ACCOUNTS.map(({ account }) => account).sort())
    const { account } = made[7] ?? { account: '' }
    for (const password of [account, '123456', `${account}123`])
      expect(
        await server.stranger.envelope('session.login', { account, password: md5(password) }),
      ).toMatchObject({
        code: 400,
        msg: '账号或密码错误，请重新输入',
      })
  })

  it('is managed by one, through all levels, without a loop', async () => {
    const tops = await server.sql<{ id: string }>('select id from user_account where manager_id is null')
    expect(idsOf(tops)).toEqual(['demo-person-001'])
    const [reach] = await server.sql<{ count: number; depth: number }>(
      `with recursive below as (
         select id, 1 as depth from user_account where id = 'demo-person-001'
         union all select person.id, depth + 1 from user_account person join below on person.manager_id = below.id
       ) select count(*)::int as count, max(depth) as depth from below`,
    )
    expect(reach?.count).toBe(300)
    expect(reach?.depth).toBeGreaterThanOrEqual(4)
  })

  it('is made once: what is deleted stays deleted at the next start', async () => {
    const db = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: server.databaseUrl, max: 2 }) }),
    })
    await admin.call('users.delete', { id: 'demo-person-298' })
    await seedDemoPeople(db, server.server.services.rights)
    await db.destroy()
    expect(await admin.envelope('users.read', { id: 'demo-person-298' })).toMatchObject({ code: 404 })
  })
})

describe('the tree of people', () => {
  it('opens level by level: units, then the people who belong there', async () => {
    const { list: top } = await operator.call('users.imSelector', { id: '0' })
    expect(top).toMatchObject([{ id: 'demo-group', type: 'company', hasChildren: true, isLeaf: false }])
    const { list } = await operator.call('users.imSelector', { id: 'demo-farm' })
    expect(list.map(({ type }) => type)).toEqual([...Array(4).fill('department'), 'user', 'user'])
    expect(list.at(-1)).toMatchObject({
      parentId: 'demo-farm',
      isLeaf: true,
      organize: '绿源农业集团/绿源高标准农田示范区',
    })
    const own = await operator.call('users.imSelector', { id: PATROL })
    expect(idsOf(own.list)).toContain(operatorId)
    expect(own.pagination.total).toBe(own.list.length)
  })

  it('is searched page by page, by name or account', async () => {
    const first = await operator.call('users.imSelector', { keyword: '李', pageSize: 5 })
    expect(first.list).toHaveLength(5)
    expect(first.list.every(({ type, children }) => type === 'user' && children.length === 0)).toBe(true)
    const { total } = first.pagination
    const last = await operator.call('users.imSelector', {
      keyword: '李',
      pageSize: 5,
      currentPage: Math.ceil(total / 5),
    })
    expect(last.list).toHaveLength(total % 5 || 5)
    expect(idsOf(last.list)).not.toContain(first.list[0]?.id)
    const [person] = first.list
    const byAccount = await operator.call('users.imSelector', { keyword: person?.enCode.toUpperCase() })
    expect(idsOf(byAccount.list)).toContain(person?.id)
    expect((await operator.call('users.imSelector', { keyword: '没有这个人' })).list).toEqual([])
  })

  it('has 当前组织 and 我的下属 of whoever asks', async () => {
    const own = await operator.call('users.organization', {})
    expect(own.list.every(({ organizeIds }) => organizeIds.includes(PATROL))).toBe(true)
    expect(idsOf(own.list)).toContain(operatorId)
    expect(idsOf((await admin.call('users.organization', {})).list)).toContain(adminId)
    const farm = await operator.call('users.organization', { organizeId: 'demo-farm', pageSize: 20 })
    expect(farm.list).toHaveLength(20)
    expect(farm.pagination.total).toBeGreaterThan(own.pagination.total)
    const below = await operator.call('users.subordinates', { pageSize: 20 })
    expect(below.pagination.total).toBe(23)
    expect(below.list).toHaveLength(20)
    const { userInfo } = await operator.call('session.currentUser')
    expect(userInfo.subordinateIds).toEqual(expect.arrayContaining(idsOf(below.list)))
    const [one] = below.list
    const found = await operator.call('users.subordinates', { keyword: one?.fullName })
    expect(idsOf(found.list)).toContain(one?.id)
    expect((await admin.call('users.subordinates')).pagination.total).toBe(3)
  })

  it('gives whom a person manages through others too', async () => {
    await server.sql(`update user_account set manager_id = $1 where id = 'demo-person-001'`, [operatorId])
    expect((await operator.call('users.subordinates')).pagination.total).toBeGreaterThan(290)
    await server.sql(`update user_account set manager_id = null where id = 'demo-person-001'`)
  })

  it('gives everybody at once where that is asked for', async () => {
    const { list } = await operator.call('users.all')
    expect(list.length).toBe(299)
    const tree = await operator.call('users.selector', { keyword: '王小田' })
    expect(tree.list).toMatchObject([
      { children: [{ id: 'demo-farm', children: [{ id: PATROL, children: [{ id: operatorId }] }] }] },
    ])
    const contacts = await operator.call('users.imList', { pageSize: 300 })
    expect(contacts.pagination.total).toBe(298)
    expect(idsOf(contacts.list)).not.toContain(operatorId)
  })
})

describe('people who are restricted', () => {
  it('are those given, and the members of what is given, by page and keyword', async () => {
    const ids = ['demo-person-001', `${adminId}--user`, `${PATROL}--department`, 'nothing', 'x--nothing']
    const { list, pagination } = await operator.call('users.restricted', {
      ids,
      pagination: { pageSize: 20 },
    })
    expect(list).toHaveLength(20)
    expect(pagination.total).toBe((await operator.call('users.organization')).pagination.total + 2)
    const admins = await operator.call('users.restricted', { ids, pagination: { keyword: 'ADMIN' } })
    expect(idsOf(admins.list)).toEqual([adminId])
    expect((await operator.call('users.restricted', { ids: [] })).pagination.total).toBe(0)
    const total = async (id: string) =>
      (await operator.call('users.restricted', { ids: [id] })).pagination.total
    expect(await total('demo-buyer--position')).toBe(5)
    expect(await total('demo-drought--group')).toBe(13)
    expect(await total('demo-supply--department')).toBe(12)
    expect(await total('demo-group--company')).toBe(299)
  })

  it('are those who fit one of the conditions', async () => {
    const count = async (condition: Record<string, unknown>) =>
      (await operator.call('users.condition', { ...condition, pagination: { pageSize: 1 } })).pagination.total
    expect(await count({})).toBe(0)
    expect(await count({ departIds: [['demo-group', 'demo-farm', 'demo-supply']] })).toBe(12)
    expect(await count({ departIds: ['demo-supply'], positionIds: ['demo-buyer'] })).toBe(12)
    expect(await count({ positionIds: ['demo-patrol', 'demo-buyer'] })).toBe(29)
    expect(await count({ groupIds: ['demo-drought'], userIds: ['demo-person-001'] })).toBe(14)
    const { list } = await operator.call('users.byPosition', { positionId: 'demo-patrol' })
    expect(idsOf(list)).toContain(operatorId)
    expect(list).toHaveLength(24)
    const [role] = (await admin.call('role.list', { keyword: 'farm-operator' })).list
    const everywhere = await operator.call('users.byRoleOrganize', { roleId: role?.id })
    const north = await operator.call('users.byRoleOrganize', { roleId: role?.id, organizeId: 'demo-north' })
    // Those of the patrol, and `operator2`.
    expect(north.list).toHaveLength(19)
    expect(everywhere.list.length).toBeGreaterThan(north.list.length)
  })

  it('leave out who is disabled; what was chosen before keeps its name', async () => {
    const id = 'demo-person-100'
    const [before] = (await operator.call('users.byIds', { ids: [id] })).list
    await admin.call('users.state', { id })
    const keyword = before?.fullName ?? ''
    expect(idsOf((await operator.call('users.imSelector', { keyword })).list)).not.toContain(id)
    expect(idsOf((await operator.call('users.imSelector', { id: before?.parentId })).list)).not.toContain(id)
    expect((await operator.call('users.byIds', { ids: [id] })).list).toMatchObject([
      { id, fullName: keyword, enabledMark: 0, disabled: true },
    ])
    await admin.call('users.state', { id })
  })

  it('contain the caller or not, which decides the default value', async () => {
    const own = (condition: Record<string, unknown>) => operator.call('users.defaultCurrent', condition)
    expect(await own({})).toEqual({ userId: operatorId })
    expect(await own({ departIds: ['demo-farm'] })).toEqual({ userId: operatorId })
    expect(await own({ departIds: ['demo-north'], userIds: [adminId] })).toEqual({ userId: '' })
    const place = (departIds?: string[]) =>
      operator.call('department.defaultCurrent', departIds ? { departIds } : {})
    expect(await place()).toEqual({ departmentId: PATROL })
    expect(await place([PATROL, 'demo-north'])).toEqual({ departmentId: PATROL })
    expect(await place(['demo-north'])).toEqual({ departmentId: '' })
  })
})

describe('a person', () => {
  const person = (account: string, extra: Record<string, unknown> = {}) => ({
    account,
    realName: '测试人',
    organizeIds: [PATROL],
    ...extra,
  })
  const errorOf = (data: unknown) => (data as { errors?: { path: string; message: string }[] }).errors?.[0]

  it('is refused with the field’s path and the sentence', async () => {
    const refused = async (extra: Record<string, unknown>) => {
      const { code, data, msg } = await admin.envelope('users.create', person('refused', extra))
      expect(code).toBe(400)
      expect(msg).toBe(errorOf(data)?.message)
      return [errorOf(data)?.path, errorOf(data)?.message]
    }
    expect(await refused({ account: '' })).toEqual(['account', '请输入账号'])
    expect(await refused({ account: 'a'.repeat(51) })).toEqual(['account', '账号最多为50个字符！'])
    expect(await refused({ account: '王 五' })).toEqual([
      'account',
      '账号只能包含字母、数字和 . _ -，并以字母或数字开头',
    ])
    expect(await refused({ account: 'ADMIN' })).toEqual(['account', '账号已存在'])
    expect(await refused({ realName: undefined })).toEqual(['realName', '请输入姓名'])
    expect(await refused({ realName: '名'.repeat(51) })).toEqual(['realName', '姓名最多为50个字符！'])
    expect(await refused({ organizeIds: [] })).toEqual(['organizeIds', '请选择所属组织'])
    expect(await refused({ organizeIds: undefined })).toEqual(['organizeIds', '请选择所属组织'])
    expect(await refused({ organizeIds: [PATROL, 'nothing'] })).toEqual([
      'organizeIds.1',
      '组织不存在，可能已被删除',
    ])
    expect(await refused({ positionIds: ['nothing'] })).toEqual(['positionIds.0', '岗位不存在，可能已被删除'])
    expect(await refused({ positionIds: ['demo-patrol', 'demo-buyer'] })).toEqual([
      'positionIds.1',
      '该岗位不属于所选组织',
    ])
    const [finance] = (await admin.call('role.list', { keyword: 'finance' })).list
    const [driver] = (await admin.call('role.list', { keyword: 'machine-operator' })).list
    expect(await refused({ roleIds: ['nothing'] })).toEqual(['roleIds.0', '角色不存在，可能已被删除'])
    expect(await refused({ organizeIds: ['demo-branch'], roleIds: [finance?.id, driver?.id] })).toEqual([
      'roleIds.1',
      '该角色不适用于所选组织',
    ])
    expect(await refused({ groupIds: ['nothing'] })).toEqual(['groupIds.0', '分组不存在，可能已被删除'])
    expect(await refused({ managerId: 'nobody' })).toEqual(['managerId', '用户不存在，可能已被删除'])
    expect(await refused({ mobilePhone: '12345678901' })).toEqual(['mobilePhone', '请输入正确的手机号码'])
    expect(await refused({ jobTitle: '师'.repeat(51) })).toEqual(['jobTitle', '职称最多为50个字符！'])
    expect(await refused({ email: 'nowhere' })).toEqual(['email', '请输入正确的邮箱'])
    expect(await refused({ password: md5('a123456') })).toEqual(['password', '这个密码太常见，请换一个'])
  })

  it('is made with several places, read as made, changed with an audit of before and after', async () => {
    const input = person('several', {
      organizeIds: [['demo-group', 'demo-farm', 'demo-supply'], PATROL],
      positionIds: ['demo-patrol', 'demo-buyer'],
      groupIds: ['demo-drought'],
      managerId: operatorId,
      mobilePhone: '13912345678',
      entryDate: Date.UTC(2020, 4, 6),
      jobTitle: '工程师',
      gender: 2,
    })
    const { id } = await admin.call('users.create', input)
    expect(await admin.call('users.read', { id })).toMatchObject({
      organizeIds: ['demo-supply', PATROL],
      organize: '绿源农业集团/绿源高标准农田示范区/物资采购部',
      positionIds: ['demo-patrol', 'demo-buyer'],
      position: '巡田员、采购员',
      groupIds: ['demo-drought'],
      managerName: '王小田',
      entryDate: Date.UTC(2020, 4, 6),
      enabledMark: 1,
      hasPassword: 0,
      isAdministrator: 0,
    })
    const inBoth = await Promise.all(
      ['demo-supply', PATROL].map((unit) => operator.call('users.imSelector', { id: unit })),
    )
    expect(inBoth.map(({ list }) => idsOf(list).includes(id))).toEqual([true, true])
    await admin.call('users.update', {
      ...input,
      id,
      realName: '改名人',
      organizeIds: [PATROL],
      positionIds: [],
    })
    const [row] = await server.sql<{ before: Record<string, unknown>; after: Record<string, unknown> }>(
      `select before, after from audit where action = 'users.update' and target = $1`,
      [id],
    )
    expect(row).toMatchObject({
      before: { realName: '测试人', organizeIds: ['demo-supply', PATROL] },
      after: { realName: '改名人', organizeIds: [PATROL], positionIds: [], groupIds: ['demo-drought'] },
    })
    expect(JSON.stringify(row)).not.toContain('argon2')
  })

  it('manages neither himself nor those above', async () => {
    const { id: upper } = await admin.call('users.create', person('upper'))
    const { id: lower } = await admin.call('users.create', person('lower', { managerId: upper }))
    const { id: lowest } = await admin.call('users.create', person('lowest', { managerId: lower }))
    const update = async (managerId: string) => {
      const { data } = await admin.envelope('users.update', { id: upper, ...person('upper', { managerId }) })
      return [errorOf(data)?.path, errorOf(data)?.message]
    }
    expect(await update(upper)).toEqual(['managerId', '直属主管不能是自己'])
    expect(await update(lowest)).toEqual(['managerId', '直属主管不能是自己的下属'])
    expect(await admin.envelope('users.delete', { id: lower })).toMatchObject({
      code: 400,
      msg: '该用户还是其他用户的直属主管，请先更换主管',
    })
    await admin.call('department.create', {
      parentId: 'demo-farm',
      fullName: 'led',
      enCode: 'led',
      managerId: lowest,
    })
    expect(await admin.envelope('users.delete', { id: lowest })).toMatchObject({
      msg: '该用户还是组织或部门的主管，请先更换主管',
    })
  })

  it('signs in after a password is given, until disabled or deleted; the sessions end', async () => {
    const { id } = await admin.call('users.create', person('signing'))
    const login = (password: string) =>
      server.stranger.envelope('session.login', { account: 'signing', password: md5(password) })
    expect(await login('Harvest2026')).toMatchObject({ code: 400 })
    const reset = (userPassword: string, validatePassword = userPassword) =>
      admin.envelope('users.resetPassword', {
        id,
        userPassword: md5(userPassword),
        passwordText: userPassword,
        validatePassword: md5(validatePassword),
      })
    expect(await reset('Harvest2026', 'Other2026')).toMatchObject({
      msg: '两次输入的密码不一致',
      data: { errors: [{ path: 'validatePassword' }] },
    })
    expect(await reset('signing123')).toMatchObject({
      msg: '这个密码太常见，请换一个',
      data: { errors: [{ path: 'userPassword' }] },
    })
    expect(await reset('Harvest2026')).toMatchObject({ code: 200, msg: '密码重置成功' })
    const own = await server.as('signing', 'Harvest2026')
    const { userInfo } = await own.call('session.currentUser')
    expect(userInfo).toMatchObject({ changePasswordDate: null, departmentId: PATROL })
    await reset('Sowing2026')
    expect(await own.envelope('session.currentUser')).toMatchObject({ code: 602 })
    const again = await server.as('signing', 'Sowing2026')
    await admin.call('users.state', { id })
    expect(await again.envelope('session.currentUser')).toMatchObject({ code: 602 })
    expect(await login('Sowing2026')).toMatchObject({ code: 403, msg: '账号已停用，请联系管理员' })
    await admin.call('users.state', { id })
    const last = await server.as('signing', 'Sowing2026')
    await admin.call('users.delete', { id })
    expect(await last.envelope('session.currentUser')).toMatchObject({ code: 600 })
  })

  it('is locked by wrong passwords, shown so, and unlocked', async () => {
    const { id } = await admin.call(
      'users.create',
      person('Locked', { password: md5('Harvest2026'), passwordText: 'Harvest2026' }),
    )
    await server.sql(`insert into login_attempt
      values ('account', 'locked', 'address', '127.0.0.1', 8, 1, now(), now() + interval '10 minutes')`)
    const { id: _, ...read } = await admin.call('users.read', { id })
    expect(read.enabledMark).toBe(2)
    await admin.call('users.update', { ...read, id, realName: '仍锁定' })
    expect((await admin.call('users.read', { id })).enabledMark).toBe(2)
    const login = () =>
      server.stranger.envelope('session.login', { account: 'Locked', password: md5('Harvest2026') })
    expect(await login()).toMatchObject({ code: 403 })
    await admin.call('users.unlock', { id })
    expect((await admin.call('users.read', { id })).enabledMark).toBe(1)
    expect(await login()).toMatchObject({ code: 200 })
  })

  it('is neither disabled nor deleted by himself, nor managed by one who is no administrator', async () => {
    const self = { code: 400, msg: '不能停用或删除自己的账号' }
    expect(await admin.envelope('users.state', { id: adminId })).toMatchObject(self)
    expect(await admin.envelope('users.delete', { id: adminId })).toMatchObject(self)
    const { id: _, ...own } = await admin.call('users.read', { id: adminId })
    expect(await admin.envelope('users.update', { ...own, id: adminId, enabledMark: 0 })).toMatchObject(self)
    const denied = { code: 403 }
    for (const name of ['users.list', 'users.read', 'users.delete', 'users.state', 'users.unlock'] as const)
      expect(await operator.envelope(name, { id: adminId })).toMatchObject(denied)
    expect(await operator.envelope('users.create', person('x'))).toMatchObject(denied)
    expect(
      await operator.envelope('users.resetPassword', { id: adminId, userPassword: md5('Harvest2026') }),
    ).toMatchObject(denied)
  })

  it('is in the administrator’s list by name, account, number and organisation', async () => {
    const count = async (query: Record<string, unknown>) =>
      (await admin.call('users.list', query)).pagination.total
    expect(await count({ keyword: '13912345678' })).toBe(1)
    expect(await count({ organizeId: 'demo-north' })).toBe(
      (await operator.call('users.organization', { organizeId: 'demo-north' })).pagination.total,
    )
    const { list } = await admin.call('users.list', { sidx: 'account', sort: 'desc', pageSize: 3 })
    expect(list.map(({ account }) => account)).toEqual(
      list.map(({ account }) => account).toSorted((a, b) => (a < b ? 1 : -1)),
    )
  })
})

describe('who is signed in', () => {
  it('knows place, positions, roles, groups, manager and subordinates', async () => {
    const { userInfo } = await operator.call('session.currentUser')
    expect(userInfo).toMatchObject({
      organizeId: 'demo-farm',
      organizeName: '绿源高标准农田示范区',
      organizeIdList: ['demo-group', 'demo-farm', PATROL],
      departmentId: PATROL,
      departmentName: '灌溉运维部',
      departments: [{ id: PATROL, name: '绿源农业集团/绿源高标准农田示范区/灌溉运维部' }],
      positionIds: [
        { id: 'demo-patrol', name: '巡田员' },
        { id: 'demo-patrol-lead', name: '巡田班长' },
      ],
      positionName: '巡田员',
      roleName: '巡田员',
      groupIds: ['demo-drought'],
    })
    expect(userInfo.roleIds).toHaveLength(1)
    const [unit] = (await admin.call('organize.list', { keyword: PATROL })).list.flatMap((group) =>
      group.children.flatMap((farm) => farm.children),
    )
    expect(userInfo.managerId).toBe(unit?.managerId)
    expect(userInfo.manager).toBe(unit?.managerName)
    expect(userInfo.subordinateIds).toHaveLength((await operator.call('users.subordinates')).pagination.total)
  })

  it('is what new records begin with where a field asks for it, filled in by the server', async () => {
    const kinds = [
      'organizeSelect',
      'depSelect',
      'posSelect',
      'roleSelect',
      'groupSelect',
      'userSelect',
      'usersSelect',
    ]
    const fields = [
      ...kinds.map((kind) => field(kind, kind, { defaultCurrent: true })),
      ...kinds.map((kind) => field(kind, `${kind}List`, { defaultCurrent: true }, { multiple: true })),
    ]
    const modelId = await release(admin, { enCode: 'own', fields, columns: kinds })
    await server.server.services.rights.grant('field-operator', `model-${modelId}`, 'all')
    const { id } = await operator.call('onlineDevelopment.create', { modelId, data: {} })
    const { data } = await operator.call('onlineDevelopment.read', { modelId, id })
    const { userInfo } = await operator.call('session.currentUser')
    const path = ['demo-group', 'demo-farm', PATROL]
    expect(JSON.parse(data)).toMatchObject({
      organizeSelect: path,
      organizeSelectList: [path],
      depSelect: PATROL,
      depSelectList: [PATROL],
      posSelect: 'demo-patrol',
      posSelectList: ['demo-patrol', 'demo-patrol-lead'],
      roleSelect: userInfo.roleIds[0],
      roleSelectList: userInfo.roleIds,
      groupSelect: 'demo-drought',
      groupSelectList: ['demo-drought'],
      userSelect: operatorId,
      userSelectList: [operatorId],
      usersSelect: `${operatorId}--user`,
      usersSelectList: [`${operatorId}--user`],
    })
  })

  it('follows a change at once', async () => {
    const before = await admin.call('users.read', { id: operatorId })
    const { id: _id, version: _version, ...input } = before
    await admin.call('users.update', {
      ...input,
      id: operatorId,
      organizeIds: ['demo-north-irrigation'],
      positionIds: ['demo-north-patrol'],
    })
    const { userInfo } = await operator.call('session.currentUser')
    expect(userInfo).toMatchObject({
      organizeName: '北庭农场',
      departmentName: '灌溉运维部',
      positionName: '巡田员',
      positionIds: [{ id: 'demo-north-patrol' }],
    })
    await admin.call('users.update', { ...input, id: operatorId })
  })
})
