import type { Said } from './credibility'
import { metricByName } from './kinds'

/** That a sensor which lives is never still: what repeats itself for so long is a sensor that hangs. */
export interface Noise {
  /** Between these; beyond them stillness is natural (no wind, no sun, no water). */
  readonly within: readonly [least: number, most: number]
  /** How long it may stand still all the same, in milliseconds: resolutions are coarse. */
  readonly stillMs: number
  /** Only of what a running pump shakes. */
  readonly isOfPump?: true
}

const HOUR = 3_600_000

/**
 * By metric, for the weather after the persistence test of WMO's guidelines on quality control of automatic stations (Zahumenský
 * 2004: 0.1 ℃, 1 %, 0.5 m/s within an hour; _soil temperature may be very stable_ and has none), with twice the time and more
 * for what is told coarsely:
 * - the air's temperature always; its humidity short of saturation, which fog keeps for a night;
 * - wind above what cups begin to turn at; the sun's radiation by day;
 * - the pressure at a pump that runs, which pulses: a closed pipe holds one pressure for days, behind a closed valve even beside
 *   a running pump;
 * - the flow of a meter through which water flows.
 *
 * Of every other metric stillness is natural. Soil dries by hundredths of a percent an hour, and its temperature and salinity keep
 * the last digit for a night; tanks, counters, rain and the day's evaporation stand while nothing happens; opening, angle, rate
 * and frequency are what they were set to; a vane in a calm points where it points; batteries, currents, voltages, signals and the
 * weight of the air are told rounded to more than they change by in hours; EC and pH stand with the water.
 */
const NOISE: ReadonlyMap<number | undefined, Noise> = new Map(
  Object.entries<Noise>({
    airTemp: { within: [-60, 70], stillMs: 2 * HOUR },
    airHumidity: { within: [0, 95], stillMs: 4 * HOUR },
    windSpeed: { within: [0.5, 90], stillMs: 2 * HOUR },
    radiation: { within: [20, 2000], stillMs: 2 * HOUR },
    pres: { within: [0.02, 2.5], stillMs: 2 * HOUR, isOfPump: true },
    flow: { within: [0.5, 6000], stillMs: 2 * HOUR },
  }).map(([name, noise]) => [metricByName(name)?.code, noise]),
)
/** So many equal readings in a row are believed, however seldom they come. */
const MOST_EQUAL = 12

/** @param metric its code */
export const noiseOf = (metric: number): Noise | undefined => NOISE.get(metric)

/** Equal readings in a row, in the order of time. */
export interface Still extends Said {
  /** Of the first, in milliseconds since 1970. */
  readonly since: number
  readonly times: number
}

/** What a series has repeated once this has come. What is from before does not count. */
export function stillAfter({ within }: Noise, before: Still | undefined, said: Said): Still {
  if (before && said.at <= before.at) return before
  const isNoisy = said.value >= within[0] && said.value <= within[1]
  const goesOn = before && isNoisy && said.value === before.value
  return { ...said, since: goesOn ? before.since : said.at, times: goesOn ? before.times + 1 : 1 }
}

export const isFrozen = ({ stillMs }: Noise, { at, since, times }: Still): boolean =>
  times > MOST_EQUAL && at - since >= stillMs
