import { QUANTITY } from '../quantity'
import type { MeterReading } from './volume'

/** What becomes of a counter from one reading to the next. */
export interface Rise {
  readonly kind: 'rise' | 'rolledOver' | 'backwards' | 'restarted' | 'replaced'
  /** m³, less than nought where it ran backwards; null: its counting began anew, so that nothing is known. */
  readonly m3: number | null
}

/** Counters end after so many m³: of decimal wheels, of 16, 31 and 32 bits, by the decimals that makers scale them by. */
const ENDS: readonly number[] = [
  ...[1e4, 1e5, 1e6, 1e7, 1e8, 1e9],
  ...[2 ** 16, 2 ** 16 / 10],
  ...[2 ** 31, 2 ** 31 / 10, 2 ** 31 / 100, 2 ** 31 / 1000],
  ...[2 ** 32, 2 ** 32 / 10, 2 ** 32 / 100, 2 ** 32 / 1000],
]
/** m³ by which a counter that tells whole pulses may jump at once, and by which it may tremble. */
const PULSE = 10
const TREMBLE = 1
const HOUR = 3_600_000

/** The most in m³ that can flow from one reading to another. @param mostM3h what the water can be, m³/h; absent: any station's */
export const mostOf = (ms: number, mostM3h: number = QUANTITY.flow.limits[1]): number =>
  (mostM3h * ms) / HOUR + PULSE

/**
 * How a counter went on: it rose by what can have flowed; passed its end; ran backwards (pulses that tremble or are reversed);
 * began at nought again; or is another meter, that shows what has nothing to do with the one before.
 */
export function riseOf(before: MeterReading, after: MeterReading, mostM3h?: number): Rise {
  const most = mostOf(after.at - before.at, mostM3h)
  const m3 = after.value - before.value
  if (m3 >= 0) return m3 <= most ? { kind: 'rise', m3 } : { kind: 'replaced', m3: null }
  if (m3 >= -TREMBLE) return { kind: 'backwards', m3 }
  const end = ENDS.find((one) => before.value < one && one - before.value + after.value <= most)
  if (end !== undefined) return { kind: 'rolledOver', m3: end + m3 }
  if (after.value >= 0 && after.value <= most) return { kind: 'restarted', m3: null }
  return m3 >= -most ? { kind: 'backwards', m3 } : { kind: 'replaced', m3: null }
}

/** Without single readings that stand apart from both their neighbours, while those agree with each other: errors that passed. */
export function withoutSpikes(readings: readonly MeterReading[], mostM3h?: number): readonly MeterReading[] {
  const kept: MeterReading[] = []
  for (const [index, reading] of readings.entries()) {
    const [before, after] = [kept.at(-1), readings[index + 1]]
    const isSpike =
      before !== undefined &&
      after !== undefined &&
      riseOf(before, reading, mostM3h).m3 === null &&
      riseOf(before, after, mostM3h).kind === 'rise'
    if (!isSpike) kept.push(reading)
  }
  return kept
}
