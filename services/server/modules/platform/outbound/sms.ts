import { randomUUID } from 'node:crypto'
import type { SmsConfig as Schema } from '@services/contract/areas/platform/outbound'
import type { Static } from 'typebox'
import type { ServerOptions } from '../../../options'
import type { AllowedHosts } from '../../../outgoing/hosts'
import { type Answer, ask, jsonOf, type Question } from './ask'
import type { Part } from './parts'
import { answerOf, OutboundProblem } from './problem'
import { canonicalQuery, signForAliyun, signForTencent } from './signing'

export type SmsConfig = Static<typeof Schema>

export const smsPart: Part<SmsConfig> = {
  key: 'smsConfig',
  defaults: {
    smsChannel: 'http',
    smsUrl: '',
    smsKeyId: '',
    smsKeySecret: '',
    smsSdkAppId: '',
    smsSignName: '',
    smsCodeTemplate: '',
    smsTextTemplate: '',
    version: 0,
  },
  secrets: { smsKeySecret: ({ smsChannel, smsUrl, smsKeyId }) => `${smsChannel}/${smsUrl}/${smsKeyId}` },
}

/** A short message: a code to sign in by, or a text; providers fill the one into one template, the other into another. */
export interface ShortMessage {
  readonly to: string
  readonly text: string
  readonly code?: string
  /** The same for every attempt. */
  readonly id?: string
}

type Env = Pick<ServerOptions, 'smsUrl' | 'smsToken'>
interface Send {
  readonly config: SmsConfig
  readonly message: ShortMessage
  readonly env: Env
  readonly hosts: AllowedHosts
}

/** Whether short messages go anywhere. */
export const isSmsSet = ({ smsChannel, smsUrl, smsKeyId }: SmsConfig, env: Env): boolean =>
  smsChannel === 'http'
    ? (smsUrl || env.smsUrl) !== undefined && (smsUrl || env.smsUrl) !== ''
    : smsKeyId !== ''

/** Hands a short message over; answers what was said. @throws OutboundProblem */
export function sendShortMessage(send: Send): Promise<string> {
  const { config, env } = send
  if (!isSmsSet(config, env)) return Promise.reject(new OutboundProblem('@outbound.noSms'))
  return CHANNELS[config.smsChannel](send)
}

const CHANNELS: { readonly [Channel in SmsConfig['smsChannel']]: (send: Send) => Promise<string> } = {
  http: sendToGateway,
  aliyun: sendByAliyun,
  tencent: sendByTencent,
}

/** Posts `{ mobilePhone, code, text }` as JSON to a gateway, with a bearer's token where one is given. */
async function sendToGateway({ config, message, env, hosts }: Send): Promise<string> {
  const isOwn = config.smsUrl !== ''
  const token = isOwn ? config.smsKeySecret : (env.smsToken ?? '')
  const { to: mobilePhone, code, text, id } = message
  const answer = await ask(
    {
      url: new URL(isOwn ? config.smsUrl : String(env.smsUrl)),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(id !== undefined && { 'idempotency-key': id }),
        ...(token !== '' && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ mobilePhone, ...(code !== undefined && { code }), text }),
      isTrusted: !isOwn,
      secrets: [token],
    },
    hosts,
  )
  const { status, shown } = answer
  if (status >= 200 && status < 300) return shown || String(status)
  const said = { answer: `${status} ${shown}` }
  if (status === 401 || status === 403) throw new OutboundProblem('@outbound.wrongSecret', said)
  throw new OutboundProblem('@outbound.failed', said, status === 400 || status === 422)
}

const ALIYUN = 'dysmsapi.aliyuncs.com'
const TENCENT = 'sms.tencentcloudapi.com'
const TENCENT_REGION = 'ap-guangzhou'

