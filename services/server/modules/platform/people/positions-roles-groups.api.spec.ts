import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PeopleNode } from './nodes'

let server: TestServer
let admin: TestClient
let operator: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
})
afterAll(() => server.close())

const flat = (nodes: readonly unknown[]): PeopleNode[] =>
  (nodes as PeopleNode[]).flatMap((node) => [node, ...flat(node.children)])
const ofType = (nodes: readonly unknown[], type: string) => flat(nodes).filter((node) => node.type === type)
const pathOf = (data: unknown) => (data as { errors?: { path: string }[] }).errors?.[0]?.path

describe('positions', () => {
  const position = (fullName: string, extra: Record<string, unknown> = {}) => ({
    fullName,
    enCode: fullName,
    organizeId: 'demo-supply',
    ...extra,
  })

  it('stand below their departments; units without any are left out', async () => {
    const { list } = await operator.call('position.selector')
    const patrol = flat(list).find(({ id }) => id === 'demo-patrol')
    expect(patrol).toMatchObject({
      type: 'position',
      fullName: '巡田员',
      parentId: 'demo-irrigation',
      organize: '绿源农业集团/绿源高标准农田示范区/灌溉运维部',
      isLeaf: true,
    })
    const { id } = await admin.call('department.create', {
      parentId: 'demo-farm',
      fullName: '空部门',
      enCode: 'empty',
    })
    const again = await operator.call('position.selector')
    expect(flat(again.list).map((node) => node.id)).not.toContain(id)
    expect((await operator.call('position.all')).list).toHaveLength(ofType(list, 'position').length)
  })

  it('are found by keyword, by ids and by organisations', async () => {
    const found = await operator.call('position.selector', { keyword: '巡田班' })
    expect(flat(found.list).map(({ id }) => id)).toEqual([
      'demo-group',
      'demo-farm',
      'demo-irrigation',
      'demo-patrol-lead',
    ])
    const ids = ['demo-patrol', 'demo-buyer', 'nothing']
    const given = await operator.call('position.condition', { ids })
    expect(ofType(given.list, 'position').map(({ id }) => id)).toEqual(['demo-patrol', 'demo-buyer'])
    const both = await operator.call('position.condition', { ids, keyword: '采购' })
    expect(ofType(both.list, 'position').map(({ id }) => id)).toEqual(['demo-buyer'])
    const organizeIds = [['demo-group', 'demo-farm', 'demo-supply']]
    const own = await operator.call('position.byOrganizes', { organizeIds })
    expect(ofType(own.list, 'position').map(({ id }) => id)).toEqual([
      'demo-supply-manager',
      'demo-buyer',
      'demo-storekeeper',
    ])
  })

  it('are listed by page with how many hold them', async () => {
    const { list, pagination } = await admin.call('position.list', { organizeId: 'demo-farm', pageSize: 5 })
    expect(list).toHaveLength(5)
    expect(pagination.total).toBeGreaterThan(12)
    const [row] = (await admin.call('position.list', { keyword: 'demo-storekeeper' })).list
    expect(row).toMatchObject({ userCount: 6, organize: '绿源农业集团/绿源高标准农田示范区/物资采购部' })
  })

  it('are refused with the field and the sentence, and kept while somebody holds them', async () => {
    const refused = async (extra: Record<string, unknown>) => {
      const { msg, data } = await admin.envelope('position.create', position('岗位', extra))
      return [msg, pathOf(data)]
    }
    expect(await refused({ fullName: '' })).toEqual(['请输入名称', 'fullName'])
    expect(await refused({ enCode: 'demo-patrol' })).toEqual(['编码已存在', 'enCode'])
    expect(await refused({ fullName: '采购员' })).toEqual(['该组织下已有同名岗位', 'fullName'])
    expect(await refused({ type: 'groupType.duty' })).toEqual(['岗位类型不存在，可能已被删除', 'type'])
    expect(await refused({ organizeId: '' })).toEqual(['请选择所属组织', 'organizeId'])
    expect(await refused({ organizeId: 'nothing' })).toEqual(['组织不存在，可能已被删除', 'organizeId'])
    expect(await admin.envelope('position.delete', { id: 'demo-buyer' })).toMatchObject({
      code: 400,
      msg: '该岗位下还有用户，请先移出用户',
    })
    const { id } = await admin.call('position.create', position('临时岗'))
    const type = 'positionType.technical'
    await admin.call('position.update', { id, ...position('临时岗二', { enabledMark: 0, type }) })
    expect((await admin.call('position.list', { keyword: '临时岗二' })).list).toMatchObject([
      { type, typeName: '技术岗' },
    ])
    expect(await admin.call('position.read', { id })).toMatchObject({ fullName: '临时岗二', enabledMark: 0 })
    expect((await operator.call('position.all')).list.map((node) => node.id)).not.toContain(id)
    const given = await operator.call('position.condition', { ids: [id] })
    expect(ofType(given.list, 'position')).toMatchObject([{ id, enabledMark: 0, disabled: true }])
    await admin.call('position.delete', { id })
    const actions = await server.sql(`select action from audit where target = $1 order by id`, [id])
    expect(actions.map(({ action }) => action)).toEqual([
      'position.create',
      'position.update',
      'position.delete',
    ])
    expect(await operator.envelope('position.create', position('x'))).toMatchObject({ code: 403 })
  })
})

