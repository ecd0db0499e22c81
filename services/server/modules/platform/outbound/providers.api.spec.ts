import { SECRET_MASK } from '@runtime/form/secret'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { answerCaptcha, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeProviders, KEYS, startProviders } from './specs/providers'

let server: TestServer
let admin: TestClient
let fake: FakeProviders
beforeAll(async () => {
  fake = await startProviders()
  server = await startTestServer({
    smsUrl: fake.url,
    wecomUrl: fake.url,
    dingtalkUrl: `${fake.url}/`,
    httpHosts: ['127.0.0.1'],
  })
  admin = await server.as('admin')
})
afterAll(async () => {
  await server.close()
  await fake.close()
})
beforeEach(() => fake.say(undefined))

const SMS = {
  smsChannel: 'aliyun' as const,
  smsUrl: '',
  smsKeyId: KEYS.cloud.id,
  smsKeySecret: KEYS.cloud.secret as string,
  smsSdkAppId: '1400000000',
  smsSignName: '红旗农场',
  smsCodeTemplate: 'CODE_1',
  smsTextTemplate: 'TEXT_1',
}
const WECOM = {
  qyhCorpId: KEYS.corpid as string,
  qyhAgentId: '1000002',
  qyhAgentSecret: KEYS.agent as string,
  qyhCorpSecret: KEYS.directory as string,
  ...{ qyhIsSynOrg: 1, qyhIsSynUser: 1 },
}
const DINGTALK = {
  dingAgentId: '31',
  dingSynAppKey: KEYS.appkey as string,
  dingSynAppSecret: KEYS.appsecret as string,
  ...{ dingSynIsSynOrg: 1, dingSynIsSynUser: 1 },
}
async function sms(changes: object) {
  const { version } = await admin.call('smsConfig.read')
  return admin.envelope('smsConfig.save', { ...SMS, version, ...changes })
}
async function wecom(changes: object) {
  const { version } = await admin.call('wecomConfig.read')
  return admin.envelope('wecomConfig.save', { ...WECOM, version, ...changes })
}
async function dingtalk(changes: object) {
  const { version } = await admin.call('dingtalkConfig.read')
  return admin.envelope('dingtalkConfig.save', { ...DINGTALK, version, ...changes })
}
const testSms = (to = '13800001111') => admin.envelope('smsConfig.test', { to })
const testWecom = (input: object = {}) => admin.envelope('wecomConfig.test', { type: '0', ...input })
const testDingtalk = (input: object = {}) => admin.envelope('dingtalkConfig.test', { type: '0', ...input })

