import { cronFault, nextTimes } from '../../date/cron'

/** What a schedule goes by (`design/field.md §3.2`). */
export type ScheduleMode = 'TIME' | 'VOLUME' | 'SOIL' | 'ET'

/** When groups are watered by themselves: what of it decides whether they are, once its time has come. */
export interface Schedule {
  readonly mode: ScheduleMode
  /** SOIL: begins below so many %. */
  readonly soil?: { readonly below: number } | null
  /** ET: begins when so many mm are missing. */
  readonly et?: { readonly deficitMm: number } | null
}

/** What is known of the field when it is asked. */
export interface ScheduleReadings {
  /** Mean of the schedule's soil stations in %; null: none speaks. */
  readonly vwc: number | null
  /** Crop water use less rain since the last watering, in mm; null: unknown. */
  readonly deficitMm: number | null
}

export interface Need {
  readonly isDue: boolean
  /** A locale key (`@rotation.soilDry`) that says why, or why not. */
  readonly text: string
  readonly params: Readonly<Record<string, string | number>>
}

/** Whether a cron expression of five fields can be read, for whoever writes a schedule. */
export const isCron = (expression: string): boolean => cronFault(expression) === null

/**
 * The next time at which a schedule may begin, after `now` (milliseconds since 1970) and in the project's zone (`Asia/Shanghai`);
 * null: never again.
 * @throws Error for a cron expression that cannot be read (`isCron`).
 */
export const nextStart = (cron: string, timeZone: string, now: number): Date | null =>
  nextTimes(cron, timeZone, now, 1)[0] ?? null

const tenths = (value: number): number => Math.round(value * 10) / 10

/**
 * Whether the field needs water, by the schedule's mode. An unknown reading never begins a run: water that nobody measures is given
 * by a person.
 */
export function needOf({ mode, soil, et }: Schedule, { vwc, deficitMm }: ScheduleReadings): Need {
  if (mode === 'TIME') return { isDue: true, text: '@rotation.byTime', params: {} }
  if (mode === 'VOLUME') return { isDue: true, text: '@rotation.byVolume', params: {} }
  if (mode === 'SOIL') {
    if (vwc === null || !soil) return { isDue: false, text: '@rotation.noSoil', params: {} }
    const isDue = vwc < soil.below
    const params = { value: tenths(vwc), from: soil.below }
    return { isDue, text: isDue ? '@rotation.soilDry' : '@rotation.soilWet', params }
  }
  if (deficitMm === null || !et) return { isDue: false, text: '@rotation.noEt', params: {} }
  const isDue = deficitMm >= et.deficitMm
  const params = { value: tenths(deficitMm), from: et.deficitMm }
  return { isDue, text: isDue ? '@rotation.etDue' : '@rotation.etNotDue', params }
}

/** Share of the water that reaches the roots under drip (`design/field.md §4.1`: 0.85–0.9). */
const EFFICIENCY = 0.85

/** Minutes in which water at `rateMmh` makes up for what is missing, `most` at most; `most` where the rate is not known. */
export function minutesFor(deficitMm: number, rateMmh: number | null, most: number): number {
  if (rateMmh === null || rateMmh <= 0) return most
  return Math.min(most, Math.max(1, Math.ceil((Math.max(0, deficitMm) / (rateMmh * EFFICIENCY)) * 60)))
}
