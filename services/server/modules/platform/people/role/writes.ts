import { newId } from '@runtime/id'
import type { roleCalls } from '@services/contract/areas/platform/role'
import type { InputOf } from '@services/contract/call'
import { sql } from 'kysely'
import { inParts } from '../../../../database/batches'
import type { Broken } from '../../../../database/constraint'
import { demandVersion } from '../../../../database/version'
import type { CallContext, Tx } from '../../../../module'
import { demandRole, demandUnits } from '../../permission/layered/scope'
import { create, namedColumns, refusal, remove, update } from '../change'
import { refuseHeldRole } from '../obstacles'
import { unitIdOf } from '../organize/units'
import { findRole, findRow, readRole, roleName } from './roles'

type RoleInput = InputOf<(typeof roleCalls)['role.create']>

const BROKEN: Readonly<Record<string, Broken>> = {
  role_en_code_key: { path: 'enCode', message: '@people.codeTaken' },
  role_organize_unit: { path: 'organizeIds', message: '@people.unitGone' },
}
const BROKEN_BY_DELETE: Readonly<Record<string, Broken>> = {
  user_role_role: { message: '@people.roleHeld' },
}

export async function createRole(context: CallContext, input: RoleInput): Promise<{ id: string }> {
  const id = newId()
  await create(context, {
    action: 'role.create',
    id,
    broken: BROKEN,
    read: (tx) => findRole(tx, id, context.text),
    async write(tx) {
      const { organizeIds, ...columns } = columnsOf(context, input)
      await demandUnits(context, organizeIds, 'add', tx)
      await tx
        .insertInto('role')
        .values({ id, ...columns, full_name: JSON.stringify(columns.full_name), updated_at: null })
        .execute()
      await bind(tx, id, organizeIds)
    },
  })
  return { id }
}

export function updateRole(context: CallContext, id: string, input: RoleInput): Promise<void> {
  return update(context, {
    action: 'role.update',
    id,
    broken: BROKEN,
    read: (tx) => findRole(tx, id, context.text),
    async write(tx) {
      const { organizeIds, ...columns } = columnsOf(context, input)
      await demandRole(context, tx, id, 'edit')
      await demandVersion(tx, 'role', id, input.version, () => readRole(context, id, tx))
      await demandUnits(context, organizeIds, 'edit', tx)
      const row = await findRow(tx, id)
      // A name in several languages stays whole when the one that was shown came back.
      const kept = row && roleName(row, context.text) === columns.full_name
      const full_name = kept ? row.full_name : JSON.stringify(columns.full_name)
      await tx
        .updateTable('role')
        .set({ ...columns, full_name, updated_at: new Date() })
        .where('id', '=', id)
        .execute()
      await bind(tx, id, organizeIds)
    },
  })
}

export function deleteRole(context: CallContext, id: string): Promise<void> {
  return remove(context, {
    action: 'role.delete',
    id,
    broken: BROKEN_BY_DELETE,
    read: (tx) => findRole(tx, id, context.text),
    async write(tx) {
      await demandRole(context, tx, id, 'delete')
      await refuseHeldRole(context, tx, id)
      await tx.deleteFrom('role').where('id', '=', id).execute()
    },
  })
}

export function toggleRole(context: CallContext, id: string): Promise<void> {
  return update(context, {
    action: 'role.state',
    id,
    broken: {},
    read: (tx) => findRole(tx, id, context.text),
    async write(tx) {
      await demandRole(context, tx, id, 'edit')
      await demandVersion(tx, 'role', id)
      await tx
        .updateTable('role')
        .set({ enabled_mark: sql<number>`1 - enabled_mark`, updated_at: new Date() })
        .where('id', '=', id)
        .execute()
    },
  })
}

function columnsOf(context: CallContext, input: RoleInput) {
  const is_global = input.globalMark !== 0
  const organizeIds = is_global ? [] : [...new Set((input.organizeIds ?? []).map(unitIdOf))]
  if (!is_global && organizeIds.length === 0)
    throw refusal(context, 'organizeIds', '@people.organizeRequired')
  return { ...namedColumns(input), is_global, organizeIds }
}

async function bind(tx: Tx, id: string, organizeIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('role_organize').where('role_id', '=', id).execute()
  const rows = organizeIds.map((organize_id) => ({ role_id: id, organize_id }))
  for (const part of inParts(rows)) await tx.insertInto('role_organize').values(part).execute()
}
