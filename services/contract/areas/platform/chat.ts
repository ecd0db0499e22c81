import { type Static, Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing, Pagination } from '../../envelope'
import { FileId } from './file'
import { UnreadCounts } from './message'

const REPLY = '/api/message/imreply'

/** Characters of a chat message, after trimming. */
export const CHAT_TEXT_LENGTH = 2_000
/** Messages a person may send at once, and then in a second (`design/quality.md`, limits). */
export const CHAT_BURST = 60
export const CHAT_PER_SECOND = 20
/** Messages on a page of a conversation's history (`spec/shell-and-monitoring.md §9`: 30 at first, 50 of the history). */
export const CHAT_PAGE = { first: 30, history: 50, most: 100 } as const

const Kind = Type.Union([Type.Literal('text'), Type.Literal('image'), Type.Literal('voice')])
/** Kept on the wire; the connection's own counts. */
const Token = Type.String({ maxLength: 500 })
/** Milliseconds since 1970. */
const Time = Type.Number()

/**
 * What is said: text as it is; an image `{ path, width, height, name }`, a voice `{ path, length, name }`: `path` is the
 * address it is shown from.
 */
export const ChatContent = Type.Union([
  Type.String(),
  Type.Object({
    path: Type.String(),
    name: Type.String(),
    width: Type.Optional(Type.Number()),
    height: Type.Optional(Type.Number()),
    length: Type.Optional(Type.Number()),
  }),
])

export const Conversation = Type.Object({
  /** The other person's. */
  id: Type.String(),
  realName: Type.String(),
  account: Type.String(),
  headIcon: Type.String(),
  /** Of the department, or the organisation, that the other person belongs to first. */
  department: Type.String(),
  /** Text; of an image or a voice JSON text of `ChatContent`. Empty after the records have been cleared. */
  latestMessage: Type.String(),
  latestDate: Time,
  unreadMessage: Type.Integer(),
  messageType: Kind,
})

/** Calls of this area, by name (`spec/shell-and-monitoring.md §7.2`). The contacts are `users.imList`. */
export const chatCalls = {
  'chat.conversations': defineCall({
    name: 'chat.conversations',
    method: 'GET',
    path: REPLY,
    summary: 'The caller’s conversations, the latest first',
    response: ListOf(Conversation),
  }),
  'chat.clear': defineCall({
    name: 'chat.clear',
    method: 'DELETE',
    path: `${REPLY}/deleteChatRecord/:id`,
    summary: 'Clears what the caller sees of the conversation with a person; the other side keeps it',
    params: IdParams,
    response: Nothing,
  }),
  'chat.remove': defineCall({
    name: 'chat.remove',
    method: 'DELETE',
    path: `${REPLY}/relocation/:id`,
    summary: 'Takes a conversation off the caller’s list until the next message; its records stay',
    params: IdParams,
    response: Nothing,
  }),
} as const

/**
 * The frames of `/websocket/{token}` (`reference/api-contract.md`, "Messages, chat socket"): JSON texts, `method` names them.
 *
 * What must not be lost carries `seq`: 1, 2, 3 … for each person, the same on all of their devices. A client that comes back
 * says the last one it has as `since` in `OnConnection`; it gets what it missed, in order, and then `initMessage`, which
 * counts as of its own `seq`. A frame whose `seq` the client has already is to be passed over.
 */
