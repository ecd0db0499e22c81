import type { Translate } from '@runtime/host'
import type { usersCalls } from '@services/contract/areas/platform/users'
import type { InputOf } from '@services/contract/call'
import { sql } from 'kysely'
import { asRead } from '../../../../database/reading'
import { holdsKeyword } from '../../../../database/search'
import { notFound } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import { demandSeen, standsIn, unitsFor } from '../../permission/layered/scope'
import { timesOf } from '../change'
import { roleName } from '../role/roles'
import { everybody, inUnits } from './people'

type UsersQuery = InputOf<(typeof usersCalls)['users.list']>

/** Members by which a list may be ordered. */
const SORTS = {
  account: asRead('user_account.account'),
  realName: asRead('user_account.real_name'),
  sortCode: 'user_account.sort_code',
  entryDate: 'user_account.entry_date',
  creatorTime: 'user_account.created_at',
} as const

/** A page of people with all that is kept of them: the administrator's table. */
export async function listPersons(context: CallContext, query: UsersQuery) {
  const { db, text } = context
  const { currentPage = 1, pageSize = 20 } = query
  const rows = await personsAsked(context, query)
  const { total } = await rows
    .select((from) => from.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const ids = await idsInOrder(rows, query, { limit: pageSize, offset: (currentPage - 1) * pageSize })
  const found = await rowsOfPersons(db, ids)
  return {
    list: found.map((row) => personOf(row, text)),
    pagination: { currentPage, pageSize, total },
  }
}

/** Ids of all whom a list finds, or of those of its page, in its order. */
export async function personIds(
  context: CallContext,
  query: UsersQuery,
  which: 'page' | 'all',
): Promise<readonly string[]> {
  const { currentPage = 1, pageSize = 20 } = query
  const rows = await personsAsked(context, query)
  const span = { limit: pageSize, offset: (currentPage - 1) * pageSize }
  return idsInOrder(rows, query, which === 'page' ? span : undefined)
}

/** People by ids with their files, in the order of the ids. */
export async function personRecords({ db, text }: CallContext, ids: readonly string[]) {
  const found = await rowsOfPersons(db, ids)
  return found.map((row) => ({
    ...personOf(row, text),
    ...fileOf(row),
    managerAccount: row.manager_account ?? '',
  }))
}

/** Whom a list finds of those whom its caller may see. */
async function personsAsked(context: CallContext, query: UsersQuery) {
  const { keyword, organizeId = '', enabledMark } = query
  const rows = context.db
    .selectFrom('user_account')
    .where(standsIn(await unitsFor(context, 'select')))
    .where(organizeId === '' || organizeId === '0' ? everybody : inUnits([organizeId]))
    .where(
      holdsKeyword(keyword, 'user_account.real_name', 'user_account.account', 'user_account.mobile_phone'),
    )
  return enabledMark === undefined ? rows : rows.where('user_account.status', '=', enabledMark)
}

async function idsInOrder(
  rows: Awaited<ReturnType<typeof personsAsked>>,
  { sidx = '', sort }: UsersQuery,
  span: { readonly limit: number; readonly offset: number } | undefined,
): Promise<readonly string[]> {
  const order = Object.hasOwn(SORTS, sidx) ? SORTS[sidx as keyof typeof SORTS] : SORTS.sortCode
  const ordered = rows
    .select('user_account.id')
    .orderBy(order, sort === 'desc' ? 'desc' : 'asc')
    .orderBy(asRead('user_account.account'))
  const found = await (span ? ordered.limit(span.limit).offset(span.offset) : ordered).execute()
  return found.map(({ id }) => id)
}

async function rowsOfPersons(db: Db, ids: readonly string[]): Promise<readonly PersonRow[]> {
  const found = await selectPersons(db)
    .where(sql<boolean>`user_account.id = any(${[...ids]}::text[])`)
    .execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function readPerson(context: CallContext, id: string, db: Db | Tx = context.db) {
  const person = await findPerson(db, id, context.text)
  if (!person) throw notFound()
  await demandSeen(context, id, db)
  return person
}

export async function findPerson(db: Db | Tx, id: string, translate: Translate) {
  const row = await selectPersons(db).where('user_account.id', '=', id).executeTakeFirst()
  return row && { ...personOf(row, translate), ...fileOf(row) }
}

function selectPersons(db: Db | Tx) {
  return db
    .selectFrom('user_account')
    .leftJoin('user_account as manager', 'manager.id', 'user_account.manager_id')
    .leftJoin('user_organize as own', (join) =>
      join.onRef('own.user_id', '=', 'user_account.id').on('own.sort', '=', 0),
    )
    .leftJoin('organize as unit', 'unit.id', 'own.organize_id')
    .selectAll('user_account')
    .select([
      'manager.real_name as manager_name',
      'manager.account as manager_account',
      'unit.path_name',
      sql<string[]>`array(
        select organize_id from user_organize where user_id = user_account.id order by sort)`.as(
        'organize_ids',
      ),
      sql<{ id: string; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', position.id, 'name', position.full_name) order by held.sort), '[]')
        from user_position held join position on position.id = held.position_id
        where held.user_id = user_account.id)`.as('positions'),
      sql<{ id: string; full_name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', role.id, 'full_name', role.full_name) order by role.en_code), '[]')
        from user_role join role on role.id = role_id where user_id = user_account.id)`.as('roles'),
      sql<string[]>`array(
        select group_id from user_group_member where user_id = user_account.id order by group_id)`.as(
        'group_ids',
      ),
      sql<boolean>`exists(
        select from login_attempt where target_kind = 'account' and target = lower(user_account.account)
          and locked_until > now())`.as('is_locked'),
    ])
}

type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPersons>['executeTakeFirstOrThrow']>>

function personOf(row: PersonRow, translate: Translate) {
  const comma = translate('@server.comma')
  return {
    id: row.id,
    account: row.account,
    realName: row.real_name,
    headIcon: row.head_icon,
    gender: row.gender,
    mobilePhone: row.mobile_phone,
    telePhone: row.telephone,
    email: row.email,
    organizeIds: row.organize_ids,
    organize: row.path_name ?? '',
    positionIds: row.positions.map(({ id }) => id),
    position: row.positions.map(({ name }) => name).join(comma),
    roleIds: row.roles.map(({ id }) => id),
    roleName: row.roles.map((role) => roleName(role, translate)).join(comma),
    groupIds: row.group_ids,
    managerId: row.manager_id ?? '',
    managerName: row.manager_name ?? '',
    jobTitle: row.job_title,
    entryDate: row.entry_date?.getTime() ?? null,
    birthday: row.birthday?.getTime() ?? null,
    sortCode: row.sort_code,
    enabledMark: row.status === 1 && row.is_locked ? 2 : row.status,
    isAdministrator: row.is_administrator ? 1 : 0,
    hasPassword: row.password_hash === null ? 0 : 1,
    description: row.description,
    version: row.version,
    ...timesOf(row),
  }
}

/** What a page of people does not tell. */
function fileOf(row: PersonRow) {
  return {
    ranks: row.rank,
    nation: row.nation,
    nativePlace: row.native_place,
    certificatesType: row.certificate_type,
    certificatesNumber: row.certificate_number,
    education: row.education,
    landline: row.landline,
    urgentContacts: row.urgent_contact,
    urgentTelePhone: row.urgent_telephone,
    postalAddress: row.postal_address,
  }
}
