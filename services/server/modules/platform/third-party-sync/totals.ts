import { sql } from 'kysely'
import type { CallContext } from '../../../module'
import type { Sentence } from '../job/board'
import type { Third } from './directory'
import { type Undoable, undoableRuns } from './history'

interface Row {
  readonly synType: string
  readonly recordTotal: number
  readonly synSuccessCount: number
  readonly synFailCount: number
  readonly synced_at: Date | null
  readonly job_id: string
  readonly state: string | null
  readonly sentence: Sentence | null
  readonly failure: Sentence | null
}

/** How much is synchronised, units and people. */
export async function totalsOf({ db, text }: CallContext, third: Third) {
  const { rows } = await sql<Row>`
    with own as (
      select 'organize' as what, id from organize where enabled_mark = 1
      union all select 'user', id from user_account where status = 1
    )
    select kind.what as "synType",
      (select count(*)::int from own where own.what = kind.what) as "recordTotal",
      (select count(*)::int from own join third_sync_link link on link.own_id = own.id and link.what = own.what
        where own.what = kind.what and link.third = ${third}) as "synSuccessCount",
      (select count(*)::int from third_sync_item item
        where item.third = ${third} and item.what = kind.what and item.act = 'fail') as "synFailCount",
      run.synced_at, coalesce(run.job_id, '') as job_id, job.state, job.sentence, job.failure
    from (values ('organize'), ('user')) as kind (what)
    left join third_sync_run run on run.third = ${third} and run.what = kind.what
    left join job on job.id = run.job_id
    order by kind.what`.execute(db)
  const undoable = await undoableRuns(db, third)
  const said = (sentence: Sentence | null) => (sentence ? text(sentence.text, sentence.params) : '')
  return rows.map(({ synced_at, job_id, state, sentence, failure, ...row }) => {
    const isOpen = state === 'waiting' || state === 'running'
    const open = said(sentence) || text('@thirdSync.waiting')
    return {
      ...row,
      unSynCount: Math.max(0, row.recordTotal - row.synSuccessCount),
      synDate: synced_at?.getTime() ?? null,
      jobId: isOpen ? job_id : '',
      standing: isOpen ? open : said(failure),
      undo: undoOf(
        text,
        undoable.find(({ what }) => what === row.synType),
      ),
    }
  })
}

/** What taking the last run back would mean, in words; empty where there is none. */
function undoOf(text: CallContext['text'], run: Undoable | undefined): string {
  if (!run) return ''
  const { what: kind, direction, added, changed, removed } = run
  const side = direction === 1 ? 'Here' : 'There'
  const what = [
    added > 0 && text(`@thirdSync.undoAdded${side}`, { count: added }),
    changed > 0 && text('@thirdSync.undoChanged', { count: changed }),
    removed > 0 && text(`@thirdSync.undoRemoved${side}`, { count: removed }),
  ]
    .filter((part) => part !== false)
    .join(text('@thirdSync.semicolon'))
  return text('@thirdSync.undoOf', {
    kind: text(`@thirdSync.${kind}`),
    direction: text(direction === 1 ? '@thirdSync.toUs' : '@thirdSync.toThem'),
    what,
  })
}
