import { personOf } from '@services/server/modules/field/project/specs/farm'
import { md5, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { PASSWORDS } from '@tests/api/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
/** Behind a proxy, so that callers may come from anywhere. */
const from = (ip: string) => ({ 'x-forwarded-for': ip })
const save = (changes: object, ip = '127.0.0.1') =>
  admin.envelope('systemConfig.save', changes as never, from(ip))
const attempt = (account: string, password: string, ip: string, more: object = {}) =>
  server.stranger.envelope('session.login', { account, password: md5(password), ...more }, from(ip))

beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 })
  admin = await server.as('admin')
})
afterAll(() => server.close())

describe('the configuration', () => {
  it('is saved a part at a time, and refuses a change that was made from an older one', async () => {
    const { version, copyright } = await admin.call('systemConfig.read')
    expect((await save({ sysName: '一号农场', version })).code).toBe(200)
    expect(await save({ title: '另一处', version })).toMatchObject({
      code: 409,
      data: { version: version + 1 },
    })
    expect(await admin.call('systemConfig.read')).toMatchObject({ sysName: '一号农场', title: '', copyright })
  })

  it('takes one of two administrators who save at once', async () => {
    const { version } = await admin.call('systemConfig.read')
    const answers = await Promise.all(['甲', '乙', '丙', '丁'].map((title) => save({ title, version })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
  })

  it.each([
    [{ passwordErrorsNumber: 2 }],
    [{ passwordErrorsNumber: 21 }],
    [{ lockType: 3 }],
    [{ lockTime: 0 }],
    [{ lockTime: 100_000 }],
    [{ verificationCodeNumber: 9 }],
    [{ verificationCodeAfterErrors: 0 }],
    [{ verificationCodeAfterErrors: 21 }],
    [{ linkTime: 0 }],
    [{ unClickNum: 1_001 }],
    [{ isClick: 2 }],
    [{ whitelistSwitch: 2 }],
    [{ title: 'x'.repeat(101) }],
    [{ whiteListIp: 'x'.repeat(4_001) }],
    [{ logoIcon: 'https://elsewhere.example/x.png' }],
    [{ logoIcon: '//elsewhere.example/x.png' }],
    [{ loginIcon: 'javascript:alert(1)' }],
    [{ appIcon: 'data:image/png;base64,AA' }],
  ])('refuses %j', async (changes) => {
    expect((await save(changes)).code).toBe(400)
  })

  it('is not for somebody without its right, who is not told from where one may sign in either', async () => {
    await save({ whiteListIp: '10.9.8.7' })
    const { client } = await personOf(server, 'config-none')
    expect((await client.envelope('systemConfig.save', { sysName: 'x' })).code).toBe(403)
    expect((await client.envelope('systemConfig.admins')).code).toBe(403)
    const seen = [await client.call('systemConfig.read'), await client.call('session.currentUser')]
    expect(JSON.stringify(seen)).not.toContain('10.9.8.7')
    expect((await admin.call('systemConfig.read')).whiteListIp).toBe('10.9.8.7')
  })
})

describe('the white list', () => {
  it('refuses to shut out who writes it, in both ways of doing so', async () => {
    await save({ whitelistSwitch: 0, whiteListIp: '10.0.0.1' })
    expect(await save({ whitelistSwitch: 1 }, '10.0.0.2')).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'whiteListIp', message: expect.stringContaining('10.0.0.2') }] },
    })
    expect((await save({ whitelistSwitch: 1 }, '10.0.0.1')).code).toBe(200)
    expect((await save({ whiteListIp: '10.0.0.3' }, '10.0.0.1')).code).toBe(400)
    expect((await save({ whiteListIp: 'nonsense' }, '10.0.0.1')).code).toBe(400)
  })

  it('lets in from its addresses alone, and ends what is open elsewhere', async () => {
    await save({ whitelistSwitch: 1, whiteListIp: '10.0.0.*' }, '10.0.0.1')
    const password = PASSWORDS['operator'] ?? ''
    expect((await attempt('operator', password, '10.0.1.1')).code).toBe(403)
    expect((await attempt('operator', password, '10.0.0.9')).code).toBe(200)
    expect((await admin.envelope('systemConfig.read', {}, from('10.0.1.1'))).code).toBe(403)
    expect((await save({ whiteListIp: '10.0.0.*\n2001:db8::/32' }, '10.0.0.5')).code).toBe(200)
    expect((await attempt('operator', password, '2001:db8::7')).code).toBe(200)
    expect((await attempt('operator', password, '2001:db9::7')).code).toBe(403)
    expect((await save({ whiteListIp: '10.0.0.*' }, '2001:db8::7')).code).toBe(400)
    expect((await save({ whitelistSwitch: 0 }, '10.0.0.5')).code).toBe(200)
    expect((await admin.envelope('systemConfig.read', {}, from('10.0.1.1'))).code).toBe(200)
  })
})

