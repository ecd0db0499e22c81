import { judge, NO_TRACK, type Said, type Track } from '@runtime/field/credibility'
import { metricByCode, QUALITY } from '@runtime/field/kinds'
import { sql } from 'kysely'
import type { Db } from '../module'
import { GOOD } from '../modules/field/telemetry/good'

/** Whether a reading of a device's metric can be one; readings of a series come in the order of time but for backlogs. */
export type CredibilityWatch = (deviceNo: number, metric: number, said: Said) => boolean

interface Series {
  readonly now: Track
  /** What came last of a time before `now`: a backlog is measured by itself. */
  readonly late: { readonly at: number; readonly track: Track } | null
}

/** Of a reading from before: what is known of the backlog that it goes on with, else whatever lies nearest to it. */
function trackOfLate(at: number, good: Said, late: Series['late']): Track {
  if (late && at >= late.at) return late.track
  const other = late?.track.good
  const isNearer = other && Math.abs(other.at - at) < Math.abs(good.at - at)
  return { good: isNearer ? other : good, suspect: null }
}

const keyOf = (deviceNo: number, metric: number) => `${deviceNo} ${metric}`

/**
 * Remembers what each series was believed to say. What comes again is judged as it was. Metrics that the product does not know
 * have no limits.
 * @param tracks what was believed before, by `keyOf`
 */
export function createCredibilityWatch(tracks: ReadonlyMap<string, Track> = new Map()): CredibilityWatch {
  const known = new Map<string, Series>()
  for (const [key, now] of tracks) known.set(key, { now, late: null })
  return (deviceNo, metric, said) => {
    const quantity = metricByCode(metric)?.quantity
    if (!quantity) return Number.isFinite(said.value)
    const key = keyOf(deviceNo, metric)
    const { now, late } = known.get(key) ?? { now: NO_TRACK, late: null }
    if (now.good === null || said.at >= now.good.at) {
      const { isCredible, track } = judge(quantity, now, said)
      known.set(key, { now: track, late })
      return isCredible
    }
    const before = trackOfLate(said.at, now.good, late)
    const { isCredible, track } = judge(quantity, before, said)
    known.set(key, { now, late: { at: said.at, track } })
    return isCredible
  }
}

/** Begins with what the database believed last: the first reading that a server hears is judged like any other. */
export async function openCredibilityWatch(db: Db): Promise<CredibilityWatch> {
  const { rows } = await sql<{ device_no: number; metric: number; at: number; value: number }>`
    select device_no, metric, (extract(epoch from ${GOOD.ts}) * 1000)::float8 as at, ${GOOD.value} as value
    from telemetry_last where quality = ${QUALITY.GOOD} or good_ts is not null`.execute(db)
  return createCredibilityWatch(
    new Map(
      rows.map(({ device_no, metric, at, value }) => [
        keyOf(device_no, metric),
        { good: { at, value }, suspect: null },
      ]),
    ),
  )
}