describe('short messages', () => {
  it.each([
    ['aliyun' as const, '13800001111', /^TEXT_1 \{"content":"这是.*"\}$/, /"Code":"OK"/],
    ['tencent' as const, '+8613800001111', /^TEXT_1 这是/, /send success/],
  ])('leave by %s, signed as it wants, and its answer is told', async (smsChannel, to, text, answer) => {
    expect((await sms({ smsChannel })).code).toBe(200)
    expect(await testSms()).toMatchObject({ code: 200, data: { answer: expect.stringMatching(answer) } })
    expect(fake.received.at(-1)).toEqual({ channel: smsChannel, to, text: expect.stringMatching(text) })
  })

  it('leave by a gateway of one’s own, with its token', async () => {
    const gateway = { smsChannel: 'http', smsUrl: `${fake.url}/gateway` }
    await sms({ ...gateway, smsKeySecret: KEYS.gateway })
    expect(await testSms()).toMatchObject({ code: 200, data: { answer: '{"taken":1}' } })
    expect(fake.received.at(-1)).toMatchObject({ channel: 'http', to: '13800001111' })
    await sms({ ...gateway, smsKeySecret: 'another' })
    expect((await testSms()).msg).toMatch(/密钥不正确.*401.*who are you/)
  })

  it.each([
    ['a wrong secret', { smsKeySecret: 'nonsense' }, '13800001111', /密钥不正确.*SignatureDoesNotMatch/],
    [
      'a wrong secret',
      { smsChannel: 'tencent', smsKeySecret: 'none' },
      '13800001111',
      /密钥不正确.*SignatureFailure/,
    ],
    ['no signature', { smsSignName: '' }, '13800001111', /请填写短信签名和通知模板/],
    ['no key', { smsKeyId: '' }, '13800001111', /尚未配置短信渠道/],
    ['a number that is none', {}, '19900000000', /不接受此接收人.*MOBILE_NUMBER_ILLEGAL/],
    [
      'a number that is none',
      { smsChannel: 'tencent' },
      '19900000000',
      /不接受此接收人.*IncorrectPhoneNumber/,
    ],
    [
      'an internal address',
      { smsChannel: 'http', smsUrl: 'http://127.0.0.2:9/x' },
      '13800001111',
      /不允许连接 127\.0\.0\.2/,
    ],
    [
      'an internal address',
      { smsChannel: 'http', smsUrl: 'http://[::1]:9/' },
      '13800001111',
      /不允许连接 ::1/,
    ],
    [
      'an internal address',
      { smsChannel: 'http', smsUrl: 'http://2130706434/' },
      '13800001111',
      /不允许连接/,
    ],
  ])('are not sent with %s', async (_, changes, to, message) => {
    expect((await sms(changes)).code).toBe(200)
    const { code, msg } = await testSms(to)
    expect(`${code} ${msg}`).toMatch(message)
    expect(code).toBe(400)
  })

  it('keep what a form has hidden, and a secret only for the very channel, address and key', async () => {
    await sms({})
    expect(
      (await sms({ smsChannel: 'aliyun', smsKeySecret: SECRET_MASK, smsUrl: null, smsSdkAppId: null })).code,
    ).toBe(200)
    expect((await testSms()).code).toBe(200)
    expect((await admin.call('smsConfig.read')).smsSdkAppId).toBe(SMS.smsSdkAppId)
    for (const change of [
      { smsChannel: 'tencent' },
      { smsKeyId: 'other' },
      { smsUrl: 'https://evil.example/' },
    ])
      expect(await sms({ ...change, smsKeySecret: SECRET_MASK })).toMatchObject({
        code: 400,
        data: { errors: [{ path: 'smsKeySecret' }] },
      })
  })

  it.each([
    [{ smsChannel: 'pigeon' }],
    [{ smsUrl: 'file:///etc/passwd' }],
    [{ smsUrl: 'https://me:you@example.com/' }],
    [{ smsKeyId: 'a\r\nx: y' }],
    [{ smsSignName: 'a\nb' }],
    [{ smsKeySecret: 'x'.repeat(201) }],
  ])('refuse %j', async (changes) => {
    expect((await sms(changes)).code).toBe(400)
  })

  it.each(['', 'x', '138 0000', '1'.repeat(21), '13800001111,13800002222'])('go to no %j', async (to) => {
    expect((await testSms(to)).code).toBe(400)
  })
})

