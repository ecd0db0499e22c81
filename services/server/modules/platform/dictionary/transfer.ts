import { newId } from '@runtime/id'
import { CHOICE_COLOURS } from '@runtime/widget/choice-colour'
import { CODE } from '@services/contract/envelope'
import { Code, Flag, Name, SORT_MAX } from '@services/contract/fields'
import { Ajv } from 'ajv'
import { type Static, Type } from 'typebox'
import { inParts, isAnyOf } from '../../../database/batches'
import { withConstraints } from '../../../database/constraint'
import { ApiError, type InputError } from '../../../http/errors'
import { jsonFile } from '../../../http/json-file'
import type { CallContext, Db, Tx, UploadedFile } from '../../../module'
import { allCategories, lockTree, RESERVED, refuseReserved } from './categories'
import { itemsOf, TOP } from './items'
import { type Branch, groupBy, nest } from './tree'

/** Where a category goes whose parent neither the file nor this system has: 业务字典. */
const BUSINESS = '1'

const Sort = Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: SORT_MAX }), Type.Null()]))
const Text = Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()]))
/** With the dot of `itemId`: what one system writes another takes. */
const FileId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[\\w.-]+$' })

/** A word of our locales, or of theirs: what is no code of ours is said as the name stands. */
const NameCode = Type.Optional(Type.String({ maxLength: 200 }))

/** A .bdd file: JSON text of categories (`list`) and their items (`modelList`). */
const BddFile = Type.Object({
  list: Type.Array(
    Type.Object({
      id: FileId,
      parentId: Type.Optional(Type.String({ maxLength: 64 })),
      fullName: Name,
      fullNameI18nCode: NameCode,
      enCode: Code,
      isTree: Type.Optional(Flag),
      sortCode: Sort,
      description: Text,
    }),
    { minItems: 1 },
  ),
  modelList: Type.Array(
    Type.Object({
      id: FileId,
      dictionaryTypeId: FileId,
      parentId: Type.Optional(Type.String({ maxLength: 64 })),
      fullName: Name,
      fullNameI18nCode: NameCode,
      enCode: Code,
      color: Type.Optional(Type.String({ pattern: `^(${CHOICE_COLOURS.join('|')})?$` })),
      enabledMark: Type.Optional(Flag),
      sortCode: Sort,
      description: Text,
    }),
  ),
})
type BddFile = Static<typeof BddFile>

const validate = new Ajv({ allErrors: true, strict: false }).compile(BddFile)

/** The .bdd file of a category, with the categories below it and all items. */
export async function exportCategory(db: Db, id: string): Promise<{ name: string; content: string }> {
  refuseReserved(id)
  const categories = await allCategories(db)
  const top = find(nest(categories), id)
  if (!top) throw new ApiError(CODE.notFound, '@dictionary.categoryGone')
  const list = flatten([top])
  const items = await Promise.all(list.map((category) => itemsOf(db, category.id)))
  const content: BddFile = {
    list: list.map(withoutBranches).map(inFile),
    modelList: items.flat().map(inFile),
  }
  return { name: `${top.fullName}.bdd`, content: JSON.stringify(content, null, 2) }
}

/** Reads a .bdd file: all of it, in one transaction, or nothing, with every reason. */
export async function importCategories(
  context: CallContext,
  file: UploadedFile,
): Promise<{ categories: number; items: number }> {
  const content = parse(file)
  return withConstraints(
    {
      dictionary_category_code: { message: '@dictionary.codeTaken' },
      dictionary_category_name: { message: '@dictionary.nameTaken' },
      dictionary_category_pkey: { message: '@dictionary.importExists' },
      dictionary_item_pkey: { message: '@dictionary.importExists' },
    },
    context.text,
    () =>
      context.db.transaction().execute(async (tx) => {
        await lockTree(tx)
        const errors = await faults(tx, content, context)
        if (errors.length > 0) throw new ApiError(CODE.badRequest, errors[0]?.message ?? '', { errors })
        await insert(tx, content)
        const counts = { categories: content.list.length, items: content.modelList.length }
        await context.audit(
          { action: 'dictionaryData.import', target: file.name.slice(0, 200), after: counts },
          tx,
        )
        return counts
      }),
  )
}

function parse(file: UploadedFile): BddFile {
  const content = jsonFile(file, '.bdd', '@dictionary.importNotJson')
  if (!validate(content)) {
    const [first] = validate.errors ?? []
    const place = first ? `${first.instancePath || '/'} ${first.message ?? ''}` : ''
    throw new ApiError(CODE.badRequest, '@dictionary.importMalformed', { params: { place } })
  }
  return content as BddFile
}

