import { startServer } from '@services/server/server'
import { answerCaptcha, createTestClient, md5, startTestServer, type TestServer } from '@tests/api/harness'
import { quiet, testOptions } from '@tests/api/options'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 })
})
afterAll(() => server.close())
afterEach(async () => {
  await server.sql('delete from login_attempt')
})

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const login = (account: string, password: string, ip: string, more: Record<string, unknown> = {}) =>
  server.stranger.envelope('session.login', { account, password: md5(password), ...more }, from(ip))
const guess = (account: string, ip: string, more: Record<string, unknown> = {}) =>
  login(account, 'wrong one 1', ip, more)
/** Has it that a source has guessed so often at a target; `any` stands for all of them. */
const failed = (target: string, source: string, failures: number) =>
  server.sql(
    `insert into login_attempt (target_kind, target, source_kind, source, failures, last_at)
     values (case $1 when '' then 'any' else 'account' end, $1, case $2 when '' then 'any' else 'address' end, $2, $3, now())`,
    [target, source, failures],
  )
const captcha = (account: string, ip: string) =>
  answerCaptcha(server, { kind: 'account', id: account }, from(ip))
const WRONG = { code: 400, msg: '账号或密码错误，请重新输入' }

describe('guesses at a password', () => {
  it('ask for a captcha after three, and lock the address out of the account after eight', async () => {
    const needed = async () =>
      (await server.stranger.envelope('session.config', { account: 'careless' }, from('10.0.0.1'))).data
    expect(await needed()).toMatchObject({ enableVerificationCode: 0 })
    for (let count = 0; count < 3; count++) expect(await guess('careless', '10.0.0.1')).toMatchObject(WRONG)
    expect(await needed()).toMatchObject({ enableVerificationCode: 1, verificationCodeNumber: 4 })
    expect(await guess('careless', '10.0.0.1')).toMatchObject({
      msg: '请输入验证码',
      data: { captcha: true },
    })
    expect(await guess('careless', '10.0.0.1', { timestamp: 'k0', code: '0000' })).toMatchObject({
      msg: '验证码错误',
    })
    await server.sql('update login_attempt set failures = 7')
    const answer = await captcha('careless', '10.0.0.1')
    expect(await guess('careless', '10.0.0.1', answer)).toMatchObject(WRONG)
    expect(await guess('careless', '10.0.0.1', answer)).toMatchObject({
      code: 403,
      msg: expect.stringMatching(/^账号已锁定，请 10 分钟后再试$/),
    })
  })

  it('from one address ask no captcha of another', async () => {
    for (let count = 0; count < 3; count++) await guess('admin', '10.0.0.1')
    const { data } = await server.stranger.envelope('session.config', { account: 'admin' }, from('10.0.0.2'))
    expect(data).toMatchObject({ enableVerificationCode: 0 })
    expect(await login('admin', 'Admin123', '10.0.0.2')).toMatchObject({ code: 200 })
  })

  it('lock nobody else out: the right password from another address gets in', async () => {
    const answer = await captcha('admin', '10.0.0.2')
    await failed('admin', '10.0.0.1', 8)
    await failed('admin', '', 500)
    await server.sql(`update login_attempt set locked_until = now() + interval '1 hour' where source <> ''`)
    expect(await login('admin', 'Admin123', '10.0.0.1')).toMatchObject({ code: 403 })
    expect(await login('admin', 'Admin123', '10.0.0.2', answer)).toMatchObject({ code: 200 })
  })

  it('count by kind and name: an account that is called like an address is no address', async () => {
    await server.sql(`update user_account set account = 'ip 10.0.0.77' where account = 'operator'`)
    for (let count = 0; count < 3; count++) await guess('ip 10.0.0.77', '10.0.0.1')
    const rows = await server.sql(
      `select from login_attempt where source = '10.0.0.77' or target = '10.0.0.77'`,
    )
    expect(rows).toEqual([])
    await server.sql(`update login_attempt set failures = 1000, locked_until = now() + interval '1 hour'
      where target = 'ip 10.0.0.77'`)
    expect(await login('admin', 'Admin123', '10.0.0.77')).toMatchObject({ code: 200 })
    await server.sql(`update user_account set account = 'operator' where account = 'ip 10.0.0.77'`)
  })

  it('lock twice as long each time within a day', async () => {
    const answer = await captcha('stubborn', '10.0.0.1')
    await failed('stubborn', '10.0.0.1', 7)
    await server.sql('update login_attempt set locks = 2')
    await guess('stubborn', '10.0.0.1', answer)
    expect(await guess('stubborn', '10.0.0.1')).toMatchObject({ msg: '账号已锁定，请 40 分钟后再试' })
    await server.sql(`update login_attempt set locked_until = now() - interval '1 second'`)
    expect(await guess('stubborn', '10.0.0.1')).toMatchObject(WRONG)
  })

  it('count one by one when they are sent at once, at two servers', async () => {
    const second = await startServer(testOptions({ databaseUrl: server.databaseUrl, trustProxy: 1 }), quiet)
    const other = createTestClient(second.url, '')
    const input = { account: 'hurried', password: md5('wrong one 1') }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? other : server.stranger).envelope('session.login', input, from('10.0.0.1')),
      ),
    )
    await second.close()
    const verdicts = answers.filter(({ msg }) => msg === WRONG.msg)
    expect(verdicts.length).toBeLessThanOrEqual(3)
    expect(verdicts.length).toBeGreaterThan(0)
    expect(
      answers.filter(({ msg }) => msg === '请输入验证码' || msg === '操作过于频繁，请稍后再试'),
    ).toHaveLength(30 - verdicts.length)
    const rows = await server.sql<{ failures: number }>('select failures from login_attempt')
    expect(new Set(rows.map(({ failures }) => failures))).toEqual(new Set([verdicts.length]))
  })

  it('at many accounts need a captcha from their address, and shut it out in the end', async () => {
    await failed('', '10.9.9.9', 19)
    expect(await guess('somebody-1', '10.9.9.9')).toMatchObject({ ...WRONG, data: { captcha: true } })
    expect(await guess('somebody-2', '10.9.9.9')).toMatchObject({ msg: '请输入验证码' })
    expect(await guess('somebody-2', '10.9.9.8')).toMatchObject({ data: { captcha: false } })
    await server.sql(`update login_attempt set failures = 200, locked_until = now() + interval '5 minutes'
      where source = '10.9.9.9' and target_kind = 'any'`)
    expect(await guess('somebody-3', '10.9.9.9')).toMatchObject({ code: 429 })
    expect(await guess('somebody-3', '10.9.9.8')).toMatchObject({ code: 400 })
  })

  it('that are right forget what was wrong before, and leave the address as it was', async () => {
    await guess('operator', '10.0.0.3')
    await guess('nobody-else', '10.0.0.3')
    expect(await login('operator', 'Operator123', '10.0.0.3')).toMatchObject({ code: 200 })
    const rows = await server.sql<{ target: string; failures: number }>(
      'select target, failures from login_attempt where failures > 0',
    )
    expect(rows.filter(({ target }) => target === 'operator')).toEqual([])
    expect(rows.find(({ target }) => target === '')).toMatchObject({ failures: 2 })
  })

  it('slow the answer down with each', async () => {
    await failed('slow', '10.0.0.1', 2)
    const began = performance.now()
    await guess('slow', '10.0.0.1')
    expect(performance.now() - began).toBeGreaterThan(350)
  })
})

