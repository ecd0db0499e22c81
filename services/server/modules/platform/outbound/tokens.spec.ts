import { expect, it } from 'vitest'
import { createTokens } from './tokens'

it('asks for a token once, anew when it ends or is refused, and again after a failure', async () => {
  let now = 0
  let asked = 0
  const tokens = createTokens(() => now)
  const ask = async () => ({ token: `t${++asked}`, until: now + 7_200_000 })
  expect(await Promise.all(Array.from({ length: 20 }, () => tokens.of('farm', ask)))).toEqual(
    Array.from({ length: 20 }, () => 't1'),
  )
  expect(await tokens.of('other', ask)).toBe('t2')
  now = 7_139_999
  expect(await tokens.of('farm', ask)).toBe('t1')
  now = 7_140_000
  expect(await tokens.of('farm', ask)).toBe('t3')
  tokens.forget('farm', 't1')
  expect(await tokens.of('farm', ask)).toBe('t3')
  tokens.forget('farm', 't3')
  await expect(tokens.of('farm', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await tokens.of('farm', ask)).toBe('t4')
})
