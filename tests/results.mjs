import { relative } from 'node:path'

/** Characters of what a failed test said. */
const SAID = 400

/** So many files of a suite are named. */
const MOST = 12

/**
 * What a runner tells of a suite while it runs, through `tests/reporters/`: each test as it ends, each file with its time. A
 * suite that is cut off has told what it had found until then.
 */
export class Results {
  /** @type {import('./results.mjs').TestResult[]} */
  #tests = []
  /** @type {Map<string, number>} */
  #seconds = new Map()
  #hasEnded = false
  /** Files that are to be heard, and have not been heard to their end. @type {Set<string>} */
  #rest = new Set()

  /** @param {import('./results.mjs').Told} told */
  take(told) {
    if (told.what === 'test') this.#tests.push(told)
    else if (told.what === 'plan') for (const file of told.files) this.#rest.add(file)
    else if (told.what === 'file') this.#rest.delete(told.file)
    else this.#hasEnded = true
    if (told.seconds > 0) this.#seconds.set(told.file, (this.#seconds.get(told.file) ?? 0) + told.seconds)
  }

  /** Whether the runner came to its end. */
  get hasEnded() {
    return this.#hasEnded
  }

  /** Files that have not been heard to their end. What was heard of them is forgotten: they are heard anew. */
  takeRest() {
    this.#tests = this.#tests.filter(({ file }) => !this.#rest.has(file))
    return [...this.#rest]
  }

  /** @param {'passed' | 'failed' | 'skipped'} state */
  count(state) {
    return this.#tests.filter((test) => test.state === state).length
  }

  failures() {
    return this.#tests.filter(({ state }) => state === 'failed')
  }

  /** Takes from a second hearing what was not heard in this one. */
  addMissing(again) {
    const known = new Set(this.#tests.map(({ file, name }) => `${file}\n${name}`))
    this.#tests.push(...again.#tests.filter(({ file, name }) => !known.has(`${file}\n${name}`)))
  }

  /** Whether what failed elsewhere has been heard here, and passed each time; of a file that failed as a whole, all of it; beside every test, all tests. */
  hasPassed({ file, name }) {
    const heard = this.#tests.filter(
      (test) => file.startsWith('(') || (test.file === file && (name === null || test.name === name)),
    )
    return heard.some(({ state }) => state === 'passed') && heard.every(({ state }) => state !== 'failed')
  }

  /** The files with their seconds, the longest first. */
  files() {
    return [...this.#seconds]
      .map(([file, seconds]) => ({ file, seconds }))
      .sort((a, b) => b.seconds - a.seconds)
  }
}

/** Failed tests as lines: where, which, and the beginning of what was said. */
export function told(failures) {
  return failures
    .map((failure) => `  ${placeOf(failure)}\n    ${nameOf(failure)}\n      ${said(failure)}`)
    .join('\n')
}

/** One failed test, as it is told while others still run. */
export function toldAtOnce(failure) {
  return `${placeOf(failure)}  ${nameOf(failure)}\n    ${said(failure)}`
}

/** The longest files of a suite, as lines. @param {string} suite @param {Results} results */
export function slowest(suite, results) {
  const files = results.files()
  if (files.length === 0) return ''
  const sum = files.reduce((total, { seconds }) => total + seconds, 0)
  return [
    `\n${suite}: ${files.length} files, ${sum.toFixed(0)} s in all; the longest`,
    ...files.slice(0, MOST).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}`),
  ].join('\n')
}

/** Where a runner finds a failed test again: the file, and the line where there is one. */
export function placeOf({ file, line }) {
  return line === undefined ? file : `${file}:${line}`
}

/** A runner's path, from the project's root. */
export function fileOf(path) {
  return relative(process.cwd(), path)
}

function nameOf({ name }) {
  return name ?? '(the file as a whole)'
}

/** Without the colours of a terminal, and not all of it. */
function said({ output = '' }) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that begins a colour.
  const plain = output.replace(/\u001b\[[0-9;]{1,20}m/g, '')
  return plain.slice(0, SAID).replaceAll('\n', '\n      ')
}