/** The address of a provider: its own, or what whoever runs the server has set. Signed is its own name, as a proxy passes it on. */
function placeOf(host: string, { smsUrl }: Env): Pick<Question, 'url' | 'isTrusted'> {
  return { url: new URL(smsUrl ?? `https://${host}/`), isTrusted: smsUrl !== undefined }
}

/** The template that a message is filled into. @throws OutboundProblem where there is none */
function templateOf({ smsCodeTemplate, smsTextTemplate, smsSignName }: SmsConfig, { code }: ShortMessage) {
  const template = code === undefined ? smsTextTemplate : smsCodeTemplate
  if (template === '' || smsSignName === '')
    throw new OutboundProblem(code === undefined ? '@outbound.noTextTemplate' : '@outbound.noCodeTemplate')
  return template
}

async function sendByAliyun({ config, message, env, hosts }: Send): Promise<string> {
  const { to, text, code } = message
  const query = {
    PhoneNumbers: to,
    SignName: config.smsSignName,
    TemplateCode: templateOf(config, message),
    TemplateParam: JSON.stringify(code === undefined ? { content: text } : { code }),
    ...(message.id !== undefined && { OutId: message.id }),
  }
  const { url, isTrusted } = placeOf(ALIYUN, env)
  url.search = canonicalQuery(query)
  const headers = signForAliyun(
    { host: ALIYUN, action: 'SendSms', version: '2017-05-25', query, body: '' },
    { id: config.smsKeyId, secret: config.smsKeySecret },
    { at: new Date(), nonce: randomUUID() },
  )
  const secrets = [config.smsKeySecret]
  const answer = await ask({ url, method: 'POST', headers, isTrusted, secrets }, hosts)
  return judged(answer, String(jsonOf(answer)['Code'] ?? ''), 'OK')
}

async function sendByTencent({ config, message, env, hosts }: Send): Promise<string> {
  const { to, text, code } = message
  const body = JSON.stringify({
    PhoneNumberSet: [/^1\d{10}$/.test(to) ? `+86${to}` : to],
    SmsSdkAppId: config.smsSdkAppId,
    SignName: config.smsSignName,
    TemplateId: templateOf(config, message),
    TemplateParamSet: [code ?? text],
    ...(message.id !== undefined && { SessionContext: message.id }),
  })
  const headers = signForTencent(
    { host: TENCENT, action: 'SendSms', version: '2021-01-11', body },
    { id: config.smsKeyId, secret: config.smsKeySecret },
    { at: new Date(), region: TENCENT_REGION },
  )
  const place = placeOf(TENCENT, env)
  const secrets = [config.smsKeySecret]
  const answer = await ask({ ...place, method: 'POST', headers, body, secrets }, hosts)
  const said = jsonOf(answer)['Response'] as
    | {
        readonly Error?: { readonly Code?: string }
        readonly SendStatusSet?: readonly { readonly Code?: string }[]
      }
    | undefined
  return judged(answer, String(said?.Error?.Code ?? said?.SendStatusSet?.[0]?.Code ?? ''), 'Ok')
}

/** Codes of both providers by what they mean. */
const BUSY = /LIMIT_CONTROL$|^Throttling|LimitExceeded/
const WRONG_SECRET = /^(InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|AuthFailure|Forbidden)/
const NEVER =
  /MOBILE_NUMBER_ILLEGAL|BLACK_KEY|PARAM_LENGTH_LIMIT|TEMPLATE_(MISSING_)?PARAM|IncorrectPhoneNumber|PhoneNumberInBlacklist|ContentLengthLimit|TemplateParameter/

function judged({ shown }: Answer, code: string, good: string): string {
  if (code === good) return shown
  const said = { answer: answerOf(shown) }
  if (BUSY.test(code)) throw new OutboundProblem('@outbound.tooOften', said)
  if (WRONG_SECRET.test(code)) throw new OutboundProblem('@outbound.wrongSecret', said)
  if (NEVER.test(code)) throw new OutboundProblem('@outbound.personRefused', said, true)
  throw new OutboundProblem('@outbound.failed', said)
}
