import type { CommandStage } from '../command/machine'
import { ACK_CODE } from '../topics'
import { type AlarmRule, EVENTS } from './rule'

/**
 * What is the matter at a device, whoever says so: the device by its state, by an event, or a command that it did not carry out.
 * Alarms of one source and one cause are one alarm (`design/field.md §2.4`).
 * - `fault:MOTOR_STALL` a fault that the device stands in; `fault:` one that nobody has named
 * - `event:LEAK_SUSPECTED` a word of the device, which may turn out to be its fault's
 * - `offline` it cannot be reached
 * - `any` it does not do as it is told, for whatever reason
 * - empty: a thing of its own (a measured value), which nothing else tells of
 */
export type Cause = 'offline' | 'any' | `fault:${string}` | `event:${string}` | ''

/** Words by which devices name a fault in their events; others are known by the state that says the same word. */
const FAULT_WORDS: ReadonlySet<string> = new Set(['MOTOR_STALL', 'DRY_RUN'])

/** Types of alarms that tell what came of a cause, not of the cause. */
const CONSEQUENCES: ReadonlySet<string> = new Set(['COMMAND_FAILED', 'LEASE_REFUSED'])

/** @param word what the device says of its fault, or the word of its event. */
export function causeOfRule({ source, signal }: Pick<AlarmRule, 'source' | 'signal'>, word: string): Cause {
  if (source !== 'event') return ''
  if (signal === EVENTS.offline) return 'offline'
  if (signal === EVENTS.fault) return `fault:${word}`
  const said = signal === EVENTS.any ? word : signal
  return FAULT_WORDS.has(said) ? `fault:${said}` : `event:${said}`
}

/** @param code with which the device refused or failed; null where it said nothing. */
export function causeOfCommand(stage: CommandStage, code: string | null): Cause {
  if (code === String(ACK_CODE.stalled) || code === String(ACK_CODE.fault)) return 'fault:'
  if (stage === 'motion') return code === String(ACK_CODE.local) ? '' : 'fault:'
  if (code !== null && code !== '') return ''
  return stage === 'verify' ? 'any' : 'offline'
}

/**
 * What the platform has stopped a device for is what the device says by the same word. A command that it does not carry out is no
 * word of that: a pump that runs on after its trip is a thing of its own.
 */
export const causeOfTrip = (fault: string | undefined): Cause => (fault ? `event:${fault}` : '')

export function isSameCause(one: Cause, other: Cause): boolean {
  if (one === '' || other === '') return false
  return one === other || covers(one, other) || covers(other, one)
}

const isFault = (cause: Cause): boolean => cause.startsWith('fault:')
const wordOf = (cause: Cause): string => cause.slice(cause.indexOf(':') + 1)

/** Whether the first says less of the same than the second. */
function covers(less: Cause, more: Cause): boolean {
  if (less === 'any') return isFault(more) || more === 'offline'
  if (less === 'fault:') return isFault(more)
  return less.startsWith('event:') && isFault(more) && wordOf(less) === wordOf(more)
}

/** The one of two that are the same which says more. */
export const nearerCause = (one: Cause, other: Cause): Cause => (covers(one, other) ? other : one)

/** An alarm that another of the same cause may stand for. */
export interface Telling {
  readonly type: string
  readonly severity: number
}

/** Whether the newcomer says better what is the matter: the cause before what came of it, then the graver. */
export function tellsBetter(newcomer: Telling, before: Telling): boolean {
  if (CONSEQUENCES.has(newcomer.type)) return false
  return CONSEQUENCES.has(before.type) || newcomer.severity < before.severity
}
