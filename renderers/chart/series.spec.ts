import { describe, expect, it } from 'vitest'
import { badMarks, brokenLine, chartData, isLone, numberText, titleOf, unitsOf, withDetail } from './series'

describe('series of a chart', () => {
  const wet = { name: '含水率', unit: '%', deviceId: 'S7', deviceName: '7号墒情站', points: [] }

  it('are broken where nothing was measured', () => {
    const points = [
      [0, 1],
      [10, 2],
      [90, 3],
      [100, 4],
    ] as const
    expect(brokenLine({ ...wet, points, gaps: [[10, 90]] })).toEqual([
      [0, 1],
      [10, 2],
      [50, null],
      [90, 3],
      [100, 4],
    ])
    expect(brokenLine({ ...wet, points: points.slice(0, 2) })).toEqual([
      [0, 1],
      [10, 2],
    ])
  })

  it('of a direction lead over north, not through the south', () => {
    const points = [
      [0, 350],
      [10, 359],
      [20, 1],
      [30, 90],
    ] as const
    expect(brokenLine({ ...wet, points, wraps: 360 })).toEqual([
      [0, 350],
      [10, 359],
      [15, null],
      [20, 1],
      [30, 90],
    ])
    expect(brokenLine({ ...wet, points, wraps: 360, gaps: [[10, 20]] })).toHaveLength(5)
    expect(brokenLine({ ...wet, points })).toEqual(points)
  })

  it('mark what no sensor can have measured where the line is, by what it said', () => {
    const points = [[0, 20] as const, [20, 22] as const]
    const bad = [[5, 6553.4] as const, [10, -127] as const]
    expect(badMarks({ ...wet, points, bad })).toEqual([
      { at: 5, level: 22, value: 6553.4 },
      { at: 10, level: 20, value: -127 },
    ])
    expect(badMarks({ ...wet, bad })).toMatchObject([{ level: 0 }, { level: 0 }])
    expect(badMarks(wet)).toEqual([])
    const detail = { series: [{ ...wet, points, bad }], from: 0, to: 20 }
    const whole = { series: [{ ...wet, points, bad: [[5, 1] as const, [30, 2] as const] }] }
    expect(withDetail(whole, detail).series[0]?.bad).toEqual([...bad, [30, 2]])
  })

  it('have points that no line reaches', () => {
    const line = [
      [0, 1] as const,
      [5, null] as const,
      [10, 2] as const,
      [15, null] as const,
      [20, 3] as const,
    ]
    expect(line.map((_, index) => isLone(line, index))).toEqual([true, false, true, false, true])
    const joined = [[0, 1] as const, [10, 2] as const, [15, null] as const]
    expect(joined.map((_, index) => isLone(joined, index))).toEqual([false, false, false])
  })

  it('have finer points, and finer gaps, in the part that was looked at more closely', () => {
    const coarse = [0, 10, 20, 30, 40].map((at) => [at, at] as const)
    const fine = [20, 22, 24, 30].map((at) => [at, at + 0.5] as const)
    const whole = { series: [{ ...wet, points: coarse, gaps: [[10, 20]] as const }], from: 0, to: 40 }
    const detail = { series: [{ ...wet, points: fine, gaps: [[24, 30]] as const }], from: 15, to: 30 }
    expect(withDetail(whole, detail).series[0]).toMatchObject({
      points: [[0, 0], [10, 10], ...fine, [40, 40]],
      gaps: [
        [10, 15],
        [24, 30],
      ],
    })
    expect(withDetail(whole, null)).toBe(whole)
    // Of another device, or of nothing: as it was.
    expect(withDetail(whole, { ...detail, series: [{ ...wet, deviceId: 'S8', points: fine }] })).toEqual(
      whole,
    )
  })

  it('bear their device’s name where there are several', () => {
    const other = { ...wet, deviceId: 'S8', deviceName: '8号墒情站' }
    expect(titleOf(wet, [wet])).toBe('含水率')
    expect(titleOf(other, [wet, other])).toBe('8号墒情站 含水率')
    expect(unitsOf([wet, other, { ...wet, unit: '℃' }])).toEqual(['%', '℃'])
  })

  it('are of the documented shape or none', () => {
    expect(chartData(null)).toBeNull()
    expect(chartData({ list: [] })).toBeNull()
    expect(chartData({ series: [wet] })).toEqual({ series: [wet] })
  })

  it('read as numbers that tell something', () => {
    expect([0.4213, 23.456, 412.66, 6510.4].map(numberText)).toEqual(['0.421', '23.46', '412.7', '6,510'])
  })
})
