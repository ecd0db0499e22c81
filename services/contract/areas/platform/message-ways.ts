import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Nothing } from '../../envelope'
import { Flag, Nullable, Version } from '../../fields'
import { defineResource } from '../../resource'
import { MESSAGE_TYPE, type MessageType } from './message'

/** Ways by which messages leave the product, as the outbox names its channels. */
export const WAYS = ['mail', 'sms', 'wecom', 'dingtalk'] as const
export type Way = (typeof WAYS)[number]

/** Kinds of messages, by the codes of `message_send_config`. */
export const MESSAGE_KINDS = ['notice', 'system', 'schedule', 'flow'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** The kind of a message, by its type. */
export const KIND_OF_TYPE = Object.fromEntries(
  MESSAGE_KINDS.map((kind) => [MESSAGE_TYPE[kind], kind]),
) as Readonly<Record<MessageType, MessageKind>>

const ways = (title: string) => Nullable(Type.Array(Type.Enum([...WAYS]), { maxItems: WAYS.length, title }))
const kinds = (title: string) =>
  Nullable(Type.Array(Type.Enum([...MESSAGE_KINDS]), { maxItems: MESSAGE_KINDS.length, title }))
/** A time of the day in the product's zone, `HH:mm`; seconds count for nothing. */
const TimeOfDay = (title: string) =>
  Nullable(Type.String({ maxLength: 8, pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$', title }))

/** The ways that each kind of messages may leave by; null: none. */
const Sending = Type.Object({
  notice: ways('@messageWays.notice'),
  system: ways('@messageWays.system'),
  schedule: ways('@messageWays.schedule'),
  flow: ways('@messageWays.flow'),
  version: Version,
})

/** The kinds of messages that leave to a person by each way, null: none; and when nothing does. */
const Receiving = Type.Object({
  mail: kinds('@messageWays.mail'),
  sms: kinds('@messageWays.sms'),
  wecom: kinds('@messageWays.wecom'),
  dingtalk: kinds('@messageWays.dingtalk'),
  /** 1: nothing leaves from `quietFrom` to `quietTo`, past midnight where that is the earlier one. */
  quiet: Nullable(Flag),
  quietFrom: TimeOfDay('@messageWays.quietFrom'),
  quietTo: TimeOfDay('@messageWays.quietTo'),
  version: Version,
})

/** `notOffered` by administrators, `notSet` up on this server, `noAddress` of the person, or `ready`. */
export const WAY_STATES = ['ready', 'notOffered', 'notSet', 'noAddress'] as const

const WayOfPerson = Type.Object({
  way: Type.Enum([...WAYS]),
  name: Type.String(),
  /** An address, a number, or the person's id there; empty: none is known. */
  address: Type.String(),
  state: Type.Enum([...WAY_STATES]),
  /** What leaves by it, or what is to be done before anything does, in words. */
  note: Type.String(),
})

/** What a link in a message carries; it opens nothing else. */
const Token = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 300, pattern: '^[0-9a-f]{16}\\.[\\w-]{38,}$' }),
})

const UNSUBSCRIBE = '/api/message/Unsubscribe'
const OWN = '/api/permission/Users/Current/MessageWays'
const SENDING = '/api/system/SysConfig/MessageSending'

/** How messages leave the product: what administrators offer, what each person chooses, and how it is ended from a message. */
export const messageWayCalls = {
  'messageSending.read': defineCall({
    name: 'messageSending.read',
    method: 'GET',
    path: SENDING,
    summary: 'By which ways messages of each kind may leave, and which ways are set up',
    response: Type.Object({
      ...Sending.properties,
      /** Names of the ways that are not set up, in words. */
      notSet: Type.String(),
    }),
  }),
  'messageSending.save': defineCall({
    name: 'messageSending.save',
    method: 'PUT',
    path: SENDING,
    summary: 'Say by which ways messages of each kind may leave',
    body: Sending,
    response: Nothing,
    changes: ['systemConfig'],
  }),
  'currentUser.messageWays': defineCall({
    name: 'currentUser.messageWays',
    method: 'GET',
    path: OWN,
    summary: 'Which messages leave to oneself by which way, and where each way leads',
    response: Type.Object({
      ...Receiving.properties,
      /** The ways by which anything may leave. */
      offered: Type.Array(Type.Enum([...WAYS])),
      ways: Type.Array(WayOfPerson),
    }),
  }),
  'currentUser.saveMessageWays': defineCall({
    name: 'currentUser.saveMessageWays',
    method: 'PUT',
    path: OWN,
    summary: 'Choose which messages leave to oneself by which way, and the hours in which none does',
    body: Receiving,
    response: Nothing,
  }),
  'unsubscribe.read': defineCall({
    name: 'unsubscribe.read',
    method: 'GET',
    path: UNSUBSCRIBE,
    summary: 'What the link in a message would end; it ends nothing by being opened',
    query: Token,
    response: Type.Object({
      /** Names, in words. */
      kind: Type.String(),
      way: Type.String(),
      /** 1: it is ended already. */
      isEnded: Flag,
    }),
  }),
  'unsubscribe.confirm': defineCall({
    name: 'unsubscribe.confirm',
    method: 'POST',
    path: UNSUBSCRIBE,
    summary: 'End by the link in a message that such messages leave by this way (RFC 8058)',
    query: Token,
    wire: 'form',
    body: Type.Object({ 'List-Unsubscribe': Type.Optional(Type.String({ maxLength: 20 })) }),
    response: Nothing,
  }),
} as const

/** What administrators offer, as screens speak of it. */
export const messageSending = defineResource('messageSending', {
  form: 'system/config-messages.form.json',
  title: '@messageWays.sending',
  key: 'id',
  name: 'version',
  tag: 'systemConfig',
  read: 'messageSending.read',
  update: 'messageSending.save',
  right: 'system.config',
  titles: {
    notice: '@messageWays.notice',
    system: '@messageWays.system',
    schedule: '@messageWays.schedule',
    flow: '@messageWays.flow',
  },
})
