/** A member of a row as people read it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
