import { type JsonFault, readJson } from '../json-text'
import { MODEL_NESTING } from '../limits'
import { printLossless } from './print'
import { isHolder, type Member, sources } from './source'

/** A JSON text that was read. */
export interface LosslessText {
  readonly value: unknown
  /** How a value that is no object or list was written. */
  readonly text?: string
  /** White space before and after the value. */
  readonly before: string
  readonly after: string
}

/**
 * Reads JSON text into plain values that remember how they were written. They are never changed in place: `withValue`,
 * `withMember` and `withoutMember` give a changed copy in which all that was not touched keeps its bytes (`1.0`,
 * `\u4e2d`, ids of 20 digits, white space, the order of keys that look like integers, a key's earlier values).
 */
export function readLossless(
  text: string,
  deepest: number = MODEL_NESTING,
): (LosslessText & { readonly fault?: undefined }) | { readonly fault: JsonFault } {
  const read = readJson(text, deepest)
  return read.fault ? { fault: read.fault } : new Reader(text).document()
}

/** The text of what was read, or of another value in its place. */
export function printText({ value, text, before, after }: LosslessText): string {
  return before + (text ?? printLossless(value)) + after
}

/** Reads text that is known to be JSON, and not too deep. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): LosslessText {
    this.#space()
    const start = this.#at
    const value = this.#value()
    return {
      value,
      ...(!isHolder(value) && { text: this.#text.slice(start, this.#at) }),
      before: this.#text.slice(0, start),
      after: this.#text.slice(this.#at),
    }
  }

  #value(): unknown {
    const sign = this.#text[this.#at]
    if (sign === '{') return this.#holder({}, '}')
    if (sign === '[') return this.#holder([], ']')
    if (sign === '"') return this.#string()
    return this.#word()
  }

  #word(): unknown {
    const start = this.#at
    for (let sign = 0; this.#at < this.#text.length; this.#at++) {
      sign = this.#text.charCodeAt(this.#at)
      if (sign <= SPACE || sign === COMMA || sign === BRACKET || sign === BRACE) break
    }
    const word = this.#text.slice(start, this.#at)
    return WORDS.has(word) ? WORDS.get(word) : Number(word)
  }

  #holder(holder: Record<string, unknown> | unknown[], shut: string): object {
    const open = this.#at
    const text = this.#text
    const members: Member[] = []
    const repeated = new Set<string>()
    let start = ++this.#at
    let last = start
    this.#space()
    while (text[this.#at] !== shut) {
      const named = this.#at
      const name = shut === '}' ? this.#key() : ''
      const valued = this.#at
      const value = this.#value()
      const trailed = this.#at
      this.#space()
      const isLast = text[this.#at] === shut
      members.push({ name, value, text, start, named, valued, trailed, end: isLast ? trailed : this.#at })
      if (Array.isArray(holder)) holder.push(value)
      else {
        if (Object.hasOwn(holder, name)) repeated.add(name)
        if (name === '__proto__') Object.defineProperty(holder, name, { value, ...MEMBER })
        else holder[name] = value
      }
      last = isLast ? trailed : this.#at
      if (isLast) break
      start = ++this.#at
      this.#space()
    }
    const close = text.slice(last, this.#at)
    this.#at += 1
    const at = { text, start: open, end: this.#at }
    const known = { close, whole: undefined, at }
    if (repeated.size === 0) sources.set(holder, { members, ...known })
    else sources.set(holder, { members: lastOfEach(members), repeated, ...known })
    return holder
  }

  #key(): string {
    const key = this.#string()
    this.#space()
    this.#at += 1
    this.#space()
    return key
  }

  #string(): string {
    const start = this.#at
    let end = this.#text.indexOf('"', start + 1)
    while (isEscaped(this.#text, end)) end = this.#text.indexOf('"', end + 1)
    this.#at = end + 1
    const inside = this.#text.slice(start + 1, end)
    return inside.includes('\\') ? (JSON.parse(`"${inside}"`) as string) : inside
  }

  #space(): void {
    // What JSON text may hold between its signs is white space alone.
    while (this.#text.charCodeAt(this.#at) <= SPACE) this.#at += 1
  }
}

const [SPACE, COMMA, BRACKET, BRACE] = [0x20, 0x2c, 0x5d, 0x7d]
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const MEMBER = { enumerable: true, configurable: true, writable: true } as const

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}

/** Of a key that stands twice the last value counts. The text of the others belongs to the member that follows. */
function lastOfEach(members: readonly Member[]): readonly Member[] {
  const last = new Map(members.map((member, index) => [member.name, index]))
  const kept: Member[] = []
  let start: number | undefined
  for (const [index, member] of members.entries()) {
    if (last.get(member.name) !== index) start ??= member.start
    else {
      kept.push(start === undefined ? member : { ...member, start })
      start = undefined
    }
  }
  return kept
}
