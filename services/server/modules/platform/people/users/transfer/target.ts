import { newId } from '@runtime/id'
import { usersCalls } from '@services/contract/areas/platform/users'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { withConstraints } from '../../../../../database/constraint'
import { ApiError, type InputError } from '../../../../../http/errors'
import { compileInput } from '../../../../../http/validate'
import type { CallContext, Db, Services, Tx } from '../../../../../module'
import { unitsFor } from '../../../permission/layered/scope'
import type { ImportTarget, JudgedRow } from '../../../transfer/import'
import type { ImportRow } from '../../../transfer/rows'
import { lockPeople } from '../../change'
import { unitIdOf } from '../../organize/units'
import { type KnownPlaces, membershipFaults, placesNamed } from '../memberships'
import { type Choice, type Chosen, choicesOfFile, faultsOfFile } from '../person-file'
import { findPerson } from '../persons'
import { BROKEN, insertPerson } from '../writes'
import { personHeads, personLists } from './columns'
import { type ReadPerson, readPersons } from './read'

type NewPerson = InputOf<(typeof usersCalls)['users.create']>

/** What new people are judged by beside the contract. */
interface Known {
  readonly places: KnownPlaces
  readonly choices: ReadonlyMap<Chosen, readonly Choice[]>
  /** The units in which the caller may add people; null: all. */
  readonly open: ReadonlySet<string> | null
}

const judgeInput = compileInput(usersCalls['users.create'])

/** New people as something that rows are imported into: judged as one that is saved, and made by the same code. */
export async function peopleTarget(
  context: CallContext,
  services: Services,
): Promise<ImportTarget<NewPerson>> {
  const { db, text } = context
  const choices = await choicesOfFile(db)
  let now: Known | undefined
  /** What people belong to whose accounts do not pass the caller's: the next ones of the same are as good. */
  const given = new Set<string>()
  return {
    title: text('@places.area.users'),
    heads: personHeads(text, choices),
    lists: async () => personLists(text, choices),
    judge: (rows) => judgePeople(context, services, rows),
    // What a batch is judged by stays as it is until it is written.
    async begin(tx, people) {
      await lockPeople(tx)
      now = await knownOf(context, tx, people)
      given.clear()
    },
    async write(tx, person, inside) {
      const [fault] = faultsOf(inside, person, now ?? (await knownOf(inside, tx, [person])))
      if (fault) throw new ApiError(CODE.badRequest, fault.message, { errors: [fault] })
      const id = newId()
      await withConstraints(BROKEN, inside.text, () => insertPerson(tx, id, person, null))
      // Nobody makes an account that may more than they may themselves.
      const gift = giftOf(person)
      if (!given.has(gift)) await services.holdings.demandNotAbove(inside, tx, id)
      given.add(gift)
      await inside.audit(
        { action: 'users.create', target: id, after: await findPerson(tx, id, inside.text) },
        tx,
      )
    },
  }
}

const giftOf = ({ organizeIds, positionIds, roleIds, groupIds }: NewPerson) =>
  JSON.stringify([organizeIds.map(unitIdOf), positionIds, roleIds, groupIds])

async function judgePeople(
  context: CallContext,
  services: Services,
  rows: readonly ImportRow[],
): Promise<readonly JudgedRow<NewPerson>[]> {
  const { db } = context
  const read = await readPersons(context, services, rows, await choicesOfFile(db))
  const judged = read.map((one) => ({ ...one, faults: schemaFaults(context, one) }))
  const sound = judged.flatMap(({ input, faults }) => (faults.length === 0 ? [input as NewPerson] : []))
  const known = await knownOf(context, db, sound)
  const taken = await takenAccounts(db, sound)
  return judged.map(({ input, errors, faults }) => {
    const person = input as NewPerson
    const account = String(person.account ?? '').toLowerCase()
    const others = faults.length > 0 ? [] : faultsOf(context, person, known)
    const unread = new Set(errors.map(({ path }) => path))
    const isTaken = account !== '' && taken.has(account)
    // Of a file's lines the first has the account.
    if (account !== '') taken.add(account)
    const found = [
      ...errors,
      // Of a cell that cannot be read that has been said.
      ...faults.filter(({ path }) => !unread.has(cellOf(path))),
      ...others,
      ...(isTaken ? [{ path: 'account', message: context.text('@people.accountTaken') }] : []),
    ]
    return { errors: onePerCell(found), value: person }
  })
}

/** What the call that makes a person would refuse. */
function schemaFaults({ text }: CallContext, { input }: ReadPerson): readonly InputError[] {
  try {
    judgeInput({ params: {}, query: {}, body: input }, text)
    return []
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors) throw error
    return error.errors
  }
}

async function knownOf(context: CallContext, db: Db | Tx, people: readonly NewPerson[]): Promise<Known> {
  const places = await placesNamed(db, people)
  const open = await unitsFor(context, 'add', db)
  return { places, choices: await choicesOfFile(db), open: open && new Set(open) }
}

function faultsOf(context: CallContext, person: NewPerson, known: Known): readonly InputError[] {
  const { open } = known
  const isOut = open !== null && !person.organizeIds.map(unitIdOf).every((id) => open.has(id))
  return onePerCell([
    ...membershipFaults(context, person, known.places),
    ...(isOut ? [{ path: 'organizeIds', message: context.text('@permission.outOfUnits') }] : []),
    ...faultsOfFile(context, person, known.choices),
  ])
}

/** Cells are known by their columns: a fault of one in a list is the whole cell's. */
function onePerCell(errors: readonly InputError[]): readonly InputError[] {
  const first = new Map<string, InputError>()
  for (const { path, message } of errors) {
    const cell = cellOf(path)
    if (!first.has(cell)) first.set(cell, { path: cell, message })
  }
  return [...first.values()]
}

const cellOf = (path: string) => path.split('.')[0] ?? ''

async function takenAccounts(db: Db, people: readonly NewPerson[]): Promise<Set<string>> {
  const accounts = people.map(({ account }) => account.toLowerCase())
  if (accounts.length === 0) return new Set()
  const rows = await db
    .selectFrom('user_account')
    .select(sql<string>`lower(account)`.as('account'))
    .where(sql<boolean>`lower(account) = any(${accounts}::text[])`)
    .execute()
  return new Set(rows.map(({ account }) => account))
}
