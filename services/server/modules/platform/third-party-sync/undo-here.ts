import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import { ownedModels } from '../people/hand-over/records'
import { findUnit, NO_PARENT } from '../people/organize/units'
import { createUnit, deleteUnit } from '../people/organize/writes'
import { findPerson } from '../people/users/persons'
import { deletePerson, togglePerson } from '../people/users/writes'
import { changePerson } from './people'
import { isSamePerson, isSameUnit, type PersonState, type UnitState } from './state'
import type { Undoing, Undone, UndoOne } from './undoing'
import { changeUnit, codeOf, type GoneUnit } from './units'

/** Takes back what a run has done here. */
export const undoneHere =
  (undoing: Undoing) =>
  async (what: string): Promise<UndoOne> =>
    what === 'organize' ? unitBack(undoing) : personBack(undoing)

const refused = (text: string) => new ApiError(CODE.badRequest, text)

function unitBack({ context, third, renewed }: Undoing): UndoOne {
  const { db } = context
  const today = (id: string) => renewed.get(id) ?? id
  const asToday = (state: unknown): UnitState => {
    const { name, parentId } = state as UnitState
    return { name, parentId: today(parentId) }
  }
  /** Made by a run that was killed before it knew the id. */
  const madeOf = async (theirId: string) =>
    (
      await db
        .selectFrom('organize')
        .select('id')
        .where('en_code', '=', codeOf(third, theirId))
        .executeTakeFirst()
    )?.id ?? ''
  return async ({ act, own_id, their_id, before, after }): Promise<Undone> => {
    if (act === 'link') return {}
    const id = act === 'add' && own_id === '' ? await madeOf(their_id) : today(own_id)
    if (act === 'remove') {
      const { category, ...was } = before as GoneUnit
      const input = { ...was, parentId: today(was.parentId) }
      const twin = await db
        .selectFrom('organize')
        .select('id')
        .where('full_name', '=', input.fullName)
        .where('parent_id', 'is not distinct from', input.parentId === NO_PARENT ? null : input.parentId)
        .executeTakeFirst()
      const made = twin ?? (await createUnit(context, category, input))
      return { renewed: made.id, reason: { text: '@thirdSync.unitRemade' } }
    }
    const unit = await findUnit(db, id)
    const now = unit && {
      name: unit.fullName,
      parentId: unit.parentId === NO_PARENT ? '' : unit.parentId,
    }
    if (act === 'add') {
      if (!now) return {}
      if (!isSameUnit(now, asToday(after))) throw refused('@thirdSync.changedSince')
      await deleteUnit(context, id)
      return {}
    }
    if (!now) throw refused('@thirdSync.goneSince')
    const was = asToday(before)
    if (isSameUnit(now, was)) return {}
    if (!isSameUnit(now, asToday(after))) throw refused('@thirdSync.changedSince')
    await changeUnit(context, id, was)
    return {}
  }
}

function personBack({ context, services, renewed }: Undoing): UndoOne {
  const { db, text } = context
  const asToday = (state: unknown): PersonState => {
    const person = state as PersonState
    return { ...person, organizeIds: person.organizeIds.map((id) => renewed.get(id) ?? id) }
  }
  const madeOf = async (account: string) =>
    (await db.selectFrom('user_account').select('id').where('account', '=', account).executeTakeFirst())
      ?.id ?? ''
  return async ({ act, own_id, their_id, before, after }): Promise<Undone> => {
    if (act === 'link') return {}
    const id = act === 'add' && own_id === '' ? await madeOf(their_id) : own_id
    const person = await findPerson(db, id, text)
    if (act === 'add') {
      if (!person) return {}
      if (!isSamePerson(person, asToday(after))) throw refused('@thirdSync.changedSince')
      await demandUnused(id)
      // Who may not delete people disables them.
      if (await context.can('permission.user:btn_remove')) {
        await deletePerson(context, services, id)
        return {}
      }
      if (person.enabledMark !== 0) await togglePerson(context, services, id)
      return { reason: { text: '@thirdSync.personDisabled' } }
    }
    if (!person) throw refused('@thirdSync.goneSince')
    if (act === 'remove') {
      if (person.enabledMark === 0) await togglePerson(context, services, id)
      return {}
    }
    const was = asToday(before)
    if (isSamePerson(person, was)) return {}
    if (!isSamePerson(person, asToday(after))) throw refused('@thirdSync.changedSince')
    await changePerson(context, services, id, was)
    return {}
  }

  /** @throws ApiError for somebody who has signed in or owns something since */
  async function demandUnused(id: string): Promise<void> {
    const { login_at } = await db
      .selectFrom('user_account')
      .select('login_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (login_at !== null) throw refused('@thirdSync.signedInSince')
    if ((await ownedModels(db, id)).length > 0) throw refused('@thirdSync.ownsSince')
  }
}
