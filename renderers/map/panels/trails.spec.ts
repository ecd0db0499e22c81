import { describe, expect, it } from 'vitest'
import { joined } from './trails'

const at = (time: number, value = time) => ({ time, value })

describe('the trail of a metric', () => {
  it('goes on from what is stored to what has come since, each report once', () => {
    const stored = [{ metric: 'pres', points: [[1, 1] as const, [2, 2] as const], gaps: [] }]
    expect(joined(stored, { pres: [at(2), at(3)] })).toEqual({ pres: [[at(1), at(2), at(3)]] })
  })

  it('is broken where nothing was reported', () => {
    const stored = [
      {
        metric: 'pres',
        points: [[1, 1] as const, [2, 2] as const, [9, 9] as const],
        gaps: [[2, 9] as const],
      },
    ]
    expect(joined(stored, { pres: [at(10)] })).toEqual({
      pres: [
        [at(1), at(2)],
        [at(9), at(10)],
      ],
    })
  })

  it('of a direction is broken where it passes north', () => {
    const stored = [
      { metric: 'windDirection', points: [[1, 350] as const, [2, 10] as const], gaps: [], wraps: 360 },
    ]
    expect(joined(stored, { windDirection: [at(3, 20)] })).toEqual({
      windDirection: [[at(1, 350)], [at(2, 10), at(3, 20)]],
    })
  })

  it('is what has come alone where nothing is stored', () => {
    expect(joined([], { flow: [at(5)] })).toEqual({ flow: [[at(5)]] })
  })
})
