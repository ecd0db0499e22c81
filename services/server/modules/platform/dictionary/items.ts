import { newId } from '@runtime/id'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { type Broken, withConstraints } from '../../../database/constraint'
import { toggleEnabled } from '../../../database/enabled'
import { demandVersion } from '../../../database/version'
import { ApiError, notFound } from '../../../http/errors'
import { obstaclesOf, refuseObstacles } from '../../../http/obstacles'
import type { CallContext, Db, Tx } from '../../../module'
import { allCategories, categoryById, lockTree, nameColumns, refuseReserved } from './categories'
import { type Branch, called, groupBy, keepMatches, leaf, nest, without } from './tree'

/** The parent of an item at the top level of its category. */
export const TOP = '0'

/** A dictionary item as the wire has it. */
export interface Item {
  readonly id: string
  readonly dictionaryTypeId: string
  readonly parentId: string
  readonly fullName: string
  readonly enCode: string
  /** Of its tag; empty: none. */
  readonly color: string
  readonly enabledMark: number
  readonly sortCode: number
  readonly description: string
  readonly version: number
}

/** An item as it is kept: with the code of its name. */
export interface KeptItem extends Item {
  readonly fullNameCode: string
}

export interface ItemInput {
  readonly dictionaryTypeId: string
  readonly parentId?: string | undefined
  readonly fullName: string
  readonly enCode: string
  readonly color?: string | null | undefined
  readonly enabledMark?: number | undefined
  readonly sortCode?: number | null | undefined
  readonly description?: string | null | undefined
  /** What the change was made from. */
  readonly version?: number | undefined
}

const BROKEN: Readonly<Record<string, Broken>> = {
  dictionary_item_category: { path: 'dictionaryTypeId', message: '@dictionary.categoryGone' },
  dictionary_item_parent: { path: 'parentId', message: '@dictionary.parentGone' },
  dictionary_item_code: { path: 'enCode', message: '@dictionary.codeTaken' },
  dictionary_item_name: { path: 'fullName', message: '@dictionary.nameTaken' },
}
const BROKEN_BY_DELETE: Readonly<Record<string, Broken>> = {
  dictionary_item_parent: { message: '@dictionary.itemHasItems' },
}

function select(db: Db | Tx) {
  return db
    .selectFrom('dictionary_item')
    .select((from) => [
      'id',
      'category_id as dictionaryTypeId',
      from.fn.coalesce('parent_id', sql<string>`${TOP}`).as('parentId'),
      'full_name as fullName',
      'full_name_code as fullNameCode',
      'en_code as enCode',
      'color',
      'enabled_mark as enabledMark',
      'sort_code as sortCode',
      'description',
      'version',
    ])
    .orderBy('sort_code')
    .orderBy('created_at')
    .orderBy('id')
}

export async function itemsOf(db: Db | Tx, categoryId: string): Promise<readonly KeptItem[]> {
  return select(db).where('category_id', '=', categoryId).execute()
}

/** The items of a category by its id or code; none when there is no such category. */
export async function itemsByName(db: Db, category: string): Promise<readonly KeptItem[]> {
  return select(db)
    .where('category_id', 'in', (from) =>
      from
        .selectFrom('dictionary_category')
        .select('dictionary_category.id')
        .where((where) =>
          where.or([where('dictionary_category.id', '=', category), where('en_code', '=', category)]),
        ),
    )
    .execute()
}

