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

/** True when two entries are equal; texts and numbers by hash, the rest pair by pair. */
export function hasDuplicate(values: readonly unknown[]): boolean {
  const seen = new Set<unknown>()
  const objects: unknown[] = []
  for (const value of values) {
    if (typeof value === 'object' && value !== null) {
      if (objects.some((known) => jsonEqual(known, value))) return true
      objects.push(value)
    } else if (seen.has(value)) return true
    else seen.add(value)
  }
  return false
}
