import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PeopleNode } from '../nodes'

let server: TestServer
let admin: TestClient
let operator: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
})
afterAll(() => server.close())

const unit = (fullName: string, parentId: string, extra: Record<string, unknown> = {}) => ({
  parentId,
  fullName,
  enCode: fullName,
  ...extra,
})
const flat = (nodes: readonly unknown[]): PeopleNode[] =>
  (nodes as PeopleNode[]).flatMap((node) => [node, ...flat(node.children)])
const idsOf = (nodes: readonly unknown[]) => flat(nodes).map((node) => node.id)

describe('the tree of organisations', () => {
  it('has three levels, each node with the names and ids of its path', async () => {
    const { list } = await admin.call('organize.tree')
    expect(list).toMatchObject([
      { id: 'demo-group', fullName: '绿源农业集团', type: 'company', parentId: '0' },
    ])
    const node = flat(list).find(({ id }) => id === 'demo-irrigation')
    expect(node).toMatchObject({
      parentId: 'demo-farm',
      type: 'department',
      organize: '绿源农业集团/绿源高标准农田示范区/灌溉运维部',
      organizeIds: ['demo-group', 'demo-farm', 'demo-irrigation'],
      organizeIdTree: 'demo-group,demo-farm,demo-irrigation',
      hasChildren: false,
      isLeaf: true,
      enabledMark: 1,
      disabled: false,
    })
    expect(flat(list).filter(({ type }) => type === 'department')).toHaveLength(12)
  })

  it('stands below 顶级节点 where that is asked for, in the language of the caller', async () => {
    const { list } = await operator.call('organize.selector', { top: 1 })
    expect(list).toMatchObject([
      { id: '-1', fullName: '顶级节点', type: 'top', hasChildren: true, children: [{ parentId: '-1' }] },
    ])
    const english = await operator.envelope('organize.selector', { top: 1 }, { 'x-language': 'en' })
    expect(english.data.list[0]?.fullName).toBe('Top level')
  })

  it('offers no unit itself nor what is below it as its parent, and companies alone where wanted', async () => {
    const without = await admin.call('department.selector', { id: 'demo-farm' })
    expect(idsOf(without.list)).not.toContain('demo-farm')
    expect(idsOf(without.list)).not.toContain('demo-irrigation')
    expect(idsOf(without.list)).toContain('demo-north')
    const companies = await admin.call('organize.selector', { category: 'company' })
    expect(new Set(flat(companies.list).map(({ type }) => type))).toEqual(new Set(['company']))
  })

  it('is found by keyword with what is above', async () => {
    const { list } = await operator.call('organize.selector', { keyword: '种植' })
    expect(flat(list).map(({ fullName }) => fullName)).toEqual([
      '绿源农业集团',
      '北庭农场',
      '种植部',
      '呼图壁分公司',
      '种植部',
    ])
  })

  it('is limited to what a person belongs to or manages; what is above cannot be chosen', async () => {
    const { list } = await operator.call('organize.selectorByAuth')
    expect(flat(list).map(({ id, disabled }) => [id, disabled])).toEqual([
      ['demo-group', true],
      ['demo-farm', true],
      ['demo-irrigation', false],
    ])
    const { userInfo } = await operator.call('session.currentUser')
    await server.sql(`update organize set manager_id = $1 where id = 'demo-branch'`, [userInfo.userId])
    const more = await operator.call('department.selectorByAuth')
    expect(
      flat(more.list)
        .filter(({ disabled }) => !disabled)
        .map(({ id }) => id),
    ).toEqual(['demo-irrigation', 'demo-branch', 'demo-branch-planting', 'demo-branch-irrigation'])
    const everything = await admin.call('organize.selectorByAuth')
    expect(flat(everything.list).every(({ disabled }) => !disabled)).toBe(true)
  })

  it('is narrowed to given units, by id or path, nested among themselves', async () => {
    const { list } = await operator.call('organize.condition', {
      departIds: ['demo-farm', ['demo-group', 'demo-farm', 'demo-irrigation'], 'demo-finance', 'nothing'],
    })
    expect(list).toMatchObject([
      { id: 'demo-finance', children: [] },
      { id: 'demo-farm', children: [{ id: 'demo-irrigation' }] },
    ])
  })

  it('marks a disabled unit and keeps what is below it', async () => {
    const { version: _, ...before } = await admin.call('organize.read', { id: 'demo-north' })
    await admin.call('organize.update', { ...before, id: 'demo-north', enabledMark: 0 })
    const { list } = await operator.call('organize.tree')
    const nodes = flat(list)
    expect(nodes.find(({ id }) => id === 'demo-north')).toMatchObject({ enabledMark: 0, disabled: true })
    expect(nodes.find(({ id }) => id === 'demo-north-planting')).toMatchObject({ disabled: false })
    await admin.call('organize.update', { ...before, id: 'demo-north', enabledMark: 1 })
  })
})

