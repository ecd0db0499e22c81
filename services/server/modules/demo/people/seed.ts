import { newId } from '@runtime/id'
import type { Insertable } from 'kysely'
import { inParts } from '../../../database/batches'
import type { Database } from '../../../database/schema'
import type { Db, Tx } from '../../../module'
import type { Rights } from '../../platform/menu/rights'
import { once } from '../once'
import { GROUPS, POSITIONS, ROLES, UNITS } from './company'
import { type DemoPerson, demoStaff, managerOf } from './staff'

/**
 * Makes the demo's company, once: units, positions, roles, groups and 298 people without a password, and gives `admin`
 * and `operator` their places in it. What is changed or deleted afterwards stays so.
 */
export async function seedDemoPeople(db: Db, rights: Rights): Promise<void> {
  await once(db, 'people', async () => {
    await db.transaction().execute(async (tx) => {
      const accounts = await accountsOf(tx)
      const staff = demoStaff(accounts)
      await addUnits(tx)
      await addPositions(tx)
      await addRoles(tx)
      await addGroups(tx)
      await addPeople(tx, staff)
      await placeAccounts(tx, accounts, staff)
    })
    for (const role of ROLES) await rights.grant(role.code, 'home')
  })
}

async function accountsOf(tx: Tx) {
  const rows = await tx
    .selectFrom('user_account')
    .select(['id', 'account'])
    .where('account', 'in', ['admin', 'operator'])
    .execute()
  const idOf = (account: string) => rows.find((row) => row.account === account)?.id ?? null
  return { administrator: idOf('admin'), operator: idOf('operator') }
}

async function addUnits(tx: Tx): Promise<void> {
  const placed = new Map<string, { path: string[]; path_name: string; company_id: string }>()
  const rows = UNITS.map(({ id, name, category, parent }, index) => {
    const above = parent === null ? undefined : placed.get(parent)
    const place = {
      path: [...(above?.path ?? []), id],
      path_name: above ? `${above.path_name}/${name}` : name,
      company_id: category === 'company' ? id : (above?.company_id ?? ''),
    }
    placed.set(id, place)
    return { ...named(id, name, index), ...place, category, parent_id: parent, manager_id: null }
  })
  await insert(tx, 'organize', rows)
}

async function addPositions(tx: Tx): Promise<void> {
  const rows = POSITIONS.map(({ id, name, unit }, index) => ({
    ...named(id, name, index),
    organize_id: unit,
  }))
  await insert(tx, 'position', rows)
}

async function addRoles(tx: Tx): Promise<void> {
  const rows = ROLES.map(({ code, name, units }, index) => ({
    ...named(newId(), JSON.stringify(name), index),
    en_code: code,
    is_global: units === undefined,
  }))
  await insert(tx, 'role', rows)
  const ids = await roleIds(tx)
  const bound = ROLES.flatMap(({ code, units = [] }) =>
    units.map((organize_id) => ({ role_id: ids.get(code) ?? '', organize_id })),
  )
  await insert(tx, 'role_organize', bound)
}

async function roleIds(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.selectFrom('role').select(['id', 'en_code']).execute()
  return new Map(rows.map((row) => [row.en_code, row.id]))
}

async function addGroups(tx: Tx): Promise<void> {
  const rows = GROUPS.map(({ code, name, category }, index) => ({
    ...named(`demo-${code}`, name, index),
    category,
  }))
  await insert(tx, 'user_group', rows)
}

async function addPeople(tx: Tx, staff: readonly DemoPerson[]): Promise<void> {
  const people = staff.map((person, index) => ({
    id: person.id,
    account: person.account,
    real_name: person.realName,
    password_hash: null,
    gender: person.gender,
    mobile_phone: person.mobilePhone,
    email: `${person.account}@lvyuan.example`,
    job_title: person.jobTitle,
    entry_date: person.entryDate,
    birthday: person.birthday,
    manager_id: person.managerId,
    sort_code: index + 1,
    change_password_at: null,
    login_at: null,
    previous_login_at: null,
  }))
  await insert(tx, 'user_account', people)
  const own = staff.map(({ id, position }) => ({ user_id: id, sort: 0, position }))
  await insert(
    tx,
    'user_organize',
    own.map(({ user_id, sort, position }) => ({ user_id, sort, organize_id: position.unit })),
  )
  await insert(
    tx,
    'user_position',
    own.map(({ user_id, sort, position }) => ({ user_id, sort, position_id: position.id })),
  )
  const ids = await roleIds(tx)
  const roles = own.flatMap(({ user_id, position }) =>
    position.roles.flatMap((code) => ids.get(code) ?? []).map((role_id) => ({ user_id, role_id })),
  )
  await insert(tx, 'user_role', roles)
  const members = GROUPS.flatMap(({ code, every }) =>
    staff
      .filter((_, index) => index % every === every - 1)
      .map(({ id }) => ({ user_id: id, group_id: `demo-${code}` })),
  )
  await insert(tx, 'user_group_member', members)
  for (const { id, position } of staff)
    if (position.leads)
      await tx.updateTable('organize').set({ manager_id: id }).where('id', '=', position.unit).execute()
}

/** Where the two who sign in stand; a place that somebody has given them already stays. */
async function placeAccounts(
  tx: Tx,
  { administrator, operator }: Awaited<ReturnType<typeof accountsOf>>,
  staff: readonly DemoPerson[],
): Promise<void> {
  const leaders = new Map(
    staff.filter(({ position }) => position.leads).map(({ id, position }) => [position.unit, id]),
  )
  const places = [
    { id: administrator, positions: ['demo-administrator'], groups: [] },
    { id: operator, positions: ['demo-patrol', 'demo-patrol-lead'], groups: ['demo-drought'] },
  ]
  for (const { id, positions, groups } of places) {
    const position = POSITIONS.find((one) => one.id === positions.at(-1))
    if (!id || !position) continue
    await insert(tx, 'user_organize', [{ user_id: id, organize_id: position.unit, sort: 0 }])
    await insert(
      tx,
      'user_position',
      positions.map((position_id, sort) => ({ user_id: id, position_id, sort })),
    )
    await insert(
      tx,
      'user_group_member',
      groups.map((group_id) => ({ user_id: id, group_id })),
    )
    await tx
      .updateTable('user_account')
      .set({ manager_id: managerOf(position, leaders) })
      .where('id', '=', id)
      .execute()
  }
}

const named = (id: string, full_name: string, index: number) => ({
  id,
  full_name,
  en_code: id,
  sort_code: index + 1,
  enabled_mark: 1,
  description: '',
  updated_at: null,
})

type Table =
  | 'organize'
  | 'position'
  | 'role'
  | 'role_organize'
  | 'user_group'
  | 'user_account'
  | 'user_organize'
  | 'user_position'
  | 'user_role'
  | 'user_group_member'

/** Rows that are there already are left as they are. */
async function insert<T extends Table>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  for (const part of inParts(rows))
    await tx
      .insertInto(table)
      .values(part as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
