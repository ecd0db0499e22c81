import type { MemberObject } from '@services/contract/areas/platform/member'
import { notFound } from '../../../../http/errors'
import type { CallContext, Tx } from '../../../../module'
import { demandSubject } from '../../permission/layered/scope'
import type { Subject } from '../../permission/tables'
import { findGroup, readGroup } from '../group/groups'
import { findUnit } from '../organize/units'
import { findPosition, readPosition } from '../position/positions'
import { findRole, readRole } from '../role/roles'

/** Where who belongs to something is kept. */
interface Kept {
  readonly subject: Subject
  readonly table: 'user_organize' | 'user_position' | 'user_role' | 'user_group_member'
  readonly column: 'organize_id' | 'position_id' | 'role_id' | 'group_id'
  /** Whether a person's have an order, the first being the current one. */
  readonly ordered: boolean
}

export const OBJECTS: Readonly<Record<MemberObject, Kept>> = {
  Organize: { subject: 'organize', table: 'user_organize', column: 'organize_id', ordered: true },
  Position: { subject: 'position', table: 'user_position', column: 'position_id', ordered: true },
  Role: { subject: 'role', table: 'user_role', column: 'role_id', ordered: false },
  Group: { subject: 'group', table: 'user_group_member', column: 'group_id', ordered: false },
}

export interface MemberTarget {
  readonly objectType: MemberObject
  readonly id: string
}

/** @throws ApiError 404 where it is not there, or not seen by the caller */
export async function demandSeenObject(
  context: CallContext,
  { objectType, id }: MemberTarget,
): Promise<void> {
  if (objectType === 'Role') await readRole(context, id)
  else if (objectType === 'Position') await readPosition(context, id)
  else if (objectType === 'Group') await readGroup(context, id)
  else if (!(await findUnit(context.db, id))) throw notFound()
}

function findObject(context: CallContext, tx: Tx, { objectType, id }: MemberTarget) {
  switch (objectType) {
    case 'Organize':
      return findUnit(tx, id)
    case 'Position':
      return findPosition(tx, id)
    case 'Role':
      return findRole(tx, id, context.text)
    case 'Group':
      return findGroup(tx, id)
  }
}

/** What people are added to or taken out of, by its name. @throws ApiError 404, and 403 where the caller may not change it */
export async function demandChangedObject(
  context: CallContext,
  tx: Tx,
  { objectType, id }: MemberTarget,
): Promise<string> {
  const found = await findObject(context, tx, { objectType, id })
  if (!found) throw notFound()
  await demandSubject(context, tx, { subject: OBJECTS[objectType].subject, id }, 'edit')
  return found.fullName
}
