import type { DingtalkConfig as Schema } from '@services/contract/areas/platform/outbound'
import type { Static } from 'typebox'
import type { Account, ErrcodeClient, Meanings } from './errcode'
import type { Part } from './parts'
import { OutboundProblem } from './problem'

export type DingtalkConfig = Static<typeof Schema>

export const dingtalkPart: Part<DingtalkConfig> = {
  key: 'dingtalkConfig',
  defaults: {
    dingAgentId: '',
    dingSynAppKey: '',
    dingSynAppSecret: '',
    dingSynIsSynOrg: 0,
    dingSynIsSynUser: 0,
    version: 0,
  },
  secrets: { dingSynAppSecret: ({ dingSynAppKey }) => dingSynAppKey },
}

const OWN_ADDRESS = 'https://oapi.dingtalk.com'
/** DingTalk's global return codes. */
const MEANINGS: Meanings = {
  token: new Set([40014, 42001]),
  busy: new Set([-1, 90002, 90003, 90004, 90005, 90006, 90018]),
  secret: new Set([40001, 40056, 40089, 40096]),
  final: new Set([33012, 34014, 40003, 40031, 40035, 43004, 60121]),
}

/** @throws OutboundProblem where it is not configured */
export function dingtalkAccount(
  { dingSynAppKey, dingSynAppSecret }: DingtalkConfig,
  address: string | undefined,
): Account {
  if (dingSynAppKey === '' || dingSynAppSecret === '') throw new OutboundProblem('@outbound.noDingtalk')
  return {
    base: new URL(address ?? OWN_ADDRESS),
    isTrusted: address !== undefined,
    tokenPath: '/gettoken',
    tokenQuery: { appkey: dingSynAppKey, appsecret: dingSynAppSecret },
    secret: dingSynAppSecret,
    meanings: MEANINGS,
  }
}

/** Sends a work message to a person; answers what was said. @throws OutboundProblem */
export async function sendByDingtalk(
  client: ErrcodeClient,
  account: Account,
  { dingAgentId }: DingtalkConfig,
  { to, text }: { readonly to: string; readonly text: string },
): Promise<string> {
  if (dingAgentId === '') throw new OutboundProblem('@outbound.noDingtalkAgent')
  const { shown } = await client.call(account, {
    path: '/topapi/message/corpconversation/asyncsend_v2',
    body: {
      agent_id: Number(dingAgentId),
      userid_list: to,
      msg: { msgtype: 'text', text: { content: text } },
    },
  })
  return shown
}
