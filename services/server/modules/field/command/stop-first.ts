import type { DeviceIntent } from '@runtime/field/command'
import { validate } from '@runtime/field/interlock/validate'
import type { commandCalls } from '@services/contract/areas/field/command'
import type { InputOf } from '@services/contract/call'
import type { CallContext } from '../../../module'
import { requestHash } from './confirm'
import { actuatorOf } from './hold'
import { jointly } from './jointly'
import { type Operated, operatedBefore } from './operated'
import { interlocked, missing } from './refusals'
import type { RunRow } from './rows'
import { reach } from './runs'
import { beginStop } from './stop-all'
import { anglesOf, demandPossible } from './targets'
import type { Commanding } from './work'

type Calls = typeof commandCalls

/**
 * What I02 offers instead of closing the last outlet of a running pump: the pumps are stopped in this very call, the valve moves
 * once they stand by their own word. Where no pump runs the valve moves at once. Anything else that speaks against it refuses
 * all of it, so that no pump stops for nothing.
 * @throws ApiError 4001, 4031, 4041, 4092, 4201–4216.
 */
export async function stopThenSet(
  commanding: Commanding,
  context: CallContext,
  requested: InputOf<Calls['fieldManagement.stopThenSet']>,
): Promise<RunRow> {
  const { deviceId, commandId, reason } = requested
  const action = 'rotation.stopThenSet'
  const { projectId } = context
  const intent: DeviceIntent = {
    kind: 'valve.set',
    deviceId,
    direction: requested.openDirection,
    gatage: requested.gatage,
  }
  const outcome = await jointly(commanding, projectId, async (tx, work, field): Promise<Operated> => {
    const hash = requestHash({ ...requested })
    const before = await operatedBefore(tx, projectId, commandId, hash)
    if (before) return before
    const actuator = await actuatorOf(tx, deviceId)
    if (!actuator) throw missing()
    demandPossible(intent, actuator.kind, anglesOf(actuator.kind, actuator.settings))
    const { violations, sequence } = validate(intent, field.situation, field.limits)
    if (violations.some(({ level }) => level === 'reject')) {
      const others = violations.filter(({ level }) => level !== 'offer')
      await context.audit({ action, target: deviceId, after: { state: 'REJECTED', interlocks: others } }, tx)
      return { refusal: interlocked(others, context.text, deviceId) }
    }
    const operation = { projectId, commandId, by: context.user, hash }
    const row = await beginStop(commanding, tx, work, field, operation, { kind: 'stopThenSet' }, sequence)
    const after = { runId: row.id, intent, interlocks: violations }
    await context.audit({ action, target: deviceId, after, ...(reason && { reason }) }, tx)
    return { row, busy: field.hold.busy }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return reach(commanding, outcome)
}
