import { PUMP_STATE, type Reported } from '../kinds'
import type { Target } from './command'

/**
 * What a command asks a device to be, under the names by which the device reports it: what stands in `device_live.desired` once
 * the command is on its way, and beside what is reported on the map (`design/field.md §2.1`).
 */
export function desiredOf({ op, direction, gatage, value, rates }: Target): Partial<Reported> {
  switch (op) {
    case 'valve.set':
      return {
        ...(direction !== undefined && { dir: direction }),
        ...(gatage !== undefined && { gat: gatage }),
      }
    case 'pump.start':
      return { st: PUMP_STATE.running }
    case 'pump.stop':
    case 'fert.stop':
      return { st: PUMP_STATE.stopped }
    case 'fert.start':
      return { st: 1, ...(rates && { rates }) }
    case 'pump.freq':
      return value === undefined ? {} : { freq: value }
    case 'pump.pressure':
      return value === undefined ? {} : { set: value }
    case 'pump.mode':
      return value === undefined ? {} : { mode: value }
    default:
      return {}
  }
}