export const chatFrames = {
  OnConnection: Type.Object({
    method: Type.Literal('OnConnection'),
    token: Type.Optional(Token),
    mobileDevice: Type.Optional(Type.Boolean()),
    /** The last `seq` this client has; left out by one that has just begun. */
    since: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  SendMessage: Type.Object({
    method: Type.Literal('SendMessage'),
    toUserId: Type.String({ minLength: 1, maxLength: 64 }),
    messageType: Kind,
    /** Text, or `{ name, width, height }` of an image, `{ name, length }` of a voice that the sender has uploaded. */
    messageContent: Type.Union([
      Type.String({ maxLength: 20_000 }),
      Type.Object({
        name: FileId,
        width: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000 })),
        height: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000 })),
        length: Type.Optional(Type.Number({ minimum: 0, maximum: 3_600 })),
      }),
    ]),
    token: Type.Optional(Token),
    /** The sender's own name of this message: sent twice under it, it is kept once. */
    clientId: Type.Optional(Type.String({ maxLength: 64, pattern: '^[\\w-]{8,64}$' })),
  }),
  MessageList: Type.Object({
    method: Type.Literal('MessageList'),
    /** The other person. */
    toUserId: Type.String({ minLength: 1, maxLength: 64 }),
    formUserId: Type.Optional(Type.String({ maxLength: 64 })),
    token: Type.Optional(Token),
    currentPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: CHAT_PAGE.most, default: CHAT_PAGE.first })),
    /** `desc`: the newest first (default); `asc`: the oldest first. */
    sord: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc'), Type.Literal('')])),
    keyword: Type.Optional(Type.String({ maxLength: 200 })),
    /** Only messages before this one: pages stand still while new messages arrive. */
    beforeId: Type.Optional(Type.String({ maxLength: 64 })),
    /** Comes back with the answer. */
    requestId: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  UpdateReadMessage: Type.Object({
    method: Type.Literal('UpdateReadMessage'),
    /** The person whose messages have been read. */
    formUserId: Type.String({ minLength: 1, maxLength: 64 }),
    token: Type.Optional(Token),
  }),
  /** The answer is the same frame: the connection lives. */
  heartBeat: Type.Object({ method: Type.Literal('heartBeat') }),
} as const

/** One message of a conversation's history. */
export const ChatMessage = Type.Object({
  id: Type.String(),
  sendUserId: Type.String(),
  receiveUserId: Type.String(),
  contentType: Kind,
  content: ChatContent,
  sendTime: Time,
})
export type ChatMessage = Static<typeof ChatMessage>
export type ChatContent = Static<typeof ChatContent>

const seq = Type.Integer()

/** What both sides of a message are told alike. */
const MessageHead = {
  seq,
  /** The message's. Ids of one conversation sort in the order of its messages. */
  id: Type.String(),
  messageType: Kind,
  dateTime: Time,
  latestDate: Time,
}

