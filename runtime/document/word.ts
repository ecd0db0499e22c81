import { type TSchema, type TUnsafe, Type } from 'typebox'

/**
 * The words that documents share, as schemas. Each carries its meaning under the keyword `loam`, which editors ignore
 * and `checkDocument` obeys: it parses expressions, looks up calls, files, dialogs, sources and locale keys.
 */
export type WordKind =
  | 'expression'
  | 'template'
  | 'text'
  | 'value'
  | 'input'
  | 'call'
  | 'form'
  | 'list'
  | 'dialog'
  | 'source'
  | 'resource'
  | 'action'
  | 'node'
  | 'field'
  | 'fields'
  | 'pattern'
  | 'schema'
  | 'icon'
  | 'right'
  | 'module'
  | 'tag'
  | 'event'
  | 'state'
  | 'path'
  | 'answer'
  | 'column'
  | 'cell'
  | 'taken'

declare const planned: unique symbol

/** A schema that carries a word of the language; `P` is what the word compiles to (`planOf`). */
export type Word<P> = TUnsafe<unknown> & { readonly [planned]: P }

/** A schema whose plan always has a value: the document's, or its `default`. */
export type Defaulted<S extends TSchema> = S & { readonly '~optional': true; readonly '~default': true }

export function word<P>(
  kind: WordKind,
  description: string,
  schema: Readonly<Record<string, unknown>>,
): Word<P> {
  return Type.Unsafe<unknown>({ loam: kind, description, ...schema }) as Word<P>
}

/**
 * A schema beside which a document may write something shorter: `expand` puts the long form in its place before anything
 * else reads the document, and editors are told of both.
 */
export function withShort<S extends TSchema>(schema: S, ...short: readonly TSchema[]): S {
  return { ...schema, short } as S
}

/** Keys that an object needs but a document may leave out where its resource says them (`expand` puts them in). */
export function filledIn<S extends TSchema>(schema: S, ...filled: readonly string[]): S {
  return { ...schema, filled } as S
}

/** The meaning a schema carries, if it is one of the words above. */
export function wordOf(schema: object): WordKind | undefined {
  return (schema as { loam?: WordKind }).loam
}
