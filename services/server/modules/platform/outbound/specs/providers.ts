import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { signForAliyun, signForTencent } from '../signing'

/** What a fake has been handed. */
export interface Handed {
  readonly channel: string
  readonly to: string
  readonly text: string
}

/** Gateway, clouds, WeCom and DingTalk on this machine: they judge signatures and tokens as their models do. */
export interface FakeProviders {
  readonly url: string
  readonly received: readonly Handed[]
  /** How often tokens were asked for. */
  tokensAsked(): number
  /** Ends all tokens before their time. */
  endTokens(): void
  /** What is said of the next messages instead of taking them; undefined: nothing. */
  say(answer: object | string | ((reply: FastifyReply) => unknown) | undefined): void
  close(): Promise<void>
}

export const KEYS = {
  ...{ corpid: 'ww1234', agent: 'agent-secret-1', directory: 'corp-secret-1' },
  ...{ appkey: 'ding1234', appsecret: 'ding-secret-1' },
  cloud: { id: 'AKID1234', secret: 'cloud-secret-1' },
  gateway: 'gate-token-1',
} as const

export async function startProviders(): Promise<FakeProviders> {
  const app = fastify()
  const received: Handed[] = []
  const tokens = new Set<string>()
  let asked = 0
  let saying: object | string | ((reply: FastifyReply) => unknown) | undefined
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))

  const bodyOf = (request: FastifyRequest) => JSON.parse(String(request.body)) as Record<string, never>
  const queryOf = (request: FastifyRequest) => request.query as Readonly<Record<string, string>>
  const refused = (reply: FastifyReply) => {
    if (saying === undefined) return false
    if (typeof saying === 'function') saying(reply)
    else reply.send(saying)
    return true
  }
  const giveToken = (reply: FastifyReply, isRight: boolean, wrong: object) => {
    asked++
    if (!isRight) return reply.send(wrong)
    const access_token = `token-${createHash('sha256').update(String(asked)).digest('hex')}`
    tokens.add(access_token)
    reply.send({ errcode: 0, errmsg: 'ok', access_token, expires_in: 7200 })
  }
  const isSignedIn = (request: FastifyRequest, reply: FastifyReply) => {
    if (tokens.has(queryOf(request)['access_token'] ?? '')) return true
    reply.send({ errcode: 40014, errmsg: 'invalid access_token' })
    return false
  }

  app.post('/gateway', (request, reply) => {
    if (request.headers.authorization !== `Bearer ${KEYS.gateway}`)
      return reply.code(401).send({ error: 'who are you' })
    if (refused(reply)) return
    const { mobilePhone, code, text } = JSON.parse(String(request.body))
    received.push({ channel: 'http', to: mobilePhone, text: code ?? text })
    reply.send({ taken: 1 })
  })
  // Both clouds are reached at `/`, and told apart by what they are asked.
  app.post('/', (request, reply) => {
    const { host = '', authorization } = request.headers
    const header = (name: string) => String(request.headers[name] ?? '')
    const body = String(request.body ?? '')
    if (host.startsWith('dysmsapi')) {
      const query = queryOf(request)
      const signed = signForAliyun(
        { host, action: 'SendSms', version: '2017-05-25', query, body: '' },
        KEYS.cloud,
        { at: new Date(header('x-acs-date')), nonce: header('x-acs-signature-nonce') },
      )
      if (authorization !== signed['authorization'])
        return reply
          .code(400)
          .send({ Code: 'SignatureDoesNotMatch', Message: 'Specified signature is not matched' })
      if (refused(reply)) return
      const to = query['PhoneNumbers'] ?? ''
      if (to.startsWith('199'))
        return reply.send({
          Code: 'isv.MOBILE_NUMBER_ILLEGAL',
          Message: `${to} is no number`,
          RequestId: 'r',
        })
      received.push({ channel: 'aliyun', to, text: `${query['TemplateCode']} ${query['TemplateParam']}` })
      return reply.send({ Code: 'OK', Message: 'OK', BizId: 'b1', RequestId: 'r' })
    }
    const signed = signForTencent({ host, action: 'SendSms', version: '2021-01-11', body }, KEYS.cloud, {
      at: new Date(Number(header('x-tc-timestamp')) * 1000),
      region: header('x-tc-region'),
    })
    if (authorization !== signed['authorization'])
      return reply.send({
        Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'wrong' }, RequestId: 'r' },
      })
    if (refused(reply)) return
    const { PhoneNumberSet, TemplateId, TemplateParamSet } = JSON.parse(body)
    if (String(PhoneNumberSet[0]).includes('199'))
      return reply.send({
        Response: { SendStatusSet: [{ Code: 'InvalidParameterValue.IncorrectPhoneNumber', Message: 'no' }] },
      })
    received.push({ channel: 'tencent', to: PhoneNumberSet[0], text: `${TemplateId} ${TemplateParamSet[0]}` })
    reply.send({ Response: { SendStatusSet: [{ Code: 'Ok', Message: 'send success' }], RequestId: 'r' } })
  })

  app.get('/cgi-bin/gettoken', (request, reply) => {
    const { corpid, corpsecret } = queryOf(request)
    const isRight = corpid === KEYS.corpid && [KEYS.agent, KEYS.directory].includes(corpsecret as never)
    // As careless as a proxy that repeats what it was asked.
    giveToken(reply, isRight, { errcode: 40001, errmsg: `invalid credential, secret ${corpsecret}` })
  })
  app.post('/cgi-bin/message/send', (request, reply) => {
    if (!isSignedIn(request, reply) || refused(reply)) return
    const { touser, text } = bodyOf(request) as unknown as { touser: string; text: { content: string } }
    if (touser.startsWith('nobody'))
      return reply.send({ errcode: 0, errmsg: 'ok', invaliduser: touser, msgid: 'm' })
    received.push({ channel: 'wecom', to: touser, text: text.content })
    reply.send({ errcode: 0, errmsg: 'ok', msgid: 'm1' })
  })

  app.get('/gettoken', (request, reply) => {
    const { appkey, appsecret } = queryOf(request)
    const isRight = appkey === KEYS.appkey && appsecret === KEYS.appsecret
    giveToken(reply, isRight, { errcode: 40089, errmsg: '不合法的corpid或corpsecret' })
  })
  app.post('/topapi/message/corpconversation/asyncsend_v2', (request, reply) => {
    if (!isSignedIn(request, reply) || refused(reply)) return
    const { userid_list, msg } = bodyOf(request) as unknown as {
      userid_list: string
      msg: { text: { content: string } }
    }
    if (userid_list.startsWith('nobody')) return reply.send({ errcode: 33012, errmsg: '无效的USERID' })
    received.push({ channel: 'dingtalk', to: userid_list, text: msg.text.content })
    reply.send({ errcode: 0, errmsg: 'ok', task_id: 256271667526, request_id: 'r' })
  })

  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    received,
    tokensAsked: () => asked,
    endTokens: () => tokens.clear(),
    say: (answer) => {
      saying = answer
    },
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
