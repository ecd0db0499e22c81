import { newId } from '@runtime/id'
import type { usersCalls } from '@services/contract/areas/platform/users'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import type { Broken } from '../../../../database/constraint'
import { demandVersion } from '../../../../database/version'
import { ApiError, notFound } from '../../../../http/errors'
import type { CallContext, Services, Tx } from '../../../../module'
import { demandPerson, demandUnits } from '../../permission/layered/scope'
import { demandGoodPassword, notePassword } from '../../session/password-policy'
import { hashPassword } from '../../session/passwords'
import { create, refusal, remove, update } from '../change'
import { refuseLeader } from '../obstacles'
import { unitIdOf } from '../organize/units'
import { addMemberships, keepMemberships, refuseMemberships } from './memberships'
import { forgetAttempts } from './password'
import { isBelow } from './people'
import { fileColumns, refuseFile } from './person-file'
import { findPerson, readPerson } from './persons'

type PersonInput = InputOf<(typeof usersCalls)['users.update']>
type NewPersonInput = InputOf<(typeof usersCalls)['users.create']>

/** What broken constraints of a person mean. */
export const BROKEN: Readonly<Record<string, Broken>> = {
  user_account_account: { path: 'account', message: '@people.accountTaken' },
  user_account_manager: { path: 'managerId', message: '@people.personGone' },
}
const BROKEN_BY_DELETE: Readonly<Record<string, Broken>> = {
  user_account_manager: { message: '@people.managesPeople' },
  organize_manager: { message: '@people.managesUnits' },
}

export async function createPerson(
  context: CallContext,
  services: Services,
  input: NewPersonInput,
): Promise<{ id: string }> {
  const id = newId()
  const { password, passwordText: text, account } = input
  if (password !== undefined)
    await demandGoodPassword(context, services, { wire: password, text, account, path: 'password' })
  const password_hash = password === undefined ? null : await hashPassword(password)
  await create(context, {
    action: 'users.create',
    id,
    broken: BROKEN,
    read: (tx) => findPerson(tx, id, context.text),
    async write(tx) {
      await refuseMemberships(context, tx, input)
      await refuseFile(context, tx, input)
      await demandUnits(context, input.organizeIds.map(unitIdOf), 'add', tx)
      await insertPerson(tx, id, input, password_hash)
      if (password_hash !== null) await notePassword(tx, id, password_hash)
    },
  })
  return { id }
}

/** Adds a person who has been judged, with what they belong to. */
export async function insertPerson(
  tx: Tx,
  id: string,
  input: Omit<PersonInput, 'id'>,
  password_hash: string | null,
): Promise<void> {
  await tx
    .insertInto('user_account')
    .values({
      id,
      ...columnsOf(input),
      status: input.enabledMark === 0 ? 0 : 1,
      password_hash,
      change_password_at: null,
      password_at: password_hash === null ? null : new Date(),
      login_at: null,
      previous_login_at: null,
      updated_at: null,
    })
    .execute()
  await addMemberships(tx, id, input)
}

export async function updatePerson(
  context: CallContext,
  services: Services,
  id: string,
  input: Omit<PersonInput, 'id'>,
): Promise<void> {
  const { enabledMark } = input
  if (enabledMark === 0) refuseYourself(context, id)
  await update(context, {
    action: 'users.update',
    id,
    broken: BROKEN,
    read: (tx) => findPerson(tx, id, context.text),
    async write(tx) {
      await services.holdings.demandNotAbove(context, tx, id)
      await demandPerson(context, tx, id, 'edit')
      await demandVersion(tx, 'user_account', id, input.version, () => readPerson(context, id, tx))
      await refuseMemberships(context, tx, input)
      await refuseFile(context, tx, input, await findPerson(tx, id, context.text))
      await demandUnits(context, input.organizeIds.map(unitIdOf), 'edit', tx)
      await refuseManager(context, tx, id, input.managerId ?? '')
      await tx
        .updateTable('user_account')
        .set({
          ...columnsOf(input),
          // A number that the administrator writes has yet to be proved.
          mobile_verified_at: sql<Date | null>`
            case when mobile_phone = ${input.mobilePhone ?? ''} then mobile_verified_at end`,
          own_email_at: sql<Date | null>`case when email = ${input.email ?? ''} then own_email_at end`,
          ...(enabledMark !== undefined && { status: enabledMark === 0 ? 0 : 1 }),
          updated_at: new Date(),
        })
        .where('id', '=', id)
        .execute()
      await keepMemberships(tx, id, input)
    },
  })
  if (enabledMark === 0) await services.sessions.end({ userId: id }, 'administrator')
}

