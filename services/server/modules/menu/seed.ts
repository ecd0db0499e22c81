import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Text } from '@runtime/text'
import { parse } from 'jsonc-parser'
import type { Db } from '../../module'
import type { RightCode } from './tables'

/** An entry of `schemas/menu.json`. */
interface MenuFileItem {
  readonly id?: string
  readonly enCode: string
  readonly fullName: Text
  readonly type: number
  readonly icon?: string
  readonly urlAddress?: string
  readonly linkTarget?: string
  readonly propertyJson?: Readonly<Record<string, unknown>>
  readonly sortCode?: number
  readonly children?: readonly MenuFileItem[]
  readonly buttons?: readonly RightCode[]
  readonly columns?: readonly RightCode[]
  readonly fields?: readonly RightCode[]
}

export type MenuRow = ReturnType<typeof rowOf>

/** Brings the rows that `schemas/menu.json` gives up to date; entries that left the file leave the menu. */
export async function seedMenu(db: Db, schemasFolder: string): Promise<void> {
  const rows = await readMenu(schemasFolder)
  await db.transaction().execute(async (tx) => {
    const ids = rows.map((row) => row.id)
    const stale = tx.deleteFrom('menu').where('source', '=', 'file')
    await (ids.length > 0 ? stale.where('id', 'not in', ids) : stale).execute()
    for (const row of rows) {
      const { id, ...changes } = row
      await tx
        .insertInto('menu')
        .values({ id, ...changes })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
        .execute()
    }
  })
}

async function readMenu(schemasFolder: string): Promise<MenuRow[]> {
  const text = await readFile(join(schemasFolder, 'menu.json'), 'utf8').catch(() => '[]')
  const content = parse(text) as
    | readonly MenuFileItem[]
    | { readonly items?: readonly MenuFileItem[] }
    | undefined
  const items = Array.isArray(content)
    ? content
    : ((content as { items?: readonly MenuFileItem[] })?.items ?? [])
  return flatten(items, '-1')
}

function flatten(items: readonly MenuFileItem[], parentId: string): MenuRow[] {
  return items.flatMap((item, index) => {
    const row = rowOf(item, parentId, index)
    return [row, ...flatten(item.children ?? [], row.id)]
  })
}

function rowOf(item: MenuFileItem, parentId: string, index: number) {
  return {
    id: item.id ?? item.enCode,
    parent_id: parentId,
    en_code: item.enCode,
    full_name: JSON.stringify({ text: item.fullName }),
    type: item.type,
    icon: item.icon ?? '',
    url_address: item.urlAddress ?? '',
    link_target: item.linkTarget ?? '_self',
    property_json: JSON.stringify(item.propertyJson ?? {}),
    sort_code: item.sortCode ?? index,
    source: 'file' as const,
    buttons: JSON.stringify(item.buttons ?? []),
    columns: JSON.stringify(item.columns ?? []),
    fields: JSON.stringify(item.fields ?? []),
  }
}
