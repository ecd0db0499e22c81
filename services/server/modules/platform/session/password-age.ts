import type { SystemConfig } from '../system-config/module'

const DAY = 86_400_000

type Cycle = Pick<SystemConfig, 'passwordIsUpdatedRegularly' | 'updateCycle' | 'updateInAdvance'>

/** Whether a password has to be changed for its age. */
export function isTooOld(setAt: Date | null, config: Cycle, now = Date.now()): boolean {
  if (config.passwordIsUpdatedRegularly !== 1 || setAt === null) return false
  return now >= setAt.getTime() + config.updateCycle * DAY
}

/** Days until a password has to be changed; null while nobody needs to be told. */
export function daysLeft(setAt: Date | null, config: Cycle, now = Date.now()): number | null {
  if (config.passwordIsUpdatedRegularly !== 1 || setAt === null) return null
  const left = Math.ceil((setAt.getTime() + config.updateCycle * DAY - now) / DAY)
  return left <= config.updateInAdvance ? Math.max(0, left) : null
}
