import type { AngleTable, Reported } from '../kinds'
import type { AckStatus, Operation } from '../topics'
import type { LinkClass } from './feedback'
import type { RiskClass } from './intent'
import type { CommandStage, CommandState } from './machine'

/** What a device is told, and what its feedback is compared with. */
export interface Target {
  readonly op: Operation
  /** `DIRECTION` and 0–100 % of a valve. */
  readonly direction?: number
  readonly gatage?: number
  /** Hz, MPa or mode by the operation. */
  readonly value?: number
  /** L/h by channel. */
  readonly rates?: readonly number[]
  /** Its lease: the valve closes, the pump stops by itself then, in milliseconds since 1970. */
  readonly until?: number
  /** It renews the lease of what has been proved, and moves nothing. */
  readonly isRenewal?: boolean
  /** Until then its lease is renewed; absent: for as long as nobody ends it. A run renews its own by what is left of it. */
  readonly standsUntil?: number
}

export interface CommandResult {
  /** Of the device (a number), of the rules (`I04`), or `OFF_TARGET`, `DEVICE_FAULT`, `NO_CLOSED_POSITION`. */
  readonly code: string
  readonly text: string
}

/** A command to one actuator. Plain data: what the server stores of it. Times in milliseconds since 1970. */
export interface Command {
  readonly id: string
  readonly actuatorId: string
  /** Rises with every command to this actuator. */
  readonly seq: number
  readonly target: Target
  readonly risk: RiskClass
  /** A stop or close: sent again for ever, never expires. */
  readonly isEssential: boolean
  /** It has taken the place of one that may still be carried out: a refusal of it would end what is under way in word alone. */
  readonly isHeir: boolean
  readonly linkClass: LinkClass
  readonly uplinkEverySec: number
  /** Of a three-way valve: what its feedback is read by. */
  readonly angles: AngleTable | null
  readonly issuedAt: number
  readonly expiresAt: number
  readonly state: CommandState
  /** What it waits for, or waited for when it ended. */
  readonly stage: CommandStage | null
  /** Until when it waits for that; null: nothing runs. */
  readonly deadlineAt: number | null
  /** When it is sent again; null: not waiting for that. */
  readonly retryAt: number | null
  /** How often it went to the broker. */
  readonly attempts: number
  readonly firstSentAt: number | null
  readonly sentAt: number | null
  /** When the broker first had it; null: it cannot have reached the device, unless the broker's answer was lost. */
  readonly publishedAt: number | null
  readonly ackedAt: number | null
  readonly finishedAt: number | null
  /** When feedback proved it; after `finishedAt` for LATE_VERIFIED. */
  readonly verifiedAt: number | null
  /** Fresh feedback within tolerance in a row, and the device time of the last that counted. */
  readonly samples: number
  readonly sampleAt: number | null
  /** Feedback in a row that stands still off the target after moving. */
  readonly misses: number
  /** 0: no alarm; else the severity that stands (4 low … 1 critical). */
  readonly alarm: number
  readonly result: CommandResult | null
}

/** What happens to a command. */
export type CommandEvent =
  /** Refused: by right, lock, stale feedback or interlock; at dispatch too, by the answer to `send`. */
  | { readonly type: 'reject'; readonly result: CommandResult }
  /** It needs a confirmation first (risk C and D). */
  | { readonly type: 'requestConfirm' }
  /** Checked and allowed: it goes out. */
  | { readonly type: 'queue' }
  /** Taken back by a person; what may be on its way cannot be, the opposite command is given instead. */
  | { readonly type: 'cancel' }
  /** The broker has it. */
  | { readonly type: 'published' }
  | { readonly type: 'ack'; readonly status: AckStatus; readonly code: number; readonly message: string }
  | { readonly type: 'report'; readonly reported: Partial<Reported> }
  /** A newer command for the same actuator. */
  | { readonly type: 'supersede'; readonly byEssential: boolean }
  /** Time has passed; due when `wakeAt` says. */
  | { readonly type: 'tick' }
  /** The server has started anew and knows nothing but the stored command. */
  | { readonly type: 'restart' }

/**
 * What the server must do now. `send`: check once more and publish with the same id (interlocks are evaluated at dispatch too).
 * `query`: ask the device for its state. `alarm`: raise or raise further the alarm of a command that is not carried out.
 */
export type CommandEffect =
  | { readonly type: 'send' }
  | { readonly type: 'query' }
  | { readonly type: 'alarm'; readonly severity: number; readonly stage: CommandStage }
  | { readonly type: 'clearAlarm' }

export interface Advance {
  /** The same object where the event changes nothing. */
  readonly command: Command
  readonly effects: readonly CommandEffect[]
}

/** A number in [0, 1): spreads retries; passed in, so that the same story always runs the same. */
export type Dice = () => number
