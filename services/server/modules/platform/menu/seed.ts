import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Text } from '@runtime/text'
import { parse } from 'jsonc-parser'
import { isAnyOf } from '../../../database/batches'
import type { Db } from '../../../module'
import { MAIN_SYSTEM, type RightCode } from './tables'

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

/** A further system, of `schemas/systems.json`, with its menu. */
interface SystemFileItem {
  readonly id: string
  readonly enCode?: string
  readonly fullName: Text
  readonly icon?: string
  readonly sortCode?: number
  readonly items?: readonly MenuFileItem[]
}

/** Files under `schemas/` that menus come from. */
export const MENU_FILES: readonly string[] = ['menu.json', 'systems.json']

export type MenuRow = ReturnType<typeof rowOf> & { readonly system_id: string }

/** Brings the rows that the menu's files give up to date; entries and systems that left the files leave the menu. */
export async function seedMenu(db: Db, schemasFolder: string): Promise<void> {
  const systems = await readList<SystemFileItem>(schemasFolder, 'systems.json')
  const rows = [
    ...flatten(await readList<MenuFileItem>(schemasFolder, 'menu.json'), '-1', MAIN_SYSTEM),
    ...systems.flatMap(({ id, items = [] }) => flatten(items, '-1', id)),
  ]
  await db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('system')
      .where((where) => where.not(isAnyOf('id', [MAIN_SYSTEM, ...systems.map(({ id }) => id)])))
      .execute()
    for (const [index, item] of systems.entries()) {
      const changes = systemOf(item, index)
      await tx
        .insertInto('system')
        .values({ id: item.id, ...changes })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
        .execute()
    }
    const ids = rows.map((row) => row.id)
    const stale = tx.deleteFrom('menu').where('source', '=', 'file')
    await stale.where((where) => where.not(isAnyOf('id', ids))).execute()
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

function systemOf({ id, enCode = id, fullName, icon = '', sortCode }: SystemFileItem, index: number) {
  return {
    en_code: enCode,
    full_name: JSON.stringify({ text: fullName }),
    icon,
    sort_code: sortCode ?? index + 1,
  }
}

async function readList<T>(schemasFolder: string, file: string): Promise<readonly T[]> {
  const text = await readFile(join(schemasFolder, file), 'utf8').catch(() => '[]')
  const content = parse(text) as readonly T[] | { readonly items?: readonly T[] } | undefined
  if (Array.isArray(content)) return content as readonly T[]
  return (content as { items?: readonly T[] } | undefined)?.items ?? []
}

function flatten(items: readonly MenuFileItem[], parentId: string, systemId: string): MenuRow[] {
  return items.flatMap((item, index) => {
    const row = { ...rowOf(item, parentId, index), system_id: systemId }
    return [row, ...flatten(item.children ?? [], row.id, systemId)]
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
