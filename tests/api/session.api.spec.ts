import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestClient, md5, startTestServer, type TestServer } from './harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const wrong = { password: md5('wrong one 1') }

describe('signing in', () => {
  it('answers a token with which the person is known, menu, rights and configuration included', async () => {
    const admin = await server.as('admin')
    const me = await admin.call('session.currentUser')
    expect(me.userInfo).toMatchObject({ userAccount: 'admin', isAdministrator: true })
    expect(me.sysConfigInfo).toMatchObject({
      sysVersion: '3.5.0',
      passwordLengthMinNumber: 6,
      timeZone: 'Asia/Shanghai',
    })
    expect(Array.isArray(me.menuList)).toBe(true)
  })

  it('tells the second sign-in when and from where the first was', async () => {
    const first = Date.now()
    await server.as('admin')
    const { userInfo } = await (await server.as('admin')).call('session.currentUser')
    expect(userInfo).toMatchObject({
      prevLogin: 1,
      prevLoginIPAddress: '127.0.0.1',
      prevLoginIPAddressName: '内网',
    })
    expect(userInfo.prevLoginTime).toBeGreaterThanOrEqual(first - 1000)
  })

  it('keeps neither the token nor the password readable', async () => {
    const admin = await server.as('admin')
    const sessions = await server.sql<{ token_hash: string }>('select token_hash from session')
    expect(sessions.map((row) => row.token_hash)).not.toContain(admin.token)
    const [row] = await server.sql<{ password_hash: string }>(
      `select password_hash from user_account where account = 'admin'`,
    )
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
  })

  it('refuses a wrong password and an unknown account with the same words', async () => {
    const known = await server.stranger.envelope('session.login', { account: 'operator', ...wrong })
    const unknown = await server.stranger.envelope('session.login', { account: 'nobody-here', ...wrong })
    expect(known).toMatchObject({ code: 400, msg: '账号或密码错误，请重新输入' })
    // When they were answered is all that may differ.
    expect({ ...unknown, timestamp: 0 }).toEqual({ ...known, timestamp: 0 })
  })

  it('says code 600 without a token, with an unknown one, and after signing out', async () => {
    expect(await server.stranger.envelope('session.currentUser')).toMatchObject({ code: 600 })
    const unknown = createTestClient(server.url, 'x'.repeat(43))
    expect(await unknown.envelope('session.currentUser')).toMatchObject({ code: 600 })
    const admin = await server.as('admin')
    await admin.call('session.logout')
    expect(await admin.envelope('session.currentUser')).toMatchObject({ code: 600 })
  })

  it('tells apart signed in elsewhere (601) and ended by an administrator (602)', async () => {
    const [first, second] = [await server.as('operator'), await server.as('operator')]
    const { userInfo } = await first.call('session.currentUser')
    await server.server.services.sessions.end({ userId: userInfo.userId }, 'administrator')
    expect(await first.envelope('session.currentUser')).toMatchObject({ code: 602 })
    expect(await second.envelope('session.currentUser')).toMatchObject({ code: 602 })
    await server.server.services.systemConfig.write({ singleLogin: 1 })
    const third = await server.as('operator')
    await server.as('operator')
    expect(await third.envelope('session.currentUser')).toMatchObject({ code: 601 })
    await server.server.services.systemConfig.write({ singleLogin: 2 })
  })

  it('ends a session that has not been used for too long', async () => {
    const operator = await server.as('operator')
    await server.sql(`update session set used_at = now() - interval '13 hours'`)
    expect(await operator.envelope('session.currentUser')).toMatchObject({ code: 600 })
  })

  it('unlocks the screen with the own password alone', async () => {
    const operator = await server.as('operator')
    expect(await operator.envelope('session.lockScreen', { account: 'operator', ...wrong })).toMatchObject({
      code: 400,
    })
    expect(
      await operator.envelope('session.lockScreen', { account: 'admin', password: md5('Admin123') }),
    ).toMatchObject({ code: 400 })
    const right = { account: 'operator', password: md5('Operator123') }
    expect(await operator.envelope('session.lockScreen', right)).toMatchObject({ code: 200 })
  })
})

