import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing, PageOf, PageQuery } from '../../envelope'
import { Created, Flag, Id, Keyword, Nullable, RequiredText, Version } from '../../fields'
import { DOCUMENT_BODY_LIMIT } from '../../limits'
import { defineResource } from '../../resource'
import { FileId } from './file'

const MESSAGE = '/api/message'
const NOTICE = `${MESSAGE}/Notice`

/** What a message is about (`spec/shell-and-monitoring.md §3`); the dictionary `msgSourceType` has the same codes. */
export const MESSAGE_TYPE = { system: 1, flow: 2, notice: 3, schedule: 4 } as const
export type MessageType = (typeof MESSAGE_TYPE)[keyof typeof MESSAGE_TYPE]

/** What a notice is in: being written, released to its readers, past its day. */
export const NOTICE_STATE = { draft: 0, released: 1, expired: 2 } as const

/** Characters of a message's title. */
export const TITLE_LENGTH = 200
/** Characters of a notice's text, its markup included. */
export const BODY_LENGTH = 200_000
/** Files on one notice. */
export const MOST_FILES = 20

const Type4 = Type.Integer({ minimum: 1, maximum: 4 })
/** Milliseconds since 1970. */
const Time = Type.Number()

/** Which messages are meant: of all of the caller's own, those that fit everything that is given. */
const Which = {
  keyword: Keyword,
  type: Nullable(Type4),
  isRead: Nullable(Flag),
}

export const Message = Type.Object({
  id: Type.String(),
  title: Type.String(),
  type: Type4,
  /** For a message of a flow: what happened; 1 delegation. 0 for any other. */
  flowType: Type.Integer(),
  isRead: Flag,
  /** The sender's name. */
  releaseUser: Type.String(),
  releaseTime: Time,
  excerpt: Type.String(),
  enabledMark: Flag,
})

export const MessageDetail = Type.Object({
  ...Message.properties,
  /** Rich text, clean; of a schedule's message JSON text `{ type, id, groupId }`, of a flow's what its page needs. */
  bodyText: Type.String(),
  /** JSON text of a list `{ name, fileId, url, fileSize, fileExtension }`. */
  files: Type.String(),
})

/** How many messages the caller has not read; the bell shows `unreadTotalCount`. */
export const UnreadCounts = {
  unreadSystemMessageCount: Type.Integer(),
  /** Of flows. */
  unreadMessageCount: Type.Integer(),
  unreadNoticeCount: Type.Integer(),
  unreadScheduleCount: Type.Integer(),
  unreadTotalCount: Type.Integer(),
}

const NoticeBody = Type.Object({
  title: RequiredText(TITLE_LENGTH, {
    required: '@message.titleRequired',
    maxLength: '@message.titleLength',
  }),
  excerpt: Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()])),
  /** Rich text; whatever is not allowed in it is taken out. */
  bodyText: Type.Optional(Type.Union([Type.String({ maxLength: BODY_LENGTH }), Type.Null()])),
  /** A list of uploaded files, or its JSON text. */
  files: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 100_000 }),
      Type.Array(Type.Object({ fileId: FileId }), { maxItems: MOST_FILES }),
      Type.Null(),
    ]),
  ),
  /** A list of ids, or text with commas: people, or mixed ids `<id>--<type>`; empty: everybody. */
  toUserIds: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 700_000 }),
      Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10_000 }),
      Type.Null(),
    ]),
  ),
  /** Milliseconds since 1970; after it the notice is not released any more. */
  expirationTime: Nullable(Time),
  version: Type.Optional(Version),
})

export const Notice = Type.Object({
  id: Type.String(),
  title: Type.String(),
  excerpt: Type.String(),
  /** 0 draft, 1 released, 2 expired. */
  enabledMark: Type.Integer(),
  creatorUser: Type.String(),
  creatorTime: Time,
  lastModifyTime: Type.Union([Time, Type.Null()]),
  /** Empty while it is not released. */
  releaseUser: Type.String(),
  releaseTime: Type.Union([Time, Type.Null()]),
  expirationTime: Type.Union([Time, Type.Null()]),
  toUserIds: Type.String(),
  /** To how many people it went. */
  receiverCount: Type.Integer(),
  /** How many of them have read it. */
  readCount: Type.Integer(),
  version: Version,
})

