import { createTestClient, md5, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())
afterEach(() => void vi.useRealTimers())

const configure = (changes: Record<string, number>) => server.server.services.systemConfig.write(changes)

/** Makes an account with a password and signs in to it. */
async function person(account: string, password: string): Promise<{ id: string; client: TestClient }> {
  const input = { account, realName: '林', organizeIds: [await unit()], password: md5(password) }
  const { id } = await admin.call('users.create', { ...input, passwordText: password })
  return { id, client: await server.as(account, password) }
}
const unit = async () =>
  (await server.sql<{ id: string }>(`select id from organize order by id limit 1`))[0]?.id ?? ''

async function change(client: TestClient, from: string, password: string, passwordText?: string) {
  await server.sql(
    `insert into captcha (key, code, expires_at) values ('k', '1234', now() + interval '1 hour')
     on conflict (key) do nothing`,
  )
  return client.envelope('currentUser.modifyPassword', {
    oldPassword: md5(from),
    password: md5(password),
    ...(passwordText !== undefined && { passwordText }),
    code: '1234',
    timestamp: 'k',
  })
}

describe('the policy', () => {
  it('is judged by the server, by the password that comes beside its hash', async () => {
    const { client, id } = await person('sower', 'Harvest2026')
    const refused = async (password: string, text?: string) => {
      const { code, msg } = await change(client, 'Harvest2026', password, text)
      expect(code).toBe(400)
      return msg
    }
    expect(await refused('1')).toBe('这个密码太常见，请换一个')
    expect(await refused('x7')).toMatch(/^密码策略已启用/)
    expect(await refused('x7', 'x8')).toBe('密码与其校验值不一致，请刷新页面后重试')
    expect(await refused('x7', 'x7')).toBe('新密码长度不能小于6位')
    expect(await refused('xkqwzvty', 'xkqwzvty')).toBe('新密码必须包含数字')
    expect(await refused('mySOWER77x', 'mySOWER77x')).toBe('新密码不能包含账号')
    const reset = await admin.envelope('users.resetPassword', {
      id,
      userPassword: md5('x7'),
      passwordText: 'x7',
    })
    expect(reset).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'userPassword', message: '新密码长度不能小于6位' }] },
    })
    const { organizeIds } = await admin.call('users.read', { id })
    const made = await admin.envelope('users.create', {
      account: 'reaper',
      realName: '林',
      organizeIds,
      password: md5('x7'),
    })
    expect(made).toMatchObject({ code: 400, data: { errors: [{ path: 'password' }] } })
  })

  it('lets a hash alone pass while none is in force, but not of what everybody takes', async () => {
    await configure({ passwordStrengthLimit: 0 })
    const { client } = await person('thresher', 'Harvest2026')
    expect(await change(client, 'Harvest2026', 'admin123')).toMatchObject({ msg: '这个密码太常见，请换一个' })
    expect(await change(client, 'Harvest2026', 'x7-k2')).toMatchObject({ code: 200 })
    await configure({ passwordStrengthLimit: 1 })
  })

  it('keeps the last passwords away, and nobody reads any of them', async () => {
    await configure({ disableOldPassword: 1, disableTheNumberOfOldPasswords: 2 })
    const words = ['Furrow-2026a', 'Furrow-2026b', 'Furrow-2026c']
    let { client } = await person('ploughman', words[0] ?? '')
    const next = async (from: number, to: number) => {
      const answer = await change(client, words[from] ?? '', words[to] ?? '', words[to])
      if (answer.code === 200) client = await server.as('ploughman', words[to])
      return answer
    }
    expect(await next(0, 1)).toMatchObject({ code: 200 })
    expect(await next(1, 0)).toMatchObject({ code: 400, msg: '不能使用最近 2 次用过的密码' })
    expect(await next(1, 2)).toMatchObject({ code: 200 })
    expect(await next(2, 0)).toMatchObject({ code: 200 })
    const kept = await server.sql(
      `select (select json_agg(a) from audit a)::text as audit, (select json_agg(h) from password_history h)::text as old`,
    )
    for (const word of words) expect(JSON.stringify(kept)).not.toContain(word)
    await configure({ disableOldPassword: 0 })
  })

  it('has a password changed when it is too old, and says so some days before', async () => {
    const { client } = await person('gleaner', 'Harvest2026')
    await configure({ passwordIsUpdatedRegularly: 1, updateCycle: 90, updateInAdvance: 7 })
    const me = async () => (await client.call('session.currentUser')).userInfo
    expect(await me()).toMatchObject({ passwordDue: false, passwordDaysLeft: null })
    await server.sql(
      `update user_account set password_at = now() - interval '85 days' where account = 'gleaner'`,
    )
    expect(await me()).toMatchObject({ passwordDue: false, passwordDaysLeft: 5 })
    await server.sql(
      `update user_account set password_at = now() - interval '90 days', change_password_at = null where account = 'gleaner'`,
    )
    expect(await me()).toMatchObject({ passwordDue: true, passwordDueReason: 'expired' })
    expect(await client.envelope('message.list')).toMatchObject({ code: 403, msg: '密码已到期，请修改密码' })
    expect(await change(client, 'Harvest2026', 'Furrow-2026', 'Furrow-2026')).toMatchObject({ code: 200 })
    const again = await server.as('gleaner', 'Furrow-2026')
    expect(await again.envelope('message.list')).toMatchObject({ code: 200 })
    await configure({ passwordIsUpdatedRegularly: 0 })
  })
})

describe('a session', () => {
  const isIn = async (client: TestClient) => (await client.envelope('session.currentUser')).code
  const later = (minutes: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })

  it('ends without a sign of life, after as many minutes as are set', async () => {
    await configure({ tokenTimeout: 30 })
    const [client, other] = [await server.as('operator'), await server.as('operator')]
    later(20)
    expect(await isIn(client)).toBe(200)
    later(20)
    expect(await isIn(client)).toBe(200)
    expect(await isIn(other)).toBe(600)
    expect((await client.call('currentUser.sessions')).list).toHaveLength(1)
    await configure({ tokenTimeout: 10 })
    later(11)
    expect(await isIn(client)).toBe(600)
    await configure({ tokenTimeout: 720 })
  })

  it('ends after as many hours as are set, however much it is used, and at once when they are made fewer', async () => {
    await configure({ sessionLongest: 2, tokenTimeout: 720 })
    const client = await server.as('operator')
    later(119)
    expect(await isIn(client)).toBe(200)
    later(1)
    expect(await isIn(client)).toBe(600)
    vi.useRealTimers()
    await configure({ sessionLongest: 48 })
    const long = await server.as('operator')
    later(180)
    expect(await isIn(long)).toBe(200)
    await configure({ sessionLongest: 3 })
    expect(await isIn(long)).toBe(600)
    expect(await isIn(createTestClient(server.url, long.token))).toBe(600)
  })
})
