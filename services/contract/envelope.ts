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

const NumberOrNull = () => Type.Union([Type.Number(), Type.Null()])

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
/**
 * The same with what its summed columns come to over all that matches, not over the page: a list whose `summary` names them
 * shows both. Null: nothing that matches has a number there.
 */
export const PageWithTotals = <T extends TSchema, const M extends string>(item: T, members: readonly M[]) =>
  Type.Object({
    list: Type.Array(item),
    pagination: Pagination,
    totals: Type.Object(
      Object.fromEntries(members.map((name) => [name, NumberOrNull()])) as {
        [name in M]: ReturnType<typeof NumberOrNull>
      },
    ),
  })
export const IdParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })
/** `data` of a call that only says that it is done. */
export const Nothing = Type.Optional(Type.Any())
