import type { Scope } from '@runtime/permission/scope'
import { CODE } from '@services/contract/envelope'
import { type RawBuilder, sql } from 'kysely'
import { isAnyOf } from '../../../../database/batches'
import { ApiError } from '../../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../../module'
import type { ReleasedModel } from '../../visual-development/released'
import { demandRecords } from '../interface-rows'
import { type RecordSource, recordSource } from '../keys/source'
import { type RecordRights, rightsOf } from '../rights'
import { scopeSql } from './scope-sql'

/**
 * The records of a model that a person reaches. Every question about records and every change of them goes through here
 * (administration §2.4; `tests/architecture.spec.ts` holds it): what is out of scope is as if it were not there.
 */
export type Records = ReturnType<typeof reachedBy>

/** @throws ApiError 404 without such a model, 403 where the caller may not see its menu entry */
export async function recordsOf(context: CallContext, services: Services, modelId: string): Promise<Records> {
  const model = await services.models.current(modelId)
  return reachedBy(model, await rightsOf(context, services, model))
}

/** The same for rights that are known. @throws ApiError 400 for a data view, which has no records */
export function reachedBy(model: ReleasedModel, rights: RecordRights) {
  demandRecords(model)
  const inScope = (source: RecordSource) =>
    rights.scope.kind === 'everybodys' ? null : scopeSql(rights.scope, model.form, source)
  /** Holds for those that are there and in scope; of the records themselves where no source is named. */
  const reached = (source: RecordSource = recordSource(model.id)): RawBuilder<boolean> => {
    const scope = inScope(source)
    return scope ? sql<boolean>`${source.all} and ${scope}` : source.all
  }
  /** The same of those that have been deleted. */
  const deleted = (): RawBuilder<boolean> =>
    sql<boolean>`record.model_id = ${model.id} and record.deleted_at is not null
      and ${inScope(recordSource(model.id)) ?? sql`true`}`
  /** @throws ApiError 400: the records of a model that is disabled are read alone */
  const demandEnabled = () => {
    if (!model.isEnabled) throw new ApiError(CODE.badRequest, '@release.isDisabled')
  }
  return {
    model,
    rights,
    reached,
    deletedAmong: (db: Db | Tx, ids: readonly string[]) => deletedAmong(db, model.id, ids, deleted()),
    /** A query over them. */
    select: (db: Db | Tx) => db.selectFrom('record').where(reached()),
    /** A change of them, or of deleted ones. */
    update(tx: Tx, which?: 'deleted') {
      demandEnabled()
      return tx.updateTable('record').where(which === 'deleted' ? deleted() : reached())
    },
    /** A record that is made: whoever makes it has to reach it (`demandReached`). */
    insert(tx: Tx) {
      demandEnabled()
      return tx.insertInto('record')
    },
    /** @throws ApiError 403 where what was written lies out of the writer's reach: nobody writes what they could not read */
    async demandReached(tx: Tx, id: string): Promise<void> {
      if (rights.scope.kind === 'everybodys') return
      const found = await tx
        .selectFrom('record')
        .select('id')
        .where(reached())
        .where('id', '=', id)
        .executeTakeFirst()
      if (!found) throw new ApiError(CODE.forbidden, '@record.outOfScope')
    },
  }
}

/**
 * Those of some ids that are of deleted records of a model, with whether these lay in reach. Of the others nothing is told but
 * that they are gone, and that only to who has their ids.
 */
export async function deletedAmong(
  db: Db | Tx,
  modelId: string,
  ids: readonly string[],
  reached: RawBuilder<boolean> = sql<boolean>`false`,
): Promise<readonly { readonly id: string; readonly reached: boolean }[]> {
  return db
    .selectFrom('record')
    .select(['id', sql<boolean>`coalesce(${reached}, false)`.as('reached')])
    .where('model_id', '=', modelId)
    .where('deleted_at', 'is not', null)
    .where(isAnyOf('record.id', new Set(ids)))
    .execute()
}

/**
 * Whether a record lies in each of some scopes, judged by the SQL of the gate itself: what is said of why a record is reached
 * cannot disagree with whether it is. Null where there is no such record.
 */
export async function liesIn(
  db: Db | Tx,
  model: ReleasedModel,
  scopes: readonly Scope[],
  id: string,
): Promise<readonly boolean[] | null> {
  const source = recordSource(model.id)
  const each = scopes.map((scope) => sql`coalesce(${scopeSql(scope, model.form, source)}, false)`)
  const row = await db
    .selectFrom('record')
    .select(sql<boolean[]>`array[${sql.join(each)}]::boolean[]`.as('each'))
    .where(source.all)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.each ?? null
}
