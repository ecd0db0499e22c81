import { sql } from 'kysely'
import type { CallContext, Services } from '../../../module'
import type { RunningJob } from '../job/worker'
import { asRefusal } from '../outbound/problem'
import type { Third } from './directory'
import { restoreLinks } from './links'
import { refusalOf } from './notes'
import { directoryOf } from './run'
import { undoneHere } from './undo-here'
import { undoneThere } from './undo-there'
import type { DoneItem, Undoing } from './undoing'

/** What is taken back. */
export interface UndoWish {
  readonly third: Third
  /** A run that has done something. */
  readonly runId: string
}

/**
 * Takes back what a run has done: what was removed comes first, from the top down, then everything else, the last first, so
 * that each thing is found as the run left it. What somebody has changed since stays, and why is kept with it. One by one,
 * so that a job that is killed goes on where it was.
 */
export async function undoRun(services: Services, job: RunningJob<UndoWish>): Promise<void> {
  const { third, runId } = job.input
  const context = await job.context()
  const { db } = context
  const items = await db
    .selectFrom('third_sync_item')
    .selectAll()
    .where('run_id', '=', runId)
    .where((where) => where.or([where('is_done', '=', true), where('is_begun', '=', true)]))
    .where('is_undone', '=', false)
    .orderBy(sql`act <> 'remove'`)
    .orderBy(sql`case when act = 'remove' then sort else -sort end`)
    .execute()
  const [first] = items
  if (!first) return
  let done = 0
  const undoing: Undoing = {
    ...{ third, context, services, renewed: await renewedOf(context, third) },
    directory: directoryOf(services, third, job.signal),
    async tick() {
      const params = { done, total: items.length }
      await job.report({ sentences: [{ text: '@thirdSync.undoing', params }], ...params })
    },
  }
  await asRefusal(async () => {
    const undo = await (first.direction === 1 ? undoneHere(undoing) : undoneThere(undoing))(first.what)
    for (const item of items) {
      await undoing.tick()
      const change = await undo(item).then(
        async ({ reason, renewed }) => {
          await unlink(undoing, item, renewed)
          return {
            is_undone: true,
            reason: reason ? JSON.stringify(reason) : null,
            ...(renewed && { after: JSON.stringify({ id: renewed }) }),
          }
        },
        (error: unknown) => {
          const reason = refusalOf(error)
          if (!reason) throw error
          return { reason: JSON.stringify(reason) }
        },
      )
      await db.updateTable('third_sync_item').set(change).where('id', '=', item.id).execute()
      done++
    }
  })
  await db
    .updateTable('third_sync_history')
    .set({ undone_at: new Date() })
    .where('run_id', '=', runId)
    .execute()
}

/** What was removed stands for what it did; else what stood there before the run does. */
async function unlink(
  { context: { db }, third, renewed: all }: Undoing,
  item: DoneItem,
  renewed: string | undefined,
): Promise<void> {
  const { what, act, own_id: ownId, their_id: theirId, direction } = item
  if (act !== 'remove') {
    // What was added stands for nothing any more, also where it is not known what it did before.
    const replaced = item.replaced ?? (act === 'add' ? [] : undefined)
    if (replaced) await restoreLinks(db, { third, what }, { ownId, theirId }, replaced)
    return
  }
  const removed = direction === 1 ? ownId : theirId
  const id = renewed ?? removed
  all.set(removed, id)
  const pair = direction === 1 ? { ownId: id, theirId } : { ownId, theirId: id }
  await restoreLinks(db, { third, what }, pair, [{ ...pair, sent: '' }])
}

/** Departments of theirs or units of ours that have come back by another id. */
async function renewedOf({ db }: CallContext, third: Third): Promise<Map<string, string>> {
  const { rows } = await sql<{ old: string; renewed: string }>`
    select case when direction = 1 then own_id else their_id end as old, after ->> 'id' as renewed
    from third_sync_item
    where third = ${third} and what = 'organize' and act = 'remove' and is_undone and after ->> 'id' is not null
  `.execute(db)
  return new Map(rows.map(({ old, renewed }) => [old, renewed]))
}
