import { execFileSync, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { guarded } from './guard.mjs'

/** What asks this process to end. */
const SIGNALS = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])
/** How often it is looked whether npm is still there, in milliseconds. */
const LOOK_EVERY = 500

/** How each running child is asked to end. @type {Set<(signal: NodeJS.Signals) => void>} */
const asks = new Set()
/** The signal that asked this process to end. @type {NodeJS.Signals | undefined} */
let endSignal

/** @param {NodeJS.Signals} signal */
function hear(signal) {
  // Told to a group it comes from several sides: it is passed on once.
  if (endSignal) return
  endSignal = signal
  for (const ask of asks) ask(signal)
}

/** @param {number} pid @returns {number | undefined} who has started it, where it is a shell that runs a command, as npm's is */
function parentOfShell(pid) {
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
    return Number(/^\s*(\d+)\s+\S*sh -c /.exec(line)?.[1]) || undefined
  } catch {
    // Without `ps` the shell's end alone is heard.
    return undefined
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** @type {NodeJS.Timeout | undefined} */
let looking
function listen() {
  for (const signal of SIGNALS) process.on(signal, hear)
  if (!process.env.npm_lifecycle_event) return
  // A signal to npm ends npm and the shell between, which passes nothing on: their end is ours. A kill -9 of npm leaves the shell.
  const parent = process.ppid
  const npm = parentOfShell(parent)
  const isOrphaned = () => process.ppid !== parent || (npm !== undefined && !isAlive(npm))
  looking = setInterval(() => isOrphaned() && hear('SIGTERM'), LOOK_EVERY)
  looking.unref()
}
function unlisten() {
  for (const signal of SIGNALS) process.off(signal, hear)
  clearInterval(looking)
}

/** Whether this process has been asked to end. */
export const isAsked = () => endSignal !== undefined

/** Ends this process as the signal that asked it would have. */
export const endAsAsked = () => process.exit(128 + (constants.signals[endSignal ?? 'SIGTERM'] ?? 15))

/**
 * While a child runs, what asks this process to end asks the child instead, once; the answer forgets it.
 * @param {(signal: NodeJS.Signals) => void} ask
 */
export function adopt(ask) {
  if (asks.size === 0) listen()
  asks.add(ask)
  return () => {
    if (asks.delete(ask) && asks.size === 0) unlisten()
  }
}

/**
 * Runs a program to its end, and answers how it ended. It goes with this process, and all that it starts goes with it, whatever
 * ends this one; asked to end meanwhile, this process ends when that has ended.
 * @param {string} command @param {readonly string[]} args
 * @param {{ cwd: string, quiet?: boolean, env?: NodeJS.ProcessEnv }} options quiet keeps what it prints for the answer
 * @returns {Promise<{ code: number, printed: string }>}
 */
export function runToEnd(command, args, { cwd, quiet = false, env = process.env }) {
  return new Promise((resolve, reject) => {
    const output = quiet ? 'pipe' : 'inherit'
    const [file, given] = guarded(command, args)
    const child = spawn(file, given, { cwd, env, detached: true, stdio: ['pipe', output, output] })
    const forget = adopt(() => child.stdin?.end())
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk))
    child.stdin?.on('error', () => undefined)
    child.on('error', reject)
    child.on('close', (code) => {
      if (isAsked()) endAsAsked()
      forget()
      resolve({ code: code ?? 1, printed })
    })
  })
}
