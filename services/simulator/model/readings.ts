import type { GaugeSettings } from '@runtime/field/kinds'
import type { LayoutDevice } from '@runtime/field/layout'
import { seedOf } from '../physics/dice'
import { rounded, toMpa } from '../physics/units'
import { dailyEt0, et0SoFar, weatherAt } from '../physics/weather'
import { meterFlow } from './farm'
import type { Farm } from './farm.types'
import { batteryOf, soilReadings } from './plots'
import { fertilizerValve } from './reports'
import { pumpReadings } from './station'

const DIGITS = 3
/** Deviation of a pressure gauge in MPa, and of a flow meter as a share. */
const PRESSURE_NOISE = 0.002
const FLOW_NOISE = 0.005

/** What a device measures now, by metric name, units as in `METRICS`. */
export function readingsOf(farm: Farm, device: LayoutDevice): Readonly<Record<string, number>> {
  const values = measure(farm, device)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value, DIGITS)]))
}

function measure(farm: Farm, device: LayoutDevice): Readonly<Record<string, number>> {
  const { id, kind } = device
  const at = farm.slowNow()
  const noise = () => farm.dice.normal(1)
  switch (kind) {
    case 'SOIL': {
      const plot = farm.plots.get(id)
      return plot ? soilReadings(plot, at, noise) : {}
    }
    case 'WEATHER':
      return mastReadings(id, farm.weatherSeed, at, dailyEt0(farm.weatherSeed, at))
    case 'VALVE_TWB':
    case 'VALVE_MAIN': {
      const valve = farm.valves.get(id)
      const state = farm.report(id, at)
      const stands = { ang: state?.ang ?? 0, gat: state?.gat ?? 0 }
      return kind === 'VALVE_TWB' ? { ...stands, bat: batteryOf(id, at, valve?.cycles ?? 0) } : stands
    }
    case 'PUMP': {
      const pump = farm.station.pumps.find((one) => one.id === id)
      return pump ? pumpReadings(pump, noise(), farm.water.pumpHead()) : {}
    }
    case 'PRESSURE':
      return { pres: pressureAt(farm, device.settings as GaugeSettings, noise()) }
    case 'FLOW': {
      const flow = meterFlow(farm, id)
      return { flow: flow * (1 + noise() * FLOW_NOISE), total: farm.totals.get(id) ?? 0 }
    }
    case 'MACHINE':
      return { dp: toMpa(farm.water.filterLoss()) }
    case 'FERT':
      return spreaderReadings(farm)
    case 'FERT_VALVE':
      return { gat: fertilizerValve(farm, device.settings) }
  }
}

/** MPa; a gauge does not fall below nothing. */
function pressureAt(
  { water }: Farm,
  { place, pipeId = '', chainageM = 0 }: GaugeSettings,
  noise: number,
): number {
  const head =
    place === 'pumps'
      ? water.pumpHead()
      : place === 'station'
        ? water.stationHead()
        : water.headAt(water.vertexAt(pipeId, chainageM))
  return Math.max(0, toMpa(head) + noise * PRESSURE_NOISE)
}

/** What a weather station measures. `et0` is the whole day's evaporation in mm. */
export function mastReadings(
  id: string,
  seed: number,
  at: number,
  et0: number,
): Readonly<Record<string, number>> {
  const { rainRate, ...weather } = weatherAt(seed, at)
  // Two masts of one farm stand in the same weather, and differ a little.
  const own = (seedOf(id) % 100) / 100 - 0.5
  return {
    ...weather,
    airTemp: weather.airTemp + own * 0.6,
    airHumidity: Math.min(100, weather.airHumidity - own * 2),
    windSpeed: Math.max(0, weather.windSpeed * (1 + own * 0.2)),
    // What fell in the last minute.
    rain: rainRate / 60,
    et0Today: et0SoFar(et0, at),
  }
}

function spreaderReadings({ spreader }: Farm): Readonly<Record<string, number>> {
  if (!spreader) return {}
  const channels = [0, 1, 2]
  return {
    ec: spreader.ec,
    ph: spreader.ph,
    ...Object.fromEntries(channels.map((channel) => [`rate${channel + 1}`, spreader.rates[channel] ?? 0])),
    ...Object.fromEntries(channels.map((channel) => [`tank${channel + 1}`, spreader.tanks[channel] ?? 0])),
  }
}
