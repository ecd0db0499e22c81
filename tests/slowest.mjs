import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** So many files of each suite are named. */
const MOST = 12

/**
 * The files of each report that took longest, in seconds, as lines.
 * @param {readonly string[]} reports files that vitest or Playwright wrote; those that are missing are left out
 */
export function slowest(reports) {
  return reports
    .flatMap((report) => {
      const files = filesOf(report).sort((a, b) => b.seconds - a.seconds)
      const sum = files.reduce((total, { seconds }) => total + seconds, 0)
      return [
        `\n${report.replace(/^.*\/|\.json$/g, '')}: ${files.length} files, ${sum.toFixed(0)} s in all; the longest`,
        ...files.slice(0, MOST).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}`),
      ].slice(files.length > 0 ? 0 : 2 + MOST)
    })
    .join('\n')
}

function filesOf(report) {
  let content
  try {
    content = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return []
  }
  return content.suites ? content.suites.map(journey) : content.testResults.map(spec)
}

const spec = ({ name, startTime, endTime }) => ({
  file: relative(process.cwd(), name),
  seconds: (endTime - startTime) / 1000,
})

function journey(suite) {
  const own = (suite.specs ?? []).flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  const seconds =
    own.reduce((sum, { duration }) => sum + duration / 1000, 0) +
    (suite.suites ?? []).reduce((sum, inner) => sum + journey(inner).seconds, 0)
  return { file: suite.file, seconds }
}
