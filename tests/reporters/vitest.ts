import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node'
import { fileOf, type Told } from '../results.mjs'
import { tell } from './channel'

/** Tells each test as it ends, beside vitest's own words. */
export default class Teller implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    void tell({ what: 'plan', files: specifications.map(({ moduleId }) => fileOf(moduleId)) })
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'pending') return
    const file = fileOf(test.module.moduleId)
    void tell({
      ...{ what: 'test', file, name: test.fullName, state, seconds: 0 },
      ...(state === 'failed' && { output: outputOf(errors ?? []) }),
    })
  }

  onTestModuleEnd(module: TestModule): void {
    const file = fileOf(module.moduleId)
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    void tell({ what: 'file', file, seconds: (collectDuration + setupDuration + duration) / 1000 })
    // It does not load, or what a group does before and after its tests has failed.
    for (const part of [module, ...module.children.allSuites()])
      if (part.errors().length > 0) void tell(failed(file, part.errors()))
  }

  async onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    for (const error of unhandled) {
      const path = error['VITEST_TEST_PATH']
      await tell(failed(typeof path === 'string' ? fileOf(path) : '(beside every test)', [error]))
    }
    await tell({ what: 'end' })
  }
}

/** A file that has failed beside its tests. */
function failed(file: string, errors: Errors): Told {
  return { what: 'test', file, name: null, state: 'failed', seconds: 0, output: outputOf(errors) }
}

type Errors = readonly Pick<SerializedError, 'stack' | 'message' | 'cause'>[]

function outputOf(errors: Errors): string {
  return errors
    .map(({ message, stack, cause }) => {
      const said = stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`
      return cause ? `${message}\n${outputOf([cause])}` : said
    })
    .join('\n')
}