describe('proof of work', () => {
  it('is due with the captcha, good once, for one account and one address, for as long as it lasts', async () => {
    await failed('prover', '', 20)
    const needed = { code: 400, msg: '安全校验未完成或已过期，请重试', data: { captcha: true, proof: true } }
    const answer = await captcha('prover', '10.0.0.1')
    const fresh = async () => {
      const { timestamp, code } = await captcha('prover', '10.0.0.4')
      return { timestamp, code }
    }
    expect(await guess('prover', '10.0.0.1', await fresh())).toMatchObject(needed)
    expect(await guess('prover', '10.0.0.2', answer)).toMatchObject(needed)
    expect(await guess('prover', '10.0.0.1', { ...(await fresh()), proof: answer.proof })).toMatchObject(
      WRONG,
    )
    expect(await guess('prover', '10.0.0.1', { ...(await fresh()), proof: answer.proof })).toMatchObject(
      needed,
    )
    const late = await captcha('prover', '10.0.0.1')
    await server.sql(`update proof_challenge set expires_at = now() - interval '1 second'`)
    expect(await guess('prover', '10.0.0.1', late)).toMatchObject(needed)
  })

  it('grows with failures, and a new challenge ends the one before', async () => {
    const ask = async (id: string) =>
      (await server.stranger.envelope('session.challenge', { kind: 'account', id }, from('10.0.0.1'))).data
    expect(await ask('grown')).toMatchObject({ bits: 15 })
    await failed('grown', '', 22)
    expect(await ask('grown')).toMatchObject({ bits: 17 })
    await server.sql('update login_attempt set failures = 100')
    expect(await ask('grown')).toMatchObject({ bits: 21 })
    expect(await server.sql(`select from proof_challenge where target = 'grown'`)).toHaveLength(1)
  })
})
