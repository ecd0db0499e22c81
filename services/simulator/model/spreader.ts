import type { Limits } from '@runtime/field/interlock/limits'
import type { Reported, SpreaderSettings } from '@runtime/field/kinds'
import type { FarmLayout } from '@runtime/field/layout'
import type { PastRun } from '../farm/past'
import { clamp, lagShare } from '../physics/units'

/** L/h of a channel unless told otherwise. */
export const USUAL_RATE = 220
/** It stops by itself after this long, in s. */
const LONGEST_SEC = 90 * 60
const EC = { water: 0.6, fed: 1.8 } as const
const PH = { water: 7.8, fed: 6.4 } as const
/** Levels with which a spreader begins, and between which its first tank was filled up in the past, in %. */
const FIRST_TANKS = [63, 78, 71] as const
const REFILL = { at: 30, to: 96 } as const
/** The water between pump and tapes is renewed within that many seconds. */
const FLUSH_SEC = 300

/** Injects fertilizer into the water behind the filters. */
export interface Spreader {
  readonly id: string
  readonly tankL: number
  isOn: boolean
  rates: readonly number[]
  /** % */
  tanks: readonly number[]
  ranSec: number
  ec: number
  ph: number
}

/** Litres of the tanks of a farm's spreader. */
export function tankOf({ devices }: Pick<FarmLayout, 'devices'>): number {
  const settings = devices.find(({ kind }) => kind === 'FERT')?.settings as SpreaderSettings | undefined
  return settings?.channels[0]?.tankL ?? 3000
}

export const createSpreader = (id: string, tankL: number): Spreader => ({
  id,
  tankL,
  isOn: false,
  rates: [0, 0, 0],
  tanks: [...FIRST_TANKS],
  ranSec: 0,
  ec: EC.water,
  ph: PH.water,
})

/** The water that it injects into, and the table that its controller checks by (I14). */
export interface FedWater {
  /** m³/h */
  readonly flow: number
  /** Seconds for which there has been enough of it. */
  readonly sinceSec: number
  readonly limits: Limits
}

/** Why it does not begin; null when it may. */
export function refusalToFeed(spreader: Spreader, rates: readonly number[], water: FedWater): string | null {
  return (
    reasonToEnd(spreader, rates, water) ?? (water.sinceSec < water.limits.preWaterSec ? 'PRE_WATER' : null)
  )
}

/** Why it does not go on. */
function reasonToEnd(
  { tanks }: Spreader,
  rates: readonly number[],
  { flow, limits }: FedWater,
): string | null {
  if (flow < limits.fertMinFlow || flow === 0) return 'NO_WATER'
  return rates.some((rate, channel) => rate > 0 && (tanks[channel] ?? 0) <= limits.tankLow)
    ? 'TANK_LOW'
    : null
}

/** Lets time pass; answers why it has just stopped by itself. */
export function stepSpreader(spreader: Spreader, dt: number, lapse: number, water: FedWater): string | null {
  const rates = spreader.isOn ? spreader.rates : []
  const total = rates.reduce((sum, rate) => sum + rate, 0)
  const strength = clamp(total / USUAL_RATE, 0, 2.5)
  const share = lagShare(dt * lapse, FLUSH_SEC)
  spreader.ec += (EC.water + (EC.fed - EC.water) * strength - spreader.ec) * share
  spreader.ph += (PH.water + (PH.fed - PH.water) * Math.min(1, strength) - spreader.ph) * share
  if (!spreader.isOn) return null
  spreader.ranSec += dt * lapse
  const hours = (dt * lapse) / 3600
  spreader.tanks = spreader.tanks.map((level, channel) =>
    Math.max(0, level - (((rates[channel] ?? 0) * hours) / spreader.tankL) * 100),
  )
  const reason = reasonToEnd(spreader, rates, water) ?? (spreader.ranSec >= LONGEST_SEC ? 'TIME_OVER' : null)
  if (reason) stopSpreader(spreader)
  return reason
}

export function startSpreader(spreader: Spreader, rates: readonly number[]): void {
  spreader.isOn = true
  spreader.rates = [0, 1, 2].map((channel) => rates[channel] ?? 0)
  spreader.ranSec = 0
}
export function stopSpreader(spreader: Spreader): void {
  spreader.isOn = false
  spreader.rates = [0, 0, 0]
}

export const spreaderReport = (spreader: Spreader, command: string | undefined, ts: number): Reported => ({
  st: spreader.isOn ? 1 : 0,
  rates: spreader.rates,
  ...(command !== undefined && { cmd: command }),
  ts,
})

/**
 * What a spreader measured in the past, so that its tanks are as they are when the demo begins: nitrogen alone was injected,
 * and its tank filled up when it was low.
 * @param runs in the order of time, all that there were until then
 */
export function createPastSpreader(
  tankL: number,
  runs: readonly PastRun[],
): (at: number) => Readonly<Record<string, number>> {
  const injections = runs.flatMap(({ injection }) => injection ?? [])
  return (at) => {
    const isOn = injections.some(({ from, to }) => at >= from && at < to)
    const stillToCome = injections.reduce(
      (sum, { from, to }) => sum + Math.max(0, to - Math.max(from, at)),
      0,
    )
    const used = ((stillToCome / 3_600_000) * USUAL_RATE * 100) / tankL
    return {
      rate1: isOn ? USUAL_RATE : 0,
      rate2: 0,
      rate3: 0,
      tank1: REFILL.at + ((FIRST_TANKS[0] - REFILL.at + used) % (REFILL.to - REFILL.at)),
      tank2: FIRST_TANKS[1],
      tank3: FIRST_TANKS[2],
      ec: isOn ? EC.fed : EC.water,
      ph: isOn ? PH.fed : PH.water,
    }
  }
}
