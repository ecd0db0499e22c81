import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { failuresOf, told } from './failures.mjs'

const reportOf = (content: unknown) => {
  const file = join(mkdtempSync(join(tmpdir(), 'loam-report-')), 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('the failed tests of a vitest report, and files that do not load', () => {
  const report = reportOf({
    testResults: [
      {
        name: resolve('runtime/a.spec.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'a good one', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'a list sorts',
            failureMessages: ['\u001b[31mexpected 1\u001b[0m\nto be 2'],
          },
        ],
      },
      {
        name: resolve('runtime/b.spec.ts'),
        status: 'failed',
        message: 'no such module',
        assertionResults: [],
      },
      { name: resolve('runtime/c.spec.ts'), status: 'passed', message: '', assertionResults: [] },
    ],
  })
  expect(failuresOf(report)).toEqual([
    { file: 'runtime/a.spec.ts', name: 'a list sorts', output: 'expected 1\nto be 2' },
    { file: 'runtime/b.spec.ts', name: '(the file does not load)', output: 'no such module' },
  ])
})

test('the failed tests of a Playwright report, in their groups', () => {
  const failed = { status: 'unexpected', results: [{ error: { message: 'not visible' } }] }
  const report = reportOf({
    suites: [
      {
        title: 'session.e2e.spec.ts',
        file: 'session.e2e.spec.ts',
        specs: [{ title: 'signs in', line: 3, tests: [{ status: 'expected', results: [{}] }] }],
        suites: [
          {
            title: 'a session',
            file: 'session.e2e.spec.ts',
            specs: [{ title: 'ends', line: 9, tests: [failed] }],
          },
        ],
      },
    ],
  })
  const failures = failuresOf(report)
  expect(failures).toEqual([
    { file: 'session.e2e.spec.ts:9', name: 'a session › ends', output: 'not visible' },
  ])
  expect(told(failures)).toBe('  session.e2e.spec.ts:9\n    a session › ends\n      not visible')
})

test('a report that was never written has none', () => {
  expect(failuresOf('/nowhere/report.json')).toEqual([])
})
