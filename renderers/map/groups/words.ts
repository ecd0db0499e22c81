import { DIRECTION } from '@runtime/field/kinds'
import type { Host } from '@runtime/host'

/** The side of a valve in a letter or two, for a mark on the map. */
export function directionWord(say: Host['text'], direction: number): string {
  if (direction === DIRECTION.both) return say('@irrigation.dialBoth')
  return say(direction === DIRECTION.b ? '@irrigation.dialB' : '@irrigation.dialA')
}
