// `npm test`: everything that must hold, from types to journeys in a browser. `npm test -- unit api` runs only those.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { install } from '../services/server/bin/project.mjs'
import { chromiumPath } from './chromium.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const output = `${root}tests/.output`

/** Each suite answers `{ passed, failed }`. A step that is one verdict (types, lint) counts as one test. */
const suites = {
  types: () => verdict('tsc', ['--noEmit']),
  runtime: () => verdict('tsc', ['--noEmit', '-p', 'runtime']),
  lint: () => verdict('biome', ['check', '.']),
  unit: () => vitest('unit'),
  api: () => vitest('api'),
  browser: () => vitest('browser'),
  build: () => step(process.execPath, ['services/server/bin/build.mjs']),
  check: () => step(process.execPath, ['services/server/bin/check.mjs']),
  e2e: () => playwright(),
}

await install()
process.env.CHROMIUM_PATH = chromiumPath()
rmSync(output, { recursive: true, force: true })
mkdirSync(output, { recursive: true })

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in suites))
if (unknown.length) {
  console.error(`No suite ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}`)
  process.exit(2)
}
const total = { passed: 0, failed: 0 }
const lines = []
for (const [name, run] of Object.entries(suites)) {
  if (chosen.length && !chosen.includes(name)) continue
  console.log(`\n── ${name}`)
  const started = Date.now()
  const { passed, failed } = run()
  total.passed += passed
  total.failed += failed
  lines.push(
    `${name.padEnd(8)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed  ${seconds(started)}`,
  )
}
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed || !total.passed ? 1 : 0)

function vitest(project) {
  const report = `${output}/${project}.json`
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const status = spawn(bin('vitest'), args)
  return counted(report, status, ({ numPassedTests, numFailedTests, numFailedTestSuites }) => ({
    passed: numPassedTests,
    // A file that does not even load fails no test of its own.
    failed: Math.max(numFailedTests, numFailedTestSuites),
  }))
}

function playwright() {
  const report = `${output}/e2e.json`
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report
  const status = spawn(bin('playwright'), ['test', '--reporter=list,json'])
  return counted(report, status, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }))
}

function counted(report, status, read) {
  try {
    const { passed, failed } = read(JSON.parse(readFileSync(report, 'utf8')))
    return { passed, failed: status === 0 ? failed : Math.max(failed, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function verdict(command, args) {
  return step(bin(command), args)
}

function step(command, args) {
  return spawn(command, args) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function spawn(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1
}

function bin(name) {
  return `${root}node_modules/.bin/${name}`
}

function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`
}
