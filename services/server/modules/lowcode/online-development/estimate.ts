import { compileScope, type DataScheme, type Scope, scopeConditions } from '@runtime/permission/scope'
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Services } from '../../../module'
import { principalFor } from '../../platform/permission/schemes'
import type { ReleasedModel } from '../visual-development/released'
import { reachedBy } from './gate/records-of'
import { unindexed } from './indexes'
import { pathsOf } from './keys/plan'
import { withKeys } from './keys/ready'
import { type RecordSource, sourceOf } from './keys/source'
import { count } from './page'
import { type RecordRights, rightsOf } from './rights'
import { fieldsOf } from './tested-fields'

/** Records are counted up to here, for so many milliseconds at most; of more it is told what the planner takes there to be. */
const COUNTED = 1_000
const PATIENCE = 300
/** The database's word for a statement that has taken too long. */
const CANCELED = '57014'

/** How much a data scheme gives: how many records out of how many. */
export interface Estimate {
  readonly matching: number
  readonly of: number
  /** Not counted, or not to the end. */
  readonly isAbout: boolean
  /** Labels of the fields that it tests and whose index is not there yet. */
  readonly unindexed: readonly string[]
}

interface Amount {
  readonly count: number
  readonly isAbout: boolean
}

/**
 * How many of a model's records a scheme gives whoever asks. Null for who does not reach all of them, or not all that it tests:
 * how many hold a value would tell them what they may not see.
 */
export async function estimate(
  context: CallContext,
  services: Services,
  model: ReleasedModel,
  scheme: DataScheme,
): Promise<Estimate | null> {
  const rights = await rightsOf(context, services, model).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
  if (rights?.scope.kind !== 'everybodys') return null
  const { db, user } = context
  const scope = compileScope([scheme], await principalFor(db, user.userId, [scheme]), model.form)
  const conditions = scopeConditions(scope)
  if (!conditions.flatMap(pathsOf).every((path) => isOpen(rights, model, path))) return null
  return withKeys(db, model, async (table) => {
    const source = sourceOf(model.id, table, { conditions, fields: [] })
    const amount = (of: Scope) =>
      amountOf(db, source, reachedBy(model, { ...rights, scope: of }).reached(source))
    const [matching, of, missing] = await Promise.all([
      amount(scope),
      amount(rights.scope),
      unindexed(db, model, fieldsOf(model, scheme)),
    ])
    return {
      matching: matching.count,
      // Two guesses may not agree.
      of: Math.max(of.count, matching.count),
      isAbout: matching.isAbout || of.isAbout,
      unindexed: missing.map(({ label, name }) => context.text(label) || name),
    }
  })
}

function isOpen(rights: RecordRights, { form }: ReleasedModel, path: string): boolean {
  const field = form.fields.get(path)
  return field !== undefined && rights.open(field, 'list')
}

async function amountOf(db: Db, source: RecordSource, where: RawBuilder<boolean>): Promise<Amount> {
  const counted = await countSoon(db, source, where)
  if (counted !== null && counted <= COUNTED) return { count: counted, isAbout: false }
  const { rows } = await sql<{ 'QUERY PLAN': readonly { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json) select from ${source.from} where ${where}`.execute(db)
  return { count: Math.max(rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0, counted ?? 0), isAbout: true }
}

/** Null where that takes too long. */
async function countSoon(db: Db, source: RecordSource, where: RawBuilder<boolean>): Promise<number | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(PATIENCE)}, true)`.execute(tx)
      return count(tx, source, where, COUNTED)
    })
  } catch (error) {
    if ((error as { code?: unknown }).code !== CANCELED) throw error
    return null
  }
}
