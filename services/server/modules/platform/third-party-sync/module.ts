import { thirdSyncCalls as calls } from '@services/contract/areas/platform/third-party-sync'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { type Selectable, sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { pageOf } from '../../../database/page'
import { holdsKeyword } from '../../../database/search'
import { ApiError, noRight } from '../../../http/errors'
import type { CallContext, ServerModule, Tx } from '../../../module'
import type { Third, What } from './directory'
import { undoableRuns } from './history'
import { LISTED } from './notes'
import { type Removal, removeTicked } from './remove'
import { synchronise, type Wish } from './run'
import { migrations, type ThirdSyncItemTable } from './tables'
import { totalsOf } from './totals'
import { type UndoWish, undoRun } from './undo'

const SEE = 'system.config'
const EDIT = `${SEE}:btn_edit`
/** A directory has all units and people. */
const OF_ALL = { unbounded: 'What is sent and taken is of all units' } as const
const CHANGE_ALL = { code: EDIT, units: OF_ALL } as const
const SYNC = 'thirdSync'
const REMOVE = 'thirdSyncRemove'
const UNDO = 'thirdSyncUndo'

/** Whoever changes the organisation from outside may change it from inside; whoever sends it out may see it. */
const RIGHTS: Readonly<Record<What, readonly [toThem: readonly string[], toUs: readonly string[]]>> = {
  organize: [
    ['permission.organize'],
    ['permission.organize:btn_addDep', 'permission.organize:btn_edit', 'permission.organize:btn_remove'],
  ],
  user: [['permission.user'], ['permission.user:btn_add', 'permission.user:btn_edit']],
}

/** What the jobs are, in words. */
const SYNC_TITLE: Readonly<Record<Third, Readonly<Record<What, string>>>> = {
  wecom: { organize: '@job.syncWecomUnits', user: '@job.syncWecomPeople' },
  dingtalk: { organize: '@job.syncDingtalkUnits', user: '@job.syncDingtalkPeople' },
}
const REMOVE_TITLE: Readonly<Record<Third, string>> = {
  wecom: '@job.removeWecom',
  dingtalk: '@job.removeDingtalk',
}
const UNDO_TITLE: Readonly<Record<Third, string>> = {
  wecom: '@job.undoWecom',
  dingtalk: '@job.undoDingtalk',
}

const thirdOf = (type: string): Third => (type === '1' ? 'wecom' : 'dingtalk')

/** Units and people, here and in the directories of WeCom and DingTalk: all of them, and so by nobody who administers some. */
export const thirdPartySyncModule: ServerModule = {
  name: 'third-party-sync',
  migrations,
  register({ db, services, handle }) {
    const tell = () => services.sockets.broadcast({ method: 'changed', tags: ['thirdSync'] })
    services.jobTable.kind<Wish>(SYNC, {
      opens: [],
      async run(job) {
        await tell()
        await synchronise(services, job)
        return {}
      },
      ended: tell,
    })
    services.jobTable.kind<Removal>(REMOVE, {
      opens: [],
      async run(job) {
        await tell()
        await removeTicked(services, job)
        return {}
      },
      ended: tell,
    })

    services.jobTable.kind<UndoWish>(UNDO, {
      // Whoever owns something by now stays.
      opens: ['record'],
      async run(job) {
        await tell()
        await undoRun(services, job)
        return {}
      },
      ended: tell,
    })

    /** Starts the only job of a directory that there is. @throws ApiError 400 beside another */
    const start = async (
      context: CallContext,
      third: Third,
      kinds: readonly What[],
      begin: () => Promise<string>,
    ) => {
      await context.db.transaction().execute(async (tx) => {
        await refuseSecond(tx, third)
        const job_id = await begin()
        for (const what of kinds)
          await tx
            .insertInto('third_sync_run')
            .values({ third, what, job_id, synced_at: null })
            .onConflict((on) => on.columns(['third', 'what']).doUpdateSet({ job_id }))
            .execute()
      })
    }
    const synchroniseBy =
      (third: Third, what: What) =>
      async (
        context: CallContext,
        { type, isTrial = 0 }: InputOf<(typeof calls)['thirdSync.organizeToQy']>,
      ) => {
        const direction = type === '1' ? 1 : 0
        await demandRights(context, what, direction)
        if (!(await services.outbound.syncs(third, what)))
          throw new ApiError(CODE.badRequest, '@thirdSync.off')
        let jobId = ''
        await start(context, third, [what], async () => {
          const wish = { third, what, direction, isTrial: isTrial === 1 }
          jobId = await services.jobTable.start(context, SYNC, wish, { text: SYNC_TITLE[third][what] })
          return jobId
        })
        await context.audit({
          action: isTrial === 1 ? 'thirdSync.try' : 'thirdSync.run',
          target: `${third}/${what}`,
          after: { direction },
        })
        return { jobId }
      }
    handle(calls['thirdSync.organizeToQy'], CHANGE_ALL, synchroniseBy('wecom', 'organize'))
    handle(calls['thirdSync.userToQy'], CHANGE_ALL, synchroniseBy('wecom', 'user'))
    handle(calls['thirdSync.organizeToDing'], CHANGE_ALL, synchroniseBy('dingtalk', 'organize'))
    handle(calls['thirdSync.userToDing'], CHANGE_ALL, synchroniseBy('dingtalk', 'user'))

    handle(calls['thirdSync.total'], SEE, async (context, { type }) => ({
      list: await totalsOf(context, thirdOf(type)),
    }))
    handle(
      calls['thirdSync.items'],
      { code: SEE, units: OF_ALL },
      async (context, { type, keyword, synType, act, ...asked }) => {
        const { text } = context
        let rows = db
          .selectFrom('third_sync_item')
          .where('third', '=', thirdOf(type))
          .where(isAnyOf('act', LISTED))
          .where(
            sql<boolean>`run_id = (select shown_id from third_sync_run run
              where run.third = third_sync_item.third and run.what = third_sync_item.what)`,
          )
          .where(holdsKeyword(keyword, 'full_name', 'place'))
        if (synType) rows = rows.where('what', '=', synType)
        if (act) rows = rows.where('act', '=', act)
        const { list, pagination } = await pageOf(
          rows.selectAll().orderBy('what').orderBy('sort').orderBy('id'),
          asked,
        )
        return {
          list: list.map((row) => ({
            id: row.id,
            synType: row.what,
            direction: row.direction,
            act: row.act,
            fullName: row.full_name,
            place: row.place,
            isDone: row.is_done ? 1 : 0,
            standing: standingOf(row),
            reason: row.reason ? text(row.reason.text, row.reason.params) : '',
          })),
          pagination,
        }
      },
    )
    handle(calls['thirdSync.remove'], CHANGE_ALL, async (context, { type, ids }) => {
      const third = thirdOf(type)
      const chosen = await db
        .selectFrom('third_sync_item')
        .select(['what', 'direction'])
        .distinct()
        .where('third', '=', third)
        .where('act', '=', 'remove')
        .where('is_done', '=', false)
        .where(sql<boolean>`id = any(${[...ids]}::text[])`)
        .execute()
      if (chosen.length === 0) throw new ApiError(CODE.badRequest, '@thirdSync.nothing')
      for (const { what, direction } of chosen) await demandRights(context, what as What, direction)
      let jobId = ''
      await start(context, third, [...new Set(chosen.map(({ what }) => what as What))], async () => {
        jobId = await services.jobTable.start(context, REMOVE, { third, ids }, { text: REMOVE_TITLE[third] })
        return jobId
      })
      await context.audit({ action: 'thirdSync.remove', target: third, after: { count: ids.length } })
      return { jobId }
    })
    handle(
      calls['thirdSync.undo'],
      {
        ...CHANGE_ALL,
        touches: ['record'],
        why: 'Somebody whom a run has added and who owns records by now is not taken away again',
      },
      async (context, { type, synType }) => {
        const third = thirdOf(type)
        const run = (await undoableRuns(db, third)).find(({ what }) => what === synType)
        if (!run) throw new ApiError(CODE.badRequest, '@thirdSync.nothingToUndo')
        const { run_id: runId, what, direction, added, changed, removed } = run
        await demandRights(context, what, direction)
        let jobId = ''
        await start(context, third, [what], async () => {
          jobId = await services.jobTable.start(context, UNDO, { third, runId }, { text: UNDO_TITLE[third] })
          return jobId
        })
        // What is listed by now is how it went.
        await db
          .updateTable('third_sync_run')
          .set({ shown_id: runId })
          .where('third', '=', third)
          .where('what', '=', what)
          .execute()
        await context.audit({
          action: 'thirdSync.undo',
          target: `${third}/${what}`,
          after: { direction, added, changed, removed },
        })
        return { jobId }
      },
    )
  },
}

function standingOf({
  act,
  is_done,
  is_begun,
  is_undone,
  reason,
}: Pick<Selectable<ThirdSyncItemTable>, 'act' | 'is_done' | 'is_begun' | 'is_undone' | 'reason'>): string {
  if (act === 'fail') return 'failed'
  if (is_undone) return 'undone'
  if (!is_done) return is_begun ? 'unsure' : 'open'
  return reason ? 'kept' : 'done'
}

async function demandRights(context: CallContext, what: What, direction: number): Promise<void> {
  for (const right of RIGHTS[what][direction === 1 ? 1 : 0])
    if (!(await context.can(right))) throw noRight(right, right)
}

async function refuseSecond(tx: Tx, third: Third): Promise<void> {
  // Whoever starts one at this moment is not waited for: it is the one that runs.
  const { rows } = await sql<{ first: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${`third-sync ${third}`})) as first`.execute(tx)
  const open = await tx
    .selectFrom('third_sync_run')
    .innerJoin('job', 'job.id', 'third_sync_run.job_id')
    .select('job.id')
    .where('third', '=', third)
    .where('job.state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  if (open || rows[0]?.first !== true) throw new ApiError(CODE.badRequest, '@thirdSync.already')
}
