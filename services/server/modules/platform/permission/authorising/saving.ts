import { compareTexts } from '@runtime/reading'
import type { authorityCalls } from '@services/contract/areas/platform/authority'
import type { ObjectType } from '@services/contract/areas/platform/permission-group'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError, notFound } from '../../../../http/errors'
import type { AuditEntry, CallContext, Db, Services, Tx } from '../../../../module'
import { changeTogether } from '../../people/change'
import { readAuthority } from '../authority'
import { SUBJECT_OF } from '../group/of-object'
import { demandVersion } from '../group/version'
import { demandSubject, grantable, unitScopeOf, unitsFor } from '../layered/scope'
import { seesSubject } from '../layered/sight'
import { addGrants, type Grant, grantsOf, ownSet } from '../sets'
import type { Catalogue } from './catalogue'
import { type AuthorisedObject, objectOf, peopleOf } from './objects'
import { type AuthorityInput, beside, type GrantPlan, idsOf, planGrants, without } from './plan'
import { KIND_OF, keyOf, typeOf, wireId } from './wire'

type BatchInput = InputOf<(typeof authorityCalls)['authority.batch']>
type HoldersInput = InputOf<(typeof authorityCalls)['authority.setHolders']>

/** People that the question before saving names. */
const NAMED = 8

/** What saving would give and take, in the words of the menu. */
export async function changesOf(
  context: CallContext,
  catalogue: Catalogue,
  id: string,
  { objectType, ...input }: AuthorityInput,
) {
  const { db } = context
  const object = await objectOf(context, db, id, objectType)
  const plan = planGrants(catalogue, await ownOf(context, db), await grantsOf(db, object.setId), input)
  const named = (grants: (typeof plan)['gained']) =>
    grants
      .map((grant) => ({ id: wireId(grant), type: typeOf(grant.kind), fullName: catalogue.nameOf(grant) }))
      .toSorted((a, b) => compareTexts(a.fullName, b.fullName))
  return { gained: named(plan.gained), lost: named(plan.lost), people: await peopleOf(db, object, NAMED) }
}

/**
 * Says what somebody, or a permission group, is granted.
 * @throws ApiError 403 where the caller would give what they have not, or the person may more than they; 409 where it has been changed since
 */
export async function saveGrants(
  context: CallContext,
  { holdings }: Services,
  catalogue: Catalogue,
  id: string,
  { objectType, version, ...input }: AuthorityInput,
): Promise<void> {
  const object = await objectOf(context, context.db, id, objectType)
  await changeTogether(context, async (tx) => [
    await grantTo({ context, holdings, tx }, object, version, async (stored) =>
      planGrants(catalogue, await ownOf(context, tx), stored, input),
    ),
  ])
}

/** Gives several the same, beside what each has; all of them or, where one is refused, none. @throws ApiError 403 as `saveGrants` */
export async function saveBatch(
  context: CallContext,
  { holdings }: Services,
  catalogue: Catalogue,
  { userIds = [], roleIds = [], positionIds = [], ...input }: BatchInput,
): Promise<void> {
  const named = [
    ...userIds.map((id) => [id, 'User'] as const),
    ...roleIds.map((id) => [id, 'Role'] as const),
    ...positionIds.map((id) => [id, 'Position'] as const),
  ]
  await changeTogether(context, async (tx) => {
    const own = await ownOf(context, tx)
    const entries: AuditEntry[] = []
    for (const [id, type] of new Map(named.map((one) => [one.join(), one])).values())
      entries.push(
        await grantTo(
          { context, holdings, tx },
          await objectOf(context, tx, id, type),
          undefined,
          async (stored) => planGrants(catalogue, own, stored, beside(stored, input)),
        ),
      )
    return entries
  })
}

/**
 * Says which of a kind are granted a system, or an entry with the system that it needs, in sets of their own. Those that the caller
 * does not see, and so cannot have ticked, keep what they have.
 */
