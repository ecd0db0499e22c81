import { codedText } from '@runtime/widget/read'
import { holdsKeyword } from '../../../database/search'
import type { CallContext } from '../../../module'
import { groupBy } from '../../platform/dictionary/tree'
import { modelName } from './models'

export async function listAll({ db, text }: CallContext, keyword?: string) {
  const models = await db
    .selectFrom('model')
    .select(['id', 'full_name', 'full_name_code', 'en_code'])
    .where(holdsKeyword(keyword, 'full_name', 'en_code'))
    .orderBy('sort_code')
    .orderBy('created_at', 'desc')
    .execute()
  return models.map((model) => ({
    ...{ id: model.id, fullName: text(modelName(model)), enCode: model.en_code },
  }))
}

/** Released models under the categories they stand in. */
export async function selectorTree(context: CallContext, keyword?: string) {
  const models = await context.db
    .selectFrom('model')
    .leftJoin('dictionary_item', 'dictionary_item.id', 'model.category')
    .select([
      'model.id',
      'model.full_name',
      'model.full_name_code',
      'model.en_code',
      'dictionary_item.id as category',
      'dictionary_item.full_name as name',
      'dictionary_item.full_name_code as code',
    ])
    .where('model.released_version', '>', 0)
    .where(holdsKeyword(keyword, 'model.full_name', 'model.en_code'))
    .orderBy('dictionary_item.sort_code')
    .orderBy('model.sort_code')
    .orderBy('model.created_at', 'desc')
    .execute()
  return [...groupBy(models, (model) => model.category ?? '0')].map(([id, members]) => ({
    id,
    fullName: context.text(codedText(members[0]?.name ?? '@record.uncategorised', members[0]?.code ?? '')),
    hasChildren: true,
    children: members.map((model) => ({
      id: model.id,
      parentId: id,
      fullName: context.text(modelName(model)),
      enCode: model.en_code,
    })),
  }))
}
