import type { Services } from '../../../module'

export interface Department {
  readonly id: string
  readonly parentId: string
  readonly name: string
}

/** Somebody as the directory has them. */
export interface Member {
  readonly id: string
  readonly name: string
  readonly mobile: string
  readonly email: string
  readonly jobTitle: string
  readonly departmentIds: readonly string[]
}

/** A company's directory at WeCom or DingTalk. What it refuses it throws as OutboundProblem. */
export interface Directory {
  /** The department that stands for the whole company. */
  readonly rootId: string
  /** All departments but the root, each after the one that it stands in. */
  departments(): AsyncIterable<Department>
  members(departmentId: string): AsyncIterable<Member>
  addDepartment(department: Omit<Department, 'id'>): Promise<string>
  changeDepartment(department: Department): Promise<void>
  removeDepartment(id: string): Promise<void>
  addMember(member: Member): Promise<void>
  changeMember(member: Member): Promise<void>
  removeMember(id: string): Promise<void>
}

/** The call of a directory's account (`modules/platform/outbound`). */
export type Call = (
  path: string,
  input: { readonly query?: Readonly<Record<string, string>>; readonly body?: object },
) => Promise<Readonly<Record<string, unknown>>>

export type Third = 'wecom' | 'dingtalk'
export type What = 'organize' | 'user'
export type Outbound = Services['outbound']

export const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))
export const list = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? (value as readonly Readonly<Record<string, unknown>>[]) : []
export const ids = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