describe('signing in', () => {
  it('locks an address out of an account after as many failures as are set, for as long', async () => {
    await save({ passwordErrorsNumber: 3, lockType: 2, lockTime: 33 })
    const { id } = await personOf(server, 'config-lock')
    const wrong = () => attempt('config-lock', 'no', '10.3.0.1')
    for (let time = 0; time < 3; time++) expect((await wrong()).code).toBe(400)
    expect(await wrong()).toMatchObject({ code: 403, msg: expect.stringContaining('33') })
    expect((await attempt('config-lock', 'no', '10.3.0.2')).code).toBe(400)
    await admin.call('users.unlock', { id })
    await save({ lockType: 1 })
    for (let time = 0; time < 3; time++) await wrong()
    expect(await wrong()).toMatchObject({ code: 403, msg: expect.stringContaining('1440') })
    await admin.call('users.unlock', { id })
    expect((await wrong()).code).toBe(400)
    await save({ passwordErrorsNumber: 8, lockType: 2, lockTime: 10 })
  })

  it('asks for a captcha of as many digits each time, where that is set', async () => {
    await save({ enableVerificationCode: 1, verificationCodeNumber: 6 })
    const password = PASSWORDS['operator'] ?? ''
    expect((await attempt('operator', password, '10.4.0.1')).data).toMatchObject({ captcha: true })
    const { data } = await server.stranger.envelope('session.config', { account: 'operator' })
    expect(data).toEqual({ enableVerificationCode: 1, verificationCodeNumber: 6 })
    await server.stranger.fetch('/api/file/ImageCode/ofConfig')
    const [row] = await server.sql<{ code: string }>(`select code from captcha where key = 'ofConfig'`)
    expect(row?.code).toMatch(/^\d{6}$/)
    await save({ enableVerificationCode: 0, verificationCodeNumber: 4 })
    expect((await attempt('operator', password, '10.4.0.1')).code).toBe(200)
  })

  it('asks for a captcha after as many wrong passwords as are set', async () => {
    await save({ verificationCodeAfterErrors: 2 })
    const wrong = () => attempt('config-nobody', 'no', '10.5.0.1')
    expect((await wrong()).data).toEqual({ captcha: false })
    expect((await wrong()).data).toEqual({ captcha: true })
    const { data } = await server.stranger.envelope(
      'session.config',
      { account: 'config-nobody' },
      from('10.5.0.1'),
    )
    expect(data).toMatchObject({ enableVerificationCode: 1 })
    await save({ verificationCodeAfterErrors: 3 })
  })

  it('tells of the time before only where that is set', async () => {
    const told = async () =>
      (await (await server.as('operator')).call('session.currentUser')).userInfo.prevLogin
    expect(await told()).toBe(1)
    await save({ lastLoginTimeSwitch: 0 })
    expect(await told()).toBe(0)
  })
})

describe('administrators', () => {
  it('are said by administrators alone, one of them at least able to sign in', async () => {
    const { adminIds, version } = await admin.call('systemConfig.admins')
    // A page takes an answer's `list` for the answer: the form would have nobody in it.
    expect(await admin.call('systemConfig.admins')).not.toHaveProperty('list')
    const { id, client } = await personOf(server, 'config-second')
    const set = (ids: readonly string[], more = {}) =>
      admin.envelope('systemConfig.setAdmins', { adminIds: ids as never, ...more })
    expect((await set([])).code).toBe(400)
    expect((await set(['nobody'])).code).toBe(400)
    await server.sql(`update user_account set status = 0 where id = $1`, [id])
    expect((await set([id])).msg).toBe('至少保留一位启用且设有密码的超级管理员')
    await server.sql(`update user_account set status = 1 where id = $1`, [id])
    expect((await set([...adminIds, id], { version })).code).toBe(200)
    expect((await set(adminIds, { version })).code).toBe(409)
    expect((await client.envelope('systemConfig.admins')).code).toBe(200)
    expect((await set(adminIds)).code).toBe(200)
    expect((await client.envelope('systemConfig.setAdmins', { adminIds: [id] })).code).toBe(403)
  })

  it('are not made by somebody who has the page alone', async () => {
    const { id, client } = await personOf(server, 'config-climber')
    await server.sql(`insert into permission_set (id, kind) values ('of-config', 'own')`)
    await server.sql(`insert into permission_member values ('of-config', 'user', $1, false)`, [id])
    await server.sql(`insert into permission_grant (set_id, kind, menu_id, code)
      values ('of-config', 'system', 'main', ''), ('of-config', 'menu', 'system.config', ''),
        ('of-config', 'button', 'system.config', 'btn_edit') on conflict do nothing`)
    await expect.poll(async () => (await client.envelope('systemConfig.admins')).code).toBe(200)
    expect((await client.envelope('systemConfig.setAdmins', { adminIds: [id] })).code).toBe(403)
    const rows = await server.sql('select from user_account where id = $1 and is_administrator', [id])
    expect(rows).toHaveLength(0)
  })
})
