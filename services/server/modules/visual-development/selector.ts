import { sql } from 'kysely'
import type { CallContext, Db } from '../../module'
import { groupBy } from '../dictionary/tree'

export async function listAll(db: Db, keyword = '') {
  const word = keyword.trim().toLowerCase()
  return db
    .selectFrom('model')
    .select(['id', 'full_name as fullName', 'en_code as enCode'])
    .$if(word !== '', (rows) =>
      rows.where(sql<boolean>`strpos(lower(full_name || chr(10) || en_code), ${word}) > 0`),
    )
    .orderBy('sort_code')
    .orderBy('created_at', 'desc')
    .execute()
}

/** Released models under the categories they stand in. */
export async function selectorTree(context: CallContext, keyword = '') {
  const word = keyword.trim().toLowerCase()
  const models = await context.db
    .selectFrom('model')
    .leftJoin('dictionary_item', 'dictionary_item.id', 'model.category')
    .select([
      'model.id',
      'model.full_name',
      'model.en_code',
      'dictionary_item.id as category',
      'dictionary_item.full_name as name',
    ])
    .where('model.released_version', '>', 0)
    .$if(word !== '', (rows) =>
      rows.where(sql<boolean>`strpos(lower(model.full_name || chr(10) || model.en_code), ${word}) > 0`),
    )
    .orderBy('dictionary_item.sort_code')
    .orderBy('model.sort_code')
    .orderBy('model.created_at', 'desc')
    .execute()
  return [...groupBy(models, (model) => model.category ?? '0')].map(([id, members]) => ({
    id,
    fullName: members[0]?.name ?? context.text('@record.uncategorised'),
    hasChildren: true,
    children: members.map((model) => ({
      id: model.id,
      parentId: id,
      fullName: model.full_name,
      enCode: model.en_code,
    })),
  }))
}
