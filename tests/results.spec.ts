import { expect, test } from 'vitest'
import { Results, slowest, type TestResult, told } from './results.mjs'

const FILE = 'runtime/a.spec.ts'
const result = (rest: Partial<TestResult>): TestResult => ({
  ...{ what: 'test', file: FILE, name: 'a list sorts', state: 'passed', seconds: 0 },
  ...rest,
})
const heard = (...tests: readonly TestResult[]) => {
  const results = new Results()
  for (const one of tests) results.take(one)
  return results
}

test('counts what a runner has told so far, and keeps what failed with its first words, without colours', () => {
  const results = heard(
    result({}),
    result({ name: 'b', state: 'skipped' }),
    result({ name: 'c', state: 'failed', output: '\u001b[31mexpected 1\u001b[0m\nto be 2' }),
  )
  expect([results.count('passed'), results.count('failed'), results.count('skipped')]).toEqual([1, 1, 1])
  expect(told(results.failures())).toBe(`  ${FILE}\n    c\n      expected 1\n      to be 2`)
})

test('a journey is told with its line, a file that failed as a whole by its name', () => {
  expect(told([result({ line: 9, output: 'no' })])).toBe(`  ${FILE}:9\n    a list sorts\n      no`)
  expect(told([result({ name: null, output: 'no' })])).toBe(`  ${FILE}\n    (the file as a whole)\n      no`)
})

test('what failed has passed since only where it was heard, and passed each time', () => {
  const failed = result({})
  expect(heard(failed).hasPassed(failed)).toBe(true)
  expect(heard(failed, result({ state: 'failed' })).hasPassed(failed)).toBe(false)
  expect(heard(result({ name: 'another' })).hasPassed(failed)).toBe(false)
  expect(heard(result({ state: 'skipped' })).hasPassed(failed)).toBe(false)
  expect(heard().hasPassed(failed)).toBe(false)
})

test('a file that failed as a whole has passed since where all of it passed', () => {
  const failed = result({ name: null })
  expect(heard(result({}), result({ name: 'b' })).hasPassed(failed)).toBe(true)
  expect(heard(result({}), result({ name: 'b', state: 'failed' })).hasPassed(failed)).toBe(false)
  expect(heard(failed, result({ name: null, state: 'failed' })).hasPassed(failed)).toBe(false)
  expect(heard().hasPassed(failed)).toBe(false)
})

test('the longest files come first, with their tests and what is beside them', () => {
  const results = heard(result({ seconds: 1 }), result({ file: 'b', seconds: 5 }))
  results.take({ what: 'file', file: FILE, seconds: 6 })
  expect(results.files()).toEqual([
    { file: FILE, seconds: 7 },
    { file: 'b', seconds: 5 },
  ])
  expect(slowest('unit', results)).toContain('unit: 2 files, 12 s in all')
  expect(slowest('types', heard())).toBe('')
})

test('what failed beside every test has passed since where every test did; what only then was heard counts', () => {
  const failed = result({ file: '(beside every test)', name: null, state: 'failed' })
  const [first, again] = [heard(result({}), failed), heard(result({}), result({ name: 'b' }))]
  expect(again.hasPassed(failed)).toBe(true)
  expect(heard(result({}), result({ name: 'b', state: 'failed' })).hasPassed(failed)).toBe(false)
  first.addMissing(again)
  expect(first.count('passed')).toBe(2)
})

test('a file that was broken off is forgotten, to be heard anew with those that were not heard', () => {
  const results = heard()
  results.take({ what: 'plan', files: [FILE, 'b', 'c'] })
  for (const file of [FILE, 'b']) results.take(result({ file }))
  results.take({ what: 'file', file: FILE, seconds: 1 })
  expect(results.takeRest()).toEqual(['b', 'c'])
  expect(results.count('passed')).toBe(1)
})
