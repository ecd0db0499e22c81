/** The nine states of an alarm (ISA-18.2, IEC 62682; `design/field.md §2.4`). */
export const ALARM_STATES = [
  'NORMAL',
  'UNACK',
  'ACKED',
  'RTN_UNACK',
  'LATCHED_UNACK',
  'LATCHED_ACK',
  'SHELVED',
  'SUPPRESSED_BY_DESIGN',
  'OUT_OF_SERVICE',
] as const
export type AlarmState = (typeof ALARM_STATES)[number]

/** What an alarm is apart from what keeps it quiet. */
export type BaseState = Exclude<AlarmState, 'SHELVED' | 'SUPPRESSED_BY_DESIGN' | 'OUT_OF_SERVICE'>

/** `severity` of the wire. */
export const SEVERITY = { critical: 1, high: 2, medium: 3, low: 4 } as const

/** All that decides the state of an alarm. Times in milliseconds since 1970. */
export interface Condition {
  readonly base: BaseState
  /** Stays after the cause has gone until somebody resets it. */
  readonly isLatching: boolean
  readonly shelvedUntil: number | null
  readonly isSuppressed: boolean
  readonly isOutOfService: boolean
}

/** The state that is shown: what keeps an alarm quiet stands before what it is, the longest-lasting first. */
export function stateOf(condition: Condition): AlarmState {
  if (condition.isOutOfService) return 'OUT_OF_SERVICE'
  if (condition.isSuppressed) return 'SUPPRESSED_BY_DESIGN'
  return condition.shelvedUntil === null ? condition.base : 'SHELVED'
}

/** Whether the alarm is done with: its row is history, and the next activation makes another alarm. */
export function isClosed({ base, shelvedUntil, isOutOfService }: Condition): boolean {
  return base === 'NORMAL' && shelvedUntil === null && !isOutOfService
}

const CALLING: ReadonlySet<AlarmState> = new Set<AlarmState>([
  'UNACK',
  'ACKED',
  'RTN_UNACK',
  'LATCHED_UNACK',
  'LATCHED_ACK',
])
/** Whether the alarm stands in the list of active ones, and its device is drawn as alarmed. */
export const isCalling = (state: AlarmState): boolean => CALLING.has(state)

const UNSEEN: ReadonlySet<AlarmState> = new Set<AlarmState>(['UNACK', 'RTN_UNACK', 'LATCHED_UNACK'])
/** Whether somebody has still to acknowledge it. */
export const needsAcknowledgement = (state: AlarmState): boolean => UNSEEN.has(state)

/** Whether its cause is there now. */
export const isActive = (base: BaseState): boolean => base === 'UNACK' || base === 'ACKED'

/** A new alarm, before anything has happened to it. */
export const normal = (isLatching: boolean): Condition => ({
  base: 'NORMAL',
  isLatching,
  shelvedUntil: null,
  isSuppressed: false,
  isOutOfService: false,
})
