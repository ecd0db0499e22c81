import { DIRECTION } from '@runtime/field/kinds'
import type { Host } from '@runtime/host'

/** The side of a valve in a letter or two, for a mark on the map. */
export function directionWord(translate: Host['text'], direction: number): string {
  if (direction === DIRECTION.both) return translate('@irrigation.dialBoth')
  return translate(direction === DIRECTION.b ? '@irrigation.dialB' : '@irrigation.dialA')
}
