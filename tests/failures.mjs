import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Characters of what a failed test said. */
const SAID = 400

/**
 * The failed tests of a report that vitest or Playwright wrote; a file that does not load is one of its own. Empty where there is none.
 * @param {string} report its path
 * @returns {{ file: string, name: string, output: string }[]}
 */
export function failuresOf(report) {
  try {
    const content = JSON.parse(readFileSync(report, 'utf8'))
    return content.suites
      ? content.suites.flatMap((suite) => journeys(suite))
      : content.testResults.flatMap(specs)
  } catch {
    return []
  }
}

/** Failed tests as lines: where, which, and the beginning of what was said. */
export function told(failures) {
  return failures
    .map(({ file, name, output }) => `  ${file}\n    ${name}\n      ${output.replaceAll('\n', '\n      ')}`)
    .join('\n')
}

function specs({ name, status, message, assertionResults }) {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0)
    return [{ file, name: '(the file does not load)', output: plain(message) }]
  return failed.map((test) => ({ file, name: test.fullName, output: plain(test.failureMessages[0]) }))
}

function journeys(suite, outer = '') {
  const name = suite.title === suite.file ? outer : `${outer}${suite.title} › `
  const own = (suite.specs ?? []).flatMap(({ title, tests, line }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        file: `${suite.file}:${line}`,
        name: name + title,
        output: plain(results.find(({ error }) => error)?.error.message),
      })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => journeys(inner, name))]
}

/** Without the colours of a terminal. */
function plain(message = '') {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that begins a colour.
  return message.replace(/\u001b\[[0-9;]{1,20}m/g, '').slice(0, SAID)
}
