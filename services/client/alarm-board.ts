import type { alarmCalls } from '../contract/areas/field/alarm'
import type { ResponseOf } from '../contract/call'

/** An alarm as calls and frames bring it. */
export type DeviceAlarm = ResponseOf<(typeof alarmCalls)['deviceAlarm.list']>['list'][number]

/** What has become of an alarm, and whether people are called. */
export interface AlarmNews {
  readonly alarm: DeviceAlarm
  readonly isCall: boolean
}

/** A notice over the page: the alarm as it is known, from the call until somebody closes it. */
export interface AlarmNotice {
  readonly alarm: DeviceAlarm
  /** It has left the active list, and nobody has said how. */
  readonly isGone: boolean
}

/** `live`: everything the server has is here. `waiting`: the connection is being brought back. */
export type AlarmLink = 'connecting' | 'live' | 'waiting'

/** All that a screen shows of a project's alarms; never changed, only replaced. */
export interface AlarmBoard {
  readonly projectId: string
  /** Active ones, by id. */
  readonly alarms: ReadonlyMap<string, DeviceAlarm>
  /** Pop-ups that stand open, the oldest first; one a source and type, whatever becomes of its alarm. */
  readonly open: readonly AlarmNotice[]
  /** Ids that are to be heard, until somebody silences them. */
  readonly sounding: readonly string[]
  readonly link: AlarmLink
  /** Up to when what is shown is true; milliseconds since 1970. Null before anything has come. */
  readonly trueAt: number | null
  /** Whether the active list has been loaded. */
  readonly isLoaded: boolean
}

export const emptyBoard = (projectId: string): AlarmBoard => ({
  projectId,
  alarms: new Map(),
  open: [],
  sounding: [],
  link: 'connecting',
  trueAt: null,
  isLoaded: false,
})

/** Whether somebody has still to acknowledge it. */
export const isUnseen = ({ alarmState }: Pick<DeviceAlarm, 'alarmState'>): boolean =>
  alarmState === 'UNACK' || alarmState === 'RTN_UNACK' || alarmState === 'LATCHED_UNACK'

/** Takes in changes; an older one than what is known of its alarm changes nothing. */
export function withNews(board: AlarmBoard, news: readonly AlarmNews[]): AlarmBoard {
  const alarms = new Map(board.alarms)
  let { open, sounding } = board
  for (const { alarm, isCall } of news) {
    const known = alarms.get(alarm.fid)
    if (known && known.seq >= alarm.seq) continue
    if (alarm.state === 0) alarms.set(alarm.fid, alarm)
    else alarms.delete(alarm.fid)
    open = open.map((notice) => withAlarm(notice, alarm))
    if (isCall && alarm.state === 0) {
      open = [...open.filter((notice) => !isAboutSame(notice.alarm, alarm)), { alarm, isGone: false }]
      sounding = [...sounding.filter((fid) => fid !== alarm.fid), alarm.fid]
    }
    if (!isUnseen(alarm) || alarm.state !== 0) sounding = sounding.filter((fid) => fid !== alarm.fid)
  }
  return { ...board, alarms, open, sounding }
}

/** One alarm is open a source and type: the next one of them takes the place of the last. */
const isAboutSame = (one: DeviceAlarm, other: DeviceAlarm): boolean =>
  one.fid === other.fid || (one.deviceId === other.deviceId && one.type === other.type)

const withAlarm = (notice: AlarmNotice, alarm: DeviceAlarm): AlarmNotice =>
  notice.alarm.fid === alarm.fid && notice.alarm.seq < alarm.seq ? { alarm, isGone: false } : notice

/** Takes in the whole active list as it stood at `seq`; what is newer stays. */
export function withList(board: AlarmBoard, list: readonly DeviceAlarm[], seq: number): AlarmBoard {
  const alarms = new Map([...board.alarms].filter(([, alarm]) => alarm.seq > seq))
  for (const alarm of list) {
    const known = alarms.get(alarm.fid)
    if (!known || known.seq < alarm.seq) alarms.set(alarm.fid, alarm)
  }
  return {
    ...board,
    alarms,
    open: board.open.map((notice) => {
      const now = alarms.get(notice.alarm.fid)
      if (now) return withAlarm(notice, now)
      return { ...notice, isGone: notice.alarm.state === 0 }
    }),
    sounding: board.sounding.filter((fid) => alarms.has(fid)),
    isLoaded: true,
  }
}

export function withoutPopUps(board: AlarmBoard, fids: readonly string[]): AlarmBoard {
  return { ...board, open: board.open.filter(({ alarm }) => !fids.includes(alarm.fid)) }
}

/** Silence is no acknowledgement: the pop-ups and the list stay as they are. */
export const silenced = (board: AlarmBoard): AlarmBoard => ({ ...board, sounding: [] })
