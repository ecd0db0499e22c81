import type { Members } from '../document/given-values'
import type { Scope } from '../document/names'
import type { Shape } from '../document/shape'

/** What is known of a page where a node stands in it, for the node to say what it gives. */
export interface NodePlace {
  /** Names that are seen there. */
  readonly scope: Scope
  /** A row of the node's `rows`, or of its `source`. */
  rowOf(words: Members): Shape
  /** What a call answers. */
  answer(call: unknown): Shape
  /** What a form of these words holds: its fields, and what its record brings. */
  filledIn(words: Members): Shape
}

/** What a node gives to the documents, steps and expressions in it and beside it. */
export interface NodeGives {
  /** Names beside those around it, by the word that sees them; under `''` for all its words. */
  readonly names?: Readonly<Record<string, Readonly<Record<string, Shape>>>>
  /** State of the page that it writes (`page.category`), with what stands there then. */
  readonly writes?: readonly (readonly [path: unknown, shape: Shape])[]
  /** Events that it hears: `categories.expandAll`. */
  readonly hears?: readonly string[]
  /** A list, of a document or of its own words, over a source. */
  readonly isList?: boolean
  /** A form that it shows, with its record and the steps that send it; a name where steps can reach it. */
  readonly form?: {
    readonly name?: unknown
    readonly ref: unknown
    /** Fields of its own, where it has no document. */
    readonly fields?: unknown
    readonly record: unknown
    readonly submit?: unknown
  }
}

/** Says what a node of these words gives. */
export type Giving = (words: Members, place: NodePlace) => NodeGives

/** The same names for several words. */
export function forWords(
  words: readonly string[],
  names: Readonly<Record<string, Shape>>,
): NodeGives['names'] {
  return Object.fromEntries(words.map((word) => [word, names]))
}
