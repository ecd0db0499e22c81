import type { Reported } from '@runtime/field/kinds'
import type { FarmLayout } from '@runtime/field/layout'
import type { CommandPayload } from '@runtime/field/topics'
import type { Dice } from '../physics/dice'
import type { Water } from '../physics/hydraulics'
import type { Faults } from './faults'
import type { Filter } from './filter'
import type { Tables } from './interlocks'
import type { Plot } from './plots'
import type { FedWater, Spreader } from './spreader'
import type { Station } from './station'
import type { Valve } from './valve'

/** What a device measured last, by metric, and when (milliseconds since 1970). */
export interface Measured {
  readonly at: number
  readonly values: Readonly<Record<string, number>>
}

/** What a device has to say after some time has passed. */
export type Happening =
  | { readonly kind: 'state'; readonly deviceId: string }
  | { readonly kind: 'done'; readonly deviceId: string; readonly job: Job; readonly refusal: Refusal | null }
  | { readonly kind: 'event'; readonly deviceId: string; readonly type: string; readonly on: 0 | 1 }

/** A command that a device carries out. */
export interface Job {
  readonly id: string
  readonly seq: number
  readonly op: CommandPayload['op']
}
export interface Refusal {
  readonly code: number
  readonly msg: string
}

/** A farm's devices and its water, soil and weather. */
export interface Farm {
  readonly layout: FarmLayout
  readonly faults: Faults
  readonly water: Water
  readonly station: Station
  readonly spreader: Spreader | null
  readonly filter: Filter | null
  readonly valves: ReadonlyMap<string, Valve>
  readonly plots: ReadonlyMap<string, Plot>
  /** What its controllers check commands and water by. */
  readonly tables: Tables
  readonly dice: Dice
  readonly weatherSeed: number
  /** m³ and kWh of meters by device. */
  readonly totals: ReadonlyMap<string, number>
  /** How much faster than the clock soil, weather, tanks and counters go. */
  lapse: number
  /** What the spreader injects into. */
  fedWater(): FedWater
  /** The moment that soil and weather have come to. */
  slowNow(): number
  /** Lets `dt` seconds pass up to `now` (milliseconds since 1970). */
  tick(now: number, dt: number): readonly Happening[]
  /** Begins what a command asks for; answers why not, or null. */
  command(
    deviceId: string,
    payload: CommandPayload,
    now: number,
    isSynchronised?: boolean,
  ): { refusal: Refusal | null; superseded: Job | null }
  /** What a device says of itself; null for one that only measures. */
  report(deviceId: string, ts: number): Reported | null
  /** Takes up what devices said before the simulator was started anew. */
  restore(reported: Readonly<Record<string, Partial<Reported>>>, now: number): void
  /** Goes on from what devices measured before; one of which nothing is known stays as it is. */
  resume(measured: Readonly<Record<string, Measured>>, now: number): void
}