export async function saveHolders(
  context: CallContext,
  { holdings }: Services,
  catalogue: Catalogue,
  { id, objectType, itemType, objectId }: HoldersInput,
): Promise<void> {
  const system = itemType === 'system' ? id : catalogue.rows.find((row) => row.id === id)?.system_id
  if (system === undefined || !catalogue.of(itemType).some(({ menu_id }) => menu_id === id)) throw notFound()
  const wanted = new Set(objectId)
  await changeTogether(context, async (tx) => {
    const own = await ownOf(context, tx)
    const entries: AuditEntry[] = []
    for (const holder of new Set([...wanted, ...(await holdersOf(context, tx, id, objectType, itemType))])) {
      const object = await objectOf(context, tx, holder, objectType)
      const plan = async (stored: readonly Grant[]) => {
        const ticked = idsOf(stored)
        if (!wanted.has(holder)) return planGrants(catalogue, own, stored, without(ticked, itemType, id))
        const more = { systemIds: [system], ...(itemType === 'module' && { module: [id] }) }
        return planGrants(catalogue, own, stored, beside(stored, more))
      }
      entries.push(await grantTo({ context, holdings, tx }, object, undefined, plan))
    }
    return entries
  })
}

/** Ids of those of a kind that are granted a system or an entry in sets of their own, and that the caller sees. */
export async function holdersOf(
  context: CallContext,
  db: Db | Tx,
  id: string,
  objectType: ObjectType,
  itemType: 'system' | 'module',
): Promise<string[]> {
  const rows = await db
    .selectFrom('permission_member')
    .innerJoin('permission_set', 'permission_set.id', 'set_id')
    .innerJoin('permission_grant', 'permission_grant.set_id', 'permission_set.id')
    .select('subject_id')
    .where('permission_set.kind', '=', 'own')
    .where('subject', '=', SUBJECT_OF[objectType as keyof typeof SUBJECT_OF])
    .where('permission_grant.kind', '=', KIND_OF[itemType])
    .where('menu_id', '=', id)
    .where(seesSubject(await unitsFor(context, 'select', db)))
    .orderBy('subject_id')
    .execute()
  return rows.map(({ subject_id }) => subject_id)
}

interface Saving {
  readonly context: CallContext
  readonly holdings: Services['holdings']
  readonly tx: Tx
}

/** Changes what one is granted; answers the row of the audit. */
async function grantTo(
  { context, holdings, tx }: Saving,
  object: AuthorisedObject,
  version: number | undefined,
  planOf: (stored: readonly Grant[]) => Promise<GrantPlan>,
): Promise<AuditEntry> {
  const { id, objectType, fullName, setId } = object
  const said = (grants: readonly Grant[]) => ({ objectType, fullName, grants: grants.map(keyOf).toSorted() })
  if (object.subject === 'user') await holdings.demandNotAbove(context, tx, id)
  await demandSubject(context, tx, object, 'edit')
  const before = await grantsOf(tx, setId)
  await raise(context, tx, object, version)
  const { gained, lost } = await planOf(before)
  await holdings.demandOwn(context, tx, gained)
  if (lost.length > 0)
    await sql`
      delete from permission_grant where set_id = ${setId} and (kind, menu_id, code) in (
        select * from unnest(${lost.map(({ kind }) => kind)}::text[], ${lost.map(({ menu_id }) => menu_id)}::text[],
          ${lost.map(({ code }) => code)}::text[]))`.execute(tx)
  await addGrants(tx, setId, gained)
  const after = await grantsOf(tx, setId)
  return { action: 'authority.update', target: id, before: said(before), after: said(after) }
}

/** Counts the change; somebody's own set is made with the first. */
async function raise(
  context: CallContext,
  tx: Tx,
  { id, subject, objectType, setId }: AuthorisedObject,
  version: number | undefined,
): Promise<void> {
  const stored = async () => objectOf(context, tx, id, objectType)
  if (subject) {
    const before = await stored()
    if (version !== undefined && version !== before.version) {
      const { version: current, fullName } = before
      throw new ApiError(CODE.conflict, '@record.conflict', {
        data: { version: current, data: { id, fullName } },
      })
    }
    await ownSet(tx, subject, id)
  }
  await demandVersion(tx, setId, subject ? undefined : version, stored)
}

async function ownOf(context: CallContext, tx: Db | Tx) {
  const { userId, isAdministrator } = context.user
  const [own, scope] = [await readAuthority(tx, userId), await unitScopeOf(context, tx)]
  return { ...grantable(own, scope), isAdministrator }
}