describe('a unit', () => {
  const refused = async (call: 'organize.create' | 'department.create', input: Record<string, unknown>) => {
    const { code, msg, data } = await admin.envelope(call, input)
    return { code, msg, path: (data as unknown as { errors: { path: string }[] }).errors?.[0]?.path }
  }

  it('is refused with the field and the sentence', async () => {
    const create = (extra: Record<string, unknown>) =>
      refused('department.create', unit('words', 'demo-farm', extra))
    expect(await create({ fullName: '' })).toEqual({ code: 400, msg: '请输入名称', path: 'fullName' })
    expect(await create({ fullName: '名'.repeat(51) })).toMatchObject({ msg: '名称最多为50个字符！' })
    expect(await create({ enCode: undefined })).toEqual({ code: 400, msg: '请输入编码', path: 'enCode' })
    expect(await create({ enCode: 'c'.repeat(51) })).toMatchObject({ msg: '编码最多为50个字符！' })
    expect(await create({ enCode: 'demo-office' })).toEqual({ code: 400, msg: '编码已存在', path: 'enCode' })
    expect(await create({ fullName: '灌溉运维部' })).toEqual({
      code: 400,
      msg: '名称已存在',
      path: 'fullName',
    })
    expect(await create({ sortCode: 1_000_000 })).toMatchObject({ code: 400, path: 'sortCode' })
    expect(await create({ managerId: 'nobody' })).toEqual({
      code: 400,
      msg: '用户不存在，可能已被删除',
      path: 'managerId',
    })
    expect(await create({ parentId: '' })).toEqual({ code: 400, msg: '请选择上级', path: 'parentId' })
    expect(await create({ parentId: 'nothing' })).toMatchObject({ msg: '上级不存在，可能已被删除' })
    expect(await create({ parentId: '-1' })).toEqual({
      code: 400,
      msg: '部门必须属于一个组织',
      path: 'parentId',
    })
    expect(await refused('organize.create', unit('words', 'demo-irrigation'))).toEqual({
      code: 400,
      msg: '组织不能放在部门下',
      path: 'parentId',
    })
  })

  it('takes its place with all that is below it, and says so in the audit', async () => {
    const { id: company } = await admin.call('organize.create', unit('迁移农场', '-1'))
    const { id: upper } = await admin.call('department.create', unit('上部', company))
    const { id: lower } = await admin.call('department.create', unit('下部', upper))
    const path = async () => (await admin.call('department.read', { id: lower })).organize
    expect(await path()).toBe('迁移农场/上部/下部')
    await admin.call('organize.update', { id: company, ...unit('搬家农场', 'demo-group') })
    expect(await path()).toBe('绿源农业集团/搬家农场/上部/下部')
    await admin.call('department.update', { id: upper, ...unit('上部', 'demo-farm') })
    expect(await admin.call('department.read', { id: lower })).toMatchObject({
      organizeIds: ['demo-group', 'demo-farm', upper, lower],
    })
    const [row] = await server.sql<{ before: unknown; after: unknown }>(
      `select before, after from audit where action = 'department.update' and target = $1`,
      [upper],
    )
    expect(row).toMatchObject({
      before: { organize: '绿源农业集团/搬家农场/上部' },
      after: { organize: '绿源农业集团/绿源高标准农田示范区/上部' },
    })
    const move = (parentId: string) =>
      admin.envelope('department.update', { id: upper, ...unit('上部', parentId) })
    expect(await move(upper)).toMatchObject({ code: 400, msg: '上级不能是它自己' })
    expect(await move(lower)).toMatchObject({ code: 400, msg: '上级不能是它的下级' })
  })

  it('never loops, even when two moves race', async () => {
    const [a, b] = await Promise.all(
      ['race-a', 'race-b'].map((name) => admin.call('department.create', unit(name, 'demo-farm'))),
    )
    const answers = await Promise.all([
      admin.envelope('department.update', { id: a?.id, ...unit('race-a', b?.id ?? '') }),
      admin.envelope('department.update', { id: b?.id, ...unit('race-b', a?.id ?? '') }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400])
  })

  it('is not deleted while anything stands in it', async () => {
    const remove = async (id: string) => (await admin.envelope('organize.delete', { id })).msg
    expect(await remove('demo-farm')).toBe('该组织下还有下级组织或部门，请先删除下级')
    const { data } = await admin.envelope('organize.delete', { id: 'demo-irrigation' })
    const obstacles = (data as unknown as { obstacles: { named: object[] }[] }).obstacles
    expect(obstacles).toMatchObject([
      { kind: '用户', count: 39 },
      { kind: '岗位', count: 5 },
    ])
    expect(obstacles[1]?.named).toContainEqual({
      name: '巡田员',
      path: '/permission/position?keyword=demo-patrol',
    })
    const { id } = await admin.call('department.create', unit('暂设部', 'demo-farm'))
    const position = await admin.call('position.create', {
      fullName: '暂设岗',
      enCode: 'temporary',
      organizeId: id,
    })
    expect(await remove(id)).toBe('该组织下还有岗位，请先删除岗位')
    await admin.call('position.delete', { id: position.id })
    const person = { account: 'temporary', realName: '临时工', organizeIds: [id] }
    const { id: personId } = await admin.call('users.create', person)
    expect(await remove(id)).toBe('该组织下还有用户，请先移出或删除用户')
    await admin.call('users.delete', { id: personId })
    const role = { fullName: '暂设角色', enCode: 'temporary', globalMark: 0, organizeIds: [id] }
    const { id: roleId } = await admin.call('role.create', role)
    expect(await remove(id)).toBe('该组织还有绑定的角色，请先解除绑定')
    await admin.call('role.delete', { id: roleId })
    expect(await remove(id)).toBe('删除成功')
    expect(await admin.envelope('department.read', { id })).toMatchObject({ code: 404 })
  })

  it('is read by its own kind, and managed by who has its buttons', async () => {
    expect(await admin.envelope('organize.read', { id: 'demo-irrigation' })).toMatchObject({ code: 404 })
    expect(await admin.envelope('department.read', { id: 'demo-farm' })).toMatchObject({ code: 404 })
    const denied = { code: 403, msg: expect.stringContaining('组织管理') }
    expect(await operator.envelope('organize.list')).toMatchObject(denied)
    expect(await operator.envelope('department.create', unit('x', 'demo-farm'))).toMatchObject(denied)
    expect(await operator.envelope('organize.delete', { id: 'demo-farm' })).toMatchObject(denied)
    expect(await server.stranger.envelope('organize.tree')).toMatchObject({ code: 600 })
  })

  it('is listed with its manager and how many people belong to it', async () => {
    const { list } = await admin.call('organize.list', { keyword: 'demo-finance' })
    expect(list).toMatchObject([{ children: [{ id: 'demo-finance', userCount: 12 }] }])
    const [group] = list
    expect(group?.managerName).toMatch(/^\p{Script=Han}{2,4}$/u)
  })
})

describe('what is known of a company', () => {
  const DATA = {
    ...{ shortName: '绿源', enterpriseNature: '民营', industry: '农业', foundedTime: 946_656_000_000 },
    ...{ telePhone: '0994-2345678', fax: '+86 994 2345679', webSite: 'https://www.lvyuan.cn/about' },
    ...{ address: '昌吉市', managerName: '李华', managerTelePhone: '400-800-1234' },
    ...{ managerMobilePhone: '13900000001', manageEmail: 'li@lvyuan.cn' },
    ...{ bankName: '农业银行', bankAccount: '6228 4800 0000 0000', businessscope: '种植' },
  }
  const read = async (id: string) =>
    JSON.parse((await admin.call('organize.read', { id })).propertyJson) as Record<string, unknown>

  it('is kept as JSON text, stays where it is left out, and is told member by member in the audit', async () => {
    const company = unit('资料公司', 'demo-group')
    const { id } = await admin.call('organize.create', { ...company, propertyJson: JSON.stringify(DATA) })
    expect(await read(id)).toEqual(DATA)
    await admin.call('organize.update', { id, ...company })
    expect(await read(id)).toEqual(DATA)
    await admin.call('organize.update', { id, ...company, propertyJson: { ...DATA, fax: '', address: null } })
    const { fax: _fax, address: _address, ...rest } = DATA
    expect(await read(id)).toEqual(rest)
    const [line] = (await admin.call('log.list', { category: 3 })).list
    const { changes } = await admin.call('log.read', { id: line?.id ?? '' })
    expect(changes).toEqual([
      { label: '公司传真', before: '+86 994 2345679', after: '' },
      { label: '公司地址', before: '昌吉市', after: '' },
    ])
    await admin.call('organize.delete', { id })
    expect(await server.sql('select from company where organize_id = $1', [id])).toEqual([])
  })

  it.each([
    [{ telePhone: '电话' }, 'telePhone', '请输入正确的电话号码，如 0994-2345678'],
    [{ fax: '12' }, 'fax', '请输入正确的传真号码，如 0994-2345678'],
    [{ managerMobilePhone: '12900000001' }, 'managerMobilePhone', '请输入正确的手机号码'],
    [{ manageEmail: 'li@' }, 'manageEmail', '请输入正确的邮箱'],
    [{ webSite: 'javascript:alert(1)' }, 'webSite', '请输入正确的网址，如 https://www.example.com'],
    [{ bankAccount: '12a' }, 'bankAccount', '银行账号应为 6 至 50 位数字'],
    [{ shortName: '名'.repeat(51) }, 'shortName', '最多 50 个字符，请缩短'],
    [{ shortName: 5 }, 'shortName', '应为文本，请重新填写'],
    [{ foundedTime: '昨天' }, 'foundedTime', '请选择 1600 年至 2199 年之间的日期'],
    [{ motto: '水' }, 'motto', '公司信息中没有“motto”这一项，请删除该项'],
  ])('%o is refused at its field', async (data, name, message) => {
    const { code, data: refusal } = await admin.envelope('organize.create', {
      ...unit('错误公司', '-1'),
      propertyJson: JSON.stringify(data),
    })
    expect([code, refusal]).toMatchObject([400, { errors: [{ path: `propertyJson.${name}`, message }] }])
  })
})

describe('a move', () => {
  it('says beforehand whom and which rights it touches', async () => {
    const { id } = await admin.call('department.create', unit('要搬的部', 'demo-farm'))
    const { id: below } = await admin.call('department.create', unit('随行部', id))
    const { id: personId } = await admin.call('users.create', {
      ...{ account: 'mover', realName: '搬家人', organizeIds: [below], positionIds: [] },
    })
    await admin.call('position.create', { fullName: '随行岗', enCode: 'moving', organizeId: below })
    const role = await admin.call('role.create', {
      ...{ fullName: '示范区角色', enCode: 'moving', globalMark: 0, organizeIds: ['demo-farm'] },
    })
    await admin.call('member.add', { objectType: 'Role', id: role.id, userIds: [personId] })
    for (const [name, unitId] of [
      ['示范区组', 'demo-farm'],
      ['北庭组', 'demo-north'],
      ['集团组', 'demo-group'],
    ] as const) {
      const group = await admin.call('permissionGroup.create', { fullName: name, enCode: `moving-${unitId}` })
      await admin.call('permissionGroup.setMembers', { id: group.id, ids: [`${unitId}--company`], below: 1 })
    }
    const { list } = await admin.call('member.list', { objectType: 'Organize', id: 'demo-office' })
    const head = list.find(({ account }) => account !== 'admin')
    // The demo's managers administer these units too.
    await server.sql('delete from layered_administrator')
    await server.sql('insert into layered_administrator (user_id) values ($1)', [head?.id])
    await server.sql(`insert into layered_unit values ($1, 'demo-north', '{}', '{select}')`, [head?.id])
    const effect = await admin.call('organize.moveEffect', { id, parentId: 'demo-north' })
    const none = { count: 0, names: [] }
    expect(effect).toEqual({
      ...{ from: '绿源农业集团/绿源高标准农田示范区', to: '绿源农业集团/北庭农场' },
      ...{ companyFrom: '绿源高标准农田示范区', companyTo: '北庭农场', positions: 1 },
      ...{ people: { count: 1, names: ['搬家人'] }, roles: { count: 1, names: ['示范区角色'] } },
      // What holds for the whole group holds on.
      lost: { groups: { count: 1, names: ['示范区组'] }, administrators: none, viewers: none },
      gained: {
        groups: { count: 1, names: ['北庭组'] },
        administrators: { count: 1, names: [head?.realName] },
        viewers: none,
      },
    })
    expect(await admin.envelope('organize.moveEffect', { id, parentId: 'nothing' })).toMatchObject({
      code: 404,
    })
    expect(await operator.envelope('organize.moveEffect', { id, parentId: '-1' })).toMatchObject({
      code: 403,
    })
  })

  it('says whose data scope reaches what is moved', async () => {
    const { id } = await admin.call('department.create', unit('要看的部', 'demo-farm'))
    const [person] = (await admin.call('member.list', { objectType: 'Organize', id: 'demo-supply' })).list
    await server.sql(`insert into permission_set (id, kind, en_code) values ('sees', 'group', 'sees')`)
    await server.sql(`insert into permission_member values ('sees', 'user', $1, false)`, [person?.id])
    await server.sql(`insert into permission_grant values ('sees', 'data', 'x', 'organizeAndBelow')`)
    const viewers = async () =>
      (await admin.call('organize.moveEffect', { id, parentId: 'demo-north' })).lost.viewers
    expect(await viewers()).toEqual({ count: 1, names: [person?.realName] })
    await server.sql(`update permission_grant set code = 'managedAndBelow' where set_id = 'sees'`)
    expect(await viewers()).toEqual({ count: 0, names: [] })
    await server.sql(`update organize set manager_id = $1 where id = 'demo-farm'`, [person?.id])
    expect(await viewers()).toEqual({ count: 1, names: [person?.realName] })
  })
})
