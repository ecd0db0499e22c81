import { describe, expect, it } from 'vitest'
import { comingStarts, isWithin } from './coming'

const ZONE = 'Asia/Shanghai'
const HOUR = 3_600_000
const at = (text: string) => Date.parse(`${text}+08:00`)
const daily = { cron: '0 6 * * *', zone: ZONE, window: null, holds: [] }

describe('starts to come', () => {
  it('are those of the time that is asked for, its beginning included and its end not', () => {
    const span = { from: at('2026-07-01T06:00'), to: at('2026-07-04T06:00') }
    expect(comingStarts(daily, span, 300).map((start) => start.at)).toEqual(
      [1, 2, 3].map((day) => at(`2026-07-0${day}T06:00`)),
    )
    expect(comingStarts(daily, { ...span, from: span.from + 1 }, 300)).toHaveLength(2)
  })

  it('are no more than may be told, the earliest', () => {
    const span = { from: at('2026-07-01T00:00'), to: at('2026-07-08T00:00') }
    const found = comingStarts({ ...daily, cron: '* * * * *' }, span, 40)
    expect(found).toHaveLength(40)
    expect(found.at(-1)?.at).toBe(span.from + 39 * 60_000)
  })

  it('say what keeps them from being one: the hours of the schedule, or a hold for rain until its end', () => {
    const six = at('2026-07-01T06:00')
    const span = { from: six, to: six + 48 * HOUR }
    const words = (more: object) =>
      comingStarts({ ...daily, ...more }, span, 9).map(
        ({ against }) => against && [against.text, against.params],
      )
    expect(words({})).toEqual([null, null])
    const outside = ['@command.schedule.outsideWindow', {}]
    expect(words({ window: { from: '20:00', to: '05:00' } })).toEqual([outside, outside])
    expect(words({ holds: [{ from: six, to: six + 24 * HOUR }] })).toEqual([
      ['@command.schedule.rainHold', { until: '2026-07-02 06:00' }],
      null,
    ])
  })

  it.each([
    ['05:59', '20:00', '06:00', true],
    ['06:00', '20:00', '06:00', false],
    ['19:59', '20:00', '06:00', false],
    ['08:00', '08:00', '09:00', true],
    ['09:00', '08:00', '09:00', false],
  ])('at %s are within %s to %s: %s', (time, from, to, is) => {
    expect(isWithin(time, { from, to })).toBe(is)
  })
})
