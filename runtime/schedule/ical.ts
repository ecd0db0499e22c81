import { DAY_MS } from '../date'
import { writeRule } from './rule'
import { type Exception, type Series, unshownKeys } from './series'
import { basicOf, momentAt, offsetAt, type Wall, wallAt } from './wall'

/** What a calendar is told of an occurrence, beside when. */
export interface IcalContent {
  readonly title: string
  readonly content: string
  readonly categories: readonly string[]
  /** 1 normal, 2 important, 3 urgent. */
  readonly urgent: number
}

export interface IcalSeries {
  readonly uid: string
  readonly series: Series
  /** How often it was changed, and when last. */
  readonly sequence: number
  readonly modified: number
}

const PRIORITY = [5, 5, 3, 1]
const MINUTE = 60_000
const OCTETS = 75

/**
 * Series as a calendar of iCalendar (RFC 5545): zones with their changes of the clocks, what is cancelled, what is different.
 * @param contentOf what is told of an occurrence; null: it is not there for whoever reads this
 */
export function writeIcal(
  name: string,
  all: readonly IcalSeries[],
  contentOf: (series: Series, exception: Exception | undefined) => IcalContent | null,
  now: number,
): string {
  const names = new Set(all.filter(({ series }) => hasClock(series)).map(({ series }) => series.zone))
  const zones = new Map([...names].map((zone) => [zone, clockChanges(zone, now)]))
  const lines = [
    ...[
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Loam//Schedule//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
    ],
    `X-WR-CALNAME:${escaped(name)}`,
    ...[...zones].filter(([zone]) => zone !== 'UTC').flatMap(([zone, changes]) => zoneLines(zone, changes)),
    ...all.flatMap((one) => eventLines(one, zones.get(one.series.zone) ?? [], contentOf)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** Whether any of it is at a time: one of a series of whole days may be. */
const hasClock = ({ allDay, exceptions }: Series): boolean =>
  !allDay || [...exceptions.values()].some((one) => one.allDay === false)

function eventLines(
  one: IcalSeries,
  clocks: readonly ClockChange[],
  contentOf: (series: Series, exception: Exception | undefined) => IcalContent | null,
): readonly string[] {
  const { series } = one
  const content = contentOf(series, undefined)
  const { rule, zone, allDay } = series
  const changes = [...series.exceptions].map(([key, exception]) => {
    return { key, exception, content: exception.cancelled ? null : contentOf(series, exception) }
  })
  const gone = changes.filter(({ content }) => content === null).map(({ key }) => key)
  const own = { start: series.start, minutes: series.minutes, allDay }
  const missing = allDay ? [] : unshown(series, clocks)
  const main = content && [
    ...timeLines(own, zone),
    ...(rule ? [ruleLine(series, missing.length > 0)] : []),
    ...[...gone, ...missing].map((key) => stamp('EXDATE', key, allDay, zone)),
    ...contentLines(content),
  ]
  const different = changes.flatMap(({ key, exception, content }) => {
    if (content === null) return []
    const { start = key, minutes = series.minutes, allDay: isDay = allDay } = exception
    return [
      [
        // Without a series of which it is one it stands for itself.
        ...(main ? [stamp('RECURRENCE-ID', key, allDay, zone)] : []),
        ...timeLines({ start, minutes, allDay: isDay }, zone),
        ...contentLines(content),
      ],
    ]
  })
  return [...(main ? [main] : []), ...different].flatMap((lines, index) => [
    'BEGIN:VEVENT',
    `UID:${main ? one.uid : `${index}-${one.uid}`}`,
    `DTSTAMP:${basicOf(one.modified)}Z`,
    `LAST-MODIFIED:${basicOf(one.modified)}Z`,
    `SEQUENCE:${one.sequence}`,
    ...lines,
    'END:VEVENT',
  ])
}

/**
 * Occurrences that the clocks of the zone do not show. They are none, which few readers know: they are told so, and the end of
 * a count that such readers would take them into.
 */
const unshown = (series: Series, clocks: readonly ClockChange[]): readonly Wall[] =>
  clocks
    .filter(({ from, to }) => to > from)
    .flatMap(({ at, from, to }) => unshownKeys(series, at + from, at + to))

function ruleLine({ rule, last, zone, allDay }: Series, isCountLost: boolean): string {
  const told = rule && isCountLost && rule.count !== null ? { ...rule, count: null, until: last } : rule
  const until = (moment: Wall) => (allDay ? dateOf(moment) : `${basicOf(momentAt(moment, zone))}Z`)
  return `RRULE:${told && writeRule(told, until)}`
}

function timeLines(
  { start, minutes, allDay }: { readonly start: Wall; readonly minutes: number; readonly allDay: boolean },
  zone: string,
): readonly string[] {
  const length = minutes * MINUTE
  if (allDay) return [stamp('DTSTART', start, true, zone), stamp('DTEND', start + length, true, zone)]
  // An hour over a change of the clocks is an hour, and what they do not show is told as what they do.
  const moment = momentAt(start, zone)
  const [first, last] = [wallAt(moment, zone), wallAt(moment + length, zone)]
  return [stamp('DTSTART', first, false, zone), stamp('DTEND', last, false, zone)]
}

function contentLines({ title, content, categories, urgent }: IcalContent): readonly string[] {
  return [
    `SUMMARY:${escaped(title)}`,
    ...(content === '' ? [] : [`DESCRIPTION:${escaped(content)}`]),
    ...(categories.length === 0 ? [] : [`CATEGORIES:${categories.map(escaped).join(',')}`]),
    `PRIORITY:${PRIORITY[urgent] ?? 5}`,
  ]
}

const dateOf = (wall: Wall): string => basicOf(wall).slice(0, 8)

function stamp(name: string, wall: Wall, allDay: boolean, zone: string): string {
  if (allDay) return `${name};VALUE=DATE:${dateOf(wall)}`
  return zone === 'UTC' ? `${name}:${basicOf(wall)}Z` : `${name};TZID=${zone}:${basicOf(wall)}`
}

/** Years before and after now whose changes of the clocks are told. */
const YEARS = 10
const STEP = 7 * DAY_MS

/** When the clocks of a zone change, and what they are ahead of UTC before and after; the first is how they stand at first. */
interface ClockChange {
  readonly at: number
  readonly from: number
  readonly to: number
}

function clockChanges(zone: string, now: number): readonly ClockChange[] {
  const span = YEARS * 366 * DAY_MS
  const first = Math.floor((now - span) / DAY_MS) * DAY_MS
  const before = offsetAt(first, zone)
  const changes = [{ at: 0, from: before, to: before }]
  let offset = before
  for (let at = first; at < now + span; at += STEP) {
    const next = offsetAt(at + STEP, zone)
    if (next === offset) continue
    changes.push({ at: changeIn(at, at + STEP, offset, zone), from: offset, to: next })
    offset = next
  }
  return changes
}

function zoneLines(zone: string, changes: readonly ClockChange[]): readonly string[] {
  const standard = Math.min(...changes.map(({ to }) => to))
  return [
    ...['BEGIN:VTIMEZONE', `TZID:${zone}`],
    ...changes.flatMap(({ at, from, to }) => {
      const kind = to > standard ? 'DAYLIGHT' : 'STANDARD'
      return [
        `BEGIN:${kind}`,
        `DTSTART:${at === 0 ? '19700101T000000' : basicOf(at + from)}`,
        `TZOFFSETFROM:${offsetText(from)}`,
        `TZOFFSETTO:${offsetText(to)}`,
        `END:${kind}`,
      ]
    }),
    'END:VTIMEZONE',
  ]
}

/** The moment at which the clocks change, between two of which the first still has the old offset. */
function changeIn(low: number, high: number, old: number, zone: string): number {
  let [from, to] = [low, high]
  while (to - from > MINUTE) {
    const middle = Math.floor((from + to) / 2 / MINUTE) * MINUTE
    if (offsetAt(middle, zone) === old) from = middle
    else to = middle
  }
  return to
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they would break the line.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** A line of at most 75 octets, its rest on lines that begin with a space; no character is taken apart. */
export function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const character of line) {
    const code = character.codePointAt(0) ?? 0
    const octets = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (size + octets > OCTETS) {
      parts.push(part)
      part = ' '
      size = 1
    }
    part += character
    size += octets
  }
  return [...parts, part].join('\r\n')
}
