import type { Shape } from './shape'

/** What a document may refer to at each of its places; what is undefined is not known and not validated. */
export interface Names {
  readonly dialogs?: ReadonlySet<string> | undefined
  readonly sources?: ReadonlySet<string> | undefined
  /** Members of the page's state. */
  readonly state?: ReadonlySet<string> | undefined
  /** Events that a part of the page hears. */
  readonly events?: ReadonlySet<string> | undefined
  /** Names by which steps reach the forms of the page. */
  readonly forms?: ReadonlySet<string> | undefined
  /** Codes of the buttons of its menu entry. */
  readonly rights?: ReadonlySet<string> | undefined
  /** What the dialogs have to be given, by dialog and name; those that say nothing are not there. */
  readonly takes?: ReadonlyMap<string, Takes> | undefined
  /** Names of the search fields of the list that shows a source, which go with its call. */
  readonly searched?: ReadonlyMap<string, ReadonlySet<string>> | undefined
  /** Calls whose input a list's search fields are, by the list's pointer: `` in a document of its own. */
  readonly searches?: ReadonlyMap<string, readonly string[]> | undefined
  /** Names that expressions see, by the pointer of the place at which they begin; everything below sees them. */
  readonly at: ReadonlyMap<string, Scope>
}

/** What a dialog takes, by name: a kind of record or value, with `?` where it may be left out. */
export type Takes = ReadonlyMap<string, string>

/** Top-level names and what is known of each. */
export type Scope = ReadonlyMap<string, Shape>

/** Names that every expression of a page sees (`design/language.md`, "Scope"). */
const EVERYWHERE = [
  'page',
  'data',
  'route',
  'user',
  'project',
  'menu',
  'system',
  'can',
  'now',
  'timeZone',
  'result',
  'error',
  'dialog',
]

export const BASE_SCOPE: Scope = new Map(EVERYWHERE.map((name) => [name, 'open']))

/** What is around, and names of which nothing is known: none of them is validated. */
export function openScope(scope: Scope): Scope {
  return new OpenScope(scope)
}

class OpenScope extends Map<string, Shape> {
  override get(name: string): Shape {
    return super.get(name) ?? 'open'
  }
}

/** Of a document that stands in nothing: nothing is known, nothing validated. */
export const NO_NAMES: Names = { at: new Map() }

/** The names that are seen at a place; undefined where nothing is known. */
export function scopeAt({ at }: Pick<Names, 'at'>, pointer: string): Scope | undefined {
  return around(at, pointer)
}

/** What is known of the nearest place around one. */
export function around<T>(at: ReadonlyMap<string, T>, pointer: string): T | undefined {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const scope = at.get(place)
    if (scope || place === '') return scope
  }
}
