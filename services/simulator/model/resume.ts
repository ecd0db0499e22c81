import type { Farm, Measured } from './farm.types'
import { batteryOf, createEvaporation, type Plot, passOverPlot } from './plots'

/** Soil that nobody looked at for longer is as it would be after so long, in milliseconds. */
const LONGEST_AWAY = 30 * 86_400_000
/** V that a movement costs a valve's cell (`batteryOf`). */
const PER_CYCLE = 0.002

/**
 * Lets soil, meters, counters and tanks go on from what was measured before the simulator was started anew, so that their curves
 * have no step there. Soil dries on while nobody looks.
 */
export function takeUpReadings(
  farm: Farm,
  totals: Map<string, number>,
  measured: Readonly<Record<string, Measured>>,
  now: number,
): void {
  const et0Of = createEvaporation(farm.weatherSeed)
  const climate = { seed: farm.weatherSeed, et0Of, waterEc: 0.6 }
  for (const [deviceId, { at, values }] of Object.entries(measured)) {
    const plot = farm.plots.get(deviceId)
    if (plot && takeUpSoil(plot, values)) passOverPlot(plot, Math.max(at, now - LONGEST_AWAY), now, climate)
    const { total, runHours, starts, energy, bat } = values
    if (totals.has(deviceId) && total !== undefined) totals.set(deviceId, total)
    const pump = farm.station.pumps.find(({ id }) => id === deviceId)
    if (pump)
      Object.assign(pump, {
        runHours: runHours ?? pump.runHours,
        starts: starts ?? pump.starts,
        energy: energy ?? pump.energy,
      })
    const valve = farm.valves.get(deviceId)
    if (valve && bat !== undefined)
      valve.cycles = Math.max(0, Math.round((batteryOf(deviceId, at, 0) - bat) / PER_CYCLE))
    if (farm.spreader?.id === deviceId) takeUpSpreader(farm.spreader, values)
  }
}

/** False where a depth is not known: the soil stays as it is. */
function takeUpSoil({ soil }: Plot, { vwc20, vwc40, vwc60, ec20 }: Measured['values']): boolean {
  if (vwc20 === undefined || vwc40 === undefined || vwc60 === undefined) return false
  for (const [index, percent] of [vwc20, vwc40, vwc60].entries()) soil.water[index] = percent / 100
  soil.ec = ec20 ?? soil.ec
  return true
}

function takeUpSpreader(spreader: NonNullable<Farm['spreader']>, values: Measured['values']): void {
  spreader.tanks = spreader.tanks.map((level, channel) => values[`tank${channel + 1}`] ?? level)
  spreader.ec = values['ec'] ?? spreader.ec
  spreader.ph = values['ph'] ?? spreader.ph
}
