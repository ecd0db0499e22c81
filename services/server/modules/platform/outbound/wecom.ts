import type { WecomConfig as Schema } from '@services/contract/areas/platform/outbound'
import type { Static } from 'typebox'
import type { Account, ErrcodeClient, Meanings } from './errcode'
import type { Part } from './parts'
import { OutboundProblem } from './problem'

export type WecomConfig = Static<typeof Schema>

export const wecomPart: Part<WecomConfig> = {
  key: 'wecomConfig',
  defaults: {
    qyhCorpId: '',
    qyhAgentId: '',
    qyhAgentSecret: '',
    qyhCorpSecret: '',
    qyhIsSynOrg: 0,
    qyhIsSynUser: 0,
    version: 0,
  },
  secrets: {
    qyhAgentSecret: ({ qyhCorpId, qyhAgentId }) => `${qyhCorpId}/${qyhAgentId}`,
    qyhCorpSecret: ({ qyhCorpId }) => qyhCorpId,
  },
}

const OWN_ADDRESS = 'https://qyapi.weixin.qq.com'
/** WeCom's global return codes. */
const MEANINGS: Meanings = {
  token: new Set([40014, 41001, 42001]),
  busy: new Set([-1, 45009, 45033]),
  secret: new Set([40001, 40013, 40091]),
  final: new Set([40003, 40008, 40031, 40033, 44004, 45002, 60111, 81013]),
}

/** The two secrets of a company: that of the app that sends, and that of its directory. */
export type WecomSecret = 'agent' | 'directory'

/** @throws OutboundProblem where it is not configured */
export function wecomAccount(
  { qyhCorpId, qyhAgentSecret, qyhCorpSecret }: WecomConfig,
  which: WecomSecret,
  address: string | undefined,
): Account {
  const secret = which === 'agent' ? qyhAgentSecret : qyhCorpSecret
  if (qyhCorpId === '' || secret === '')
    throw new OutboundProblem(which === 'agent' ? '@outbound.noWecom' : '@outbound.noWecomDirectory')
  return {
    base: new URL(address ?? OWN_ADDRESS),
    isTrusted: address !== undefined,
    tokenPath: '/cgi-bin/gettoken',
    tokenQuery: { corpid: qyhCorpId, corpsecret: secret },
    secret,
    meanings: MEANINGS,
  }
}

/** Seconds for which WeCom takes the same message to the same person for one: an attempt whose answer was lost is not shown twice. */
const SAME_FOR = 4 * 3_600

/** Sends a message of the app to a person; answers what was said. @throws OutboundProblem */
export async function sendByWecom(
  client: ErrcodeClient,
  account: Account,
  { qyhAgentId }: WecomConfig,
  { to, text }: { readonly to: string; readonly text: string },
): Promise<string> {
  const { body, shown } = await client.call(account, {
    path: '/cgi-bin/message/send',
    body: {
      touser: to,
      msgtype: 'text',
      agentid: Number(qyhAgentId),
      text: { content: text },
      enable_duplicate_check: 1,
      duplicate_check_interval: SAME_FOR,
    },
  })
  // It says that all is well, and beside it whom it does not know.
  const unknown = `${body['invaliduser'] ?? ''}${body['unlicenseduser'] ?? ''}`
  if (unknown !== '') throw new OutboundProblem('@outbound.personRefused', { answer: shown }, true)
  return shown
}
