/** A plain object of JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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

export function listOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function textOf(value: unknown, otherwise = ''): string {
  return typeof value === 'string' && value !== '' ? value : otherwise
}

/** Pixels of `120`, `"120"` or `"120px"`. */
export function pixelsOf(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number.parseFloat(value) : 0
  return Number.isFinite(number) && number > 0 ? number : undefined
}

export function oneOf<T extends string>(value: unknown, choices: readonly T[], otherwise: T): T {
  return choices.find((choice) => choice === value) ?? otherwise
}
