import { UNDO_HOURS } from '@services/contract/areas/platform/third-party-sync'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../module'
import type { Third, What } from './directory'

const SINCE = sql<Date>`now() - make_interval(hours => ${sql.lit(UNDO_HOURS)})`

/** What a run is of. */
interface RunOf {
  readonly third: Third
  readonly what: What
  readonly direction: number
}

/** Writes a run down, and forgets of others what cannot be undone any more: what they have not done, and what is too old. */
export async function forgetRuns(db: Db, runId: string, { third, what, direction }: RunOf): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('third_sync_history')
      .values({ run_id: runId, third, what, direction, undone_at: null })
      .onConflict((on) => on.column('run_id').doNothing())
      .execute()
    await tx
      .updateTable('third_sync_run')
      .set({ shown_id: runId })
      .where('third', '=', third)
      .where('what', '=', what)
      .execute()
    await sql`
      delete from third_sync_item
      where third = ${third} and what = ${what} and (not (is_done or is_begun) or is_undone or run_id not in (
        select run_id from third_sync_history where undone_at is null and at > ${SINCE}))`.execute(tx)
    await sql`
      delete from third_sync_history run
      where third = ${third} and what = ${what} and run_id <> ${runId}
        and not exists (select from third_sync_item where run_id = run.run_id)`.execute(tx)
  })
}

/** A run that can be undone, with how much it has done. */
export interface Undoable {
  readonly run_id: string
  readonly what: What
  readonly direction: number
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** Of each kind the last run that has done something, and has not been undone. */
export async function undoableRuns(db: Db | Tx, third: Third): Promise<readonly Undoable[]> {
  const { rows } = await sql<Undoable>`
    select distinct on (run.what) run.run_id, run.what, run.direction, item.added, item.changed, item.removed
    from third_sync_history run
    join (
      select run_id, count(*) filter (where act = 'add')::int as added,
        count(*) filter (where act = 'change')::int as changed,
        count(*) filter (where act = 'remove')::int as removed
      from third_sync_item where (is_done or is_begun) and not is_undone and act in ('add', 'change', 'remove') group by run_id
    ) item on item.run_id = run.run_id
    where run.third = ${third} and run.undone_at is null and run.at > ${SINCE}
    order by run.what, run.at desc, run.run_id desc`.execute(db)
  return rows
}
