import { isStopping } from '../../command/intent'
import { CONTROL_MODE, type ValveSettings } from '../../kinds'
import type { Limits } from '../limits'
import type { Situation } from '../situation'
import type { Violation } from '../verdict'
import { goodReading, isFreshDevice } from '../water'
import { type Act, actsOf, type Context, nameOf, type Rule, violation } from './rule'

type Validator = (
  act: Act,
  situation: Situation,
  limits: Limits,
  runId: string | undefined,
) => readonly Violation[]

const eachAct =
  (validate: Validator): Rule =>
  (context: Context) =>
    actsOf(context).flatMap((act) => validate(act, context.situation, context.limits, context.intent.runId))

/** I09: a device that is silent, or never known, may only be stopped or closed. */
export const stale: Validator = ({ deviceId }, situation, limits) => {
  const device = situation.devices.get(deviceId)
  if (!device) return [violation('I09', 'reject', 'unknown', { name: deviceId }, deviceId)]
  if (isFreshDevice(device, situation, limits)) return []
  const { name, reportedAt, isOnline } = device
  if (!isOnline) return [violation('I09', 'reject', 'offline', { name }, deviceId, reportedAt)]
  if (reportedAt === null) return [violation('I09', 'reject', 'never', { name }, deviceId)]
  const seconds = Math.round((situation.now - reportedAt) / 1000)
  return [violation('I09', 'reject', 'stale', { name, seconds }, deviceId, reportedAt)]
}

/** I10: a device or station that is switched to LOCAL obeys its own switch alone. */
export const local: Validator = ({ deviceId }, { devices }) => {
  const device = devices.get(deviceId)
  if (device?.reported.mode !== CONTROL_MODE.local) return []
  return [violation('I10', 'reject', 'local', { name: device.name }, deviceId)]
}

/** I11: an actuator has one owner. */
export const owned: Validator = ({ deviceId }, situation, _limits, runId) => {
  const owner = situation.owners.get(deviceId)
  if (!owner || owner.runId === runId) return []
  const params = { name: nameOf(situation, deviceId), group: owner.groupName }
  return [violation('I11', 'reject', 'owned', params, deviceId, owner.since)]
}

/** I12: somebody works on it. */
export const lockedOut: Validator = ({ deviceId }, { devices }) => {
  const device = devices.get(deviceId)
  if (!device?.maintenance) return []
  const { byName, reason, since } = device.maintenance
  return [
    violation('I12', 'reject', 'lockedOut', { name: device.name, holder: byName, reason }, deviceId, since),
  ]
}

/** I13: a valve that may not have the power to close again is not opened. */
export const lowBattery: Validator = ({ deviceId, kind }, { devices }, limits) => {
  const device = devices.get(deviceId)
  const bat = device && goodReading(device, 'bat')
  if (kind !== 'open' || !device || !bat) return []
  const floor = (device.settings as ValveSettings).batteryFloor ?? limits.batteryFloor
  if (bat.value >= floor) return []
  return [
    violation(
      'I13',
      'reject',
      'lowBattery',
      { name: device.name, volts: bat.value, floor },
      deviceId,
      bat.at,
    ),
  ]
}

export const I09: Rule = eachAct(stale)
export const I12: Rule = eachAct(lockedOut)
export const I13: Rule = eachAct(lowBattery)

/** A stop goes out all the same, since the device decides; the person is told that only its own switch will do it. */
export const I10: Rule = (context) => {
  const { intent, situation, limits } = context
  if (!isStopping(intent) || !('deviceId' in intent)) return eachAct(local)(context)
  const act: Act = { deviceId: intent.deviceId, kind: 'set' }
  return local(act, situation, limits, intent.runId).map((found) => ({
    ...found,
    level: 'warn',
    text: '@interlock.localStop',
  }))
}

/** Stopping what another run holds is never refused; the person is told whose it is. */
export const I11: Rule = (context) => {
  const { intent, situation, limits } = context
  if (!isStopping(intent)) return eachAct(owned)(context)
  if (!('deviceId' in intent)) return []
  const act: Act = { deviceId: intent.deviceId, kind: 'set' }
  return owned(act, situation, limits, intent.runId).map((found) => ({ ...found, level: 'warn' }))
}

/** Whether anybody may start a device now, whatever the water says. */
export const accessTo = (
  act: Act,
  situation: Situation,
  limits: Limits,
  runId?: string,
): readonly Violation[] =>
  [stale, local, owned, lockedOut, lowBattery].flatMap((validate) => validate(act, situation, limits, runId))
