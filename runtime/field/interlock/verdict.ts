import type { Intent } from '../command/intent'
import type { InterlockCode } from './situation'

/** One rule that speaks against an intent, or warns. */
export interface Violation {
  readonly code: InterlockCode
  /** `reject`: not now. `offer`: not so, but `Verdict.sequence` does it safely. `warn`: allowed, the person should know. */
  readonly level: 'reject' | 'offer' | 'warn'
  /** A locale key (`@interlock.flowOver`) and its values. */
  readonly text: string
  readonly params: Readonly<Record<string, string | number>>
  readonly deviceId: string | null
  /** Since when it stands so, in milliseconds since 1970, where that is known. */
  readonly since: number | null
  /** Of an offer: the pumps that have to stand first; `Verdict.sequence` stops them and then does what was wished. */
  readonly stopFirst?: readonly string[]
}

/** A step of a safe order; it begins once all steps of lower `stage` are verified, `afterSec` later. */
export interface SequenceStep {
  readonly stage: number
  readonly afterSec: number
  readonly intent: Intent
}

export interface Verdict {
  /** No violation is worse than a warning. */
  readonly allowed: boolean
  readonly violations: readonly Violation[]
  /** How it is done: the single act, the order of a group or of all stops, or what is offered instead. */
  readonly sequence: readonly SequenceStep[]
}

/** Something that must be done now, without asking anybody. */
export interface Trip {
  readonly code: InterlockCode
  readonly action: 'pump.stop' | 'fert.stop' | 'filter.backwash' | 'warn'
  readonly deviceId: string
  readonly text: string
  readonly params: Readonly<Record<string, string | number>>
  /** Word by which the device names the same where it sees it too. */
  readonly fault?: string
  /** Since when the condition has stood. */
  readonly since: number
  /** It stays until a person resets it. */
  readonly latch: boolean
}