describe('roles', () => {
  const role = (fullName: string, extra: Record<string, unknown> = {}) => ({
    fullName,
    enCode: fullName,
    ...extra,
  })

  it('are chosen below their organisations or below 全局', async () => {
    const { list } = await operator.call('role.selector')
    const global = flat(list).find(({ type }) => type === 'global')
    expect(global).toMatchObject({ id: '1', fullName: '全局' })
    expect(global?.children.map(({ fullName }) => fullName)).toEqual(
      expect.arrayContaining(['部门经理', '农技员', '巡田员']),
    )
    const drivers = flat(list).filter(({ enCode }) => enCode === 'machine-operator')
    expect(drivers.map(({ parentId, organize }) => [parentId, organize])).toEqual([
      ['demo-farm', '绿源农业集团/绿源高标准农田示范区'],
      ['demo-north', '绿源农业集团/北庭农场'],
    ])
    expect(new Set(drivers.map(({ id }) => id)).size).toBe(1)
    expect(new Set(drivers.map(({ onlyId }) => onlyId)).size).toBe(2)
  })

  it('are narrowed to the caller’s organisations, to given ids, and to given organisations', async () => {
    const own = ofType((await operator.call('role.selectorByPermission')).list, 'role')
    expect(own.every(({ organizeIds }) => organizeIds.length === 0)).toBe(true)
    const { list } = await admin.call('role.list', { keyword: '农机手' })
    const ids = list.map(({ id }) => id)
    expect(ofType((await operator.call('role.condition', { ids })).list, 'role')).toHaveLength(2)
    const north = await operator.call('role.byOrganizes', { organizeIds: ['demo-north'] })
    const codes = ofType(north.list, 'role').map(({ enCode }) => enCode)
    expect(codes).toEqual(
      expect.arrayContaining(['machine-operator', 'field-operator', 'department-manager', 'agronomist']),
    )
    expect(codes).not.toContain('buyer')
  })

  it('are listed by organisation, 0 for the global ones, with how many have them', async () => {
    const codes = async (input: Record<string, unknown>) =>
      (await admin.call('role.list', input)).list.map(({ enCode }) => enCode)
    expect(await codes({ organizeId: '0' })).not.toContain('finance')
    expect(await codes({ organizeId: 'demo-farm' })).toEqual(['buyer', 'machine-operator'])
    const [buyer] = (await admin.call('role.list', { keyword: 'BUYER' })).list
    expect(buyer).toMatchObject({ userCount: 5, organizeInfo: '绿源农业集团/绿源高标准农田示范区' })
  })

  it('give rights while they are enabled', async () => {
    const [field] = (await admin.call('role.list', { keyword: 'field-operator' })).list
    const seen = async () => (await operator.call('session.currentUser')).menuList.length
    const before = await seen()
    expect(before).toBeGreaterThan(0)
    await admin.call('role.state', { id: field?.id })
    expect(await seen()).toBe(0)
    expect(await operator.envelope('dictionaryType.list')).toMatchObject({ code: 403 })
    expect((await operator.call('session.currentUser')).userInfo.roleIds).toEqual([])
    await admin.call('role.state', { id: field?.id })
    expect(await seen()).toBe(before)
  })

  it('are refused with the field and the sentence, keep a name in several languages, and stay while held', async () => {
    const refused = async (extra: Record<string, unknown>) => {
      const { msg, data } = await admin.envelope('role.create', role('角色', extra))
      return [msg, pathOf(data)]
    }
    expect(await refused({ fullName: undefined })).toEqual(['请输入名称', 'fullName'])
    expect(await refused({ enCode: 'buyer' })).toEqual(['编码已存在', 'enCode'])
    expect(await refused({ globalMark: 0 })).toEqual(['请选择所属组织', 'organizeIds'])
    expect(await refused({ globalMark: 0, organizeIds: ['nothing'] })).toEqual([
      '组织不存在，可能已被删除',
      'organizeIds',
    ])
    const [field] = (await admin.call('role.list', { keyword: 'field-operator' })).list
    const { id = '' } = field ?? {}
    await admin.call('role.update', { id, fullName: '巡田员', enCode: 'field-operator', sortCode: 3 })
    const english = await operator.envelope('session.currentUser', {}, { 'x-language': 'en' })
    expect(english.data.userInfo.roleName).toBe('Field operator')
    expect(await admin.envelope('role.delete', { id })).toMatchObject({
      code: 400,
      msg: '该角色下还有用户，请先移出用户',
    })
    expect(await operator.envelope('role.update', { id, ...role('x') })).toMatchObject({ code: 403 })
  })
})

