import { type BaseState, type Condition, isActive, stateOf } from './state'

/** Longest time for which an alarm may be shelved, in milliseconds (`design/field.md §2.4`). */
export const SHELVE_LIMIT = 8 * 3_600_000

/** What can happen to an alarm. Times in milliseconds since 1970. */
export type AlarmEvent =
  /** Its cause has come, or has come again. */
  | { readonly kind: 'activate' }
  /** Its cause has gone. */
  | { readonly kind: 'return' }
  /** It has become graver. */
  | { readonly kind: 'worsen' }
  | { readonly kind: 'acknowledge' }
  /** A latched alarm is let go. */
  | { readonly kind: 'reset' }
  /** An alarm whose cause will never be said to have gone is taken away. */
  | { readonly kind: 'remove' }
  | { readonly kind: 'shelve'; readonly at: number; readonly until: number }
  | { readonly kind: 'unshelve' }
  | { readonly kind: 'suppress' }
  | { readonly kind: 'unsuppress' }
  | { readonly kind: 'takeOut' }
  | { readonly kind: 'putBack' }
export type AlarmEventKind = AlarmEvent['kind']

/** Why something cannot happen to an alarm now. */
export type AlarmRefusal =
  | 'acknowledgedAlready'
  | 'stillActive'
  | 'notLatched'
  | 'shelvedTooLong'
  | 'notShelved'
  | 'outOfService'
  | 'inService'

export type Step = { readonly condition: Condition } | { readonly refusal: AlarmRefusal }

const ACTIVATED: Readonly<Record<BaseState, BaseState>> = {
  NORMAL: 'UNACK',
  UNACK: 'UNACK',
  ACKED: 'ACKED',
  RTN_UNACK: 'UNACK',
  LATCHED_UNACK: 'UNACK',
  // Whoever has acknowledged it has not seen it come again.
  LATCHED_ACK: 'UNACK',
}
const ACKNOWLEDGED: Readonly<Partial<Record<BaseState, BaseState>>> = {
  UNACK: 'ACKED',
  RTN_UNACK: 'NORMAL',
  LATCHED_UNACK: 'LATCHED_ACK',
}

/** One step of an alarm's life. What the process does is never refused; what people do may be. */
export function step(condition: Condition, event: AlarmEvent): Step {
  switch (event.kind) {
    case 'activate':
      return to(condition, { base: ACTIVATED[condition.base] })
    case 'return':
      return to(condition, { base: returned(condition) })
    case 'worsen':
      // Who has acknowledged it did so of something less grave.
      return to(condition, { base: condition.base === 'ACKED' ? 'UNACK' : condition.base })
    case 'acknowledge': {
      const base = ACKNOWLEDGED[condition.base]
      return base ? to(condition, { base }) : { refusal: 'acknowledgedAlready' }
    }
    case 'reset':
      return reset(condition)
    case 'remove':
      return to(condition, { base: 'NORMAL', shelvedUntil: null })
    case 'suppress':
      return to(condition, { isSuppressed: true })
    case 'unsuppress':
      return to(condition, { isSuppressed: false })
    default:
      return setAside(condition, event)
  }
}

function setAside(
  condition: Condition,
  event: Extract<AlarmEvent, { kind: 'shelve' | 'unshelve' | 'takeOut' | 'putBack' }>,
): Step {
  if (event.kind === 'shelve') {
    if (condition.isOutOfService) return { refusal: 'outOfService' }
    const duration = event.until - event.at
    return duration > 0 && duration <= SHELVE_LIMIT
      ? to(condition, { shelvedUntil: event.until })
      : { refusal: 'shelvedTooLong' }
  }
  if (event.kind === 'unshelve')
    return condition.shelvedUntil === null ? { refusal: 'notShelved' } : to(condition, { shelvedUntil: null })
  if (event.kind === 'takeOut')
    return condition.isOutOfService ? { refusal: 'outOfService' } : to(condition, { isOutOfService: true })
  return condition.isOutOfService ? to(condition, { isOutOfService: false }) : { refusal: 'inService' }
}

/** Nobody is asked to acknowledge what came and went while it was kept quiet; only a latch outlasts that. */
function returned(condition: Condition): BaseState {
  const { base, isLatching } = condition
  if (!isActive(base)) return base
  if (isLatching) return base === 'ACKED' ? 'LATCHED_ACK' : 'LATCHED_UNACK'
  const isQuiet = stateOf(condition) !== base
  return base === 'ACKED' || isQuiet ? 'NORMAL' : 'RTN_UNACK'
}

function reset(condition: Condition): Step {
  if (isActive(condition.base)) return { refusal: 'stillActive' }
  if (condition.base === 'LATCHED_ACK') return to(condition, { base: 'NORMAL' })
  if (condition.base === 'LATCHED_UNACK') return to(condition, { base: 'RTN_UNACK' })
  return { refusal: 'notLatched' }
}

const to = (condition: Condition, change: Partial<Condition>): Step => ({
  condition: { ...condition, ...change },
})

/** Whether people are called (a pop-up, a sound): somebody has to look, and had not been told so before. */
export function calls(before: Condition, after: Condition): boolean {
  return stateOf(after) === 'UNACK' && stateOf(before) !== 'UNACK'
}
