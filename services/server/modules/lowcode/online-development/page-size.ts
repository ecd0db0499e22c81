import { jsonBytes } from '@runtime/json-size'
import { sizeText } from '@runtime/size-text'
import { CODE } from '@services/contract/envelope'
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { Db } from '../../../module'
import type { ListedRecord } from './tables'

/**
 * The records that a query for `id` and `data` finds, as long as they come to no more bytes than `limit` together: what lies
 * beyond never leaves the database.
 * @throws ApiError 400 when they do
 */
export async function recordsWithin(
  db: Db,
  found: RawBuilder<unknown>,
  limit: number,
): Promise<readonly ListedRecord[]> {
  const { rows } = await sql<{ readonly id: string; readonly data: ListedRecord['data'] | null }>`
    select id, case when bytes <= ${limit} then data end as data from (
      select id, data, sum(octet_length(data::text)) over (rows unbounded preceding) as bytes
      from (${found}) as found
    ) as weighed`.execute(db)
  return rows.map(({ id, data }) => {
    if (data === null) throw pageTooLarge(rows.length, limit)
    return { id, data }
  })
}

/** @throws ApiError 400 when the rows of a list come to more bytes than an answer may have */
export function demandFitting(rows: readonly unknown[], count: number, limit: number): void {
  if (jsonBytes(rows, limit) > limit) throw pageTooLarge(count, limit)
}

function pageTooLarge(count: number, limit: number): ApiError {
  return new ApiError(CODE.badRequest, '@record.pageTooLarge', { params: { count, limit: sizeText(limit) } })
}
