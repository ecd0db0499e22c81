import { staleAfterSec } from '@runtime/field/quality'
import { ASIDE_REASONS } from '@services/contract/areas/field/device-aside'
import type { DeviceMessage, ReadingRow } from './adaptors/adaptor'
import type { CredibilityWatch } from './credibility-watch'
import type { Directory, KnownDevice } from './directory'
import type { FreezeWatch } from './freeze-watch'
import type { KeptSample } from './ingest'
import { byReceipt, type FirstHeard, isInRange, qualityOf, SKEW, timeQuality } from './time-quality'

/** What readings are judged by. */
export interface Rules {
  readonly directory: Directory
  readonly isFrozen: FreezeWatch
  readonly isCredible: CredibilityWatch
  readonly firstHeard: FirstHeard
  /** Readings older than this, in milliseconds, are kept no more. */
  readonly keptFor: number
}

type Readings = Extract<DeviceMessage, { kind: 'readings' }>

/** Whether a time that cannot be one would be a moment from which readings are kept, if it were in seconds. */
const isInSeconds = (at: number, receivedAt: number, keptFor: number) =>
  at * 1000 <= receivedAt + SKEW.refused && receivedAt - at * 1000 <= keptFor

/** When rows came, in milliseconds since 1970, and for how long they are kept, in milliseconds. */
export interface When {
  readonly receivedAt: number
  readonly keptFor: number
}

/** A row in its place, or why it has none. */
export type Placed =
  | {
      readonly row: ReadingRow
      readonly at: number
      readonly isSkewed: boolean
      readonly isHistory: boolean
      /** It runs ahead, or counts from when it was heard: its own time does not say whether it came before. */
      readonly isOfReceipt: boolean
    }
  | { readonly row: ReadingRow; readonly refused: string }

/**
 * Where rows stand in time, oldest first. Of a clock that has lost its time the last stands where it was heard, and the others so
 * long before it as the clock has counted: the distances are right.
 */
export function placeRows(rows: readonly ReadingRow[], { receivedAt, keptFor }: When): Placed[] {
  const lost = rows.filter(
    ({ at }) => timeQuality(at, receivedAt) === 'lost' && !isInSeconds(at, receivedAt, keptFor),
  )
  const places = byReceipt(
    lost.map(({ at }) => at),
    receivedAt,
  )
  const placeOf = new Map(lost.map((row, index) => [row, places[index]]))
  const placed = rows.map((row): Placed => {
    const { at, isHistorical = false, isDoubtful = false } = row
    const place = placeOf.get(row)
    if (place !== undefined)
      return { row, at: place, isSkewed: true, isHistory: isHistorical, isOfReceipt: true }
    const time = timeQuality(at, receivedAt)
    if (time === 'none') return { row, refused: ASIDE_REASONS.notTime }
    if (time === 'lost') return { row, refused: ASIDE_REASONS.inSeconds }
    if (time === 'future') return { row, refused: ASIDE_REASONS.future }
    if (receivedAt - at > keptFor) return { row, refused: ASIDE_REASONS.tooOld }
    return {
      ...{ row, at, isSkewed: isDoubtful || time === 'uncertain' },
      ...{ isHistory: isHistorical || time === 'history', isOfReceipt: at > receivedAt },
    }
  })
  const timeIn = (one: Placed) => ('at' in one ? one.at : 0)
  return placed.toSorted((one, other) => timeIn(one) - timeIn(other))
}

/** A list's row is of now for as long as its device is no later than it may be, and at least so many milliseconds. */
const FRESH = 600_000
const freshFor = ({ everySec }: KnownDevice) => Math.max(FRESH, staleAfterSec(everySec) * 1000)

/**
 * What a device has measured, as it is kept and as it is told; what has no place is refused. Every reading of every device passes
 * here: one object each, made whole in one place.
 */
export function readingsOf(
  { rows, bootId, seq, isBacklog }: Readings,
  {
    device,
    receivedAt,
    rules: { directory, isFrozen, isCredible, firstHeard, keptFor },
    refuse,
  }: {
    readonly device: KnownDevice
    readonly receivedAt: number
    readonly rules: Rules
    readonly refuse: (why: string) => void
  },
): readonly KeptSample[] {
  const samples: KeptSample[] = []
  for (const placed of placeRows(rows, { receivedAt, keptFor })) {
    if ('refused' in placed) {
      refuse(placed.refused)
      continue
    }
    const { row, isSkewed } = placed
    // By the sender's count what comes again is known; without one by a time that is not the same twice.
    const isCounted = seq > 0 || bootId !== '' || row.at > receivedAt
    const heardAt =
      placed.isOfReceipt && isCounted
        ? firstHeard(JSON.stringify([device.no, bootId, seq, row]), receivedAt)
        : receivedAt
    // What stands where it was heard moves back with it.
    const at = row.at > receivedAt ? placed.at : placed.at - (receivedAt - heardAt)
    const isHistory = placed.isHistory || (isBacklog && receivedAt - at > freshFor(device))
    for (const [name, value] of row.values) {
      const metric = directory.metric(device, name)
      if (typeof metric === 'string') {
        refuse(ASIDE_REASONS[metric])
        continue
      }
      const said = { at, value }
      const isStill = isFrozen(device, metric, said)
      const quality = qualityOf({
        isCredible: isCredible(device.no, metric, said),
        isSkewed,
        inRange: isInRange(metric, value),
        isFrozen: isStill,
      })
      samples.push({
        projectId: device.projectId,
        deviceId: device.id,
        deviceNo: device.no,
        metric,
        at,
        value,
        quality,
        isFrozen: isStill,
        isHistory,
        receivedAt: heardAt,
        bootId,
        seq,
      })
    }
  }
  return samples
}