/** Calls of this area, by name (`spec/shell-and-monitoring.md §7.2`). */
export const messageCalls = {
  'message.list': defineCall({
    name: 'message.list',
    method: 'GET',
    path: MESSAGE,
    summary: 'The caller’s messages by page, the newest first (sort=asc: the oldest)',
    query: Type.Object({
      ...PageQuery.properties,
      type: Type.Optional(Type4),
      isRead: Type.Optional(Flag),
    }),
    response: PageOf(Message),
  }),
  'message.unread': defineCall({
    name: 'message.unread',
    method: 'GET',
    path: `${MESSAGE}/Unread`,
    summary: 'How many of the caller’s messages are unread, and how many came by day',
    response: Type.Object({
      total: Type.Integer(),
      /** Those that came on each of the last seven days and are still there, today the last. */
      days: Type.Array(Type.Integer()),
      /** success or warning, and the same in a word in the caller's language. */
      tone: Type.String(),
      word: Type.String(),
    }),
  }),
  'message.read': defineCall({
    name: 'message.read',
    method: 'GET',
    path: `${MESSAGE}/ReadInfo/:id`,
    summary: 'One message, which thereby is read',
    params: IdParams,
    response: MessageDetail,
  }),
  'message.readAll': defineCall({
    name: 'message.readAll',
    method: 'POST',
    path: `${MESSAGE}/Actions/ReadAll`,
    summary: 'Marks the caller’s messages as read: those that fit what is given',
    body: Type.Object(Which),
    response: Nothing,
  }),
  'message.delete': defineCall({
    name: 'message.delete',
    method: 'DELETE',
    path: `${MESSAGE}/Record`,
    summary: 'Deletes messages from the caller’s own list',
    body: Type.Object({
      /** A list, or text with commas. */
      ids: Type.Union([Type.Array(Id, { maxItems: 1000 }), Type.String({ minLength: 1, maxLength: 65_000 })]),
    }),
    response: Nothing,
  }),
  'message.sendConfig': defineCall({
    name: 'message.sendConfig',
    method: 'GET',
    path: `${MESSAGE}/SendMessageConfig/:id`,
    summary: 'How messages of a kind are sent, by the kind’s code: title, text, and over which ways',
    params: IdParams,
    response: Type.Object({
      id: Type.String(),
      enCode: Type.String(),
      fullName: Type.String(),
      messageType: Type4,
      /** Text with `{name}` where a value goes. */
      title: Type.String(),
      content: Type.String(),
      /** `inSite` always, and the ways that administrators offer beside it. */
      sendConfigIds: Type.Array(Type.String()),
      enabledMark: Flag,
    }),
  }),
  'notice.list': defineCall({
    name: 'notice.list',
    method: 'POST',
    path: `${NOTICE}/List`,
    summary: 'Notices by page, the newest first',
    body: Type.Object({
      ...PageQuery.properties,
      /** 0 draft, 1 released, 2 expired. */
      enabledMark: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
    }),
    response: PageOf(Notice),
  }),
  'notice.create': defineCall({
    name: 'notice.create',
    method: 'POST',
    path: NOTICE,
    summary: 'Makes a notice, not yet released',
    body: NoticeBody,
    bodyLimit: DOCUMENT_BODY_LIMIT,
    response: Created,
  }),
  'notice.info': defineCall({
    name: 'notice.info',
    method: 'GET',
    path: `${NOTICE}/:id`,
    summary: 'One notice with its text and files',
    params: IdParams,
    response: Type.Object({
      ...Notice.properties,
      bodyText: Type.String(),
      files: Type.String(),
      /** `toUserIds` as a list of mixed ids, as a picker has them. */
      readers: Type.Array(Type.String()),
    }),
  }),
  'notice.update': defineCall({
    name: 'notice.update',
    method: 'PUT',
    path: `${NOTICE}/:id`,
    summary: 'Changes a notice that is not released',
    params: IdParams,
    body: NoticeBody,
    bodyLimit: DOCUMENT_BODY_LIMIT,
    response: Nothing,
  }),
  'notice.delete': defineCall({
    name: 'notice.delete',
    method: 'DELETE',
    path: `${NOTICE}/:id`,
    summary: 'Deletes a notice; of a released one its readers keep the message',
    params: IdParams,
    response: Nothing,
  }),
  'notice.release': defineCall({
    name: 'notice.release',
    method: 'PUT',
    path: `${NOTICE}/:id/Actions/Release`,
    summary: 'Sends a notice to everybody chosen for it',
    params: IdParams,
    response: Type.Object({ receiverCount: Type.Integer() }),
  }),
} as const

/** The caller's own messages, as screens speak of them: everybody has them. */
export const message = defineResource('message', {
  title: '@messages.title',
  key: 'id',
  name: 'title',
  tag: 'message',
  list: 'message.list',
  read: 'message.read',
  none: '@messages.none',
  titles: {
    title: '@messages.messageTitle',
    type: '@messages.type',
    isRead: '@messages.state',
    releaseUser: '@messages.sender',
    releaseTime: '@messages.time',
    files: '@messages.attachments',
  },
  choices: {
    isRead: [
      { value: 0, label: '@messages.unread', color: 'arcoblue' },
      { value: 1, label: '@messages.read' },
    ],
  },
})

/** Notices, as screens speak of them. */
export const notice = defineResource('notice', {
  form: 'system/notice.form.json',
  title: '@message.notice',
  dialog: { add: '@message.newNotice', edit: '@message.editNotice' },
  key: 'id',
  name: 'title',
  tag: 'notice',
  list: 'notice.list',
  read: 'notice.info',
  create: 'notice.create',
  update: 'notice.update',
  delete: 'notice.delete',
  acts: { release: 'notice.release' },
  keyword: '@message.titleKeyword',
  right: 'system.notice',
  titles: {
    title: '@message.title',
    excerpt: '@message.excerpt',
    bodyText: '@message.body',
    files: '@message.files',
    toUserIds: '@message.readers',
    expirationTime: '@message.expiration',
    creatorUser: '@message.creator',
    creatorTime: '@message.createdAt',
    releaseTime: '@message.releasedAt',
    receiverCount: '@message.receiverCount',
    readCount: '@message.readCount',
  },
  choices: {
    enabledMark: [
      { value: 0, label: '@message.draft' },
      { value: 1, label: '@message.released', color: 'green' },
      { value: 2, label: '@message.expired', color: 'orange' },
    ],
  },
})
