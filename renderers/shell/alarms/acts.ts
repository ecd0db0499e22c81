import type { Host } from '@runtime/host'
import { CallError } from '@runtime/host'
import type { Alarms, DeviceAlarm } from '@services/client/alarms'

export type ActName = 'ack' | 'shelve' | 'comment' | 'clear'

/** Does something about an alarm as it is seen here; says why where it cannot be. True when it was done. */
export async function act(
  host: Host,
  alarms: Alarms,
  alarm: DeviceAlarm,
  name: ActName,
  input: Readonly<Record<string, unknown>> = {},
): Promise<boolean> {
  try {
    const { fid, version } = alarm
    const { data } = await host.call(`deviceAlarm.${name}`, { ...input, fid, version })
    alarms.take(data as DeviceAlarm)
    return true
  } catch (error) {
    // Somebody was faster: their state is shown at once.
    const newer =
      error instanceof CallError ? (error.data as { alarm?: DeviceAlarm } | null)?.alarm : undefined
    if (newer) alarms.take(newer)
    host.toast('error', (error as Error).message || host.text('@alarm.failed'))
    return false
  }
}
