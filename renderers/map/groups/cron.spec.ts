import { expect, it } from 'vitest'
import { cronOf, rhythmOf, WEEKDAYS } from './cron'

it.each([
  ['30 6 * * *', { clock: '06:30', days: WEEKDAYS }],
  ['0 22 * * 1,3,5', { clock: '22:00', days: [1, 3, 5] }],
])('reads %s and writes it again', (cron, rhythm) => {
  expect(rhythmOf(cron)).toEqual(rhythm)
  expect(cronOf(rhythm)).toBe(cron)
})

it.each(['*/5 * * * *', '0 6 1 * *', '0 25 * * *', '61 6 * * *', ''])(
  'leaves %s to whoever wrote it',
  (cron) => {
    expect(rhythmOf(cron)).toBeNull()
  },
)
