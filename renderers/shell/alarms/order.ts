import { type DeviceAlarm, isUnseen } from '@services/client/alarms'

/** What calls for somebody first: not yet acknowledged, grave, new. */
export function byUrgency(left: DeviceAlarm, right: DeviceAlarm): number {
  return (
    Number(isUnseen(right)) - Number(isUnseen(left)) ||
    left.severity - right.severity ||
    right.lastTime - left.lastTime ||
    right.seq - left.seq
  )
}

/** How many there are of each severity, the gravest first; none of those that there are none of. */
export function countsBySeverity(
  alarms: readonly DeviceAlarm[],
): readonly { severity: number; count: number }[] {
  return [1, 2, 3, 4]
    .map((severity) => ({ severity, count: alarms.filter((alarm) => alarm.severity === severity).length }))
    .filter(({ count }) => count > 0)
}
