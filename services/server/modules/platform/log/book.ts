import { sql } from 'kysely'
import { isTimeout, isUnavailable } from '../../../database/connect'
import type { HeardRequest } from '../../../http/heard'
import type { Log } from '../../../log'
import type { CallContext, Db } from '../../../module'
import { LOG_KIND, type LogEntryTable } from './tables'

/** How a sign-in ended: `''` let in, else the locale key of the refusal. */
export interface SignIn {
  /** As it was typed; kept only where there is such an account. */
  readonly account: string
  readonly userId?: string
  readonly refusal: string
}

/** Takes note of what is to stand in the log; written in batches, off the requests. */
export interface LogBook {
  request(request: HeardRequest): void
  signIn(context: Pick<CallContext, 'ip' | 'userAgent' | 'requestId'>, signIn: SignIn): void
  /** Writes what waits. */
  flush(): Promise<void>
  /** Entries that were given up because too many waited. */
  lost(): number
}

type Entry = Omit<LogEntryTable, 'id'>

/** Entries that wait at most; above it the newest are given up. A second of 5,000 requests fills half of it. */
const MOST_WAITING = 10_000
/** Entries in one statement. */
const BATCH = 1_000
/** Of the reads one in so many is kept, and every one that took as long as this, in milliseconds. */
const SAMPLE = 50
const SLOW = 1_000

export function openLogBook(db: Db, log: Log): LogBook {
  const waiting: Entry[] = []
  let lost = 0
  let reads = 0
  let writing: Promise<void> = Promise.resolve()
  const add = (entry: Entry) => {
    if (waiting.length < MOST_WAITING) waiting.push(entry)
    else lost++
  }
  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      try {
        await insert(db, batch)
      } catch (error) {
        // A database that is away will be back; what it refuses, it would refuse again and again.
        if (isUnavailable(error) || isTimeout(error)) throw error
        lost += batch.length
        log.warn(`${batch.length} entries of the log were refused: ${error}`)
      }
      waiting.splice(0, batch.length)
    }
  }
  return {
    request({ isRead, failure, ...heard }) {
      const isKept = !isRead || heard.duration >= SLOW || reads++ % SAMPLE === 0
      if (!isKept && !failure) return
      const { userId: user_id, requestId: request_id, ...rest } = heard
      const entry = { ...rest, user_id, request_id, message: '', stack: '' }
      if (isKept) add({ ...entry, category: LOG_KIND.request })
      if (failure) add({ ...entry, ...failure, category: LOG_KIND.error })
    },
    signIn({ ip, userAgent, requestId }, { account, userId = '', refusal }) {
      add({
        ...{ at: new Date(), category: LOG_KIND.login, user_id: userId, account: account.slice(0, 100) },
        ...{ ip, device: userAgent, request_id: requestId, call: 'session.login', method: '', url: '' },
        ...{ duration: 0, status: refusal === '' ? 1 : 0, message: refusal, stack: '' },
      })
    },
    flush() {
      // One after the other; what could not be written waits for the next time.
      writing = writing.then(write).catch((error: unknown) => {
        log.warn(`the log could not be written: ${error}`)
      })
      return writing
    },
    lost: () => lost,
  }
}

async function insert(db: Db, batch: readonly Entry[]): Promise<void> {
  const of = <K extends keyof Entry>(member: K) => batch.map((entry) => heldOf(entry[member]))
  await sql`
    insert into log_entry (at, category, user_id, account, ip, device, request_id, call, method, url, duration,
      status, message, stack)
    select one.at, one.category, coalesce(nullif(one.user_id, ''), known.id, ''),
      case when one.user_id <> '' then one.account else coalesce(known.account, '') end,
      one.ip, one.device, one.request_id, one.call, one.method, one.url, one.duration, one.status, one.message, one.stack
    from unnest(${of('at')}::timestamptz[], ${of('category')}::smallint[], ${of('user_id')}::text[],
      ${of('account')}::text[], ${of('ip')}::text[], ${of('device')}::text[], ${of('request_id')}::text[],
      ${of('call')}::text[], ${of('method')}::text[], ${of('url')}::text[], ${of('duration')}::int[],
      ${of('status')}::int[], ${of('message')}::text[], ${of('stack')}::text[])
      as one(at, category, user_id, account, ip, device, request_id, call, method, url, duration, status, message, stack)
    left join user_account known on one.user_id = '' and one.account <> '' and lower(known.account) = lower(one.account)`.execute(
    db,
  )
}

/** No text of a database holds a NUL. */
const heldOf = <T>(value: T) => (typeof value === 'string' ? value.replaceAll('\0', '') : value)
