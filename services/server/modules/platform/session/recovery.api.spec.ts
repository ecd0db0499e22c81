import {
  type FakeMailServer,
  startMailServer,
} from '@services/server/modules/platform/outbound/specs/mail-server'
import {
  type FakeProviders,
  startProviders,
} from '@services/server/modules/platform/outbound/specs/providers'
import { answerCaptcha, md5, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from './passwords'

const MAIL = 'operator@example.com'
const OLD = 'Operator123'
const NEW = 'Harvest2026'
const EARLIER = 'Meadow2025'
const WRONG = { code: 400, msg: '验证码错误或已失效' }
const patient = { timeout: 12_000, interval: 100 }

let server: TestServer
let admin: TestClient
let mails: FakeMailServer
let providers: FakeProviders
let hash: string
let id: string

beforeAll(async () => {
  mails = await startMailServer()
  providers = await startProviders()
  server = await startTestServer({ httpHosts: ['127.0.0.1'] })
  admin = await server.as('admin')
  const [row] = await server.sql<{ id: string; password_hash: string }>(
    `select id, password_hash from user_account where account = 'operator'`,
  )
  hash = row?.password_hash ?? ''
  id = row?.id ?? ''
  await setMail('127.0.0.1')
})
afterAll(async () => {
  await server.close()
  await mails.close()
  await providers.close()
})
beforeEach(async () => {
  mails.refuse(undefined)
  for (const table of ['login_attempt', 'one_time_code', 'outbox', 'password_history'])
    await server.sql(`delete from ${table}`)
  await server.sql(
    `update user_account set email = $1, status = 1, password_hash = $2, mobile_phone = '', mobile_verified_at = null, own_email_at = null,
      must_change_password = false where id = $3`,
    [MAIL, hash, id],
  )
})

async function setMail(emailSmtpHost: string) {
  const { version } = await admin.call('mailConfig.read')
  await admin.call('mailConfig.save', {
    ...{ emailSmtpHost, emailSmtpPort: mails.port, emailSsl: 0, emailPassword: 'right', version },
    ...{ emailAccount: 'farm@example.com', emailSender: '', emailSenderName: '' },
  })
}
async function configured(change: Record<string, unknown>): Promise<() => Promise<unknown>> {
  const before: Record<string, unknown> = await admin.call('systemConfig.read')
  await admin.call('systemConfig.save', change)
  const kept = Object.fromEntries(Object.keys(change).map((name) => [name, before[name]]))
  return () => admin.call('systemConfig.save', kept)
}
const ask = async (account = 'operator') =>
  server.stranger.envelope('session.sendPasswordCode', {
    account,
    ...(await answerCaptcha(server, { kind: 'account', id: account })),
  })
const reset = (code: string, { account = 'operator', password = NEW, text = '' } = {}) =>
  server.stranger.envelope('session.resetPassword', {
    ...{ account, code, password: md5(password), passwordText: text || password },
  })
const bodies = () =>
  mails.received
    .filter(({ to }) => to.includes(MAIL))
    .map(({ text }) => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      return /base64/i.test(head) ? Buffer.from(body, 'base64').toString('utf8') : body
    })
/** Asks for a code and reads it from the mail. */
async function receive(account = 'operator'): Promise<string> {
  const before = mails.received.length
  expect(await ask(account)).toMatchObject({ code: 200 })
  await expect.poll(() => mails.received.length, patient).toBeGreaterThan(before)
  return /\d{6}/.exec(bodies().at(-1) ?? '')?.[0] ?? ''
}
const another = (code: string) => (code === '000000' ? '000001' : '000000')
const enter = (password: string) =>
  server.stranger.envelope('session.login', { account: 'operator', password: md5(password) })

