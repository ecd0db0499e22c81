import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Nothing } from '../../envelope'
import { Flag, Nullable, Version } from '../../fields'
import { defineResource } from '../../resource'

/** A name of a host or an address, without a port. */
const Host = Type.String({ maxLength: 253, pattern: '^[A-Za-z0-9.:_-]*$' })
/** One address of mail, as people write it. */
const MAIL = '^[^\\s@<>,;"\\u0000-\\u001f]+@[^\\s@<>,;"\\u0000-\\u001f]+$'
/** Written only: what is kept answers as dots, and dots that are sent back keep it. */
const Secret = Type.String({ maxLength: 200 })
/** Text of one line: it goes into headers. */
const Line = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })

export const MailConfig = Type.Object({
  emailSmtpHost: Host,
  emailSmtpPort: Type.Integer({ minimum: 1, maximum: 65_535 }),
  /** 1: TLS from the first byte on; 0: as soon as the server offers it. */
  emailSsl: Flag,
  emailAccount: Line(200),
  emailPassword: Secret,
  /** Whom a mail is from; empty: the account. */
  emailSender: Type.String({ maxLength: 200, pattern: `^$|${MAIL}` }),
  emailSenderName: Line(100),
  version: Version,
})

/** Identifiers as providers give them: they go into addresses and headers. */
const Key = Type.String({ maxLength: 128, pattern: '^[A-Za-z0-9_.:-]*$' })

/** How short messages leave the server; null leaves a member as it is. */
export const SmsConfig = Type.Object({
  /** A gateway of one's own, or a provider. */
  smsChannel: Type.Union([Type.Literal('http'), Type.Literal('aliyun'), Type.Literal('tencent')]),
  /** Of the gateway; empty: the one that `LOAM_SMS_URL` names. */
  smsUrl: Type.String({ maxLength: 300, pattern: '^(https?://[^\\s@]+)?$' }),
  smsKeyId: Key,
  smsKeySecret: Secret,
  /** Of Tencent alone. */
  smsSdkAppId: Key,
  smsSignName: Line(50),
  /** Templates of codes to sign in by (with the variable `code`) and of texts (`content`). */
  smsCodeTemplate: Key,
  smsTextTemplate: Key,
  version: Version,
})

export const WecomConfig = Type.Object({
  qyhCorpId: Key,
  qyhAgentId: Type.String({ maxLength: 20, pattern: '^\\d*$' }),
  /** Of the app that sends messages. */
  qyhAgentSecret: Secret,
  /** Of the directory, which synchronisation reads and writes. */
  qyhCorpSecret: Secret,
  qyhIsSynOrg: Flag,
  qyhIsSynUser: Flag,
  version: Version,
})

export const DingtalkConfig = Type.Object({
  dingAgentId: Type.String({ maxLength: 20, pattern: '^\\d*$' }),
  dingSynAppKey: Key,
  dingSynAppSecret: Secret,
  dingSynIsSynOrg: Flag,
  dingSynIsSynUser: Flag,
  version: Version,
})

const { smsChannel, smsSignName, version, ...smsHidden } = SmsConfig.properties
/** A form hides what a channel does not need: null leaves it as it is. */
const SmsChanges = Type.Object({
  smsChannel,
  smsUrl: Nullable(smsHidden.smsUrl),
  smsKeyId: Nullable(smsHidden.smsKeyId),
  smsKeySecret: Nullable(smsHidden.smsKeySecret),
  smsSdkAppId: Nullable(smsHidden.smsSdkAppId),
  smsSignName: Nullable(smsSignName),
  smsCodeTemplate: Nullable(smsHidden.smsCodeTemplate),
  smsTextTemplate: Nullable(smsHidden.smsTextTemplate),
  version,
})

