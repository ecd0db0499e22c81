import { newId } from '@runtime/id'
import { demoFarms } from '@services/simulator/farm/demo'
import type { Insertable } from 'kysely'
import { inParts, isAnyOf } from '../../database/batches'
import type { Database } from '../../database/schema'
import type { ModuleServer, Tx } from '../../module'
import { MAIN_SYSTEM, type RightCode } from '../platform/menu/tables'
import { addGrants, type Grant, ownSet } from '../platform/permission/sets'
import { DEMO_ACCOUNTS, OF_BELOW, OF_OWN } from './people/accounts'
import { type Buttons, DEMO_ROLES, type DemoRole, modelButtons } from './roles'
import { OWN_PLOTS, PLOTS } from './scheme'

interface Entry {
  readonly id: string
  readonly buttons: readonly RightCode[]
  readonly source: string
}

/** Gives the demo's accounts their roles, what these may do, the farms of each and whom managers administer. */
export async function giveRights({ db, services }: Pick<ModuleServer, 'db' | 'services'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const menu = await tx.selectFrom('menu').select(['id', 'buttons', 'source']).execute()
    const roles = await addRoles(tx)
    const entries = new Map(menu.map((entry) => [entry.id, entry]))
    for (const [code, role] of Object.entries(DEMO_ROLES)) {
      const id = roles.get(code)
      if (id) await addGrants(tx, await ownSet(tx, 'role', id), grantsOf(role, entries))
    }
    await placeAccounts(tx, roles, entries)
  })
  await services.authorities.changed()
}

/** Ids of the roles, by code. */
async function addRoles(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = Object.entries(DEMO_ROLES).map(([en_code, { name }]) => ({
    ...{ id: newId(), en_code, full_name: JSON.stringify(name) },
  }))
  for (const part of inParts(rows))
    await tx
      .insertInto('role')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const made = await tx
    .selectFrom('role')
    .select(['id', 'en_code'])
    .where(isAnyOf('en_code', Object.keys(DEMO_ROLES)))
    .execute()
  return new Map(made.map(({ id, en_code }) => [en_code, id]))
}

function grantsOf(role: DemoRole, entries: ReadonlyMap<string, Entry>): Grant[] {
  const wanted = wantedOf(role, entries)
  const codesOf = (entry: Entry, buttons: Buttons) =>
    buttons === 'all' ? entry.buttons.map(({ enCode }) => enCode) : buttons
  return [
    { kind: 'system', menu_id: MAIN_SYSTEM, code: '' },
    ...[...wanted].flatMap(([id, buttons]): Grant[] => {
      const entry = entries.get(id)
      // Nothing where the demo's model has gone from the menu.
      if (!entry) return []
      const scheme = id === PLOTS && role.plots ? [role.plots === 'all' ? 'all' : OWN_PLOTS] : []
      return [
        { kind: 'menu', menu_id: id, code: '' },
        ...codesOf(entry, buttons).map((code) => ({ kind: 'button' as const, menu_id: id, code })),
        ...scheme.map((code) => ({ kind: 'data' as const, menu_id: id, code })),
      ]
    }),
  ]
}

/** Entries of the menu with the buttons that a role has there. */
function wantedOf(role: DemoRole, entries: ReadonlyMap<string, Entry>): ReadonlyMap<string, Buttons> {
  const { seesAllBut } = role
  const seen =
    seesAllBut === undefined
      ? []
      : [...entries.values()].filter(({ id, source }) => source === 'file' && !seesAllBut.includes(id))
  return new Map<string, Buttons>([
    ...seen.map(({ id }) => [id, []] as const),
    ...Object.entries(role.entries),
    ...Object.entries(role.models).map(
      ([id, buttons]) => [`model-${id}`, buttons === 'all' ? buttons : modelButtons(id, buttons)] as const,
    ),
  ])
}

/** Those of them that are there: whoever has been deleted gets nothing. */
async function placeAccounts(
  tx: Tx,
  roles: ReadonlyMap<string, string>,
  entries: ReadonlyMap<string, Entry>,
): Promise<void> {
  const people = await tx
    .selectFrom('user_account')
    .select(['id', 'account'])
    .where(
      isAnyOf(
        'account',
        DEMO_ACCOUNTS.map(({ account }) => account),
      ),
    )
    .where('password_hash', 'is not', null)
    .execute()
  const farms = demoFarms().map(({ project }) => project.id)
  const projects = await tx.selectFrom('project').select('id').where(isAnyOf('id', farms)).execute()
  const there = new Set(projects.map(({ id }) => id))
  const members: Insertable<Database['project_member']>[] = Object.entries(
    DEMO_ROLES as Record<string, DemoRole>,
  )
    .filter(([, role]) => role.farms !== undefined)
    .flatMap(([code, role]) =>
      farms.map((project_id) => ({
        ...{ project_id, subject_kind: 'role' as const, subject_id: roles.get(code) ?? '' },
        level: role.farms ?? 'view',
      })),
    )
  for (const { account, role, manages } of DEMO_ACCOUNTS) {
    const id = people.find((one) => one.account === account)?.id
    const role_id = roles.get(role)
    if (!id || !role_id) continue
    await tx
      .insertInto('user_role')
      .values({ user_id: id, role_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (!manages) continue
    const project_id = farms[manages.farm] ?? ''
    members.push({ project_id, subject_kind: 'user', subject_id: id, level: 'manage' })
    await administer(tx, id, manages.unit, [...wantedOf(DEMO_ROLES[role], entries).keys()])
  }
  const rows = members.filter(({ project_id, subject_id }) => there.has(project_id) && subject_id)
  for (const part of inParts(rows))
    await tx
      .insertInto('project_member')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Makes somebody the administrator of a company, who may grant these entries. */
async function administer(tx: Tx, user_id: string, unit: string, module_ids: string[]): Promise<void> {
  const company = await tx.selectFrom('organize').select('id').where('id', '=', unit).executeTakeFirst()
  if (!company) return
  await tx
    .insertInto('layered_administrator')
    .values({ user_id, module_ids, system_ids: [MAIN_SYSTEM] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('layered_unit')
    .values({ user_id, organize_id: unit, this_layer: [...OF_OWN], sub_layer: [...OF_BELOW] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
