import type { Language } from '@runtime/text'
import { ALARM_PROTOCOL } from '../contract/areas/field/alarm-names'
import { type AlarmLink, type AlarmNews, type DeviceAlarm, isUnseen } from './alarm-board'
import { connectSocket, type Frame, type SocketState } from './socket'

/** The active list, or what has changed since `afterSeq`, and how far the project's changes had come then. */
export type LoadAlarms = (query: {
  readonly projectId: string
  readonly state?: number
  readonly afterSeq?: number
  readonly currentPage: number
  readonly pageSize: number
}) => Promise<{ readonly list: readonly DeviceAlarm[]; readonly seq: number }>

export interface AlarmFeedOptions {
  readonly projectId: string
  readonly userId: string
  readonly token: string
  readonly language: () => Language
  /** The last change that has been shown; null: nothing has. */
  readonly since: number | null
  readonly load: LoadAlarms
  readonly onNews: (news: readonly AlarmNews[], seq: number) => void
  readonly onList: (list: readonly DeviceAlarm[], seq: number) => void
  readonly onLink: (link: AlarmLink) => void
  /** Something has been heard: what is shown is true now. */
  readonly onSign: () => void
  readonly connect?: typeof connectSocket
  readonly createSocket?: (url: string, protocols: string[]) => WebSocket
  readonly baseUrl?: string
}

/** Rows of a page, as the map's list has them (`spec/shell-and-monitoring.md §9`). */
const EVERYTHING = { currentPage: 1, pageSize: 9999 } as const
/** Milliseconds after which a list that could not be loaded is asked for again. */
const RETRY = 2_000

/**
 * Follows the alarms of a project: each change once and in order, whatever happens to the network. What the socket leaves
 * out is asked for by its sequence; what the server cannot send again is replaced by the active list.
 */