/** A number as people write it, without blanks. */
const PHONE = '^\\+?\\d{5,20}$'
/** Somebody's id at WeCom or DingTalk. */
const PERSON = '^[A-Za-z0-9_.@-]*$'
const Answer = Type.Object({ answer: Type.String() })
/** What a connection test tries: 0 the messages’ account, 1 the directory’s. */
const WhichAccount = Type.Object({ type: Type.String({ maxLength: 1, pattern: '^[01]$' }) })
const TestPerson = Type.Object({
  /** Somebody’s id there, who gets a message; without it a token alone is asked for. */
  to: Nullable(Type.String({ maxLength: 64, pattern: PERSON })),
  /** 1: by way of the outbox. */
  isQueued: Nullable(Flag),
})

/** How messages leave the server (`spec/administration.md §7`, "System configuration"). */
export const outboundCalls = {
  'mailConfig.read': defineCall({
    name: 'mailConfig.read',
    method: 'GET',
    path: '/api/system/SysConfig/Email',
    summary: 'By which mail server the product sends',
    response: MailConfig,
  }),
  'mailConfig.save': defineCall({
    name: 'mailConfig.save',
    method: 'PUT',
    path: '/api/system/SysConfig/Email',
    summary: 'Say by which mail server the product sends; a password that is sent back as dots stays',
    body: MailConfig,
    response: Nothing,
    changes: ['systemConfig'],
  }),
  'mailConfig.test': defineCall({
    name: 'mailConfig.test',
    method: 'POST',
    path: '/api/system/SysConfig/Email/Test',
    summary:
      'Send a mail by the saved mail server, at once, and say what it answered; or put one into the outbox',
    body: Type.Object({
      to: Type.String({ minLength: 3, maxLength: 200, pattern: MAIL, title: '@outbound.to' }),
      /** 1: by way of the outbox. */
      isQueued: Nullable(Flag),
    }),
    response: Answer,
  }),
  'smsConfig.read': defineCall({
    name: 'smsConfig.read',
    method: 'GET',
    path: '/api/system/SysConfig/Sms',
    summary: 'By which gateway or provider the product sends short messages',
    response: SmsConfig,
  }),
  'smsConfig.save': defineCall({
    name: 'smsConfig.save',
    method: 'PUT',
    path: '/api/system/SysConfig/Sms',
    summary: 'Say by what short messages are sent; a secret that is sent back as dots stays',
    body: SmsChanges,
    response: Nothing,
    changes: ['systemConfig'],
  }),
  'smsConfig.test': defineCall({
    name: 'smsConfig.test',
    method: 'POST',
    path: '/api/system/SysConfig/Sms/Test',
    summary: 'Send a short message, at once, and say what was answered; or put one into the outbox',
    body: Type.Object({
      to: Type.String({ minLength: 5, maxLength: 21, pattern: PHONE, title: '@outbound.toPhone' }),
      /** 1: by way of the outbox. */
      isQueued: Nullable(Flag),
    }),
    response: Answer,
  }),
  'wecomConfig.read': defineCall({
    name: 'wecomConfig.read',
    method: 'GET',
    path: '/api/system/SysConfig/Qy',
    summary: 'How the product is connected to WeCom',
    response: WecomConfig,
  }),
  'wecomConfig.save': defineCall({
    name: 'wecomConfig.save',
    method: 'PUT',
    path: '/api/system/SysConfig/Qy',
    summary: 'Connect the product to WeCom; secrets that are sent back as dots stay',
    body: WecomConfig,
    response: Nothing,
    changes: ['systemConfig'],
  }),
  'wecomConfig.test': defineCall({
    name: 'wecomConfig.test',
    method: 'POST',
    path: '/api/system/SysConfig/:type/testQyWebChatConnect',
    summary: 'Ask WeCom for a token by what is saved, or send somebody a message, and say what it answered',
    params: WhichAccount,
    body: TestPerson,
    response: Answer,
  }),
  'dingtalkConfig.read': defineCall({
    name: 'dingtalkConfig.read',
    method: 'GET',
    path: '/api/system/SysConfig/Ding',
    summary: 'How the product is connected to DingTalk',
    response: DingtalkConfig,
  }),
  'dingtalkConfig.save': defineCall({
    name: 'dingtalkConfig.save',
    method: 'PUT',
    path: '/api/system/SysConfig/Ding',
    summary: 'Connect the product to DingTalk; a secret that is sent back as dots stays',
    body: DingtalkConfig,
    response: Nothing,
    changes: ['systemConfig'],
  }),
  'dingtalkConfig.test': defineCall({
    name: 'dingtalkConfig.test',
    method: 'POST',
    path: '/api/system/SysConfig/:type/testDingTalkConnect',
    summary:
      'Ask DingTalk for a token by what is saved, or send somebody a message, and say what it answered',
    params: WhichAccount,
    body: TestPerson,
    response: Answer,
  }),
} as const

