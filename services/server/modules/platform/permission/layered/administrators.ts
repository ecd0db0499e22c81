import type { gradeCalls } from '@services/contract/areas/platform/grade'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { inParts } from '../../../../database/batches'
import { pageOf } from '../../../../database/page'
import { holdsKeyword } from '../../../../database/search'
import { ApiError, notFound } from '../../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../../module'
import { UNIT_ACTS, type UnitAct } from '../../../../unit-right'
import { changeTogether } from '../../people/change'
import { type Catalogue, givable, treeOf } from '../authorising/catalogue'
import { readAuthority } from '../authority'
import {
  demandPerson,
  grantable,
  type LayeredUnit,
  mayGive,
  scopeOfUser,
  standsIn,
  type UnitScope,
  unitScopeOf,
  unitsFor,
} from './scope'

type Calls = typeof gradeCalls
type SaveInput = InputOf<Calls['grade.save']>

const LAYERS = ['thisLayer', 'subLayer'] as const
type Layer = (typeof LAYERS)[number]
type Switch = `${Layer}${Capitalize<UnitAct>}`

/** The eight switches of a unit, with what each says. */
const SWITCHES = LAYERS.flatMap((layer) =>
  UNIT_ACTS.map((act) => ({
    layer,
    act,
    name: `${layer}${act.charAt(0).toUpperCase()}${act.slice(1)}` as Switch,
  })),
)

/** Who administers which units, by page; whose administration is bounded sees who stands in their units alone. */
export async function listAdministrators(context: CallContext, query: InputOf<Calls['grade.list']>) {
  const { keyword } = query
  const units = await unitsFor(context, 'select')
  const { list, pagination } = await pageOf(
    context.db
      .selectFrom('layered_administrator')
      .innerJoin('user_account', 'user_account.id', 'layered_administrator.user_id')
      .where(holdsKeyword(keyword, 'user_account.account', 'user_account.real_name'))
      .where(standsIn(units))
      .select([
        'user_account.id',
        'user_account.account',
        'user_account.real_name',
        'layered_administrator.version',
        'layered_administrator.created_at',
        sql<string>`(select coalesce(string_agg(path_name, '、' order by path_name), '') from layered_unit
          join organize on organize.id = organize_id
          where layered_unit.user_id = user_account.id)`.as('units'),
      ])
      .orderBy('layered_administrator.created_at', 'desc')
      .orderBy('user_account.id'),
    query,
  )
  return {
    list: list.map((row) => ({
      ...{ id: row.id, account: row.account, realName: row.real_name, organize: row.units },
      ...{ version: row.version, creatorTime: row.created_at.getTime() },
    })),
    pagination,
  }
}

/**
 * What the caller may set for somebody, and what is set: 0 off, 1 on, 2 and 3 the same where the caller may not change it.
 */
export async function selectorOf(
  context: CallContext,
  services: Services,
  catalogue: Catalogue,
  userId: string,
) {
  const { db } = context
  const [scope, theirs, units, own] = await Promise.all([
    unitScopeOf(context, db),
    scopeOfUser(db, userId),
    unitsOf(db),
    services.authorities.of(context.user),
  ])
  const set = new Map(theirs?.units.map((unit) => [unit.id, unit]))
  const orgAdminList = units
    .map((unit) => ({
      ...{ organizeId: unit.id, parentId: unit.parent_id ?? '-1', fullName: unit.full_name },
      ...{ organize: unit.path_name, category: unit.category },
      ...switchesOf(scope, unit.path, set.get(unit.id)),
    }))
    .filter((row) => SWITCHES.some(({ name }) => row[name] !== 3))
    .map((row) => ({ ...row, fixed: SWITCHES.filter(({ name }) => row[name] > 1).map(({ name }) => name) }))
  const may = { ...grantable(own, scope), isAdministrator: context.user.isAdministrator }
  const tree = (type: 'module' | 'system') =>
    treeOf(catalogue, type, givable(catalogue, type, may), new Set())
  return {
    orgAdminList,
    modulePermissionList: tree('module'),
    systemPermissionList: tree('system'),
    moduleIds: [...(theirs?.moduleIds ?? [])],
    systemIds: [...(theirs?.systemIds ?? [])],
    version: await versionOf(db, userId),
  }
}

/**
 * Says what somebody administers and may grant. What the caller may not give stays as it is.
 * @throws ApiError 400 for a super administrator, 403 for oneself and for who may more, 404, 409 where it has been changed since
 */
