import type { DeviceKind } from '../kinds'

export const COMPARISONS = ['gt', 'ge', 'lt', 'le', 'eq', 'ne'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** What a rule listens to: a measured value, or a word (`EVENTS`, or the `type` of a device's `event` message). */
export type RuleSource = 'metric' | 'event'
/** Words of the platform itself. */
export const EVENTS = { offline: 'OFFLINE', fault: 'FAULT', any: '*' } as const
/** What a rule is about: a kind of device, gateways, or (empty) every device. */
export type RuleKind = DeviceKind | 'GATEWAY' | ''

/** Circumstances in which an alarm means nothing (suppression by design). */
export const SUPPRESSIONS = ['noPumpRunning', 'gatewayOffline'] as const
export type Suppression = (typeof SUPPRESSIONS)[number]

/** When a device's value or word is an alarm (`design/field.md §2.4`). Delays in seconds. */
export interface AlarmRule {
  /** With its source it names an alarm: there is one open alarm a source and type. */
  readonly type: string
  readonly kind: RuleKind
  readonly source: RuleSource
  /** A metric's name (`vwc20`), or the word that is listened to. */
  readonly signal: string
  /** Of a metric. */
  readonly comparison: Comparison
  readonly threshold: number
  /** How far back a value must come, beyond the threshold, before its cause has gone. */
  readonly deadband: number
  readonly onDelaySec: number
  readonly offDelaySec: number
  readonly severity: number
  readonly latch: boolean
  readonly suppressWhen: Suppression | ''
}

/** Whether a value gives cause for an alarm, by whether the one before it did. */
export function violates(
  { comparison, threshold, deadband }: Pick<AlarmRule, 'comparison' | 'threshold' | 'deadband'>,
  value: number,
  before: boolean,
): boolean {
  const slack = before ? deadband : 0
  switch (comparison) {
    case 'gt':
      return value > threshold - slack
    case 'ge':
      return value >= threshold - slack
    case 'lt':
      return value < threshold + slack
    case 'le':
      return value <= threshold + slack
    case 'eq':
      return Math.abs(value - threshold) <= slack
    case 'ne':
      return Math.abs(value - threshold) > slack
  }
}

/** Since when there has been cause for an alarm, or none any more. Milliseconds since 1970. */
export interface Watch {
  readonly holds: boolean
  readonly since: number
}

/** Takes in whether there is cause now; the time counts from the last change. */
export function observe(watch: Watch | undefined, holds: boolean, at: number): Watch {
  if (watch?.holds === holds) return watch
  // A late reading does not turn time back.
  return { holds, since: watch ? Math.max(watch.since, at) : at }
}

/** When the alarm is to come or to go; null while there is nothing to wait for. */
export function dueAt(
  watch: Watch,
  delays: { readonly onDelaySec: number; readonly offDelaySec: number },
  isRaised: boolean,
): number | null {
  if (watch.holds === isRaised) return null
  return watch.since + (watch.holds ? delays.onDelaySec : delays.offDelaySec) * 1000
}
