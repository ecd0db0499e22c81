/** An object of JSON: neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object, or an empty one for anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

/** The value of JSON text, or the value itself where it is no text; undefined for text that is no JSON. */
export function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** A value as a word: an object by its JSON, since a `toString` in it is data and no function. */
export function asWord(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** A value as a number; NaN for what is none, objects among it. */
export function asNumber(value: unknown): number {
  return typeof value === 'object' ? Number.NaN : Number(value)
}