export function followAlarms(options: AlarmFeedOptions): { close(): void } {
  const { projectId } = options
  let last = options.since
  let isLoaded = false
  /** The server has said how far it has told. */
  let isSynced = false
  let isClosed = false
  let isPulling = false
  let hasMore = false
  const retries = new Set<ReturnType<typeof setTimeout>>()
  /** For each list that is awaited, what is told in the meantime. */
  const awaiting = new Set<Map<string, DeviceAlarm>>()

  const again = (work: () => Promise<void>) => {
    if (isClosed) return
    const timer = setTimeout(() => {
      retries.delete(timer)
      void work()
    }, RETRY)
    retries.add(timer)
  }
  const tell = (news: readonly AlarmNews[], seq: number) => {
    for (const { alarm } of news) for (const told of awaiting) told.set(alarm.fid, alarm)
    options.onNews(news, seq)
  }
  /**
   * @param missedFrom where changes may have been lost: what calls since then is called now
   * @param told what has been told since the list was asked for first, by id: the list may be older than that
   */
  const loadList = async (
    missedFrom: number | null,
    told = new Map<string, DeviceAlarm>(),
  ): Promise<void> => {
    awaiting.add(told)
    try {
      const { list, seq } = await options.load({ projectId, state: 0, ...EVERYTHING })
      if (isClosed) return
      awaiting.delete(told)
      isLoaded = true
      last = Math.max(last ?? 0, seq)
      const untold = list.filter((alarm) => (told.get(alarm.fid)?.seq ?? -1) < alarm.seq)
      const missed = missedFrom === null ? [] : untold.filter((alarm) => alarm.seq > missedFrom)
      if (missed.length > 0) tell(asNews(missed, missedFrom ?? 0), last)
      options.onList([...untold, ...active(told, untold)], seq)
      if (isSynced) options.onLink('live')
    } catch {
      again(() => loadList(missedFrom, told))
    }
  }
  const pull = async (): Promise<void> => {
    hasMore = true
    if (isPulling || isClosed) return
    isPulling = true
    try {
      while (hasMore && !isClosed) {
        hasMore = false
        const afterSeq = last ?? 0
        const { list, seq } = await options.load({ projectId, afterSeq, ...EVERYTHING })
        if (isClosed) return
        const news = asNews(list, afterSeq)
        // A full page is not all of it: the next one begins where it ends.
        hasMore ||= list.length >= EVERYTHING.pageSize
        last = Math.max(last ?? 0, hasMore ? (news.at(-1)?.alarm.seq ?? seq) : seq)
        tell(news, last)
      }
    } catch {
      again(pull)
    } finally {
      isPulling = false
    }
  }
  const hear = (frame: Frame): void => {
    const { method, seq } = frame
    options.onSign()
    if (method === 'logout') close()
    else if (typeof seq !== 'number') return
    else if (method === 'deviceAlarm') hearAlarm(frame, seq)
    else if (method === 'refreshRequired') {
      const missedFrom = last
      last = seq
      isLoaded = false
      options.onLink('connecting')
      void loadList(missedFrom)
    } else hearWhere(method, seq)
  }
  /** How far the server has told. */
  const hearWhere = (method: string, seq: number): void => {
    last ??= seq
    if (seq > last) void pull()
    if (method !== 'alarmSync') return
    isSynced = true
    // Live is what has been loaded; what is raised before the list comes is called with it.
    if (isLoaded) options.onLink('live')
    else void loadList(last)
  }
  const hearAlarm = (frame: Frame, seq: number): void => {
    // Before the first word of where things stand nothing can be missing.
    if (last !== null && seq <= last) return
    if (last !== null && seq > last + 1) {
      void pull()
      return
    }
    last = seq
    tell([{ alarm: frame as unknown as DeviceAlarm, isCall: frame['popUp'] === 1 }], seq)
  }
  const became = (state: SocketState): void => {
    // Live is what the server has said to be so.
    isSynced = false
    if (state === 'connecting' || state === 'open') options.onLink('connecting')
    if (state === 'waiting') options.onLink('waiting')
  }
  const create = options.createSocket ?? ((url, protocols) => new WebSocket(url, protocols))
  const origin = options.baseUrl ?? location.origin.replace(/^http/, 'ws')
  const socket = (options.connect ?? connectSocket)(options.token, hear, {
    baseUrl: origin,
    onState: became,
    createSocket: () => logged(create(origin + pathOf(options, last), [ALARM_PROTOCOL, options.token])),
  })
  function close(): void {
    isClosed = true
    for (const timer of retries) clearTimeout(timer)
    socket.close()
  }
  return { close }
}

/** What has been told and is newer than the list, as far as it is active still. */
const active = (told: ReadonlyMap<string, DeviceAlarm>, untold: readonly DeviceAlarm[]) => {
  const newer = new Set(untold.map(({ fid }) => fid))
  return [...told.values()].filter((alarm) => alarm.state === 0 && !newer.has(alarm.fid))
}

const bySeq = (left: DeviceAlarm, right: DeviceAlarm) => left.seq - right.seq
/**
 * Of a change that was not seen itself, only what has become of it is known. People are called for what has called after
 * `seen` and waits for somebody still, what has returned or is latched in the meantime too.
 */
const asNews = (alarms: readonly DeviceAlarm[], seen: number): readonly AlarmNews[] =>
  [...alarms].sort(bySeq).map((alarm) => ({ alarm, isCall: isUnseen(alarm) && alarm.calledSeq > seen }))

/** The console alone hears of connections (`spec/shell-and-monitoring.md §4, §8`); people see whether what is shown is live. */
function logged(socket: WebSocket): WebSocket {
  socket.addEventListener('open', () => console.info('Device alarms: connected'))
  socket.addEventListener('error', () => console.warn('Device alarms: the connection failed'))
  socket.addEventListener('close', ({ code }) => console.info(`Device alarms: connection closed (${code})`))
  return socket
}

function pathOf({ userId, projectId, language }: AlarmFeedOptions, last: number | null): string {
  const query = new URLSearchParams({ projectId, language: language() })
  if (last !== null) query.set('since', String(last))
  return `/api/deviceAlarm/websocket/${encodeURIComponent(userId)}?${query}`
}
