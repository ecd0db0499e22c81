import type { AlarmFeedOptions, followAlarms } from '@services/client/alarm-feed'
import type { AlarmPlace as Place } from '@services/client/alarm-place'
import { type AlarmsOptions, type DeviceAlarm, shareAlarms } from '@services/client/alarms'

const NOW = Date.UTC(2026, 5, 1, 2, 20, 30)

/** A server that a spec plays: whoever holds the connection hears what it says. */
export function fakeAlarms() {
  const feeds = new Set<AlarmFeedOptions>()
  const stored = new Map<string, DeviceAlarm>()
  const kept = new Map<string, Place>()
  let seq = 0
  const follow: typeof followAlarms = (options) => {
    feeds.add(options)
    options.onLink('live')
    options.onList([...stored.values()], seq)
    return { close: () => feeds.delete(options) }
  }
  const report = (change: Partial<DeviceAlarm> & { fid: string }, isCall: boolean): DeviceAlarm => {
    seq += 1
    const alarm = { ...alarmOf(change.fid), ...stored.get(change.fid), ...change, seq, version: seq }
    if (alarm.state === 0) stored.set(alarm.fid, alarm)
    else stored.delete(alarm.fid)
    for (const feed of feeds) feed.onNews([{ alarm, isCall }], seq)
    return alarm
  }
  return {
    feeds,
    stored,
    share: (options: AlarmsOptions) =>
      shareAlarms({
        ...options,
        follow,
        places: { get: async (key) => kept.get(key) ?? null, put: (key, place) => kept.set(key, place) },
      }),
    raise: (fid: string, change: Partial<DeviceAlarm> = {}) => report({ fid, ...change }, true),
    change: (fid: string, change: Partial<DeviceAlarm>) => report({ fid, ...change }, false),
    cut: () => {
      for (const feed of feeds) feed.onLink('waiting')
    },
  }
}

export function alarmOf(fid: string): DeviceAlarm {
  return {
    id: fid,
    fid,
    projectId: 'P',
    project_id: 'P',
    inputField101: `${fid}号阀`,
    textareaField103: '电机堵转',
    datepickerfield104: '2026-06-01 10:20:30',
    state: 0,
    severity: 2,
    alarmState: 'UNACK',
    version: 1,
    seq: 1,
    calledSeq: 1,
    deviceId: fid,
    sourceKind: 'device',
    type: 'MOTOR_STALL',
    title: '电机堵转',
    occurrences: 1,
    chattering: 0,
    latch: 0,
    value: null,
    threshold: null,
    unit: '',
    firstTime: NOW,
    lastTime: NOW,
    ackUser: '',
    ackTime: null,
    ackNote: '',
    shelvedUntil: null,
    shelvedUser: '',
    shelveReason: '',
    clearedTime: null,
    closedTime: null,
  }
}