describe('a code for a forgotten password', () => {
  it('comes by mail, sets a password once, ends every session, and the person is told', async () => {
    const open = await server.as('operator')
    await server.sql('update user_account set must_change_password = true where id = $1', [id])
    const code = await receive()
    expect(code).toMatch(/^\d{6}$/)
    const kept = await server.sql('select * from one_time_code')
    expect(JSON.stringify(kept)).not.toContain(code)
    const [parcel] = (await admin.call('outbox.list', {})).list
    expect(JSON.stringify(parcel)).not.toContain(code)
    const answers = await Promise.all([1, 2, 3].map(() => reset(code)))
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    expect(answers.find((answer) => answer.code === 200)?.msg).toBe('密码已重新设置，请用新密码登录')
    expect(await open.envelope('currentUser.baseInfo')).toMatchObject({ code: 600 })
    expect(await enter(OLD)).toMatchObject({ code: 400 })
    expect(await enter(NEW)).toMatchObject({ code: 200 })
    const [row] = await server.sql(
      `select must_change_password, change_password_at > now() - interval '1 minute' as chosen,
        password_at = change_password_at as same from user_account where id = $1`,
      [id],
    )
    expect(row).toEqual({ must_change_password: false, chosen: true, same: true })
    const audit = await server.sql(
      `select account, target, ip from audit where action = 'session.resetPassword'`,
    )
    expect(audit).toEqual([{ account: 'operator', target: id, ip: '127.0.0.1' }])
    await expect.poll(() => bodies().at(-1), patient).toMatch(/密码已于 .*来自 127\.0\.0\.1/)
  })

  it('answers alike whoever is meant, in a like time, and sends to nobody else', async () => {
    await server.sql(
      `update user_account set email = 'off@example.com', status = 0 where account = 'manager1'`,
    )
    const [row] = await server.sql<{ account: string }>(
      `select account from user_account where email = '' and status = 1 and account <> 'operator' limit 1`,
    )
    const times: number[] = []
    const answers: unknown[] = []
    for (const account of ['operator', 'nobody-of-that-name', 'manager1', row?.account ?? '']) {
      const proof = await answerCaptcha(server, { kind: 'account', id: account })
      const began = performance.now()
      const { timestamp: _, ...answer } = await server.stranger.envelope('session.sendPasswordCode', {
        account,
        ...proof,
      })
      times.push(performance.now() - began)
      answers.push(answer)
    }
    expect(answers[0]).toMatchObject({
      code: 200,
      msg: expect.stringContaining('如果该账号存在'),
      data: { interval: 60, expiresIn: 600, policy: expect.anything() },
    })
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(Math.min(...times)).toBeGreaterThan(390)
    expect(await server.sql('select target from outbox')).toEqual([{ target: MAIL }])
    await server.sql(`update user_account set email = '', status = 1 where account = 'manager1'`)
  })

  it('needs a captcha, waits a minute, ends at five an hour for an account, and at twenty for an address', async () => {
    expect(
      await server.stranger.envelope('session.sendPasswordCode', {
        ...{ account: 'operator', code: '0000', timestamp: 'none' },
      }),
    ).toMatchObject({ code: 400, msg: '验证码错误' })
    const answers = await Promise.all([1, 2, 3].map(() => ask()))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    // A sub-account is the same account.
    expect(await ask('13900000000@operator')).toMatchObject({ code: 429 })
    const fill = (targets: string, ip: string, count: number) =>
      server.sql(`insert into one_time_code (target_kind, target, code_hash, ip, created_at, expires_at)
        select 'recovery', ${targets}, 'x', '${ip}', now() - interval '10 minutes', now() from generate_series(1, ${count}) n`)
    await server.sql('delete from one_time_code')
    await fill(`'operator'`, '10.0.0.1', 5)
    const tooMany = { code: 429, msg: '获取验证码过于频繁，请一小时后再试' }
    expect(await ask('Operator')).toMatchObject(tooMany)
    await server.sql('delete from one_time_code')
    await fill(`'other' || n`, '127.0.0.1', 20)
    expect(await ask()).toMatchObject(tooMany)
  })

  it('is worth nothing after five wrong answers, though they come at once, and after its time', async () => {
    const code = await receive()
    await Promise.all(Array.from({ length: 12 }, () => reset(another(code))))
    const [row] = await server.sql<{ attempts: number }>('select attempts from one_time_code')
    expect(row?.attempts).toBe(5)
    await server.sql('delete from login_attempt')
    expect(await reset(code)).toMatchObject(WRONG)
    await server.sql('update one_time_code set attempts = 0, expires_at = now()')
    expect(await reset(code)).toMatchObject(WRONG)
    await server.sql(`update one_time_code set expires_at = now() + interval '1 minute'`)
    expect(await reset(code)).toMatchObject({ code: 200 })
  })

  it('is of one account: not of another, nor of one that has taken its name, nor one disabled since', async () => {
    const code = await receive()
    expect(await reset(code, { account: 'admin' })).toMatchObject(WRONG)
    await server.sql('update user_account set status = 0 where id = $1', [id])
    expect(await reset(code)).toMatchObject(WRONG)
    await server.sql(`update user_account set status = 1, account = 'operator-old' where id = $1`, [id])
    await server.sql(`update user_account set account = 'operator' where account = 'manager1'`)
    const hashes = () => server.sql('select password_hash from user_account where account = $1', ['operator'])
    const before = await hashes()
    await reset(code)
    expect(await hashes()).toEqual(before)
    await server.sql(`update user_account set account = 'manager1' where account = 'operator'`)
    await server.sql(`update user_account set account = 'operator' where id = $1`, [id])
  })

  it('does not leave after its ten minutes', async () => {
    mails.refuse({ code: 451, text: 'try later' })
    const before = mails.received.length
    await ask()
    await expect
      .poll(() => server.sql('select attempts, is_claimed from outbox'), patient)
      .toEqual([{ attempts: 1, is_claimed: false }])
    const [row] = await server.sql<{ minutes: number }>(
      'select round(extract(epoch from until - created_at) / 60)::int as minutes from outbox',
    )
    expect(row?.minutes).toBe(10)
    mails.refuse(undefined)
    await server.sql('update outbox set until = now(), next_at = now()')
    const state = () => server.sql('select state, payload from outbox')
    await expect.poll(state, patient).toEqual([{ state: 2, payload: '' }])
    expect((await admin.call('outbox.list', {})).list).toMatchObject([
      { answer: '未能在有效时间内发出，内容已失效' },
    ])
    expect(mails.received).toHaveLength(before)
  })

  it('goes to an address that its person has only just given themselves after a day alone', async () => {
    const open = await server.as('operator')
    const own = await open.call('currentUser.baseInfo')
    await open.call('currentUser.saveBaseInfo', { realName: own.realName, email: 'thief@example.com' })
    expect(await ask()).toMatchObject({ code: 200 })
    expect(await server.sql('select target from outbox')).toEqual([])
    await server.sql('delete from one_time_code')
    await server.sql(`update user_account set own_email_at = now() - interval '25 hours' where id = $1`, [id])
    await ask()
    expect(await server.sql('select target from outbox')).toEqual([{ target: 'thief@example.com' }])
  })

  it('goes to a number that is proved where there is no mail', async () => {
    await admin.call('smsConfig.save', {
      ...{ smsChannel: 'http', smsUrl: `${providers.url}/gateway`, smsKeyId: '', smsKeySecret: '' },
      version: (await admin.call('smsConfig.read')).version,
    } as never)
    const targets = () => server.sql('select channel, target from outbox')
    const number = '13700004444'
    await server.sql(`update user_account set email = '', mobile_phone = $2 where id = $1`, [id, number])
    await ask()
    expect(await targets()).toEqual([])
    await server.sql('delete from one_time_code')
    await server.sql('update user_account set mobile_verified_at = now() where id = $1', [id])
    await ask()
    expect(await targets()).toEqual([{ channel: 'sms', target: number }])
    await admin.call('smsConfig.save', {
      ...{ smsChannel: 'http', smsUrl: '', smsKeyId: '', smsKeySecret: '' },
      version: (await admin.call('smsConfig.read')).version,
    } as never)
  })
})

