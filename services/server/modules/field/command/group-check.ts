import { checkGroup } from '@runtime/field/interlock'
import type { groupCheckCalls } from '@services/contract/areas/field/group-check'
import type { InputOf, ResponseOf } from '@services/contract/call'
import type { CallContext } from '../../../module'
import { readField, readReadings } from './situation'
import type { Commanding } from './work'

type Call = (typeof groupCheckCalls)['fieldManagement.checkLgz']

/** What outlets would do to the pipes as a group, by the rule that checks a group when it is saved (I04). */
export async function checkOutletsOf(
  commanding: Commanding,
  context: CallContext,
  { projectId, nodes }: InputOf<Call>,
): Promise<ResponseOf<Call>> {
  const readings = await readReadings(commanding, projectId)
  const { situation, limits } = await commanding.db
    .transaction()
    .execute((tx) => readField(tx, projectId, readings, commanding.now()))
  const members = nodes.map(({ nodeId, twbDeviceId, openDirection }) => ({
    nodeId,
    valveId: twbDeviceId,
    direction: openDirection,
    // Checked as it would be saved: wide open.
    gatage: 100,
  }))
  const { level, findings, ...water } = checkGroup({ id: '', name: '', members }, situation, limits)
  return {
    level,
    violations: findings.map(({ level: each, text, params }) => ({
      code: 'I04',
      level: each === 'fail' ? 'reject' : 'warn',
      text: context.text(text, params),
      deviceId: null,
      since: null,
    })),
    hydraulics: { flow: water.flow, minPressure: water.minPressure, maxVelocity: water.maxVelocity },
  }
}
