import { actsOf, nameOf, type Rule, violation } from './rule'

/**
 * A device that has proved a leased command and says no end of it keeps no lease: nothing but the server will end what it begins. The
 * person is told.
 */
export const keepsNoLease: Rule = (context) => {
  const { situation } = context
  return actsOf(context).flatMap(({ deviceId }) => {
    const { target, commandId } = situation.leases?.standing.get(deviceId) ?? {}
    const reported = situation.devices.get(deviceId)?.reported
    const isSilent =
      target?.until !== undefined && reported?.cmd === commandId && reported?.until === undefined
    return isSilent
      ? [violation('I02', 'warn', 'noLease', { name: nameOf(situation, deviceId) }, deviceId)]
      : []
  })
}
