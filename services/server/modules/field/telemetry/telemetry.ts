import type { Vector } from '@runtime/field/direction'
import type { Quality } from '@runtime/field/kinds'

/** Of what a row of a range sums up: nothing; a minute, an hour, a day by the project's clock. */
export type Interval = 'raw' | '1m' | '1h' | '1d'

/** A series' newest reading. */
export interface LastReading {
  readonly metric: number
  readonly name: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly receivedAt: number
  readonly value: number
  /** As it stands now: STALE once the reading is older than 2.5 of its intervals. */
  readonly quality: Quality
  /** The newest that was GOOD when it came, which may be this one: what decides goes by it. Null: none was. `at` as above. */
  readonly good: { readonly at: number; readonly value: number; readonly isStale: boolean } | null
}

export interface RangeRequest {
  readonly deviceId: string
  /** Names of metrics, the product's or a device's own. Unknown ones have no rows. */
  readonly metrics: readonly string[]
  /** Milliseconds since 1970, both included. */
  readonly from: number
  readonly to: number
  readonly interval: Interval
  /** At most so many rows. Default: all. */
  readonly limit?: number
}

/** A row of a range: one reading, or the sum of a time. Ordered by metric as asked for, then by time. */
export interface RangeRow {
  readonly metric: string
  /** Milliseconds since 1970: of the reading, or when its time begins. */
  readonly at: number
  /** Of a sum: its mean; of a direction where its vectors point. Rain is what has fallen since the reading before, however it is told. */
  readonly value: number
  /** `QUALITY` of a reading; 0 of a sum. */
  readonly quality: number
  readonly n: number
  /** Null where they say nothing: of a direction, and of rain that is told as a day's total. */
  readonly min: number | null
  readonly max: number | null
  readonly sum: number
  readonly first: number
  readonly last: number
  /** Of a direction: the sum of its unit vectors; absent where it was summed up before there were any. */
  readonly vector?: Vector
}

/** Readings, as the rest of the server asks for them (`design/field.md §3.2`). */
export interface TelemetryReader {
  /** The newest reading of each series, by device; devices that have sent nothing have none. */
  last(deviceIds: readonly string[]): Promise<ReadonlyMap<string, readonly LastReading[]>>
  /** A stretch of a device's readings, read in pieces: any length in constant memory. */
  range(request: RangeRequest): AsyncIterable<RangeRow>
  /** When a device's readings begin and end, in milliseconds since 1970; null where there are none. */
  span(deviceId: string): Promise<{ readonly from: number; readonly to: number } | null>
  /** Sums up what has come since; the server does so by itself every minute. */
  rollUp(): Promise<void>
}

declare module '../../../module' {
  interface Services {
    telemetry: TelemetryReader
  }
}
