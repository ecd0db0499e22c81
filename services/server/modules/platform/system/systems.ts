import { newId } from '@runtime/id'
import type { systemCalls } from '@services/contract/areas/platform/system'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { type Selectable, sql } from 'kysely'
import type { Broken } from '../../../database/constraint'
import { demandVersion } from '../../../database/version'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import {
  entriesAt,
  grantedTo,
  grantsAt,
  refuseEntries,
  refuseGranted,
  refuseLosingItself,
} from '../menu/obstacles'
import { commonColumns } from '../menu/rows'
import { MAIN_SYSTEM, type SystemTable } from '../menu/tables'
import { create, refusal, remove, update } from '../people/change'

type SystemInput = InputOf<(typeof systemCalls)['system.create']>
type Row = Selectable<SystemTable> & { readonly menus: number }

const BROKEN: Readonly<Record<string, Broken>> = {
  system_en_code_key: { path: 'enCode', message: '@people.codeTaken' },
}

function selectSystems(db: Db | Tx) {
  return db
    .selectFrom('system')
    .selectAll()
    .select(sql<number>`(select count(*)::int from menu where menu.system_id = system.id)`.as('menus'))
}

/** Systems in their order; one without a name of its own is called as the product is. */
export async function listSystems(context: CallContext, services: Services, keyword = '') {
  const rows = await selectSystems(context.db).orderBy('sort_code').orderBy('id').execute()
  const { sysName } = await services.systemConfig.read()
  const word = keyword.trim().toLowerCase()
  return rows
    .map((row) => systemOf(context, sysName, row))
    .filter(({ fullName, enCode }) => `${fullName}\n${enCode}`.toLowerCase().includes(word))
}

/** @throws ApiError 404 */
export async function readSystem(
  context: CallContext,
  services: Services,
  id: string,
  db: Db | Tx = context.db,
) {
  const system = await findSystem(context, services, id, db)
  if (!system) throw notFound()
  return system
}

async function findSystem(context: CallContext, services: Services, id: string, db: Db | Tx) {
  const row = await selectSystems(db).where('id', '=', id).executeTakeFirst()
  return row && systemOf(context, (await services.systemConfig.read()).sysName, row)
}

export async function createSystem(
  context: CallContext,
  services: Services,
  input: SystemInput,
): Promise<{ id: string }> {
  const id = newId()
  await create(context, {
    ...changeOf(context, services, 'system.create', id),
    async write(tx) {
      const full_name = JSON.stringify({ text: { zh: input.fullName.trim() } })
      await tx
        .insertInto('system')
        .values({ id, source: 'own', en_code: input.enCode.trim(), full_name, ...commonColumns(input) })
        .execute()
    },
  })
  return { id }
}

export function updateSystem(
  context: CallContext,
  services: Services,
  id: string,
  input: SystemInput,
): Promise<void> {
  return update(context, {
    ...changeOf(context, services, 'system.update', id),
    async write(tx) {
      const before = await readSystem(context, services, id, tx)
      await demandVersion(tx, 'system', id, input.version, () => readSystem(context, services, id, tx))
      if (before.isBuiltIn === 1 && input.enCode.trim() !== before.enCode)
        throw refusal(context, 'enCode', '@menu.systemKeepsCode')
      const common = commonColumns(input)
      await demandState(context, services, tx, id, before.enabledMark === 1, common.is_enabled)
      await tx
        .updateTable('system')
        .set({
          ...{ en_code: input.enCode.trim(), ...common },
          // A name in several languages stays whole when the one that was shown came back.
          ...(input.fullName.trim() !== before.fullName && {
            full_name: JSON.stringify({ text: { zh: input.fullName.trim() } }),
          }),
        })
        .where('id', '=', id)
        .execute()
      await refuseLosingItself(tx)
    },
  })
}

/** @throws ApiError 400 that names the menu's entries, and who has been granted it, while there are any */
export function deleteSystem(context: CallContext, services: Services, id: string): Promise<void> {
  return remove(context, {
    ...changeOf(context, services, 'system.delete', id),
    async write(tx) {
      const { isBuiltIn, fullName: name } = await readSystem(context, services, id, tx)
      if (isBuiltIn === 1) throw new ApiError(CODE.badRequest, '@menu.systemOfProduct', { params: { name } })
      const entries = await entriesAt(context, tx, { systemId: id })
      await refuseEntries(context, '@menu.systemHasMenu', entries)
      const granted = await grantedTo(context, tx, 'system', id)
      await refuseGranted(context, '@menu.systemIsGranted', granted)
      await tx.deleteFrom('user_system').where('system_id', '=', id).execute()
      await tx.deleteFrom('system').where('id', '=', id).execute()
    },
  })
}

export function toggleSystem(context: CallContext, services: Services, id: string): Promise<void> {
  return update(context, {
    ...changeOf(context, services, 'system.state', id),
    async write(tx) {
      const is_enabled = (await readSystem(context, services, id, tx)).enabledMark === 0
      await demandVersion(tx, 'system', id)
      await demandState(context, services, tx, id, !is_enabled, is_enabled)
      await tx.updateTable('system').set({ is_enabled }).where('id', '=', id).execute()
    },
  })
}

/** Everybody belongs to the main system; and who enables one gives what has been granted there. */
async function demandState(
  context: CallContext,
  services: Services,
  tx: Tx,
  id: string,
  was: boolean,
  will: boolean,
): Promise<void> {
  if (id === MAIN_SYSTEM && !will) throw new ApiError(CODE.badRequest, '@menu.mainStays')
  if (was || !will) return
  const entries = await tx.selectFrom('menu').select('id').where('system_id', '=', id).execute()
  const ids = [id, ...entries.map((entry) => entry.id)]
  await services.holdings.demandOwn(context, tx, await grantsAt(tx, ids))
}

const changeOf = (context: CallContext, services: Services, action: string, id: string) => ({
  ...{ action, id, broken: BROKEN },
  read: (tx: Db | Tx) => findSystem(context, services, id, tx),
})

function systemOf({ text }: CallContext, sysName: string, row: Row) {
  return {
    id: row.id,
    enCode: row.en_code,
    fullName: row.full_name ? text(row.full_name.text) : sysName,
    icon: row.icon,
    sortCode: row.sort_code,
    enabledMark: row.is_enabled ? 1 : 0,
    description: row.description,
    version: row.version,
    menuCount: row.menus,
    isBuiltIn: row.source === 'file' ? 1 : 0,
  }
}
