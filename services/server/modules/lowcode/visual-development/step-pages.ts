import type { modelStepCalls } from '@services/contract/areas/lowcode/model-steps'
import type { InputOf } from '@services/contract/call'
import { sql } from 'kysely'
import { notFound } from '../../../http/errors'
import type { Db } from '../../../module'

type StepsQuery = InputOf<(typeof modelStepCalls)['visualDevelopment.steps']>

/** Characters of a page of steps. */
export const PAGE_CHARACTERS = 2 ** 20
const PAGE_SIZE = 100

/**
 * Steps of a draft, the newest first: as many as are asked for, or as come to about a megabyte. One that is longer by
 * itself comes without its texts.
 */
export async function pageOfSteps(
  db: Db,
  { id, before, pageSize = PAGE_SIZE, own = 0 }: StepsQuery,
  userId: string,
) {
  const model = await db.selectFrom('model').select('id').where('id', '=', id).executeTakeFirst()
  if (!model) throw notFound()
  let asked = db.selectFrom('model_step').where('model_id', '=', id)
  if (before !== undefined) asked = asked.where('number', '<', before)
  if (own === 1) asked = asked.where('model_step.user_id', '=', userId)
  const length = sql<number>`octet_length(command) + octet_length(inverse)`
  const sizes = await asked
    .select(['number', length.as('size')])
    .orderBy('number', 'desc')
    .limit(pageSize + 1)
    .execute()
  const chosen: number[] = []
  let total = 0
  for (const { number, size } of sizes.slice(0, pageSize)) {
    total += size > PAGE_CHARACTERS ? 0 : size
    if (total > PAGE_CHARACTERS) break
    chosen.push(number)
  }
  if (chosen.length === 0) return { list: [], hasMore: false }
  const fits = (column: 'command' | 'inverse') =>
    sql<string>`case when ${length} > ${PAGE_CHARACTERS} then '' else ${sql.ref(`model_step.${column}`)} end`
  const rows = await asked
    .leftJoin('user_account', 'user_account.id', 'model_step.user_id')
    .select([
      ...(['model_step.number', 'model_step.kind', 'model_step.key', 'model_step.user_id'] as const),
      ...[fits('command').as('command'), fits('inverse').as('inverse')],
      ...(['user_account.real_name', 'model_step.created_at'] as const),
    ])
    // Those between: of what is asked for there are no others.
    .where('number', '<=', chosen[0] ?? 0)
    .where('number', '>=', chosen.at(-1) ?? 0)
    .orderBy('number', 'desc')
    .execute()
  const list = rows.map((row) => ({
    ...{ number: row.number, kind: row.kind, key: row.key, command: row.command, inverse: row.inverse },
    ...{ userId: row.user_id, userName: row.real_name ?? '', creatorTime: row.created_at.getTime() },
  }))
  return { list, hasMore: sizes.length > chosen.length }
}
