import { type TSchema, Type } from 'typebox'

/** Codes of the wire (`design/architecture.md`, "The wire"). HTTP status stays 200 for all but unknown paths and crashes. */
export const CODE = {
  ok: 200,
  badRequest: 400,
  forbidden: 403,
  notFound: 404,
  /** Somebody saved this record meanwhile. */
  conflict: 409,
  tooMany: 429,
  failed: 500,
  /** No token, an unknown one or an expired one. */
  noSession: 600,
  /** Signed in elsewhere. */
  signedInElsewhere: 601,
  /** Ended by an administrator. */
  ended: 602,
} as const

/** What every answer looks like. */
export interface Envelope<T = unknown> {
  readonly code: number
  readonly msg: string
  readonly data: T
}

export const Pagination = Type.Object({
  currentPage: Type.Integer(),
  pageSize: Type.Integer(),
  total: Type.Integer(),
})

/** Query members of a paged list. */
export const PageQuery = Type.Object({
  currentPage: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 10000, default: 20 })),
  sort: Type.Optional(Type.String()),
  sidx: Type.Optional(Type.String()),
  keyword: Type.Optional(Type.String({ maxLength: 200 })),
})

export const ListOf = <T extends TSchema>(item: T) => Type.Object({ list: Type.Array(item) })
export const PageOf = <T extends TSchema>(item: T) =>
  Type.Object({ list: Type.Array(item), pagination: Pagination })
export const IdParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })
/** `data` of a call that only says that it is done. */
export const Nothing = Type.Optional(Type.Any())
