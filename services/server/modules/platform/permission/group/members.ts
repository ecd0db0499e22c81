import type { permissionGroupCalls } from '@services/contract/areas/platform/permission-group'
import type { InputOf } from '@services/contract/call'
import { inParts } from '../../../../database/batches'
import { NAMED_OBSTACLES, refuseObstacles } from '../../../../http/obstacles'
import type { CallContext, Db, Tx } from '../../../../module'
import { refusal, update } from '../../people/change'
import { type MixedType, mixedNodes, splitMixed } from '../../people/mixed'
import { demandUnbounded, unitsFor } from '../layered/scope'
import { seesSubject } from '../layered/sight'
import type { Subject } from '../tables'
import { readPermissionGroup } from './reading'
import { demandVersion } from './version'

type MembersInput = Omit<InputOf<(typeof permissionGroupCalls)['permissionGroup.setMembers']>, 'id'>

/** Who has what a permission group grants; whose administration is bounded sees those of their units. */
export async function membersOf(context: CallContext, id: string) {
  const { fullName, version } = await readPermissionGroup(context, id)
  const { ids, below } = await readMembers(context.db, id, await unitsFor(context, 'select'))
  return { id, fullName, version, ids, below, list: await mixedNodes(context, ids) }
}

/** Says who the members are; whoever gains by it what the caller has not is refused. */
export function setMembers(context: CallContext, id: string, input: MembersInput): Promise<void> {
  const { ids, below, version } = input
  return update(context, {
    action: 'permissionGroup.setMembers',
    id,
    broken: {},
    read: async (tx) => {
      const { version: _version, ...members } = await auditedMembers(context, tx, id)
      return members
    },
    async write(tx) {
      await demandUnbounded(context, tx)
      await demandVersion(tx, id, version, () => auditedMembers(context, tx, id))
      const own = await readMembers(tx, id)
      const unique = [...new Set(ids)]
      const gone = await unknownOf({ ...context, db: tx }, unique)
      if (gone.length > 0) throw refusal(context, 'ids', '@permission.memberGone')
      const isBelow = (below ?? own.below) === 1
      await tx.deleteFrom('permission_member').where('set_id', '=', id).execute()
      const rows = unique.flatMap((mixed) => {
        const parts = splitMixed(mixed)
        if (!parts) return []
        const subject = subjectOf(parts.type)
        return [{ set_id: id, subject, subject_id: parts.id, below: subject === 'organize' && isBelow }]
      })
      for (const part of inParts(rows))
        await tx
          .insertInto('permission_member')
          .values(part)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    },
  })
}

/** Refuses to delete a set while somebody has it, and says who. */
export async function refuseMembers(context: CallContext, id: string): Promise<void> {
  const { ids } = await readMembers(context.db, id)
  const nodes = await mixedNodes(context, ids.slice(0, NAMED_OBSTACLES))
  const named = nodes.map(({ fullName: name }) => ({ name }))
  await refuseObstacles(context, [
    {
      ...{ message: '@permission.groupHasMembers', kind: '@permission.members' },
      ...{ count: ids.length, named },
    },
  ])
}

async function auditedMembers(context: CallContext, tx: Tx, id: string) {
  const { fullName, version } = await readPermissionGroup(context, id, tx)
  return { id, fullName, version, ...(await readMembers(tx, id)) }
}

/** @param open units that are open to who asks; null: all */
async function readMembers(db: Db | Tx, id: string, open: readonly string[] | null = null) {
  const rows = await db
    .selectFrom('permission_member')
    .leftJoin('organize', (join) =>
      join
        .onRef('organize.id', '=', 'permission_member.subject_id')
        .on('permission_member.subject', '=', 'organize'),
    )
    .select(['subject', 'subject_id', 'below', 'organize.category'])
    .where('set_id', '=', id)
    .where(seesSubject(open))
    .orderBy('subject')
    .orderBy('subject_id')
    .execute()
  return {
    ids: rows.map(
      ({ subject, subject_id, category }) =>
        `${subject_id}--${subject === 'organize' ? (category ?? 'department') : subject}`,
    ),
    below: rows.some((row) => row.below) ? 1 : 0,
  }
}

/** Of mixed ids those that stand for nothing. */
async function unknownOf(context: CallContext, ids: readonly string[]): Promise<readonly string[]> {
  const known = new Set((await mixedNodes(context, ids)).map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

const subjectOf = (type: MixedType): Subject =>
  type === 'company' || type === 'department' ? 'organize' : type