export async function deletePerson(context: CallContext, services: Services, id: string): Promise<void> {
  refuseYourself(context, id)
  await services.sessions.endAfter(id, () =>
    remove(context, {
      action: 'users.delete',
      id,
      broken: BROKEN_BY_DELETE,
      read: (tx) => findPerson(tx, id, context.text),
      write: async (tx) => {
        await services.holdings.demandNotAbove(context, tx, id)
        await demandPerson(context, tx, id, 'delete')
        await refuseLeader(context, tx, id)
        await tx.deleteFrom('user_account').where('id', '=', id).execute()
      },
    }),
  )
}

/** Disabling ends the person's sessions. */
export async function togglePerson(context: CallContext, services: Services, id: string): Promise<void> {
  refuseYourself(context, id)
  let status = 1
  await update(context, {
    action: 'users.state',
    id,
    broken: {},
    read: (tx) => findPerson(tx, id, context.text),
    async write(tx) {
      await services.holdings.demandNotAbove(context, tx, id)
      await demandPerson(context, tx, id, 'edit')
      await demandVersion(tx, 'user_account', id)
      const changed = await tx
        .updateTable('user_account')
        .set({ status: sql<number>`1 - status`, updated_at: new Date() })
        .where('id', '=', id)
        .returning('status')
        .executeTakeFirstOrThrow()
      status = changed.status
    },
  })
  if (status === 0) await services.sessions.end({ userId: id }, 'administrator')
}

/** Ends all sessions of a person, who may sign in again. @throws ApiError 400 for oneself and for who is not signed in */
export async function endPerson(context: CallContext, services: Services, id: string): Promise<void> {
  if (context.user.userId === id) throw new ApiError(CODE.badRequest, '@people.notYourselfOffline')
  await context.db.transaction().execute(async (tx) => {
    await services.holdings.demandNotAbove(context, tx, id)
    await demandPerson(context, tx, id, 'edit')
    const { rows } = await sql<{ name: string; open: number }>`
      select real_name as name, (select count(*)::int from session
        where user_id = user_account.id and ended_at is null and expires_at > now()) as open
      from user_account where id = ${id}`.execute(tx)
    const [person] = rows
    if (!person) throw notFound()
    if (person.open === 0) throw new ApiError(CODE.badRequest, '@people.notSignedIn')
    const after = { realName: person.name, sessions: person.open }
    await context.audit({ action: 'users.offline', target: id, after }, tx)
  })
  await services.sessions.end({ userId: id }, 'administrator')
}

/** Lets an account in again that wrong passwords have locked. */
export function unlockPerson(context: CallContext, services: Services, id: string): Promise<void> {
  return update(context, {
    action: 'users.unlock',
    id,
    broken: {},
    read: (tx) => findPerson(tx, id, context.text),
    async write(tx) {
      await services.holdings.demandNotAbove(context, tx, id)
      await demandPerson(context, tx, id, 'edit')
      await forgetAttempts(tx, id)
    },
  })
}

function columnsOf(input: Omit<PersonInput, 'id'>) {
  return {
    account: input.account.trim(),
    real_name: input.realName.trim(),
    head_icon: input.headIcon ?? '',
    gender: input.gender ?? 0,
    mobile_phone: input.mobilePhone ?? '',
    telephone: input.telePhone ?? '',
    email: input.email ?? '',
    manager_id: input.managerId || null,
    job_title: input.jobTitle ?? '',
    entry_date: dateOf(input.entryDate),
    birthday: dateOf(input.birthday),
    sort_code: input.sortCode ?? 0,
    description: input.description ?? '',
    ...fileColumns(input),
  }
}

const dateOf = (milliseconds: number | null | undefined) =>
  milliseconds === null || milliseconds === undefined ? null : new Date(milliseconds)

function refuseYourself({ user }: CallContext, id: string): void {
  if (user.userId === id) throw new ApiError(CODE.badRequest, '@people.notYourself')
}

/** Nobody manages himself, nor those who manage him. */
async function refuseManager(context: CallContext, tx: Tx, id: string, managerId: string): Promise<void> {
  if (managerId === '') return
  if (managerId === id) throw refusal(context, 'managerId', '@people.ownManager')
  const below = await tx
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', managerId)
    .where(isBelow(id))
    .executeTakeFirst()
  if (below) throw refusal(context, 'managerId', '@people.managedByOwn')
}
