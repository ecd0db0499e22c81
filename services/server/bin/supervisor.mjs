import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { adopt, endAsAsked, isAsked } from './children.mjs'

/** A server that lived this long, in milliseconds, has failed by chance: it is started anew at once. */
const LIFE = 30_000
/** The wait before a start that follows on a short life: none, then this, then each time twice as long, in milliseconds. */
const WAIT = { first: 1_000, most: 60_000 }
/** A server that was never ready is started so often at most, and only after a signal: its own refusal stands at once. */
const MOST_TRIES = 5
/** Milliseconds for a server that has been asked to end; it may hang. */
const PATIENCE = 30_000
/** Of what the server writes on standard error so much is kept for the reason of its end, in characters. */
const TAIL = 8_192
/** So many ends are remembered. */
const MOST_ENDS = 100

/** What the server says over its channel when it serves. */
export const READY = 'ready'

/**
 * Runs a server and starts it anew whenever it ends without having been asked and not by its own will (exit code 0), with a
 * growing wait; once it has been ready it is never given up. Why it ended is said on standard error and kept in the journal,
 * a line of JSON an end, whose path the server finds in `LOAM_ENDS`. Asked to end, this process ends when the server has.
 * @param {string} file @param {readonly string[]} args
 * @param {{ cwd?: string, env: NodeJS.ProcessEnv, journal: string }} options
 */
export function supervise(file, args, { cwd, env, journal }) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  let wasEverReady = false
  /** Ends in a row after a short life. */
  let failures = 0
  const forget = adopt((signal) => {
    if (!child) endAsAsked()
    child?.kill(signal)
    setTimeout(() => child?.kill('SIGKILL'), PATIENCE).unref()
  })

  const start = () => {
    const began = Date.now()
    let isReady = false
    let tail = ''
    const running = spawn(file, args, {
      cwd,
      env: { ...env, LOAM_SUPERVISED: '1', LOAM_ENDS: journal },
      // It ends when the channel closes: whatever ends this process ends it too.
      stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
    })
    child = running
    running.on('message', (message) => {
      if (message !== READY) return
      isReady = true
      wasEverReady = true
    })
    running.stderr?.on('data', (chunk) => {
      process.stderr.write(chunk)
      tail = (tail + chunk).slice(-TAIL)
    })
    // `close`, not `exit`: the last words are part of the reason.
    running.once('close', (code, signal) => {
      child = undefined
      const life = Date.now() - began
      const hasFailed = signal !== null || code !== 0
      if (isAsked() || !hasFailed) {
        forget()
        process.exit(signal ? 128 : (code ?? 1))
      }
      failures = life > LIFE ? 1 : failures + 1
      const isLost = !wasEverReady && (signal === null || failures >= MOST_TRIES)
      const wait = failures === 1 ? 0 : Math.min(WAIT.most, WAIT.first * 2 ** (failures - 2))
      const reason = reasonOf(code, signal, tail)
      remember(journal, {
        at: new Date().toISOString(),
        pid: running.pid,
        life,
        wasReady: isReady,
        code,
        signal,
        reason,
        startsAnewAfter: isLost ? null : wait,
      })
      if (isLost) process.exit(signal ? 128 : (code ?? 1))
      process.stderr.write(`the server has ended (${reason}) and is started anew${after(wait)}\n`)
      setTimeout(start, wait)
    })
    running.once('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      process.exit(1)
    })
  }
  start()
}

/** @param {number} wait */
const after = (wait) => (wait === 0 ? '' : ` in ${wait / 1000} s`)

/**
 * Why a server ended, in a line.
 * @param {number | null} code @param {string | null} signal @param {string} tail its last words on standard error
 */
function reasonOf(code, signal, tail) {
  const how = signal ?? `exit code ${code}`
  if (/JavaScript heap out of memory/.test(tail)) return `out of memory, ${how}`
  if (signal === 'SIGKILL') return 'SIGKILL: by hand, or the system was out of memory'
  const words = tail.match(/^(?:\w*(?:Error|Exception)\b.*|FATAL.*|#\s+Fatal.*|\w.*assertion.*)$/gim)?.at(-1)
  return words ? `${how}: ${words.trim().slice(0, 300)}` : how
}

/**
 * Adds an end to the journal, of which the oldest lines go. A journal that cannot be written keeps nobody from starting.
 * @param {string} journal @param {object} end
 */
function remember(journal, end) {
  try {
    mkdirSync(dirname(journal), { recursive: true })
    appendFileSync(journal, `${JSON.stringify(end)}\n`)
    const lines = readFileSync(journal, 'utf8').trimEnd().split('\n')
    if (lines.length > MOST_ENDS * 2) writeFileSync(journal, `${lines.slice(-MOST_ENDS).join('\n')}\n`)
  } catch (error) {
    process.stderr.write(`the end could not be noted: ${error instanceof Error ? error.message : error}\n`)
  }
}
