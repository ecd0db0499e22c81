import { inScope, type ScopedRecord } from '@runtime/permission/scope'
import { isAnyOf } from '../../../database/batches'
import { asRead } from '../../../database/reading'
import { holdsKeyword } from '../../../database/search'
import { notFound } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { seesEntry } from '../../platform/menu/sees-entry'
import { type Records, recordsOf } from '../online-development/gate/records-of'
import { scopeOf } from '../online-development/rights'
import { namedBy } from '../online-development/stored'
import { wholeSql } from '../online-development/tables'
import type { ReleasedModel } from '../visual-development/released'

interface Reader {
  readonly id: string
  readonly real_name: string
  readonly account: string
  readonly language: string
}

/** People whose reach is worked out before more are asked for. */
const AT_ONCE = 50

/** A record that the caller may read. */
export interface ReadableRecord {
  readonly model: ReleasedModel
  readonly id: string
  readonly records: Records
  readonly scoped: ScopedRecord
}

/** @throws ApiError 404 for a record that is not there or not the caller's to see; 403 without the right to its model */
export async function demandRecord(
  context: CallContext,
  services: Services,
  { modelId, id }: { readonly modelId: string; readonly id: string },
): Promise<ReadableRecord> {
  const records = await recordsOf(context, services, modelId)
  const row = await records
    .select(context.db)
    .select(['owner_id', 'organize_id', wholeSql.as('data')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  const { owner_id: ownerId, organize_id: organizeId } = row
  const data = namedBy(records.model.form.fields, row.data)
  return { model: records.model, records, id, scoped: { ownerId, organizeId, data } }
}

/** People who may read a record, by name: those of the ids, or those whose name holds a keyword. */
export async function peopleWhoRead(
  { db }: CallContext,
  services: Services,
  { model, scoped }: ReadableRecord,
  which: { readonly ids?: readonly string[]; readonly keyword?: string | undefined; readonly limit: number },
): Promise<readonly Reader[]> {
  const place = await services.menu.entryOf(model.id)
  const isScoped = model.list?.permissions.data === true && place?.isScoped !== false
  const candidates = db
    .selectFrom('user_account')
    .select(['id', 'real_name', 'account', 'language', 'is_administrator'])
    .where('status', '=', 1)
    .where((where) =>
      where.or([where('is_administrator', '=', true), ...(place ? [seesEntry(place.id)(where)] : [])]),
    )
    .where(holdsKeyword(which.keyword, 'user_account.real_name', 'user_account.account'))
    .$if(which.ids !== undefined, (query) => query.where(isAnyOf('id', which.ids ?? [])))
    .orderBy(asRead('real_name'))
    .orderBy('id')
  if (!isScoped) return candidates.limit(which.limit).execute()
  const readers: Reader[] = []
  for (let from = 0; readers.length < which.limit; from += AT_ONCE) {
    const some = await candidates.limit(AT_ONCE).offset(from).execute()
    for (const person of some) {
      const reads =
        person.is_administrator || inScope(await scopeOf(services, model, person.id), scoped, model.form)
      if (reads && readers.length < which.limit) readers.push(person)
    }
    if (some.length < AT_ONCE) break
  }
  return readers
}
