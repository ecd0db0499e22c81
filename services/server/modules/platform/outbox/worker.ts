import { OUTBOX_STATE } from '@services/contract/areas/platform/outbox'
import { sql } from 'kysely'
import { OUTBOX } from '../../../limits'
import type { Db } from '../../../module'
import type { Secrets } from '../../../secrets/secrets'

/** What is to be sent, as a carrier gets it. */
export interface Parcel {
  /** The same for every attempt: a carrier passes it on, so that whoever gets it twice can see that it is one. */
  readonly id: string
  readonly target: string
  readonly title: string
  readonly payload: unknown
}

/** Why an attempt failed; `isFinal`: it will not go better later. */
export interface Failure {
  readonly text: string
  readonly params: Readonly<Record<string, string | number>>
  readonly isFinal: boolean
  /** Milliseconds for which the other side wants to be left alone. */
  readonly retryAfter?: number | undefined
  /** It is not to leave before then: tried from there on, for another day. */
  readonly notBefore?: Date | undefined
}

/** Hands a parcel over and answers what the other side said; what it throws is told by `failureOf`. */
export interface Carrier {
  send(parcel: Parcel): Promise<string>
  failureOf(error: unknown): Failure | undefined
}

/** Milliseconds as an interval of PostgreSQL. */
const span = (milliseconds: number) => sql`(${milliseconds}::float8 * interval '1 millisecond')`

export const placeOf = (id: string): string => `outbox/${id}`

interface Claimed {
  readonly id: string
  readonly channel: string
  readonly target: string
  readonly title: string
  readonly payload: string
  readonly attempts: number
}

/**
 * Sends what is due, at least once each: a parcel is claimed for a while before it is sent, and is due again when nobody has
 * said what became of it. Channels go beside each other: one whose other side hangs holds no other up.
 * @param changed is told when what is shown of parcels has changed
 */
export function createWorker(
  db: Db,
  secrets: Secrets,
  carriers: ReadonlyMap<string, Carrier>,
  failed: (error: unknown) => void,
  changed: () => void,
) {
  const dueChannels = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{ channel: string }>`
      select distinct channel from outbox where state = ${OUTBOX_STATE.waiting} and next_at <= now()`.execute(
      db,
    )
    return rows.map(({ channel }) => channel).filter((channel) => carriers.has(channel))
  }
  const claim = async (channel: string): Promise<readonly Claimed[]> => {
    const { rows } = await sql<Claimed>`
      update outbox set attempts = attempts + 1, is_claimed = true, next_at = now() + ${span(OUTBOX.lease)}
      where id in (
        select id from outbox
        where state = ${OUTBOX_STATE.waiting} and next_at <= now() and channel = ${channel}
          and (until is null or until > now())
        order by next_at limit ${OUTBOX.together} for update skip locked)
      returning id, channel, target, title, payload, attempts`.execute(db)
    return rows
  }

  /** Gives up what has not left in its time, and forgets what was in it; not what somebody sends at this moment. */
  const giveUpLate = () =>
    db
      .updateTable('outbox')
      .set({
        ...{ state: OUTBOX_STATE.failed, payload: '', is_claimed: false },
        answer: JSON.stringify({ text: '@outbox.tooLate', params: {} }),
      })
      .where('state', '=', OUTBOX_STATE.waiting)
      .where('until', '<=', sql<Date>`now()`)
      .where((where) => where.or([where('is_claimed', '=', false), where('next_at', '<=', sql<Date>`now()`)]))
      .execute()

  const sendOne = async ({ channel, payload, ...parcel }: Claimed): Promise<void> => {
    const carrier = carriers.get(channel)
    if (!carrier) return
    try {
      const opened = secrets.open(payload, placeOf(parcel.id))
      if (opened === undefined) return await fail(parcel, UNREADABLE)
      const text = await carrier.send({ ...parcel, payload: JSON.parse(opened) })
      await settle(parcel, {
        state: OUTBOX_STATE.sent,
        payload: '',
        sent_at: new Date(),
        answer: JSON.stringify({ text }),
      })
    } catch (error) {
      const failure = carrier.failureOf(error)
      if (!failure) failed(error)
      await fail(parcel, failure ?? { text: '@outbox.broken', params: {}, isFinal: false })
    }
  }

  const fail = ({ id, attempts }: Pick<Claimed, 'id' | 'attempts'>, failure: Failure) => {
    const { text, params, isFinal, retryAfter = 0, notBefore } = failure
    const answer = JSON.stringify({ text, params })
    if (notBefore) return settle({ id, attempts }, { next_at: notBefore, since: notBefore, answer })
    // As long again as it has been tried for, and no sooner than is asked for; who asks for years gets a last attempt after a day.
    const asked = span(Math.min(retryAfter, OUTBOX.givenUp))
    const pause = sql`least(${span(OUTBOX.longestPause)}, greatest(${span(OUTBOX.firstPause)}, now() - since))`
    const next = sql<Date>`now() + greatest(${pause}, ${asked})`
    const state = sql<number>`case when ${isFinal} or now() + ${pause} > since + ${span(OUTBOX.givenUp)}
      then ${OUTBOX_STATE.failed}::int else ${OUTBOX_STATE.waiting}::int end`
    return settle({ id, attempts }, { state, next_at: next, answer })
  }

  /** Says what became of an attempt, unless it took so long that somebody else has begun another. */
  const settle = async (
    { id, attempts }: Pick<Claimed, 'id' | 'attempts'>,
    change: object,
  ): Promise<void> => {
    await db
      .updateTable('outbox')
      .set({ ...change, is_claimed: false })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('state', '=', OUTBOX_STATE.waiting)
      .execute()
    changed()
  }

  const running = new Map<string, Promise<void>>()
  let looking: Promise<void> | undefined
  let isClosed = false
  const run = async (channel: string) => {
    for (let due = await claim(channel); due.length > 0; due = isClosed ? [] : await claim(channel))
      await Promise.all(due.map(sendOne))
  }
  const begin = (channel: string) => {
    if (running.has(channel) || isClosed) return
    const sending = run(channel)
      .catch(failed)
      .finally(() => running.delete(channel))
    running.set(channel, sending)
  }
  return {
    /** Begins to send all that is due; one run of a channel at a time. */
    work(): Promise<void> {
      if (isClosed) return Promise.resolve()
      looking ??= giveUpLate()
        .then(dueChannels)
        .then((channels) => channels.forEach(begin), failed)
        .finally(() => {
          looking = undefined
        })
      return looking
    },
    async clean(): Promise<void> {
      const { sent, failed: given } = OUTBOX_STATE
      await sql`delete from outbox
        where (state = ${sent} and created_at < now() - ${span(OUTBOX.keptSent)})
        or (state = ${given} and created_at < now() - ${span(OUTBOX.keptFailed)})`.execute(db)
    },
    async close(): Promise<void> {
      isClosed = true
      await looking
      await Promise.all(running.values())
    },
  }
}

const UNREADABLE: Failure = { text: '@outbound.secretUnreadable', params: {}, isFinal: true }