/** What a server sends there besides the field's frames. */
export const serverFrames = {
  /** After `OnConnection`, and after what was missed. All counts are absolute. */
  initMessage: Type.Object({
    method: Type.Literal('initMessage'),
    seq,
    /** More was missed than is kept: what is shown has to be fetched anew. */
    isReset: Type.Boolean(),
    userId: Type.String(),
    onlineUsers: Type.Array(Type.String()),
    /** Of every conversation with unread messages. */
    unreadNums: Type.Array(
      Type.Object({
        sendUserId: Type.String(),
        unreadNum: Type.Integer(),
        defaultMessage: Type.String(),
        defaultMessageType: Kind,
        defaultMessageTime: Time,
      }),
    ),
    ...UnreadCounts,
    /** The title and the time of the newest unread message; empty and null when there is none. */
    messageDefaultText: Type.String(),
    messageDefaultTime: Type.Union([Time, Type.Null()]),
  }),
  /** A message has come. `unreadNoticeCount` is how many (1), as documented; `unreadTotalCount` what is unread now. */
  messagePush: Type.Object({
    method: Type.Literal('messagePush'),
    seq,
    id: Type.String(),
    type: Type.Integer(),
    title: Type.String(),
    unreadNoticeCount: Type.Integer(),
    unreadTotalCount: Type.Integer(),
    messageDefaultText: Type.String(),
    messageDefaultTime: Time,
  }),
  /** Messages have been read or deleted, on this device or another: of one its id, else null. */
  messageRead: Type.Object({
    method: Type.Literal('messageRead'),
    seq,
    id: Type.Union([Type.String(), Type.Null()]),
    ...UnreadCounts,
  }),
  /** Somebody has said something to this person. */
  receiveMessage: Type.Object({
    method: Type.Literal('receiveMessage'),
    ...MessageHead,
    formUserId: Type.String(),
    userId: Type.String(),
    formMessage: ChatContent,
    headIcon: Type.String(),
    realName: Type.String(),
    account: Type.String(),
    /** What is unread of this conversation now. */
    unreadNum: Type.Integer(),
  }),
  /**
   * This person has said something, on this device or another: it is kept. Without `seq` it is the answer to something said
   * again under the same `clientId`, and no news.
   */
  sendMessage: Type.Object({
    method: Type.Literal('sendMessage'),
    ...MessageHead,
    seq: Type.Optional(seq),
    UserId: Type.String(),
    toUserId: Type.String(),
    toMessage: ChatContent,
    toHeadIcon: Type.String(),
    toRealName: Type.String(),
    toAccount: Type.String(),
    clientId: Type.Optional(Type.String()),
  }),
  /** The messages with a person have been read, on this device or another. */
  chatRead: Type.Object({ method: Type.Literal('chatRead'), seq, formUserId: Type.String() }),
  /** The records with a person have been cleared, on this device or another. */
  chatCleared: Type.Object({ method: Type.Literal('chatCleared'), seq, userId: Type.String() }),
  /** The conversation has been taken off the list, on this device or another. */
  chatRemoved: Type.Object({ method: Type.Literal('chatRemoved'), seq, userId: Type.String() }),
  /** The answer to `MessageList`. */
  messageList: Type.Object({
    method: Type.Literal('messageList'),
    toUserId: Type.String(),
    requestId: Type.Optional(Type.String()),
    keyword: Type.String(),
    list: Type.Array(ChatMessage),
    pagination: Pagination,
  }),
  /** Somebody's first device has come, or the last one gone. */
  Online: Type.Object({ method: Type.Literal('Online'), userId: Type.String() }),
  Offline: Type.Object({ method: Type.Literal('Offline'), userId: Type.String() }),
  /** A frame was refused: why, in the person's language, and which. Nothing of it has been kept. */
  refused: Type.Object({
    method: Type.Literal('refused'),
    /** 400, 404, 429 … as in the envelope. */
    code: Type.Integer(),
    msg: Type.String(),
    /** The refused frame's `method`. */
    frame: Type.String(),
    clientId: Type.Optional(Type.String()),
    requestId: Type.Optional(Type.String()),
    /** With code 429: milliseconds until it may be tried again. */
    retryAfter: Type.Optional(Type.Integer()),
  }),
  /** The session has ended; `token` is the one that it had. */
  logout: Type.Object({
    method: Type.Literal('logout'),
    token: Type.String(),
    code: Type.Integer(),
    msg: Type.String(),
  }),
  /** This connection is one too many: the client does not come back by itself. */
  closeSocket: Type.Object({ method: Type.Literal('closeSocket') }),
  /** Somebody has changed what carries these tags (`Call.changes`): it is read again where it is shown. */
  changed: Type.Object({ method: Type.Literal('changed'), tags: Type.Array(Type.String()) }),
  /** How far a job of one’s own is (`job.read`), at most four times a second. */
  job: Type.Object({
    method: Type.Literal('job'),
    id: Type.String(),
    kind: Type.String(),
    state: Type.String(),
    done: Type.Integer(),
    total: Type.Integer(),
  }),
  /** The system's configuration has changed: it is read again, in place. */
  refresh: Type.Object({ method: Type.Literal('refresh') }),
  /** The menu is another than it was, or (`isOwn`) what this person may do in it. */
  authority: Type.Object({ method: Type.Literal('authority'), isOwn: Type.Boolean() }),
  heartBeat: Type.Object({ method: Type.Literal('heartBeat') }),
} as const

export type ServerFrames = { readonly [M in keyof typeof serverFrames]: Static<(typeof serverFrames)[M]> }
