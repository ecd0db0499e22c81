import { isRecord } from '../json'

/**
 * What a text of JSON says, read without the places of its parts: much faster than with them, and enough where nothing has to
 * be told of it. Undefined where something has: it is no JSON, or one of its keys is there twice (or that cannot be ruled out).
 */
export function plainContent(text: string): unknown {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return undefined
  }
  // A text that begins with a colon, or has a quote before one, counts as one key too many: never one too few.
  return keysIn(content) === keyEndsIn(text) ? content : undefined
}

/** How often a quote stands before a colon: behind each key. */
function keyEndsIn(text: string): number {
  let count = 0
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1
    while (text.charCodeAt(before) <= SPACE) before--
    if (text.charCodeAt(before) === QUOTE) count++
  }
  return count
}

const [QUOTE, SPACE] = ['"'.charCodeAt(0), ' '.charCodeAt(0)]

function keysIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + keysIn(entry), 0)
  if (!isRecord(value)) return 0
  let sum = 0
  for (const key in value) {
    const member = value[key]
    sum += typeof member === 'object' ? 1 + keysIn(member) : 1
  }
  return sum
}