export const mailConfig = defineResource('mailConfig', {
  form: 'system/config-mail.form.json',
  title: '@outbound.mail',
  key: 'id',
  name: 'emailSmtpHost',
  tag: 'systemConfig',
  read: 'mailConfig.read',
  update: 'mailConfig.save',
  right: 'system.config',
  titles: {
    emailSmtpHost: '@outbound.host',
    emailSmtpPort: '@outbound.port',
    emailSsl: '@outbound.ssl',
    emailAccount: '@outbound.account',
    emailPassword: '@outbound.password',
    emailSender: '@outbound.sender',
    emailSenderName: '@outbound.senderName',
  },
})

export const smsConfig = defineResource('smsConfig', {
  form: 'system/config-sms.form.json',
  title: '@outbound.sms',
  key: 'id',
  name: 'smsChannel',
  tag: 'systemConfig',
  read: 'smsConfig.read',
  update: 'smsConfig.save',
  right: 'system.config',
  titles: {
    smsChannel: '@outbound.smsChannel',
    smsUrl: '@outbound.smsUrl',
    smsKeyId: '@outbound.smsKeyId',
    smsKeySecret: '@outbound.smsKeySecret',
    smsSdkAppId: '@outbound.smsSdkAppId',
    smsSignName: '@outbound.smsSignName',
    smsCodeTemplate: '@outbound.smsCodeTemplate',
    smsTextTemplate: '@outbound.smsTextTemplate',
  },
  choices: {
    smsChannel: [
      { value: 'http', label: '@outbound.gateway' },
      { value: 'aliyun', label: '@outbound.aliyun' },
      { value: 'tencent', label: '@outbound.tencent' },
    ],
  },
})

export const wecomConfig = defineResource('wecomConfig', {
  form: 'system/config-wecom.form.json',
  title: '@outbound.wecom',
  key: 'id',
  name: 'qyhCorpId',
  tag: 'systemConfig',
  read: 'wecomConfig.read',
  update: 'wecomConfig.save',
  right: 'system.config',
  titles: {
    qyhCorpId: '@outbound.corpId',
    qyhAgentId: '@outbound.agentId',
    qyhAgentSecret: '@outbound.agentSecret',
    qyhCorpSecret: '@outbound.corpSecret',
    qyhIsSynOrg: '@outbound.isSynOrg',
    qyhIsSynUser: '@outbound.isSynUser',
  },
})

export const dingtalkConfig = defineResource('dingtalkConfig', {
  form: 'system/config-dingtalk.form.json',
  title: '@outbound.dingtalk',
  key: 'id',
  name: 'dingSynAppKey',
  tag: 'systemConfig',
  read: 'dingtalkConfig.read',
  update: 'dingtalkConfig.save',
  right: 'system.config',
  titles: {
    dingAgentId: '@outbound.agentId',
    dingSynAppKey: '@outbound.appKey',
    dingSynAppSecret: '@outbound.appSecret',
    dingSynIsSynOrg: '@outbound.isSynOrg',
    dingSynIsSynUser: '@outbound.isSynUser',
  },
})
