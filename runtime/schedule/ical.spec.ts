import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../date'
import { changed, removed, SCOPE, type Scope } from './edit'
import { folded, writeIcal } from './ical'
import { readRule } from './rule'
import { occurrencesIn, type Series, settled } from './series'
import { momentAt, readWall, type Wall, wallAt } from './wall'

const SHANGHAI = 'Asia/Shanghai'
const NOW = Date.parse('2026-11-01T00:00Z')
type Content = { readonly title: string }
const content = { title: '例会', content: '', categories: [], urgent: 1 }
const wall = (text: string): Wall => readWall(text) ?? Number.NaN

function seriesOf(given: Partial<Series<Content>> & { readonly rule: Series['rule'] }): Series<Content> {
  return settled({
    ...{
      id: 's0',
      content: { title: '0' },
      exceptions: new Map(),
      minutes: 60,
      allDay: false,
      zone: SHANGHAI,
    },
    ...{ start: wall('2026-03-02T09:00') },
    ...given,
  })
}

const written = (group: readonly Series<Content>[], tell = content) =>
  writeIcal(
    '日历',
    group.map((series) => ({ uid: `${series.id}@loam`, series, sequence: 1, modified: NOW })),
    (series, exception) => ({
      ...tell,
      title: exception?.content ? (exception.content as Content).title : (series.content as Content).title,
    }),
    NOW,
  )

const FROM = Date.parse('2026-01-01T00:00Z')
const TO = Date.parse('2027-12-01T00:00Z')

/** What another calendar makes of it: begin, minutes and title of each, whole days as they are in Shanghai. */
function readBack(text: string, zone: string): readonly string[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  const found: string[] = []
  for (const series of events.filter((one) => !one.isRecurrenceException())) {
    for (const one of events)
      if (one.isRecurrenceException() && one.uid === series.uid) series.relateException(one)
    const keep = (item: { summary: string }, start: ICAL.Time, end: ICAL.Time) => {
      const [from, to] = [momentOf(start), momentOf(end)]
      if (from >= FROM && from < TO) found.push(...line(from, to, item.summary, zone))
    }
    if (!series.isRecurring()) {
      keep(series, series.startDate, series.endDate)
      continue
    }
    const iterator = series.iterator()
    for (let next = iterator.next(); next; next = iterator.next()) {
      const { item, startDate, endDate } = series.getOccurrenceDetails(next)
      if (momentOf(next) > TO + 40 * DAY_MS) break
      keep(item, startDate, endDate)
    }
  }
  return found.sort()
}

const momentOf = (time: ICAL.Time): number =>
  time.isDate ? momentAt(Date.UTC(time.year, time.month - 1, time.day), SHANGHAI) : time.toUnixTime() * 1000
const HALF = 1_800_000
/** Of two times that clocks show alike the other reader takes the later, and it adds on them: over their changes it is not asked. */
const isClear = (ms: number, zone: string) =>
  [-2, -1, 1, 2].every((step) => wallAt(ms + step * HALF, zone) === wallAt(ms, zone) + step * HALF)

const line = (from: number, to: number, title: string, zone: string) =>
  isClear(from, zone) && isClear(to, zone)
    ? [`${new Date(from).toISOString().slice(0, 16)} ${(to - from) / 60_000} ${title}`]
    : []

const ours = (group: readonly Series<Content>[], zone: string) =>
  group
    .flatMap((series) => occurrencesIn(series, FROM, TO, SHANGHAI))
    .filter(({ start }) => start >= FROM)
    .flatMap(({ start, end, content }) => line(start, end, content.title, zone))
    .sort()

interface Act {
  readonly kind: 'title' | 'move' | 'remove' | 'day'
  readonly scope: Scope
  readonly at: number
  readonly by: number
}

const acts: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom<Act['kind']>('title', 'move', 'remove', 'day'),
  scope: fc.constantFrom<Scope>(SCOPE.this, SCOPE.following, SCOPE.all),
  at: fc.nat({ max: 12 }),
  by: fc.integer({ min: -40, max: 40 }).map((quarters) => quarters * 900_000),
})

/** The group after an act; what is refused changes nothing. */
function acted(group: readonly Series<Content>[], { kind, scope, at, by }: Act, step: number) {
  const all = group.flatMap((series) => occurrencesIn(series, FROM, TO, SHANGHAI))
  const one = all[at % Math.max(1, all.length)]
  if (!one) return group
  const { series, key, times } = one
  if (kind === 'remove') return removed(group, series.id, key, scope)
  const allDay = kind === 'day' ? !times.allDay : times.allDay
  const change = {
    ...{ zone: series.zone, rule: series.rule, allDay },
    content: kind === 'title' ? { title: `${step}` } : one.content,
    minutes: kind === 'day' ? (allDay ? 1440 : 45) : times.minutes,
    start:
      kind === 'day' && allDay
        ? Math.floor(times.start / DAY_MS) * DAY_MS
        : kind === 'move'
          ? times.start + (allDay ? Math.sign(by) * DAY_MS : by)
          : times.start,
  }
  return changed(group, series.id, key, scope, change, SHANGHAI, () => `n${step}`)
}

function tried(group: readonly Series<Content>[], act: Act, step: number) {
  try {
    return acted(group, act, step)
  } catch {
    return group
  }
}

const cases = fc.record({
  rule: fc.constantFrom(
    ...['FREQ=DAILY;COUNT=40', 'FREQ=WEEKLY;BYDAY=MO,WE,SU;COUNT=30', 'FREQ=DAILY;INTERVAL=5', 'FREQ=WEEKLY'],
    ...['FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=5', 'FREQ=WEEKLY;UNTIL=20261109', null],
    ...[
      'FREQ=YEARLY',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    ],
  ),
  zone: fc.constantFrom(SHANGHAI, 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC'),
  start: fc.constantFrom(
    '2026-03-02T09:00',
    '2026-03-27T02:30',
    '2026-10-20T01:30',
    '2026-10-29T23:45',
    '2026-03-07T02:10',
  ),
  allDay: fc.boolean(),
  steps: fc.array(acts, { maxLength: 5 }),
})

describe('calendars for others', () => {
  it('are read by another reader as the same occurrences, whatever was changed', () => {
    fc.assert(
      fc.property(cases, ({ rule, zone, start, allDay, steps }) => {
        let group: readonly Series<Content>[] = [
          seriesOf({
            ...{ zone, allDay, start: wall(start), rule: rule === null ? null : readRule(rule, zone) },
            ...(allDay && { minutes: 2880 }),
          }),
        ]
        steps.forEach((act, step) => {
          group = tried(group, act, step + 1)
        })
        expect(readBack(written(group), zone)).toEqual(ours(group, zone))
      }),
      { numRuns: 60 },
    )
  })

  it('keep a text in its line, and no line longer than 75 octets', () => {
    const title = `第一\r\nBEGIN:VEVENT\rX:${'很长'.repeat(60)}\u0007;,\\🌾${'🌾'.repeat(40)}`
    const text = written([seriesOf({ rule: null, content: { title } })])
    const lines = text.split('\r\n')
    expect(lines.every((one) => Buffer.byteLength(one) <= 75)).toBe(true)
    expect(lines.filter((one) => one === 'BEGIN:VEVENT')).toHaveLength(1)
    const [event] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    expect(event?.getFirstPropertyValue('summary')).toBe(title.replace(/\r\n?/g, '\n').replace('\u0007', ''))
    expect(folded('a'.repeat(75))).toHaveLength(75)
    expect(folded('a'.repeat(76))).toBe(`${'a'.repeat(75)}\r\n a`)
  })
})
