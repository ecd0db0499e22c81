import { OUTBOUND } from '../../../limits'
import type { Db, Tx } from '../../../module'
import type { ServerOptions } from '../../../options'
import type { AllowedHosts } from '../../../outgoing/hosts'
import type { Secrets } from '../../../secrets/secrets'
import { dingtalkAccount, dingtalkPart, sendByDingtalk } from './dingtalk'
import { type Account, createErrcodeClient, type Request, type Said } from './errcode'
import { isMailSet, mailPart, senderOf, sendMail } from './mail'
import { openPart, readPart } from './parts'
import { isSmsSet, sendShortMessage, smsPart } from './sms'
import { createTokens } from './tokens'
import { sendByWecom, type WecomSecret, wecomAccount, wecomPart } from './wecom'

/** Ways out of the server, as the outbox names its channels. */
const OUTBOUND_KINDS = ['mail', 'sms', 'wecom', 'dingtalk'] as const
export type OutboundKind = (typeof OUTBOUND_KINDS)[number]
/** Those that have a directory of people. */
export type DirectoryKind = 'wecom' | 'dingtalk'

export interface Message {
  /** An address, a number, or somebody's id there. */
  readonly to: string
  readonly title: string
  readonly text: string
  /** What the text tells, where it is a code. */
  readonly code?: string
  /** The same for every attempt, so that whoever gets it twice sees that it is one. */
  readonly id?: string
  /** Of a mail alone. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Everything that calls another server, by what is configured at that moment. All of it throws OutboundProblem. */
export interface Carriers {
  /** Hands a message over; answers what was said. */
  readonly send: { readonly [Kind in OutboundKind]: (message: Message) => Promise<string> }
  hasMail(): Promise<boolean>
  hasSms(): Promise<boolean>
  /** The ways by which texts can leave, by what is configured. */
  ready(by?: Db | Tx): Promise<ReadonlySet<OutboundKind>>
  /** A code to sign in by; it waits for nothing, since it is good for minutes. */
  sendCode(to: string, code: string, text: string): Promise<string>
  /** A real request for a token, and what was answered. */
  token(kind: DirectoryKind, which: WecomSecret): Promise<string>
  /** Whether units or people are synchronised with a directory. */
  syncs(kind: DirectoryKind, what: 'organize' | 'user'): Promise<boolean>
  /** A call of a directory. */
  call(kind: DirectoryKind, request: Request): Promise<Said['body']>
}

export function createCarriers(
  db: Db,
  secrets: Secrets,
  options: Pick<ServerOptions, 'smsUrl' | 'smsToken' | 'wecomUrl' | 'dingtalkUrl'>,
  hosts: AllowedHosts,
): Carriers {
  const client = createErrcodeClient(hosts, createTokens())
  const sms = () => openPart(db, secrets, smsPart)
  const wecom = () => openPart(db, secrets, wecomPart)
  const dingtalk = () => openPart(db, secrets, dingtalkPart)
  const account = async (kind: DirectoryKind, which: WecomSecret): Promise<Account> =>
    kind === 'wecom'
      ? wecomAccount(await wecom(), which, options.wecomUrl)
      : dingtalkAccount(await dingtalk(), options.dingtalkUrl)
  /** WeCom and DingTalk have no title beside a text. */
  const whole = ({ to, title, text }: Message) => ({ to, text: title === '' ? text : `${title}\n${text}` })
  return {
    send: {
      async mail({ title: subject, ...mail }) {
        return sendMail(await openPart(db, secrets, mailPart), { ...mail, subject }, hosts)
      },
      async sms(message) {
        return sendShortMessage({ config: await sms(), message, env: options, hosts })
      },
      async wecom(message) {
        const config = await wecom()
        return sendByWecom(client, wecomAccount(config, 'agent', options.wecomUrl), config, whole(message))
      },
      async dingtalk(message) {
        const config = await dingtalk()
        return sendByDingtalk(client, dingtalkAccount(config, options.dingtalkUrl), config, whole(message))
      },
    },
    hasMail: async () => isMailSet(await readPart(db, mailPart)),
    hasSms: async () => isSmsSet(await readPart(db, smsPart), options),
    async ready(by = db) {
      const [mail, sms, wecom, dingtalk] = await Promise.all([
        readPart(by, mailPart),
        readPart(by, smsPart),
        readPart(by, wecomPart),
        readPart(by, dingtalkPart),
      ])
      const isSet = {
        mail: mail.emailSmtpHost !== '' && senderOf(mail).includes('@'),
        sms: isSmsSet(sms, options) && (sms.smsChannel === 'http' || sms.smsTextTemplate !== ''),
        wecom: [wecom.qyhCorpId, wecom.qyhAgentId, wecom.qyhAgentSecret].every((value) => value !== ''),
        dingtalk: [dingtalk.dingAgentId, dingtalk.dingSynAppKey, dingtalk.dingSynAppSecret].every(
          (value) => value !== '',
        ),
      }
      return new Set(OUTBOUND_KINDS.filter((kind) => isSet[kind]))
    },
    async sendCode(to, code, text) {
      return sendShortMessage({ config: await sms(), message: { to, code, text }, env: options, hosts })
    },
    token: async (kind, which) => (await client.askToken(await account(kind, which))).shown,
    async syncs(kind, what) {
      const [wecom, dingtalk] = [await readPart(db, wecomPart), await readPart(db, dingtalkPart)]
      const flags =
        kind === 'wecom'
          ? { organize: wecom.qyhIsSynOrg, user: wecom.qyhIsSynUser }
          : { organize: dingtalk.dingSynIsSynOrg, user: dingtalk.dingSynIsSynUser }
      return flags[what] === 1
    },
    call: async (kind, request) =>
      (await client.call(await account(kind, 'directory'), { most: OUTBOUND.directory, ...request })).body,
  }
}
