import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const before = process.exitCode
beforeEach(() => vi.resetModules())
afterEach(() => {
  process.exitCode = before
  vi.restoreAllMocks()
})

it('a budget that is missed is marked, and the run has failed', async () => {
  const { hold, tellBudgets } = await import('./budget.mjs')
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  expect(hold('readings', 25_000, { atLeast: 20_000, unit: 'a second' })).toBe('budget ≥ 20,000')
  tellBudgets()
  expect(process.exitCode).toBe(before)
  expect(hold('frames', 20.5, { atMost: 20, unit: 'ms' })).toBe('budget ≤ 20, MISSED')
  // What could not be measured keeps no budget.
  hold('alarms', Number.NaN, { atMost: 500 })
  tellBudgets()
  expect(lines.filter((line) => line.startsWith('  MISSED')).at(0)).toMatch(
    /frames +20.5 ms \(budget ≤ 20 ms\)/,
  )
  expect(process.exitCode).toBe(1)
})
