import { PLACES } from './format'

/**
 * Where a date pattern is none: a letter that stands for nothing, the minutes of a day that has no hours (`yyyy-mm-dd`), the
 * month of a time (`HH:MM`), or no place at all. Undefined for a pattern that can be written.
 */
export function patternFault(pattern: string): number | undefined {
  const places = [...pattern.matchAll(PLACES)].filter(([place]) => !place.startsWith("'"))
  const literal = pattern.replace(PLACES, (place) => ' '.repeat(place.length))
  const letter = /[A-Za-z{}]/.exec(literal)
  if (letter) return letter.index
  if (places.length === 0) return 0
  const has = (letters: string) => places.some(([place]) => letters.includes(place.charAt(0)))
  const at = (letters: string) => places.find(([place]) => letters.includes(place.charAt(0)))?.index
  if (has('m') && !has('Hh') && has('yYdD')) return at('m')
  if (has('M') && has('Hh') && !has('yYdD')) return at('M')
  return undefined
}