describe('the password', () => {
  it('changes with the old one and a captcha, ends all sessions, and refuses common ones', async () => {
    const change = async (
      client: Awaited<ReturnType<TestServer['as']>>,
      oldPassword: string,
      password: string,
    ) => {
      await server.stranger.fetch('/api/file/ImageCode/change')
      const [row] = await server.sql<{ code: string }>(`select code from captcha where key = 'change'`)
      const input = {
        oldPassword: md5(oldPassword),
        password: md5(password),
        passwordText: password,
        timestamp: 'change',
        code: row?.code,
      }
      return client.envelope('currentUser.modifyPassword', input)
    }
    const [one, two] = [await server.as('operator'), await server.as('operator')]
    expect(await change(one, 'wrong', 'Harvest2026')).toMatchObject({ code: 400, msg: '旧密码错误' })
    expect(await change(one, 'Operator123', 'Operator123')).toMatchObject({ msg: '新密码不能与旧密码相同' })
    expect(await change(one, 'Operator123', 'a123456')).toMatchObject({ msg: '这个密码太常见，请换一个' })
    expect(await change(one, 'Operator123', 'Harvest2026')).toMatchObject({ code: 200 })
    expect(await two.envelope('session.currentUser')).toMatchObject({ code: 600 })
    const again = await server.as('operator', 'Harvest2026')
    const me = await again.call('session.currentUser')
    expect(me.userInfo.changePasswordDate).toBeGreaterThan(Date.now() - 60_000)
  })
})

describe('what a person keeps about themselves', () => {
  it('is saved with an audit row of before and after', async () => {
    const admin = await server.as('admin')
    await admin.call('currentUser.saveBaseInfo', { realName: '管理员', email: 'a@b.cn' })
    expect(await admin.call('currentUser.baseInfo')).toMatchObject({ realName: '管理员', email: 'a@b.cn' })
    const [row] = await server.sql<{ before: unknown; after: unknown }>(
      `select before, after from audit where action = 'currentUser.saveBaseInfo'`,
    )
    expect(row).toMatchObject({ before: { email: '' }, after: { real_name: '管理员', email: 'a@b.cn' } })
  })

  it('is neither the name nor, without its code, the mobile number', async () => {
    const admin = await server.as('admin')
    const save = (input: Record<string, unknown>) => admin.envelope('currentUser.saveBaseInfo', input)
    expect(await save({ realName: '别人' })).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'realName', message: '姓名由管理员维护，请联系管理员修改' }] },
    })
    expect(await save({ realName: '管理员', mobilePhone: '13800138000' })).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'mobilePhone' }] },
    })
    expect(await admin.call('currentUser.baseInfo')).toMatchObject({ realName: '管理员', mobilePhone: '' })
  })

  it('is refused with the field and its reason in the language of the caller', async () => {
    const admin = await server.as('admin')
    const answerIn = (language: string) =>
      admin.envelope(
        'currentUser.saveBaseInfo',
        { realName: '', mobilePhone: '12' },
        { 'x-language': language },
      )
    expect(await answerIn('zh')).toMatchObject({
      code: 400,
      msg: '姓名不能为空',
      data: {
        errors: [
          { path: 'realName', message: '姓名不能为空' },
          { path: 'mobilePhone', message: '手机号格式不正确' },
        ],
      },
    })
    expect(await answerIn('en')).toMatchObject({ msg: 'name is required' })
    expect(await answerIn('zhtw')).toMatchObject({
      data: { errors: [{}, { message: '手機號碼格式不正確' }] },
    })
  })

  it('remembers layout and language', async () => {
    const admin = await server.as('admin')
    await admin.call('currentUser.systemTheme', { theme: 'blend' })
    await admin.call('currentUser.systemLanguage', { language: 'en' })
    const { userInfo } = await admin.call('session.currentUser')
    expect(userInfo).toMatchObject({ theme: 'blend', language: 'en' })
  })
})
