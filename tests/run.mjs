// `npm test`: the gate, everything that must hold, from types to journeys in a browser. `npm test -- unit api` runs only those
// suites; `npm test -- changed [REF]` what a change reaches: since REF, else what is not committed, else the last commit;
// `npm test -- long` what repeats and explores (`x.long.spec.ts`, `x.long.api.spec.ts`, …), and no other test.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { install } from '../services/server/bin/project.mjs'
import { overBudget, PHASES } from './budgets.mjs'
import { changedFiles, planOf } from './changed.mjs'
import { chromiumPath } from './chromium.mjs'
import { placeOf, Results, slowest, told, toldAtOnce } from './results.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const output = `${root}tests/.output`

/** How each suite is run: where it logs, what its runner gets besides its own, and what hears of its tests. A step that is one verdict (types, lint) counts as one test. */
const suites = {
  types: (how) => step('types', how, bin('tsc'), ['--noEmit']),
  runtime: (how) => step('runtime', how, bin('tsc'), ['--noEmit', '-p', 'runtime']),
  lint: (how) => step('lint', how, bin('biome'), ['check', '.']),
  build: (how) => step('build', how, process.execPath, ['services/server/bin/build.mjs']),
  check: (how) => step('check', how, process.execPath, ['services/server/bin/check.mjs']),
  unit: (how) => vitest('unit', how),
  browser: (how) => vitest('browser-*', how),
  api: (how) => vitest('api', how),
  e2e: (how) => playwright(['field', 'platform'], how),
  'long-unit': (how) => vitest('long-unit', how),
  'long-browser': (how) => vitest('long-browser', how),
  'long-api': (how) => vitest('long-api', how),
  'long-e2e': (how) => playwright(['long-field', 'long-platform'], how),
}
const isLong = (name) => name.startsWith('long-')

/** So many failed tests of a suite are heard again, alone, and so often; of more the product is broken. */
const HEARD_AGAIN = { tests: 40, times: 2 }

/** What vitest says when Chromium has severed its page's connection: no test's fault, and the rest is not heard. */
const SEVERED = 'Browser connection was closed while running tests'
/** So often is the rest heard by another browser. */
const BROWSERS = 3

await install()
process.env.CHROMIUM_PATH = chromiumPath()
rmSync(output, { recursive: true, force: true })
mkdirSync(output, { recursive: true })

const plan = planFor(process.argv.slice(2))
const chosen = Object.keys(plan)
/** What has been heard of each suite, its seconds once it is over, and what failed first and passed alone. */
const heard = new Map()
const children = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => cutOff(signal))

for (const lanes of PHASES)
  await Promise.all(
    lanes.map(async (lane) => {
      for (const name of lane.filter((suite) => suite in plan)) await run(name)
    }),
  )
for (const name of heard.keys()) await hearAgain(name)
end()

/** The suites to run, each with the arguments that its runner gets besides its own. */
function planFor(words) {
  if (words[0] === 'changed') return planOf(changedFiles(root, words[1]))
  const names = words.flatMap((word) =>
    word === 'long' ? ['build', ...Object.keys(suites).filter(isLong)] : [word],
  )
  const unknown = names.filter((name) => !(name in suites))
  if (unknown.length) {
    console.error(
      `No suite ${unknown.join(', ')}. There are: changed, long, ${Object.keys(suites).join(', ')}`,
    )
    process.exit(2)
  }
  const all = Object.keys(suites).filter((name) => !isLong(name))
  return Object.fromEntries((names.length ? names : all).map((name) => [name, []]))
}

async function run(name) {
  const started = Date.now()
  const results = new Results()
  const suite = { results, seconds: undefined, unsteady: [] }
  heard.set(name, suite)
  // One suite alone speaks as it goes; several are each heard when they are done, but for what fails.
  const file = chosen.length === 1 ? undefined : `${output}/${name}.log`
  const onTold = (test) => {
    results.take(test)
    if (file && test.what === 'test' && test.state === 'failed') console.log(`✗ ${name}  ${toldAtOnce(test)}`)
  }
  await suites[name]({ log: file ? openSync(file, 'w') : 'inherit', args: plan[name], results, onTold })
  suite.seconds = (Date.now() - started) / 1000
  console.log(`\n── ${line(name)}`)
  // What went well is told in numbers; the whole of it stays in the file. What was not tried says why.
  if (!file) return
  const log = readFileSync(file, 'utf8')
  if (results.failures().length > 0) console.log(log)
  else console.log(log.match(/^.*\bskipped: .*$/gim)?.join('\n') ?? '')
}

/**
 * Whether what failed beside other suites fails alone too. What passes alone is told as unsteady, and is to be mended: it has met
 * a race of the product, or waits for less than a busy machine needs.
 */
