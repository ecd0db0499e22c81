import { setPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { type PastPiece, pastPieces } from './past/pieces'
import type { FromSimulator, ToSimulator } from './protocol'
import { type Simulator, startSimulator } from './simulator'

/** Of the process that makes a past, as `nice` counts. */
const LOW_PRIORITY = 10
/** How often the simulator says how it is, in milliseconds. */
const STATE_EVERY = 2_000
/** Milliseconds for the last words: a broker that has gone with the parent takes none. */
const FAREWELL_MS = 2_000

/**
 * The simulator as a process: a child that is told over its channel what to be (`ToSimulator`) and says how it is
 * (`FromSimulator`). Tokens come this way, so that no list of processes shows them. It ends with its parent. Another such process
 * makes the demo's past, so that neither the server nor the live devices wait for it.
 */
let simulator: Simulator | null = null

/** To a parent that may be gone; its end is heard by `disconnect`. */
const send = (message: FromSimulator) => process.send?.(message, undefined, undefined, () => undefined)

const print = () => {
  if (!simulator || !process.connected) return
  send({ kind: 'state', farms: simulator.state() })
}

/** Pieces of a past, each when the one before has been taken; then it ends. */
let past: Iterator<PastPiece> | null = null
const logProgress = () => {
  const step = past?.next()
  if (!step) return
  send({ kind: 'piece', piece: step.done ? null : step.value })
}

process.on('message', (message: ToSimulator) => {
  if (message.kind === 'past') {
    // Everything else comes first.
    setPriority(LOW_PRIORITY)
    past ??= pastPieces(message.order)
  }
  if (message.kind === 'past' || message.kind === 'next') return logProgress()
  if (message.kind === 'start')
    simulator ??= startSimulator(message.config, (line) => console.warn(`simulator: ${line}`))
  else simulator?.tell(message)
  print()
})
setInterval(print, STATE_EVERY).unref()

const end = async () => {
  await Promise.race([simulator?.close(), setTimeout(FAREWELL_MS)])
  process.exit(0)
}
// Its parent has gone, by its own will or not.
process.on('disconnect', () => void end())
process.on('SIGTERM', () => void end())
// Ctrl+C reaches the whole group; the parent says when it is over.
process.on('SIGINT', () => undefined)
