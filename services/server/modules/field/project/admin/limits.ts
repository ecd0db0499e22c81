import { type LimitName, limitProblems, limitsOf, limitsVersion } from '@runtime/field/interlock/limits'
import { type fieldAdminCalls, LIMIT_NAMES } from '@services/contract/areas/field/field-admin'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError, notFound } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import { refused } from './store'

type Calls = typeof fieldAdminCalls
type LimitsInput = Omit<InputOf<Calls['fieldProject.setLimits']>, 'id'>
type Overrides = Partial<Record<LimitName, number>>

async function projectOf(db: Db | Tx, id: string) {
  const row = await db
    .selectFrom('project')
    .select(['limits', 'row_version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** What of the interlock table a project has set itself, and the table's name. */
export async function limitsFor(db: Db, id: string): Promise<ResponseOf<Calls['fieldProject.limits']>> {
  const { limits, row_version } = await projectOf(db, id)
  const own = Object.fromEntries(LIMIT_NAMES.map((name) => [name, limits[name] ?? null]))
  return {
    ...(own as Record<LimitName, number | null>),
    il: limitsVersion(limitsOf(limits)),
    rowVersion: row_version,
  }
}

/**
 * Sets figures of a project's interlock table. The caller has the right already and holds the project.
 * @throws ApiError 400 that names the figures at fault, 409 when the project has been changed since
 */
export async function setLimits(
  context: CallContext,
  tx: Tx,
  id: string,
  { rowVersion, ...requested }: LimitsInput,
): Promise<void> {
  const before = await projectOf(tx, id)
  if (rowVersion !== before.row_version)
    throw new ApiError(CODE.conflict, '@record.conflict', { data: { version: before.row_version } })
  const wanted = { ...before.limits, ...requested } as Partial<Record<LimitName, number | null>>
  const problems = limitProblems(wanted)
  if (problems.length > 0)
    throw refused(
      context,
      problems.map(({ path, text, params }) => ({
        path,
        message: context.text(text, { ...params, name: context.text(`@interlock.limit_${path}`) }),
      })),
    )
  const after = Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => (typeof wanted[name] === 'number' ? [[name, wanted[name]]] : [])),
  ) as Overrides
  await tx
    .updateTable('project')
    .set({
      limits: JSON.stringify(after),
      updated_at: new Date(),
      row_version: sql`row_version + 1`,
    })
    .where('id', '=', id)
    .execute()
  await context.audit({ action: 'fieldProject.setLimits', target: id, before: before.limits, after }, tx)
}
