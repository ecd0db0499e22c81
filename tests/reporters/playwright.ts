import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { fileOf } from '../results.mjs'
import { tell } from './channel'

/** Tells each journey as it ends, beside Playwright's own words. */
export default class Teller implements Reporter {
  onTestEnd(test: TestCase, { status, duration, error }: TestResult): void {
    const [, , , ...groups] = test.titlePath()
    const state = status === 'passed' || status === 'skipped' ? status : 'failed'
    void tell({
      ...{ what: 'test', file: fileOf(test.location.file), line: test.location.line },
      ...{ name: groups.join(' › '), state, seconds: duration / 1000 },
      ...(state === 'failed' && { output: error?.message ?? status }),
    })
  }

  /** What fails outside of every journey: a worker that cannot start its product. */
  onError({ message }: TestError): void {
    const file = '(beside every journey)'
    void tell({ what: 'test', file, name: null, state: 'failed', seconds: 0, output: message ?? '' })
  }

  async onEnd(): Promise<void> {
    await tell({ what: 'end' })
  }

  printsToStdio(): boolean {
    return false
  }
}
