import type { FormProps } from '@rjsf/core'
import { cleanup } from '@testing-library/react'
import type { ComponentType } from 'react'

export interface SuiteForm {
  readonly name: string
  readonly props: FormProps
}

type Suite = (Form: ComponentType<FormProps>, options: typeof WIDTHS) => void

/** Widths of a column in our grid, under the names that the suite of layouts has for them. */
const WIDTHS = {
  ColumnWidthAll: { span: 24 },
  ColumnWidth4: { span: 8 },
  ColumnWidth6: { span: 12 },
  ColumnWidth8: { span: 16 },
}

/** What has been given away, and the test that is being run. */
const taken = { name: '', forms: [] as SuiteForm[] }

function Taken(props: FormProps) {
  const { name, forms } = taken
  const more = forms.filter((form) => form.name.startsWith(name)).length
  forms.push({ name: more === 0 ? name : `${name} (${more + 1})`, props })
  return null
}

/**
 * The forms of RJSF's own suite for themes. It draws each and compares a snapshot; run with these words in the place of a test
 * runner's, it gives the forms away instead.
 */
export async function suiteForms(): Promise<readonly SuiteForm[]> {
  const path: string[] = []
  const tests: { readonly name: string; readonly run: () => unknown }[] = []
  const words = {
    vi: { mock: () => undefined, fn: (made: unknown) => made },
    beforeAll: (prepare: () => void) => prepare(),
    describe: (name: string, define: () => void) => {
      path.push(name)
      define()
      path.pop()
    },
    test: (name: string, run: () => unknown) => tests.push({ name: [...path, name].join(' › '), run }),
    expect: () => new Proxy({}, { get: () => () => undefined }),
    ...Object.fromEntries(['beforeEach', 'afterAll', 'afterEach'].map((word) => [word, () => undefined])),
  }
  const before = Object.fromEntries(Object.keys(words).map((word) => [word, Reflect.get(globalThis, word)]))
  Object.assign(globalThis, words)
  try {
    const { arrayTests, formTests, gridTests, objectTests } = await import('@rjsf/snapshot-tests')
    const suites: Readonly<Record<string, Suite>> = {
      arrayTests,
      formTests,
      gridTests,
      objectTests,
    }
    for (const [suite, define] of Object.entries(suites)) {
      tests.length = 0
      path.splice(0, path.length, suite)
      define(Taken, WIDTHS)
      for (const test of tests) {
        taken.name = test.name
        await test.run()
        cleanup()
      }
    }
  } finally {
    Object.assign(globalThis, before)
  }
  return taken.forms
}
