import type { Command } from './command'
import type { LinkClass } from './feedback'
import { CONFIRM_MS } from './intent'
import type { CommandStage } from './machine'

/** How long a command waits for each stage, in milliseconds (`design/field.md §2.2`). */
export const WAIT_MS = {
  confirm: CONFIRM_MS,
  broker: 3_000,
  device: 10_000,
  motion: 60_000,
  verify: 30_000,
} as const
/** Washing filters one after the other takes longer than a valve's turn. */
const BACKWASH_MS = 180_000
/** Pauses before it is sent again; a stop or close goes on with the last one. */
export const RETRY_MS = [2_000, 5_000, 12_000] as const
/** A pause is longer or shorter by up to this share. */
export const RETRY_SPREAD = 0.2
/** Intervals within which a device that only listens after speaking (class A) has answered. */
const UPLINKS_TO_ANSWER = 2
/** Feedback that proves a command: so many fresh samples in a row. */
export const SAMPLES_TO_VERIFY = 2
/** Feedback that stands still off the target: so many in a row end the command. */
export const MISSES_TO_FAIL = 2
/** How long a command may wait to be delivered when the caller names no time. */
export const TTL_MS = 60_000

type Waits = Pick<Command, 'linkClass' | 'uplinkEverySec'> & Partial<Pick<Command, 'target'>>

/** How long a stage may take by the device's link and by what it is told. */
export function waitMs(stage: CommandStage, { linkClass, uplinkEverySec, target }: Waits): number {
  const answer = UPLINKS_TO_ANSWER * uplinkEverySec * 1000
  const wait = stage === 'motion' && target?.op === 'filter.backwash' ? BACKWASH_MS : WAIT_MS[stage]
  if (linkClass !== 'A' || stage === 'confirm' || stage === 'broker') return wait
  return stage === 'device' ? answer : wait + answer
}

/** How soon a device of this link is told, in seconds: what `expectedDeliverySec` shows a person. */
export const expectedDeliverySec = (linkClass: LinkClass, uplinkEverySec: number): number =>
  linkClass === 'A' ? uplinkEverySec : 5

/** When a command expires that must be delivered within `TTL_MS`, or as soon as its device listens. */
export const expiryOf = (issuedAt: number, waits: Waits): number =>
  issuedAt + Math.max(TTL_MS, waitMs('device', waits))

/** How long one sending of a stop or close counts; shorter than any newer command is tried, so that it cannot outlast one. */
const ESSENTIAL_MS = 20_000

/** `exp` of a message sent now. A stop or close has a new one with every sending. */
export function messageExpiry(
  command: Waits & Pick<Command, 'isEssential' | 'expiresAt'>,
  now: number,
): number {
  if (!command.isEssential) return command.expiresAt
  return now + (command.linkClass === 'A' ? waitMs('device', command) : ESSENTIAL_MS)
}

/** Pause before the next sending, by how often it was sent already; `dice` in [0, 1) spreads it. */
export function retryMs(attempts: number, dice: number): number {
  const pause = RETRY_MS[Math.min(attempts, RETRY_MS.length) - 1] ?? RETRY_MS[0]
  return Math.round(pause * (1 - RETRY_SPREAD + 2 * RETRY_SPREAD * dice))
}
