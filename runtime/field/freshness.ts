import { metricByName, QUALITY, type Quality, STALE_AFTER_INTERVALS } from './kinds'
import { metricStaleAfterSec, qualityOf, type ReadingAge, readingQuality } from './quality'

/** What the wire says of how far a device can be believed; browser and server check by it alike. Times in milliseconds since 1970. */
export interface Freshness {
  /** `DEVICE_STATE` */
  readonly deviceState?: number
  /** Of the last sign of life; none: never heard of. */
  readonly ts?: number | null
  /** Seconds without a sign of life after which it is stale: 2.5 of its intervals. */
  readonly staleAfter?: number
  /** What its word on itself was worth when it came; absent: good. */
  readonly reportQuality?: Quality
  /** When its latest readings are from, but for those of `lastAt`. */
  readonly readAt?: number | null
  readonly last?: Readonly<Record<string, number>>
  readonly lastAt?: Readonly<Record<string, number>>
  /** What readings are worth; those that are not named are good. */
  readonly lastQuality?: Readonly<Record<string, Quality>>
  /** 1 of readings that repeat themselves as only a sensor that hangs does; those that are not named do not. */
  readonly frozen?: Readonly<Record<string, number>>
}

export interface FreshnessNow {
  readonly quality: Quality
  /** From when on it is stale if nothing more is heard; infinite where it is stale already, or never will be. */
  readonly staleAt: number
}

/** A device's latest readings, by metric. */
export function* readingsOf({ last, lastAt, lastQuality, readAt }: Freshness): Generator<ReadingAge> {
  for (const metric of Object.keys({ ...last, ...lastAt })) {
    const word = lastQuality?.[metric] ?? 'GOOD'
    // Whether it is stale the time says, now as then.
    const quality = word === 'STALE' ? QUALITY.GOOD : QUALITY[word]
    const at = lastAt?.[metric] ?? readAt
    if (typeof at === 'number') yield { metric, at, quality }
  }
}

/**
 * What is shown of a device is worth no more than its silence, its word on itself and the worst of its readings allow: a station
 * of which one metric has stopped is stale, however often it says the others. Names of its own, which nobody expects, do not
 * make it so.
 */
export function freshnessAt(device: Freshness, now: number): FreshnessNow {
  const { deviceState = 0, ts = null, staleAfter = 0, reportQuality = 'GOOD' } = device
  const every = staleAfter / STALE_AFTER_INTERVALS
  let worst: number = QUALITY[reportQuality]
  let staleAt = ts === null ? Number.POSITIVE_INFINITY : ts + staleAfter * 1000
  for (const reading of readingsOf(device)) {
    const isExpected = metricByName(reading.metric) !== undefined
    worst = Math.max(worst, isExpected ? readingQuality(reading, every, now) : reading.quality)
    if (isExpected)
      staleAt = Math.min(staleAt, reading.at + metricStaleAfterSec(reading.metric, every) * 1000)
  }
  const quality = qualityOf({ deviceState, ts, staleAfter, readings: worst }, now)
  return { quality, staleAt: quality === 'STALE' ? Number.POSITIVE_INFINITY : staleAt }
}

/** Whether all that is doubtful of a device is that readings stand still: that has a word of its own. */
export function isOnlyFrozen({ reportQuality = 'GOOD', lastQuality = {}, frozen = {} }: Freshness): boolean {
  const doubtful = Object.keys(lastQuality).filter((name) => lastQuality[name] === 'UNCERTAIN')
  return reportQuality === 'GOOD' && doubtful.length > 0 && doubtful.every((name) => frozen[name] === 1)
}
