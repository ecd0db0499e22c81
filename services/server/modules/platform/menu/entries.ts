import { type Selectable, sql } from 'kysely'
import type { Db, Services, SessionUser } from '../../../module'
import type { Authority } from '../permission/authority'
import type { MenuTable } from './tables'

export type MenuRow = Selectable<MenuTable>

/** The entries of all systems, in order, as they stood at an epoch. */
export interface Entries {
  readonly epoch: number
  readonly rows: readonly MenuRow[]
  /** By code, else by id. */
  named(name: string): MenuRow | undefined
  /** Whether the entry and its system are in use. */
  isOpen(row: MenuRow): boolean
}

/** Reads the menu of every system, once for every change of it. */
export function createEntries(db: Db, services: Services) {
  let kept: Entries | null = null
  return async (user: Pick<SessionUser, 'authorityEpoch'>): Promise<Entries> => {
    const epoch = await services.authorities.epochFor(user)
    if (kept && kept.epoch >= epoch) return kept
    const read = await readEntries(db)
    if (!kept || read.epoch >= kept.epoch) kept = read
    return read
  }
}

export type ReadEntries = ReturnType<typeof createEntries>

async function readEntries(db: Db): Promise<Entries> {
  const found = await db
    .selectFrom('menu')
    .leftJoin('system', 'system.id', 'menu.system_id')
    .selectAll('menu')
    .select('system.is_enabled as system_enabled')
    .select(sql<number>`(select epoch from authority_epoch)`.as('epoch'))
    .orderBy('menu.sort_code')
    .orderBy('menu.id')
    .execute()
  const open = new Set(found.filter((row) => row.is_enabled && row.system_enabled === true))
  const byId = new Map(found.map((row) => [row.id, row]))
  const byCode = new Map(found.map((row) => [row.en_code, row]))
  return {
    epoch: found[0]?.epoch ?? 0,
    rows: found,
    named: (name) => byCode.get(name) ?? byId.get(name),
    isOpen: (row) => open.has(row as (typeof found)[number]),
  }
}

/** Whether a person may see an entry that is in use: it and its system are granted. */
export function sees(authority: Authority, row: MenuRow): boolean {
  return (
    authority.isAdministrator || (authority.has('system', row.system_id) && authority.has('menu', row.id))
  )
}
