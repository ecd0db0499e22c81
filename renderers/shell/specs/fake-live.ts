import {
  type ChatContent,
  type connectSocket,
  createLive,
  createTokenStore,
  type Frame,
  type Socket,
} from '@services/client'

/** The window's own connection over a server that a spec plays. */
export function fakeLive() {
  const sent: Frame[] = []
  let state: Socket['state'] = 'connecting'
  let hearing: (frame: Frame) => void = () => undefined
  let become: (next: Socket['state']) => void = () => undefined
  let seq = 0
  const connect: typeof connectSocket = (_token, onFrame, options = {}) => {
    hearing = onFrame
    become = (next) => {
      state = next
      options.onState?.(next)
    }
    return {
      send(frame) {
        if (state !== 'open') return false
        sent.push(frame)
        return true
      },
      reconnect: () => become('waiting'),
      close: () => become('closed'),
      get state() {
        return state
      },
      heardAt: null,
    }
  }
  const token = createTokenStore(null)
  token.set('t1')
  const live = createLive({ token, language: () => 'zh', connect })

  return {
    live,
    sent,
    token,
    /** The frames of a kind that the window has sent. */
    sentOf: (method: string) => sent.filter((frame) => frame.method === method),
    /** What goes to everybody, or answers, has no sequence. */
    tell: (method: string, frame: Readonly<Record<string, unknown>> = {}) => hearing({ method, ...frame }),
    /** What must not be lost has the next one. */
    tellNext: (method: string, frame: Readonly<Record<string, unknown>> = {}) =>
      hearing({ method, seq: ++seq, ...frame }),
    /** The connection comes about, and the server says where things stand. */
    open: (frame: Readonly<Record<string, unknown>> = {}) => {
      become('open')
      hearing({ method: 'initMessage', seq, ...INIT, ...frame })
    },
    cut: () => become('waiting'),
  }
}

export type FakeLive = ReturnType<typeof fakeLive>

const INIT = {
  isReset: false,
  userId: 'me',
  onlineUsers: [],
  unreadNums: [],
  unreadSystemMessageCount: 0,
  unreadMessageCount: 0,
  unreadNoticeCount: 0,
  unreadScheduleCount: 0,
  unreadTotalCount: 0,
  messageDefaultText: '',
  messageDefaultTime: null,
}

/** When the first message was said. */
export const FIRST_TIME = Date.UTC(2026, 10, 21, 1, 0, 0)

const id = (number: number) => String(number).padStart(6, '0')

/** A message of a conversation's history. */
export function messageOf(number: number, from: 'me' | string, content: ChatContent = `第${number}条`) {
  return {
    id: id(number),
    sendUserId: from,
    receiveUserId: from === 'me' ? 'lin' : 'me',
    contentType: typeof content === 'string' ? 'text' : 'image',
    content,
    sendTime: FIRST_TIME + number * 1000,
  }
}

/** The frame by which a message of the other side comes. */
export function received(number: number, text = `第${number}条`, unreadNum = 1) {
  const time = FIRST_TIME + number * 1000
  return {
    id: id(number),
    messageType: 'text',
    formUserId: 'lin',
    userId: 'me',
    formMessage: text,
    dateTime: time,
    latestDate: time,
    headIcon: '',
    realName: '林海',
    account: 'linhai',
    unreadNum,
  }
}

/** The frame by which the server says that it has kept a message. */
export function kept(number: number, frame: Frame | undefined, content?: ChatContent) {
  const time = FIRST_TIME + number * 1000
  return {
    id: id(number),
    messageType: frame?.['messageType'] ?? 'text',
    UserId: 'me',
    toUserId: frame?.['toUserId'] ?? 'lin',
    toMessage: content ?? frame?.['messageContent'],
    dateTime: time,
    latestDate: time,
    toHeadIcon: '',
    toRealName: '林海',
    toAccount: 'linhai',
    clientId: frame?.['clientId'],
  }
}

export const CONVERSATION = {
  id: 'lin',
  realName: '林海',
  account: 'linhai',
  headIcon: '',
  department: '灌溉一队',
  latestMessage: '三号阀已关',
  latestDate: FIRST_TIME,
  unreadMessage: 0,
  messageType: 'text',
}
