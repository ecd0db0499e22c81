import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, wherever the command was given. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')

/** What goes into the two builds; a change to any of it makes them stale. */
const SOURCES = {
  client: ['runtime', 'widgets', 'renderers', 'services/client', 'services/contract', 'public', 'index.html'],
  server: ['runtime', 'widgets', 'services/server', 'services/contract'],
}
const TOOLS = ['package-lock.json', 'vite.config.ts', 'tsconfig.json']
const RESULTS = { client: 'dist/client/index.html', server: 'dist/server/main.js' }

/** @param {string} path @returns {number} the newest change of a file or of anything below a folder, in ms; 0 without it */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  // The folder's own time tells of files that were taken away.
  return readdirSync(path)
    .filter((name) => !/\.spec\.tsx?$/.test(name))
    .reduce((time, name) => Math.max(time, newest(join(path, name))), stat.mtimeMs)
}

/** @param {'client' | 'server'} part @returns {boolean} whether a build is missing or older than its sources */
export function isStale(part) {
  const built = newest(join(root, RESULTS[part]))
  return [...SOURCES[part], ...TOOLS].some((path) => newest(join(root, path)) > built)
}

/** @returns {boolean} whether what is installed differs from the lock file, by version */
export function needsInstall() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return true
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const present = packagesOf(installed)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).some(
    // Optional packages are those of other platforms.
    ([path, { version, optional, devOptional, peer }]) =>
      path !== '' && !optional && !devOptional && !peer && present[path]?.version !== version,
  )
}

/**
 * Runs a program of the project to its end.
 * @param {string} command @param {string[]} args @param {{ quiet?: boolean }} [options] quiet keeps its output for a failure
 * @returns {Promise<void>}
 */
export function run(command, args, { quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) return resolve()
      process.stderr.write(output)
      reject(new Error(`${[command, ...args].join(' ')} ended with ${code}`))
    })
  })
}

/** Installs what is missing. */
export async function install() {
  if (!needsInstall()) return
  const began = Date.now()
  process.stdout.write('installing packages …\n')
  // Vite is a development package, and the build is ours even where NODE_ENV is "production".
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  try {
    await run('npm', ['ci', ...options], { quiet: true })
  } catch {
    // `ci` refuses a lock file that lacks another platform's optional package; `install` keeps to the rest of it.
    process.stdout.write('npm ci was refused; installing with npm install …\n')
    await run('npm', ['install', '--no-save', ...options], { quiet: true })
  }
  process.stdout.write(`installed in ${seconds(began)} s\n`)
}

/** Builds the parts that are stale. @param {{ force?: boolean, parts?: ('client' | 'server')[] }} [options] */
export async function build({ force = false, parts = ['client', 'server'] } = {}) {
  const due = parts.filter((part) => force || isStale(part))
  if (due.length === 0) return
  const began = Date.now()
  process.stdout.write(`building ${due.join(' and ')} …\n`)
  await Promise.all(due.map(buildPart))
  process.stdout.write(`built in ${seconds(began)} s\n`)
}

/** @param {'client' | 'server'} part */
async function buildPart(part) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--logLevel', 'warn', ...(part === 'server' ? ['--ssr'] : [])]
  await run(process.execPath, args, { quiet: true })
  if (part === 'client') {
    const { compressFolder } = await import('./compress.mjs')
    await compressFolder(join(root, 'dist', 'client'))
  }
}

/** @param {number} began */
function seconds(began) {
  return ((Date.now() - began) / 1000).toFixed(1)
}

/** Ends this process as its child did. @param {import('node:child_process').ChildProcess} child */
export function follow(child) {
  passOn(() => child)
  child.on('exit', (code, signal) => process.exit(signal ? 128 : (code ?? 1)))
}

/** Killed so often without having lived this long between, in milliseconds, a server is not started again. */
const MOST_KILLS = 5
const LIFE = 30_000

/**
 * Runs a server and starts it anew when it is killed (SIGKILL: the system was out of memory, or the demo's fault menu has done
 * it). Whatever else ends it ends this process as well.
 * @param {() => import('node:child_process').ChildProcess} start
 */
export function supervise(start) {
  let child = start()
  let began = Date.now()
  let kills = 0
  let isAsked = false
  passOn(() => {
    isAsked = true
    return child
  })
  const watch = () =>
    child.on('exit', (code, signal) => {
      kills = Date.now() - began > LIFE ? 1 : kills + 1
      if (signal !== 'SIGKILL' || isAsked || kills >= MOST_KILLS) process.exit(signal ? 128 : (code ?? 1))
      process.stderr.write('the server was killed and is started anew\n')
      began = Date.now()
      child = start()
      watch()
    })
  watch()
}

/** What this process is told is told to its child. @param {() => import('node:child_process').ChildProcess} childOf */
function passOn(childOf) {
  // A signal to npm ends npm and the shell between, which passes nothing on: their end is ours.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && childOf().kill('SIGTERM'), 500).unref()
  }
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
    process.on(signal, () => childOf().kill(signal))
}

/** Says what failed in one line. @param {unknown} error */
export function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
