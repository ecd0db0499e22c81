import { createStoredJudge, isSecret, SECRET_MASK, type StoredJudge } from '@runtime/form'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { isRecord } from '@runtime/json'
import type { Pieces } from '@runtime/pieces'
import { breathing } from '../../../../breath'
import type { CallContext, Db, Tx } from '../../../../module'
import { hostOf } from '../../online-development/host'
import { placesOf } from '../../online-development/places'
import { keyPath, namedBy } from '../../online-development/stored'
import { ownCopy, type RecordData } from '../../online-development/tables'
import { Findings, type RecordsFinding } from './findings'
import { keptValues } from './kept-values'
import { cutTo } from './needed'
import { countRecords, neededSql, pagesOf, type StoredRecord, spreadIds } from './pages'
import { type Tightened, tightenedBy } from './tightened'
import { findTwice } from './twice'

/** What stored records come to under a form. */
export interface RecordsReport {
  /** Records of the model that are not deleted. */
  readonly total: number
  /** So many of them have been judged. */
  readonly judged: number
  /** Whether these are all; findings of some count those alone. */
  readonly isExact: boolean
  readonly findings: readonly RecordsFinding[]
  /** Paths of the fields that may refuse what they took before. */
  readonly tightened: readonly string[]
}

export interface Judging {
  readonly modelId: string
  /** The form by which the records were saved; null: there was none. */
  readonly before: FormPlan | null
  /** The form by which they are judged. */
  readonly after: FormPlan
  readonly signal?: AbortSignal
  /** Records that are judged to the last one; of more a part. Default: `EXACT`. */
  readonly exact?: number
  /** Told after each page. */
  readonly onProgress?: (progress: { readonly judged: number; readonly total: number }) => void
}

/** Records that are all judged, and how many of more. */
export const EXACT = 100_000
export const SAMPLE = 10_000

type Around = Pick<CallContext, 'user' | 'language' | 'text'>

/**
 * Judges the stored records of a model by another form, as saves of them unchanged would be, in what that form may refuse and
 * the one before it took. Nothing is read where there is nothing of the kind. Ids of people, records and choices from elsewhere
 * stand as they were saved, and secrets stay sealed: of these it is only said where one is due and not there. Others have
 * their turn meanwhile.
 * @throws the signal's reason when it is aborted, and what the call is ended with when its caller has gone
 */
export async function judgeStored(
  db: Db | Tx,
  context: Around,
  { modelId, before, after, signal, exact = EXACT, onProgress }: Judging,
): Promise<RecordsReport> {
  const total = await countRecords(db, modelId)
  if (total === 0) return { total, judged: 0, isExact: true, findings: [], tightened: [] }
  const what = await withLeftovers(db, modelId, tightenedBy(before, after))
  const tightened = [...after.fields.keys(), ''].filter(
    (path) => what.judged.has(path) || what.unique.some((field) => field.path === path),
  )
  if (tightened.length === 0) return { total, judged: 0, isExact: true, findings: [], tightened }
  const ids = total > exact ? await spreadIds(db, modelId, { of: total, many: SAMPLE }) : undefined
  const findings = new Findings(after, context.text)
  let judged = ids?.length ?? total
  if (what.judged.size > 0) {
    judged = 0
    const plan = cutTo(after, what.judged)
    const judge = judgeOf(plan, context, what)
    for await (const page of pagesOf(db, modelId, neededSql(plan, before), ids)) {
      signal?.throwIfAborted()
      await breathing(judging(page, plan, judge, findings))
      judged += page.length
      onProgress?.({ judged, total })
    }
  }
  for (const field of what.unique) {
    signal?.throwIfAborted()
    const { count, newest } = await findTwice(db, modelId, field, ids)
    const message = context.text('@judging.notUnique', { field: labelOf(field, context) })
    if (count > 0) findings.addCounted(field.path, message, count, newest)
  }
  return {
    total: ids ? total : judged,
    ...{ judged, isExact: ids === undefined, findings: findings.list(), tightened },
  }
}

/** New fields may find values under their keys, of fields that have been deleted; where they do, these have to fit. */
async function withLeftovers(
  db: Db | Tx,
  modelId: string,
  { judged, refitted, fresh, ...rest }: Tightened,
): Promise<Omit<Tightened, 'fresh'>> {
  const kept = await keptValues(
    db,
    modelId,
    fresh.map((field) => keyPath(field)),
  )
  const left = fresh.filter((field) => (kept.get(keyPath(field)) ?? 0) > 0).map(({ path }) => path)
  return { ...rest, judged: new Set([...judged, ...left]), refitted: new Set([...refitted, ...left]) }
}

function judgeOf(
  plan: FormPlan,
  context: Around,
  { judged, refitted, timeless }: Pick<Tightened, 'judged' | 'refitted' | 'timeless'>,
): StoredJudge {
  const misfit = (field: FieldPlan) => context.text('@judging.notFitting', { field: labelOf(field, context) })
  return createStoredJudge(plan, hostOf(context), { judged, refitted, timeless, misfit })
}

function* judging(
  page: readonly StoredRecord[],
  plan: FormPlan,
  judge: StoredJudge,
  findings: Findings,
): Pieces<void> {
  const secrets = new Set([...plan.fields.values()].filter(isSecret))
  for (const record of page) {
    const data = namedBy(plan.fields, isRecord(record.data) ? record.data : {})
    const faults = yield* judge(secrets.size > 0 ? masked(plan, data, secrets) : data)
    if (faults.length > 0) findings.add(record, faults)
    yield
  }
}

/** A record whose secrets are masks, as long as there are any. */
function masked(plan: FormPlan, stored: RecordData, secrets: ReadonlySet<FieldPlan>): RecordData {
  const data = ownCopy(stored)
  for (const { field, values } of placesOf(plan, data, (one) => secrets.has(one))) {
    const value = values[field.name]
    if (value !== undefined && value !== null && value !== '') values[field.name] = SECRET_MASK
  }
  return data
}

const labelOf = (field: FieldPlan, { text }: Around): string => text(field.label) || field.path
