/** What a measured quantity can physically be, in the unit of its metrics (`./kinds`). */
export interface Quantity {
  /** The least and the most that it can be: beyond them its sensor has failed, whatever it says. */
  readonly limits: readonly [least: number, most: number]
  /** What it may change by from one reading to the next, however soon that comes. */
  readonly step: number
  /** By how much more in a minute; null: it may jump to anything within its limits. */
  readonly perMinute: number | null
  /** What makers send in the place of a reading. Only what has come near one before is believed to be there. */
  readonly errorValues: readonly number[]
}

/** Registers at their end, of 16 and 32 bits, as they are and with the decimals that makers scale them by. */
const REGISTER_ENDS: readonly number[] = [
  ...[65535, 65534, 32767.5, 32767, 32766, -32768],
  ...[6553.5, 6553.4, 3276.75, 3276.7, -3276.8],
  ...[655.35, 655.34, 327.67, -327.68],
  ...[4294967295, 429496729.5, 42949672.95, 4294967.295, 429496.7295, 429496.7],
  ...[2147483647, 214748364.7, 21474836.47, 2147483.647],
]
/** A probe on a bus of its own that does not answer, and one that has been switched on and has not measured yet (DS18B20). */
const PROBE_ABSENT = -127
const PROBE_SWITCHED_ON = 85

/** @param perMinute absent: it may jump, as water in a pipe does when a valve shuts; what protects is never put off by that. */
const quantity = (
  limits: Quantity['limits'],
  step: number,
  perMinute: number | null = null,
  more: readonly number[] = [],
): Quantity => ({ limits, step, perMinute, errorValues: [...REGISTER_ENDS, ...more] })

const PROBE = [PROBE_ABSENT, PROBE_SWITCHED_ON]

/**
 * Limits are wider than what is usual (`Metric.min`): a sensor whose nought has drifted, or that says 101 % in fog, has not
 * failed. Changes are faster than the weather's records; those of counters than what any station moves.
 */
export const QUANTITY = {
  moisture: quantity([-5, 110], 20, 3),
  soilTemperature: quantity([-50, 90], 10, 1, PROBE),
  airTemperature: quantity([-60, 70], 8, 2, PROBE),
  humidity: quantity([-5, 110], 40, 10),
  airPressure: quantity([450, 1150], 10, 2),
  windSpeed: quantity([-1, 90], 10),
  rain: quantity([0, 200], 20),
  radiation: quantity([-50, 2000], 100),
  evaporation: quantity([0, 20], 1),
  soilSalinity: quantity([-0.5, 25], 5, 1),
  salinity: quantity([-0.5, 25], 1),
  acidity: quantity([-0.5, 14.5], 1),
  pressure: quantity([-0.15, 2.5], 0.1),
  flow: quantity([-500, 6000], 50),
  volumeCounter: quantity([-500, 2e9], 2_000, 10_000),
  energyCounter: quantity([-500, 2e9], 3_000, 3_000),
  hourCounter: quantity([0, 1e7], 100, 10),
  startCounter: quantity([0, 1e7], 1_000, 10),
  injection: quantity([-50, 2500], 50),
  level: quantity([-5, 110], 10),
  battery: quantity([-1, 35], 1),
  frequency: quantity([-1, 70], 5),
  current: quantity([-5, 1500], 50),
  voltage: quantity([-5, 700], 50),
  power: quantity([-100, 1500], 50),
  angle: quantity([-5, 365], 10),
  opening: quantity([-5, 105], 10),
  signal: quantity([-200, 20], 10),
} as const satisfies Readonly<Record<string, Quantity>>
