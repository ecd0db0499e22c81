import { clockOf, DAY_MS } from '../date'

/**
 * A time as a clock on the wall shows it, without a zone: milliseconds as if that were UTC. Rules run over these, so that nine
 * o'clock stays nine o'clock over a change of the clocks.
 */
export type Wall = number

/** `2026-11-02T09:00`; null for what is none. */
export function readWall(text: string): Wall | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/.exec(text)
  if (!match) return null
  const at = Date.parse(`${text.slice(0, 10)}T${match[4] ?? '00'}:${match[5] ?? '00'}:${match[6] ?? '00'}Z`)
  // 30 February is read as 1 March elsewhere.
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text.slice(0, 10)) ? at : null
}

export const writeWall = (wall: Wall): string => {
  const text = new Date(wall).toISOString()
  return text.slice(17, 19) === '00' ? text.slice(0, 16) : text.slice(0, 19)
}

/** `20261104T090000`, as iCalendar writes it. */
export const basicOf = (wall: Wall): string => new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '')

/** `20261104T090000` or `20261104`; null for what is none. */
export function readBasic(text: string): Wall | null {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2}))?$/.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = match
  return readWall(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
}

export const dayStart = (wall: Wall): Wall => Math.floor(wall / DAY_MS) * DAY_MS
/** The last second of a day, by which a series that ends on it ends. */
export const dayEnd = (wall: Wall): Wall => dayStart(wall) + DAY_MS - 1000

/** Zones' offsets at the beginnings of days: a calendar is dear to ask, and most days have one offset. */
const known = new Map<string, Map<number, number>>()
const KEPT = 20_000

const exactOffset = (ms: number, zone: string): number => clockOf(ms, zone) - Math.floor(ms / 1000) * 1000

function offsetOfDay(day: number, zone: string): number {
  const ofZone = known.get(zone) ?? new Map<number, number>()
  if (ofZone.size > KEPT) ofZone.clear()
  known.set(zone, ofZone)
  const offset = ofZone.get(day) ?? exactOffset(day * DAY_MS, zone)
  ofZone.set(day, offset)
  return offset
}

/** Milliseconds that a zone is ahead of UTC at a moment. */
export function offsetAt(ms: number, zone: string): number {
  if (zone === 'UTC') return 0
  const day = Math.floor(ms / DAY_MS)
  const before = offsetOfDay(day, zone)
  return before === offsetOfDay(day + 1, zone) ? before : exactOffset(ms, zone)
}

/** What the clocks of a zone show at a moment. */
export const wallAt = (ms: number, zone: string): Wall => ms + offsetAt(ms, zone)

/** The moment at which the clocks of a zone show a time; the first of two, and after the gap of a day that has none. */
export function momentAt(wall: Wall, zone: string): number {
  const [before, after] = [offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)]
  if (before === after) return wall - before
  const second = wall - after
  return !isShown(wall - before, wall, zone) && isShown(second, wall, zone) ? second : wall - before
}

const isShown = (ms: number, wall: Wall, zone: string): boolean => wallAt(ms, zone) === wall

/** Whether the clocks of a zone never show a time, because they are put forward over it. */
export function isInGap(wall: Wall, zone: string): boolean {
  const [before, after] = [offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)]
  return before !== after && !isShown(wall - before, wall, zone) && !isShown(wall - after, wall, zone)
}

/** Whether there is a zone of this name; one of an offset alone (`+08:00`) is none that calendars know. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
