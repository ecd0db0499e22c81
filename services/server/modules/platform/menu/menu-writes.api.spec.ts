import { startServer } from '@services/server/server'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { quiet, testOptions } from '@tests/api/options'
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

let made = 0
const entry = (extra: Record<string, unknown> = {}) => {
  made += 1
  return {
    ...{
      parentId: '-1',
      systemId: 'reference',
      fullName: `菜单${made}`,
      enCode: `own.entry${made}`,
      type: 0,
    },
    ...extra,
  }
}
const make = async (extra: Record<string, unknown> = {}) => (await admin.call('menu.create', entry(extra))).id
const refused = async (
  call: 'menu.create' | 'menu.update' | 'menu.move' | 'menu.state' | 'menu.delete',
  input: object,
  client = admin,
) => {
  const { code, msg, data } = await client.envelope(call, input as never)
  const errors = (data as unknown as { errors?: { path: string }[] } | null)?.errors
  return { code, msg, path: errors?.[0]?.path }
}
const place = async (systemId = 'reference') => {
  const { list } = await admin.call('menu.ofSystem', { systemId })
  const flat = (nodes: typeof list): typeof list =>
    nodes.flatMap((node) => [node, ...flat(node.children as typeof list)])
  return flat(list)
}
const menuOf = async (client: TestClient) => {
  const { menuList } = await client.call('session.currentUser')
  const flat = (nodes: readonly { enCode: string; children?: readonly unknown[] }[]): string[] =>
    nodes.flatMap((node) => [node.enCode, ...flat((node.children ?? []) as never)])
  return flat(menuList)
}

