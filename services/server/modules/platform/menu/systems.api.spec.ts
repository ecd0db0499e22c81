import { CODE } from '@services/contract/envelope'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
let operator: TestClient

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
})
afterAll(() => server.close())

const me = (client: TestClient) => client.call('session.currentUser')
const codes = (list: readonly { readonly enCode: string }[]) => list.map(({ enCode }) => enCode)

describe('systems', () => {
  it('have menus and rights of their own, which follow the switch', async () => {
    const before = await me(admin)
    expect(before.userInfo.systemIds.map(({ id, currentSystem }) => [id, currentSystem])).toEqual([
      ['main', true],
      ['reference', false],
    ])
    expect(codes(before.menuList)).toContain('system')
    await admin.call('currentUser.major', { majorId: 'reference', majorType: 'System' })
    const after = await me(admin)
    expect(after.userInfo.systemId).toBe('reference')
    expect(codes(after.menuList)).toEqual(['reference.dictionaries', 'reference.links'])
    expect(codes(after.permissionList)).not.toContain('system.dictionary')
    // Another session of the same person sees it too; somebody else does not.
    expect((await me(await server.as('admin'))).userInfo.systemId).toBe('reference')
    expect((await me(operator)).userInfo.systemId).toBe('main')
    await admin.call('currentUser.major', { majorId: 'main', majorType: 'System' })
    expect(codes((await me(admin)).menuList)).toContain('system')
  })

  it('are for those who have something to see there', async () => {
    const own = async () => (await me(operator)).userInfo.systemIds.map(({ id }) => id)
    expect(await own()).toEqual(['main'])
    const refused = { majorId: 'reference', majorType: 'System' } as const
    expect(await operator.envelope('currentUser.major', refused)).toMatchObject({
      code: CODE.forbidden,
      msg: '您不属于该系统',
    })
    await server.server.services.rights.grant('field-operator', 'reference.crop')
    expect(await own()).toEqual(['main', 'reference'])
    await operator.call('currentUser.major', refused)
    const { menuList } = await me(operator)
    expect(menuList.map(({ enCode, children }) => [enCode, codes(children as never)])).toEqual([
      ['reference.dictionaries', ['reference.crop']],
    ])
    // Whose right is taken away is back where everybody is.
    await server.sql(`delete from permission_grant where menu_id like 'reference.%'`)
    expect((await me(operator)).userInfo.systemId).toBe('main')
  })
})

describe('the place of an address', () => {
  const placeOf = (client: TestClient, path: string) => client.call('menu.place', { path })

  it('is told apart: missing, not to be seen, in another system, open', async () => {
    expect(await placeOf(operator, '/nowhere/at/all')).toEqual({
      ...{ state: 'missing', title: '', right: '', menuId: '', systemId: '', systemName: '', grantors: [] },
    })
    expect(await placeOf(operator, '/development/models')).toMatchObject({
      ...{ state: 'forbidden', title: '功能设计', right: 'development.models', systemName: '' },
    })
    expect(await placeOf(admin, '/dictionary/reference.crop')).toMatchObject({
      ...{ state: 'elsewhere', title: '作物', systemId: 'reference', systemName: '资料中心' },
    })
    expect(await placeOf(operator, '/model/purchaseOrder')).toMatchObject({ state: 'open', systemId: 'main' })
    expect(await placeOf(admin, '/model/purchaseOrder/a-record')).toMatchObject({ state: 'open' })
  })

  it('of what may not be seen names administrators who are in use, and no password or code of theirs', async () => {
    const { grantors } = await placeOf(operator, '/development/models')
    expect(grantors).toEqual([{ id: expect.any(String), fullName: expect.stringMatching(/./) }])
    await server.sql(`update user_account set status = 0 where is_administrator`)
    expect((await placeOf(operator, '/development/models')).grantors).toEqual([])
    await server.sql(`update user_account set status = 1 where account = 'admin'`)
  })

  it('is missing where the entry or its system is out of use', async () => {
    await server.sql(`update menu set is_enabled = false where en_code = 'development.models'`)
    expect(await placeOf(operator, '/development/models')).toMatchObject({ state: 'missing' })
    await server.sql(`update menu set is_enabled = true where en_code = 'development.models'`)
    expect(await placeOf(operator, '/development/models')).toMatchObject({ state: 'forbidden' })
  })
})

describe('reading menus', () => {
  it('gives a system’s whole menu, by keyword with what stands above', async () => {
    const { list } = await admin.call('menu.ofSystem', { systemId: 'reference' })
    expect(codes(list)).toEqual(['reference.dictionaries', 'reference.links'])
    const found = await admin.call('menu.ofSystem', { systemId: 'reference', keyword: '作物' })
    expect(found.list.map(({ enCode, children }) => [enCode, codes(children as never)])).toEqual([
      ['reference.dictionaries', ['reference.crop']],
    ])
    const app = await admin.call('menu.ofSystem', { systemId: 'reference', category: 'App' })
    expect(app.list).toEqual([])
  })

  it('gives the places under which an entry may stand', async () => {
    const { list } = await admin.call('menu.selector', { id: 'reference.links', systemId: 'reference' })
    expect(codes(list)).toEqual(['reference.dictionaries'])
  })

  it('tells who may see an entry and what they may do', async () => {
    const { list } = await admin.call('menu.permissionGroups', { id: 'system.dictionary' })
    const role = list.find(({ enCode }) => enCode === 'field-operator')
    expect(role?.fullName).toBe('巡田员')
    const given = await admin.call('menu.permission', { id: 'system.dictionary', permId: role?.id })
    expect(codes(given.button)).toEqual(['btn_add'])
    expect(await admin.envelope('menu.info', { id: 'nothing' })).toMatchObject({ code: CODE.notFound })
  })

  it('is for administrators', async () => {
    for (const [name, input] of [
      ['menu.ofSystem', { systemId: 'main' }],
      ['system.list', {}],
      ['menu.info', { id: 'system.dictionary' }],
    ] as const)
      expect(await operator.envelope(name, input)).toMatchObject({ code: CODE.forbidden })
  })
})

describe('the system’s configuration', () => {
  it('names the product everywhere once it is saved, and is saved by administrators', async () => {
    expect(await operator.envelope('systemConfig.save', { sysName: '张三农场' })).toMatchObject({
      code: CODE.forbidden,
    })
    await admin.call('systemConfig.save', { sysName: '张三农场', copyright: '© 张三' })
    expect(await operator.call('systemConfig.read')).toMatchObject({
      sysName: '张三农场',
      sysVersion: '3.5.0',
      passwordLengthMinNumber: 6,
    })
    const { sysConfigInfo, userInfo } = await me(operator)
    expect(sysConfigInfo['sysName']).toBe('张三农场')
    // Of the systems each has a name of its own (`schemas/systems.json`): by it the project picker knows its place.
    expect(userInfo.systemIds[0]?.name).toBe('高标准农田')
    expect(await server.stranger.call('session.loginConfig')).toMatchObject({ sysName: '张三农场' })
  })

  it('has logos of this server only', async () => {
    for (const logoIcon of [
      'https://elsewhere.example/a.png',
      '//elsewhere.example/a.png',
      'javascript:alert(1)',
    ])
      expect(await admin.envelope('systemConfig.save', { logoIcon })).toMatchObject({ code: CODE.badRequest })
  })
})
