import type { WidgetCatalogue } from '../widget/definition'

/** What a document is checked against. */
export interface CheckEnvironment {
  readonly catalogue: WidgetCatalogue
  /** Names of `services/contract`. */
  readonly callNames: readonly string[]
  /** Whether a file is there, by its path below `schemas/`. */
  exists(file: string): boolean
  /** Files below `schemas/`, from which the nearest name is taken; without it a missing file has no suggestion. */
  readonly files?: readonly string[]
  /** `area.key` of every locale entry. */
  readonly localeKeys: ReadonlySet<string>
}

export type DocumentKind = 'page' | 'form' | 'list' | 'other'

/** What a file holds: its ending says it (`x.page.json`), else the `$schema` inside. */
export function kindOf(file: string, content?: unknown): DocumentKind {
  const ending = /\.(page|form|list)\.json$/.exec(file)?.[1]
  const schema = (content as { $schema?: unknown } | null | undefined)?.$schema
  const named = typeof schema === 'string' ? /\/(page|form|list)\.schema\.json$/.exec(schema)?.[1] : undefined
  return (ending ?? named ?? 'other') as DocumentKind
}
