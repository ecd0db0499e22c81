import type { printCalls } from '@services/contract/areas/lowcode/print'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { isAnyOf } from '../../../database/batches'
import { inOrder, pageOf } from '../../../database/page'
import { asRead } from '../../../database/reading'
import { holdsKeyword } from '../../../database/search'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import { groupBy } from '../../platform/dictionary/tree'

type ListQuery = InputOf<(typeof printCalls)['print.list']>

/** Members by which a list may be ordered. */
const SORTS = {
  fullName: asRead('print_template.full_name'),
  enCode: asRead('print_template.en_code'),
  sortCode: 'print_template.sort_code',
  creatorTime: 'print_template.created_at',
  lastModifyTime: 'print_template.updated_at',
} as const

const LISTED = [
  'print_template.id',
  'print_template.full_name as fullName',
  'print_template.en_code as enCode',
  'print_template.category',
  'dictionary_item.full_name as categoryName',
  'print_template.type',
  'print_template.model_id as modelId',
  'model.full_name as modelName',
  'print_template.sort_code as sortCode',
  'print_template.enabled_mark as enabledMark',
  'print_template.description',
  'user_account.real_name as creatorUser',
  'print_template.created_at as creatorTime',
  'print_template.updated_at as lastModifyTime',
] as const

/** Templates with the names of what they are of. */
const named = (db: Db | Tx) =>
  db
    .selectFrom('print_template')
    .leftJoin('dictionary_item', 'dictionary_item.id', 'print_template.category')
    .leftJoin('model', 'model.id', 'print_template.model_id')
    .leftJoin('user_account', 'user_account.id', 'print_template.created_by')

export async function listTemplates(db: Db, query: ListQuery) {
  const { keyword, category = '', enabledMark } = query
  let rows = named(db).where(holdsKeyword(keyword, 'print_template.full_name', 'print_template.en_code'))
  if (category !== '') rows = rows.where('print_template.category', '=', category)
  if (enabledMark !== undefined) rows = rows.where('print_template.enabled_mark', '=', enabledMark)
  const { list, pagination } = await pageOf(
    inOrder(rows, SORTS, 'print_template.sort_code', query)
      .orderBy('print_template.created_at', 'desc')
      .orderBy('print_template.id')
      .select(LISTED),
    query,
  )
  return { list: list.map(wire), pagination }
}

/** Enabled templates, of one type or all, under their categories. */
export async function enabledTemplates({ db, text }: CallContext, type?: number) {
  const rows = await named(db)
    .select([
      'print_template.id',
      'print_template.full_name as fullName',
      'dictionary_item.id as category',
      'dictionary_item.full_name as name',
    ])
    .where('print_template.enabled_mark', '=', 1)
    .$if(type !== undefined, (templates) => templates.where('print_template.type', '=', type as number))
    .orderBy('dictionary_item.sort_code')
    .orderBy('print_template.sort_code')
    .orderBy('print_template.created_at', 'desc')
    .execute()
  return [...groupBy(rows, (row) => row.category ?? '0')].map(([id, members]) => ({
    id,
    fullName: members[0]?.name ?? text('@record.uncategorised'),
    num: members.length,
    children: members.map((row) => ({ id: row.id, fullName: row.fullName })),
  }))
}

/** Those that are there and enabled, in the order of the ids. */
export async function templatesByIds(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('print_template')
    .select(['id', 'full_name as fullName'])
    .where(isAnyOf('id', ids))
    .where('enabled_mark', '=', 1)
    .execute()
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** @throws ApiError 404 */
export async function templateById(db: Db | Tx, id: string) {
  const row = await named(db)
    .select([...LISTED, 'print_template.template as printTemplate', 'print_template.page as pageParam'])
    .where('print_template.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return wire(row)
}

interface Named {
  readonly categoryName: string | null
  readonly modelName: string | null
  readonly creatorUser: string | null
  readonly creatorTime: Date
  readonly lastModifyTime: Date | null
}

function wire<R extends Named>(row: R) {
  return {
    ...row,
    categoryName: row.categoryName ?? '',
    modelName: row.modelName ?? '',
    creatorUser: row.creatorUser ?? '',
    creatorTime: row.creatorTime.getTime(),
    lastModifyTime: row.lastModifyTime?.getTime() ?? null,
  }
}

/** @throws ApiError 404 for one that is gone or disabled */
export async function printableTemplate(db: Db, id: string) {
  const [there] = await templatesByIds(db, [id])
  if (!there) throw new ApiError(CODE.notFound, '@print.templateGone')
  return templateById(db, id)
}
