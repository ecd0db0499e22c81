import type { Frame, Member } from '../../../http/member'
import type { SocketHub } from '../../../http/sockets'
import type { Db, Tx } from '../../../module'
import { type Event, eventsAfter, lastOf, textOf } from './stream'

/** Most that is sent again; who has missed more begins anew. */
export const MOST_REPLAYED = 1_000

/** What one part of the product has to say of where things stand for a person. */
export type Standing = (tx: Tx, userId: string) => Promise<Readonly<Record<string, unknown>>>

/** Where a browser stands. */
interface Place {
  /** The last sequence it has been sent; undefined until it has been greeted. */
  sent: number | undefined
  /** Whether somebody is fetching for it what it lacks, and whether more has come in the meantime. */
  isFetching: boolean
  hasMore: boolean
}

/** Brings what people are told to their browsers on this server: all of it, once, in order. */
export interface Delivery {
  /** A browser has come, with everything up to `since` or with nothing. */
  greet(member: Member, since: number | undefined): Promise<void>
  /** Something has been told. What comes too early is fetched together with what should have come before. */
  deliver(events: readonly Event[]): void
  /** Fetches what has been told without anybody hearing of it here. */
  sweep(): Promise<void>
}

export function createDelivery(
  db: Db,
  sockets: SocketHub,
  standings: readonly Standing[],
  failed: (error: unknown) => void,
): Delivery {
  const places = new WeakMap<Member, Place>()

  /** Where things stand, and how far the person had been told at that very moment. */
  const snapshot = (userId: string, since: number | undefined) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const last = (await lastOf(tx, [userId])).get(userId) ?? 0
        const missed = since === undefined ? [] : await missedSince(tx, userId, since, last)
        const standing: Record<string, unknown> = {}
        for (const part of standings) Object.assign(standing, await part(tx, userId))
        return { last, missed, standing }
      })

  const fetchFor = async (member: Member, place: Place) => {
    place.hasMore = true
    if (place.isFetching || place.sent === undefined) return
    place.isFetching = true
    try {
      while (place.hasMore) {
        const { sent } = place
        place.hasMore = false
        const missed = await eventsAfter(db, member.user.userId, sent, Number.MAX_SAFE_INTEGER, MOST_REPLAYED)
        // What lies between is not kept any more.
        if (missed[0] && missed[0].seq > sent + 1) return member.terminate()
        for (const event of missed) if (event.seq === place.sent + 1) send(member, place, event)
        place.hasMore ||= missed.length === MOST_REPLAYED
      }
    } finally {
      place.isFetching = false
    }
  }
  const fetch = (member: Member, place: Place) => void fetchFor(member, place).catch(failed)

  return {
    async greet(member, since) {
      const place: Place = { sent: undefined, isFetching: false, hasMore: false }
      places.set(member, place)
      const { userId } = member.user
      const { last, missed, standing } = await snapshot(userId, since)
      for (const event of missed ?? []) member.sendText(textOf(event))
      const isReset = missed === undefined
      const online = sockets.online()
      const frame: Frame = { method: 'initMessage', seq: last, isReset, userId, onlineUsers: online }
      member.send({ ...frame, ...standing })
      place.sent = last
      await fetchFor(member, place)
    },
    deliver(events) {
      for (const event of events) {
        for (const member of sockets.membersOf(event.userId)) {
          const place = places.get(member)
          if (place?.sent === undefined || event.seq <= place.sent) continue
          if (event.seq === place.sent + 1) send(member, place, event)
          else fetch(member, place)
        }
      }
    },
    async sweep() {
      const here = sockets.usersHere()
      if (here.length === 0) return
      for (const [userId, last] of await lastOf(db, here))
        for (const member of sockets.membersOf(userId)) {
          const place = places.get(member)
          if (place?.sent !== undefined && place.sent < last) fetch(member, place)
        }
    },
  }
}

function send(member: Member, place: Place, event: Event): void {
  place.sent = event.seq
  member.sendText(textOf(event))
}

/** What was missed; undefined when it is more than is kept, or when the client has been told by somebody else. */
async function missedSince(
  tx: Tx,
  userId: string,
  since: number,
  last: number,
): Promise<readonly Event[] | undefined> {
  if (since > last || last - since > MOST_REPLAYED) return undefined
  const missed = await eventsAfter(tx, userId, since, last, MOST_REPLAYED)
  return missed.length === last - since ? missed : undefined
}
