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

const refused = async (call: Parameters<TestClient['envelope']>[0], input: object, client = admin) => {
  const { code, msg, data } = await client.envelope(call, input as never)
  const errors = (data as unknown as { errors?: { path: string }[] } | null)?.errors
  return { code, msg, path: errors?.[0]?.path }
}

describe('a system', () => {
  it('is made, changed by who has its newest version, and deleted', async () => {
    const body = { fullName: '水务', enCode: 'water', icon: 'Apps', sortCode: 9, description: '灌溉水费' }
    const { id } = await admin.call('system.create', body)
    expect(await admin.call('system.read', { id })).toEqual({
      ...{ id, ...body, enabledMark: 1, version: 1, menuCount: 0, isBuiltIn: 0 },
    })
    expect(await refused('system.create', body)).toEqual({ code: 400, msg: '编码已存在', path: 'enCode' })
    await admin.call('system.update', { id, ...body, fullName: '水务中心', version: 1 })
    expect(await refused('system.update', { id, ...body, version: 1 })).toMatchObject({ code: 409 })
    const { userInfo } = await admin.call('session.currentUser')
    expect(userInfo.systemIds.map((one) => one.name)).toContain('水务中心')
    await admin.call('system.delete', { id })
    expect(await refused('system.read', { id })).toMatchObject({ code: 404 })
    const rows = await server.sql<{ action: string }>(
      `select action from audit where target = $1 order by id`,
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['system.create', 'system.update', 'system.delete'])
  })

  it('is refused with the field and the documented sentence', async () => {
    const create = (extra: object) => refused('system.create', { fullName: '某', enCode: 'some', ...extra })
    expect(await create({ fullName: '' })).toEqual({ code: 400, msg: '请输入名称', path: 'fullName' })
    expect(await create({ fullName: '名'.repeat(51) })).toMatchObject({ msg: '名称最多为50个字符！' })
    expect(await create({ enCode: '' })).toMatchObject({ msg: '请输入编码' })
    expect(await create({ enCode: 'main' })).toMatchObject({ path: 'enCode' })
    expect(await create({ sortCode: 1_000_000 })).toMatchObject({ path: 'sortCode' })
    expect(await refused('system.update', { id: 'nothing', fullName: 'a', enCode: 'b' })).toMatchObject({
      code: 404,
    })
  })

  it('is not deleted while it has a menu or is granted, nor where it is the product’s', async () => {
    const { id } = await admin.call('system.create', { fullName: '暂设', enCode: 'temporary' })
    const entry = {
      parentId: '-1',
      systemId: id,
      fullName: '唯一菜单',
      enCode: 'temporary.only',
      type: 2,
      urlAddress: 'home',
    }
    const { id: menuId } = await admin.call('menu.create', entry)
    expect((await refused('system.delete', { id })).msg).toBe('该应用还有 1 个菜单（唯一菜单），请先删除')
    await server.server.services.rights.grant('field-operator', 'temporary.only')
    await server.sql(`delete from permission_grant where menu_id = $1`, [menuId])
    await admin.call('menu.delete', { id: menuId })
    expect((await refused('system.delete', { id })).msg).toBe(
      '该应用已授权给 1 个对象（巡田员），请先收回权限',
    )
    await server.sql(`delete from permission_grant where menu_id = $1`, [id])
    expect((await refused('system.delete', { id })).msg).toBe('删除成功')
    expect((await refused('system.delete', { id: 'reference' })).msg).toContain('产品自带的应用')
    expect(
      await refused('system.update', { id: 'reference', fullName: '资料中心', enCode: 'other' }),
    ).toMatchObject({
      ...{ code: 400, path: 'enCode' },
    })
  })

  it('that is disabled is nobody’s to switch to; the main one stays', async () => {
    const names = async () => {
      const { userInfo } = await admin.call('session.currentUser')
      return userInfo.systemIds.map(({ id }) => id)
    }
    await admin.call('system.state', { id: 'reference' })
    expect(await names()).toEqual(['main'])
    await admin.call('system.state', { id: 'reference' })
    expect(await names()).toEqual(['main', 'reference'])
    expect((await refused('system.state', { id: 'main' })).msg).toBe('主应用不能禁用')
  })

  it('is managed by who has its rights', async () => {
    for (const [call, input] of [
      ['system.list', {}],
      ['system.selector', {}],
      ['system.create', { fullName: 'x', enCode: 'x' }],
      ['system.update', { id: 'reference', fullName: 'x', enCode: 'x' }],
      ['system.delete', { id: 'reference' }],
      ['system.state', { id: 'reference' }],
    ] as const)
      expect(await refused(call, input, operator), call).toMatchObject({ code: 403 })
  })
})
