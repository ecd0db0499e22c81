import { openBrowser } from '@tests/api/browser'
import { md5, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const category = (fullName: string, extra: Record<string, unknown> = {}) => ({
  parentId: '1',
  fullName,
  enCode: fullName,
  isTree: 0,
  sortCode: 0,
  ...extra,
})
const item = (dictionaryTypeId: string, fullName: string, extra: Record<string, unknown> = {}) => ({
  dictionaryTypeId,
  parentId: '0',
  fullName,
  enCode: fullName,
  enabledMark: 1,
  sortCode: 0,
  ...extra,
})

describe('dictionary categories', () => {
  it('stand under two reserved roots, which nobody changes, deletes, exports or fills', async () => {
    const { list } = await admin.call('dictionaryType.list')
    expect(list.map((root) => [root.id, root.parentId])).toEqual([
      ['0', '-1'],
      ['1', '-1'],
    ])
    expect(list.flatMap((root) => root.children.map((child) => child.enCode))).toEqual(
      expect.arrayContaining(['businessType', 'msgSourceType', 'urgency', 'crop', 'soilType']),
    )
    const refused = { code: 400, msg: expect.stringContaining('系统保留') }
    expect(await admin.envelope('dictionaryType.update', { id: '0', ...category('x') })).toMatchObject(
      refused,
    )
    expect(await admin.envelope('dictionaryType.delete', { id: '1' })).toMatchObject(refused)
    expect(await admin.envelope('dictionaryType.export', { id: '1' })).toMatchObject(refused)
    expect(await admin.envelope('dictionaryData.create', item('0', 'x'))).toMatchObject(refused)
  })

  it('are refused in the documented words', async () => {
    const messageOf = async (extra: Record<string, unknown>) =>
      (await admin.envelope('dictionaryType.create', category('words', extra))).msg
    expect(await messageOf({ parentId: '' })).toBe('上级菜单不能为空')
    expect(await messageOf({ fullName: '' })).toBe('请输入名称')
    expect(await messageOf({ fullName: undefined })).toBe('请输入名称')
    expect(await messageOf({ fullName: '名'.repeat(51) })).toBe('名称最多为50个字符！')
    expect(await messageOf({ fullName: 'a<b' })).toBe('名称不能含有特殊符号')
    expect(await messageOf({ enCode: '' })).toBe('请输入编码')
    expect(await messageOf({ enCode: 'c'.repeat(51) })).toBe('编码最多为50个字符！')
    const answer = await admin.envelope('dictionaryType.create', category('words', { sortCode: 1_000_000 }))
    expect(answer).toMatchObject({ code: 400, data: { errors: [{ path: 'sortCode' }] } })
  })

  it('have one code each, and one name under a parent', async () => {
    await admin.call('dictionaryType.create', category('once'))
    const sameCode = await admin.envelope('dictionaryType.create', category('other', { enCode: 'once' }))
    expect(sameCode).toMatchObject({ code: 400, msg: '编码已存在', data: { errors: [{ path: 'enCode' }] } })
    const sameName = await admin.envelope('dictionaryType.create', category('once', { enCode: 'once2' }))
    expect(sameName).toMatchObject({ code: 400, msg: '名称已存在', data: { errors: [{ path: 'fullName' }] } })
  })

  it('do not go while they hold categories or items, nor under themselves', async () => {
    const { id: parent } = await admin.call('dictionaryType.create', category('parent'))
    const { id: child } = await admin.call('dictionaryType.create', category('child', { parentId: parent }))
    const move = (parentId: string) =>
      admin.envelope('dictionaryType.update', { id: parent, ...category('parent', { parentId }) })
    expect(await move(parent)).toMatchObject({ code: 400, msg: '上级不能是它自己' })
    expect(await move(child)).toMatchObject({ code: 400, msg: '上级不能是它的下级' })
    expect(await admin.envelope('dictionaryType.delete', { id: parent })).toMatchObject({
      code: 400,
      msg: '该分类下还有子分类，请先删除子分类',
    })
    const { id } = await admin.call('dictionaryData.create', item(child, 'one'))
    expect(await admin.envelope('dictionaryType.delete', { id: child })).toMatchObject({
      code: 400,
      msg: '该分类下还有字典，请先删除字典',
    })
    await admin.call('dictionaryData.delete', { id })
    await admin.call('dictionaryType.delete', { id: child })
    await admin.call('dictionaryType.delete', { id: parent })
    expect(await admin.envelope('dictionaryType.info', { id: parent })).toMatchObject({ code: 404 })
  })

  it('never loop, even when two moves race', async () => {
    const [a, b] = await Promise.all(
      ['race-a', 'race-b'].map((name) => admin.call('dictionaryType.create', category(name))),
    )
    const under = (id: string | undefined, name: string, parentId: string | undefined) =>
      admin.envelope('dictionaryType.update', { id, ...category(name, { parentId }) })
    const answers = await Promise.all([under(a?.id, 'race-a', b?.id), under(b?.id, 'race-b', a?.id)])
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 400])
  })

  it('offer as parents neither themselves nor what is below them', async () => {
    const { id: top } = await admin.call('dictionaryType.create', category('top'))
    const { id: below } = await admin.call('dictionaryType.create', category('below', { parentId: top }))
    const ids = (nodes: readonly { id: string; children: readonly never[] }[]): string[] =>
      nodes.flatMap((node) => [node.id, ...ids(node.children)])
    expect(ids((await admin.call('dictionaryType.selector')).list as never)).toEqual(
      expect.arrayContaining([top, below]),
    )
    const choices = ids((await admin.call('dictionaryType.selector', { id: top })).list as never)
    expect(choices).toContain('0')
    expect(choices).not.toContain(top)
    expect(choices).not.toContain(below)
  })

  it('are named to anybody who fills in a form, and managed by those alone who may', async () => {
    const id = 'demo-person-090'
    const password = md5('Harvest2026')
    await admin.call('users.resetPassword', { id, userPassword: password, passwordText: 'Harvest2026' })
    const [person] = await server.sql<{ account: string }>(
      'update user_account set must_change_password = false where id = $1 returning account',
      [id],
    )
    const anybody = await server.as(person?.account ?? '', 'Harvest2026')
    const { list } = await anybody.call('dictionaryType.selector')
    expect(list.flatMap((root) => root.children.map((one) => (one as { id: string }).id))).toContain('crop')
    expect(await anybody.envelope('dictionaryType.list')).toMatchObject({ code: 403 })
    expect(await anybody.envelope('dictionaryType.create', category('mine'))).toMatchObject({ code: 403 })
  })
})