describe('an entry', () => {
  it('is refused with the field and the documented sentence', async () => {
    const create = (extra: Record<string, unknown>) => refused('menu.create', entry(extra))
    expect(await create({ parentId: '' })).toEqual({ code: 400, msg: '上级菜单不能为空', path: 'parentId' })
    expect(await create({ fullName: '' })).toEqual({ code: 400, msg: '请输入名称', path: 'fullName' })
    expect(await create({ fullName: '名'.repeat(51) })).toMatchObject({ msg: '名称最多为50个字符！' })
    expect(await create({ fullNameEn: 'n'.repeat(51) })).toMatchObject({ code: 400, path: 'fullNameEn' })
    expect(await create({ enCode: '' })).toMatchObject({ msg: '请输入编码' })
    expect(await create({ enCode: 'c'.repeat(51) })).toMatchObject({ msg: '编码最多为50个字符！' })
    expect(await create({ enCode: 'system.user' })).toMatchObject({ code: 200 })
    expect(await create({ enCode: 'system.menu' })).toEqual({
      ...{ code: 400, msg: '编码已存在', path: 'enCode' },
    })
    expect(await create({ sortCode: 1_000_000 })).toMatchObject({ code: 400, path: 'sortCode' })
    expect(await create({ sortCode: -1 })).toMatchObject({ code: 400, path: 'sortCode' })
    expect(await create({ type: 9 })).toMatchObject({ code: 400, path: 'type' })
    expect(await create({ systemId: 'nothing' })).toMatchObject({ code: 400, path: 'systemId' })
    expect(await create({ category: 'Watch' })).toMatchObject({ code: 400, path: 'category' })
  })

  it('has no code that is another one’s id: a right is found by either', async () => {
    const [model] = await server.sql<{ id: string; en_code: string }>(
      `select id, en_code from menu where source = 'model' and id <> en_code limit 1`,
    )
    expect(await refused('menu.create', entry({ enCode: model?.id }))).toMatchObject({
      ...{ code: 400, path: 'enCode' },
    })
  })

  it('of each kind has its own fields, and no others', async () => {
    const create = (type: number, extra: Record<string, unknown> = {}) =>
      refused('menu.create', entry({ type, ...extra }))
    const moduleId = (id: unknown) => ({ propertyJson: JSON.stringify({ moduleId: id }) })
    const models = await admin.call('menu.modules', { type: 3 })
    for (const type of [3, 4])
      expect(await create(type, moduleId('nothing'))).toMatchObject({ code: 400, path: 'propertyJson' })
    for (const type of [0, 1]) expect(await create(type)).toMatchObject({ code: 200 })
    expect(await create(0, { urlAddress: 'home' })).toMatchObject({ code: 400, path: 'urlAddress' })
    expect(await create(2)).toMatchObject({ msg: '请输入地址', path: 'urlAddress' })
    for (const urlAddress of ['https://elsewhere.example', '../secret', 'a//b', 'javascript:alert(1)', 'a b'])
      expect(await create(2, { urlAddress }), urlAddress).toMatchObject({ code: 400, path: 'urlAddress' })
    expect(await create(2, { urlAddress: '/system/state?tab=2' })).toMatchObject({ code: 200 })
    expect(await create(2, { urlAddress: 'home', ...moduleId('x') })).toMatchObject({ path: 'propertyJson' })
    for (const type of [3, 4, 5, 8]) {
      expect(await create(type)).toMatchObject({ msg: '请选择关联功能', path: 'propertyJson' })
      expect(await create(type, moduleId(7))).toMatchObject({ path: 'propertyJson' })
      expect(await create(type, moduleId('m'.repeat(65)))).toMatchObject({ path: 'propertyJson' })
      expect(await create(type, { propertyJson: '[1]' })).toMatchObject({ path: 'propertyJson' })
      expect(await create(type, { propertyJson: '{"moduleId":"crop","run":"x"}' })).toMatchObject({
        ...{ code: 400, path: 'propertyJson' },
      })
      const there = type === 3 ? (models.list[0]?.id ?? '') : 'crop'
      expect(await create(type, moduleId(there)), String(type)).toMatchObject({ code: 200 })
    }
    for (const type of [6, 7]) {
      expect(await create(type)).toMatchObject({ msg: '请输入地址' })
      for (const urlAddress of ['javascript:alert(1)', 'data:text/html,x', '//elsewhere.example'])
        expect(await create(type, { urlAddress }), urlAddress).toMatchObject({ path: 'urlAddress' })
      expect(await create(type, { urlAddress: 'https://www.nmc.cn/', linkTarget: '_blank' })).toMatchObject({
        code: 200,
      })
    }
    const id = await make({ type: 4, ...moduleId('crop'), urlAddress: null, linkTarget: null })
    expect(await admin.call('menu.info', { id })).toMatchObject({
      ...{ type: 4, propertyJson: '{"moduleId":"crop"}', urlAddress: '', source: 'own', version: 1 },
    })
  })

  it('has a name in each language, and one of the product keeps its own until somebody changes it', async () => {
    const id = await make({ fullName: '水价', fullNameZhtw: '水價', fullNameEn: 'Water price' })
    expect(await admin.call('menu.info', { id })).toMatchObject({
      ...{ fullName: '水价', fullNameZhtw: '水價', fullNameEn: 'Water price' },
    })
    const english = await admin.envelope('menu.ofSystem', { systemId: 'reference' }, { 'x-language': 'en' })
    expect(english.data.list.find((one) => one.id === id)?.fullName).toBe('Water price')
    const {
      hasChildren: _,
      children: __,
      ...info
    } = (await admin.call('menu.info', {
      id: 'system.dictionary',
    })) as never as Record<string, never>
    const save = (extra: object) =>
      admin.call('menu.update', { ...(info as object), id: 'system.dictionary', ...extra } as never)
    await save({ description: '字典' })
    const stored = async () =>
      (
        await server.sql<{ name: unknown }>(
          `select full_name -> 'text' as name from menu where id = 'system.dictionary'`,
        )
      )[0]?.name
    expect(await stored()).toMatch(/^@/)
    await save({ version: undefined, fullName: '字典表' })
    expect(await stored()).toMatchObject({ zh: '字典表' })
  })

  it('is changed by who has its newest version', async () => {
    const id = await make()
    const body = { ...entry({ fullName: '改过的' }), id, version: 1 }
    await admin.call('menu.update', body)
    const { code, data } = await admin.envelope('menu.update', body)
    expect(code).toBe(409)
    expect(data).toMatchObject({ version: 2, data: { fullName: '改过的' } })
    expect(await refused('menu.update', { ...body, id: 'nothing' })).toMatchObject({ code: 404 })
    const [row] = await server.sql<{ before: unknown; after: unknown }>(
      `select before, after from audit where action = 'menu.update' and target = $1`,
      [id],
    )
    expect(row).toMatchObject({ before: { version: 1 }, after: { fullName: '改过的', version: 2 } })
  })

  it('of the product or of a model keeps its code, kind and address, and is not deleted', async () => {
    const [model] = await server.sql<{ id: string }>(`select id from menu where source = 'model' limit 1`)
    for (const id of ['system.dictionary', model?.id ?? '']) {
      const info = await admin.call('menu.info', { id })
      const change = (extra: object) =>
        refused('menu.update', { ...info, version: undefined, ...extra } as never)
      expect(await change({ enCode: 'other' })).toMatchObject({ code: 400, path: 'enCode' })
      expect(await change({ type: 7 })).toMatchObject({ code: 400, path: 'type' })
      expect(await change({ urlAddress: 'system/user' })).toMatchObject({ code: 400, path: 'urlAddress' })
      expect(await change({})).toMatchObject({ code: 200 })
    }
    expect((await refused('menu.delete', { id: 'system.dictionary' })).msg).toContain('产品自带的菜单')
    expect((await refused('menu.delete', { id: model?.id ?? '' })).msg).toContain('已发布的功能')
  })

  it('is not deleted while entries stand below it or it is granted; what does is named', async () => {
    const above = await make({ fullName: '上面' })
    const below = await make({ fullName: '下面', parentId: above, type: 2, urlAddress: 'system/state' })
    expect(await refused('menu.delete', { id: above })).toMatchObject({
      ...{ code: 400, msg: '该菜单下还有 1 个菜单（下面），请先删除或移走' },
    })
    const { enCode } = await admin.call('menu.info', { id: below })
    await server.server.services.rights.grant('field-operator', enCode)
    expect(await refused('menu.delete', { id: below })).toMatchObject({
      msg: '该菜单已授权给 1 个对象（巡田员），请先收回权限',
    })
    await server.sql(`delete from permission_grant where menu_id = $1`, [below])
    expect((await refused('menu.delete', { id: below })).msg).toBe('删除成功')
    expect((await refused('menu.delete', { id: above })).msg).toBe('删除成功')
    expect(await refused('menu.delete', { id: above })).toMatchObject({ code: 404 })
  })
})

