import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startServer } from '@services/server/server'
import { answerCaptcha, createTestClient, md5, startTestServer, type TestServer } from '@tests/api/harness'
import { quiet, testOptions } from '@tests/api/options'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
/** What the SMS gateway was sent. */
const sent: { mobilePhone: string; code: string; text: string; authorization: string | undefined }[] = []
let gateway: Server
let gatewayStatus = 200

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      sent.push({ ...JSON.parse(body), authorization: request.headers.authorization })
      response.statusCode = gatewayStatus
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const smsUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`
  server = await startTestServer({ smsUrl, smsToken: 'gate' })
})
afterAll(async () => {
  await server.close()
  gateway.close()
})
afterEach(async () => {
  gatewayStatus = 200
  await server.sql('delete from login_attempt')
  await server.sql('delete from one_time_code')
})

const captcha = (number: string) => answerCaptcha(server, { kind: 'phone', id: number })

describe('signing in by a phone', () => {
  const ask = () => server.stranger.call('session.ticket')
  const status = (ticket: string) => server.stranger.call('session.ticketStatus', { ticket })

  it('waits, is scanned, is confirmed, and gives its session once', async () => {
    const { ticket, scan, check, expiresIn } = await ask()
    expect(expiresIn).toBe(120)
    expect(await status(ticket)).toEqual({ status: 'waiting' })
    const phone = await server.as('operator')
    const requested = await phone.call('session.scanTicket', { scan })
    expect(requested).toMatchObject({ check, ip: '127.0.0.1' })
    expect(requested.askedAt).toBeGreaterThan(Date.now() - 60_000)
    expect(await status(ticket)).toEqual({ status: 'scanned' })
    await phone.call('session.answerTicket', { scan, accept: true })
    const answers = await Promise.all(Array.from({ length: 8 }, () => status(ticket)))
    const entered = answers.filter((answer) => answer.status === 'confirmed')
    expect(entered).toHaveLength(1)
    const browser = createTestClient(server.url, entered[0]?.token ?? '')
    const me = await browser.call('session.currentUser')
    expect(me.userInfo.userAccount).toBe('operator')
    expect(browser.token).not.toBe(phone.token)
    expect(await status(ticket)).toEqual({ status: 'expired' })
    const actions = await server.sql(`select from audit where action = 'session.confirmTicket'`)
    expect(actions).toHaveLength(1)
  })

  it('gives nothing to whoever only sees the QR code', async () => {
    const { ticket, scan } = await ask()
    const phone = await server.as('operator')
    await phone.call('session.scanTicket', { scan })
    await phone.call('session.answerTicket', { scan, accept: true })
    expect(await status(scan)).toEqual({ status: 'expired' })
    expect(await phone.envelope('session.scanTicket', { scan: ticket })).toMatchObject({ code: 400 })
    expect((await status(ticket)).status).toBe('confirmed')
  })

  it('is refused on the phone, and nobody else may answer what one has scanned', async () => {
    const { ticket, scan } = await ask()
    const [phone, other] = [await server.as('operator'), await server.as('admin')]
    const gone = { code: 400, msg: '二维码已失效，请在电脑上刷新后重新扫描' }
    expect(await phone.envelope('session.answerTicket', { scan, accept: true })).toMatchObject(gone)
    await phone.call('session.scanTicket', { scan })
    expect(await other.envelope('session.scanTicket', { scan })).toMatchObject(gone)
    expect(await other.envelope('session.answerTicket', { scan, accept: true })).toMatchObject(gone)
    await phone.call('session.answerTicket', { scan, accept: false })
    expect(await status(ticket)).toEqual({ status: 'refused' })
    expect(await phone.envelope('session.answerTicket', { scan, accept: true })).toMatchObject(gone)
  })

  it('ends with its time, and needs a session on the phone', async () => {
    const { ticket, scan } = await ask()
    expect(await server.stranger.envelope('session.scanTicket', { scan })).toMatchObject({ code: 600 })
    await server.sql(`update login_ticket set expires_at = now() - interval '1 second' where scan = $1`, [
      scan,
    ])
    const phone = await server.as('operator')
    expect(await status(ticket)).toEqual({ status: 'expired' })
    expect(await phone.envelope('session.scanTicket', { scan })).toMatchObject({ code: 400 })
  })

  it('keeps no ticket readable', async () => {
    const { ticket } = await ask()
    const rows = await server.sql<Record<string, unknown>>('select * from login_ticket')
    expect(JSON.stringify(rows)).not.toContain(ticket)
  })
})

describe('signing in by a code', () => {
  const NUMBER = '13700001111'
  const sendCode = async (mobilePhone: string) =>
    server.stranger.envelope('session.sendCode', { mobilePhone, ...(await captcha(mobilePhone)) })
  const enter = (mobilePhone: string, code: string, more: Record<string, unknown> = {}) =>
    server.stranger.envelope('session.loginByCode', { mobilePhone, code, ...more })
  const lastCode = () => sent.at(-1)?.code ?? ''
  const another = (code: string) => (code === '000000' ? '000001' : '000000')

  beforeAll(async () => {
    await server.sql(
      `update user_account set mobile_phone = $1, mobile_verified_at = now() where account = 'operator'`,
      [NUMBER],
    )
  })

  it('sends six digits through the gateway and lets in once', async () => {
    expect(await sendCode(NUMBER)).toMatchObject({
      code: 200,
      msg: '验证码已发送',
      data: { interval: 60, expiresIn: 300 },
    })
    expect(sent.at(-1)).toMatchObject({ mobilePhone: NUMBER, authorization: 'Bearer gate' })
    expect(sent.at(-1)?.text).toContain(lastCode())
    expect(lastCode()).toMatch(/^\d{6}$/)
    const stored = await server.sql('select * from one_time_code')
    expect(JSON.stringify(stored)).not.toContain(lastCode())
    expect(await enter(NUMBER, another(lastCode()))).toMatchObject({ code: 400, msg: '验证码错误或已失效' })
    const { data } = await enter(NUMBER, lastCode())
    const me = await createTestClient(server.url, data.token ?? '').call('session.currentUser')
    expect(me.userInfo.userAccount).toBe('operator')
    expect(await enter(NUMBER, lastCode())).toMatchObject({ code: 400, msg: '验证码错误或已失效' })
  })

  it('lets in one of many who come at once with the same code', async () => {
    await sendCode(NUMBER)
    const answers = await Promise.all(Array.from({ length: 4 }, () => enter(NUMBER, lastCode())))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  it('is worth nothing after five wrong answers, and after its time', async () => {
    await sendCode(NUMBER)
    for (let count = 0; count < 5; count++) await enter(NUMBER, another(lastCode()))
    expect(await enter(NUMBER, lastCode())).toMatchObject({ code: 400, msg: '验证码错误或已失效' })
    await server.sql('delete from login_attempt')
    await server.sql('delete from one_time_code')
    await sendCode(NUMBER)
    await server.sql(`update one_time_code set expires_at = now() - interval '1 second'`)
    expect(await enter(NUMBER, lastCode())).toMatchObject({ code: 400 })
  })

  it('needs a captcha, waits a minute, and ends at five an hour for a number', async () => {
    const answer = { mobilePhone: NUMBER, timestamp: 'none', code: '0000' }
    expect(await server.stranger.envelope('session.sendCode', answer)).toMatchObject({ msg: '验证码错误' })
    await sendCode(NUMBER)
    expect(await sendCode(NUMBER)).toMatchObject({
      code: 429,
      msg: expect.stringMatching(/^请 \d+ 秒后再获取验证码$/),
    })
    await server.sql(
      `insert into one_time_code (target_kind, target, code_hash, ip, created_at, expires_at)
      select 'phone', $1, 'x', '10.0.0.1', now() - interval '10 minutes', now() from generate_series(1, 4)`,
      [NUMBER],
    )
    await server.sql(`update one_time_code set created_at = now() - interval '5 minutes'`)
    expect(await sendCode(NUMBER)).toMatchObject({ code: 429, msg: '获取验证码过于频繁，请一小时后再试' })
  })

  it('ends at twenty an hour for an address, whatever the numbers', async () => {
    await server.sql(`insert into one_time_code (target_kind, target, code_hash, ip, created_at, expires_at)
      select 'phone', '1380000' || (1000 + n), 'x', '127.0.0.1', now() - interval '10 minutes', now() from generate_series(1, 20) n`)
    expect(await sendCode('13900002222')).toMatchObject({
      code: 429,
      msg: '获取验证码过于频繁，请一小时后再试',
    })
  })

  it('sends one of many that are asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendCode(NUMBER)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  it('says the same for a number without an account until its owner has proved it, then takes a request', async () => {
    const unknown = '13700009999'
    const known = await sendCode(NUMBER)
    const answer = await sendCode(unknown)
    expect(answer).toEqual({ ...known, timestamp: answer.timestamp })
    expect(await enter(unknown, another(lastCode()))).toMatchObject({ code: 400, msg: '验证码错误或已失效' })
    expect(await enter(unknown, lastCode())).toMatchObject({
      code: 400,
      data: { isUnknown: true, errors: [{ path: 'companyName', message: '请输入公司名称' }] },
    })
    expect(await enter(unknown, lastCode(), { companyName: '绿洲农业' })).toMatchObject({
      data: { errors: [{ path: 'contact', message: '请输入联系人' }] },
    })
    const request = { companyName: '绿洲农业', contact: '马强' }
    const requested = await enter(unknown, lastCode(), request)
    expect(requested).toMatchObject({ code: 200, msg: '申请已提交，请等待管理员开通' })
    expect(requested.data.token).toBeUndefined()
    const admin = await server.as('admin')
    const { list } = await admin.call('accountRequest.list', { keyword: '绿洲' })
    expect(list).toMatchObject([{ mobilePhone: unknown, ...request }])
    await admin.call('accountRequest.delete', { id: unknown })
    expect((await admin.call('accountRequest.list')).list).toEqual([])
    const operator = await server.as('operator')
    expect(await operator.envelope('accountRequest.list')).toMatchObject({ code: 403 })
  })

  it('refuses a number that is none, and does not let in by one that an administrator has typed', async () => {
    expect(await sendCode('12345678901')).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'mobilePhone', message: '手机号格式不正确' }] },
    })
    const typed = '13700003333'
    await server.sql(`update user_account set mobile_phone = $1 where account = 'admin'`, [typed])
    await sendCode(typed)
    const answer = await enter(typed, lastCode())
    expect(answer).toMatchObject({ code: 400, data: { isUnknown: true } })
    expect(answer.data.token).toBeUndefined()
    await server.sql(`update user_account set mobile_phone = '' where account = 'admin'`)
  })

  it('says when the gateway fails, and lets it be asked again at once', async () => {
    gatewayStatus = 503
    expect(await sendCode(NUMBER)).toMatchObject({ code: 500, msg: '短信发送失败，请稍后再试' })
    gatewayStatus = 200
    expect(await sendCode(NUMBER)).toMatchObject({ code: 200 })
  })

  it('writes the code to the log of a demo without a gateway, and says that none is', async () => {
    const lines: string[] = []
    const log = { ...quiet, info: (line: string) => lines.push(line) }
    const second = await startServer(testOptions({ databaseUrl: server.databaseUrl }), log)
    const stranger = createTestClient(second.url, '')
    expect(await stranger.call('session.loginConfig')).toMatchObject({
      ...{ hasSmsProvider: false, entersByCode: true, smsLength: 6 },
    })
    expect(await server.stranger.call('session.loginConfig')).toMatchObject({
      ...{ hasSmsProvider: true, entersByCode: true },
    })
    await stranger.call('session.sendCode', { mobilePhone: NUMBER, ...(await captcha(NUMBER)) })
    expect(lines.join('\n')).toMatch(/13700001111: \d{6} \(no SMS provider is set: LOAM_SMS_URL\)/)
    await second.close()
  })

  it('is off where there is neither a gateway nor the demo', async () => {
    const lines: string[] = []
    const log = { ...quiet, info: (line: string) => lines.push(line) }
    const second = await startServer(testOptions({ databaseUrl: server.databaseUrl, demo: false }), log)
    const stranger = createTestClient(second.url, '')
    expect(await stranger.call('session.loginConfig')).toMatchObject({ entersByCode: false })
    const asked = { mobilePhone: NUMBER, ...(await captcha(NUMBER)) }
    expect(await stranger.envelope('session.sendCode', asked)).toMatchObject({
      code: 400,
      msg: '系统未接入短信服务，无法获取验证码，请用账号登录',
    })
    expect(await server.sql('select from one_time_code')).toEqual([])
    expect(lines.join('\n')).not.toMatch(/sign-in code/)
    await second.close()
  })
})

describe('the own mobile number', () => {
  const OWN = '13700002222'
  const codeFor = async (mobilePhone: string) => {
    const answer = await server.stranger.envelope('session.sendCode', {
      mobilePhone,
      ...(await captcha(mobilePhone)),
    })
    expect(answer).toMatchObject({ code: 200 })
    return sent.at(-1)?.code ?? ''
  }

  it('is changed with the password and the code sent to it, and is one person’s alone', async () => {
    const [operator, admin] = [await server.as('operator'), await server.as('admin')]
    const code = await codeFor(OWN)
    const change = (more: Record<string, unknown> = {}) =>
      operator.envelope('currentUser.changeMobile', {
        mobilePhone: OWN,
        password: md5('Operator123'),
        code,
        ...more,
      })
    expect(await change({ password: md5('wrong') })).toMatchObject({ code: 400, msg: '密码错误，请重新输入' })
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await change({ code: wrong })).toMatchObject({ code: 400, msg: '验证码错误或已失效' })
    expect(await change()).toMatchObject({ code: 200 })
    expect(await operator.call('currentUser.baseInfo')).toMatchObject({
      mobilePhone: OWN,
      isMobileProved: true,
    })
    expect(await change()).toMatchObject({ code: 400, msg: '验证码错误或已失效' })
    // Another account may have been given the number; who has proved it is let in by it.
    await server.sql(`update user_account set mobile_phone = $1 where account = 'admin'`, [OWN])
    await server.sql('delete from one_time_code')
    const again = await codeFor(OWN)
    const taken = { mobilePhone: OWN, password: md5('Admin123'), code: again }
    expect(await admin.envelope('currentUser.changeMobile', taken)).toMatchObject({
      code: 400,
      msg: '此手机号已被其他账号验证',
    })
    await server.sql('delete from one_time_code')
    const { data } = await server.stranger.envelope('session.loginByCode', {
      mobilePhone: OWN,
      code: await codeFor(OWN),
    })
    const me = await createTestClient(server.url, data.token ?? '').call('session.currentUser')
    expect(me.userInfo.userAccount).toBe('operator')
  })
})

describe('a sub-account', () => {
  it('is an account of the company of whoever has the mobile number', async () => {
    const admin = await server.as('admin')
    const { list } = await admin.call('users.list', { pageSize: 300 })
    const main = list.find(({ mobilePhone, organizeIds }) => mobilePhone !== '' && organizeIds.length > 0)
    const sub = list.find(({ id, organizeIds }) => id !== main?.id && organizeIds[0] === main?.organizeIds[0])
    await server.sql(
      `update user_account set password_hash = (
      select password_hash from user_account where account = 'operator') where id = $1`,
      [sub?.id],
    )
    const enter = (account: string) =>
      server.stranger.envelope('session.login', { account, password: md5('Operator123') })
    expect(await enter(`${main?.mobilePhone}@${sub?.account}`)).toMatchObject({ code: 200 })
    expect(await enter(`13999999999@${sub?.account}`)).toMatchObject({
      code: 400,
      msg: '账号或密码错误，请重新输入',
    })
    expect(await enter(`${main?.mobilePhone}@admin`)).toMatchObject({ code: 400 })
    // Guesses under any mobile number count for the account.
    const [row] = await server.sql<{ failures: number }>(
      `select failures from login_attempt where target = $1 and source_kind = 'address'`,
      [sub?.account.toLowerCase()],
    )
    expect(row?.failures).toBe(1)
  })
})