describe('dictionary items', () => {
  it('nest in a tree dictionary and nowhere else, and never under themselves', async () => {
    const { id: flat } = await admin.call('dictionaryType.create', category('flat'))
    const { id: tree } = await admin.call('dictionaryType.create', category('tree', { isTree: 1 }))
    const { id: a } = await admin.call('dictionaryData.create', item(tree, 'a'))
    const { id: b } = await admin.call('dictionaryData.create', item(tree, 'b', { parentId: a }))
    const { id: f } = await admin.call('dictionaryData.create', item(flat, 'f'))
    expect(await admin.envelope('dictionaryData.create', item(flat, 'g', { parentId: f }))).toMatchObject({
      code: 400,
    })
    const strange = await admin.envelope('dictionaryData.create', item(tree, 'x', { parentId: f }))
    expect(strange).toMatchObject({ code: 400, data: { errors: [{ path: 'parentId' }] } })
    expect(
      await admin.envelope('dictionaryData.update', { id: a, ...item(tree, 'a', { parentId: b }) }),
    ).toMatchObject({
      code: 400,
      msg: '上级不能是它的下级',
    })
    const { list } = await admin.call('dictionaryData.list', { id: tree, isTree: 1 })
    expect(list).toMatchObject([
      { fullName: 'a', hasChildren: true, children: [{ fullName: 'b', parentId: a }] },
    ])
    expect((await admin.call('dictionaryData.list', { id: tree, isTree: 0 })).list).toHaveLength(2)
    const found = await admin.call('dictionaryData.list', { id: tree, keyword: 'B', isTree: 1 })
    expect(found.list).toMatchObject([{ fullName: 'a', children: [{ fullName: 'b' }] }])
    expect(await admin.envelope('dictionaryData.delete', { id: a })).toMatchObject({
      msg: '该字典下还有子级，请先删除子级',
    })
    const { list: parents } = await admin.call('dictionaryData.selector', { id: tree, parent: a, isTree: 1 })
    expect(parents).toMatchObject([{ id: '0', fullName: '顶级节点', children: [] }])
    const { list: all } = await admin.call('dictionaryData.selector', { id: tree, parent: '0', isTree: 1 })
    expect(all).toMatchObject([{ id: '0', children: [{ id: a, children: [{ fullName: 'b' }] }] }])
  })

  it('have one name and one code in their category', async () => {
    const { id } = await admin.call('dictionaryType.create', category('unique'))
    await admin.call('dictionaryData.create', item(id, 'one'))
    const twice = await Promise.all(
      [1, 2, 3].map(() => admin.envelope('dictionaryData.create', item(id, 'two', { enCode: 'two' }))),
    )
    expect(twice.filter((answer) => answer.code === 200)).toHaveLength(1)
    const long = await admin.envelope('dictionaryData.create', item(id, '名'.repeat(51), { enCode: 'x' }))
    expect(long).toMatchObject({ code: 400, msg: '字典名称最多为50个字符！' })
  })

  it('are offered while enabled, by the category’s id or code, to anybody signed in', async () => {
    const { id } = await admin.call('dictionaryType.create', category('offered'))
    const { id: a } = await admin.call('dictionaryData.create', item(id, 'a'))
    await admin.call('dictionaryData.create', item(id, 'b', { sortCode: 1 }))
    const operator = await server.as('operator')
    const names = async (name: string) =>
      (await operator.call('dictionaryData.options', { id: name })).list.map((one) => one.fullName)
    expect(await names(id)).toEqual(['a', 'b'])
    await admin.call('dictionaryData.setState', { id: a })
    expect(await names('offered')).toEqual(['b'])
    // What has been chosen before keeps its name.
    expect((await operator.call('dictionaryData.options', { id })).withdrawn).toMatchObject([
      { id: a, fullName: 'a' },
    ])
    await admin.call('dictionaryData.setState', { id: a })
    expect(await names('offered')).toEqual(['a', 'b'])
    const many = await operator.call('dictionaryData.optionsOf', {
      ids: [id, 'offered', 'urgency', 'nowhere'],
    })
    expect(Object.keys(many).sort()).toEqual([id, 'offered', 'urgency'].sort())
    for (const one of [id, 'offered', 'urgency'])
      expect(many[one]).toEqual(await operator.call('dictionaryData.options', { id: one }))
    expect(await operator.envelope('dictionaryData.delete', { id: a })).toMatchObject({ code: 403 })
    expect(await server.stranger.envelope('dictionaryData.options', { id })).toMatchObject({ code: 600 })
  })
})

