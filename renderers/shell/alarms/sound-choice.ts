import type { Host } from '@runtime/host'
import { proxy } from 'valtio/vanilla'

/** Whether the person wants to hear alarms; it is kept with their account. */
export const soundChoice = proxy({ isOn: true })

/** Takes what the account keeps. */
export function followAlarmSound(isOn: boolean): void {
  soundChoice.isOn = isOn
}

/** At once here, and with the account where the server can be reached. */
export async function chooseAlarmSound(host: Pick<Host, 'call'>, isOn: boolean): Promise<void> {
  soundChoice.isOn = isOn
  await host.call('currentUser.systemTheme', { alarmSound: isOn }).catch(() => undefined)
}
