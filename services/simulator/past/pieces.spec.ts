import { metricByName } from '@runtime/field/kinds'
import { describe, expect, it } from 'vitest'
import { DEMO_FARM } from '../farm/demo'
import { drawFarm } from '../farm/draw'
import { soilAt } from './beginning'
import { type PastPiece, pastPieces } from './pieces'
import { DAY, dayOf } from './spans'

/** Eleven in the morning of a July day on the farm. */
const TO = Date.parse('2026-07-20T03:00:00Z')
const farm = drawFarm(DEMO_FARM)
const codeOf = (name: string) => metricByName(name)?.code ?? -1

/** A past of two stations, a mast and a meter. */
const ids = ['SM-07', 'WS-1', 'FM-1']
const numbers = Object.fromEntries(ids.map((id, index) => [id, index + 1]))
const all = [...pastPieces({ seed: 1, to: TO, numbers })]

const numbersOf = (piece: PastPiece, name: string) =>
  JSON.parse(`[${piece.columns[name]?.slice(1, -1)}]`) as number[]
const rowsOf = (into: PastPiece['into'], id: string, metric: string) =>
  all
    .filter((piece) => piece.into === into)
    .flatMap((piece) => {
      const columns = Object.fromEntries(
        Object.keys(piece.columns).map((name) => [name, numbersOf(piece, name)]),
      )
      return (columns['device_no'] ?? []).flatMap((no, index) =>
        no === numbers[id] && columns['metric']?.[index] === codeOf(metric)
          ? [Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[index] ?? 0]))]
          : [],
      )
    })

describe('the past of the demo', () => {
  it('has two weeks of single readings up to now, and three seasons of hours and days', () => {
    const single = rowsOf('telemetry', 'SM-07', 'vwc20')
    expect(single).toHaveLength(13 * 144 + 66)
    expect(single.at(-1)?.['ts']).toBe(TO - 600_000)
    const days = rowsOf('telemetry_1d', 'SM-07', 'vwc20')
    // Of each season every day, but not the one that is not over.
    expect(days).toHaveLength(3 * 120)
    expect(new Set(days.map(({ bucket }) => bucket)).size).toBe(3 * 120)
    expect(Math.max(...days.map(({ bucket = 0 }) => bucket))).toBe(dayOf(TO) - DAY)
    // None is so far from the next that a chart would show a gap there.
    const hours = rowsOf('telemetry_1h', 'SM-07', 'vwc20').map(({ bucket = 0 }) => bucket)
    const sorted = hours.filter((at) => at > TO - 121 * DAY).sort((a, b) => a - b)
    for (const [index, at] of sorted.entries())
      expect((sorted[index + 1] ?? at) - at).toBeLessThanOrEqual(7_200_000)
    expect(all.every(({ rows }) => rows <= 10_000)).toBe(true)
  })

  it('leaves the sums of today to the live ones', () => {
    for (const piece of all.filter(({ isToday }) => isToday)) expect(piece.into).toBe('telemetry')
    const sums = all.filter(({ into }) => into !== 'telemetry')
    for (const piece of sums) expect(Math.max(...numbersOf(piece, 'bucket'))).toBeLessThan(dayOf(TO))
  })

  it('sums up what it has of a day', () => {
    const [day] = rowsOf('telemetry_1d', 'WS-1', 'airTemp').filter(({ bucket }) => bucket === dayOf(TO) - DAY)
    const single = rowsOf('telemetry', 'WS-1', 'airTemp').filter(
      ({ ts = 0 }) => dayOf(ts) === dayOf(TO) - DAY,
    )
    const values = single.map(({ value = 0 }) => value)
    expect(day).toMatchObject({
      n: 144,
      min: Math.min(...values),
      max: Math.max(...values),
      first: values[0],
    })
    expect(day?.['sum']).toBeCloseTo(
      values.reduce((sum, value) => sum + value, 0),
      6,
    )
  })

  it('counts water that never runs back, up to what the meter shows when the demo begins', () => {
    const totals = [...rowsOf('telemetry_1h', 'FM-1', 'total')].sort(
      (one, other) => (one['bucket'] ?? 0) - (other['bucket'] ?? 0),
    )
    for (const [index, row] of totals.entries())
      expect(totals[index + 1]?.['min'] ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(row['max'] ?? 0)
    expect(rowsOf('telemetry', 'FM-1', 'total').at(-1)?.['value']).toBeLessThanOrEqual(18_182_340)
  })

  it('ends where the live farm begins: the soil has no step there', () => {
    const soil = soilAt(farm, 1, TO).get('SM-07')?.soil.water ?? [0, 0, 0]
    for (const [index, metric] of ['vwc20', 'vwc40', 'vwc60'].entries()) {
      const last = rowsOf('telemetry', 'SM-07', metric).at(-1)?.['value'] ?? 0
      expect((soil[index] ?? 0) * 100).toBeCloseTo(last, 0)
    }
  }, 60_000)
})