describe('the new password', () => {
  it('keeps to the policy, and is none of the old ones', async () => {
    const undo = await configured({
      ...{ passwordStrengthLimit: 1, passwordLengthMin: 1, passwordLengthMinNumber: 9, containsNumbers: 1 },
      ...{ disableOldPassword: 1, disableTheNumberOfOldPasswords: 3 },
    })
    const code = await receive()
    await server.sql('insert into password_history (user_id, password_hash) values ($1, $2)', [
      ...[id, await hashPassword(md5(EARLIER))],
    ])
    const refused = (message: string) => ({ code: 400, data: { errors: [{ path: 'password', message }] } })
    expect(await reset(code, { password: 'Qz7-kv' })).toMatchObject(refused('新密码长度不能小于9位'))
    expect(await reset(code, { text: 'Another2026' })).toMatchObject({ code: 400 })
    expect(await reset(code, { password: EARLIER })).toMatchObject(refused('不能使用最近 3 次用过的密码'))
    // Who has no code learns nothing of the passwords that there were.
    expect(await reset(another(code), { password: EARLIER })).toMatchObject(WRONG)
    expect(await reset(code)).toMatchObject({ code: 200 })
    await undo()
  })

  it('opens no lock: who is locked out of the account stays so', async () => {
    const undo = await configured({ lockType: 1, passwordErrorsNumber: 3 })
    for (let count = 0; count < 3; count++) await enter('wrong')
    expect(await enter(OLD)).toMatchObject({ code: 403 })
    expect(await reset(await receive())).toMatchObject({ code: 200 })
    expect(await enter(NEW)).toMatchObject({ code: 403 })
    await admin.call('users.unlock', { id })
    expect(await enter(NEW)).toMatchObject({ code: 200 })
    await undo()
  })
})

it('both calls keep to the white list, and there is no way without mail and SMS', async () => {
  const code = await receive()
  await server.sql(
    `update setting set value = value || '{"whitelistSwitch": 1, "whiteListIp": "10.9.9.9"}' where key = 'system'`,
  )
  const outside = { code: 403 }
  await expect.poll(() => ask(), patient).toMatchObject(outside)
  expect(await reset(code)).toMatchObject(outside)
  await server.sql(`update setting set value = value || '{"whitelistSwitch": 0}' where key = 'system'`)
  await expect
    .poll(() => server.stranger.call('session.loginConfig'), patient)
    .toMatchObject({ resetsPassword: true })
  await setMail('')
  expect(await server.stranger.call('session.loginConfig')).toMatchObject({ resetsPassword: false })
  expect(await ask()).toMatchObject({ code: 400, msg: expect.stringContaining('未接入') })
  await setMail('127.0.0.1')
})
