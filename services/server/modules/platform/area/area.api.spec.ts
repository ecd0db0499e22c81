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

describe('areas', () => {
  it('open level by level for anybody signed in', async () => {
    const { list: provinces } = await operator.call('area.selector')
    expect(provinces).toHaveLength(34)
    expect(provinces[0]).toEqual({ id: '110000', fullName: '北京市', isLeaf: false })
    const { list: cities } = await operator.call('area.selector', { parentId: '110000' })
    expect(cities).toEqual([{ id: '110100', fullName: '市辖区', isLeaf: false }])
    const { list: districts } = await operator.call('area.selector', { parentId: '110100', areaId: '0' })
    expect(districts).toHaveLength(16)
    const { list: towns } = await operator.call('area.selector', { parentId: '110101' })
    expect(towns[0]).toMatchObject({ isLeaf: true })
    expect(await server.stranger.envelope('area.selector')).toMatchObject({ code: 600 })
  })

  it('are filtered by a word and leave one out', async () => {
    const { list } = await operator.call('area.selector', { parentId: '-1', keyword: '新疆' })
    expect(list.map(({ id }) => id)).toEqual(['650000'])
    const { list: rest } = await operator.call('area.selector', { parentId: '-1', areaId: '650000' })
    expect(rest).toHaveLength(33)
  })

  it('are found by a word with the way to each, as far as nothing on it is disabled', async () => {
    const found = await operator.call('area.search', { keyword: '东城', level: 2 })
    expect(found.list[0]).toEqual({
      id: '110101',
      fullName: '东城区',
      path: ['110000', '110100', '110101'],
      names: ['北京市', '市辖区', '东城区'],
    })
    const second = await operator.call('area.search', {
      keyword: '东',
      level: 2,
      currentPage: 2,
      pageSize: 5,
    })
    expect(second.list).toHaveLength(5)
    await admin.call('area.setState', { id: '110100' })
    const less = await operator.call('area.search', { keyword: '东城', level: 2 })
    expect(less.list.map(({ id }) => id)).not.toContain('110101')
    await admin.call('area.setState', { id: '110100' })
  })

  it('have their names by paths of ids; what is no area keeps its place', async () => {
    expect(
      await operator.call('area.names', {
        idsList: [['650000', '650100', '650104'], ['110000', 'gone'], []],
      }),
    ).toEqual([['新疆维吾尔自治区', '乌鲁木齐市', '新市区'], ['北京市', ''], []])
    expect(
      await operator.call('names.resolve', {
        requests: [{ source: { kind: 'area' }, ids: ['650104', 'gone'] }],
      }),
    ).toEqual([
      [
        {
          id: '650104',
          text: '新市区',
          data: { id: '650104', fullName: '新市区', parentId: '650100', level: 2 },
        },
      ],
    ])
  })

  it('are there on an empty system too', async () => {
    const empty = await startTestServer({ demo: false })
    try {
      const person = await empty.as('admin')
      expect((await person.call('area.selector')).list).toHaveLength(34)
      const [{ count } = { count: 0 }] = await empty.sql<{ count: string }>(
        'select count(*) as count from area',
      )
      expect(Number(count)).toBeGreaterThanOrEqual(44_960)
    } finally {
      await empty.close()
    }
  })
})