describe('groups', () => {
  it('stand below their categories and are found by keyword and ids', async () => {
    const { list } = await operator.call('group.selector')
    expect(list.map(({ type, fullName }) => [type, fullName])).toEqual([
      ['category', '值班组'],
      ['category', '项目组'],
      ['category', '专家组'],
    ])
    expect(list[0]?.children.map(({ fullName }) => fullName)).toEqual(['抗旱应急组', '泵站夜间值班组'])
    const found = await operator.call('group.condition', {
      ids: ['demo-drought', 'demo-water-saving'],
      keyword: '抗旱',
    })
    expect(ofType(found.list, 'group').map(({ id }) => id)).toEqual(['demo-drought'])
  })

  it('are made, changed and deleted with their rules', async () => {
    const group = (fullName: string, extra: Record<string, unknown> = {}) => ({
      fullName,
      enCode: fullName,
      ...extra,
    })
    const refused = async (extra: Record<string, unknown>) => {
      const { msg, data } = await admin.envelope('group.create', group('分组', extra))
      return [msg, pathOf(data)]
    }
    expect(await refused({ fullName: '' })).toEqual(['请输入名称', 'fullName'])
    expect(await refused({ fullName: '抗旱应急组' })).toEqual(['名称已存在', 'fullName'])
    expect(await refused({ enCode: 'demo-drought' })).toEqual(['编码已存在', 'enCode'])
    expect(await refused({ category: 'urgency.1' })).toEqual(['分组类型不存在，可能已被删除', 'category'])
    expect(await admin.envelope('group.delete', { id: 'demo-drought' })).toMatchObject({
      msg: '该分组下还有用户，请先移出用户',
    })
    const { id } = await admin.call('group.create', group('新组', { category: 'groupType.duty' }))
    await admin.call('group.update', { id, ...group('改组') })
    expect(await admin.call('group.read', { id })).toMatchObject({ fullName: '改组', category: '' })
    expect((await operator.call('group.selector')).list.at(-1)).toMatchObject({ id, type: 'group' })
    await admin.call('group.delete', { id })
    expect(await admin.envelope('group.read', { id })).toMatchObject({ code: 404 })
    const [drought] = (await admin.call('group.list', { keyword: '抗旱' })).list
    expect(drought).toMatchObject({ categoryName: '值班组', userCount: 13 })
    expect(await operator.envelope('group.delete', { id })).toMatchObject({ code: 403 })
  })
})