describe('a place in a menu', () => {
  it('is below a directory of the same system and category, never below itself', async () => {
    const top = await make()
    const middle = await make({ parentId: top })
    const leaf = await make({ parentId: middle, type: 2, urlAddress: 'home' })
    const app = await make({ category: 'App' })
    const move = (id: string, parentId: string, beforeId?: string) =>
      refused('menu.move', { id, parentId, beforeId: beforeId ?? null })
    expect(await move(top, top)).toMatchObject({ code: 400, msg: '上级不能是它自己' })
    expect(await move(top, middle)).toMatchObject({ code: 400, msg: '上级不能是它的下级' })
    expect(await move(top, 'system')).toMatchObject({ msg: '上级菜单属于另一个应用', path: 'parentId' })
    expect(await move(top, 'nothing')).toMatchObject({ msg: '上级不存在，可能已被删除' })
    expect(await move(top, leaf)).toMatchObject({ msg: '上级菜单只能是目录或分组' })
    expect(await move(top, app)).toMatchObject({ msg: '上级菜单的分类不同' })
    expect(await move(top, '')).toMatchObject({ msg: '上级菜单不能为空' })
    expect(await move(leaf, top, app)).toMatchObject({ path: 'beforeId' })
    expect(await move('nothing', '-1')).toMatchObject({ code: 404 })
    expect(await refused('menu.update', { ...entry(), id: top, systemId: 'main' })).toMatchObject({
      ...{ code: 400, path: 'systemId' },
    })
    expect(await refused('menu.create', entry({ systemId: 'main', parentId: top }))).toMatchObject({
      path: 'parentId',
    })
    let deep = middle
    for (let level = 3; level <= 8; level += 1) deep = await make({ parentId: deep })
    expect(await refused('menu.create', entry({ parentId: deep }))).toMatchObject({ msg: '菜单最多8级' })
    expect(await move(top, await make())).toMatchObject({ msg: '菜单最多8级' })
  })

  it('is taken before a sibling or last, and given back by what the move answers', async () => {
    const above = await make()
    const [a, b, c] = await Promise.all(
      ['a', 'b', 'c'].map((name, index) => make({ parentId: above, fullName: name, sortCode: index })),
    )
    const order = async () => (await place()).filter(({ parentId }) => parentId === above).map(({ id }) => id)
    expect(await order()).toEqual([a, b, c])
    const was = await admin.call('menu.move', { id: c ?? '', parentId: above, beforeId: a })
    expect(was).toEqual({ id: c, parentId: above, beforeId: null })
    expect(await order()).toEqual([c, a, b])
    await admin.call('menu.move', { id: a ?? '', parentId: above, beforeId: c })
    expect(await order()).toEqual([a, c, b])
    await admin.call('menu.move', was)
    expect(await order()).toEqual([a, b, c])
    const out = await admin.call('menu.move', { id: b ?? '', parentId: '-1' })
    expect(out).toEqual({ id: b, parentId: above, beforeId: c })
    await admin.call('menu.move', out)
    expect(await order()).toEqual([a, b, c])
  })

  it('never loops, even when two moves race', async () => {
    const [a, b] = await Promise.all([make(), make()])
    const answers = await Promise.all([
      refused('menu.move', { id: a, parentId: b }),
      refused('menu.move', { id: b, parentId: a }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400])
  })

  it('stays what somebody has made of it when the product starts again', async () => {
    await admin.call('menu.move', { id: 'reference.crop', parentId: '-1' })
    await admin.call('menu.state', { id: 'reference.soilType' })
    const own = await make({ enCode: 'reference.weather2' })
    await server.sql(`update menu set en_code = 'reference.weather-gone' where id = 'reference.weather'`)
    await server.sql(`update menu set en_code = 'reference.weather' where id = $1`, [own])
    const again = await startServer(testOptions({ databaseUrl: server.databaseUrl }), quiet)
    await again.close()
    const after = await place()
    expect(after.find(({ id }) => id === 'reference.crop')?.parentId).toBe('-1')
    expect(after.find(({ id }) => id === 'reference.soilType')?.enabledMark).toBe(0)
    expect(after.find(({ id }) => id === 'reference.weather')?.enCode).toBe('reference.weather')
    expect(after.find(({ id }) => id === own)?.enCode).toMatch(/^reference\.weather-/)
    await admin.call('menu.state', { id: 'reference.soilType' })
  })

  it('among ten thousand entries is found in time that grows with them, not with their square', async () => {
    const many = (count: number) =>
      server.sql(
        `insert into menu (id, parent_id, system_id, en_code, full_name, type, icon, source, sort_code)
        select 'many-' || n, '-1', 'reference', 'many.' || n, '{"text":{"zh":"很多"}}', 0, '', 'own', 0
        from generate_series(1, $1::int) n on conflict do nothing`,
        [count],
      )
    /** The quickest of three: whatever else the machine does only adds. */
    const quickest = async (work: () => Promise<unknown>) => {
      let least = Number.POSITIVE_INFINITY
      for (let run = 0; run < 3; run += 1) {
        const start = performance.now()
        await work()
        least = Math.min(least, performance.now() - start)
      }
      return least
    }
    const read = () => admin.call('menu.ofSystem', { systemId: 'reference' })
    let at = 1_000
    const move = () => {
      at -= 1
      return admin.call('menu.move', { id: 'many-1000', parentId: '-1', beforeId: `many-${at}` })
    }
    await many(1_250)
    const few = { read: await quickest(read), move: await quickest(move) }
    await many(10_000)
    // Eight times as many: linear work takes eight times as long, quadratic work 64 times.
    expect(await quickest(read)).toBeLessThan(few.read * 24)
    expect(await quickest(move)).toBeLessThan(few.move * 24)
    const ids = (await read()).list.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(10_000)
    expect(ids[ids.indexOf(`many-${at}`) - 1]).toBe('many-1000')
    await server.sql(`delete from menu where id like 'many-%'`)
  })
})

describe('who sees an entry', () => {
  it('is decided by what is granted, at once, and by whether it is in use', async () => {
    const parentId = await make({ systemId: 'main', type: 0, enCode: 'own.directory' })
    const id = await make({ systemId: 'main', parentId, type: 2, urlAddress: 'home', enCode: 'own.page' })
    expect(await menuOf(admin)).toEqual(expect.arrayContaining(['own.directory', 'own.page']))
    expect(await menuOf(operator)).not.toContain('own.page')
    await server.server.services.rights.grant('field-operator', 'own.page')
    expect(await menuOf(operator)).toContain('own.page')
    await admin.call('menu.state', { id })
    expect(await menuOf(operator)).not.toContain('own.page')
    expect(await menuOf(admin)).not.toContain('own.page')
    await admin.call('menu.state', { id })
    expect(await menuOf(operator)).toContain('own.page')
    const other = await make({ systemId: 'main', type: 2, urlAddress: 'home', category: 'App' })
    expect(await menuOf(admin)).not.toContain((await admin.call('menu.info', { id: other })).enCode)
  })

  it('may do all of a kind whose switch is off', async () => {
    const info = await admin.call('menu.info', { id: 'system.dictionary' })
    expect(info.isButtonAuthorize).toBe(1)
    const remove = async () => (await operator.envelope('dictionaryData.delete', { id: 'nothing' })).code
    expect(await remove()).toBe(403)
    await admin.call('menu.update', { ...info, isButtonAuthorize: 0 } as never)
    expect(await remove()).toBe(404)
    await admin.call('menu.update', { ...info, version: undefined, isButtonAuthorize: 1 } as never)
    expect(await remove()).toBe(403)
    expect(await refused('menu.update', { ...info, version: undefined, isDataAuthorize: 1 })).toMatchObject({
      code: 400,
      path: 'isDataAuthorize',
    })
  })

  it('manages menus by its own rights, and gives nobody what they have not', async () => {
    for (const [call, input] of [
      ['menu.create', entry()],
      ['menu.update', { ...entry(), id: 'system.dictionary' }],
      ['menu.delete', { id: 'system.dictionary' }],
      ['menu.state', { id: 'system.dictionary' }],
      ['menu.move', { id: 'system.dictionary', parentId: '-1' }],
    ] as const)
      expect(await refused(call, input, operator), call).toMatchObject({ code: 403 })
    await server.server.services.rights.grant('field-operator', 'system.menu', 'all')
    const info = await operator.call('menu.info', { id: 'permission.user' })
    expect(await refused('menu.update', { ...info, isButtonAuthorize: 0 }, operator)).toMatchObject({
      ...{ code: 403, msg: '不能授予自己没有的权限' },
    })
    expect(await refused('menu.update', { ...info, description: 'x' }, operator)).toMatchObject({ code: 200 })
    await server.sql(`delete from permission_grant where menu_id = 'system.menu'`)
  })

  it('keeps the way to the page that menus are managed on', async () => {
    for (const id of ['system.menu', 'system'])
      expect((await refused('menu.state', { id })).msg).toContain('将无法再打开菜单管理')
    const off = await make({ systemId: 'main', enabledMark: 0 })
    expect((await refused('menu.move', { id: 'system.menu', parentId: off })).code).toBe(400)
    expect(await menuOf(admin)).toContain('system.menu')
  })
})
