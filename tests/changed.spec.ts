import { expect, it } from 'vitest'
import { planOf } from './changed.mjs'

const suitesFor = (...files: string[]) => Object.keys(planOf({ ref: 'HEAD', files })).sort()

it('A change of code runs the specs that import it, and what judges all code', () => {
  const plan = planOf({ ref: 'main', files: ['renderers/list/cell.tsx'] })
  expect(Object.keys(plan).sort()).toEqual(['api', 'browser', 'lint', 'types', 'unit'])
  expect(plan['unit']).toEqual(['--changed', 'main', '--passWithNoTests'])
  expect(suitesFor('runtime/text.ts')).toContain('runtime')
})

it('A change of documents alone runs their check', () => {
  const plan = planOf({ ref: 'HEAD', files: ['schemas/menu.json'] })
  expect(plan).toEqual({ check: [], unit: ['runtime/document'] })
})

it('A changed journey is walked, on what is built now', () => {
  expect(suitesFor('tests/e2e/chat.e2e.spec.ts')).toEqual([
    'api',
    'browser',
    'build',
    'e2e',
    'lint',
    'types',
    'unit',
  ])
})

it('A change of what no import leads to runs every spec', () => {
  expect(planOf({ ref: 'HEAD', files: ['package-lock.json'] })['unit']).toEqual([])
})

it('A change of words alone runs nothing', () => {
  expect(suitesFor('README.md')).toEqual([])
})
