/** What a controller counts of a pump: seconds for which a condition has stood, when it stopped and when it was started. */
export interface Counted {
  high: number
  low: number
  dry: number
  /** Milliseconds since 1970; null: not since the controller was switched on. */
  stoppedAt: number | null
  startedAt: readonly number[]
}

export const nothingCounted = (): Counted => ({ high: 0, low: 0, dry: 0, stoppedAt: null, startedAt: [] })

export interface Pump {
  readonly id: string
  state: number
  mode: number
  hz: number
  /** Hz that it was told to keep; null: it follows the pressure. */
  fixedHz: number | null
  fault: string | null
  /** When its controller stops it by itself, in milliseconds since 1970; null: its start carried no end. */
  stopsAt: number | null
  energy: number
  runHours: number
  starts: number
  flow: number
  power: number
  drySec: number
  highSec: number
  /** By the station's controller, for its interlocks. */
  readonly counted: Counted
}