async function hearAgain(name) {
  const suite = heard.get(name)
  for (let time = 1; time <= HEARD_AGAIN.times; time++) {
    const failed = failedOf(suite)
    if (failed.length === 0 || failed.length > HEARD_AGAIN.tests) return
    // What failed beside every test (a browser that died) has kept others from being heard at all.
    const isWhole = failed.some(({ file }) => !existsSync(file))
    const places = isWhole ? plan[name] : [...new Set(failed.map(placeOf))]
    console.log(`\n${name}: ${failed.length} failed, heard again (${time})`)
    const again = new Results()
    const log = openSync(`${output}/${name}-again-${time}.log`, 'w')
    await suites[name]({ log, args: places, results: again, onTold: (test) => again.take(test) })
    suite.unsteady.push(...failed.filter((test) => again.hasPassed(test)))
    if (isWhole) suite.results.addMissing(again)
  }
}

/** What failed and was not heard to pass since. */
function failedOf({ results, unsteady }) {
  return results.failures().filter((test) => !unsteady.includes(test))
}

function line(name) {
  const { results, seconds, unsteady } = heard.get(name)
  const [passed, skipped] = [results.count('passed') + unsteady.length, results.count('skipped')]
  return [
    `${name.padEnd(12)} ${String(passed).padStart(6)} passed ${String(failedOf(heard.get(name)).length).padStart(4)} failed`,
    seconds === undefined ? 'cut off' : `${seconds.toFixed(1)} s`,
    ...(skipped ? [`${skipped} skipped`] : []),
  ].join('  ')
}

/** Tells all that was found, and ends with it. */
function end() {
  const names = [...heard.keys()]
  console.log(`\n${names.map(line).join('\n')}`)
  for (const name of names) console.log(slowest(name, heard.get(name).results))
  const over = names.flatMap((name) =>
    overBudget(name, heard.get(name).seconds ?? 0, heard.get(name).results.files()),
  )
  if (over.length > 0) console.log(`\nover budget (tests/budgets.mjs)\n  ${over.join('\n  ')}`)
  for (const [name, { unsteady }] of heard)
    if (unsteady.length > 0)
      console.log(`\n${name}: unsteady, failed beside others and passed alone\n${told(unsteady)}`)
  for (const [name, suite] of heard)
    if (failedOf(suite).length > 0) console.log(`\n${name}: failed\n${told(failedOf(suite))}`)
  const sum = (count) => [...heard.values()].reduce((total, suite) => total + count(suite), 0)
  const failed = sum((suite) => failedOf(suite).length)
  const passed = sum(({ results, unsteady }) => results.count('passed') + unsteady.length)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed || !passed || !names.every((name) => heard.get(name).seconds !== undefined) ? 1 : 0)
}

/** A run that is stopped from outside has found something nevertheless; what it had started ends with it, workers that do not hear too. */
function cutOff(signal) {
  console.log(`\ncut off by ${signal}`)
  for (const { pid } of children)
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  end()
}

async function vitest(project, how) {
  const own = ['run', '--project', project, '--reporter=default', '--reporter=./tests/reporters/vitest.ts']
  let { args } = how
  for (let browser = 1; ; browser++) {
    let isSevered = false
    const onTold = (test) => {
      isSevered ||= browser < BROWSERS && (test.output ?? '').includes(SEVERED)
      if (!isSevered || test.name !== null) how.onTold(test)
    }
    await runner(project, { ...how, onTold }, bin('vitest'), [...own, ...args])
    if (!isSevered) return
    args = how.results.takeRest()
    console.log(
      `${project}: the browser lost its page; another one hears the ${args.length} files that are left`,
    )
  }
}

function playwright(projects, { log, args, onTold }) {
  const own = [
    'test',
    '--reporter=list,./tests/reporters/playwright.ts',
    ...projects.map((name) => `--project=${name}`),
  ]
  return runner('playwright', { log, onTold }, bin('playwright'), [...own, ...args])
}

/** A runner that tells its tests itself; one that ends without a word of what failed has failed as a whole. */
async function runner(name, { log, onTold }, command, args) {
  let [hasFailed, hasEnded] = [false, false]
  const hear = (test) => {
    hasFailed ||= test.what === 'test' && test.state === 'failed'
    hasEnded ||= test.what === 'end'
    onTold(test)
  }
  const status = await ended(log, command, args, hear)
  if (status !== 0 && !hasFailed) fail(onTold, `(${name})`, `ended with ${status}`)
  else if (!hasEnded) fail(onTold, `(${name})`, 'did not come to its end')
}

async function step(name, { log, onTold }, command, args) {
  const status = await ended(log, command, args)
  if (status === 0) onTold({ what: 'test', file: name, name, state: 'passed', seconds: 0 })
  else fail(onTold, name, `ended with ${status}`)
}

function fail(onTold, file, output) {
  onTold({ what: 'test', file, name: null, state: 'failed', seconds: 0, output })
}

/** The exit code of a program that has run to its end, once all is heard that it told. */
function ended(log, command, args, hear) {
  return new Promise((resolve) => {
    // A group of its own: what it has started ends with it.
    const child = spawn(command, args, {
      cwd: root,
      detached: true,
      stdio: ['ignore', log, log, ...(hear ? ['ipc'] : [])],
    })
    children.add(child)
    if (hear) child.on('message', hear)
    child.once('error', () => resolve(1))
    child.once('close', (code, signal) => {
      children.delete(child)
      resolve(code ?? signal ?? 1)
    })
  })
}

function bin(name) {
  return `${root}node_modules/.bin/${name}`
}
