import { holdsKeyword } from '../../../database/search'
import type { CallContext, Db } from '../../../module'
import { groupBy } from '../../platform/dictionary/tree'

export async function listAll(db: Db, keyword?: string) {
  return db
    .selectFrom('model')
    .select(['id', 'full_name as fullName', 'en_code as enCode'])
    .where(holdsKeyword(keyword, 'full_name', 'en_code'))
    .orderBy('sort_code')
    .orderBy('created_at', 'desc')
    .execute()
}

/** Released models under the categories they stand in. */
export async function selectorTree(context: CallContext, keyword?: string) {
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
    .where(holdsKeyword(keyword, 'model.full_name', 'model.en_code'))
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
