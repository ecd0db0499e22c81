import { momentOf, partsOf, type TimeZone } from '@runtime/date'

const HOUR = 3_600_000

/** Moments as a clock on the wall shows them, told as if that clock went by UTC: ECharts knows no zones but UTC. */
export interface Wall {
  toWall(at: number): number
  fromWall(wall: number): number
}

/** The wall clock of a zone; without one, the machine's own. Clocks are changed at full hours, so an hour has one offset. */
export function wallOf(zone: TimeZone): Wall {
  const offsets = new Map<number, number>()
  const offsetOf = (hour: number) => {
    const known = offsets.get(hour)
    if (known !== undefined) return known
    const offset = momentOf(partsOf(hour * HOUR, zone), 'UTC') - hour * HOUR
    offsets.set(hour, offset)
    return offset
  }
  return {
    toWall: (at) => at + offsetOf(Math.floor(at / HOUR)),
    fromWall: (wall) => momentOf(partsOf(Math.round(wall), 'UTC'), zone),
  }
}
