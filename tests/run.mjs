// `npm test`: everything that must hold, from types to journeys in a browser. `npm test -- unit api` runs only those suites;
// `npm test -- changed [REF]` what a change reaches: since REF, else what is not committed, else the last commit.
import { spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { install } from '../services/server/bin/project.mjs'
import { changedFiles, planOf } from './changed.mjs'
import { chromiumPath } from './chromium.mjs'
import { slowest } from './slowest.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const output = `${root}tests/.output`

/** Each suite answers `{ passed, failed }`. A step that is one verdict (types, lint) counts as one test. */
const suites = {
  types: (log) => verdict(log, 'tsc', ['--noEmit']),
  runtime: (log) => verdict(log, 'tsc', ['--noEmit', '-p', 'runtime']),
  lint: (log) => verdict(log, 'biome', ['check', '.']),
  unit: (log, args) => vitest(log, 'unit', args),
  browser: (log, args) => vitest(log, 'browser', args),
  api: (log, args) => vitest(log, 'api', args),
  build: (log) => step(log, process.execPath, ['services/server/bin/build.mjs']),
  check: (log) => step(log, process.execPath, ['services/server/bin/check.mjs']),
  e2e: (log, args) => playwright(log, args),
}

/**
 * What runs beside each other, one suite of a lane after the other: specs wait for devices, clocks and browsers half of their
 * time, and a machine has two cores. Journeys come last and alone: what a person would see is not judged on a busy machine.
 */
const PHASES = [
  [
    ['types', 'runtime', 'lint', 'unit', 'browser'],
    ['build', 'check', 'api'],
  ],
  [['e2e']],
]

await install()
process.env.CHROMIUM_PATH = chromiumPath()
rmSync(output, { recursive: true, force: true })
mkdirSync(output, { recursive: true })

const plan = planFor(process.argv.slice(2))
const chosen = Object.keys(plan)
const total = { passed: 0, failed: 0 }
const lines = []
// One suite alone speaks as it goes; several are each heard when they are done.
for (const lanes of PHASES)
  await Promise.all(
    lanes.map(async (lane) => {
      for (const name of lane.filter((suite) => suite in plan))
        await run(name, chosen.length === 1 ? undefined : `${output}/${name}.log`)
    }),
  )
console.log(`\n${lines.join('\n')}`)
console.log(slowest(['unit', 'browser', 'api', 'e2e'].map((name) => `${output}/${name}.json`)))
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
  const { passed, failed } = await suites[name](file ? openSync(file, 'w') : 'inherit', plan[name])
  const took = `${((Date.now() - started) / 1000).toFixed(1)} s`
  console.log(`\n── ${name}`)
  // What went well is told in numbers; the whole of it stays in the file.
  if (file && failed) console.log(readFileSync(file, 'utf8'))
  total.passed += passed
  total.failed += failed
  lines.push(
    `${name.padEnd(8)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed  ${took}`,
  )
  console.log(lines.at(-1))
}

async function vitest(log, project, args) {
  const report = `${output}/${project}.json`
  const own = ['run', '--project', project, '--reporter=default', '--reporter=json']
  const status = await ended(log, bin('vitest'), [...own, `--outputFile.json=${report}`, ...args])
  return counted(report, status, ({ numPassedTests, numFailedTests, numFailedTestSuites }) => ({
    passed: numPassedTests,
    // A file that does not even load fails no test of its own.
    failed: Math.max(numFailedTests, numFailedTestSuites),
  }))
}

async function playwright(log, args) {
  const report = `${output}/e2e.json`
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report
  const status = await ended(log, bin('playwright'), ['test', '--reporter=list,json', ...args])
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
