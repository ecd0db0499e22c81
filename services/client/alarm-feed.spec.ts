import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AlarmNews, DeviceAlarm } from './alarm-board'
import { followAlarms, type LoadAlarms } from './alarm-feed'
import type { connectSocket, Frame, SocketState } from './socket'

const alarmOf = (fid: string, seq: number) =>
  ({ fid, seq, state: 0, alarmState: 'UNACK' }) as unknown as DeviceAlarm

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
    const asked: string[] = []
    const { hear, lists, links, feed } = play(async ({ afterSeq }) => {
      if (isDown) throw new Error('away')
      asked.push(afterSeq === undefined ? 'list' : 'changes')
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
    expect(asked).toEqual(['list', 'list', 'changes'])
    expect(lists).toHaveLength(2)
    expect(links.at(-1)).toBe('live')
    feed.close()
  })
})
