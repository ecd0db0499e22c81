import { sql } from 'kysely'
import type { Db } from '../../../module'
import { lastSeq, zoneOf } from './list'
import type { AlarmListener } from './listener'
import { type AlarmNews, newsAfter } from './stream'
import { alarmToWire } from './wire'

/** Most that is sent again; who has missed more loads the active list. */
export const MOST_REPLAYED = 1_000
/** Changes read from the table at once. */
const READ = 200

/** What is known of a project that somebody here listens to. */
interface Feed {
  readonly projectId: string
  readonly listeners: Set<AlarmListener>
  readonly zone: Promise<string>
  /** Up to where the table has been read; undefined until it has been once. */
  cursor: number | undefined
  isReading: boolean
  hasMore: boolean
}

/**
 * Brings changes of alarms to the browsers of this server: all of them, once, in order. The table is the truth; a nudge says
 * only that there is more to read, so a lost one costs time and nothing else.
 */
export interface AlarmDelivery {
  /** A browser has come, with everything up to `since` or with nothing. */
  join(listener: AlarmListener, projectId: string, since: number | undefined): Promise<void>
  leave(listener: AlarmListener): void
  /** There may be more of a project. */
  nudge(projectId: string): void
  /** Looks for what nobody has nudged about: another server died, or the bus was away. */
  sweep(): Promise<void>
  listeners(): Iterable<AlarmListener>
}

export function createAlarmDelivery(db: Db, failed: (error: unknown) => void): AlarmDelivery {
  const feeds = new Map<string, Feed>()

  const feedOf = (projectId: string): Feed => {
    const known = feeds.get(projectId)
    if (known) return known
    const zone = zoneOf(db, projectId)
    // Whoever tells something waits for it, and hears of a failure there.
    zone.catch(() => feeds.delete(projectId))
    const feed: Feed = {
      projectId,
      listeners: new Set(),
      zone,
      cursor: undefined,
      isReading: false,
      hasMore: false,
    }
    feeds.set(projectId, feed)
    return feed
  }

  const read = async (feed: Feed) => {
    feed.hasMore = true
    if (feed.isReading) return
    feed.isReading = true
    try {
      feed.cursor ??= await lastSeq(db, feed.projectId)
      while (feed.hasMore && feed.listeners.size > 0) {
        feed.hasMore = false
        const news = await newsAfter(db, feed.projectId, feed.cursor, READ)
        if (news.length === 0) break
        const texts = createTexts(feed.projectId, await feed.zone)
        for (const one of news) {
          feed.cursor = one.seq
          for (const listener of feed.listeners) tell(listener, feed.projectId, one, texts)
        }
        feed.hasMore ||= news.length === READ
      }
    } finally {
      feed.isReading = false
      // Nobody listened for a while: whoever comes next begins where the table stands then.
      if (feed.listeners.size === 0) feeds.delete(feed.projectId)
    }
  }

  /** What lies between a listener's place and the end of the table. */
  const catchUp = async (listener: AlarmListener, projectId: string, zone: Promise<string>) => {
    for (;;) {
      const sent = listener.sent.get(projectId) ?? 0
      const news = await newsAfter(db, projectId, sent, READ)
      // What lies between is not kept any more.
      if (news[0] && news[0].seq > sent + 1) return skipTo(listener, projectId, await lastSeq(db, projectId))
      const texts = createTexts(projectId, await zone)
      for (const one of news) tell(listener, projectId, one, texts)
      if (news.length < READ || listener.isSlow || !listener.isOpen) return
    }
  }

  /** A slow reader that has read loads the list and is live again; anybody else gets what never came. */
  const mend = async (listener: AlarmListener, feed: Feed, last: number) => {
    const isBehind = (listener.sent.get(feed.projectId) ?? 0) < last
    if (!isBehind || listener.isSlow) return
    if (!listener.hasMissed || !listener.isFull) return catchUp(listener, feed.projectId, feed.zone)
    listener.hasMissed = false
    skipTo(listener, feed.projectId, last)
  }

  return {
    async join(listener, projectId, since) {
      const last = await lastSeq(db, projectId)
      const isTooFar = since !== undefined && (since > last || last - since > MOST_REPLAYED)
      listener.sent.set(projectId, since === undefined || isTooFar ? last : since)
      if (isTooFar) listener.control('refreshRequired', projectId)
      const feed = feedOf(projectId)
      feed.listeners.add(listener)
      await read(feed)
      // What came while it was being read is told to nobody whose turn had not come.
      const isBehind = () => (listener.sent.get(projectId) ?? 0) < (feed.cursor ?? 0)
      do await catchUp(listener, projectId, feed.zone)
      while (isBehind() && listener.isOpen && !listener.isSlow)
      listener.control('alarmSync', projectId)
    },
    leave(listener) {
      for (const feed of feeds.values()) {
        feed.listeners.delete(listener)
        if (feed.listeners.size === 0 && !feed.isReading) feeds.delete(feed.projectId)
      }
    },
    nudge(projectId) {
      const feed = feeds.get(projectId)
      if (feed && feed.listeners.size > 0) void read(feed).catch(failed)
    },
    async sweep() {
      const live = [...feeds.values()].filter(({ listeners }) => listeners.size > 0)
      if (live.length === 0) return
      const rows = await db
        .selectFrom('alarm_stream')
        .select(['project_id', 'last'])
        .where(sql<boolean>`project_id = any(${live.map(({ projectId }) => projectId)}::text[])`)
        .execute()
      const lasts = new Map(rows.map(({ project_id, last }) => [project_id, last]))
      for (const feed of live) {
        const last = lasts.get(feed.projectId) ?? 0
        if (last > (feed.cursor ?? 0)) await read(feed)
        for (const listener of feed.listeners) await mend(listener, feed, last)
      }
    },
    *listeners() {
      const seen = new Set<AlarmListener>()
      for (const feed of feeds.values())
        for (const listener of feed.listeners)
          if (!seen.has(listener)) {
            seen.add(listener)
            yield listener
          }
    },
  }
}

function skipTo(listener: AlarmListener, projectId: string, last: number): void {
  listener.sent.set(projectId, last)
  listener.control('refreshRequired', projectId)
}

/** What has been told is not told again, and before what is missing nothing is. */
function tell(
  listener: AlarmListener,
  projectId: string,
  news: AlarmNews,
  texts: (news: AlarmNews, listener: AlarmListener) => string,
): void {
  const sent = listener.sent.get(projectId) ?? 0
  if (news.seq !== sent + 1) return
  if (listener.isSlow) {
    listener.hasMissed = true
    return
  }
  listener.sent.set(projectId, news.seq)
  if (listener.isFull || news.calls) listener.send(texts(news, listener))
}

/** Each change is put into words once a language, however many listen. */
function createTexts(projectId: string, zone: string) {
  const written = new Map<string, string>()
  return (
    { seq, kind, calls, at, alarm }: AlarmNews,
    { language, translate: say }: AlarmListener,
  ): string => {
    const key = `${language} ${projectId} ${seq}`
    const known = written.get(key)
    if (known !== undefined) return known
    const frame = {
      ...alarmToWire(alarm, say, zone),
      method: 'deviceAlarm',
      seq,
      kind,
      popUp: calls ? 1 : 0,
      at,
    }
    const text = JSON.stringify(frame)
    written.set(key, text)
    return text
  }
}