export async function itemById(db: Db | Tx, id: string): Promise<KeptItem> {
  const found = await select(db).where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** The items of a category, nested when asked or, without being asked, when the category is a tree. */
export async function listItems(
  { db, text }: Pick<CallContext, 'db' | 'text'>,
  categoryId: string,
  keyword?: string,
  isTree?: number,
): Promise<Branch<Item>[]> {
  const category = await categoryById(db, categoryId)
  const items = await itemsOf(db, categoryId)
  const rows = keepMatches(
    items.map((item) => called(item, text)),
    keyword,
  )
  return (isTree ?? category.isTree) === 1 ? nest(rows) : rows.map(leaf)
}

/** The id of a category, by its id or its code. */
export async function findCategory(db: Db | Tx, category: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('dictionary_category')
    .select('id')
    .where((where) => where.or([where('id', '=', category), where('en_code', '=', category)]))
    .executeTakeFirst()
  return found?.id
}

/** The enabled items of a category, with the codes of their names; what is below a disabled item is not offered either. */
export async function optionsOf(db: Db | Tx, category: string): Promise<Branch<KeptItem>[]> {
  return enabledTree(await itemsIn(db, category))
}

/** What may be chosen of a category, and what may not any more but has a name. */
export interface DictionaryChoices {
  readonly list: Branch<Item>[]
  readonly withdrawn?: Pick<Item, 'id' | 'parentId' | 'fullName' | 'enCode' | 'color'>[]
}

/** The choices of a category in the caller's language. @throws ApiError 404 */
export async function choicesOf(
  { db, text }: Pick<CallContext, 'db' | 'text'>,
  category: string,
): Promise<DictionaryChoices> {
  return choicesIn(await itemsIn(db, category), text)
}

async function itemsIn(db: Db | Tx, category: string): Promise<readonly KeptItem[]> {
  const id = await findCategory(db, category)
  if (id === undefined) throw notFound()
  return itemsOf(db, id)
}

function choicesIn(items: readonly KeptItem[], text: CallContext['text']): DictionaryChoices {
  const rows = items.map((item) => called(item, text))
  const list = enabledTree(rows)
  const offered = new Set<string>()
  const walk = (branches: readonly Branch<Item>[]) => {
    for (const { id, children } of branches) {
      offered.add(id)
      walk(children)
    }
  }
  walk(list)
  const withdrawn = rows
    .filter(({ id }) => !offered.has(id))
    .map(({ id, parentId, fullName, enCode, color }) => ({ id, parentId, fullName, enCode, color }))
  return { list, ...(withdrawn.length > 0 && { withdrawn }) }
}

/** The same of many categories, by what they were asked for by; those that are not there are left out. */
export async function optionsOfMany(
  { db, text }: Pick<CallContext, 'db' | 'text'>,
  categories: readonly string[],
): Promise<Record<string, DictionaryChoices>> {
  const found = await db
    .selectFrom('dictionary_category')
    .select(['id', 'en_code'])
    .where((where) => where.or([isAnyOf('id', categories), isAnyOf('en_code', categories)]))
    .execute()
  const ids = found.map(({ id }) => id)
  const items = ids.length === 0 ? [] : await select(db).where(isAnyOf('category_id', ids)).execute()
  const byCategory = groupBy(items, (item) => item.dictionaryTypeId)
  return Object.fromEntries(
    categories.flatMap((category) => {
      const own = found.find(({ id, en_code }) => id === category || en_code === category)
      return own ? [[category, choicesIn(byCategory.get(own.id) ?? [], text)] as const] : []
    }),
  )
}

function enabledTree<T extends Item>(rows: readonly T[]): Branch<T>[] {
  return nest(rows.filter((row) => row.enabledMark === 1)).filter((branch) => branch.parentId === TOP)
}

/** Every category with its enabled items. */
export async function allDictionaries({ db, text }: Pick<CallContext, 'db' | 'text'>) {
  const [categories, items] = await Promise.all([allCategories(db), select(db).execute()])
  const byCategory = groupBy(items, (item) => item.dictionaryTypeId)
  return categories.map((category) => {
    const { id, enCode, fullName, isTree } = called(category, text)
    const own = (byCategory.get(id) ?? []).map((item) => called(item, text))
    return { id, enCode, fullName, isTree, dictionaryList: enabledTree(own) }
  })
}

/** Items that may be the parent of `id` (0: of a new one), under one top node. */
export async function parentItems(context: CallContext, categoryId: string, id: string, isTree?: number) {
  const category = await categoryById(context.db, categoryId)
  const nested = (isTree ?? category.isTree) === 1
  const items = nested ? await itemsOf(context.db, categoryId) : []
  const rows = items.map((item) => called(item, context.text))
  // Every item of the top level is below 0: a new one may go under any.
  const children = nest(id === TOP ? rows : without(rows, id))
  return [
    {
      id: TOP,
      parentId: '-1',
      fullName: context.text('@dictionary.topNode'),
      enCode: '',
      hasChildren: children.length > 0,
      children,
    },
  ]
}

export async function createItem(context: CallContext, input: ItemInput): Promise<{ id: string }> {
  refuseReserved(input.dictionaryTypeId)
  const id = newId()
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      await refuseFlatParent(tx, input, context)
      await tx
        .insertInto('dictionary_item')
        .values({ id, category_id: input.dictionaryTypeId, ...columnsOf(input), updated_at: null })
        .execute()
      await context.audit({ action: 'dictionaryData.create', target: id, after: await itemById(tx, id) }, tx)
    }),
  )
  return { id }
}

