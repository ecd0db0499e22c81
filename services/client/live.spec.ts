import { CallError } from '@runtime/host'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLive, type Live } from './live'
import type { connectSocket, Frame, SocketOptions, SocketState } from './socket'
import { createTokenStore, type TokenStore } from './token'

/** A connection whose other end is the spec. */
class Connection {
  readonly sent: Frame[] = []
  state: SocketState = 'connecting'
  reconnects = 0
  readonly token: string
  readonly hear: (frame: Frame) => void
  readonly options: SocketOptions
  constructor(token: string, hear: (frame: Frame) => void, options: SocketOptions) {
    this.token = token
    this.hear = hear
    this.options = options
  }
  heardAt: number | null = null
  send(frame: Frame) {
    this.sent.push(frame)
    return true
  }
  reconnect() {
    this.reconnects += 1
    this.become('waiting')
  }
  close() {
    this.become('closed')
  }
  become(state: SocketState) {
    this.state = state
    this.options.onState?.(state)
  }
  /** The server greets back. */
  greet(seq: number, isReset = false) {
    this.become('open')
    this.hear({ method: 'initMessage', seq, isReset })
  }
  messages(): readonly Frame[] {
    return this.sent.filter(({ method }) => method === 'SendMessage')
  }
}

let made: Connection[]
let token: TokenStore
let live: Live
const last = () => made.at(-1) as Connection
const start = () =>
  createLive({
    token,
    language: () => 'zh',
    connect: ((...[own, hear, options = {}]: Parameters<typeof connectSocket>) => {
      const connection = new Connection(own, hear, options)
      made.push(connection)
      return connection
    }) as typeof connectSocket,
  })

beforeEach(() => {
  vi.useFakeTimers()
  made = []
  token = createTokenStore(null)
  token.set('first')
  live = start()
})
afterEach(() => {
  live.close()
  vi.useRealTimers()
})

const text = (content: string) => ({
  toUserId: 'li',
  messageType: 'text' as const,
  messageContent: content,
})

describe('a live connection', () => {
  it('is there while there is a token, and another with another token', () => {
    expect(made.map((one) => one.token)).toEqual(['first'])
    token.set('second')
    expect(made.map((one) => [one.token, one.state])).toEqual([
      ['first', 'closed'],
      ['second', 'connecting'],
    ])
    token.clear()
    expect(last().state).toBe('closed')
    expect(live.state).toBe('closed')
  })

  it('is open when the server has said where things stand', () => {
    const states: SocketState[] = []
    live.onState((state) => states.push(state))
    last().become('open')
    expect(live.state).toBe('connecting')
    last().greet(4)
    last().become('waiting')
    expect(states).toEqual(['connecting', 'open', 'waiting'])
  })

  it('hands each frame on once and in order, and says the last one it has', () => {
    const heard: unknown[] = []
    live.on('messagePush', (frame) => heard.push(frame.seq))
    live.on('documentChanged', (frame) => heard.push(frame['file']))
    const push = (seq: number) => last().hear({ method: 'messagePush', seq })
    expect(last().options.greeting?.()).toEqual({})
    last().greet(4)
    push(5)
    push(5)
    push(4)
    last().hear({ method: 'documentChanged', file: 'menu.json' })
    push(6)
    expect(heard).toEqual([5, 'menu.json', 6])
    expect(last().options.greeting?.()).toEqual({ since: 6 })
  })

  it('asks again rather than go on where something is missing', () => {
    const heard: number[] = []
    live.on('messagePush', (frame) => heard.push(frame.seq))
    last().greet(4)
    last().hear({ method: 'messagePush', seq: 6 })
    expect(last().reconnects).toBe(1)
    expect(last().options.greeting?.()).toEqual({ since: 4 })
    last().become('open')
    for (const seq of [5, 6]) last().hear({ method: 'messagePush', seq })
    last().greet(6)
    expect(heard).toEqual([5, 6])
  })

  it('counts anew from where the server stands when too much was missed', () => {
    const resets: boolean[] = []
    live.on('initMessage', (frame) => resets.push(frame.isReset))
    last().greet(4)
    last().greet(9000, true)
    expect(resets).toEqual([false, true])
    expect(last().options.greeting?.()).toEqual({ since: 9000 })
  })

  it('does not come back after the end of the session, nor where it is one too many', () => {
    for (const method of ['logout', 'closeSocket']) {
      token.set(method)
      last().greet(0)
      last().hear({ method })
      expect(last().state).toBe('closed')
    }
  })
})

describe('frames that are lost, repeated and mixed up', () => {
  it('change nothing: what was told is heard once and in order', () => {
    const told = 12
    const step = fc.oneof(fc.integer({ min: 1, max: told }), fc.constant('back' as const))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const heard: number[] = []
        token.set(String(made.length))
        const off = live.on('messagePush', (frame) => heard.push(frame.seq))
        const push = (seq: number) => last().hear({ method: 'messagePush', seq })
        /** What a server does with a client that comes back. */
        const comeBack = () => {
          const since = Number(last().options.greeting?.()['since'])
          for (let seq = since + 1; seq <= told; seq++) push(seq)
          last().greet(told)
        }
        last().greet(0)
        for (const one of steps) {
          if (one === 'back') comeBack()
          else push(one)
        }
        comeBack()
        off()
        expect(heard).toEqual(Array.from({ length: told }, (_, index) => index + 1))
      }),
    )
  })
})

