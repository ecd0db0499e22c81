import type { ObjectType } from '@services/contract/areas/platform/permission-group'
import type { UnitGuard } from '../../../../http/targets'
import type { CallContext } from '../../../../module'
import type { UnitAct, UnitThing } from '../../../../unit-right'
import { NO_PARENT } from '../../people/organize/units'
import { objectOf } from '../authorising/objects'
import { SUBJECT_OF } from '../group/of-object'
import { readPermissionGroup } from '../group/reading'
import {
  demandBelowUnit,
  demandPerson,
  demandRole,
  demandSeen,
  demandSubject,
  demandUnbounded,
  demandUnit,
  unitScopeOf,
} from './scope'
import { demandSeenSubject } from './sight'

type Judge = (
  context: CallContext,
  id: string,
  act: UnitAct,
  objectType: ObjectType | undefined,
) => Promise<void>

/** What is not there is left to the handler, which says so. */
const JUDGES: Readonly<Record<UnitThing, Judge>> = {
  unit: (context, id, act) => demandUnit(context, unitOf(id), act),
  below: (context, id, act) => demandBelowUnit(context, id === NO_PARENT ? null : id, act),
  person: (context, id, act) =>
    act === 'select' ? demandSeen(context, id) : demandPerson(context, context.db, id, act),
  role: (context, id, act) =>
    act === 'select' ? demandSeenSubject(context, 'role', id) : demandRole(context, context.db, id, act),
  async position(context, id, act) {
    const { db } = context
    const row = await db.selectFrom('position').select('organize_id').where('id', '=', id).executeTakeFirst()
    if (row) await demandUnit(context, row.organize_id, act)
  },
  group: (context, id, act) =>
    act === 'select' ? demandSeenSubject(context, 'group', id) : demandUnbounded(context),
  async set(context, id, act) {
    if (act === 'select') await readPermissionGroup(context, id)
    else await demandUnbounded(context)
  },
  async object(context, id, act, type = 'User') {
    if (act === 'edit') return demandSubject(context, context.db, await namedBy(context, id, type), act)
    if (type === 'PermissionGroup') await readPermissionGroup(context, id)
    else if (type === 'Organize') await JUDGES.unit(context, id, act, type)
    else if (type === 'Position') await JUDGES.position(context, id, act, type)
    else await demandSeenSubject(context, SUBJECT_OF[type], id)
  },
  authorised: async (context, id, act, type) =>
    demandSubject(context, context.db, await namedBy(context, id, type), act === 'edit' ? act : 'select'),
  async session(context, id, act) {
    const row = await context.db
      .selectFrom('session')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (row) await demandPerson(context, context.db, row.user_id, act)
  },
  async handOver(context, id, act) {
    const { db } = context
    const row = await db
      .selectFrom('hand_over')
      .select(['from_id', 'to_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    for (const person of row ? [row.from_id, row.to_id] : []) await demandPerson(context, db, person, act)
  },
}

/** Judges before a call's handler what in units the call says that it acts on; the handler's transaction judges what is written again. */
export const unitGuard: UnitGuard = async (context, things, input) => {
  if ((await unitScopeOf(context, context.db)) === null) return
  if (things === null) return demandUnbounded(context)
  const type = input['objectType'] as ObjectType | undefined
  for (const { act, thing, ids } of things) for (const id of ids) await JUDGES[thing](context, id, act, type)
}

/** A unit's id, of itself or of the path under which a picker keeps it. */
const unitOf = (ref: string) => ref.split(',').at(-1) ?? ''

const namedBy = (context: CallContext, id: string, type: ObjectType | undefined) =>
  objectOf(context, context.db, id, type)
