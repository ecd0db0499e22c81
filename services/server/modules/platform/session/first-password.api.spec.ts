import { createTestClient, md5, startTestServer, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'

const CHOSEN = 'Harvest2026'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.server.services.systemConfig.write({ mandatoryModificationOfInitialPassword: 1 })
})
afterAll(() => server.close())

/** What a connection with a token hears until it is closed. */
async function heardBy(token: string): Promise<readonly string[]> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/websocket/${token}`)
  const methods: string[] = []
  socket.onmessage = ({ data }) => methods.push(JSON.parse(String(data)).method)
  await new Promise((resolve) => {
    socket.onclose = resolve
  })
  return methods
}

describe('a first password that has to be changed', () => {
  it('is all that its person may do: every other call is refused, and no connection is kept', async () => {
    const operator = await server.as('operator')
    expect(await operator.envelope('session.updatePasswordMessage')).toMatchObject({ data: { due: true } })
    expect((await operator.call('session.currentUser')).userInfo).toMatchObject({ changePasswordDate: null })
    for (const call of ['currentUser.baseInfo', 'message.list', 'dashboard.own', 'users.all'] as const)
      expect(await operator.envelope(call), call).toMatchObject({
        code: 403,
        msg: '首次登录请修改初始密码',
        data: null,
      })
    const saved = await operator.envelope('currentUser.saveBaseInfo', { realName: '别人' })
    expect(saved).toMatchObject({ code: 403 })
    expect(await heardBy(operator.token)).toEqual(['closeSocket'])
  })

  it('binds an administrator too', async () => {
    const admin = await server.as('admin')
    expect(await admin.envelope('systemConfig.save', { sysName: '甲' })).toMatchObject({ code: 403 })
  })

  it('once changed opens everything, with the new password', async () => {
    const operator = await server.as('operator')
    await server.sql(
      `insert into captcha (key, code, expires_at) values ('k1', 'ABCD', now() + interval '1 hour')`,
    )
    const changed = await operator.envelope('currentUser.modifyPassword', {
      oldPassword: md5('Operator123'),
      password: md5(CHOSEN),
      passwordText: CHOSEN,
      code: 'ABCD',
      timestamp: 'k1',
    })
    expect(changed).toMatchObject({ code: 200 })
    expect(await operator.envelope('session.currentUser')).toMatchObject({ code: 600 })
    const again = await server.as('operator', CHOSEN)
    expect(await again.envelope('message.list')).toMatchObject({ code: 200 })
  })

  it('asks for nothing where the policy does not', async () => {
    await server.server.services.systemConfig.write({ mandatoryModificationOfInitialPassword: 0 })
    const admin = await server.as('admin')
    expect(await admin.envelope('message.list')).toMatchObject({ code: 200 })
    expect(await createTestClient(server.url, '').envelope('message.list')).toMatchObject({ code: 600 })
  })
})
