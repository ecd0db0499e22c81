import type { Translate } from '@runtime/host'
import { compareTexts } from '@runtime/reading'
import type { Text } from '@runtime/text'
import type { roleCalls } from '@services/contract/areas/platform/role'
import type { InputOf } from '@services/contract/call'
import { type Selectable, sql } from 'kysely'
import { notFound } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import { unitsFor } from '../../permission/layered/scope'
import type { RoleTable } from '../../session/tables'
import { countPeople, namedInfo, pageOf, timesOf } from '../change'
import { growPruned, holds, matching, nodeOf, type PeopleNode } from '../nodes'
import { allUnits, type OrganizeRef, permittedUnits, unitIdOf, unitNode } from '../organize/units'

type RoleQuery = InputOf<(typeof roleCalls)['role.list']>
export type RoleRow = Selectable<RoleTable> & { readonly organize_ids: string[] }

/** Node under which the roles for everybody stand. */
const GLOBAL = '1'

/** A role's name in the caller's language: demo roles and those of documents have several. */
export function roleName(row: Pick<RoleRow, 'full_name'>, translate: Translate): string {
  return translate(JSON.parse(row.full_name) as Text)
}

/** A page of roles; there are few enough of them to be searched by the name that the caller reads. */
export async function listRoles(context: CallContext, query: RoleQuery) {
  const { db, text } = context
  const open = await unitsFor(context, 'select')
  const { keyword, organizeId = '', sidx = '', sort } = query
  const [rows, units, people] = await Promise.all([
    selectRoles(db).orderBy('role.sort_code').orderBy('role.en_code').execute(),
    allUnits(db),
    countPeople(db, 'user_role', 'role_id', open),
  ])
  const unitById = new Map(units.map((unit) => [unit.id, unit]))
  const isIn = (row: RoleRow) =>
    organizeId === '0'
      ? row.is_global
      : row.organize_ids.some((id) => unitById.get(id)?.path.includes(organizeId))
  const word = keyword?.trim().toLowerCase() ?? ''
  const found = rows
    .filter((row) => (organizeId === '' || isIn(row)) && isSeen(row, open))
    .map((row) => ({
      ...roleOf(row, text),
      organizeInfo: row.organize_ids
        .map((id) => unitById.get(id)?.path_name ?? '')
        .join(text('@server.comma')),
      userCount: people.get(row.id) ?? 0,
    }))
    .filter((role) => word === '' || holds(role, word))
  return pageOf(sorted(found, sidx, sort), query)
}

/** Which roles a tree is made of. */
interface RoleWish {
  readonly keyword?: string | undefined
  /** These alone, disabled ones too. */
  readonly ids?: readonly string[]
  /** Of these units alone, with the global ones. */
  readonly units?: readonly OrganizeRef[]
  /** Of the units alone that the caller may choose, with the global ones. */
  readonly permittedOnly?: boolean
}

/** Roles to choose from: those of units below them, the global ones below a node of their own. */
export async function roleTree(
  context: CallContext,
  { keyword, ids, units, permittedOnly = false }: RoleWish,
): Promise<PeopleNode[]> {
  const { db, text } = context
  const [rows, allOfThem] = await Promise.all([
    selectRoles(db).orderBy('role.sort_code').orderBy('role.en_code').execute(),
    allUnits(db),
  ])
  const permitted = permittedOnly ? await permittedUnits(context, allOfThem) : undefined
  const wanted = units && new Set(units.map(unitIdOf))
  const unitById = new Map(allOfThem.map((unit) => [unit.id, unit]))
  const shown = rows.filter((row) => (ids ? ids.includes(row.id) : row.enabled_mark === 1))
  const nodes = shown.flatMap((row) => {
    if (row.is_global) return [globalNode(row, text)]
    return row.organize_ids.flatMap((id) => {
      const unit = unitById.get(id)
      if (!unit || (wanted && !wanted.has(id)) || (permitted && !permitted.has(id))) return []
      return [{ ...globalNode(row, text), onlyId: `${id}_${row.id}`, parentId: id, ...placeOf(unit) }]
    })
  })
  const everybody = nodeOf({ id: GLOBAL, onlyId: 'global', fullName: text('@people.global'), type: 'global' })
  return growPruned([...allOfThem.map((unit) => unitNode(unit)), everybody, ...matching(nodes, keyword)])
}

export async function findRole(db: Db | Tx, id: string, translate: Translate) {
  const row = await findRow(db, id)
  return row && roleOf(row, translate)
}

export async function readRole(context: CallContext, id: string, db: Db | Tx = context.db) {
  const row = await findRow(db, id)
  if (!row || !isSeen(row, await unitsFor(context, 'select', db))) throw notFound()
  return roleOf(row, context.text)
}

/** Whether somebody sees a role: one for everybody, or bound to a unit that is open to them. */
const isSeen = (row: Pick<RoleRow, 'is_global' | 'organize_ids'>, open: readonly string[] | null) =>
  open === null || row.is_global || row.organize_ids.some((id) => open.includes(id))

export async function findRow(db: Db | Tx, id: string): Promise<RoleRow | undefined> {
  return selectRoles(db).where('role.id', '=', id).executeTakeFirst()
}

function globalNode(row: RoleRow, translate: Translate): PeopleNode {
  return nodeOf({
    id: row.id,
    parentId: 'global',
    fullName: roleName(row, translate),
    enCode: row.en_code,
    type: 'role',
    enabledMark: row.enabled_mark,
  })
}

const placeOf = (unit: { readonly path: string[]; readonly path_name: string }) => ({
  organize: unit.path_name,
  organizeIds: unit.path,
  organizeIdTree: unit.path.join(','),
})

function selectRoles(db: Db | Tx) {
  return db
    .selectFrom('role')
    .selectAll('role')
    .select(
      sql<
        string[]
      >`array(select organize_id from role_organize where role_id = role.id order by organize_id)`.as(
        'organize_ids',
      ),
    )
}

function roleOf(row: RoleRow, translate: Translate) {
  return {
    ...namedInfo({ ...row, full_name: roleName(row, translate) }),
    globalMark: row.is_global ? 1 : 0,
    organizeIds: row.organize_ids,
    version: row.version,
    ...timesOf(row),
  }
}

type Role = ReturnType<typeof roleOf>

function sorted<T extends Role>(roles: readonly T[], by: string, sort: string | undefined): readonly T[] {
  if (by !== 'fullName' && by !== 'enCode') return roles
  const sign = sort === 'asc' ? 1 : -1
  return roles.toSorted((a, b) => sign * compareTexts(a[by], b[by]))
}

/** Roles by their ids, disabled ones too. */
export async function roleNodes({ db, text }: CallContext, ids: readonly string[]): Promise<PeopleNode[]> {
  const rows = await selectRoles(db)
    .where(sql<boolean>`role.id = any(${[...ids]})`)
    .execute()
  return rows.map((row) => ({ ...globalNode(row, text), parentId: '0' }))
}