/** What stands in the way of a sound file: names and codes that are taken, parents and categories that are not there. */
async function faults(tx: Tx, { list, modelList }: BddFile, context: CallContext): Promise<InputError[]> {
  const errors: InputError[] = []
  const complain = (path: string, message: string, name: string) =>
    errors.push({ path, message: context.text(message, { name }) })
  const existing = await allCategories(tx)
  const taken = new Set(existing.flatMap((category) => [`id ${category.id}`, `code ${category.enCode}`]))
  list.forEach((category, index) => {
    const keys = [`id ${category.id}`, `code ${category.enCode}`]
    if (keys.some((key) => taken.has(key)) || RESERVED.has(category.id))
      complain(`list.${index}.enCode`, '@dictionary.importCategoryExists', category.fullName)
    for (const key of keys) taken.add(key)
  })
  const own = new Set(list.map((category) => category.id))
  if (
    flatten(
      nest(
        withParents(
          list,
          existing.map((category) => category.id),
        ),
      ),
    ).length < list.length
  )
    complain('list', '@dictionary.importLoop', '')
  if (loops(modelList)) complain('modelList', '@dictionary.importLoop', '')
  const itemKeys = new Set<string>()
  const ids = new Set(modelList.map((item) => `${item.dictionaryTypeId} ${item.id}`))
  modelList.forEach((item, index) => {
    if (!own.has(item.dictionaryTypeId))
      complain(`modelList.${index}.dictionaryTypeId`, '@dictionary.importItemAstray', item.fullName)
    const parent = parentOf(item)
    if (parent !== null && !ids.has(`${item.dictionaryTypeId} ${parent}`))
      complain(`modelList.${index}.parentId`, '@dictionary.importItemAstray', item.fullName)
    const keys = [
      `id ${item.id}`,
      `name ${item.dictionaryTypeId} ${item.fullName}`,
      `code ${item.dictionaryTypeId} ${item.enCode}`,
    ]
    if (keys.some((key) => itemKeys.has(key)))
      complain(`modelList.${index}.enCode`, '@dictionary.importItemTwice', item.fullName)
    for (const key of keys) itemKeys.add(key)
  })
  return errors
}

/** Items that are each other's ancestors hang from nothing. */
function loops(items: BddFile['modelList']): boolean {
  return (
    flatten(nest(items.map((item) => ({ ...item, parentId: parentOf(item) ?? TOP })))).length < items.length
  )
}

async function insert(tx: Tx, { list, modelList }: BddFile): Promise<void> {
  const existing = (await allCategories(tx)).map((category) => category.id)
  for (const category of flatten(nest(withParents(list, existing)))) {
    await tx
      .insertInto('dictionary_category')
      .values({
        id: category.id,
        parent_id: category.parentId,
        full_name: category.fullName.trim(),
        full_name_code: category.fullNameI18nCode ?? '',
        en_code: category.enCode.trim(),
        is_tree: category.isTree ?? 0,
        sort_code: category.sortCode ?? 0,
        description: category.description ?? '',
        updated_at: null,
      })
      .execute()
  }
  for (const items of groupBy(modelList, (item) => item.dictionaryTypeId).values()) {
    const rows = await freeIds(tx, items)
    for (const part of inParts(rows)) await tx.insertInto('dictionary_item').values(part).execute()
  }
}

/** Items in an order in which parents come first. An id that another system's item already has here is made new. */
async function freeIds(tx: Tx, items: BddFile['modelList']) {
  const used = await tx
    .selectFrom('dictionary_item')
    .select('id')
    .where(
      isAnyOf(
        'id',
        items.map((item) => item.id),
      ),
    )
    .execute()
  const renamed = new Map(used.map(({ id }) => [id, newId()]))
  const idOf = (id: string) => renamed.get(id) ?? id
  const ordered = flatten(nest(items.map((item) => ({ ...item, parentId: parentOf(item) ?? TOP }))))
  return ordered.map((item) => ({
    id: idOf(item.id),
    category_id: item.dictionaryTypeId,
    parent_id: item.parentId === TOP ? null : idOf(item.parentId),
    full_name: item.fullName.trim(),
    full_name_code: item.fullNameI18nCode ?? '',
    color: item.color ?? '',
    en_code: item.enCode.trim(),
    enabled_mark: item.enabledMark ?? 1,
    sort_code: item.sortCode ?? 0,
    description: item.description ?? '',
    updated_at: null,
  }))
}

function parentOf(item: BddFile['modelList'][number]): string | null {
  const { parentId } = item
  return parentId === undefined || parentId === '' || parentId === TOP || parentId === '-1' ? null : parentId
}

function withParents(list: BddFile['list'], existing: readonly string[]) {
  const known = new Set([...existing, ...list.map((category) => category.id)])
  return list.map((category) => ({
    ...category,
    parentId: category.parentId !== undefined && known.has(category.parentId) ? category.parentId : BUSINESS,
  }))
}

function find<T extends { readonly id: string }>(
  branches: readonly Branch<T>[],
  id: string,
): Branch<T> | undefined {
  for (const branch of branches) {
    const found = branch.id === id ? branch : find(branch.children, id)
    if (found) return found
  }
  return undefined
}

/** Parents before their children. */
function flatten<T>(branches: readonly Branch<T>[]): Branch<T>[] {
  return branches.flatMap((branch) => [branch, ...flatten(branch.children)])
}

/** As a file has it: without what counts the changes of this system's row, and with the code that a name has. */
function inFile<T extends { readonly version: number; readonly fullNameCode: string }>({
  version: _,
  fullNameCode,
  ...row
}: T) {
  return { ...row, ...(fullNameCode !== '' && { fullNameI18nCode: fullNameCode }) }
}

function withoutBranches<T>({ children: _, hasChildren: __, ...row }: Branch<T>) {
  return row
}
