import { EXPRESSION_LIMITS } from './limits'

/**
 * A value as JSON. Beyond `EXPRESSION_LIMITS.text` characters it ends where it is, and is then longer than the limit: a list
 * that holds one list ten thousand times has no text that anybody could use. What holds itself is "".
 */
export function jsonText(value: unknown): string {
  const writer = new JsonWriter()
  return writer.write(value, 0) ? writer.text : ''
}

class JsonWriter {
  text = ''

  /** False: nested beyond any meaning. */
  write(value: unknown, depth: number): boolean {
    if (depth > EXPRESSION_LIMITS.depth) return false
    if (typeof value !== 'object' || value === null || value instanceof Date) {
      this.text += JSON.stringify(value) ?? 'null'
      return true
    }
    if (Array.isArray(value)) {
      return this.members('[', ']', value, (entry) => this.write(entry, depth + 1))
    }
    const members = Object.entries(value).filter(
      ([, member]) => member !== undefined && typeof member !== 'function',
    )
    return this.members('{', '}', members, ([key, member]) => {
      this.text += `${JSON.stringify(key)}:`
      return this.write(member, depth + 1)
    })
  }

  private members<T>(open: string, close: string, list: readonly T[], write: (entry: T) => boolean): boolean {
    this.text += open
    for (const [index, entry] of list.entries()) {
      if (this.text.length > EXPRESSION_LIMITS.text) return true
      if (index > 0) this.text += ','
      if (!write(entry)) return false
    }
    this.text += close
    return true
  }
}
