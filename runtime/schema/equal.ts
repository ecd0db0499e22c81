/** Equality of JSON values, as `const`, `enum` and `uniqueItems` mean it. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return Number.isNaN(left) && Number.isNaN(right)
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
    return left.every((entry, index) => jsonEqual(entry, right[index]))
  }
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every(
    (key) => Object.hasOwn(right, key) && jsonEqual(Reflect.get(left, key), Reflect.get(right, key)),
  )
}

/** True when two entries are equal; each is looked up by its text, so that it takes no longer than reading them. */
export function hasDuplicate(values: readonly unknown[]): boolean {
  const seen = new Set<unknown>()
  for (const value of values) {
    const key = typeof value === 'object' && value !== null ? `{${canonical(value)}` : textKey(value)
    if (seen.has(key)) return true
    seen.add(key)
  }
  return false
}

/** A text is kept apart from the text that an object is written as. */
function textKey(value: unknown): unknown {
  return typeof value === 'string' ? `"${value}` : value
}

/** One text for all values that `jsonEqual` holds equal. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(Reflect.get(value, key))}`)
  return `{${members.join()}}`
}
