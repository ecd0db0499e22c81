import { type AddressInfo, createServer } from 'node:net'
import { SECRET_MASK } from '@runtime/form/secret'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { allowedHosts } from '@services/server/outgoing/hosts'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailPart, sendMail } from './mail'
import { type FakeMailServer, startMailServer } from './specs/mail-server'

let server: TestServer
let admin: TestClient
let mails: FakeMailServer
let secure: FakeMailServer
beforeAll(async () => {
  mails = await startMailServer()
  secure = await startMailServer({ ssl: true })
  server = await startTestServer({ httpHosts: ['127.0.0.1'] })
  admin = await server.as('admin')
})
afterAll(async () => {
  await server.close()
  await mails.close()
  await secure.close()
})

const GIVEN = {
  emailSmtpHost: '127.0.0.1',
  emailSsl: 0,
  emailAccount: 'farm@example.com',
  emailPassword: 'right',
  emailSender: '',
  emailSenderName: '红旗农场',
}
async function save(changes: object) {
  const { version } = await admin.call('mailConfig.read')
  return admin.envelope('mailConfig.save', { ...GIVEN, emailSmtpPort: mails.port, version, ...changes })
}
const test = (to = 'li@example.com') => admin.envelope('mailConfig.test', { to })

describe('the mail server', () => {
  it('takes a test mail, with the account and its password, and its answer is told', async () => {
    expect((await save({})).code).toBe(200)
    expect(await test()).toMatchObject({ code: 200, data: { answer: expect.stringContaining('250') } })
    const [mail] = mails.received
    expect(mail).toMatchObject({ to: ['li@example.com'], from: 'farm@example.com', user: 'farm@example.com' })
    expect(mail?.text).toContain(Buffer.from('红旗农场').toString('base64'))
  })

  it('has a password that nobody reads again: not in an answer, the table or the audit', async () => {
    await save({ emailPassword: 'Very-Secret-1' })
    expect((await admin.call('mailConfig.read')).emailPassword).toBe(SECRET_MASK)
    const rows = await server.sql(
      `select value::text as text from setting union all select concat(before, after) from audit`,
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(JSON.stringify(rows)).not.toContain('Very-Secret-1')
    expect(JSON.stringify(rows)).toContain('sealed:1:')
  })

  it('keeps its password where dots come back, and never sends it to another place', async () => {
    await save({})
    expect((await save({ emailPassword: SECRET_MASK, emailSenderName: '别的' })).code).toBe(200)
    expect((await test()).code).toBe(200)
    for (const change of [
      { emailSmtpHost: 'evil.example' },
      { emailSmtpPort: 26 },
      { emailAccount: 'x@y.z' },
    ])
      expect(await save({ ...change, emailPassword: SECRET_MASK })).toMatchObject({
        code: 400,
        data: { errors: [{ path: 'emailPassword', message: '接收方已更改，请重新输入密码' }] },
      })
    expect((await save({ emailPassword: '' })).code).toBe(200)
    expect((await admin.call('mailConfig.read')).emailPassword).toBe('')
  })

  it('takes one of those who save at once', async () => {
    const { version } = await admin.call('mailConfig.read')
    const codes = await Promise.all(
      ['甲', '乙', '丙'].map((emailSenderName) => save({ version, emailSenderName })),
    )
    expect(codes.map(({ code }) => code).sort()).toEqual([200, 409, 409])
  })

  it.each([
    [{ emailSmtpHost: 'a b' }],
    [{ emailSmtpHost: 'http://x/y' }],
    [{ emailSmtpPort: 0 }],
    [{ emailSmtpPort: 65_536 }],
    [{ emailSsl: 2 }],
    [{ emailSender: 'nobody' }],
    [{ emailSender: 'a@b.c>, x@y.z' }],
    [{ emailSenderName: 'x\r\nBcc: evil@example.com' }],
    [{ emailPassword: 'x'.repeat(201) }],
  ])('refuses %j', async (changes) => {
    expect((await save(changes)).code).toBe(400)
  })

  it.each(['', 'x', 'a@b.c\r\nBcc: x@y.z', 'a@b.c, d@e.f', `${'x'.repeat(200)}@y.z`])(
    'sends no test to %j',
    async (to) => {
      expect((await test(to)).code).toBe(400)
    },
  )

  it('is not for somebody without the right', async () => {
    const { client } = await personOf(server, 'mail-none')
    for (const answer of [
      await client.envelope('mailConfig.read'),
      await client.envelope('mailConfig.save', { ...GIVEN, emailSmtpPort: 25, version: 0 }),
      await client.envelope('mailConfig.test', { to: 'li@example.com' }),
    ])
      expect(answer.code).toBe(403)
  })
})

describe('a mail that cannot be sent says why', () => {
  it.each([
    ['a wrong password', { emailPassword: 'wrong' }, /账号或密码不正确.*535/],
    ['a port where nobody listens', { emailSmtpPort: 1 }, /127\.0\.0\.1 的端口 1 拒绝连接/],
    ['a host that there is not', { emailSmtpHost: 'no-such-host.invalid' }, /找不到服务器 no-such-host/],
    ['an internal address', { emailSmtpHost: '127.0.0.2' }, /不允许连接 127\.0\.0\.2/],
    ['no sender', { emailAccount: 'farm' }, /请填写发件地址/],
    ['no server', { emailSmtpHost: '' }, /尚未配置邮件服务器/],
  ])('%s', async (_, changes, message) => {
    expect((await save(changes)).code).toBe(200)
    const { code, msg } = await test()
    expect(`${code} ${msg}`).toMatch(message)
  })

  it('a certificate that nobody trusts, and TLS where there is none', async () => {
    await save({ emailSmtpPort: secure.port, emailSsl: 1 })
    expect((await test()).msg).toContain('无法与 127.0.0.1')
    await save({ emailSsl: 1 })
    expect((await test()).msg).toContain('无法与 127.0.0.1')
  })

  it('a recipient that the server does not know, and a mail that it does not take', async () => {
    await save({})
    expect((await test('nobody@example.com')).msg).toMatch(/不接受发件或收件地址.*No such user/)
    mails.refuse({ code: 554, text: 'looks like spam' })
    expect((await test()).msg).toMatch(/发送失败.*looks like spam/)
    mails.refuse(undefined)
  })

  it('a server that takes the connection and says nothing, or says a little for ever', async () => {
    const slow = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20)
      socket.on('error', () => undefined).on('close', () => clearInterval(timer))
    })
    const silent = createServer((socket) => socket.on('error', () => undefined))
    for (const one of [slow, silent]) {
      await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', () => resolve()))
      const { port } = one.address() as AddressInfo
      const config = { ...mailPart.defaults, ...GIVEN, emailSmtpPort: port }
      const mail = { to: 'li@example.com', subject: 's', text: 't' }
      await expect(sendMail(config, mail, allowedHosts(['127.0.0.1']), 400)).rejects.toMatchObject({
        text: '@outbound.timeout',
      })
      one.close()
    }
  })
})
