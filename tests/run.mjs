// `npm test`: everything that must hold, from types to journeys in a browser. `npm test -- unit api` runs only those suites;
// `npm test -- changed [REF]` what a change reaches: since REF, else what is not committed, else the last commit.
import { spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { install } from '../services/server/bin/project.mjs'
import { changedFiles, planOf } from './changed.mjs'
import { chromiumPath } from './chromium.mjs'
import { failuresOf, told } from './failures.mjs'
import { slowest } from './slowest.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const output = `${root}tests/.output`

/** Each suite, given where it logs, what its runner gets besides its own and the name of its report, answers `{ passed, failed }`, and `skipped` where it may leave tests out. A step that is one verdict (types, lint) counts as one test. */
const suites = {
  types: (log) => verdict(log, 'tsc', ['--noEmit']),
  runtime: (log) => verdict(log, 'tsc', ['--noEmit', '-p', 'runtime']),
  lint: (log) => verdict(log, 'biome', ['check', '.']),
  unit: (log, args, name) => vitest(log, 'unit', args, name),
  browser: (log, args, name) => vitest(log, 'browser', args, name),
  api: (log, args, name) => vitest(log, 'api', args, name),
  build: (log) => step(log, process.execPath, ['services/server/bin/build.mjs']),
  check: (log) => step(log, process.execPath, ['services/server/bin/check.mjs']),
  e2e: (log, args, name) => playwright(log, args, name),
}

/**
 * What runs beside each other, one suite of a lane after the other: specs wait for devices, clocks and browsers half of their
 * time, and a machine has two cores. Journeys come last and alone: what a person would see is not judged on a busy machine.
 */
const PHASES = [
  [
    ['unit', 'browser'],
    ['types', 'runtime', 'lint', 'build', 'check', 'api'],
  ],
  [['e2e']],
]

/** Of so many failed tests of a suite each is heard a second time, alone; of more the product is broken. */
const HEARD_AGAIN = 10

await install()
process.env.CHROMIUM_PATH = chromiumPath()
rmSync(output, { recursive: true, force: true })
mkdirSync(output, { recursive: true })

const plan = planFor(process.argv.slice(2))
const chosen = Object.keys(plan)
const total = { passed: 0, failed: 0 }
const lines = []
/** What failed, by suite. */
const failures = new Map()
// One suite alone speaks as it goes; several are each heard when they are done.
for (const lanes of PHASES)
  await Promise.all(
    lanes.map(async (lane) => {
      for (const name of lane.filter((suite) => suite in plan))
        await run(name, chosen.length === 1 ? undefined : `${output}/${name}.log`)
    }),
  )
if (chosen.length > 1) for (const name of failures.keys()) await hearAgain(name)
console.log(`\n${lines.join('\n')}`)
console.log(slowest(['unit', 'browser', 'api', 'e2e'].map((name) => `${output}/${name}.json`)))
for (const [name, failed] of failures)
  if (failed.length > 0) console.log(`\n${name}: failed\n${told(failed)}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed || !total.passed ? 1 : 0)

/** The suites to run, each with the arguments that its runner gets besides its own. */
function planFor(words) {
  if (words[0] === 'changed') return planOf(changedFiles(root, words[1]))
  const unknown = words.filter((name) => !(name in suites))
  if (unknown.length) {
    console.error(`No suite ${unknown.join(', ')}. There are: changed, ${Object.keys(suites).join(', ')}`)
    process.exit(2)
  }
  return Object.fromEntries((words.length ? words : Object.keys(suites)).map((name) => [name, []]))
}

async function run(name, file) {
  const started = Date.now()
  const {
    passed,
    skipped = 0,
    failed,
  } = await suites[name](file ? openSync(file, 'w') : 'inherit', plan[name])
  const took = `${((Date.now() - started) / 1000).toFixed(1)} s`
  console.log(`\n── ${name}`)
  // What went well is told in numbers; the whole of it stays in the file.
  if (file && failed) console.log(readFileSync(file, 'utf8'))
  // What was not tried says why.
  else if (file && skipped)
    console.log(
      readFileSync(file, 'utf8')
        .match(/^.*\bskipped: .*$/gim)
        ?.join('\n') ?? '',
    )
  total.passed += passed
  total.failed += failed
  if (failed > 0) failures.set(name, failuresOf(`${output}/${name}.json`))
  lines.push(
    `${name.padEnd(8)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed  ${took}${skipped ? `  ${skipped} skipped` : ''}`,
  )
  console.log(lines.at(-1))
}

/**
 * Whether what failed beside other suites fails alone too. What passes alone is told as unsteady, and is to be mended: it has met
 * a race of the product, or waits for less than a busy machine needs.
 */
async function hearAgain(name) {
  const failed = failures.get(name)
  if (failed.length === 0 || failed.length > HEARD_AGAIN) return
  const report = `${name}-again`
  const places = [...new Set(failed.map(({ file }) => file))]
  const heard = await suites[name](openSync(`${output}/${report}.log`, 'w'), places, report)
  if (heard.passed === 0) return
  const still = failuresOf(`${output}/${report}.json`)
  const isStill = ({ file, name }) => still.some((other) => other.file === file && other.name === name)
  const unsteady = failed.filter((test) => !isStill(test))
  if (unsteady.length === 0) return
  total.passed += unsteady.length
  total.failed -= unsteady.length
  failures.set(name, failed.filter(isStill))
  lines.push(`${name}: failed beside others and passed alone, unsteady:\n${told(unsteady)}`)
}

async function vitest(log, project, args, name = project) {
  const report = `${output}/${name}.json`
  const own = ['run', '--project', project, '--reporter=default', '--reporter=json']
  const status = await ended(log, bin('vitest'), [...own, `--outputFile.json=${report}`, ...args])
  return counted(report, status, ({ numPassedTests, numPendingTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    skipped: numPendingTests,
    // A file that does not even load fails no test of its own.
    failed: numFailedTests + testResults.filter(isUnloaded).length,
  }))
}

function isUnloaded({ status, assertionResults }) {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
}

async function playwright(log, args, name = 'e2e') {
  const report = `${output}/${name}.json`
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report
  const status = await ended(log, bin('playwright'), ['test', '--reporter=list,json', ...args])
  return counted(report, status, ({ stats }) => ({
    passed: stats.expected,
    skipped: stats.skipped,
    failed: stats.unexpected + stats.flaky,
  }))
}

function counted(report, status, read) {
  try {
    const { passed, skipped, failed } = read(JSON.parse(readFileSync(report, 'utf8')))
    return { passed, skipped, failed: status === 0 ? failed : Math.max(failed, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function verdict(log, command, args) {
  return step(log, bin(command), args)
}

async function step(log, command, args) {
  return (await ended(log, command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** The exit code of a program that has run to its end. */
function ended(log, command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', log, log] })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function bin(name) {
  return `${root}node_modules/.bin/${name}`
}
