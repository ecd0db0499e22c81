import type { Member } from './directory'

/** What of a unit or department a run may change. */
export interface UnitState {
  readonly name: string
  /** On the side that it is of. */
  readonly parentId: string
}

/** What of a person here a run may change, as the wire has it. */
export interface PersonState {
  readonly realName: string
  readonly organizeIds: readonly string[]
  readonly jobTitle: string
  readonly email: string
  readonly mobilePhone: string
}

/** One thing on either side, before or after a run; which of them follows from what the run is of and its direction. */
export type State = UnitState | PersonState | Member | object

/** Something that stands for something else. */
export interface Pair {
  readonly ownId: string
  readonly theirId: string
  readonly sent: string
}

/** A mobile number without the country that DingTalk writes before it. */
export const bareNumber = (mobile: string): string => mobile.replace(/^\+?86-?(?=1\d{10}$)/, '')

export const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify([...one].sort()) === JSON.stringify([...other].sort())

export const isSameUnit = (one: UnitState, other: UnitState): boolean =>
  one.name === other.name && one.parentId === other.parentId

export const isSamePerson = (one: PersonState, other: PersonState): boolean =>
  one.realName === other.realName &&
  one.jobTitle === other.jobTitle &&
  one.email === other.email &&
  one.mobilePhone === other.mobilePhone &&
  isSameSet(one.organizeIds, other.organizeIds)

/** Numbers and addresses are not told to every app: what is not told differs from nothing. */
const isSameWhereTold = (one: string, other: string): boolean => one === '' || other === '' || one === other

export const isSameMember = (one: Member, other: Member): boolean =>
  one.name === other.name &&
  one.jobTitle === other.jobTitle &&
  isSameWhereTold(bareNumber(one.mobile), bareNumber(other.mobile)) &&
  isSameWhereTold(one.email, other.email) &&
  isSameSet(one.departmentIds, other.departmentIds)
