import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { Department, Member } from './directory'
import { theirPeople } from './people'
import { isSameMember, isSameUnit, type UnitState } from './state'
import type { Undoing, Undone, UndoOne } from './undoing'

/** Takes back what a run has done in a company's directory; the directory is read once. */
export const undoneThere =
  (undoing: Undoing) =>
  (what: string): Promise<UndoOne> =>
    what === 'organize' ? departmentsBack(undoing) : membersBack(undoing)

const changed = () => new ApiError(CODE.badRequest, '@thirdSync.changedSince')
const goneSince = () => new ApiError(CODE.badRequest, '@thirdSync.goneSince')

async function departmentsBack({ directory, tick, renewed }: Undoing): Promise<UndoOne> {
  const theirs = new Map<string, Department>()
  for await (const department of directory.departments()) {
    theirs.set(department.id, department)
    await tick()
  }
  const today = (id: string) => renewed.get(id) ?? id
  const asToday = (state: unknown): UnitState => {
    const { name, parentId } = state as UnitState
    return { name, parentId: today(parentId) }
  }
  return async ({ act, their_id, before, after }): Promise<Undone> => {
    if (act === 'link') return {}
    // It may have been made by a call whose answer nobody has read.
    const id =
      act === 'add' && their_id === ''
        ? ([...theirs.values()].find((one) => isSameUnit(one, asToday(after)))?.id ?? '')
        : today(their_id)
    const now = theirs.get(id)
    if (act === 'remove') {
      const was = asToday(before)
      // Made by an undoing that was killed before it could say so, or by somebody since.
      const twin = [...theirs.values()].find((one) => isSameUnit(one, was))
      const made = twin?.id ?? (await directory.addDepartment(was))
      theirs.set(made, { id: made, ...was })
      return { renewed: made, reason: { text: '@thirdSync.departmentRemade' } }
    }
    if (act === 'add') {
      if (!now) return {}
      if (!isSameUnit(now, asToday(after))) throw changed()
      await directory.removeDepartment(id)
      theirs.delete(id)
      return {}
    }
    if (!now) throw goneSince()
    const was = asToday(before)
    if (isSameUnit(now, was)) return {}
    if (!isSameUnit(now, asToday(after))) throw changed()
    await directory.changeDepartment({ id, ...was })
    theirs.set(id, { id, ...was })
    return {}
  }
}

async function membersBack({ directory, tick, renewed }: Undoing): Promise<UndoOne> {
  const theirs = await theirPeople({ directory, tick })
  const asToday = (state: unknown): Member => {
    const member = state as Member
    return { ...member, departmentIds: member.departmentIds.map((id) => renewed.get(id) ?? id) }
  }
  return async ({ act, their_id: id, before, after }): Promise<Undone> => {
    const now = theirs.get(id)
    if (act === 'link') return {}
    if (act === 'remove') {
      if (!now) await directory.addMember(asToday(before))
      return { reason: { text: '@thirdSync.memberRemade' } }
    }
    if (act === 'add') {
      if (!now) return {}
      if (!isSameMember(now, asToday(after))) throw changed()
      await directory.removeMember(id)
      return {}
    }
    if (!now) throw goneSince()
    const [was, made] = [asToday(before), asToday(after)]
    if (!isSameMember(now, made)) {
      if (isSameMember(now, was)) return {}
      throw changed()
    }
    await directory.changeMember(was)
    const isUntold = (was.mobile === '' && made.mobile !== '') || (was.email === '' && made.email !== '')
    return isUntold ? { reason: { text: '@thirdSync.numberUntold' } } : {}
  }
}
