import { newId } from '@runtime/id'
import type { Named } from '@runtime/widget/named'
import { codedText } from '@runtime/widget/read'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { type Broken, withConstraints } from '../../../database/constraint'
import { demandVersion } from '../../../database/version'
import { ApiError, notFound } from '../../../http/errors'
import { obstaclesOf, refuseObstacles } from '../../../http/obstacles'
import type { CallContext, Db, Tx } from '../../../module'
import { type Branch, called, keepMatches, nest, without } from './tree'

/** Reserved categories: neither changed nor deleted nor exported, and without items of their own (`spec/administration.md §9`). */
export const RESERVED: ReadonlySet<string> = new Set(['0', '1'])
/** What the wire has as the parent of a reserved category. */
const NO_PARENT = '-1'

/** A category as the wire has it. */
export interface Category {
  readonly id: string
  readonly parentId: string
  readonly fullName: string
  readonly enCode: string
  readonly isTree: number
  readonly sortCode: number
  readonly description: string
  /** Always 0 (`spec/administration.md §3`). */
  readonly category: string
  readonly version: number
}

/** A category as it is kept: with the code of its name. */
export interface KeptCategory extends Category {
  readonly fullNameCode: string
}

export interface CategoryInput {
  readonly parentId: string
  readonly fullName: string
  readonly enCode: string
  readonly isTree?: number | undefined
  readonly sortCode?: number | null | undefined
  readonly description?: string | null | undefined
  /** What the change was made from. */
  readonly version?: number | undefined
}

const BROKEN: Readonly<Record<string, Broken>> = {
  dictionary_category_parent: { path: 'parentId', message: '@dictionary.parentGone' },
  dictionary_category_code: { path: 'enCode', message: '@dictionary.codeTaken' },
  dictionary_category_name: { path: 'fullName', message: '@dictionary.nameTaken' },
}
const BROKEN_BY_DELETE: Readonly<Record<string, Broken>> = {
  dictionary_category_parent: { message: '@dictionary.categoryHasCategories' },
  dictionary_item_category: { message: '@dictionary.categoryHasItems' },
}

export async function allCategories(db: Db | Tx): Promise<readonly KeptCategory[]> {
  const rows = await db
    .selectFrom('dictionary_category')
    .select((from) => [
      'id',
      from.fn.coalesce('parent_id', sql<string>`${NO_PARENT}`).as('parentId'),
      'full_name as fullName',
      'full_name_code as fullNameCode',
      'en_code as enCode',
      'is_tree as isTree',
      'sort_code as sortCode',
      'description',
      'version',
      sql<string>`'0'`.as('category'),
    ])
    .orderBy('sort_code')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows
}

export async function categoryTree(
  { db, text }: Pick<CallContext, 'db' | 'text'>,
  keyword?: string,
): Promise<Branch<Category>[]> {
  const rows = await allCategories(db)
  return nest(
    keepMatches(
      rows.map((row) => called(row, text)),
      keyword,
    ),
  )
}

/** Categories that may be the parent of `id`. */
export async function parentChoices(
  { db, text }: Pick<CallContext, 'db' | 'text'>,
  id: string,
): Promise<Branch<Category>[]> {
  const rows = (await allCategories(db)).map((row) => called(row, text))
  return nest(RESERVED.has(id) ? rows : without(rows, id))
}

export async function categoryById(db: Db | Tx, id: string): Promise<KeptCategory> {
  const found = (await allCategories(db)).find((category) => category.id === id)
  if (!found) throw notFound()
  return found
}

/** Categories by their ids. */
export async function namedCategories(
  { db, text: translate }: Pick<CallContext, 'db' | 'text'>,
  ids: readonly string[],
): Promise<readonly Named[]> {
  const categories = await db
    .selectFrom('dictionary_category')
    .select(['id', 'full_name', 'full_name_code', 'en_code'])
    .where(isAnyOf('id', ids))
    .execute()
  return categories.map(({ id, full_name, full_name_code, en_code }) => {
    const text = translate(codedText(full_name, full_name_code))
    return { id, text, data: { id, fullName: text, enCode: en_code } }
  })
}

