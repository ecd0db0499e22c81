import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../date'
import { NO_REMINDER, nextReminder } from './reminder'
import { readRule } from './rule'
import { occurrenceId, occurrencesIn, readOccurrenceId, type Series, settled } from './series'
import { momentAt, readWall, wallAt, writeWall } from './wall'

const SHANGHAI = 'Asia/Shanghai'
const NEW_YORK = 'America/New_York'
const at = (text: string) => Date.parse(text)

function seriesOf(start: string, rule: string | null, given: Partial<Series> = {}): Series {
  const zone = given.zone ?? SHANGHAI
  return settled({
    ...{ id: 's1', content: {}, exceptions: new Map(), minutes: 60, allDay: false, zone },
    ...{ start: readWall(start) ?? Number.NaN, rule: rule === null ? null : readRule(rule, zone) },
    ...given,
  })
}
const begins = (series: Series, from: string, to: string, zone = SHANGHAI) =>
  occurrencesIn(series, at(from), at(to), zone).map(({ start }) => new Date(start).toISOString().slice(0, 16))

describe('occurrences', () => {
  it('stay on the clocks of their series’ zone over a change of them', () => {
    const series = seriesOf('2026-10-30T09:00', 'FREQ=DAILY', { zone: NEW_YORK })
    expect(begins(series, '2026-10-31T00:00Z', '2026-11-03T00:00Z')).toEqual([
      ...['2026-10-31T13:00', '2026-11-01T14:00', '2026-11-02T14:00'],
    ])
  })

  it('are the first of two and after the gap, in zones east and west', () => {
    const moment = (text: string, zone: string) =>
      new Date(momentAt(readWall(text) ?? 0, zone)).toISOString().slice(0, 16)
    expect(moment('2026-11-01T01:30', NEW_YORK)).toBe('2026-11-01T05:30')
    expect(moment('2026-10-25T01:30', 'Europe/London')).toBe('2026-10-25T00:30')
    expect(moment('2026-03-08T02:30', NEW_YORK)).toBe('2026-03-08T07:30')
    expect(moment('2026-10-04T02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:45')
    expect(moment('2011-12-31T12:00', 'Pacific/Apia')).toBe('2011-12-30T22:00')
    for (const zone of [NEW_YORK, SHANGHAI, 'Europe/London', 'Asia/Kathmandu', 'UTC'])
      for (let hour = 0; hour < 400 * 24; hour += 7) {
        const ms = at('2026-01-01T00:00Z') + hour * 3_600_000
        const wall = wallAt(ms, zone)
        expect(wallAt(momentAt(wall, zone), zone)).toBe(wall)
      }
  })

  it('of whole days are days everywhere', () => {
    const series = seriesOf('2026-11-04', 'FREQ=WEEKLY', { allDay: true, minutes: 2880, zone: NEW_YORK })
    const [one] = occurrencesIn(series, at('2026-11-01T00:00Z'), at('2026-11-10T00:00Z'), SHANGHAI)
    expect([one?.start, one?.end]).toEqual([at('2026-11-03T16:00Z'), at('2026-11-05T16:00Z')])
  })

  it('that have begun before and are not over are there, as are those that were moved in', () => {
    const series = seriesOf('2026-11-01T20:00', 'FREQ=WEEKLY', {
      minutes: 3 * 1440,
      exceptions: new Map([
        [readWall('2026-11-08T20:00') ?? 0, { cancelled: true as const }],
        [readWall('2026-12-27T20:00') ?? 0, { start: readWall('2026-11-03T08:00') ?? 0, minutes: 30 }],
      ]),
    })
    expect(begins(series, '2026-11-03T00:00Z', '2026-11-12T00:00Z')).toEqual([
      '2026-11-01T12:00',
      '2026-11-03T00:00',
    ])
    expect(begins(series, '2026-12-27T00:00Z', '2026-12-28T00:00Z')).toEqual([])
  })

  it('are known by their series and time', () => {
    const id = occurrenceId('s1', readWall('2026-11-04T09:00') ?? 0)
    expect(id).toBe('s1@20261104T090000')
    expect(readOccurrenceId(id)).toEqual({ seriesId: 's1', key: readWall('2026-11-04T09:00') })
    expect(readOccurrenceId('s1')).toEqual({ seriesId: 's1', key: null })
    for (const forged of ['s1@20261304T090000', 's1@x', 's1@', '@20261104T090000', 's1@20261104T250000'])
      expect(Object.values(readOccurrenceId(forged)).some((part) => !part)).toBe(true)
  })

  it('of an endless series are no more than its window has', () => {
    const series = seriesOf('1990-01-01T00:00', 'FREQ=DAILY')
    expect(begins(series, '2126-01-01T00:00Z', '2127-02-05T00:00Z')).toHaveLength(400)
  })
})

describe('reminders', () => {
  const next = (series: Series, after: string, minutes: number) => {
    const found = nextReminder(series, at(after), SHANGHAI, () => minutes)
    return found && `${writeWall(found.key)} ${new Date(found.at).toISOString().slice(0, 16)}`
  }
  it('come before what they are of, one after the other', () => {
    const series = seriesOf('2026-11-02T09:00', 'FREQ=DAILY;COUNT=3')
    expect(next(series, '2026-11-01T00:00Z', 15)).toBe('2026-11-02T09:00 2026-11-02T00:45')
    expect(next(series, '2026-11-02T00:45Z', 15)).toBe('2026-11-03T09:00 2026-11-03T00:45')
    expect(next(series, '2026-11-04T00:45Z', 15)).toBeNull()
    expect(next(series, '2026-11-01T00:00Z', -1)).toBe('2026-11-02T09:00 2026-11-02T01:00')
    expect(next(series, '2026-11-01T00:00Z', NO_REMINDER)).toBeNull()
    expect(next(series, '2026-11-01T00:00Z', 7)).toBeNull()
  })

  it('of whole days come at an hour of a day', () => {
    const series = seriesOf('2026-11-10', 'FREQ=YEARLY', { allDay: true, minutes: 1440 })
    expect(next(series, '2026-11-01T00:00Z', 1)).toBe('2026-11-10T00:00 2026-11-10T00:00')
    expect(next(series, '2026-11-01T00:00Z', 6)).toBe('2026-11-10T00:00 2026-11-09T02:00')
    expect(next(series, '2026-11-01T00:00Z', 12)).toBe('2026-11-10T00:00 2026-11-03T02:00')
    expect(next(series, '2026-11-10T00:00Z', 1)).toBe('2027-11-10T00:00 2027-11-10T00:00')
  })

  it('reach over years, and over the end of a series by what was moved there', () => {
    expect(next(seriesOf('2024-02-29T09:00', 'FREQ=YEARLY'), '2026-01-01T00:00Z', -1)).toBe(
      '2028-02-29T09:00 2028-02-29T01:00',
    )
    const key = readWall('2026-11-02T09:00') ?? 0
    const series = seriesOf('2026-11-02T09:00', 'FREQ=DAILY;COUNT=1', {
      exceptions: new Map([[key, { start: key + 900 * DAY_MS }]]),
    })
    expect(next(series, '2026-11-05T00:00Z', -1)).toMatch(/^2026-11-02T09:00 2029-/)
  })
})
