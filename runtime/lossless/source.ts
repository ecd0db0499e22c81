/** A member of an object or an item of a list, with the text it is written by. */
export interface Member {
  /** Its key; empty for an item of a list. */
  readonly name: string
  readonly value: unknown
  /** `lead name value trail`, cut at the four offsets; what stands in the place of an object or list is not read. */
  readonly text: string
  readonly start: number
  readonly named: number
  readonly valued: number
  readonly trailed: number
  readonly end: number
}

/** How an object or list is written. What is not known is put together when it is asked for, and kept. */
export interface Source {
  readonly members: readonly Member[]
  /** White space before the bracket that ends it. */
  readonly close: string
  whole: string | undefined
  /** Keys that stand twice, and have not been taken away since. */
  readonly repeated?: ReadonlySet<string> | undefined
  /** Where it stands in a text that was read. */
  readonly at?: { readonly text: string; readonly start: number; readonly end: number }
}

export const sources = new WeakMap<object, Source>()

/** An object's key, or a position in a list. */
export type Key = string | number

/** How a member is written, where that is not as its neighbours are or as JSON is written anew. */
export interface Spelling {
  /** White space before it, with what earlier values of its neighbours' keys were. */
  readonly lead?: string
  /** An object's key with its colon. */
  readonly name?: string
  /** A text, number or word. */
  readonly text?: string
  readonly trail?: string
  /** White space behind the member before it, where this one stands last. */
  readonly beside?: string
}

/** The members of an object or list; those of one that no text was read for are written now. */
export function membersOf(holder: object): readonly Member[] {
  const known = sources.get(holder)
  if (known) return known.members
  const isList = Array.isArray(holder)
  const members = Object.entries(holder)
    .filter(([, value]) => value !== undefined || isList)
    .map(([key, value]) => {
      const name = isList ? '' : key
      return write(name, value ?? null, isList ? {} : { name: `${JSON.stringify(name)}:` })
    })
  sources.set(holder, { members, close: '', whole: undefined })
  return members
}

export function write(name: string, value: unknown, spelling: Spelling): Member {
  const { lead = '', name: named = '', text = plain(value), trail = '' } = spelling
  const valued = lead.length + named.length
  return {
    name,
    value,
    text: lead + named + text + trail,
    start: 0,
    named: lead.length,
    valued,
    trailed: valued + text.length,
    end: valued + text.length + trail.length,
  }
}

/** The text of what is no object or list; theirs is printed from what they hold. */
export function plain(value: unknown): string {
  return isHolder(value) ? '' : (JSON.stringify(value) ?? 'null')
}

export function partsOf({ text, start, named, valued, trailed, end, value }: Member): Spelling {
  return {
    lead: text.slice(start, named),
    name: text.slice(named, valued),
    ...(!isHolder(value) && { text: text.slice(valued, trailed) }),
    trail: text.slice(trailed, end),
  }
}

/** An object or list of JSON. */
export function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Whether an object or list was read from a text, or is a changed copy of one that was. */
export function isRead(value: unknown): boolean {
  return isHolder(value) && sources.has(value)
}
