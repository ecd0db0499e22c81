/** Codes of the wire (`design/architecture.md`, "The wire"). HTTP status stays 200 for all but unknown paths and crashes. */
export const CODE = {
  ok: 200,
  badRequest: 400,
  forbidden: 403,
  notFound: 404,
  /** Somebody saved this record in the meantime. */
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
  /** When the server answered, in milliseconds since 1970 (`design/field.md §3.4`). */
  readonly timestamp?: number
  readonly data: T
}
