import type { Command } from '../command/command'
import { isInFlight } from '../command/machine'
import type { Pending } from './situation'

/**
 * What the rules have to reckon with of an actuator's newest command; null: nothing. A start, or a setting of a valve, that was given
 * up may have been carried out all the same: it counts until the device has spoken since (`heardAt`, milliseconds since 1970).
 */
export function pendingOf(
  { id, state, target, finishedAt }: Pick<Command, 'id' | 'state' | 'target' | 'finishedAt'>,
  heardAt: number | null,
): Pending | null {
  const isInDoubt =
    state === 'TIMEOUT' &&
    (target.op === 'pump.start' || target.op === 'valve.set') &&
    (heardAt === null || heardAt <= (finishedAt ?? Number.POSITIVE_INFINITY))
  return isInFlight(state) || isInDoubt ? { id, ...target } : null
}
