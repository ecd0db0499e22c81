import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Nothing, PageOf, PageQuery } from '../../envelope'
import { defineResource } from '../../resource'

/** What becomes of what leaves the server. */
export const OUTBOX_STATE = { waiting: 0, sent: 1, failed: 2 } as const
/** As lists show it: what waits after an attempt that failed is told from what has not been tried. */
export const SHOWN_STATE = { ...OUTBOX_STATE, retrying: 3 } as const

const State = Type.Integer({ minimum: 0, maximum: 3, title: '@outbox.state' })
const Ids = Type.Object({
  ids: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 1000, title: '@outbox.title' }),
})

const Item = Type.Object({
  id: Type.String(),
  /** `mail`, `sms`, `wecom` or `dingtalk` */
  channel: Type.String(),
  target: Type.String(),
  title: Type.String(),
  /** `SHOWN_STATE` */
  state: State,
  attempts: Type.Integer(),
  /** Milliseconds since 1970. */
  creatorTime: Type.Number(),
  /** When it is tried next; null of what waits no more. */
  nextTime: Type.Union([Type.Number(), Type.Null()]),
  sentTime: Type.Union([Type.Number(), Type.Null()]),
  /** Why the last attempt failed, or what the other side answered. */
  answer: Type.String(),
})

/** What leaves the server, and what has not yet (`design/administration.md §1.6`). */
export const outboxCalls = {
  'outbox.list': defineCall({
    name: 'outbox.list',
    method: 'GET',
    path: '/api/system/Outbox',
    summary: 'What leaves the server, the newest first, without its contents',
    query: Type.Object({
      ...PageQuery.properties,
      state: Type.Optional(State),
      channel: Type.Optional(Type.String({ maxLength: 32, title: '@outbox.channel' })),
    }),
    response: PageOf(Item),
  }),
  'outbox.sendAgain': defineCall({
    name: 'outbox.sendAgain',
    method: 'POST',
    path: '/api/system/Outbox/Actions/Send',
    summary: 'Try what has failed, or waits for its next attempt, again now',
    body: Ids,
    response: Nothing,
    changes: ['outbox'],
  }),
  'outbox.deleteMany': defineCall({
    name: 'outbox.deleteMany',
    method: 'DELETE',
    path: '/api/system/Outbox',
    summary: 'Give up what has not left yet, and forget what has',
    body: Ids,
    response: Nothing,
    changes: ['outbox'],
  }),
} as const

export const outbox = defineResource('outbox', {
  title: '@outbox.title',
  key: 'id',
  name: 'title',
  tag: 'outbox',
  list: 'outbox.list',
  acts: { sendAgain: 'outbox.sendAgain', deleteMany: 'outbox.deleteMany' },
  keyword: '@outbox.keyword',
  right: 'system.outbox',
  none: '@outbox.none',
  titles: {
    channel: '@outbox.channel',
    target: '@outbox.target',
    title: '@outbox.subject',
    state: '@outbox.state',
    attempts: '@outbox.attempts',
    creatorTime: '@outbox.at',
    nextTime: '@outbox.next',
    sentTime: '@outbox.sentAt',
    answer: '@outbox.answer',
  },
  choices: {
    channel: [
      { value: 'mail', label: '@outbox.mail' },
      { value: 'sms', label: '@outbox.sms' },
      { value: 'wecom', label: '@outbound.wecom' },
      { value: 'dingtalk', label: '@outbound.dingtalk' },
    ],
    state: [
      { value: 0, label: '@outbox.waiting', color: 'blue' },
      { value: 3, label: '@outbox.retrying', color: 'orange' },
      { value: 1, label: '@outbox.sent', color: 'green' },
      { value: 2, label: '@outbox.failed', color: 'red' },
    ],
  },
})
