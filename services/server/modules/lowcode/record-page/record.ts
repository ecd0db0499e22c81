import { isAnyOf } from '../../../database/batches'
import { holdsKeyword } from '../../../database/search'
import { notFound } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { seesEntry } from '../../platform/menu/sees-entry'
import { rightsOf } from '../online-development/rights'
import type { ReleasedModel } from '../visual-development/released'

/** A record that the caller may read. */
export interface ReadableRecord {
  readonly model: ReleasedModel
  readonly id: string
  readonly ownerId: string
}

/** @throws ApiError 404 for a record that is not there or not the caller's to see; 403 without the right to its model */
export async function demandRecord(
  context: CallContext,
  services: Services,
  { modelId, id }: { readonly modelId: string; readonly id: string },
): Promise<ReadableRecord> {
  const model = await services.models.current(modelId)
  const rights = await rightsOf(context, services, model)
  const row = await context.db
    .selectFrom('record')
    .select('owner_id')
    .where('model_id', '=', model.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(!rights.everybodys, (query) => query.where('owner_id', '=', context.user.userId))
    .executeTakeFirst()
  if (!row) throw notFound()
  return { model, id, ownerId: row.owner_id }
}

/** People who may read a record, by name: those of the ids, or those whose name holds a keyword. */
export async function peopleWhoRead(
  { db }: CallContext,
  services: Services,
  { model, ownerId }: ReadableRecord,
  which: { readonly ids?: readonly string[]; readonly keyword?: string | undefined; readonly limit: number },
) {
  const place = await services.menu.entryOf(model.id)
  const ownOnly = model.list?.permissions.data === true
  return db
    .selectFrom('user_account')
    .select(['id', 'real_name', 'account', 'language'])
    .where('status', '=', 1)
    .where((where) =>
      where.or([
        where('is_administrator', '=', true),
        ...(place
          ? [where.and([seesEntry(place.id)(where), ...(ownOnly ? [where('id', '=', ownerId)] : [])])]
          : []),
      ]),
    )
    .where(holdsKeyword(which.keyword, 'user_account.real_name', 'user_account.account'))
    .$if(which.ids !== undefined, (query) => query.where(isAnyOf('id', which.ids ?? [])))
    .orderBy('real_name')
    .orderBy('id')
    .limit(which.limit)
    .execute()
}
