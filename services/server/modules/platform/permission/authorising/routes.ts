import {
  authorityCalls as calls,
  GRANT_TYPES,
  type GrantType,
} from '@services/contract/areas/platform/authority'
import type { ObjectType } from '@services/contract/areas/platform/permission-group'
import { demand } from '../../../../http/context'
import { notFound } from '../../../../http/errors'
import { type CallContext, type ModuleServer, Reply } from '../../../../module'
import { forEveryone } from '../../../../right'
import { IN_SIGHT } from '../../../../unit-right'
import type { ReadEntries } from '../../menu/entries'
import { childrenOf, inUnits, peopleList } from '../../people/users/people'
import { type Authority, readAuthority } from '../authority'
import { permissionGroupsOf } from '../group/of-object'
import { grantable, unitScopeOf } from '../layered/scope'
import { type Grant, grantsOf } from '../sets'
import { told } from '../told'
import { type Catalogue, givable, leavesOf, readCatalogue, treeOf } from './catalogue'
import { columnsAt, keepColumns } from './columns'
import { objectOf } from './objects'
import { changesOf, holdersOf, saveBatch, saveGrants, saveHolders } from './saving'
import { whyOf } from './why'
import { keyOf, wireId } from './wire'

const VIEW = 'permission.authorize'
const AUTHORISE_ALL = `${VIEW}:btn_authorize`
/** Who manages people, roles or positions may change what those are granted; who authorises, of all. */
const AUTHORISE = {
  code: AUTHORISE_ALL,
  by: 'objectType',
  codes: {
    User: 'permission.user:btn_permission',
    Role: 'permission.role:btn_permission',
    Position: 'permission.position:btn_permission',
  },
} as const
const SEE_ONES = { ...AUTHORISE, units: { select: { authorised: 'id' } } } as const
const SEVERAL = {
  code: AUTHORISE_ALL,
  units: { edit: { person: 'userIds', role: 'roleIds', position: 'positionIds' } },
} as const
const WHOSE = {
  units: { select: { person: 'userId' } },
  codes: { people: AUTHORISE.codes.User },
  touches: ['record'],
  why: 'Why a person reaches a record is told by the data schemes that they hold, never by its values',
} as const
/** Who sees what is granted, or manages people, is told why somebody may do something; of a record who authorises. */
const WHY = { code: VIEW, ...WHOSE } as const
const AUTHORISE_PEOPLE = { code: AUTHORISE_ALL, ...WHOSE } as const
const OWN = forEveryone('How the caller sets the columns of lists')