export async function saveAdministrator(
  context: CallContext,
  { holdings }: Services,
  catalogue: Catalogue,
  { userId, orgAdminModel, moduleIds, systemIds, version }: SaveInput,
): Promise<void> {
  await changeTogether(context, async (tx) => {
    await demandAdministrable(context, holdings, tx, userId)
    const stored = await versionOf(tx, userId)
    if (version !== undefined && version !== stored)
      throw new ApiError(CODE.conflict, '@record.conflict', { data: { version: stored } })
    const scope = await unitScopeOf(context, tx)
    const before = await scopeOfUser(tx, userId)
    const given = new Map(orgAdminModel.map((one) => [one.organizeId, one]))
    const set = new Map(before?.units.map((unit) => [unit.id, unit]))
    const next = (await unitsOf(tx)).map(({ id, path }) => {
      const of = (layer: Layer) =>
        SWITCHES.filter((one) => one.layer === layer)
          .filter(({ act, name }) =>
            mayGive(scope, path, layer, act)
              ? given.get(id)?.[name] === 1
              : (set.get(id)?.[layer].includes(act) ?? false),
          )
          .map(({ act }) => act)
      return { user_id: userId, organize_id: id, this_layer: of('thisLayer'), sub_layer: of('subLayer') }
    })
    const authority = grantable(await readAuthority(tx, context.user.userId), scope)
    const may = { ...authority, isAdministrator: context.user.isAdministrator }
    const ids = (
      type: 'module' | 'system',
      wanted: readonly string[],
      had: ReadonlySet<string> | undefined,
    ) =>
      keptAnd(new Set(givable(catalogue, type, may).map(({ menu_id }) => menu_id)), wanted, had ?? new Set())
    const columns = {
      module_ids: ids('module', moduleIds, before?.moduleIds),
      system_ids: ids('system', systemIds, before?.systemIds),
    }
    await tx
      .insertInto('layered_administrator')
      .values({ user_id: userId, ...columns })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({
          ...columns,
          version: sql`layered_administrator.version + 1`,
          updated_at: new Date(),
        }),
      )
      .execute()
    await tx.deleteFrom('layered_unit').where('user_id', '=', userId).execute()
    const rows = next.filter(({ this_layer, sub_layer }) => this_layer.length + sub_layer.length > 0)
    for (const part of inParts(rows)) await tx.insertInto('layered_unit').values(part).execute()
    const after = await scopeOfUser(tx, userId)
    return [
      { action: 'grade.save', target: userId, ...(before && { before: said(before) }), after: said(after) },
    ]
  })
}

/**
 * Takes away what somebody administers. Only whose own administration has no bounds takes the bounds away with it: by anybody else
 * they administer nothing afterwards.
 */
export async function removeAdministrator(
  context: CallContext,
  { holdings }: Services,
  userId: string,
): Promise<void> {
  await changeTogether(context, async (tx) => {
    await demandAdministrable(context, holdings, tx, userId)
    const before = await scopeOfUser(tx, userId)
    if (!before) throw notFound()
    const scope = await unitScopeOf(context, tx)
    if (scope === null) await tx.deleteFrom('layered_administrator').where('user_id', '=', userId).execute()
    else {
      const units = await unitsOf(tx)
      const pathOf = new Map(units.map(({ id, path }) => [id, path]))
      for (const { id, ...layers } of before.units) {
        const rest = (layer: Layer) =>
          layers[layer].filter((act) => !mayGive(scope, pathOf.get(id) ?? [], layer, act))
        await tx
          .updateTable('layered_unit')
          .set({ this_layer: rest('thisLayer'), sub_layer: rest('subLayer') })
          .where('user_id', '=', userId)
          .where('organize_id', '=', id)
          .execute()
      }
      await tx
        .deleteFrom('layered_unit')
        .where('user_id', '=', userId)
        .where(sql<boolean>`cardinality(this_layer) + cardinality(sub_layer) = 0`)
        .execute()
    }
    const after = await scopeOfUser(tx, userId)
    return [
      { action: 'grade.delete', target: userId, before: said(before), ...(after && { after: said(after) }) },
    ]
  })
}

async function demandAdministrable(
  context: CallContext,
  holdings: Services['holdings'],
  tx: Tx,
  userId: string,
): Promise<void> {
  const person = await tx
    .selectFrom('user_account')
    .select('is_administrator')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!person) throw notFound()
  if (userId === context.user.userId) throw new ApiError(CODE.forbidden, '@permission.notYourself')
  await holdings.demandNotAbove(context, tx, userId)
  if (person.is_administrator) throw new ApiError(CODE.badRequest, '@permission.alreadySuper')
  await demandPerson(context, tx, userId, 'edit')
}

/** Of what is wanted what the caller may give, beside what was there and they may not take. */
function keptAnd(may: ReadonlySet<string>, wanted: readonly string[], had: ReadonlySet<string>): string[] {
  if (wanted.some((id) => !may.has(id) && !had.has(id)))
    throw new ApiError(CODE.forbidden, '@people.notYoursToGive')
  return [...new Set([...[...had].filter((id) => !may.has(id)), ...wanted.filter((id) => may.has(id))])]
}

function switchesOf(scope: UnitScope | null, path: readonly string[], unit: LayeredUnit | undefined) {
  return Object.fromEntries(
    SWITCHES.map(({ layer, act, name }) => {
      const isOn = unit?.[layer].includes(act) ?? false
      return [name, mayGive(scope, path, layer, act) ? (isOn ? 1 : 0) : isOn ? 2 : 3]
    }),
  ) as Record<Switch, number>
}

const said = (scope: UnitScope | null) =>
  scope && { units: scope.units, moduleIds: [...scope.moduleIds], systemIds: [...scope.systemIds] }

async function versionOf(db: Db | Tx, userId: string): Promise<number> {
  const row = await db
    .selectFrom('layered_administrator')
    .select('version')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.version ?? 0
}

const unitsOf = (db: Db | Tx) =>
  db
    .selectFrom('organize')
    .select(['id', 'parent_id', 'full_name', 'path', 'path_name', 'category'])
    .orderBy('path_name')
    .execute()
