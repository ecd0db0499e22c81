import { describe, expect, it } from 'vitest'
import { quietUntil } from './quiet'

const ZONE = 'Asia/Shanghai'
const at = (text: string) => Date.parse(`${text}+08:00`)
const shown = (now: string, from: string, to: string) => {
  const until = quietUntil(at(now), { from, to }, ZONE)
  return until === undefined ? undefined : new Date(until + 8 * 3_600_000).toISOString().slice(0, 16)
}

describe('quiet hours', () => {
  it.each([
    // Past midnight: the evening before and the morning after, over the end of a month too.
    ['2026-03-31T21:59:59', '22:00', '07:30', undefined],
    ['2026-03-31T22:00:00', '22:00', '07:30', '2026-04-01T07:30'],
    ['2026-03-31T23:59:59', '22:00', '07:30', '2026-04-01T07:30'],
    ['2026-04-01T00:00:00', '22:00', '07:30', '2026-04-01T07:30'],
    ['2026-04-01T07:29:59', '22:00', '07:30', '2026-04-01T07:30'],
    ['2026-04-01T07:30:00', '22:00', '07:30', undefined],
    // Within one day.
    ['2026-04-01T12:00:00', '12:00', '14:00', '2026-04-01T14:00'],
    ['2026-04-01T14:00:00', '12:00', '14:00', undefined],
    ['2026-04-01T03:00:00', '12:00', '14:00', undefined],
    // Midnight itself.
    ['2026-04-01T23:30:00', '23:00', '00:00', '2026-04-02T00:00'],
    ['2026-04-01T00:00:00', '23:00', '00:00', undefined],
  ])('at %s from %s to %s end at %s', (now, from, to, until) => {
    expect(shown(now, from, to)).toBe(until)
  })
})