/** What people, roles, positions and permission groups are granted, and why somebody may do something. */
export function registerAuthorising({ db, services, handle }: ModuleServer, entries: ReadEntries): void {
  const catalogueOf = (context: CallContext) => readCatalogue(context, services, entries)
  const ownOf = async (context: CallContext) =>
    grantable(await services.authorities.of(context.user), await unitScopeOf(context, db))
  const list = (ids: string | undefined) => new Set((ids ?? '').split(',').filter((id) => id !== ''))

  handle(calls['authority.object'], SEE_ONES, async (context, { id, objectType }) => {
    const [catalogue, subject, own] = await Promise.all([
      catalogueOf(context),
      objectOf(context, db, id, objectType),
      ownOf(context),
    ])
    const { setId, subject: _subject, ...object } = subject
    return { ...object, granted: grantedOf(catalogue, own, await grantsOf(db, setId)) }
  })
  handle(calls['authority.values'], SEE_ONES, async (context, { id, type, moduleIds, objectType }) => {
    const [catalogue, subject, own] = await Promise.all([
      catalogueOf(context),
      objectOf(context, db, id, objectType),
      ownOf(context),
    ])
    const granted = new Set((await grantsOf(db, subject.setId)).map(keyOf))
    return valuesOf(catalogue, givable(catalogue, type, own), granted, type, list(moduleIds))
  })
  handle(calls['authority.changes'], SEE_ONES, async (context, { id, ...input }) =>
    changesOf(context, await catalogueOf(context), id, input),
  )
  handle(
    calls['authority.update'],
    { ...AUTHORISE, units: { edit: { authorised: 'id' } } },
    async (context, { id, ...input }) => {
      await saveGrants(context, services, await catalogueOf(context), id, input)
      return told(context, services, null, '@permission.authorised')
    },
  )
  handle(calls['authority.batch'], SEVERAL, async (context, input) => {
    await saveBatch(context, services, await catalogueOf(context), input)
    return told(context, services, null, '@permission.authorised')
  })
  handle(
    calls['authority.holders'],
    { code: AUTHORISE_ALL, units: IN_SIGHT },
    async (context, { id, objectType, itemType }) => ({
      ids: await holdersOf(context, db, id, objectType, itemType),
    }),
  )
  handle(
    calls['authority.setHolders'],
    { code: AUTHORISE_ALL, units: { select: { authorised: 'objectId' } } },
    async (context, input) => {
      await saveHolders(context, services, await catalogueOf(context), input)
      return told(context, services, null, '@permission.authorised')
    },
  )
  handle(
    calls['authority.view'],
    { code: VIEW, units: { select: { authorised: 'id' } } },
    async (context, input) => {
      const { id, objectType = 'User', permissionId, itemType, menuIds } = input
      if (permissionId !== undefined) await demandSetOf(context, id, objectType, permissionId)
      const catalogue = await catalogueOf(context)
      const has = await hasOf(context, id, objectType, permissionId)
      const granted = catalogue.of(itemType).filter((grant) => has(grant.kind, grant.menu_id, grant.code))
      return valuesOf(catalogue, granted, new Set(granted.map(keyOf)), itemType, list(menuIds))
    },
  )
  handle(calls['authority.why'], WHY, async (context, { userId, menuId, kind, code, recordId }) => {
    // What is true of a record's fields is for those alone who say who reaches it.
    if (recordId !== undefined) await demand(context, AUTHORISE_PEOPLE, services)
    return whyOf(context, services, await catalogueOf(context), entries, {
      ...{ userId, menuId },
      ...(kind !== undefined && { kind }),
      ...(code !== undefined && { code }),
      ...(recordId !== undefined && { recordId }),
    })
  })
  handle(calls['authority.columns'], OWN, (context, { id }) => columnsAt(context, id))
  handle(calls['authority.setColumns'], OWN, async (context, { moduleId, fieldList }) => {
    await keepColumns(context, moduleId, fieldList)
    return new Reply(null, context.text('@server.ok'))
  })
  handle(
    calls['users.byAuthorize'],
    forEveryone('The directory of colleagues, from which people are chosen'),
    async (_, { id, keyword }) =>
      keyword?.trim() ? peopleList(db, inUnits([id]), keyword) : { list: await childrenOf(db, id) },
  )

  /** What somebody has by one set, or by all. */
  async function hasOf(
    context: CallContext,
    id: string,
    type: ObjectType,
    permissionId: string | undefined,
  ): Promise<Authority['has']> {
    if (permissionId === undefined && type === 'User') {
      const authority = await readAuthority(db, id)
      return (kind, menu, code) => authority.isAdministrator || authority.has(kind, menu, code)
    }
    const setId = permissionId ?? (await objectOf(context, db, id, type)).setId
    const granted = new Set((await grantsOf(db, setId)).map(keyOf))
    return (kind, menu_id, code = '') => granted.has(keyOf({ kind, menu_id, code }))
  }
}

/** @throws ApiError 404 where the caller's administration is bounded and somebody has nothing by that permission group */
async function demandSetOf(context: CallContext, id: string, type: ObjectType, setId: string): Promise<void> {
  if ((await unitScopeOf(context, context.db)) === null) return
  const { list } = await permissionGroupsOf(context, id, type)
  if (!list.some((set) => set.id === setId)) throw notFound()
}

/** Ids of what is granted by tab, of what the caller may give. */
function grantedOf(catalogue: Catalogue, own: Authority, grants: readonly Grant[]) {
  const granted = new Set(grants.map(keyOf))
  return Object.fromEntries(
    GRANT_TYPES.map((type) => [
      type,
      givable(catalogue, type, own)
        .filter((grant) => granted.has(keyOf(grant)))
        .map(wireId),
    ]),
  ) as Record<GrantType, string[]>
}

function valuesOf(
  catalogue: Catalogue,
  offered: ReturnType<Catalogue['of']>,
  granted: ReadonlySet<string>,
  type: GrantType,
  within: ReadonlySet<string>,
) {
  const list = treeOf(catalogue, type, offered, within)
  const all = leavesOf(list)
  const given = new Set(offered.filter((grant) => granted.has(keyOf(grant))).map(wireId))
  return { list, ids: all.filter((id) => given.has(id)), all }
}
