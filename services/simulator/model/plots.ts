import type { Network } from '@runtime/field/hydraulics/network'
import type { SoilSettings } from '@runtime/field/kinds'
import type { LayoutDevice } from '@runtime/field/layout'
import { BLOCK_AREA } from '../farm/plan'
import { createDice, seedOf } from '../physics/dice'
import { createSoil, type Soil, soilTemps, stepSoil } from '../physics/soil'
import { dailyEt0, et0Rate, solarDay, weatherAt } from '../physics/weather'

const HOUR = 3_600_000
/** Longest step of the soil, in hours. */
const STEP_HOURS = 0.25

/** The ground under one soil station. */
export interface Plot {
  readonly deviceId: string
  readonly soil: Soil
  /** Index of the outlet that waters it; -1 for none. */
  readonly outlet: number
  /** m³ since the soil's last step. */
  given: number
}

export function createPlot(device: LayoutDevice, network: Pick<Network, 'outlets'>): Plot {
  const { blockId } = device.settings as SoilSettings
  return {
    deviceId: device.id,
    soil: createSoil(createDice(seedOf(device.id))),
    outlet: blockId === undefined ? -1 : network.outlets.findIndex((outlet) => outlet.blockId === blockId),
    given: 0,
  }
}

/** mm a day of the solar day of a moment, worked out once a day. */
export function createEvaporation(seed: number): (at: number) => number {
  let known = { day: Number.NaN, et0: 0 }
  return (at) => {
    const day = solarDay(at)
    if (known.day !== day) known = { day, et0: dailyEt0(seed, at) }
    return known.et0
  }
}

/** Lets the soil live from one moment to another, both in milliseconds, with the water that was given in the meantime. */
export function passOverPlot(
  plot: Plot,
  from: number,
  to: number,
  climate: { readonly seed: number; readonly et0Of: (at: number) => number; readonly waterEc: number },
): void {
  const steps = Math.max(1, Math.ceil((to - from) / HOUR / STEP_HOURS))
  const hours = (to - from) / HOUR / steps
  if (hours <= 0) return
  const irrigation = ((plot.given / BLOCK_AREA) * 1000) / steps
  plot.given = 0
  for (let step = 0; step < steps; step++) {
    const at = from + (step + 0.5) * hours * HOUR
    stepSoil(plot.soil, at, hours, {
      irrigation,
      rain: weatherAt(climate.seed, at).rainRate * hours,
      et0: et0Rate(climate.et0Of(at), at) * hours,
      waterEc: climate.waterEc,
    })
  }
}

/** What a soil station measures; `noise` normally distributed around 0 with a deviation of 1. */
export function soilReadings(plot: Plot, at: number, noise: () => number): Readonly<Record<string, number>> {
  const [vwc20, vwc40, vwc60] = plot.soil.water
  const [t20, t40, t60] = soilTemps(seedOf(plot.deviceId), at)
  const percent = (water: number) => Math.round((water * 100 + noise() * 0.15) * 10) / 10
  return {
    vwc20: percent(vwc20),
    vwc40: percent(vwc40),
    vwc60: percent(vwc60),
    t20,
    t40,
    t60,
    ec20: plot.soil.ec + noise() * 0.01,
    bat: batteryOf(plot.deviceId, at, 0),
  }
}

/**
 * V of a field device's cell: 6.4 mV a day go, the sun brings them back, 2 mV a movement (`design/field.md §4.2`).
 * Between 3.3 and 4.2.
 */
export function batteryOf(deviceId: string, at: number, cycles: number): number {
  const own = createDice(seedOf(deviceId)).between(3.78, 4.12)
  const sun = Math.sin(((at / HOUR + 87.62 / 15 - 10) / 12) * Math.PI) * 0.02
  const clouds = 0.06 * (createDice(seedOf(`${deviceId} ${Math.floor(at / HOUR / 48)}`)).next() - 0.5)
  return Math.min(4.2, Math.max(3.3, own + sun + clouds - cycles * 0.002))
}
