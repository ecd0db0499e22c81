import { createTestClient, md5, startTestServer, type TestServer } from '@tests/api/harness'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 })
})
afterAll(() => server.close())
afterEach(async () => {
  await server.sql('delete from login_attempt')
  await server.sql('delete from session')
})

async function signIn(account: string, password: string, headers: Record<string, string> = {}) {
  const { data } = await server.stranger.envelope(
    'session.login',
    { account, password: md5(password) },
    { 'user-agent': CHROME, 'x-forwarded-for': '10.1.2.3', ...headers },
  )
  return createTestClient(server.url, data.token)
}
const admin = () => signIn('admin', 'Admin123')
const operator = () => signIn('operator', 'Operator123')
const isIn = async (client: { envelope: typeof server.stranger.envelope }) =>
  (await client.envelope('session.currentUser')).code

describe('online users', () => {
  it('are listed with device, address and last use, and found by a keyword', async () => {
    const [chief] = [await admin(), await operator(), await operator()]
    const { list, pagination } = await chief.call('onlineUser.list')
    expect(pagination.total).toBe(3)
    expect(list.find(({ isCurrent }) => isCurrent)).toMatchObject({
      userAccount: 'admin',
      loginBrowser: 'Chrome 141',
      loginSystem: 'Windows',
      loginIPAddress: '10.1.2.3',
    })
    expect(list.every(({ lastTime }) => lastTime > Date.now() - 60_000)).toBe(true)
    const found = await chief.call('onlineUser.list', { keyword: 'operator', pageSize: 1 })
    expect(found.list).toHaveLength(1)
    expect(found.pagination.total).toBe(2)
    await server.sql(`update session set used_at = now() - interval '13 hours' where user_id <> (
      select id from user_account where account = 'admin')`)
    expect((await chief.call('onlineUser.list')).pagination.total).toBe(1)
  })

  it('are ended by force: the next call says 602, an open socket hears it', async () => {
    const [chief, first, second] = [await admin(), await operator(), await operator()]
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/websocket/${first.token}`)
    const heard = new Promise<Record<string, unknown>>((resolve) => {
      socket.onmessage = ({ data }) => {
        const frame = JSON.parse(String(data))
        if (frame.method === 'logout') resolve(frame)
      }
    })
    await new Promise((resolve) => {
      socket.onopen = resolve
    })
    socket.send(JSON.stringify({ method: 'OnConnection', token: first.token, mobileDevice: false }))
    const { list } = await chief.call('onlineUser.list', { keyword: 'operator' })
    const [one, two] = list.map(({ id }) => id)
    expect(await chief.envelope('onlineUser.endAll', { ids: [one, two] })).toMatchObject({
      code: 200,
      msg: '已下线',
    })
    expect(await heard).toMatchObject({ method: 'logout', msg: '您的会话已被管理员结束' })
    expect(await isIn(first)).toBe(602)
    expect(await isIn(second)).toBe(602)
    expect(await isIn(chief)).toBe(200)
    expect(await chief.envelope('onlineUser.end', { id: one })).toMatchObject({ code: 404 })
    const audit = await server.sql(`select from audit where action = 'onlineUser.end'`)
    expect(audit).toHaveLength(2)
  })

  it('are the business of whoever has the right, and an administrator’s session of administrators', async () => {
    const [chief, staff] = [await admin(), await operator()]
    expect(await staff.envelope('onlineUser.list')).toMatchObject({
      code: 403,
      msg: expect.stringContaining('在线用户'),
    })
    await server.server.services.rights.grant('field-operator', 'system.onlineUser', {
      buttons: ['btn_remove'],
    })
    const { list } = await staff.call('onlineUser.list', { keyword: 'admin' })
    const id = list.find(({ userAccount }) => userAccount === 'admin')?.id
    expect(await staff.envelope('onlineUser.end', { id })).toMatchObject({ code: 403 })
    expect(await isIn(chief)).toBe(200)
  })
})

describe('own devices', () => {
  it('are listed, this one first, and signed out one by one, all others, or everywhere', async () => {
    const [here, there, elsewhere] = [await operator(), await operator(), await operator()]
    const stranger = await admin()
    const { list } = await here.call('currentUser.sessions')
    expect(list.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
    const own = (await there.call('currentUser.sessions')).list[0]?.id
    expect(await stranger.envelope('currentUser.endSession', { id: own })).toMatchObject({ code: 404 })
    await here.call('currentUser.endSession', { id: own })
    expect([await isIn(there), await isIn(elsewhere)]).toEqual([600, 200])
    await here.call('currentUser.endOtherSessions')
    expect([await isIn(elsewhere), await isIn(here)]).toEqual([600, 200])
    const again = await operator()
    expect(await again.envelope('currentUser.logoutEverywhere')).toMatchObject({ code: 200, msg: '注销成功' })
    expect([await isIn(again), await isIn(here), await isIn(stranger)]).toEqual([600, 600, 200])
  })
})

describe('what an attacker may try', () => {
  it('a session given beforehand: signing in makes a new one, whatever token the request brings', async () => {
    const fixed = 'f'.repeat(43)
    const entered = await signIn('operator', 'Operator123', { authorization: fixed })
    expect(entered.token).not.toBe(fixed)
    expect(await isIn(createTestClient(server.url, fixed))).toBe(600)
  })

  it('a request from another site: no cookie is set, and a token anywhere but in the header counts for nothing', async () => {
    const login = await server.stranger.fetch('/api/oauth/Login', {
      method: 'POST',
      body: new URLSearchParams({ account: 'operator', password: md5('Operator123') }),
    })
    expect(login.headers.get('set-cookie')).toBeNull()
    const { token } = (await login.json()).data
    const forged = await server.stranger.fetch(
      `/api/oauth/CurrentUser?token=${token}&Authorization=${token}`,
      {
        headers: { cookie: `token=${token}; Authorization=${token}` },
      },
    )
    expect(await forged.json()).toMatchObject({ code: 600 })
    expect(login.headers.get('access-control-allow-origin')).toBeNull()
  })
})
