import { newId } from '@runtime/id'
import type { organizeCalls } from '@services/contract/areas/platform/organize'
import type { InputOf } from '@services/contract/call'
import { sql } from 'kysely'
import type { Broken } from '../../../../database/constraint'
import { demandVersion } from '../../../../database/version'
import type { CallContext, Tx } from '../../../../module'
import { demandBelowUnit, demandUnit } from '../../permission/layered/scope'
import { create, namedColumns, refusal, remove, update } from '../change'
import { refuseFilledUnit } from '../obstacles'
import { companyDataFrom, companyDataTold, keepCompanyData } from './company'
import { type Category, findUnit, NO_PARENT, readCompany, readUnit } from './units'

type UnitInput = InputOf<(typeof organizeCalls)['department.create']> & {
  /** Of a company. */
  readonly propertyJson?: unknown
}

const BROKEN: Readonly<Record<string, Broken>> = {
  organize_parent: { path: 'parentId', message: '@people.parentGone' },
  organize_code: { path: 'enCode', message: '@people.codeTaken' },
  organize_name: { path: 'fullName', message: '@people.nameTaken' },
  organize_manager: { path: 'managerId', message: '@people.personGone' },
}
/** What comes into it while it is deleted. */
const BROKEN_BY_DELETE: Readonly<Record<string, Broken>> = {
  organize_parent: { message: '@people.unitHasUnits' },
  user_organize_unit: { message: '@people.unitHasPeople' },
  position_organize: { message: '@people.unitHasPositions' },
  role_organize_unit: { message: '@people.unitHasRoles' },
}

export async function createUnit(
  context: CallContext,
  category: Category,
  input: UnitInput,
): Promise<{ id: string }> {
  const id = newId()
  const data = companyDataFrom(context, input.propertyJson)
  await create(context, {
    action: actionOf(category, 'create'),
    id,
    broken: BROKEN,
    read: (tx) => auditedUnit(tx, id),
    async write(tx) {
      await refuseParent(context, tx, id, category, input.parentId)
      await demandBelowUnit(context, parentOf(input), 'add', tx)
      const columns = columnsOf(input)
      await tx
        .insertInto('organize')
        .values({ id, category, ...columns, path: [], path_name: '', company_id: '', updated_at: null })
        .execute()
      await tracePaths(tx, id)
      if (data) await keepCompanyData(tx, id, data)
    },
  })
  return { id }
}

export async function updateUnit(
  context: CallContext,
  category: Category,
  id: string,
  input: UnitInput,
): Promise<void> {
  const data = companyDataFrom(context, input.propertyJson)
  await update(context, {
    action: actionOf(category, 'update'),
    id,
    broken: BROKEN,
    read: (tx) => auditedUnit(tx, id, category),
    async write(tx) {
      await demandUnit(context, id, 'edit', tx)
      await demandVersion(tx, 'organize', id, input.version, () =>
        category === 'company' ? readCompany(context, id, tx) : readUnit(context, id, category, tx),
      )
      await refuseParent(context, tx, id, category, input.parentId)
      if ((await findUnit(tx, id))?.parentId !== input.parentId)
        await demandBelowUnit(context, parentOf(input), 'add', tx)
      await tx
        .updateTable('organize')
        .set({ ...columnsOf(input), updated_at: new Date() })
        .where('id', '=', id)
        .execute()
      await tracePaths(tx, id)
      if (data) await keepCompanyData(tx, id, data)
    },
  })
}

/** Deletes a unit that nothing stands in; what does is said. */
export function deleteUnit(context: CallContext, id: string): Promise<void> {
  return remove(context, {
    action: 'organize.delete',
    id,
    broken: BROKEN_BY_DELETE,
    read: (tx) => auditedUnit(tx, id),
    write: async (tx) => {
      await demandUnit(context, id, 'delete', tx)
      await refuseFilledUnit(context, tx, id)
      await tx.deleteFrom('organize').where('id', '=', id).execute()
    },
  })
}

/** A unit as the audit keeps it, of a company with what is known of it. */
async function auditedUnit(tx: Tx, id: string, category?: Category): Promise<object | undefined> {
  const unit = await findUnit(tx, id, category)
  return unit?.category === 'company' ? { ...(await companyDataTold(tx, id)), ...unit } : unit
}

const actionOf = (category: Category, verb: string) =>
  `${category === 'company' ? 'organize' : 'department'}.${verb}`

const parentOf = ({ parentId }: UnitInput) => (parentId === NO_PARENT ? null : parentId)

function columnsOf(input: UnitInput) {
  return {
    ...namedColumns(input),
    parent_id: parentOf(input),
    manager_id: input.managerId || null,
  }
}

/** A company stands at the top or in a company; a department in a company or a department; nothing below itself. */
async function refuseParent(
  context: CallContext,
  tx: Tx,
  id: string,
  category: Category,
  parentId: string,
): Promise<void> {
  if (parentId === NO_PARENT) {
    if (category === 'department') throw refusal(context, 'parentId', '@people.departmentAtTop')
    return
  }
  const parent = await findUnit(tx, parentId)
  if (!parent) throw refusal(context, 'parentId', '@people.parentGone')
  if (parentId === id) throw refusal(context, 'parentId', '@people.underItself')
  if (parent.organizeIds.includes(id)) throw refusal(context, 'parentId', '@people.underOwnUnit')
  if (category === 'company' && parent.category === 'department')
    throw refusal(context, 'parentId', '@people.companyInDepartment')
}

/** Writes where a unit and all below it stand, after it was made, moved or renamed. */
export async function tracePaths(tx: Tx, id: string): Promise<void> {
  await sql`
    with recursive traced as (
      select unit.id,
        coalesce(parent.path, '{}') || unit.id as path,
        case when parent.id is null then unit.full_name else parent.path_name || '/' || unit.full_name end as path_name,
        case when unit.category = 'company' then unit.id else parent.company_id end as company_id
      from organize unit left join organize parent on parent.id = unit.parent_id
      where unit.id = ${id}
      union all
      select unit.id, above.path || unit.id, above.path_name || '/' || unit.full_name,
        case when unit.category = 'company' then unit.id else above.company_id end
      from organize unit join traced above on unit.parent_id = above.id
    )
    update organize set path = traced.path, path_name = traced.path_name, company_id = traced.company_id
    from traced where traced.id = organize.id`.execute(tx)
}
