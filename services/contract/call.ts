import type { Static, TObject, TSchema } from 'typebox'
import { withoutEmpty } from './empty'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One call of the wire, described once: the server validates with it, the client is typed by it, OpenAPI and the check
 * of page documents follow from it. `path` is Fastify's form (`/api/system/DictionaryData/:id`).
 */
export interface Call<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
> {
  /** `dictionaryData.update`: what actions and the client say. */
  readonly name: string
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** Locale keys of what refusals call members of the body whose schema has no title. */
  readonly titles?: Readonly<Record<string, string>>
  /** Schema of `data` in the envelope. */
  readonly response: R
  /**
   * `form`: urlencoded body, or multipart without a file; `file`: multipart with one file in `file`; `stream`: the same, for
   * files of any size, the members before the file; `binary`: the answer is bytes, no envelope.
   */
  readonly wire?: 'json' | 'form' | 'file' | 'stream' | 'binary'
  /** Bytes that the body may have; default `BODY_LIMIT`. What a `file` or `stream` call's file has is not counted. */
  readonly bodyLimit?: number
  /** Lists and objects inside each other that the body, and JSON text in it, may have; default `JSON_NESTING`. */
  readonly nesting?: number
  /**
   * Bytes that its answer may have, beside the envelope; default `ANSWER_LIMIT` for JSON. A `binary` call says it itself: `piecewise`
   * when the answer is sent as it is read, and never in hand as a whole.
   */
  readonly answerLimit?: number | 'piecewise'
  /** Megabytes that the file of a `file` call may have; default 50. */
  readonly fileLimit?: number
  /** A call that changes nothing, though it is no GET: what its input is too long or too deep for an address. */
  readonly isRead?: boolean
  /** Tags of what it changes: everybody's screens that show such data hear of it, and ask again. */
  readonly changes?: readonly string[]
  /** Takes as long as its work does (an import, an export): it has connections to the database of its own, and more time at them. */
  readonly isJob?: boolean
  /** Milliseconds the client waits; default 30,000. */
  readonly timeout?: number
}

/** Whether a call changes nothing; many lists are asked for by POST. */
export function isRead(call: Call): boolean {
  return call.isRead ?? (call.method === 'GET' || hasMember(call.response, 'pagination'))
}

/** Gives a call its types. */
export function defineCall<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
>(call: Call<P, Q, B, R>): Call<P, Q, B, R> {
  return call
}

/** The flat input of a call: path parameters, query and body members side by side. */
export type InputOf<C> =
  C extends Call<infer P, infer Q, infer B, TSchema>
    ? (TObject extends P ? unknown : Static<P>) &
        (TObject extends Q ? unknown : Static<Q>) &
        (TSchema extends B ? unknown : Static<B>)
    : never

export type ResponseOf<C> = C extends Call<TObject, TObject, TSchema, infer R> ? Static<R> : never

/** What goes on the wire for a flat input: parameters into the path, then query; all the rest is the body. */
export interface WireRequest {
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/**
 * Splits a flat input. Names in the path are parameters (a parameter's default fills a missing one); names of `query` are query; the rest is the body of a call
 * that has one (an input's `body` member is the body itself where the schema is no object), and query otherwise. Everybody who
 * calls goes through here: what is empty is left out where the contract lets it (`empty.ts`), and in an address wherever it may be.
 */
export function toWire(call: Call, input: Readonly<Record<string, unknown>> = {}): WireRequest {
  const rest: Record<string, unknown> = { ...input }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name] ?? defaultOf(call.params, name)
    if (value === undefined || value === null || value === '') {
      throw new TypeError(`The call ${call.name} needs "${name}"`)
    }
    // A record's id is often both in the path and in the documented body; the body keeps it only if its schema names it.
    if (!hasMember(call.body, name)) delete rest[name]
    return encodeURIComponent(String(value))
  })
  const query: Record<string, unknown> = {}
  for (const name of Object.keys(call.query?.properties ?? {})) {
    if (!(name in rest)) continue
    if (!isBlank(rest[name]) || isRequired(call.query, name)) query[name] = rest[name]
    delete rest[name]
  }
  if (call.method === 'GET' || (!call.body && call.method === 'DELETE'))
    return { path, query: { ...query, ...rest }, body: undefined }
  const body = call.body && !isObject(call.body) && 'body' in rest ? rest['body'] : rest
  return { path, query, body: withoutEmpty(call.body, body) }
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

function isRequired(schema: TSchema | undefined, name: string): boolean {
  return (schema as { required?: readonly string[] } | undefined)?.required?.includes(name) ?? false
}

function isObject(schema: TSchema): boolean {
  return (schema as { type?: unknown }).type === 'object'
}

function defaultOf(schema: TSchema | undefined, name: string): unknown {
  return propertiesOf(schema)?.[name]?.default
}

function hasMember(schema: TSchema | undefined, name: string): boolean {
  return name in (propertiesOf(schema) ?? {})
}

function propertiesOf(
  schema: TSchema | undefined,
): Record<string, { readonly default?: unknown }> | undefined {
  return (schema as { properties?: Record<string, { readonly default?: unknown }> } | undefined)?.properties
}
