/** Fertilizer that is to go into a group's water: by which spreader, how much, for how long. */
export interface Fertigation {
  readonly deviceId: string
  /** L/h by channel. */
  readonly rates: readonly number[]
  readonly minutes: number
  /** The recipe that it is by: its id and name. */
  readonly recipeId?: string
  readonly recipe?: string
}
/** Its turn, and how long that takes. */
interface Fed {
  readonly fertigation?: Fertigation
  readonly minutes?: number
}

interface Leased {
  /** End of its lease, in milliseconds since 1970; absent: not yet worked out. */
  readonly until?: number
  /** It is to go on as it does, for longer: what has been closed or stopped in the meantime stays so. */
  readonly renews?: boolean
}

/** What somebody wants of the water. `runId` names the run on whose behalf it is wanted; a person's own wish has none. */
export type Intent = { readonly runId?: string } & (
  | ({
      readonly kind: 'valve.set'
      readonly deviceId: string
      /** `DIRECTION`; 0 closes. A main control valve has 0 and 1 only. */
      readonly direction: number
      /** 0–100 % open; 0 closes. */
      readonly gatage: number
    } & Leased)
  | ({ readonly kind: 'pump.start'; readonly deviceId: string } & Leased)
  | { readonly kind: 'pump.stop'; readonly deviceId: string }
  /** Hz. */
  | { readonly kind: 'pump.setFreq'; readonly deviceId: string; readonly value: number }
  /** MPa. */
  | { readonly kind: 'pump.setPressure'; readonly deviceId: string; readonly value: number }
  | { readonly kind: 'pump.reset'; readonly deviceId: string }
  /** `CONTROL_MODE` */
  | { readonly kind: 'pump.mode'; readonly deviceId: string; readonly mode: number }
  | { readonly kind: 'group.save'; readonly groupId: string }
  | (Fed & {
      readonly kind: 'group.start'
      readonly groupId: string
      /** Groups whose turns come after, of the same run. */
      readonly nextGroupIds?: readonly string[]
      /** By a schedule, not by a person (I16). */
      readonly isScheduled?: boolean
    })
  | { readonly kind: 'group.stop'; readonly groupId: string }
  | (Fed & { readonly kind: 'group.switch'; readonly groupId: string; readonly fromGroupId: string })
  /** L/h by channel. */
  | { readonly kind: 'fert.start'; readonly deviceId: string; readonly rates: readonly number[] }
  | { readonly kind: 'fert.stop'; readonly deviceId: string }
  /** Washes filters with water that flows backwards through them (I15). */
  | { readonly kind: 'filter.backwash'; readonly deviceId: string }
  | { readonly kind: 'stopAll' }
)
export type IntentKind = Intent['kind']
/** The intents that are one command to one device. */
export type DeviceIntent = Extract<Intent, { deviceId: string }>

/** The device that an intent acts on itself; null for a group or all. */
export const deviceOf = (intent: Intent): string | null => ('deviceId' in intent ? intent.deviceId : null)

export const isClose = (target: { readonly direction: number; readonly gatage: number }): boolean =>
  target.direction === 0 || target.gatage === 0

/** Takes water or fertilizer away: refused by I02 alone, sent again until it is true (`design/field.md §2.2`). */
export function isStopping(intent: Intent): boolean {
  if (intent.kind === 'valve.set') return isClose(intent)
  return (
    intent.kind === 'pump.stop' ||
    intent.kind === 'fert.stop' ||
    intent.kind === 'group.stop' ||
    intent.kind === 'stopAll'
  )
}

/**
 * What stands between a wish and its sending (`design/field.md §2.2`): A nothing; B a dialog; C a token of the server, 30 s (a thumb
 * on a phone, in the field), judged anew when it is used and
 * bound to user, command and interlock snapshot; D a second person, a reason, ten minutes at most.
 */
export type RiskClass = 'A' | 'B' | 'C' | 'D'

/** How long a person has to say yes, in milliseconds. */
export const CONFIRM_MS = 30_000
export const OVERRIDE_MS = 10 * 60_000

/** What a person is asked to say yes to (risk C): the act, whose it is, and the figures of its water. */
export interface Asked {
  /** Going on with a group is a start to the rules, and another word to a person. */
  readonly act: IntentKind | 'group.resume'
  /** Of the device or group. */
  readonly name: string
  /** m³/h of a group's outlets by design. */
  readonly flow?: number
  /** Outlets that a group opens. */
  readonly outlets?: number
  /** `CONTROL_MODE` that a pump is to have. */
  readonly mode?: number
}

/** An intent's risk; one that sets an interlock aside is always D. */
export function riskOf(intent: Intent, overrides = false): RiskClass {
  if (isStopping(intent)) return 'A'
  if (overrides) return 'D'
  switch (intent.kind) {
    case 'pump.start':
    case 'pump.reset':
    case 'pump.mode':
    case 'group.start':
    case 'group.switch':
      return 'C'
    default:
      return 'B'
  }
}
