import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AlarmNews, DeviceAlarm } from './alarm-board'
import { followAlarms, type LoadAlarms } from './alarm-feed'
import type { connectSocket, Frame, SocketState } from './socket'

const alarmOf = (fid: string, seq: number, change: Partial<DeviceAlarm> = {}) =>
  ({ fid, seq, calledSeq: seq, state: 0, alarmState: 'UNACK', ...change }) as unknown as DeviceAlarm

/** A feed over a connection and calls that the test plays. */
function play(load: LoadAlarms, since: number | null = null) {
  const news: AlarmNews[] = []
  const lists: (readonly DeviceAlarm[])[] = []
  const links: string[] = []
  let hear: (frame: Frame) => void = () => undefined
  let become: (state: SocketState) => void = () => undefined
  const connect = ((_token, onFrame, options) => {
    hear = onFrame
    become = (state) => options?.onState?.(state)
    return {
      ...{ state: 'open', heardAt: null, send: () => true },
      ...{ close: () => undefined, reconnect: () => undefined },
    }
  }) as typeof connectSocket
  const feed = followAlarms({
    ...{ projectId: 'P', userId: 'U', token: 'T', language: () => 'zh' as const, since, load, connect },
    baseUrl: 'ws://farm.example',
    onNews: (some) => news.push(...some),
    onList: (list) => lists.push(list),
    onLink: (link) => links.push(link),
    onSign: () => undefined,
  })
  const called = () => news.filter(({ isCall }) => isCall).map(({ alarm }) => alarm.fid)
  return {
    feed,
    lists,
    links,
    called,
    told: () => news.map(({ alarm }) => alarm.seq),
    hear: (frame: Frame) => hear(frame),
    become: (state: SocketState) => become(state),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('the feed of alarms', () => {
  it('is live once the list is here, and not before', async () => {
    let answer: (value: { list: DeviceAlarm[]; seq: number }) => void = () => undefined
    const { hear, links } = play(() => new Promise((resolve) => (answer = resolve)))
    hear({ method: 'alarmSync', seq: 7 })
    await settle()
    expect(links).not.toContain('live')
    answer({ list: [], seq: 7 })
    await settle()
    expect(links.at(-1)).toBe('live')
  })

  it('calls what is raised between the server’s word and the list', async () => {
    const { hear, called } = play(async () => ({ list: [alarmOf('new', 8), alarmOf('old', 5)], seq: 8 }))
    hear({ method: 'alarmSync', seq: 7 })
    await settle()
    hear({ method: 'deviceAlarm', ...alarmOf('new', 8), popUp: 1 } as unknown as Frame)
    expect(called()).toEqual(['new'])
  })

  it('tells a change once, and believes it more than a list from before it', async () => {
    let answer: (value: { list: DeviceAlarm[]; seq: number }) => void = () => undefined
    const { hear, told, lists } = play(() => new Promise((resolve) => (answer = resolve)), 0)
    hear({ method: 'alarmSync', seq: 0 })
    const send = (alarm: DeviceAlarm) =>
      hear({ method: 'deviceAlarm', ...alarm, popUp: 0 } as unknown as Frame)
    send(alarmOf('over', 1))
    send(alarmOf('open', 2))
    send(alarmOf('over', 3, { state: 1, alarmState: 'NORMAL' }))
    send(alarmOf('new', 4))
    answer({ list: [alarmOf('over', 1), alarmOf('open', 2)], seq: 2 })
    await settle()
    expect(told()).toEqual([1, 2, 3, 4])
    expect(lists.at(-1)?.map(({ fid }) => fid)).toEqual(['open', 'new'])
  })

  it('asks for what a heartbeat says is missing', async () => {
    const load = vi.fn<LoadAlarms>(async ({ afterSeq }) =>
      afterSeq === undefined ? { list: [], seq: 7 } : { list: [alarmOf('lost', 8)], seq: 8 },
    )
    const { hear, called } = play(load)
    hear({ method: 'alarmSync', seq: 7 })
    await settle()
    hear({ method: 'heartBeat', seq: 8 })
    await settle()
    expect(load).toHaveBeenLastCalledWith(expect.objectContaining({ afterSeq: 7 }))
    expect(called()).toEqual(['lost'])
  })

  it('forgets neither the list nor the changes when both fail at once', async () => {
    let isDown = false
    const requested: string[] = []
    const { hear, lists, links, feed } = play(async ({ afterSeq }) => {
      if (isDown) throw new Error('away')
      requested.push(afterSeq === undefined ? 'list' : 'changes')
      return { list: [], seq: 9 }
    })
    hear({ method: 'alarmSync', seq: 7 })
    await settle()
    isDown = true
    hear({ method: 'refreshRequired', seq: 8 })
    hear({ method: 'heartBeat', seq: 9 })
    await settle()
    expect(links.at(-1)).toBe('connecting')
    isDown = false
    await vi.advanceTimersByTimeAsync(2_000)
    expect(requested).toEqual(['list', 'list', 'changes'])
    expect(lists).toHaveLength(2)
    expect(links.at(-1)).toBe('live')
    feed.close()
  })

  it('calls what has called while nothing was heard, returned or latched meanwhile or not, and nothing else', async () => {
    const since = 7
    const missed = [
      alarmOf('latched', 12, { alarmState: 'LATCHED_UNACK', calledSeq: 8 }),
      alarmOf('returned', 13, { alarmState: 'RTN_UNACK', calledSeq: 9 }),
      alarmOf('acknowledged', 14, { alarmState: 'ACKED', calledSeq: 10 }),
      alarmOf('over', 15, { alarmState: 'NORMAL', state: 1, calledSeq: 11 }),
      // It had called before, and somebody has closed its notice since.
      alarmOf('known', 16, { alarmState: 'RTN_UNACK', calledSeq: 5 }),
    ]
    const load = vi.fn<LoadAlarms>(async ({ afterSeq }) =>
      afterSeq === undefined
        ? { list: missed.filter(({ state }) => state === 0), seq: 16 }
        : { list: missed, seq: 16 },
    )
    const gap = play(load, since)
    gap.hear({ method: 'alarmSync', seq: 16 })
    await settle()
    // The list and the changes say the same twice; a board takes it once.
    expect([...new Set(gap.called())]).toEqual(['latched', 'returned'])
    const refreshed = play(load, since)
    refreshed.hear({ method: 'refreshRequired', seq: 16 })
    await settle()
    expect(refreshed.called()).toEqual(['latched', 'returned'])
  })

  it('loads the whole active list where the server cannot send what is missing', async () => {
    const load = vi.fn<LoadAlarms>(async () => ({ list: [], seq: 9 }))
    const { hear } = play(load, 7)
    hear({ method: 'refreshRequired', seq: 9 })
    await settle()
    expect(load.mock.calls).toEqual([[{ projectId: 'P', state: 0, currentPage: 1, pageSize: 9999 }]])
  })

  it('asks on where one page does not hold all that is missing', async () => {
    const changes = Array.from({ length: 10_005 }, (_, at) => alarmOf(`A${at}`, at + 1))
    const { hear, called } = play(
      async ({ afterSeq = 0, pageSize }) => ({
        list: changes.filter(({ seq }) => seq > afterSeq).slice(0, pageSize),
        seq: changes.length,
      }),
      0,
    )
    hear({ method: 'heartBeat', seq: changes.length })
    await settle()
    expect(called()).toHaveLength(changes.length)
  })

  it('tells the console alone of connections', () => {
    const info = vi.spyOn(console, 'info').mockReturnValue()
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const socket = Object.assign(new EventTarget(), { close: () => undefined })
    const connect = ((...[, , options]: Parameters<typeof connectSocket>) => {
      options?.createSocket?.('')
      return { close: () => undefined }
    }) as unknown as typeof connectSocket
    const nothing = () => undefined
    followAlarms({
      ...{
        projectId: 'P',
        userId: 'U',
        token: 'secret',
        language: () => 'zh' as const,
        since: null,
        connect,
      },
      ...{ onNews: nothing, onList: nothing, onLink: nothing, onSign: nothing },
      load: async () => ({ list: [], seq: 0 }),
      baseUrl: 'ws://farm.example',
      createSocket: () => socket as unknown as WebSocket,
    })
    socket.dispatchEvent(new Event('open'))
    socket.dispatchEvent(new Event('error'))
    socket.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }))
    const logged = [...info.mock.calls, ...warn.mock.calls].flat().join(' ')
    expect([info.mock.calls.length, warn.mock.calls.length]).toEqual([2, 1])
    expect(logged).toContain('1006')
    expect(logged).not.toContain('secret')
    vi.restoreAllMocks()
  })
})
