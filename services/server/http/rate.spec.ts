import { expect, it } from 'vitest'
import { createRate } from './rate'

it('lets through a burst, then so many in a second, and says how long is left', () => {
  let time = 0
  const take = createRate(3, 10, () => time)
  expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 100])
  time = 99
  expect(take()).toBe(1)
  time = 100
  expect([take(), take()]).toEqual([0, 100])
  time = 10_000
  expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 100])
})

it('takes several turns as one, or none of them', () => {
  let time = 0
  const take = createRate(10, 10, () => time)
  expect([take(8), take(3), take(2)]).toEqual([0, 100, 0])
  time = 300
  expect(take(3)).toBe(0)
})
