import { sql } from 'kysely'
import type { CallContext, Tx } from '../../../module'
import { refusal } from '../people/change'
import type { MenuRow } from './entries'
import { isDirectory } from './kinds'
import { entriesAt } from './obstacles'
import { findRow, NO_PARENT } from './rows'

/** Levels of a menu, as many as a side menu still shows. */
const DEEPEST = 8
const SORT_STEP = 10

type Stand = Pick<MenuRow, 'system_id' | 'category' | 'parent_id' | 'type'>

/**
 * Whether an entry may stand there: in a system that there is, below a directory of the same system and category, neither
 * below itself nor too deep.
 * @param row the entry as it is; null: a new one
 * @throws ApiError 400
 */
export async function demandPlace(
  context: CallContext,
  tx: Tx,
  row: MenuRow | null,
  at: Stand,
): Promise<void> {
  const { system_id, category, parent_id } = at
  if (!row) {
    const system = await tx.selectFrom('system').select('id').where('id', '=', system_id).executeTakeFirst()
    if (!system) throw refusal(context, 'systemId', '@menu.systemGone')
  } else if (category !== row.category) {
    const below = await entriesAt(context, tx, { parentId: row.id })
    if (below.count > 0) throw refusal(context, 'category', '@menu.categoryWithEntries')
  }
  if (parent_id === NO_PARENT) return
  const parent = await findRow(tx, parent_id)
  if (!parent) throw refusal(context, 'parentId', '@people.parentGone')
  if (parent.system_id !== system_id) throw refusal(context, 'parentId', '@menu.parentElsewhere')
  if (!isDirectory(parent.type)) throw refusal(context, 'parentId', '@menu.parentNoDirectory')
  if (parent.category !== category) throw refusal(context, 'parentId', '@menu.parentOtherCategory')
  if (parent_id === row?.id) throw refusal(context, 'parentId', '@people.underItself')
  const above = await aboveOf(tx, parent_id)
  if (row && above.includes(row.id)) throw refusal(context, 'parentId', '@people.underOwnUnit')
  const levels = above.length + (row ? await levelsOf(tx, row.id) : 1)
  if (levels > DEEPEST) throw refusal(context, 'parentId', '@menu.tooDeep')
}

/** An entry and what it stands below. */
async function aboveOf(tx: Tx, id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive way as (
      select id, parent_id from menu where id = ${id}
      union select above.id, above.parent_id from menu above join way on above.id = way.parent_id
    ) select id from way`.execute(tx)
  return rows.map((row) => row.id)
}

/** How many levels an entry and what stands below it take. */
async function levelsOf(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ levels: number }>`
    with recursive below as (
      select id, 1 as level from menu where id = ${id}
      union all select menu.id, level + 1 from menu join below on menu.parent_id = below.id where level <= ${DEEPEST}
    ) select max(level)::int as levels from below`.execute(tx)
  return rows[0]?.levels ?? 1
}

/** The sibling before which an entry stands; null: it is the last. */
export async function nextPlace(tx: Tx, row: MenuRow): Promise<string | null> {
  const ids = await siblingsAt(tx, row.parent_id, row.system_id)
  const at = ids.findIndex(({ id }) => id === row.id)
  return ids[at + 1]?.id ?? null
}

/** The siblings at a place in their order, with an entry put before one of them, or last. */
export async function placeBefore(
  context: CallContext,
  tx: Tx,
  parentId: string,
  systemId: string,
  id: string,
  beforeId: string | null,
): Promise<readonly Sibling[]> {
  const others = (await siblingsAt(tx, parentId, systemId)).filter((one) => one.id !== id)
  const at = beforeId === null ? others.length : others.findIndex((one) => one.id === beforeId)
  if (at === -1) throw refusal(context, 'beforeId', '@menu.siblingGone')
  return others.toSpliced(at, 0, { id, sort_code: -1 })
}

interface Sibling {
  readonly id: string
  /** -1: it has none here yet. */
  readonly sort_code: number
}

function siblingsAt(tx: Tx, parentId: string, systemId: string): Promise<Sibling[]> {
  return tx
    .selectFrom('menu')
    .select(['id', 'sort_code'])
    .where('parent_id', '=', parentId)
    .where('system_id', '=', systemId)
    .orderBy('sort_code')
    .orderBy('id')
    .execute()
}

/** Stores an order: the one that is moved gets a number between its neighbours', or all get new ones where there is none. */
export async function putInto(
  tx: Tx,
  id: string,
  parentId: string,
  order: readonly Sibling[],
): Promise<void> {
  const at = order.findIndex((one) => one.id === id)
  const before = order[at - 1]?.sort_code ?? -1
  const after = order[at + 1]?.sort_code ?? before + 2 * SORT_STEP
  const between = Math.floor((before + after) / 2)
  const numbers =
    between > before && between < after && between <= 999_999
      ? [[id, between] as const]
      : order.map((one, index) => [one.id, (index + 1) * (order.length > 50_000 ? 1 : SORT_STEP)] as const)
  await sql`
    update menu set sort_code = given.number
    from (select * from unnest(${numbers.map(([one]) => one)}::text[], ${numbers.map(([, number]) => number)}::int[])) as given(id, number)
    where menu.id = given.id and sort_code <> given.number`.execute(tx)
  await tx.updateTable('menu').set({ parent_id: parentId }).where('id', '=', id).execute()
}
