import { expect, it } from 'vitest'
import { BUDGETS, GATE, overBudget, PHASES } from './budgets.mjs'

it('Every suite of the gate has a budget, and none else', () => {
  const gate = PHASES.flat(2).filter((suite) => !suite.startsWith('long-'))
  expect(Object.keys(BUDGETS).sort()).toEqual(gate.sort())
})

it('The longest lanes of the phases keep the gate within its time', () => {
  const seconds = (lane: readonly string[]) =>
    lane.reduce((sum, suite) => sum + (BUDGETS[suite]?.suite ?? 0), 0)
  const gate = PHASES.reduce((sum, lanes) => sum + Math.max(...lanes.map(seconds)), 0)
  expect(gate).toBeLessThanOrEqual(GATE)
})

it('Who is over the budget is told with both figures, and nobody else', () => {
  const files = [
    { file: 'long.spec.ts', seconds: 90 },
    { file: 'short.spec.ts', seconds: 1 },
  ]
  expect(overBudget('unit', 130, files)).toEqual([
    `unit: 130 s, budget ${BUDGETS['unit']?.suite} s`,
    'unit  long.spec.ts: 90 s, budget 15 s',
  ])
  expect(overBudget('unit', 10, files.slice(1))).toEqual([])
  expect(overBudget('long-unit', 10_000, files)).toEqual([])
})
