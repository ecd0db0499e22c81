import { ASIDE_REASONS, type AsideCorrection } from '@services/contract/areas/field/device-aside'
import type { ReadingRow } from './adaptors/adaptor'
import { EARLIEST } from './adaptors/time'
import { type Placed, placeRows, type When } from './readings'
import { byReceipt } from './time-quality'

const HOUR = 3_600_000
/** The last of the earth's zones is so many hours from the first one's noon. */
const MOST_HOURS = 14
/** A clock that is whole hours ahead is so near to them, in milliseconds: so long a message may be under way, and a clock wrong besides. */
const NEAR = 300_000

const IN_MILLISECONDS = {
  seconds: (at: number) => at * 1000,
  microseconds: (at: number) => at / 1000,
  nanoseconds: (at: number) => at / 1_000_000,
} as const
/** Times that say something else than they should; what is too old may be right, and no guess is made of it. */
const WRONG: ReadonlySet<string> = new Set([
  ASIDE_REASONS.future,
  ASIDE_REASONS.inSeconds,
  ASIDE_REASONS.notTime,
])

/** What the times of rows are likely to be taken for. */
export interface Fitting {
  readonly correction: AsideCorrection
  /** By how many hours they are ahead; 0 but of `hours`. */
  readonly hours: number
}

/** What those times can be that cannot be kept as they were sent: the one that explains them, else that of their coming. */
export function fittingCorrection(rows: readonly ReadingRow[], when: When): Fitting {
  const wrong = wrongOf(refusedOf(rows, when))
  if (wrong.length === 0) return { correction: 'sent', hours: 0 }
  for (const correction of ['seconds', 'microseconds', 'nanoseconds', 'hours'] as const)
    if (corrected(rows, correction, when) !== null)
      return { correction, hours: correction === 'hours' ? hoursAhead(wrong, when) : 0 }
  return { correction: 'received', hours: 0 }
}

/**
 * The rows with other times for those that cannot be kept as they were sent; the others stay.
 * @returns null where that is not what is wrong with them
 */
export function corrected(
  rows: readonly ReadingRow[],
  correction: AsideCorrection,
  when: When,
): readonly ReadingRow[] | null {
  if (correction === 'sent') return rows
  const refused = refusedOf(rows, when)
  const hasWrong = wrongOf(refused).length > 0
  const wrong = correction === 'received' && !hasWrong ? refused : wrongOf(refused)
  if (wrong.length === 0) return null
  const times = timesOf(wrong, correction, when)
  if (times === null) return null
  const rowFor = new Map(
    wrong.map(({ row }, index): [ReadingRow, ReadingRow] => [
      row,
      { ...row, at: Math.round(times[index] ?? Number.NaN), isDoubtful: correction === 'received' },
    ]),
  )
  const others = [...rowFor.values()]
  const isKept = others.every(({ at }) => at >= EARLIEST) && refusedOf(others, when).length === 0
  return isKept ? rows.map((row) => rowFor.get(row) ?? row) : null
}

type Refused = Extract<Placed, { refused: string }>

const refusedOf = (rows: readonly ReadingRow[], when: When): readonly Refused[] =>
  placeRows(rows, when).filter((placed): placed is Refused => 'refused' in placed)

const wrongOf = (refused: readonly Refused[]) => refused.filter(({ refused: why }) => WRONG.has(why))

function timesOf(
  wrong: readonly Refused[],
  correction: Exclude<AsideCorrection, 'sent'>,
  when: When,
): readonly number[] | null {
  const sent = wrong.map(({ row }) => row.at)
  if (correction === 'received') return byReceipt(sent, when.receivedAt)
  if (correction !== 'hours') return sent.map(IN_MILLISECONDS[correction])
  const hours = hoursAhead(wrong, when)
  const newest = Math.max(...sent) - hours * HOUR
  const isNear = hours >= 1 && hours <= MOST_HOURS && Math.abs(newest - when.receivedAt) <= NEAR
  return isNear ? sent.map((at) => at - hours * HOUR) : null
}

const hoursAhead = (wrong: readonly Refused[], { receivedAt }: When): number =>
  Math.round((Math.max(...wrong.map(({ row }) => row.at)) - receivedAt) / HOUR)