describe('WeCom and DingTalk', () => {
  it('say what they answer to a request for a token, but not the token', async () => {
    await wecom({})
    await dingtalk({})
    for (const answer of [await testWecom(), await testWecom({ type: '1' }), await testDingtalk()]) {
      expect(answer).toMatchObject({ code: 200, msg: expect.stringContaining('连接成功') })
      expect(answer.msg).toContain('"errcode":0')
      expect(JSON.stringify(answer)).not.toContain('token-')
    }
  })

  it('send a person a message by one token, and ask for another when it has ended before its time', async () => {
    await wecom({})
    await dingtalk({})
    const asked = fake.tokensAsked()
    for (const to of ['li.si', 'wang'])
      expect(await testWecom({ to })).toMatchObject({
        code: 200,
        data: { answer: expect.stringContaining('m1') },
      })
    expect((await testDingtalk({ to: 'zhao' })).data).toMatchObject({
      answer: expect.stringContaining('256271667526'),
    })
    expect(fake.received.slice(-3).map(({ channel, to }) => `${channel} ${to}`)).toEqual([
      'wecom li.si',
      'wecom wang',
      'dingtalk zhao',
    ])
    expect(fake.tokensAsked()).toBe(asked + 2)
    fake.endTokens()
    expect((await testDingtalk({ to: 'zhao' })).code).toBe(200)
    fake.endTokens()
    const together = await Promise.all(['a', 'b', 'c', 'd'].map((to) => testWecom({ to })))
    expect(together.map(({ code }) => code)).toEqual([200, 200, 200, 200])
    expect(fake.tokensAsked()).toBeLessThanOrEqual(asked + 7)
  })

  it.each([
    ['a wrong secret', { qyhAgentSecret: 'wrong-secret-9' }, {}, /密钥不正确.*40001/],
    [
      'a wrong secret of the directory',
      { qyhCorpSecret: 'wrong-secret-9' },
      { type: '1' },
      /密钥不正确.*40001/,
    ],
    ['no secret', { qyhAgentSecret: '' }, {}, /请填写企业 ID 和应用密钥/],
    ['no company', { qyhCorpId: '', qyhAgentSecret: '' }, { type: '1' }, /请填写企业 ID 和通讯录密钥/],
    ['a person who is unknown there', {}, { to: 'nobody' }, /不接受此接收人.*invaliduser/],
  ])('WeCom says what is wrong: %s', async (_, changes, input, message) => {
    expect((await wecom(changes)).code).toBe(200)
    const answer = await testWecom(input)
    expect(answer.msg).toMatch(message)
    expect(answer.code).toBe(400)
    expect(JSON.stringify(answer)).not.toContain('wrong-secret-9')
  })

  it('DingTalk says what is wrong', async () => {
    await dingtalk({ dingSynAppSecret: 'other' })
    expect((await testDingtalk()).msg).toMatch(/密钥不正确.*40089/)
    await dingtalk({})
    expect((await testDingtalk({ to: 'nobody' })).msg).toContain('33012')
    fake.say({ errcode: 88, errmsg: 'x', sub_code: '90018', sub_msg: '限流' })
    expect((await testDingtalk({ to: 'zhao' })).msg).toMatch(/限制了频率.*90018/)
    await dingtalk({ dingAgentId: '' })
    expect((await testDingtalk({ to: 'zhao' })).msg).toContain('请填写 AgentId')
  })

  it.each([
    ['HTML', '<html>Welcome</html>', /不是 JSON（200）：<html>/],
    ['a list', '[1]', /不是 JSON/],
    ['a code that is none', { errcode: 'x' }, /发送失败/],
    ['that it is too busy', { errcode: 45009, errmsg: 'api freq out of limit' }, /限制了频率.*45009/],
    [
      'that this server may not come',
      { errcode: 60020, errmsg: 'not allow to access from your ip' },
      /发送失败.*60020/,
    ],
    ['10 MB', `{"errcode":0,"x":"${'x'.repeat(10 * 2 ** 20)}"}`, /回复过大/],
  ])('an answer of %s is told as what it is', async (_, answer, message) => {
    await wecom({})
    fake.say(answer)
    const { code, msg } = await testWecom({ to: 'li' })
    expect(msg).toMatch(message)
    expect(msg.length).toBeLessThan(500)
    expect(code).toBe(400)
  })

  it('every provider’s fault is told as what it is, and none is taken for a success', async () => {
    await wecom({})
    await dingtalk({})
    type Way = () => Promise<{ readonly code: number; readonly msg: string }>
    const bySms =
      (changes: object): Way =>
      async () => {
        await sms(changes)
        return testSms()
      }
    const ways: readonly Way[] = [
      bySms({ smsChannel: 'http', smsUrl: `${fake.url}/gateway`, smsKeySecret: KEYS.gateway }),
      bySms({ smsChannel: 'aliyun' }),
      bySms({ smsChannel: 'tencent' }),
      () => testWecom({ to: 'li' }),
      () => testDingtalk({ to: 'zhao' }),
    ]
    const well = {
      ...{ errcode: 0, errmsg: 'ok', Code: 'OK' },
      Response: { SendStatusSet: [{ Code: 'Ok' }] },
    }
    for (const way of ways)
      for (const [answer, message] of [
        [(reply) => reply.code(429).send('slow down'), /限制了频率.*slow down/],
        [(reply) => reply.code(502).send(well), /发送失败.*502/],
        [(reply) => reply.redirect('http://169.254.169.254/latest/'), /转向了 169\.254\.169\.254/],
        [(reply) => reply.send('x'.repeat(2 ** 20)), /回复过大/],
        [(reply) => reply.raw.destroy(), /连接/],
      ] as readonly [(reply: FastifyReply) => unknown, RegExp][]) {
        fake.say(answer)
        const { code, msg } = await way()
        expect(`${code} ${msg}`).toMatch(message)
        expect(code).toBe(400)
      }
  }, 60_000)

  it.each(['aliyun', 'tencent'])('%s says HTML, or a code of its own', async (smsChannel) => {
    await sms({ smsChannel })
    fake.say('<html>Welcome</html>')
    expect((await testSms()).msg).toMatch(/不是 JSON（200）：<html>/)
    const limit =
      smsChannel === 'aliyun' ? 'isv.BUSINESS_LIMIT_CONTROL' : 'LimitExceeded.PhoneNumberDailyLimit'
    fake.say({ Code: limit, Response: { SendStatusSet: [{ Code: limit, Message: 'x' }] } })
    expect((await testSms()).msg).toMatch(new RegExp(`限制了频率.*${limit}`))
  })

  it('an answer that leads elsewhere is not followed', async () => {
    await wecom({})
    fake.say((reply) => reply.redirect('http://169.254.169.254/latest/meta-data/'))
    expect((await testWecom({ to: 'li' })).msg).toContain('转向了 169.254.169.254')
    fake.say((reply) => reply.code(429).send('slow down'))
    expect((await testWecom({ to: 'li' })).msg).toContain('限制了频率')
  })

  it('have secrets that nobody reads again, and that go to nobody else', async () => {
    await wecom({})
    await dingtalk({})
    expect(await admin.call('wecomConfig.read')).toMatchObject({
      qyhAgentSecret: SECRET_MASK,
      qyhCorpSecret: SECRET_MASK,
    })
    const rows = await server.sql(
      'select value::text as text from setting union all select concat(before, after) from audit',
    )
    for (const secret of [KEYS.agent, KEYS.directory, KEYS.appsecret, KEYS.cloud.secret])
      expect(JSON.stringify(rows)).not.toContain(secret)
    const masked = { qyhAgentSecret: SECRET_MASK, qyhCorpSecret: SECRET_MASK }
    expect((await wecom(masked)).code).toBe(200)
    expect((await testWecom({ to: 'li' })).code).toBe(200)
    for (const change of [{ qyhCorpId: 'ww9' }, { qyhAgentId: '9' }])
      expect((await wecom({ ...masked, ...change })).code).toBe(400)
    expect((await dingtalk({ dingSynAppKey: 'k', dingSynAppSecret: SECRET_MASK })).code).toBe(400)
  })

  it.each(['2', '00', 'x', '0;'])('know no test of the kind %j', async (type) => {
    expect((await testWecom({ type })).code).toBe(400)
    expect((await testDingtalk({ type })).code).toBe(400)
  })

  it('are not for somebody without the right', async () => {
    const { client } = await personOf(server, 'outbound-none')
    for (const answer of [
      await client.envelope('smsConfig.read'),
      await client.envelope('smsConfig.save', { ...SMS, version: 0 }),
      await client.envelope('smsConfig.test', { to: '13800001111' }),
      await client.envelope('wecomConfig.read'),
      await client.envelope('wecomConfig.save', { ...WECOM, version: 0 }),
      await client.envelope('wecomConfig.test', { type: '0' }),
      await client.envelope('dingtalkConfig.read'),
      await client.envelope('dingtalkConfig.save', { ...DINGTALK, version: 0 }),
      await client.envelope('dingtalkConfig.test', { type: '0' }),
    ])
      expect(answer.code).toBe(403)
  })
})

it('a code to sign in by leaves by the channel that is configured', async () => {
  await sms({})
  const mobilePhone = '13800002222'
  const proof = await answerCaptcha(server, { kind: 'phone', id: mobilePhone })
  expect((await server.stranger.envelope('session.sendCode', { mobilePhone, ...proof })).code).toBe(200)
  const text = expect.stringMatching(/^CODE_1 \{"code":"\d{6}"\}$/)
  expect(fake.received.at(-1)).toEqual({ channel: 'aliyun', to: mobilePhone, text })
  await sms({ smsKeySecret: 'wrong' })
  const again = await answerCaptcha(server, { kind: 'phone', id: '13800003333' })
  const refused = await server.stranger.envelope('session.sendCode', { mobilePhone: '13800003333', ...again })
  expect(refused.code).not.toBe(200)
  expect(refused.msg).not.toContain('SignatureDoesNotMatch')
})