describe('a change', () => {
  it('of a category is refused where it was made from an older state; what was saved first stays', async () => {
    const { id } = await admin.call('dictionaryType.create', category('twice'))
    const change = (description: string, from: object) =>
      admin.envelope('dictionaryType.update', { id, ...category('twice', { description, ...from }) })
    const { version } = await admin.call('dictionaryType.info', { id })
    expect(await change('first', { version })).toMatchObject({ code: 200 })
    const stored = await admin.call('dictionaryType.info', { id })
    expect(stored).toMatchObject({ description: 'first', version: version + 1 })
    expect(await change('second', { version })).toMatchObject({
      code: 409,
      data: { version: version + 1, data: stored },
    })
    expect(await admin.call('dictionaryType.info', { id })).toEqual(stored)
    expect(await change('unasked', {})).toMatchObject({ code: 200 })
    const { list } = await admin.call('dictionaryType.list', { keyword: 'twice' })
    expect(list[0]?.children).toMatchObject([{ id, version: version + 2 }])
  })

  it('of an item is refused likewise, also where it was disabled meanwhile', async () => {
    const { id: of } = await admin.call('dictionaryType.create', category('twiceItems'))
    const { id } = await admin.call('dictionaryData.create', item(of, 'one'))
    const change = (description: string, from: object) =>
      admin.envelope('dictionaryData.update', { id, ...item(of, 'one', { description, ...from }) })
    const { version } = await admin.call('dictionaryData.info', { id })
    expect(await change('first', { version })).toMatchObject({ code: 200 })
    await admin.call('dictionaryData.setState', { id })
    const stored = await admin.call('dictionaryData.info', { id })
    expect(stored).toMatchObject({ description: 'first', enabledMark: 0, version: version + 2 })
    for (const older of [version, version + 1])
      expect(await change('second', { version: older })).toMatchObject({
        code: 409,
        data: { version: version + 2, data: stored },
      })
    expect(await admin.call('dictionaryData.info', { id })).toEqual(stored)
    expect(await change('unasked', {})).toMatchObject({ code: 200 })
    const { list } = await admin.call('dictionaryData.list', { id: of })
    expect(list).toMatchObject([{ id, description: 'unasked', version: version + 3 }])
  })

  it('is told to everybody by its tag, and a refused one to nobody', async () => {
    const operator = await server.as('operator')
    const browser = openBrowser(server.url, operator.token, ['changed'])
    await browser.ready()
    expect(await admin.envelope('dictionaryType.create', category(''))).toMatchObject({ code: 400 })
    expect(browser.frames).toEqual([])
    await admin.call('dictionaryType.create', category('told'))
    await expect
      .poll(() => browser.frames, { timeout: 45_000 })
      .toMatchObject([{ method: 'changed', tags: ['dictionary'] }])
    browser.close()
  })
})

