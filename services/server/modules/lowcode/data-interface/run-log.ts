import { newId } from '@runtime/id'
import { sql } from 'kysely'
import { forEverybody } from '../../../database/call-scope'
import type { Log } from '../../../log'
import type { Db } from '../../../module'

/** Days that runs are kept. */
export const RUNS_KEPT_DAYS = 30
/** Milliseconds after which what has run is written. */
const WRITE_AFTER = 1000
const CLEAN_EVERY = 6 * 3600 * 1000
/** Longest reason that is kept. */
const REASON_LENGTH = 1000

export interface Run {
  readonly interfaceId: string
  readonly userId: string
  readonly at: Date
  /** Milliseconds. */
  readonly took: number
  readonly rows: number
  readonly error: string
  /** A draft that somebody tried. */
  readonly isTrial?: boolean
}

/** The log of runs. Written together and later: nobody waits for it. */
export interface RunLog {
  add(run: Run): void
  /** Writes what is waiting. */
  flush(): Promise<void>
  close(): Promise<void>
}

export function openRunLog(db: Db, log: Log): RunLog {
  let waiting: Run[] = []
  let writing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const runs = waiting
    waiting = []
    if (runs.length > 0)
      writing = writing
        // Of whomever: the call that ran one may be over, or its client gone, when it is written.
        .then(() => forEverybody(() => write(db, runs)))
        .catch((error: unknown) => log.warn(`runs of data interfaces could not be logged: ${String(error)}`))
    return writing
  }
  const clean = () =>
    removeOldRuns(db).catch((error: unknown) => log.warn(`old runs could not be removed: ${String(error)}`))
  const cleaning = setInterval(clean, CLEAN_EVERY)
  cleaning.unref()
  writing = clean()
  return {
    add(run) {
      waiting.push(run)
      timer ??= setTimeout(flush, WRITE_AFTER)
    },
    flush,
    async close() {
      clearInterval(cleaning)
      await flush()
    },
  }
}

export async function removeOldRuns(db: Db): Promise<void> {
  await sql`
    delete from data_interface_run where at < now() - make_interval(days => ${RUNS_KEPT_DAYS}::int)`.execute(
    db,
  )
}

async function write(db: Db, runs: readonly Run[]): Promise<void> {
  // An interface may have been deleted in the meantime.
  await sql`
    insert into data_interface_run (id, interface_id, user_id, at, took, row_count, error, is_trial)
    select run.* from jsonb_to_recordset(${JSON.stringify(runs.map(columnsOf))}::jsonb)
      as run(id text, interface_id text, user_id text, at timestamptz, took int, row_count int, error text, is_trial int)
    join data_interface on data_interface.id = run.interface_id`.execute(db)
}

function columnsOf({ interfaceId, userId, at, took, rows, error, isTrial = false }: Run) {
  return {
    id: newId(),
    interface_id: interfaceId,
    user_id: userId,
    at,
    took: Math.round(took),
    row_count: rows,
    error: error.slice(0, REASON_LENGTH),
    is_trial: isTrial ? 1 : 0,
  }
}
