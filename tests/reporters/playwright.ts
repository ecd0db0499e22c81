import type { Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { fileOf } from '../results.mjs'
import { tell } from './channel'

/** The file that a group of journeys stands in. */
function fileOfSuite(suite: Suite | undefined): string | undefined {
  return suite?.type === 'file' ? suite.location?.file : suite && fileOfSuite(suite.parent)
}

/** Tells each journey as it ends, beside Playwright's own words. */
export default class Teller implements Reporter {
  onTestEnd(test: TestCase, { status, duration, error }: TestResult): void {
    const [, , , ...groups] = test.titlePath()
    // A journey may be written in a file beside the one that walks it, which is the one that is found again.
    const { file, line } = test.location
    const walked = fileOfSuite(test.parent) ?? file
    const state = status === 'passed' || status === 'skipped' ? status : 'failed'
    void tell({
      ...{ what: 'test', file: fileOf(walked), ...(walked === file && { line }) },
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