export async function createCategory(context: CallContext, input: CategoryInput): Promise<{ id: string }> {
  const id = newId()
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('dictionary_category')
        .values({ id, ...columnsOf(input), is_tree: input.isTree ?? 0, updated_at: null })
        .execute()
      await context.audit(
        { action: 'dictionaryType.create', target: id, after: await categoryById(tx, id) },
        tx,
      )
    }),
  )
  return { id }
}

export async function updateCategory(context: CallContext, id: string, input: CategoryInput): Promise<void> {
  refuseReserved(id)
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      await lockTree(tx)
      const before = await categoryById(tx, id)
      await demandVersion(tx, 'dictionary_category', id, input.version, () => categoryById(tx, id))
      await refuseLoop(tx, id, input.parentId, context)
      if (input.isTree === 0 && before.isTree === 1) await refuseNested(tx, id)
      await tx
        .updateTable('dictionary_category')
        .set({ ...columnsOf(input, before), is_tree: input.isTree ?? before.isTree, updated_at: new Date() })
        .where('id', '=', id)
        .execute()
      const after = await categoryById(tx, id)
      await context.audit({ action: 'dictionaryType.update', target: id, before, after }, tx)
    }),
  )
}

export async function deleteCategory(context: CallContext, id: string): Promise<void> {
  refuseReserved(id)
  await withConstraints(BROKEN_BY_DELETE, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      const before = await categoryById(tx, id)
      await refuseObstacles(
        context,
        await obstaclesOf(tx, [
          {
            ...{ message: '@dictionary.categoryHasCategories', kind: '@dictionary.categories' },
            rows: sql`select full_name as name, en_code as keyword from dictionary_category where parent_id = ${id}`,
          },
          {
            ...{ message: '@dictionary.categoryHasItems', kind: '@dictionary.items' },
            rows: sql`select full_name as name, en_code as keyword from dictionary_item where category_id = ${id}`,
          },
        ]),
      )
      await tx.deleteFrom('dictionary_category').where('id', '=', id).execute()
      await context.audit({ action: 'dictionaryType.delete', target: id, before }, tx)
    }),
  )
}

export function refuseReserved(id: string): void {
  if (RESERVED.has(id)) throw new ApiError(CODE.badRequest, '@dictionary.reserved')
}

/** One change of the tree at a time: two moves that are each sound could together make a loop. */
export async function lockTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('dictionary'))`.execute(tx)
}

/** A name that somebody has given says the same in every language: the code of the one before goes. */
export function nameColumns(
  input: { readonly fullName: string },
  before?: { readonly fullName: string; readonly fullNameCode: string },
) {
  const full_name = input.fullName.trim()
  return { full_name, full_name_code: full_name === before?.fullName ? before.fullNameCode : '' }
}

function columnsOf(input: CategoryInput, before?: KeptCategory) {
  return {
    parent_id: input.parentId,
    ...nameColumns(input, before),
    en_code: input.enCode.trim(),
    sort_code: input.sortCode ?? 0,
    description: input.description ?? '',
  }
}

async function refuseLoop(tx: Tx, id: string, parentId: string, context: CallContext): Promise<void> {
  const allowed = without(await allCategories(tx), id)
  if (allowed.some((category) => category.id === parentId)) return
  const message = parentId === id ? '@dictionary.underItself' : '@dictionary.underOwnChild'
  throw new ApiError(CODE.badRequest, message, {
    errors: [{ path: 'parentId', message: context.text(message) }],
  })
}

async function refuseNested(tx: Tx, id: string): Promise<void> {
  const nested = await tx
    .selectFrom('dictionary_item')
    .select('id')
    .where('category_id', '=', id)
    .where('parent_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (nested) throw new ApiError(CODE.badRequest, '@dictionary.treeInUse')
}
