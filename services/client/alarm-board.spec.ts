import { describe, expect, it } from 'vitest'
import {
  type AlarmBoard,
  type DeviceAlarm,
  emptyBoard,
  silenced,
  withList,
  withNews,
  withoutPopUps,
} from './alarm-board'

const alarmOf = (fid: string, seq: number, change: Partial<DeviceAlarm> = {}) =>
  ({
    fid,
    seq,
    deviceId: fid,
    type: 'STALL',
    state: 0,
    alarmState: 'UNACK',
    ...change,
  }) as unknown as DeviceAlarm
const raised = (...fids: string[]) =>
  withNews(
    emptyBoard('P'),
    fids.map((fid, at) => ({ alarm: alarmOf(fid, at + 1), isCall: true })),
  )
const change = (board: AlarmBoard, alarm: DeviceAlarm) => withNews(board, [{ alarm, isCall: false }])
const notices = (board: AlarmBoard) =>
  board.open.map(({ alarm, isGone }) => `${alarm.fid} ${isGone ? 'gone' : alarm.alarmState}`)

describe('a notice', () => {
  it.each<[string, Partial<DeviceAlarm>]>([
    ['has returned', { alarmState: 'RTN_UNACK' }],
    ['was acknowledged', { alarmState: 'ACKED' }],
    ['is over', { alarmState: 'NORMAL', state: 1 }],
    ['was shelved', { alarmState: 'SHELVED', state: 2 }],
  ])('stays and says so when its alarm %s; it is closed by a person alone', (_, now) => {
    const board = change(raised('T1'), alarmOf('T1', 5, now))
    expect(notices(board)).toEqual([`T1 ${now.alarmState}`])
    expect(board.alarms.size).toBe(now.state === undefined ? 1 : 0)
    expect(notices(withoutPopUps(board, ['T1']))).toEqual([])
  })

  it('takes no older state than it has', () => {
    const board = change(raised('T1'), alarmOf('T1', 5, { alarmState: 'NORMAL', state: 1 }))
    expect(notices(change(board, alarmOf('T1', 4, { alarmState: 'ACKED' })))).toEqual(['T1 NORMAL'])
  })

  it('gives its place to the next alarm of the same device and type, and to no other', () => {
    const over = change(raised('T1', 'T2'), alarmOf('T1', 5, { alarmState: 'NORMAL', state: 1 }))
    const again = { alarm: alarmOf('T1-again', 6, { deviceId: 'T1' }), isCall: true }
    expect(notices(withNews(over, [again]))).toEqual(['T2 UNACK', 'T1-again UNACK'])
  })

  it('of an alarm that a new list has no more says that it is gone, not what it last was', () => {
    const board = change(raised('T1', 'T2', 'T3'), alarmOf('T3', 4, { alarmState: 'NORMAL', state: 1 }))
    const listed = withList(board, [alarmOf('T2', 8, { alarmState: 'ACKED' })], 9)
    expect(notices(listed)).toEqual(['T1 gone', 'T2 ACKED', 'T3 NORMAL'])
    expect([...listed.alarms.keys()]).toEqual(['T2'])
  })
})

describe('the sound', () => {
  it('ends with silence, which acknowledges nothing and closes nothing', () => {
    const board = silenced(raised('T1', 'T2'))
    expect(board.sounding).toEqual([])
    expect(notices(board)).toEqual(['T1 UNACK', 'T2 UNACK'])
    expect([...board.alarms.values()].map(({ alarmState }) => alarmState)).toEqual(['UNACK', 'UNACK'])
    const next = withNews(board, [{ alarm: alarmOf('T3', 3), isCall: true }])
    expect(next.sounding).toEqual(['T3'])
  })

  it('of an alarm ends when it is acknowledged, not when it has only returned', () => {
    const board = change(raised('T1', 'T2'), alarmOf('T1', 5, { alarmState: 'ACKED' }))
    expect(change(board, alarmOf('T2', 6, { alarmState: 'RTN_UNACK' })).sounding).toEqual(['T2'])
  })
})
