const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** A number of bytes as people read it: `1.5 MB`. */
export function sizeText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${UNITS[unit]}`
}
