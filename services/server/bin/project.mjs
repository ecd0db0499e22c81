import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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
const CHECK = join(root, 'services', 'server', 'bin', 'check.mjs')
const RESULTS = { client: 'dist/client/index.html', server: 'dist/server/main.js' }

/**
 * @param {string} path
 * @param {Map<string, number>} [seen] what folders were found to be, so that none is looked through twice
 * @returns {number} the newest change of a file or of anything below a folder, in ms; 0 without it
 */
function newest(path, seen = new Map()) {
  const known = seen.get(path)
  if (known !== undefined) return known
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  // The folder's own time tells of files that were taken away.
  const time = readdirSync(path)
    .filter((name) => !/\.spec\.tsx?$/.test(name))
    .reduce((time, name) => Math.max(time, newest(`${path}/${name}`, seen)), stat.mtimeMs)
  seen.set(path, time)
  return time
}

/**
 * @param {'client' | 'server'} part
 * @param {Map<string, number>} [seen]
 * @returns {boolean} whether a build is missing or older than its sources
 */
export function isStale(part, seen) {
  const built = newest(join(root, RESULTS[part]))
  return [...SOURCES[part], ...TOOLS].some((path) => newest(join(root, path), seen) > built)
}

/** The newest change of the product's code, of which the builds are parts. @param {Map<string, number>} [seen] */
export function codeChanged(seen) {
  return Math.max(
    ...['runtime', 'widgets', 'renderers', 'services'].map((path) => newest(join(root, path), seen)),
  )
}

/** @returns {boolean} whether what is installed differs from the lock file, by version */
export function needsInstall() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  const locked = join(root, 'package-lock.json')
  if (!existsSync(installed)) return true
  // Both are long: once they were found to fit, they do so until one of them changes.
  const fitting = join(root, 'dist', 'installed')
  const stamp = [installed, locked].map(stampOf).join('\n')
  if (existsSync(fitting) && readFileSync(fitting, 'utf8') === stamp) return false
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const present = packagesOf(installed)
  const differs = Object.entries(packagesOf(locked)).some(
    // Optional packages are those of other platforms.
    ([path, { version, optional, devOptional, peer }]) =>
      path !== '' && !optional && !devOptional && !peer && present[path]?.version !== version,
  )
  if (!differs) keep(fitting, stamp)
  return differs
}

/** @param {string} file */
function stampOf(file) {
  const { size, mtimeMs, ino } = statSync(file)
  return `${size} ${mtimeMs} ${ino}`
}

/** @param {string} file @param {string} text */
function keep(file, text) {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } catch {
    // Where nothing can be written it is found out each time.
  }
}

/** What starts children is loaded for those who do: a check of what is built has none. @type {typeof import('./children.mjs').runToEnd} */
const runToEnd = async (...run) => (await import('./children.mjs')).runToEnd(...run)

/**
 * Runs a program of the project to its end.
 * @param {string} command @param {string[]} args @param {{ quiet?: boolean }} [options] quiet keeps its output for a failure
 * @returns {Promise<void>}
 */
export async function run(command, args, options = {}) {
  const { code, printed } = await runToEnd(command, args, { cwd: root, ...options })
  if (code === 0) return
  process.stderr.write(printed)
  throw new Error(`${[command, ...args].join(' ')} ended with ${code}`)
}

/** Installs what is missing and builds what is stale of what the programs of the server's bundle are. @param {Map<string, number>} [seen] */
export async function prepare(seen) {
  await install()
  await build({ parts: ['server'], seen })
}

/**
 * `npm run …` of a program of the server's bundle: prepares it, and ends as it ends.
 * @param {string} name `backup`: dist/server/backup.js
 */
export async function runProgram(name) {
  try {
    await prepare()
    const program = join(root, 'dist', 'server', `${name}.js`)
    const { code } = await runToEnd(process.execPath, [program, ...process.argv.slice(2)], {
      // `npm run` moves to the project; file names are meant from where the person stands.
      cwd: process.env.INIT_CWD ?? process.cwd(),
      env: { ...process.env, LOAM_ROOT: root },
    })
    process.exit(code)
  } catch (error) {
    fail(error)
  }
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

/** Builds the parts that are stale. @param {{ force?: boolean, parts?: ('client' | 'server')[], seen?: Map<string, number> }} [options] */
export async function build({ force = false, parts = ['client', 'server'], seen } = {}) {
  const due = parts.filter((part) => force || isStale(part, seen))
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
  // The first run of the check keeps what V8 compiled of it; what it finds in the documents is not the build's matter.
  if (part === 'server') await runToEnd(process.execPath, [CHECK], { cwd: root, quiet: true })
  if (part === 'client') {
    const { writeThirdParty } = await import('./third-party.mjs')
    writeThirdParty(root, join(root, 'dist', 'client'))
    const { compressFolder } = await import('./compress.mjs')
    await compressFolder(join(root, 'dist', 'client'))
  }
}

/** @param {number} began */
function seconds(began) {
  return ((Date.now() - began) / 1000).toFixed(1)
}

/** Says what failed in one line. @param {unknown} error */
export function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
