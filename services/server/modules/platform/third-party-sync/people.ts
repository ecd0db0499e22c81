import { createHash } from 'node:crypto'
import { PersonBody } from '@services/contract/areas/platform/person'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import Value from 'typebox/value'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Services } from '../../../module'
import { findPerson } from '../people/users/persons'
import { createPerson, updatePerson } from '../people/users/writes'
import type { Member } from './directory'
import type { Links } from './links'
import { bareNumber, isSamePerson, isSameSet, type PersonState } from './state'
import type { Run } from './units'

/** A person as far as a directory is concerned. */
interface Own {
  readonly id: string
  readonly account: string
  readonly real_name: string
  readonly mobile_phone: string
  readonly email: string
  readonly job_title: string
  readonly status: number
  readonly units: readonly string[]
  readonly place: string
}

async function ownPeople(db: Db): Promise<readonly Own[]> {
  const { rows } = await sql<Own>`
    select user_account.id, account, real_name, mobile_phone, email, job_title, status,
      coalesce(array_agg(organize.id order by sort) filter (where organize.id is not null), '{}') as units,
      coalesce((array_agg(organize.path_name order by sort))[1], '') as place
    from user_account
    left join user_organize on user_organize.user_id = user_account.id
    left join organize on organize.id = organize_id
    group by user_account.id order by account`.execute(db)
  return rows
}

/** Everybody there, once each, also of departments that stand for no unit: somebody may have been moved there. */
export async function theirPeople({
  directory,
  tick,
}: Pick<Run, 'directory' | 'tick'>): Promise<Map<string, Member>> {
  const found = new Map<string, Member>()
  const departments = [directory.rootId]
  for await (const { id } of directory.departments()) departments.push(id)
  for (const department of departments) {
    await tick(0)
    for await (const member of directory.members(department)) found.set(member.id, member)
  }
  return found
}

const NO_DEPARTMENT = { text: '@thirdSync.noDepartment' }

/** Finds one of the other side: by what it stands for, else by its number, else by its account. */
function twins<T>(
  all: Iterable<T>,
  { mobile, account }: { readonly mobile: (one: T) => string; readonly account: (one: T) => string },
) {
  const byMobile = new Map<string, T | null>()
  const byAccount = new Map<string, T>()
  for (const one of all) {
    const number = bareNumber(mobile(one))
    // Two of one number say nothing of who is who.
    if (number !== '') byMobile.set(number, byMobile.has(number) ? null : one)
    byAccount.set(account(one).toLowerCase(), one)
  }
  return (number: string, name: string): T | undefined =>
    (number !== '' && byMobile.get(bareNumber(number))) || byAccount.get(name.toLowerCase())
}

/** People to members, in the departments of their units. */
export async function peopleToThem(run: Run, links: Links): Promise<void> {
  const { context, directory, units, notes } = run
  const people = await ownPeople(context.db)
  const theirs = await theirPeople(run)
  const twinOf = twins(theirs.values(), { mobile: ({ mobile }) => mobile, account: ({ id }) => id })
  const isHere = new Set(people.filter(({ status }) => status === 1).map(({ id }) => id))
  for (const person of people) {
    if (person.status !== 1) continue
    await run.tick(people.length)
    const note = { name: person.real_name, place: person.place, ownId: person.id }
    const departmentIds = person.units.flatMap((id) => units.their(id) ?? [])
    if (departmentIds.length === 0) {
      notes.fail({ ...note, reason: NO_DEPARTMENT })
      continue
    }
    const linked = theirs.get(links.their(person.id) ?? '')
    const twin = twinOf(person.mobile_phone, person.account)
    const same = linked ?? (twin && !isHere.has(links.own(twin.id) ?? '') ? twin : undefined)
    const member: Member = {
      id: same?.id ?? person.account,
      name: person.real_name,
      mobile: person.mobile_phone,
      email: person.email,
      jobTitle: person.job_title,
      departmentIds,
    }
    const sent = createHash('sha256').update(JSON.stringify(member)).digest('hex').slice(0, 32)
    const isSame = same && same.name === member.name && isSameSet(same.departmentIds, departmentIds)
    if (same && isSame && (links.sent(person.id) === sent || linked === undefined))
      await notes.linked({
        ...{ ...note, theirId: same.id },
        replaced: await links.keep(person.id, same.id, sent),
      })
    else {
      // A trial claims it too, so that it names nobody twice.
      if (run.isTrial) await links.keep(person.id, member.id, sent)
      const states = { theirId: member.id, ...(same && { before: same }), after: member }
      await notes.do({ act: same ? 'change' : 'add', ...note, ...states }, async () => {
        await (same ? directory.changeMember(member) : directory.addMember(member))
        return { replaced: (await links.keep(person.id, member.id, sent)) ?? [] }
      })
    }
  }
  for (const [ownId, theirId] of links.all()) {
    const left = theirs.get(theirId)
    if (left && !isHere.has(ownId)) notes.gone({ name: left.name, ownId, theirId, before: left })
  }
}

