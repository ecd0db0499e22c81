import { BOOLEAN, listShape, membersShape, NUMBER, type Shape, TEXT } from './shape'
import type { Submission } from './submission'

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
  /** Of a form, to what each place where it stands sends it. */
  readonly submissions?: readonly Submission[] | undefined
  /** Names that expressions see, by the pointer of the place at which they begin; everything below sees them. */
  readonly at: ReadonlyMap<string, Scope>
}

/** What a dialog takes, by name: a kind of record or value, with `?` where it may be left out. */
export type Takes = ReadonlyMap<string, string>

/** Top-level names and what is known of each. */
export type Scope = ReadonlyMap<string, Shape>

/** What the shell gives each page: the page's own menu entry and what is known of whoever is signed in. */
export interface Surroundings {
  /** The signed-in person. */
  readonly user?: Shape | undefined
  /** Codes of the buttons of the page's menu entry; without them nothing is known of `can`. */
  readonly rights?: ReadonlySet<string> | undefined
  /** Parameters that the page reads from its address; without them nothing is known of `route.query`. */
  readonly query?: Iterable<readonly [string, Shape]> | undefined
}

const MENU_PAGES = listShape(membersShape(['id', 'title', 'icon', 'path'].map((name) => [name, TEXT])))

/** Names that every expression of a page sees (`design/language.md`, "Scope"). */
export function surroundingNames({ user = 'open', rights, query }: Surroundings = {}): Scope {
  const parameters = query && membersShape(query)
  return new Map<string, Shape>([
    ...(['page', 'data'] as const).map((name) => [name, 'open'] as const),
    ['route', membersShape([['path', TEXT] as const, ['query', parameters ?? 'open'] as const])],
    ['user', user],
    ['project', membersShape([['id', TEXT]])],
    ['menu', membersShape(['recent', 'favourites'].map((name) => [name, MENU_PAGES]))],
    ['system', membersShape([['language', TEXT] as const, ['dark', BOOLEAN] as const])],
    ['can', rights ? membersShape([...rights].map((code) => [code, BOOLEAN])) : 'open'],
    ['now', NUMBER],
    ['timeZone', TEXT],
  ])
}

/** A scope with further names, or others in their place. */
export function withNames(scope: Scope, names: Readonly<Record<string, Shape>>): Scope {
  return new InnerScope(new Map(Object.entries(names)), scope)
}

/** Names over those around them: a page has thousands of places, most of which see few names of their own. */
class InnerScope implements Scope {
  private readonly own: Scope
  private readonly around: Scope

  constructor(own: Scope, around: Scope) {
    this.own = own
    this.around = around
  }

  get(name: string): Shape | undefined {
    return this.own.get(name) ?? this.around.get(name)
  }

  has(name: string): boolean {
    return this.own.has(name) || this.around.has(name)
  }

  get size(): number {
    return this.all().size
  }

  keys() {
    return this.all().keys()
  }

  values() {
    return this.all().values()
  }

  entries() {
    return this.all().entries()
  }

  [Symbol.iterator]() {
    return this.entries()
  }

  forEach(tell: (shape: Shape, name: string, scope: Scope) => void): void {
    for (const [name, shape] of this) tell(shape, name, this)
  }

  private all(): Map<string, Shape> {
    return new Map([...this.around, ...this.own])
  }
}

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
