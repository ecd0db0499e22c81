import { EXPRESSION_LIMITS } from './limits'

/** Spaces a level that a text may be indented by: as many as `JSON.stringify` knows. */
const MOST_INDENT = 10

/** The value of a JSON text; undefined where it is none, or is nested deeper than an expression may be. */
export function valueOfJson(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown
    return isWithin(value, EXPRESSION_LIMITS.depth) ? value : undefined
  } catch {
    return undefined
  }
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1))
}

/**
 * A value as JSON, on one line or with so many spaces a level. Beyond `EXPRESSION_LIMITS.text` characters it ends where it is, and is then longer than the limit: a list
 * that holds one list ten thousand times has no text that anybody could use. What holds itself is "".
 */
export function jsonText(value: unknown, indent = 0): string {
  const writer = new JsonWriter(' '.repeat(Math.min(Math.max(Math.trunc(indent), 0), MOST_INDENT)))
  return writer.write(value, 0) ? writer.text : ''
}

class JsonWriter {
  text = ''
  private readonly indent: string

  constructor(indent: string) {
    this.indent = indent
  }

  /** False: nested beyond any meaning. */
  write(value: unknown, depth: number): boolean {
    if (depth > EXPRESSION_LIMITS.depth) return false
    if (typeof value !== 'object' || value === null || value instanceof Date) {
      this.text += JSON.stringify(value) ?? 'null'
      return true
    }
    if (Array.isArray(value)) {
      return this.members('[', ']', depth, value, (entry) => this.write(entry, depth + 1))
    }
    const members = Object.entries(value).filter(
      ([, member]) => member !== undefined && typeof member !== 'function',
    )
    return this.members('{', '}', depth, members, ([key, member]) => {
      this.text += `${JSON.stringify(key)}:${this.indent && ' '}`
      return this.write(member, depth + 1)
    })
  }

  private members<T>(
    open: string,
    close: string,
    depth: number,
    list: readonly T[],
    write: (entry: T) => boolean,
  ): boolean {
    this.text += open
    for (const [index, entry] of list.entries()) {
      if (this.text.length > EXPRESSION_LIMITS.text) return true
      if (index > 0) this.text += ','
      this.line(depth + 1)
      if (!write(entry)) return false
    }
    if (list.length > 0) this.line(depth)
    this.text += close
    return true
  }

  private line(depth: number): void {
    if (this.indent) this.text += `\n${this.indent.repeat(depth)}`
  }
}
