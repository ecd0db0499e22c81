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
  return keysIn(content) === (text.match(KEY_ENDS)?.length ?? 0) ? content : undefined
}

/** Behind each key. */
const KEY_ENDS = /"\s*:/g

function keysIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + keysIn(entry), 0)
  if (!isRecord(value)) return 0
  let sum = 0
  for (const key in value) sum += 1 + keysIn(value[key])
  return sum
}