describe('a change that was made from an older state', () => {
  const named = (extra: object) => ({ fullName: '同改', enCode: 'both-changed', ...extra })

  it.each([
    ['organize', named({ parentId: 'demo-group' })],
    ['department', named({ parentId: 'demo-farm' })],
    ['position', named({ organizeId: 'demo-supply' })],
    ['role', named({})],
    ['group', named({})],
    ['users', { account: 'both-changed', realName: '同改', organizeIds: ['demo-supply'] }],
  ] as const)('of %s is refused with what is stored', async (kind, body) => {
    const { id } = await admin.call(`${kind}.create`, body)
    const read = () => admin.call(`${kind}.read`, { id })
    const save = (description: string, version?: number) =>
      admin.envelope(`${kind}.update`, { id, ...body, description, ...(version && { version }) })
    const { version } = await read()
    expect(await save('先到', version)).toMatchObject({ code: 200 })
    const stored = await read()
    expect(stored).toMatchObject({ description: '先到', version: version + 1 })
    for (const other of [version, version + 2])
      expect(await save('后到', other)).toMatchObject({
        code: 409,
        msg: expect.stringContaining('他人'),
        data: { version: version + 1, data: stored },
      })
    expect(await read()).toEqual(stored)
    expect(await save('不问版本')).toMatchObject({ code: 200 })
    expect(await read()).toMatchObject({ description: '不问版本', version: version + 2 })
    await admin.call(kind === 'department' ? 'organize.delete' : `${kind}.delete`, { id })
  })

  it('of a role is refused once it has been disabled', async () => {
    const { id } = await admin.call('role.create', named({}))
    const { version } = await admin.call('role.read', { id })
    await admin.call('role.state', { id })
    expect(await admin.envelope('role.update', { id, ...named({ version }) })).toMatchObject({
      ...{ code: 409, data: { version: version + 1, data: { enabledMark: 0 } } },
    })
    await admin.call('role.delete', { id })
  })

  it('of a person is refused after what others, and the person, have changed of them elsewhere', async () => {
    const { userId: id } = (await operator.call('session.currentUser')).userInfo
    const { account, realName, gender, organizeIds } = await admin.call('users.read', { id })
    const group = await admin.call('group.create', named({}))
    const membership = { objectType: 'Group' as const, id: group.id, userIds: [id] }
    const given = { fromId: id, toId: 'demo-person-005', permissionList: [`${group.id}--group`] }
    const acts: Record<string, () => Promise<unknown>> = {
      added: () => admin.call('member.add', membership),
      handedOver: () => admin.call('handOver.create', given),
      addedAgain: () => admin.call('member.add', membership),
      removed: () => admin.call('member.remove', membership),
      current: () => operator.call('currentUser.major', { majorType: 'Organize', majorId: organizeIds[0] }),
      own: () => operator.call('currentUser.saveBaseInfo', { realName, gender }),
      disabled: () => admin.call('users.state', { id }),
    }
    for (const [name, act] of Object.entries(acts)) {
      const { version } = await admin.call('users.read', { id })
      await act()
      const late = { id, account, realName, organizeIds, version }
      expect([name, await admin.envelope('users.update', late)]).toMatchObject([
        name,
        { code: 409, data: { version: version + 1 } },
      ])
    }
    await admin.call('users.state', { id })
  })
})

it('are listed by name as people read: Chinese by its sound, numbers by value', async () => {
  const names = ['阿组10', '阿组2', '张组', 'Beta', 'alpha']
  for (const [at, fullName] of names.entries())
    await admin.call('group.create', { fullName, enCode: `read${at}` })
  const order = ['阿组2', '阿组10', '张组', 'alpha', 'Beta']
  for (const sort of ['asc', 'desc'] as const) {
    const { list } = await admin.call('group.list', { currentPage: 1, pageSize: 200, sidx: 'fullName', sort })
    const found = list.map(({ fullName }) => fullName).filter((name) => names.includes(name))
    expect(found).toEqual(sort === 'asc' ? order : order.toReversed())
  }
})
