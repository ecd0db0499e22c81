import { isAnyOf } from '../../../database/batches'
import type { CallContext, Services } from '../../../module'
import type { RunningJob } from '../job/worker'
import { asRefusal } from '../outbound/problem'
import { deleteUnit } from '../people/organize/writes'
import { togglePerson } from '../people/users/writes'
import type { Directory, Third } from './directory'
import { forgetLink } from './links'
import { refusalOf } from './notes'
import { directoryOf } from './run'

export interface Removal {
  readonly third: Third
  /** Of items that a run has named. */
  readonly ids: readonly string[]
}

interface Item {
  readonly what: string
  readonly direction: number
  readonly own_id: string
  readonly their_id: string
}

/** Removes what has been ticked: units and members are deleted, people of ours are disabled. */
export async function removeTicked(services: Services, job: RunningJob<Removal>): Promise<void> {
  const { third, ids } = job.input
  const context = await job.context()
  const { db } = context
  const directory = directoryOf(services, third, job.signal)
  const items = await db
    .selectFrom('third_sync_item')
    .selectAll()
    .where('third', '=', third)
    .where('act', '=', 'remove')
    .where('is_done', '=', false)
    .where(isAnyOf('id', ids))
    // What is below goes before what it stands in.
    .orderBy('sort', 'desc')
    .execute()
  await asRefusal(async () => {
    for (const [done, item] of items.entries()) {
      const params = { done, total: items.length }
      await job.report({ sentences: [{ text: '@thirdSync.removing', params }], ...params })
      const change = await removeOne(context, services, directory, item).then(
        () => ({ is_done: true, reason: null }),
        (error: unknown) => {
          const reason = refusalOf(error)
          if (!reason) throw error
          return { reason: JSON.stringify(reason) }
        },
      )
      await db.updateTable('third_sync_item').set(change).where('id', '=', item.id).execute()
      if (change.reason !== null) continue
      await forgetLink(db, third, item.what as 'organize' | 'user', item.own_id)
      // It can be undone for as long as what the run has done itself.
      await db
        .updateTable('third_sync_history')
        .set({ at: new Date() })
        .where('run_id', '=', item.run_id)
        .execute()
    }
  })
}

async function removeOne(
  context: CallContext,
  services: Services,
  directory: Directory,
  { what, direction, own_id, their_id }: Item,
): Promise<void> {
  if (direction !== 1)
    return what === 'organize' ? directory.removeDepartment(their_id) : directory.removeMember(their_id)
  if (what === 'organize') return deleteUnit(context, own_id)
  const person = await context.db
    .selectFrom('user_account')
    .select('status')
    .where('id', '=', own_id)
    .executeTakeFirst()
  if (person?.status === 1) await togglePerson(context, services, own_id)
}
