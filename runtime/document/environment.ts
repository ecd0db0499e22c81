import type { DescribedResource, Resources } from '../resource'
import type { JsonSchema } from '../schema/json-schema'
import type { WidgetCatalogue } from '../widget/definition'
import type { Names } from './names'

/** What a call takes and answers, as the contract says. */
export interface CallContract {
  /** Members of path and query, which travel as text. */
  readonly inAddress: Readonly<Record<string, JsonSchema>>
  /** Members of the body. */
  readonly inBody: Readonly<Record<string, JsonSchema>>
  /** Names without which it is refused. */
  readonly required: readonly string[]
  /** It takes other members as well. */
  readonly isOpen: boolean
  readonly answer: JsonSchema
  /** It changes nothing. */
  readonly isRead: boolean
  /** It takes a file beside its members. */
  readonly takesFile: boolean
  /** It answers bytes in place of an answer. */
  readonly answersBytes: boolean
}

/** What a document is written out with. */
export interface ExpandEnvironment {
  /** Resources of the contract, by name. */
  readonly resources: Resources<DescribedResource>
  /** The text of a file below `schemas/`, for fragments; undefined when it is not there. */
  read?(file: string): string | undefined
  /** Files below `schemas/`, from which the nearest name is taken; without it a missing file has no suggestion. */
  readonly files?: readonly string[]
  readonly catalogue: WidgetCatalogue
}

/** What a document is checked against. */
export interface CheckEnvironment extends ExpandEnvironment {
  /** Names of `services/contract`. */
  readonly callNames: readonly string[]
  /** What the calls take; without it their inputs are not validated. */
  readonly calls?: ReadonlyMap<string, CallContract>
  /** Whether a file is there, by its path below `schemas/`. */
  exists(file: string): boolean
  /** `area.key` of every locale entry, with the names of the places of its text. */
  readonly localeKeys: ReadonlyMap<string, readonly string[]>
  /** Codes of the menu's entries; without it modules are not validated. */
  readonly modules?: ReadonlySet<string>
  /** Tags that a source of some page carries; without it tags are not validated. */
  readonly tags?: ReadonlySet<string>
  /** Addresses of the menu's entries, beside those of pages; without it they are not known. */
  readonly addresses?: ReadonlySet<string>
  /** A document with all written out that it says short; undefined when there is none. Without it what nobody uses is not sought. */
  content?(file: string): unknown
  /** What a document may refer to; without it, what its own content gives. */
  names?(file: string): Names | undefined
}

export type DocumentKind = 'page' | 'form' | 'list' | 'fragment' | 'other'

/** What a file holds: its ending says it (`x.page.json`) or its folder, else the `$schema` inside. */
export function kindOf(file: string, content?: unknown): DocumentKind {
  if (file.startsWith('fragments/')) return 'fragment'
  const ending = /\.(page|form|list)\.json$/.exec(file)?.[1]
  const schema = (content as { $schema?: unknown } | null | undefined)?.$schema
  const named = typeof schema === 'string' ? /\/(page|form|list)\.schema\.json$/.exec(schema)?.[1] : undefined
  return (ending ?? named ?? 'other') as DocumentKind
}