/**
 * Members to people, in the units of their departments. Of somebody who is here already a number is never overwritten: who
 * has it may sign in by it.
 */
export async function peopleToUs(run: Run, links: Links, services: Services): Promise<void> {
  const { context, notes } = run
  const people = await ownPeople(context.db)
  const byId = new Map(people.map((person) => [person.id, person]))
  const theirs = await theirPeople(run)
  const twinOf = twins(people, { mobile: (one) => one.mobile_phone, account: (one) => one.account })
  for (const member of theirs.values()) {
    await run.tick(theirs.size)
    const organizeIds = member.departmentIds.flatMap((id) => run.units.own(id) ?? [])
    const note = { name: member.name, theirId: member.id }
    if (organizeIds.length === 0) {
      notes.fail({ ...note, reason: NO_DEPARTMENT })
      continue
    }
    const linked = byId.get(links.own(member.id) ?? '')
    const twin = twinOf(member.mobile, member.id)
    const same = linked ?? (twin && !theirs.has(links.their(twin.id) ?? '') ? twin : undefined)
    // What stands for no department there is nothing that they know of: one stays in it.
    const units = [...organizeIds, ...(same?.units ?? []).filter((id) => run.units.their(id) === undefined)]
    const given: PersonState = {
      realName: member.name,
      organizeIds: units,
      jobTitle: member.jobTitle || (same?.job_title ?? ''),
      email: member.email || (same?.email ?? ''),
      mobilePhone: same?.mobile_phone || bareNumber(member.mobile),
    }
    if (!same) {
      const input = { ...given, organizeIds: units, account: member.id, enabledMark: 1 }
      await notes.do({ act: 'add', ...note, after: given }, async () => {
        const { id } = await createPerson(context, services, demandSound(input))
        return { ownId: id, replaced: (await links.keep(id, member.id)) ?? [] }
      })
      continue
    }
    const before = personState(same)
    const found = { ...note, place: same.place, ownId: same.id }
    if (isSamePerson(before, given)) {
      await notes.linked({ ...found, replaced: await links.keep(same.id, member.id) })
      continue
    }
    if (run.isTrial) await links.keep(same.id, member.id)
    await notes.do({ act: 'change', ...found, before, after: given }, async () => {
      await changePerson(context, services, same.id, given)
      return { replaced: (await links.keep(same.id, member.id)) ?? [] }
    })
  }
  for (const [ownId, theirId] of links.all()) {
    const left = byId.get(ownId)
    if (left?.status === 1 && !theirs.has(theirId))
      notes.gone({ name: left.real_name, place: left.place, ownId, theirId, before: personState(left) })
  }
}

const personState = (person: Own): PersonState => ({
  realName: person.real_name,
  organizeIds: person.units,
  jobTitle: person.job_title,
  email: person.email,
  mobilePhone: person.mobile_phone,
})

/** Changes of a person of ours what a directory has a say in. @throws ApiError where they are gone, or it does not fit */
export async function changePerson(
  context: CallContext,
  services: Services,
  ownId: string,
  given: PersonState,
): Promise<void> {
  const kept = await findPerson(context.db, ownId, context.text)
  if (!kept) throw new ApiError(CODE.badRequest, '@people.personGone')
  const { id, ...person } = { ...kept, ...given, organizeIds: [...given.organizeIds] }
  await updatePerson(context, services, id, demandSound(person))
}

/** What a page could not have saved is not saved here either. @throws ApiError */
function demandSound<T extends object>(input: T): T {
  const [first] = Value.Errors(PersonBody, input)
  if (!first) return input
  throw new ApiError(CODE.badRequest, '@thirdSync.unfit', {
    params: { member: first.instancePath.replace(/^\//, '') || String(first.keyword) },
  })
}
