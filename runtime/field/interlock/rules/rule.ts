import { deviceOf, type Intent, isClose, isStopping } from '../../command/intent'
import type { Limits } from '../limits'
import type { GroupNow, InterlockCode, Situation } from '../situation'
import type { Violation } from '../verdict'
import type { Water } from '../water'

export interface Context {
  readonly intent: Intent
  readonly situation: Situation
  readonly limits: Limits
  readonly water: Water
}
/** One interlock: what it says of an intent. */
export type Rule = (context: Context) => readonly Violation[]

/** One device that an intent would move. */
export interface Act {
  readonly deviceId: string
  readonly kind: 'open' | 'start' | 'set'
}

export function violation(
  code: InterlockCode,
  level: Violation['level'],
  word: string,
  params: Violation['params'] = {},
  deviceId: string | null = null,
  since: number | null = null,
): Violation {
  return { code, level, text: `@interlock.${word}`, params, deviceId, since }
}

/** The group that an intent lets water into. */
export function groupOf({ intent, situation }: Context): GroupNow | undefined {
  if (intent.kind !== 'group.start' && intent.kind !== 'group.switch' && intent.kind !== 'group.save')
    return undefined
  return situation.groups.get(intent.groupId)
}

/** What an intent would set in motion; nothing for stops, closes and plans. */
export function actsOf(context: Context): readonly Act[] {
  const { intent } = context
  if (isStopping(intent) || intent.kind === 'group.save') return []
  const group = groupOf(context)
  if (group) return group.members.map(({ valveId }) => ({ deviceId: valveId, kind: 'open' }))
  const deviceId = deviceOf(intent)
  if (deviceId === null) return []
  if (intent.kind === 'valve.set') return [{ deviceId, kind: 'open' }]
  return [{ deviceId, kind: intent.kind === 'pump.start' || intent.kind === 'fert.start' ? 'start' : 'set' }]
}

export const nameOf = (situation: Situation, id: string): string => situation.devices.get(id)?.name ?? id

/** The valve that an intent closes. */
export const closedBy = (intent: Intent): string | null =>
  intent.kind === 'valve.set' && isClose(intent) ? intent.deviceId : null

export const wholeNumber = (value: number): number => Math.round(value)
