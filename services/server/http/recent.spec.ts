import { expect, it } from 'vitest'
import { Recent } from './recent'

it('knows who was noted of late, and keeps nobody else', () => {
  let now = 0
  const recent = new Recent(1_000, () => now)
  const [anna, bert] = [
    { kind: 'user', id: 'anna' },
    { kind: 'user', id: 'bert' },
  ] as const
  recent.add(anna)
  expect([anna, bert].map((one) => recent.has(one))).toEqual([true, false])
  now = 999
  recent.add(bert)
  expect(recent.has(anna)).toBe(true)
  now = 1_000
  expect([anna, bert].map((one) => recent.has(one))).toEqual([false, true])
  recent.add(bert)
  expect(recent.size).toBe(1)
})
