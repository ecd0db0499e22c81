import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Text } from '@runtime/text'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import type { Db, Tx } from '../../../module'
import { followed, followedCodes } from './origin'
import { NO_PARENT } from './rows'
import { MAIN_SYSTEM, type MenuOrigin, type RightCode } from './tables'

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

type FileRow = ReturnType<typeof rowOf> & { readonly system_id: string }

/**
 * Brings the rows that the menu's files give up to date; entries and systems that left the files leave the menu. What has
 * been changed here stays, and what has been made here gives way where it has taken a code that a file now needs.
 */
export async function seedMenu(db: Db, schemasFolder: string): Promise<void> {
  const systems = await readList<SystemFileItem>(schemasFolder, 'systems.json')
  const rows = [
    ...flatten(await readList<MenuFileItem>(schemasFolder, 'menu.json'), NO_PARENT, MAIN_SYSTEM),
    ...systems.flatMap(({ id, items = [] }) => flatten(items, NO_PARENT, id)),
  ]
  await db.transaction().execute(async (tx) => {
    await seedSystems(tx, systems)
    await seedEntries(tx, rows)
  })
}

async function seedSystems(tx: Tx, systems: readonly SystemFileItem[]): Promise<void> {
  await tx
    .deleteFrom('system')
    .where('source', '=', 'file')
    .where((where) => where.not(isAnyOf('id', [MAIN_SYSTEM, ...systems.map(({ id }) => id)])))
    .execute()
  const known = new Map((await tx.selectFrom('system').selectAll().execute()).map((row) => [row.id, row]))
  await makeWay(
    tx,
    'system',
    systems.map(({ id, enCode = id }) => enCode),
  )
  for (const [index, item] of systems.entries()) {
    const { en_code, ...next } = systemOf(item, index)
    const current = known.get(item.id)
    const { full_name, ...rest } = followed(current && pick(current, next), current?.origin ?? null, next)
    const changes = {
      ...{ en_code, ...rest, source: 'file' as const },
      full_name: full_name && JSON.stringify(full_name),
      origin: JSON.stringify(next),
    }
    await tx
      .insertInto('system')
      .values({ id: item.id, ...changes })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
      .execute()
  }
}

async function seedEntries(tx: Tx, rows: readonly FileRow[]): Promise<void> {
  const ids = rows.map((row) => row.id)
  const stale = tx.deleteFrom('menu').where('source', '=', 'file')
  await stale.where((where) => where.not(isAnyOf('id', ids))).execute()
  const known = new Map(
    (await tx.selectFrom('menu').selectAll().forUpdate().execute()).map((row) => [row.id, row]),
  )
  await makeWay(
    tx,
    'menu',
    rows.map((row) => row.en_code),
  )
  for (const { id, origin: next, codes, system_id, ...fixed } of rows) {
    const current = known.get(id)
    const { full_name, parent_id, ...rest } = followed(
      current && pick(current, next),
      current?.origin ?? null,
      next,
    )
    // Whoever moved it may have moved it below what is no more, or what the file has since put into another system.
    const above = ids.includes(parent_id) ? rows.find((row) => row.id === parent_id) : known.get(parent_id)
    const changes = {
      ...{ system_id, ...fixed, ...rest, source: 'file' as const },
      parent_id: parent_id === NO_PARENT || above?.system_id === system_id ? parent_id : next.parent_id,
      full_name: JSON.stringify(full_name),
      origin: JSON.stringify(next),
      buttons: JSON.stringify(followedCodes(current?.buttons, codes.buttons)),
      columns: JSON.stringify(followedCodes(current?.columns, codes.columns)),
      fields: JSON.stringify(followedCodes(current?.fields, codes.fields)),
    }
    await tx
      .insertInto('menu')
      .values({ id, ...changes })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
      .execute()
  }
  await sql`
    update menu set parent_id = ${NO_PARENT} where source <> 'file' and parent_id <> ${NO_PARENT}
      and not exists (select from menu above where above.id = menu.parent_id)`.execute(tx)
  // What was moved here below what a file has moved below it since: the file's places make no circle.
  await sql`
    with recursive reached as (
      select id from menu where parent_id = ${NO_PARENT}
      union select menu.id from menu join reached on menu.parent_id = reached.id
    )
    update menu set parent_id = origin ->> 'parent_id'
    where source = 'file' and id not in (select id from reached)`.execute(tx)
}

/** Rows that were made here have their codes lengthened where a file needs them. */
async function makeWay(tx: Tx, table: 'menu' | 'system', codes: readonly string[]): Promise<void> {
  await sql`
    update ${sql.table(table)} set en_code = left(en_code, 41) || '-' || right(id, 8)
    where source = 'own' and en_code = any(${[...codes]}::text[])`.execute(tx)
}

function pick<T extends object, Key extends keyof T>(row: T, like: Pick<T, Key>): Pick<T, Key> {
  return Object.fromEntries((Object.keys(like) as Key[]).map((key) => [key, row[key]])) as Pick<T, Key>
}

function systemOf({ id, enCode = id, fullName, icon = '', sortCode }: SystemFileItem, index: number) {
  return { en_code: enCode, full_name: { text: fullName }, icon, sort_code: sortCode ?? index + 1 }
}

/** Throws where the file is no JSON: half a menu would take the other half away. */
async function readList<T>(schemasFolder: string, file: string): Promise<readonly T[]> {
  const text = await readFile(join(schemasFolder, file), 'utf8').catch(() => '[]')
  const errors: ParseError[] = []
  const content = parse(text, errors) as readonly T[] | { readonly items?: readonly T[] } | undefined
  const [error] = errors
  if (error) throw new Error(`${file}: ${printParseErrorCode(error.error)} at character ${error.offset + 1}`)
  if (Array.isArray(content)) return content as readonly T[]
  return (content as { items?: readonly T[] } | undefined)?.items ?? []
}

function flatten(items: readonly MenuFileItem[], parentId: string, systemId: string): FileRow[] {
  return items.flatMap((item, index) => {
    const row = { ...rowOf(item, parentId, index), system_id: systemId }
    return [row, ...flatten(item.children ?? [], row.id, systemId)]
  })
}

function rowOf(item: MenuFileItem, parentId: string, index: number) {
  const { buttons = [], columns = [], fields = [] } = item
  const origin: MenuOrigin = {
    parent_id: parentId,
    full_name: { text: item.fullName },
    icon: item.icon ?? '',
    sort_code: item.sortCode ?? index,
    button_switch: buttons.length > 0,
    column_switch: columns.length > 0,
    form_switch: fields.length > 0,
    data_switch: false,
  }
  return {
    id: item.id ?? item.enCode,
    en_code: item.enCode,
    type: item.type,
    url_address: item.urlAddress ?? '',
    link_target: item.linkTarget ?? '_self',
    property_json: JSON.stringify(item.propertyJson ?? {}),
    origin,
    codes: { buttons, columns, fields },
  }
}