export async function updateItem(context: CallContext, id: string, input: ItemInput): Promise<void> {
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      await lockTree(tx)
      const before = await itemById(tx, id)
      await demandVersion(tx, 'dictionary_item', id, input.version, () => itemById(tx, id))
      if (before.dictionaryTypeId !== input.dictionaryTypeId)
        throw new ApiError(CODE.badRequest, '@dictionary.staysInCategory')
      await refuseFlatParent(tx, input, context)
      await refuseLoop(tx, before, input, context)
      await tx
        .updateTable('dictionary_item')
        .set({ ...columnsOf(input, before), updated_at: new Date() })
        .where('id', '=', id)
        .execute()
      await context.audit(
        { action: 'dictionaryData.update', target: id, before, after: await itemById(tx, id) },
        tx,
      )
    }),
  )
}

export async function deleteItem(context: CallContext, id: string): Promise<void> {
  await withConstraints(BROKEN_BY_DELETE, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      const before = await itemById(tx, id)
      await refuseObstacles(
        context,
        await obstaclesOf(tx, [
          {
            ...{ message: '@dictionary.itemHasItems', kind: '@dictionary.items' },
            rows: sql`select full_name as name, en_code as keyword from dictionary_item where parent_id = ${id}`,
          },
        ]),
      )
      await tx.deleteFrom('dictionary_item').where('id', '=', id).execute()
      await context.audit({ action: 'dictionaryData.delete', target: id, before }, tx)
    }),
  )
}

/** Enables a disabled item and disables an enabled one (`spec/administration.md §4`). */
export function toggleItem(context: CallContext, id: string): Promise<void> {
  return toggleEnabled(context, 'dictionary_item', id, 'dictionaryData.setState')
}

function columnsOf(input: ItemInput, before?: KeptItem) {
  return {
    parent_id:
      input.parentId === undefined || input.parentId === TOP || input.parentId === '' ? null : input.parentId,
    ...nameColumns(input, before),
    en_code: input.enCode.trim(),
    color: input.color === undefined ? (before?.color ?? '') : (input.color ?? ''),
    enabled_mark: input.enabledMark ?? before?.enabledMark ?? 1,
    sort_code: input.sortCode ?? 0,
    description: input.description ?? '',
  }
}

/** Only a tree dictionary has items below items. */
async function refuseFlatParent(tx: Tx, input: ItemInput, context: CallContext): Promise<void> {
  if (columnsOf(input).parent_id === null) return
  const category = await categoryById(tx, input.dictionaryTypeId)
  if (category.isTree !== 1) throw atParent('@dictionary.notATree', context)
}

async function refuseLoop(tx: Tx, before: Item, input: ItemInput, context: CallContext): Promise<void> {
  const parent = columnsOf(input).parent_id
  if (parent === null) return
  if (parent === before.id) throw atParent('@dictionary.underItself', context)
  const items = await itemsOf(tx, before.dictionaryTypeId)
  const isBelow =
    items.some((item) => item.id === parent) && !without(items, before.id).some((item) => item.id === parent)
  if (isBelow) throw atParent('@dictionary.underOwnChild', context)
}

function atParent(message: string, context: CallContext): ApiError {
  return new ApiError(CODE.badRequest, message, {
    errors: [{ path: 'parentId', message: context.text(message) }],
  })
}