describe('what a person says', () => {
  it('waits for a connection, goes one by one, and is said again under its name until it is kept', async () => {
    const first = live.sendMessage(text('一'))
    const second = live.sendMessage(text('二'))
    expect(last().messages()).toEqual([])
    last().greet(0)
    expect(last().messages()).toMatchObject([{ messageContent: '一' }])
    last().become('waiting')
    last().greet(0)
    expect(last().messages()).toMatchObject([{ messageContent: '一' }, { messageContent: '一' }])
    const [one, again] = last().messages()
    expect(again?.['clientId']).toBe(one?.['clientId'])
    last().hear({ method: 'sendMessage', seq: 1, id: 'm1', clientId: one?.['clientId'] })
    expect(await first).toMatchObject({ id: 'm1' })
    const two = last().messages()[2]
    expect(two).toMatchObject({ messageContent: '二' })
    last().hear({ method: 'sendMessage', seq: 2, id: 'm2', clientId: two?.['clientId'] })
    expect(await second).toMatchObject({ id: 'm2' })
  })

  it('is not said again when what was missed shows that it has been kept', async () => {
    last().greet(0)
    const sent = live.sendMessage(text('一'))
    const { clientId } = last().messages()[0] as Frame
    last().become('waiting')
    last().become('open')
    last().hear({ method: 'sendMessage', seq: 1, id: 'm1', clientId })
    last().greet(1)
    expect(await sent).toMatchObject({ id: 'm1' })
    expect(last().messages()).toHaveLength(1)
  })

  it('is no news when it is answered again', async () => {
    const heard: unknown[] = []
    live.on('sendMessage', (frame) => heard.push(frame.id))
    last().greet(0)
    const sent = live.sendMessage(text('一'))
    const { clientId } = last().messages()[0] as Frame
    last().hear({ method: 'sendMessage', id: 'm1', clientId })
    expect(await sent).toMatchObject({ id: 'm1' })
    last().hear({ method: 'sendMessage', seq: 1, id: 'm1', clientId })
    expect(heard).toEqual(['m1'])
  })

  it('waits as long as a refusal for haste says, and nothing overtakes it', async () => {
    last().greet(0)
    const both = [live.sendMessage(text('一')), live.sendMessage(text('二'))]
    const { clientId } = last().messages()[0] as Frame
    last().hear({
      method: 'refused',
      code: 429,
      msg: '太快',
      frame: 'SendMessage',
      clientId,
      retryAfter: 300,
    })
    vi.advanceTimersByTime(299)
    expect(last().messages()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(
      last()
        .messages()
        .map((frame) => frame['messageContent']),
    ).toEqual(['一', '一'])
    for (const seq of [1, 2]) last().hear({ ...last().messages().at(-1), method: 'sendMessage', seq })
    expect((await Promise.all(both)).map(({ seq }) => seq)).toEqual([1, 2])
  })

  it('is refused with the server’s own words, and ends with the session', async () => {
    last().greet(0)
    const refused = live.sendMessage(text('一'))
    const { clientId } = last().messages()[0] as Frame
    last().hear({ method: 'refused', code: 404, msg: '没有这个人', frame: 'SendMessage', clientId })
    await expect(refused).rejects.toEqual(new CallError(404, '没有这个人'))
    const lost = live.sendMessage(text('二'))
    token.clear()
    await expect(lost).rejects.toMatchObject({ code: 600 })
  })
})

describe('what a person asks', () => {
  it('is answered by its own page, and asked again on a new connection', async () => {
    const page = live.history({ toUserId: 'li', pageSize: 30 })
    last().greet(0)
    const { requestId } = last().sent.find(({ method }) => method === 'MessageList') as Frame
    last().hear({ method: 'messageList', requestId: 'another', list: [] })
    last().hear({ method: 'messageList', requestId, list: [{ id: 'm1' }] })
    expect(await page).toMatchObject({ list: [{ id: 'm1' }] })
  })

  it('and what is read while there is no connection is said with the next one, once', () => {
    live.markRead('li')
    live.markRead('li')
    last().greet(0)
    last().greet(0)
    expect(last().sent).toEqual([{ method: 'UpdateReadMessage', formUserId: 'li' }])
  })
})

describe('a watched field', () => {
  const requested = (connection: Connection) =>
    connection.sent.filter(({ method }) => method === 'fieldWatch' || method === 'fieldLeave')

  it('is asked for on every connection until nobody shows it', () => {
    const leave = live.watchField('p1')
    const leaveAgain = live.watchField('p1')
    expect(requested(last())).toEqual([])
    last().greet(0)
    expect(requested(last())).toEqual([{ method: 'fieldWatch', projectId: 'p1' }])
    last().become('waiting')
    last().greet(0)
    expect(requested(last())).toHaveLength(2)
    leave()
    leave()
    expect(requested(last())).toHaveLength(2)
    leaveAgain()
    expect(requested(last()).at(-1)).toEqual({ method: 'fieldLeave', projectId: 'p1' })
  })

  it('has been asked for when somebody hears that the connection is open', () => {
    live.watchField('p1')
    let known: readonly Frame[] = []
    live.onState((state) => {
      if (state === 'open') known = requested(last())
    })
    last().greet(0)
    expect(known).toHaveLength(1)
  })

  it('counts by itself: its frames neither wait for others nor hold them up', () => {
    const heard: unknown[] = []
    live.on('fieldChanged', ({ seq }) => heard.push(seq))
    live.on('messagePush', ({ seq }) => heard.push(`message ${seq}`))
    last().greet(5)
    last().hear({ method: 'fieldChanged', projectId: 'p1', seq: 900, changes: [] })
    last().hear({ method: 'messagePush', seq: 6 })
    last().hear({ method: 'fieldChanged', projectId: 'p1', seq: 3, changes: [] })
    expect(heard).toEqual([900, 'message 6', 3])
    expect(last().reconnects).toBe(0)
  })
})
