import type { Tx } from '../../../module'

/** Whether an id is that of an item of a dictionary. */
export async function isItemOf(tx: Tx, dictionary: string, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('dictionary_item')
    .innerJoin('dictionary_category', 'dictionary_category.id', 'dictionary_item.category_id')
    .select('dictionary_item.id')
    .where('dictionary_category.en_code', '=', dictionary)
    .where('dictionary_item.id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}
