import { MOST_CARDS, MOST_PORTALS } from '@services/contract/areas/platform/portal'
import { LOG_CATEGORY, MOST_SIGNATURES } from '@services/contract/areas/platform/profile'
import { CODE } from '@services/contract/envelope'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
let operator: TestClient
let operatorId: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
  operatorId = (await operator.call('session.currentUser')).userInfo.userId
})
afterAll(() => server.close())

/** The smallest PNG that there is: one clear pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SIGNATURE = `data:image/png;base64,${PIXEL}`

async function send(client: TestClient, type: string, bytes: Uint8Array, name: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([bytes as BlobPart], { type: 'image/png' }), name)
  const answer = await client.fetch(`/api/file/Uploader/${type}`, { method: 'POST', body: form })
  const { code, data } = (await answer.json()) as { code: number; data: { name: string } }
  expect(code).toBe(CODE.ok)
  return data.name
}

describe('the picture of a person', () => {
  it('is one that the person has sent, and open to everybody who is signed in', async () => {
    const name = await send(operator, 'userAvatar', Buffer.from(PIXEL, 'base64'), 'me.png')
    const { headIcon } = await operator.call('currentUser.avatar', { name })
    expect((await operator.call('session.currentUser')).userInfo.headIcon).toBe(headIcon)
    expect((await admin.fetch(headIcon)).status).toBe(200)
    expect((await admin.fetch(headIcon)).headers.get('content-type')).toContain('image/png')
  })

  it('is refused when it is no picture, too large, or not there', async () => {
    const text = await send(operator, 'annex', Buffer.from('no picture at all'), 'me.txt')
    expect(await operator.envelope('currentUser.avatar', { name: text })).toMatchObject({
      code: CODE.badRequest,
      msg: '请上传 PNG 或 JPEG 图片',
    })
    const large = Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.alloc(1_048_576)])
    const name = await send(operator, 'userAvatar', large, 'large.png')
    expect(await operator.envelope('currentUser.avatar', { name })).toMatchObject({
      code: CODE.badRequest,
      msg: '头像不能超过 1MB',
    })
    expect(await operator.envelope('currentUser.avatar', { name: `${'0'.repeat(32)}.png` })).toMatchObject({
      code: CODE.badRequest,
    })
  })
})

describe('the personal information', () => {
  const save = (input: Record<string, unknown>) => operator.envelope('currentUser.saveBaseInfo', input)

  it('is taken as it is, without a member that could change', async () => {
    const { realName, mobilePhone } = await operator.call('currentUser.baseInfo')
    expect(await save({ realName })).toMatchObject({ code: 200 })
    expect(await save({ realName, mobilePhone, account: 'another' })).toMatchObject({ code: 200 })
    expect(await save({ realName: 'another' })).toMatchObject({ code: 400 })
    expect((await operator.call('currentUser.baseInfo')).account).toBe('operator')
  })

  it('has no picture but one on this server', async () => {
    const { realName, headIcon } = await operator.call('currentUser.baseInfo')
    expect(await save({ realName, headIcon })).toMatchObject({ code: 200 })
    const { list } = await admin.call('users.list', { pageSize: 300 })
    const person = list.find(({ account }) => account === 'operator')
    for (const address of [
      'javascript:alert(1)',
      'https://elsewhere.example/me.png',
      '//elsewhere.example/me.png',
      'data:image/svg+xml,<svg/>',
      '/api/file/Image/userAvatar/../../../api/oauth/Logout',
    ]) {
      const refused = { code: CODE.badRequest, data: { errors: [{ path: 'headIcon' }] } }
      expect(await save({ realName, headIcon: address }), address).toMatchObject(refused)
      expect(await admin.envelope('users.update', { ...person, headIcon: address }), address).toMatchObject(
        refused,
      )
    }
    expect((await operator.call('currentUser.baseInfo')).headIcon).toBe(headIcon)
  })
})

describe('signature images', () => {
  it('keep one default, which is told with the person', async () => {
    const { id: first } = await operator.call('currentUser.addSignImage', { signImg: SIGNATURE })
    const { id: second } = await operator.call('currentUser.addSignImage', { signImg: SIGNATURE })
    const marks = async () =>
      (await operator.call('currentUser.signImages')).list.map(({ id, isDefault }) => [id, isDefault])
    expect(await marks()).toEqual([
      [first, 1],
      [second, 0],
    ])
    await operator.call('currentUser.defaultSignImage', { id: second })
    expect(await marks()).toEqual([
      [second, 1],
      [first, 0],
    ])
    expect((await operator.call('session.currentUser')).userInfo.signImg).toBe(SIGNATURE)
    await operator.call('currentUser.deleteSignImage', { id: second })
    expect(await marks()).toEqual([[first, 1]])
  })

  it('are the person’s own alone', async () => {
    const [own] = (await operator.call('currentUser.signImages')).list
    expect((await admin.call('currentUser.signImages')).list).toEqual([])
    for (const name of ['currentUser.defaultSignImage', 'currentUser.deleteSignImage'] as const)
      expect(await admin.envelope(name, { id: own?.id })).toMatchObject({ code: CODE.notFound })
    expect((await operator.call('currentUser.signImages')).list).toMatchObject([{ isDefault: 1 }])
  })

  it.each([
    ['script in its place', `data:image/svg+xml;base64,${PIXEL}`],
    ['another kind of bytes', `data:image/jpeg;base64,${PIXEL}`],
    ['an address elsewhere', 'https://elsewhere.example/sign.png'],
  ])('are refused with %s', async (_what, signImg) => {
    expect(await operator.envelope('currentUser.addSignImage', { signImg })).toMatchObject({
      code: CODE.badRequest,
    })
  })

  it(`are at most ${MOST_SIGNATURES}`, async () => {
    for (let count = 1; count < MOST_SIGNATURES; count++)
      await operator.call('currentUser.addSignImage', { signImg: SIGNATURE })
    expect(await operator.envelope('currentUser.addSignImage', { signImg: SIGNATURE })).toMatchObject({
      code: CODE.badRequest,
      msg: '最多保存 10 个签名',
    })
  })
})

describe('where a person stands', () => {
  it('is switched among what the person belongs to, and to nothing else', async () => {
    const units = await server.sql<{ id: string }>(
      `select id from organize where category = 'department' order by id limit 3`,
    )
    await server.sql('delete from user_organize where user_id = $1', [operatorId])
    for (const [sort, { id }] of units.entries())
      await server.sql('insert into user_organize values ($1, $2, $3)', [operatorId, id, sort])
    const ids = units.map(({ id }) => id)
    const order = async () => (await operator.call('currentUser.organizes')).list.map(({ id }) => id)
    expect(await order()).toEqual(ids)
    await operator.call('currentUser.major', { majorId: ids[2], majorType: 'Organize' })
    expect(await order()).toEqual([ids[2], ids[0], ids[1]])
    expect((await operator.call('currentUser.organizes')).list.map(({ isDefault }) => isDefault)).toEqual([
      true,
      false,
      false,
    ])
    expect((await operator.call('session.currentUser')).userInfo.departmentId).toBe(ids[2])
    expect(
      await operator.envelope('currentUser.major', { majorId: 'somewhere', majorType: 'Organize' }),
    ).toMatchObject({ code: CODE.forbidden })
    expect(await order()).toEqual([ids[2], ids[0], ids[1]])
  })

  it('is a position too', async () => {
    const positions = await server.sql<{ id: string }>('select id from position order by id limit 2')
    await server.sql('delete from user_position where user_id = $1', [operatorId])
    for (const [sort, { id }] of positions.entries())
      await server.sql('insert into user_position values ($1, $2, $3)', [operatorId, id, sort])
    await operator.call('currentUser.major', { majorId: positions[1]?.id, majorType: 'Position' })
    expect((await operator.call('currentUser.positions')).list[0]).toMatchObject({
      id: positions[1]?.id,
      isDefault: true,
    })
  })
})

describe('subordinates', () => {
  it('are told of oneself and of those below, step by step, and of nobody else', async () => {
    const [direct, below, stranger] = await server.sql<{ id: string }>(
      `select id from user_account where status = 1 and id <> $1 and not is_administrator order by id limit 3`,
      [operatorId],
    )
    await server.sql('update user_account set manager_id = null')
    await server.sql('update user_account set manager_id = $1 where id = $2', [operatorId, direct?.id])
    await server.sql('update user_account set manager_id = $1 where id = $2', [direct?.id, below?.id])
    const of = async (id: string) =>
      (await operator.call('currentUser.subordinates', { id })).list.map((row) => [row.id, row.isLeaf])
    expect(await of('0')).toEqual([[direct?.id, false]])
    expect(await of(direct?.id ?? '')).toEqual([[below?.id, true]])
    expect(await of(below?.id ?? '')).toEqual([])
    expect(await operator.envelope('currentUser.subordinates', { id: stranger?.id })).toMatchObject({
      code: CODE.notFound,
    })
    // A circle of managers ends.
    await server.sql('update user_account set manager_id = $1 where id = $2', [stranger?.id, stranger?.id])
    expect(await operator.envelope('currentUser.subordinates', { id: stranger?.id })).toMatchObject({
      code: CODE.notFound,
    })
  })
})

describe('a person’s own log and rights', () => {
  it('has sign-ins and operations, the newest first, and nobody else’s', async () => {
    const signIns = await operator.call('currentUser.systemLog', { category: LOG_CATEGORY.signIn })
    expect(signIns.pagination.total).toBe(1)
    expect(signIns.list[0]).toMatchObject({ actionName: '登录' })
    const { list, pagination } = await operator.call('currentUser.systemLog', {
      category: LOG_CATEGORY.operation,
      pageSize: 2,
    })
    expect(list).toHaveLength(2)
    expect(pagination.total).toBeGreaterThan(10)
    expect(list[0]).toMatchObject({ action: 'currentUser.major', actionName: '切换组织、岗位或系统' })
    const found = await operator.call('currentUser.systemLog', {
      category: LOG_CATEGORY.operation,
      keyword: 'avatar',
    })
    expect(found.list.map(({ action }) => action)).toEqual(['currentUser.avatar'])
    const others = await admin.call('currentUser.systemLog', { category: LOG_CATEGORY.operation })
    expect(others.list.filter(({ action }) => action === 'currentUser.avatar')).toEqual([])
    const later = { category: LOG_CATEGORY.operation, startTime: Date.now() + 60_000 }
    expect((await operator.call('currentUser.systemLog', later)).list).toEqual([])
  })

  it('says the rights as they are given', async () => {
    const { list } = await operator.call('currentUser.authorize')
    const dictionary = list.find(({ enCode }) => enCode === 'system.dictionary')
    expect(dictionary?.button.map(({ enCode }) => enCode)).toEqual(['btn_add'])
    expect(list.some(({ enCode }) => enCode === 'development.models')).toBe(false)
  })

  it('counts what is the person’s own', async () => {
    await server.sql(`update record set owner_id = '' where owner_id = $1`, [operatorId])
    expect(await operator.call('dashboard.own')).toMatchObject({ records: 0, capped: false })
    await server.sql(
      `update record set owner_id = $1, created_at = now()
       where (model_id, id) in (select model_id, id from record where deleted_at is null order by id limit 3)`,
      [operatorId],
    )
    const { records, days } = await operator.call('dashboard.own')
    expect(records).toBe(3)
    expect(days).toHaveLength(14)
    expect(days.at(-1)?.records).toBe(3)
    expect(days.at(-1)?.operations).toBeGreaterThan(10)
  })

  it('is told to nobody without a session', async () => {
    for (const name of ['currentUser.systemLog', 'currentUser.signImages', 'dashboard.own'] as const)
      expect(await server.stranger.envelope(name)).toMatchObject({ code: CODE.noSession })
  })
})

describe('the cards of a portal', () => {
  const place = 'pages/home.page.json portal'
  const cards = [
    { name: 'water', columns: 8, rows: 3 },
    { name: 'alarms', columns: 4, rows: 6 },
  ]
  const arrange = (arrangement: unknown, at = place, client = operator) =>
    client.envelope('currentUser.arrangePortal', { place: at, arrangement } as never)
  const mine = async (client = operator, at = place) =>
    (await client.call('currentUser.portal', { place: at })).arrangement

  it('are kept as a person has arranged them, for that person on every device, until they are taken back', async () => {
    expect(await mine()).toBeNull()
    expect((await arrange(cards)).code).toBe(CODE.ok)
    expect(await mine(await server.as('operator'))).toEqual(cards)
    expect([await mine(admin), await mine(operator, `${place}2`)]).toEqual([null, null])
    expect((await arrange(cards.toReversed())).code).toBe(CODE.ok)
    expect(await mine()).toEqual(cards.toReversed())
    expect((await arrange(null)).code).toBe(CODE.ok)
    expect(await mine()).toBeNull()
  })

  it('are refused where they are no cards, or too many', async () => {
    const card = { name: 'a', columns: 4, rows: 1 }
    const many = Array.from({ length: MOST_CARDS + 1 }, (_, index) => ({ ...card, name: `a${index}` }))
    for (const wrong of [
      'a',
      [{ ...card, columns: 13 }],
      [{ ...card, rows: 25 }],
      [{ ...card, name: '<b>' }],
      [{ ...card, more: 1 }],
      many,
    ])
      expect((await arrange(wrong)).code, JSON.stringify(wrong).slice(0, 60)).toBe(CODE.badRequest)
    expect((await arrange(cards, 'x'.repeat(301))).code).toBe(CODE.badRequest)
    expect(await mine()).toBeNull()
  })

  it('are kept of so many portals and no more; those that are there can still be arranged', async () => {
    await server.sql(
      `insert into portal_arrangement (user_id, place, arrangement)
       select $1, 'pages/' || n || '.page.json portal', '[]' from generate_series(1, $2::int) n`,
      [operatorId, MOST_PORTALS],
    )
    expect(await arrange(cards)).toMatchObject({ code: CODE.badRequest, msg: '最多保存 100 个门户的布局' })
    expect(await mine()).toBeNull()
    expect((await arrange(cards, 'pages/7.page.json portal')).code).toBe(CODE.ok)
    expect(await mine(operator, 'pages/7.page.json portal')).toEqual(cards)
  })

  it('are told to nobody without a session', async () => {
    expect(await server.stranger.envelope('currentUser.portal', { place })).toMatchObject({
      code: CODE.noSession,
    })
  })
})