describe('keeping areas', () => {
  const farm = { parentId: '650104', fullName: '示范农场', enCode: '650104900' }

  it('is for administrators', async () => {
    const refused = await operator.envelope('area.create', farm)
    expect([refused.code, refused.msg]).toEqual([403, expect.stringContaining('没有权限')])
    expect(await operator.envelope('area.list')).toMatchObject({ code: 403 })
  })

  it('adds, changes, disables and deletes', async () => {
    const { id } = await admin.call('area.create', farm)
    expect(await admin.call('area.info', { id })).toMatchObject({
      ...farm,
      level: 3,
      enabledMark: 1,
      parentName: '新疆维吾尔自治区/乌鲁木齐市/新市区',
    })
    await admin.call('area.update', { id, ...farm, fullName: '示范农场一分场', sortCode: 9 })
    // What is found stands below what lies on the way to it, and below nothing else.
    const found = await admin.call('area.list', { nodeId: '650000', keyword: '示范农场' })
    const changed = { id, fullName: '示范农场一分场', isLeaf: true, sortCode: 9 }
    const district = { id: '650104', isLeaf: false, children: [changed] }
    expect(found.list).toMatchObject([{ id: '650100', isLeaf: false, children: [district] }])
    const whole = await admin.call('area.list', { keyword: '示范农场一分场' })
    expect(whole.list).toMatchObject([{ id: '650000', children: [{ id: '650100' }] }])
    expect((await admin.call('area.list', { nodeId: '110000', keyword: '示范农场' })).list).toEqual([])
    await admin.call('area.setState', { id })
    const seen = async () =>
      (await operator.call('area.selector', { parentId: '650104' })).list.map((area) => area.id)
    expect(await seen()).not.toContain(id)
    await admin.call('area.setState', { id })
    expect(await seen()).toContain(id)
    await admin.call('area.delete', { id })
    expect(await admin.envelope('area.info', { id })).toMatchObject({ code: 404 })
  })

  it('opens what holds disabled areas alone for who keeps them, and for nobody else', async () => {
    const { id } = await admin.call('area.create', {
      ...{ parentId: '650100', fullName: '垦区', enCode: '650199' },
    })
    const below = await admin.call('area.create', { parentId: id, fullName: '一队', enCode: '650199001' })
    await admin.call('area.setState', below)
    const isLeaf = (list: readonly { id: string; isLeaf: boolean }[]) =>
      list.find((area) => area.id === id)?.isLeaf
    expect(isLeaf((await admin.call('area.list', { nodeId: '650100' })).list)).toBe(false)
    expect(isLeaf((await operator.call('area.selector', { parentId: '650100' })).list)).toBe(true)
    await admin.call('area.delete', below)
    await admin.call('area.delete', { id })
  })

  it('refuses what was made from an older state, and keeps what was saved first', async () => {
    const { id } = await admin.call('area.create', farm)
    const { version } = await admin.call('area.info', { id })
    await admin.call('area.update', { id, ...farm, fullName: '先存', version })
    const saved = await admin.call('area.info', { id })
    expect(saved).toMatchObject({ fullName: '先存', version: version + 1 })
    expect(await admin.envelope('area.update', { id, ...farm, fullName: '后存', version })).toMatchObject({
      code: 409,
      data: { version: version + 1, data: saved },
    })
    expect(await admin.call('area.info', { id })).toEqual(saved)
    await admin.call('area.setState', { id })
    const older = { id, ...farm, fullName: '后存', version: version + 1 }
    expect(await admin.envelope('area.update', older)).toMatchObject({ code: 409 })
    // Who names no version is asked for none.
    await admin.call('area.update', { id, ...farm, fullName: '不问' })
    const { list } = await admin.call('area.list', { nodeId: farm.parentId, keyword: '不问' })
    expect(list).toMatchObject([{ id, version: version + 3 }])
    await admin.call('area.delete', { id })
  })

  it.each([
    ['a code that is taken', { ...farm, enCode: '650104' }, 'enCode', '区域编码已存在'],
    ['a place that is none', { ...farm, parentId: 'gone' }, 'parentId', '上级区域不存在，或其下不能再有区域'],
    [
      'a place below a town',
      { ...farm, parentId: '610581100' },
      'parentId',
      '上级区域不存在，或其下不能再有区域',
    ],
  ])('refuses %s with the field', async (_, input, path, message) => {
    expect(await admin.envelope('area.create', input)).toMatchObject({
      code: 400,
      data: { errors: [{ path, message }] },
    })
  })

  it('refuses to delete what has areas below it, and to move one', async () => {
    expect(await admin.envelope('area.delete', { id: '650104' })).toMatchObject({
      code: 400,
      msg: '此区域含有下级区域，不能删除',
    })
    const moved = { id: '650104', parentId: '110100', fullName: '新市区', enCode: '650104' }
    expect(await admin.envelope('area.update', moved)).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'parentId', message: '区域不能移到别的上级区域之下' }] },
    })
  })
})
