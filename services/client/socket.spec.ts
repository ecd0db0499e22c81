import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  CONNECT_TIMEOUT,
  connectSocket,
  DEAD,
  FIRST_DELAY,
  type Frame,
  HEARTBEAT,
  LONGEST_DELAY,
  reconnectDelay,
} from './socket'

class FakeSocket {
  readonly sent: Frame[] = []
  closed = false
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  readonly url: string
  constructor(url: string) {
    this.url = url
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.closed = true
  }
}

const made: FakeSocket[] = []
const createSocket = (url: string) => {
  const socket = new FakeSocket(url)
  made.push(socket)
  return socket as unknown as WebSocket
}
const last = () => made.at(-1) as FakeSocket

beforeEach(() => {
  vi.useFakeTimers()
  made.length = 0
})
afterEach(() => vi.useRealTimers())

const open = (onFrame: (frame: Frame) => void = () => {}) => {
  const states: string[] = []
  const socket = connectSocket('tok/en', onFrame, {
    baseUrl: 'ws://host',
    createSocket,
    random: () => 1,
    onState: (state) => states.push(state),
  })
  return { socket, states }
}

describe('connectSocket', () => {
  it('gives a connection up at once when the network is gone, and comes back with it', () => {
    const heard = new Map<string, () => void>()
    vi.stubGlobal('addEventListener', (name: string, listener: () => void) => heard.set(name, listener))
    vi.stubGlobal('removeEventListener', (name: string) => heard.delete(name))
    const { socket, states } = open()
    last().onopen?.()
    heard.get('offline')?.()
    expect([states.at(-1), made[0]?.closed]).toEqual(['waiting', true])
    heard.get('online')?.()
    expect(made).toHaveLength(2)
    socket.close()
    expect([...heard.keys()]).toEqual([])
    vi.unstubAllGlobals()
  })

  it('greets with the token and hands frames on, but no greeting texts', () => {
    const frames: Frame[] = []
    const { socket } = open((frame) => frames.push(frame))
    expect(last().url).toBe('ws://host/websocket/tok%2Fen')
    expect(socket.send({ method: 'SendMessage' })).toBe(false)
    last().onopen?.()
    expect(last().sent).toEqual([{ method: 'OnConnection', token: 'tok/en', mobileDevice: false }])
    last().onmessage?.({ data: 'CONNECT_SUCCESS' })
    last().onmessage?.({ data: '{"method":"heartBeat"}' })
    last().onmessage?.({ data: '{"method":"messagePush","unreadNoticeCount":2}' })
    expect(frames).toEqual([{ method: 'messagePush', unreadNoticeCount: 2 }])
  })

  it('comes back with doubling delays and starts over after a success', () => {
    const { states } = open()
    for (const delay of [FIRST_DELAY, 2 * FIRST_DELAY, 4 * FIRST_DELAY]) {
      const before = made.length
      last().onclose?.()
      vi.advanceTimersByTime(delay - 1)
      expect(made).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(made).toHaveLength(before + 1)
    }
    last().onopen?.()
    last().onmessage?.({ data: '{"method":"initMessage"}' })
    last().onclose?.()
    vi.advanceTimersByTime(FIRST_DELAY)
    expect(made).toHaveLength(5)
    expect(states.slice(0, 3)).toEqual(['connecting', 'waiting', 'connecting'])
  })

  it('takes a server that drops its connections at once for one that is not back', () => {
    open()
    for (const delay of [FIRST_DELAY, 2 * FIRST_DELAY]) {
      last().onopen?.()
      const before = made.length
      last().onclose?.()
      vi.advanceTimersByTime(delay - 1)
      expect(made).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(made).toHaveLength(before + 1)
    }
  })

  it('gives up a connection that does not come about', () => {
    open()
    const silent = last()
    vi.advanceTimersByTime(CONNECT_TIMEOUT)
    expect(silent.closed).toBe(true)
    vi.advanceTimersByTime(FIRST_DELAY)
    expect(made).toHaveLength(2)
  })

  it('asks for a language and greets with what is to be said besides', () => {
    connectSocket('t', () => {}, {
      baseUrl: 'ws://host',
      createSocket,
      language: () => 'en',
      greeting: () => ({ since: 7 }),
    })
    expect(last().url).toBe('ws://host/websocket/t?language=en')
    last().onopen?.()
    expect(last().sent).toEqual([{ method: 'OnConnection', token: 't', mobileDevice: false, since: 7 }])
  })

  it('spreads delays over the whole range and caps them', () => {
    expect(reconnectDelay(3, () => 0)).toBe(0)
    expect(reconnectDelay(3, () => 0.5)).toBe(4 * FIRST_DELAY)
    expect(reconnectDelay(30, () => 1)).toBe(LONGEST_DELAY)
  })

  it('beats, and takes a connection that stays silent for dead', () => {
    open()
    last().onopen?.()
    vi.advanceTimersByTime(HEARTBEAT)
    expect(last().sent.at(-1)).toEqual({ method: 'heartBeat' })
    last().onmessage?.({ data: '{"method":"heartBeat"}' })
    vi.advanceTimersByTime(HEARTBEAT)
    const silent = last()
    vi.advanceTimersByTime(HEARTBEAT)
    expect(silent.closed).toBe(true)
    vi.advanceTimersByTime(FIRST_DELAY)
    expect(made).toHaveLength(2)
  })

  it('takes a dead connection for dead within 45 s, and knows when it last heard anything', () => {
    const { socket, states } = open()
    const begin = Date.now()
    expect(socket.heardAt).toBeNull()
    last().onopen?.()
    vi.advanceTimersByTime(HEARTBEAT)
    last().onmessage?.({ data: '{"method":"heartBeat"}' })
    expect(socket.heardAt).toBe(begin + HEARTBEAT)
    vi.advanceTimersByTime(DEAD)
    expect(states).toContain('waiting')
    expect(socket.heardAt).toBe(begin + HEARTBEAT)
  })

  it('does not trust a connection that slept longer than that, as soon as the device wakes up', () => {
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    vi.stubGlobal('document', document)
    const { socket, states } = open()
    last().onopen?.()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(states.at(-1)).toBe('open')
    // Timers stood still in the meantime.
    vi.setSystemTime(Date.now() + DEAD + 1)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(states.slice(-2)).toEqual(['waiting', 'connecting'])
    expect(made).toHaveLength(2)
    socket.close()
    vi.unstubAllGlobals()
  })

  it('comes back at once when the network does', () => {
    const target = new EventTarget()
    vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
    vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
    const { socket } = open()
    last().onclose?.()
    target.dispatchEvent(new Event('online'))
    expect(made).toHaveLength(2)
    socket.close()
    target.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(LONGEST_DELAY)
    expect(made).toHaveLength(2)
    expect(socket.state).toBe('closed')
    vi.unstubAllGlobals()
  })
})