describe('.bdd files', () => {
  const download = async (url: string) => (await fetch(server.url + url)).text()
  const upload = async (content: string, name = 'x.bdd') => {
    const form = new FormData()
    form.set('file', new Blob([content]), name)
    const response = await admin.fetch('/api/system/DictionaryData/Actions/Import', {
      method: 'POST',
      body: form,
    })
    return (await response.json()) as { code: number; msg: string; data: unknown }
  }
  const makeTree = async (name: string) => {
    const { id } = await admin.call('dictionaryType.create', category(name, { isTree: 1 }))
    const { id: below } = await admin.call(
      'dictionaryType.create',
      category(`${name}-below`, { parentId: id }),
    )
    const { id: a } = await admin.call('dictionaryData.create', item(id, 'a'))
    const { id: b } = await admin.call('dictionaryData.create', item(id, 'b', { parentId: a }))
    const { id: c } = await admin.call('dictionaryData.create', item(below, 'c', { enabledMark: 0 }))
    const remove = async () => {
      for (const item of [c, b, a]) await admin.call('dictionaryData.delete', { id: item })
      for (const one of [below, id]) await admin.call('dictionaryType.delete', { id: one })
    }
    return { id, below, remove }
  }

  it('bring a category back as it was, and can be fetched once', async () => {
    const { id, below, remove } = await makeTree('travels')
    const before = [
      await admin.call('dictionaryData.list', { id }),
      await admin.call('dictionaryData.list', { id: below }),
    ]
    const { url, name } = await admin.call('dictionaryData.export', { id })
    expect(name).toBe('travels.bdd')
    const content = await download(url)
    expect(JSON.parse(await download(url))).toMatchObject({ code: 404 })
    await remove()
    expect(await upload(content)).toMatchObject({
      code: 200,
      msg: '导入成功',
      data: { categories: 2, items: 3 },
    })
    expect([
      await admin.call('dictionaryData.list', { id }),
      await admin.call('dictionaryData.list', { id: below }),
    ]).toEqual(before)
  })

  it('keep the colours of items, and the words that names are said by', async () => {
    const english = { 'x-language': 'en' }
    const chosen = async () => {
      const { data } = await admin.envelope('dictionaryData.options', { id: 'inspectionResult' }, english)
      return (data as { list: { fullName: string; color: string }[] }).list.map(({ fullName, color }) => [
        fullName,
        color,
      ])
    }
    const before = [
      ['Normal', 'green'],
      ['Watch', 'orange'],
      ['Fault', 'red'],
    ]
    expect(await chosen()).toEqual(before)
    const { url } = await admin.call('dictionaryData.export', { id: 'inspectionResult' })
    const content = await download(url)
    const { list } = await admin.call('dictionaryData.list', { id: 'inspectionResult' })
    expect(list.map(({ fullName }) => fullName)).toEqual(['正常', '需观察', '异常'])
    for (const { id } of list) await admin.call('dictionaryData.delete', { id })
    await admin.call('dictionaryType.delete', { id: 'inspectionResult' })
    expect(await upload(content)).toMatchObject({ code: 200 })
    expect(await chosen()).toEqual(before)
    const { id, ...kept } = await admin.call('dictionaryData.info', { id: 'inspectionResult.observe' })
    await admin.call('dictionaryData.update', { id, ...kept, color: 'blue' })
    expect((await chosen())[1]).toEqual(['Watch', 'blue'])
    await admin.call('dictionaryData.update', {
      id,
      ...kept,
      version: kept.version + 1,
      fullName: '待查',
      color: null,
    })
    expect((await chosen())[1]).toEqual(['待查', ''])
  })

  it('take every shipped dictionary, too', async () => {
    const shipped = await server.sql<{ id: string }>(
      `select distinct category_id as id from dictionary_item where id like category_id || '.%'`,
    )
    expect(shipped.length).toBeGreaterThan(5)
    for (const { id } of shipped) {
      const { url } = await admin.call('dictionaryData.export', { id })
      const file = JSON.parse(await download(url)) as {
        list: Record<string, unknown>[]
        modelList: { id: string }[]
      }
      // The dictionary itself is here already: another of its kind.
      const list = file.list.map((one) => ({ ...one, id: `${id}-2`, enCode: `${id}-2`, fullName: `${id}-2` }))
      const modelList = file.modelList.map((one) => ({ ...one, dictionaryTypeId: `${id}-2` }))
      expect(modelList[0]?.id).toContain('.')
      expect(await upload(JSON.stringify({ list, modelList })), id).toMatchObject({
        code: 200,
        data: { categories: 1, items: modelList.length },
      })
    }
  })

  it('are taken whole or not at all, with reasons', async () => {
    const { id } = await makeTree('stays')
    const { url } = await admin.call('dictionaryType.export', { id })
    expect((await admin.fetch(url, { method: 'HEAD' })).status).toBe(404)
    const content = await download(url)
    expect(await upload(content)).toMatchObject({ code: 400, msg: '字典分类“stays”已存在，不能重复导入' })
    const file = JSON.parse(content) as {
      list: { id: string; enCode: string }[]
      modelList: { dictionaryTypeId: string }[]
    }
    file.list = [{ ...file.list[0], id: 'fresh', enCode: 'fresh', fullName: 'fresh' } as never]
    const answer = await upload(JSON.stringify(file))
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining('不在文件中') })
    expect(await admin.envelope('dictionaryType.info', { id: 'fresh' })).toMatchObject({ code: 404 })
  })

  it('are refused when they are something else', async () => {
    expect(await upload('{}', 'x.txt')).toMatchObject({ code: 400, msg: '请选择 .bdd 文件' })
    expect(await upload('not json')).toMatchObject({ code: 400, msg: '文件内容不是有效的字典数据' })
    expect(await upload(' '.repeat(5 * 2 ** 20 + 1))).toMatchObject({ code: 400, msg: '文件不能超过 5M' })
    expect(await upload('{"list":[]}')).toMatchObject({
      code: 400,
      msg: expect.stringContaining('格式不正确'),
    })
    const loop = [1, 2].map((n) => ({
      id: `l${n}`,
      parentId: `l${3 - n}`,
      fullName: `l${n}`,
      enCode: `l${n}`,
    }))
    expect(await upload(JSON.stringify({ list: loop, modelList: [] }))).toMatchObject({
      msg: '文件中的上下级关系成环',
    })
  })
})
