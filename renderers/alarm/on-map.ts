import type { DeviceAlarm } from '@services/client/alarm-board'

/** Address of the map of the field. */
const MAP = '/pcMap'

/** Address of the map that shows what an alarm is of; null: it is of nothing that stands on it. */
export function alarmOnMap({
  deviceId,
  sourceKind,
}: Pick<DeviceAlarm, 'deviceId' | 'sourceKind'>): string | null {
  const hasPlace = deviceId !== '' && sourceKind !== 'other'
  return hasPlace ? `${MAP}?device=${encodeURIComponent(deviceId)}` : null
}
