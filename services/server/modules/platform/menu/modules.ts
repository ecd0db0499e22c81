import { MENU_TYPE } from '@runtime/menu/destination'
import { asRead } from '../../../database/reading'
import type { Db, Tx } from '../../../module'

/** What an entry of a type can show, with what its `moduleId` is then. */
export async function modulesOf(db: Db | Tx, type: number): Promise<{ id: string; fullName: string }[]> {
  if (type === MENU_TYPE.model)
    return db
      .selectFrom('model')
      .select(['id', 'full_name as fullName'])
      .where('released_version', '>', 0)
      .orderBy('sort_code')
      .orderBy(asRead('full_name'))
      .orderBy('id')
      .execute()
  if (type === MENU_TYPE.dictionary)
    return db
      .selectFrom('dictionary_category')
      .select(['en_code as id', 'full_name as fullName'])
      .where('parent_id', 'is not', null)
      .orderBy('sort_code')
      .orderBy(asRead('full_name'))
      .orderBy('id')
      .execute()
  return []
}

/** Whether an entry of a type would show something; of what the product does not have itself it is not known. */
export async function hasModule(db: Db | Tx, type: number, id: string): Promise<boolean> {
  if (type === MENU_TYPE.model)
    return isThere(
      await db
        .selectFrom('model')
        .select('id')
        .where('released_version', '>', 0)
        .where((where) => where.or([where('id', '=', id), where('en_code', '=', id)]))
        .executeTakeFirst(),
    )
  if (type === MENU_TYPE.dictionary)
    return isThere(
      await db
        .selectFrom('dictionary_category')
        .select('id')
        .where((where) => where.or([where('id', '=', id), where('en_code', '=', id)]))
        .executeTakeFirst(),
    )
  return true
}

const isThere = (row: object | undefined): boolean => row !== undefined
