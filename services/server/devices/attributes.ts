import { limitsOf, limitsVersion } from '@runtime/field/interlock/limits'
import type { Db } from '../module'
import { type AttributesAsked, isObject, type Outgoing } from './adaptors/adaptor'
import { attributesAnswer } from './adaptors/thingsboard-attributes'
import type { Directory } from './directory'

/**
 * What a device is answered that asks for its attributes: its own are what it reported last, shared ones the interlock table of its
 * project (`LIMITS`), the table's version `il`, and `every`, the seconds between its reports.
 */
export async function answerAttributes(
  db: Db,
  directory: Directory,
  { gatewayId, ask }: { readonly gatewayId: string; readonly ask: AttributesAsked },
): Promise<Outgoing> {
  const gateway = directory.gateway(gatewayId)
  const device = directory.device(directory.called(gatewayId, ask.deviceId))
  const isOwn = device?.gatewayId === gatewayId
  const [project, live] = await Promise.all([
    db
      .selectFrom('project')
      .select('limits')
      .where('id', '=', gateway?.projectId ?? '')
      .executeTakeFirst(),
    isOwn
      ? db.selectFrom('device_live').select('reported').where('device_id', '=', device.id).executeTakeFirst()
      : undefined,
  ])
  const limits = limitsOf(project?.limits)
  const reported: unknown = live?.reported
  const shared = { ...limits, il: limitsVersion(limits), ...(isOwn ? { every: device.everySec } : {}) }
  return attributesAnswer(gatewayId, ask, { client: isObject(reported) ? reported : {}, shared })
}
