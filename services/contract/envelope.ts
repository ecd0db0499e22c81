import { type TSchema, Type } from 'typebox'

export { CODE, type Envelope } from './code'

export const Pagination = Type.Object({
  currentPage: Type.Integer(),
  pageSize: Type.Integer(),
  total: Type.Integer(),
})

/** `asc` or `desc`; anything else counts as none. */
export const SortOrder = Type.String({ maxLength: 20 })
/** The member that a list is sorted by. */
export const SortMember = Type.String({ maxLength: 200 })

/** Query members of a paged list. */
export const PageQuery = Type.Object({
  currentPage: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 10000, default: 20 })),
  sort: Type.Optional(SortOrder),
  sidx: Type.Optional(SortMember),
  keyword: Type.Optional(Type.String({ maxLength: 200 })),
})

export const ListOf = <T extends TSchema>(item: T) => Type.Object({ list: Type.Array(item) })
export const PageOf = <T extends TSchema>(item: T) =>
  Type.Object({ list: Type.Array(item), pagination: Pagination })
export const IdParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })
/** `data` of a call that only says that it is done. */
export const Nothing = Type.Optional(Type.Any())
