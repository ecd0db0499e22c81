import { type Key, type Member, membersOf, partsOf, plain, type Spelling, sources, write } from './source'

/** Keys of an object in the order of its text, or the positions of a list. */
export function keysOf(holder: object): readonly Key[] {
  return Array.isArray(holder) ? [...holder.keys()] : membersOf(holder).map(({ name }) => name)
}

/**
 * A copy with another value for a member that is there, in the same place.
 * @throws RangeError where there is no such member.
 */
export function withValue<T extends object>(holder: T, key: Key, value: unknown, text?: string): T {
  const members = membersOf(holder)
  const index = indexOf(holder, members, key)
  const old = members[index]
  if (!old) throw new RangeError(`There is no member "${key}"`)
  const { lead, name, trail } = partsOf(old)
  const next = write(old.name, value, { lead, name, trail, ...(text !== undefined && { text }) })
  return copyOf(holder, members.with(index, next))
}

/**
 * A copy with a new member: in a list at a position, in an object at a place in its order (default: at the end).
 * @throws RangeError where an object has a member of this name, or the place is none.
 */
export function withMember<T extends object>(
  holder: T,
  key: Key,
  value: unknown,
  { at, spelling }: { readonly at?: number; readonly spelling?: Spelling } = {},
): T {
  const members = membersOf(holder)
  const isList = Array.isArray(holder)
  const index = isList ? Number(key) : (at ?? members.length)
  if (!(Number.isInteger(index) && index >= 0 && index <= members.length) || (!isList && has(holder, key)))
    throw new RangeError(`No member "${key}" can stand here`)
  const name = isList ? '' : String(key)
  const { beside: said = '', ...own } = spelling ?? {}
  // Said of a list that has changed since, it may be no part of what stands at the end.
  const beside = closeOf(holder).startsWith(said) ? said : ''
  const next = write(name, value, { ...spellingAt(members, index, name, isList), ...own })
  if (index < members.length) return copyOf(holder, members.toSpliced(index, 0, next))
  // What stands last has no white space of its own behind it: the list's has.
  const close = (own.trail ?? '') + closeOf(holder).slice(beside.length)
  const before = members.map((member, at) => (at === index - 1 ? withTrail(member, beside) : member))
  return copyOf(holder, [...before, withTrail(next, '')], close)
}

/**
 * A copy without a member; of a key that stands twice all its values go.
 * @throws RangeError where there is none.
 */
export function withoutMember<T extends object>(holder: T, key: Key): T {
  const all = membersOf(holder)
  const index = indexOf(holder, all, key)
  if (index < 0) throw new RangeError(`There is no member "${key}"`)
  const members = isRepeated(holder, key) ? all.map(withoutOthers) : all
  const rest = members.toSpliced(index, 1)
  const last = index === rest.length ? rest.at(-1) : undefined
  if (!last) return copyOf(holder, rest)
  const { trail = '' } = partsOf(last)
  return copyOf(holder, [...rest.slice(0, -1), withTrail(last, '')], trail + closeOf(holder))
}

/** Where a member stands and how it is written, so that `withMember` puts back what `withoutMember` took away. */
export function spellingOf(holder: object, key: Key): { readonly at: number; readonly spelling?: Spelling } {
  const members = membersOf(holder)
  const at = indexOf(holder, members, key)
  const member = members[at]
  if (!member) throw new RangeError(`There is no member "${key}"`)
  const before = at === members.length - 1 ? members[at - 1] : undefined
  const own = { ...partsOf(member), beside: before ? (partsOf(before).trail ?? '') : '' }
  const chosen = spellingAt(members.toSpliced(at, 1), at, member.name, Array.isArray(holder))
  const usual = { trail: '', beside: '', text: plain(member.value), ...chosen }
  const parts = Object.entries(own).filter(([part, text]) => text !== usual[part as keyof Spelling])
  return parts.length === 0 ? { at } : { at, spelling: Object.fromEntries(parts) }
}

/** Whether a key stands twice in the object's text. */
export function isRepeated(holder: object, key: Key): boolean {
  return sources.get(holder)?.repeated?.has(String(key)) ?? false
}

function has(holder: object, key: Key): boolean {
  return Object.hasOwn(holder, key)
}

function indexOf(holder: object, members: readonly Member[], key: Key): number {
  if (!Array.isArray(holder)) return members.findIndex(({ name }) => name === String(key))
  return Number.isInteger(Number(key)) && Number(key) < members.length ? Number(key) : -1
}

/** How a new member is written: as its neighbour is. A first item often stands without the space that the others have. */
function spellingAt(members: readonly Member[], index: number, name: string, isList: boolean): Spelling {
  const beside = members[index > 1 ? index - 1 : index] ?? members[0]
  const { lead = '', name: named = '' } = beside ? partsOf(beside) : {}
  const space = spaceAtEnd(lead)
  return { lead: space, name: isList ? '' : JSON.stringify(name) + colonOf(named) }
}

/** The colon of a member's name with the white space around it. */
function colonOf(named: string): string {
  const after = spaceAtEnd(named)
  const upTo = named.length - after.length - 1
  return named[upTo] === ':' ? `${spaceAtEnd(named.slice(0, upTo))}:${after}` : ':'
}

function closeOf(holder: object): string {
  return sources.get(holder)?.close ?? ''
}

function withTrail(member: Member, trail: string): Member {
  return write(member.name, member.value, { ...partsOf(member), trail })
}

/** A member without what stood before it of keys that stand twice. */
function withoutOthers(member: Member): Member {
  const parts = partsOf(member)
  return write(member.name, member.value, { ...parts, lead: spaceAtEnd(parts.lead ?? '') })
}

/** The white space that a text ends with; a pattern would try each run of it from each of its signs. */
function spaceAtEnd(text: string): string {
  let start = text.length
  while (start > 0 && ' \t\r\n'.includes(text.charAt(start - 1))) start -= 1
  return text.slice(start)
}

function copyOf<T extends object>(holder: T, members: readonly Member[], close = closeOf(holder)): T {
  const copy = Array.isArray(holder)
    ? members.map(({ value }) => value)
    : Object.fromEntries(members.map(({ name, value }) => [name, value]))
  sources.set(copy, { members, close, whole: undefined, repeated: sources.get(holder)?.repeated })
  return copy as T
}
