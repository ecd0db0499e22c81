import { chanceAt, wander } from './dice'
import { clamp } from './units'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Solar time at the farm's longitude. */
const SOLAR_OFFSET = (87.62 / 15) * HOUR
const LATITUDE = (43.81 * Math.PI) / 180
const ALTITUDE = 850
/** Growing season by day of the year: mid April to late September. */
const SEASON = { from: 105, to: 268 } as const
const YEAR = 365

/** What a weather station measures. Units as in `METRICS`. */
export interface Weather {
  readonly airTemp: number
  readonly airHumidity: number
  readonly windSpeed: number
  readonly windDirection: number
  /** mm an hour, now. */
  readonly rainRate: number
  readonly radiation: number
  readonly pressure: number
}

/** Solar day and the hour of it. */
function solar(at: number): { readonly day: number; readonly hour: number } {
  const local = at + SOLAR_OFFSET
  const day = Math.floor(local / DAY)
  return { day, hour: (local - day * DAY) / HOUR }
}

/**
 * Day of the year that the climate follows. The demo has no winter: from autumn to spring the season runs backwards, so that
 * there is something to water whenever somebody looks.
 */
export function climateDay(at: number): number {
  const date = new Date(at)
  const ofYear = (at - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY + 1
  if (ofYear >= SEASON.from && ofYear <= SEASON.to) return ofYear
  const since = ofYear > SEASON.to ? ofYear - SEASON.to : ofYear + YEAR - SEASON.to
  return SEASON.to - (since / (YEAR - SEASON.to + SEASON.from)) * (SEASON.to - SEASON.from)
}

/** Mean of a day's air temperature in ℃: 25.5 in mid July. */
const meanTemp = (climate: number) => 25.5 - 14.5 * ((climate - 200) / 95) ** 2

/** Part of the clear sky's radiation that a day lets through. */
function cloudOf(seed: number, day: number): number {
  return isRainy(seed, day) ? 0.35 + 0.2 * chanceAt(seed + 1, day) : 0.78 + 0.22 * chanceAt(seed + 1, day)
}
/** Two or three days a month have rain. */
const isRainy = (seed: number, day: number) => chanceAt(seed + 2, day) < 2.5 / 30
/** One day in ten has an hour or two of dust. */
const isDusty = (seed: number, day: number) => chanceAt(seed + 3, day) < 0.1

/** Sine of the sun's height above the horizon. */
function sunHeight(climate: number, hour: number): number {
  const declination = 0.409 * Math.sin((2 * Math.PI * climate) / 365 - 1.39)
  const angle = ((hour - 12) / 12) * Math.PI
  return (
    Math.sin(LATITUDE) * Math.sin(declination) + Math.cos(LATITUDE) * Math.cos(declination) * Math.cos(angle)
  )
}

/** The weather of a moment, the same for the same seed and moment (`design/field.md §4.2`). */
export function weatherAt(seed: number, at: number): Weather {
  const { day, hour } = solar(at)
  const climate = climateDay(at)
  const cloud = cloudOf(seed, day)
  const swing = 6 + 1.8 * cloud
  const daily = Math.cos(((hour - 14.5) / 12) * Math.PI)
  const airTemp = meanTemp(climate) + (wander(seed + 4, at / DAY) - 0.5) * 4 + swing * daily
  const rainRate = rainAt(seed, day, hour)
  const gust = isDusty(seed, day) && hour > 14 && hour < 16 ? 8 : 0
  return {
    airTemp,
    airHumidity: clamp(
      45 - 19 * daily + (wander(seed + 5, at / (6 * HOUR)) - 0.5) * 6 + rainRate * 15,
      8,
      98,
    ),
    windSpeed:
      1.2 +
      2.2 * Math.max(0, Math.cos(((hour - 15) / 12) * Math.PI)) +
      1.4 * wander(seed + 6, at / (HOUR / 4)) +
      gust,
    windDirection: (250 + 90 * (wander(seed + 7, at / (2 * HOUR)) - 0.5) + 360) % 360,
    rainRate,
    radiation: Math.max(
      0,
      1010 * sunHeight(climate, hour) ** 1.15 * cloud * (0.96 + 0.08 * wander(seed + 8, at / (HOUR / 6))) ||
        0,
    ),
    pressure: 921 + 5 * (wander(seed + 9, at / (2 * DAY)) - 0.5) - 0.8 * daily,
  }
}

/** 1–8 mm within one to three hours of a rainy day. */
function rainAt(seed: number, day: number, hour: number): number {
  if (!isRainy(seed, day)) return 0
  const from = 8 + 12 * chanceAt(seed + 10, day)
  const hours = 1 + 2 * chanceAt(seed + 11, day)
  return hour >= from && hour < from + hours ? (1 + 7 * chanceAt(seed + 12, day)) / hours : 0
}

/** kPa of saturated vapour at a temperature in ℃. */
const saturation = (celsius: number) => 0.6108 * Math.exp((17.27 * celsius) / (celsius + 237.3))

/** mm a day of a whole solar day by FAO-56 Penman–Monteith, from the hours of its weather. */
export function dailyEt0(seed: number, at: number): number {
  const start = at - solar(at).hour * HOUR
  const hours = Array.from({ length: 24 }, (_, hour) => weatherAt(seed, start + (hour + 0.5) * HOUR))
  const mean = (of: (weather: Weather) => number) => hours.reduce((sum, one) => sum + of(one), 0) / 24
  const temps = hours.map(({ airTemp }) => airTemp)
  const [least, most] = [Math.min(...temps), Math.max(...temps)]
  const celsius = (least + most) / 2
  const vapour = mean(({ airTemp, airHumidity }) => (saturation(airTemp) * airHumidity) / 100)
  const saturated = (saturation(least) + saturation(most)) / 2
  // MJ/m² a day.
  const shortwave = mean(({ radiation }) => radiation) * 0.0864
  const clear =
    average(hours.length, (hour) => 1010 * Math.max(0, sunHeight(climateDay(at), hour + 0.5)) ** 1.15) *
    0.0864
  const cover = 1.35 * clamp(shortwave / clear, 0.3, 1) - 0.35
  const longwave =
    4.903e-9 *
    (((most + 273.16) ** 4 + (least + 273.16) ** 4) / 2) *
    (0.34 - 0.14 * Math.sqrt(vapour)) *
    cover
  const net = 0.77 * shortwave - longwave
  const slope = (4098 * saturation(celsius)) / (celsius + 237.3) ** 2
  const psychrometric = 0.000665 * 101.3 * ((293 - 0.0065 * ALTITUDE) / 293) ** 5.26
  // From the mast's 10 m down to 2 m.
  const wind = mean(({ windSpeed }) => windSpeed) * 0.748
  const et0 =
    (0.408 * slope * net + psychrometric * (900 / (celsius + 273)) * wind * (saturated - vapour)) /
    (slope + psychrometric * (1 + 0.34 * wind))
  return Math.max(0, et0)
}

const average = (count: number, of: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => of(index)).reduce((sum, one) => sum + one, 0) / count

/** mm since the solar day began; it grows with the sun. `dayTotal` is `dailyEt0` of that day. */
export function et0SoFar(dayTotal: number, at: number): number {
  return dayTotal * sunShare(solar(at).hour)
}

/** Share of a day's evaporation that is over at an hour: a half sine from six to nineteen. */
function sunShare(hour: number): number {
  const part = clamp((hour - 6) / 13, 0, 1)
  return (1 - Math.cos(Math.PI * part)) / 2
}

/** mm an hour, now. */
export function et0Rate(dayTotal: number, at: number): number {
  const { hour } = solar(at)
  const part = (hour - 6) / 13
  return part > 0 && part < 1 ? (dayTotal * Math.PI * Math.sin(Math.PI * part)) / 26 : 0
}

/** The solar day that a moment is in: what a day's values are kept under. */
export const solarDay = (at: number): number => solar(at).day
