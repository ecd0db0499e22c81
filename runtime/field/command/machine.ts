/** States of a command (`design/field.md §2.2`). */
export const COMMAND_STATES = [
  'DRAFT',
  'AWAIT_CONFIRM',
  'QUEUED',
  'SENT',
  'ACCEPTED',
  'EXECUTING',
  'REJECTED',
  'CANCELED',
  'EXPIRED',
  'SUPERSEDED',
  'VERIFIED',
  'FAILED',
  'TIMEOUT',
  'LATE_VERIFIED',
] as const
export type CommandState = (typeof COMMAND_STATES)[number]

/** What a timeout or failure waited for. */
export type CommandStage = 'confirm' | 'broker' | 'device' | 'motion' | 'verify'

/**
 * Where a command may go from where it is. A stop or close falls back to QUEUED to be sent again instead of failing; it also
 * takes the place of a command that the device is carrying out, since stopping must always be possible.
 */
export const TRANSITIONS: Readonly<Record<CommandState, readonly CommandState[]>> = {
  DRAFT: ['REJECTED', 'AWAIT_CONFIRM', 'QUEUED', 'CANCELED', 'EXPIRED'],
  AWAIT_CONFIRM: ['QUEUED', 'REJECTED', 'CANCELED', 'EXPIRED'],
  QUEUED: [
    'SENT',
    'ACCEPTED',
    'EXECUTING',
    'VERIFIED',
    'REJECTED',
    'EXPIRED',
    'CANCELED',
    'SUPERSEDED',
    'FAILED',
    'TIMEOUT',
  ],
  SENT: ['QUEUED', 'ACCEPTED', 'EXECUTING', 'VERIFIED', 'SUPERSEDED', 'FAILED', 'TIMEOUT'],
  ACCEPTED: ['QUEUED', 'EXECUTING', 'VERIFIED', 'SUPERSEDED', 'FAILED', 'TIMEOUT'],
  EXECUTING: ['QUEUED', 'VERIFIED', 'SUPERSEDED', 'FAILED', 'TIMEOUT'],
  TIMEOUT: ['LATE_VERIFIED'],
  REJECTED: [],
  CANCELED: [],
  EXPIRED: [],
  SUPERSEDED: [],
  VERIFIED: [],
  FAILED: [],
  LATE_VERIFIED: [],
}

const TERMINAL: ReadonlySet<CommandState> = new Set<CommandState>([
  'REJECTED',
  'CANCELED',
  'EXPIRED',
  'SUPERSEDED',
  'VERIFIED',
  'FAILED',
  'TIMEOUT',
  'LATE_VERIFIED',
])
const IN_FLIGHT: ReadonlySet<CommandState> = new Set<CommandState>([
  'QUEUED',
  'SENT',
  'ACCEPTED',
  'EXECUTING',
])

/** Nothing more is sent for it, though the truth may still arrive (TIMEOUT → LATE_VERIFIED). */
export const isTerminal = (state: CommandState): boolean => TERMINAL.has(state)
/** It holds its actuator: at most one command of an actuator is in flight. */
export const isInFlight = (state: CommandState): boolean => IN_FLIGHT.has(state)
/** Proved in its time: the only state that is shown green and counted as done. LATE_VERIFIED is told with both its times instead. */
export const isVerified = (state: CommandState): boolean => state === 'VERIFIED'
