import {
  angleBetween,
  DEFAULT_TOLERANCE,
  type DeviceIntent,
  expectedDeliverySec,
  riskOf,
} from '@runtime/field/command'
import { validate } from '@runtime/field/interlock/validate'
import { CONTROL_MODE, DIRECTION, type Reported, type ValveSettings } from '@runtime/field/kinds'
import type { commandCalls } from '@services/contract/areas/field/command'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import type { CallContext } from '../../../module'
import { actuatorOf, holdWater } from './hold'
import { invalid, missing, wireOf } from './refusals'
import { readField, readReadings } from './situation'
import { holderToWire } from './wire'
import { type Commanding, inTransaction } from './work'

type Calls = typeof commandCalls

/** Whether a valve may be set so now; without a wish, whether it may be opened. */
export async function canControl(
  commanding: Commanding,
  context: CallContext,
  requested: InputOf<Calls['fieldManagement.isControlThreeWayBallValve']>,
): Promise<ResponseOf<Calls['fieldManagement.isControlThreeWayBallValve']>> {
  const { deviceId, openDirection = DIRECTION.a, gatage = 100 } = requested
  const { projectId } = context
  const readings = await readReadings(commanding, projectId)
  const now = commanding.now()
  return commanding.db.transaction().execute(async (tx) => {
    const actuator = await actuatorOf(tx, deviceId)
    if (!actuator) throw missing()
    const field = await readField(tx, projectId, readings, now)
    const intent: DeviceIntent = { kind: 'valve.set', deviceId, direction: openDirection, gatage }
    const { allowed, violations } = validate(intent, field.situation, field.limits)
    const holder = await tx
      .selectFrom('command')
      .selectAll()
      .where('actuator_id', '=', deviceId)
      .where('state', 'in', ['QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING'])
      .executeTakeFirst()
    const wire = wireOf(violations, context.text)
    const held = holder ? holderToWire(holder, now) : null
    const isHeld = held !== null && holder?.issued_by !== context.user.userId
    const mayOperate = (await commanding.services.projects.levelOf(context.user, projectId)) !== 'view'
    const reason = !mayOperate
      ? context.text('@field.noProjectRight', { level: context.text('@field.level.operate') })
      : isHeld
        ? context.text('@command.lockHeld', { name: held.userName, seconds: held.heldSec })
        : (wire.find(({ level }) => level !== 'warn')?.text ?? '')
    return {
      canControl: allowed && !isHeld && mayOperate,
      reason,
      violations: wire,
      holder: held,
      expectedDeliverySec: expectedDeliverySec(actuator.link_class, actuator.uplink_every_sec),
      risk: riskOf(intent),
    }
  })
}

/** Calibrates a three-way valve. Places that its tolerance cannot tell apart would let it lie. */
export async function calibrate(
  commanding: Commanding,
  context: CallContext,
  requested: InputOf<Calls['fieldManagement.saveTwbDefaultAngular']>,
): Promise<ResponseOf<Calls['fieldManagement.saveTwbDefaultAngular']>> {
  const { deviceId, a, b, both } = requested
  const closed = requested.closed ?? null
  const tolerance = requested.tolerance ?? DEFAULT_TOLERANCE
  const { projectId } = context
  const places = [a, b, both, ...(closed === null ? [] : [closed])]
  const isBlurred = places.some((one, index) =>
    places.slice(index + 1).some((other) => angleBetween(one, other) <= 2 * tolerance),
  )
  if (isBlurred) throw invalid('@command.anglesTooClose', { degrees: 2 * tolerance })
  return inTransaction(commanding, async (tx, work) => {
    await tx.selectFrom('device').select('id').where('id', '=', deviceId).forNoKeyUpdate().execute()
    await holdWater(tx, projectId)
    const actuator = await actuatorOf(tx, deviceId)
    if (actuator?.kind !== 'VALVE_TWB') throw invalid('@command.wrongKind')
    const angles = { ...(closed !== null && { closed }), a, b, both, tolerance }
    await tx
      .updateTable('device')
      .set({
        settings: sql`jsonb_set(settings, '{angles}', ${JSON.stringify(angles)}::jsonb)`,
        updated_at: sql`now()`,
        row_version: sql`row_version + 1`,
      })
      .where('id', '=', deviceId)
      .execute()
    const before = (actuator.settings as ValveSettings).angles
    await context.audit({ action: 'valve.calibrate', target: deviceId, before, after: angles }, tx)
    work.after(() => commanding.services.fieldLive.reset(projectId))
    return { deviceId, closed, a, b, both, tolerance }
  })
}

const MODES = ['@command.mode.auto', '@command.mode.manual', '@command.mode.local'] as const

/** Control mode by a device's own word; of a project: local as soon as one pump is. */
export async function controlMode(
  { db }: Commanding,
  context: CallContext,
  { deviceId }: InputOf<Calls['fieldManagement.getControlMode']>,
): Promise<ResponseOf<Calls['fieldManagement.getControlMode']>> {
  const { projectId } = context
  const rows = await db
    .selectFrom('device')
    .leftJoin('device_live', 'device_live.device_id', 'device.id')
    .leftJoin('actuator', 'actuator.device_id', 'device.id')
    .select(['device_live.reported', 'actuator.mode_by', 'actuator.mode_at'])
    .where('device.project_id', '=', projectId)
    .where('device.deleted_at', 'is', null)
    .$if(deviceId !== undefined, (where) => where.where('device.id', '=', deviceId ?? ''))
    .$if(deviceId === undefined, (where) => where.where('device.kind', '=', 'PUMP'))
    .execute()
  const mode = Math.max(
    CONTROL_MODE.remoteAuto,
    ...rows.map(({ reported }) => (reported as Partial<Reported> | null)?.mode ?? 0),
  )
  const last = rows
    .filter(({ mode_at }) => mode_at !== null)
    .sort((one, other) => (other.mode_at?.getTime() ?? 0) - (one.mode_at?.getTime() ?? 0))[0]
  return {
    mode,
    modeName: context.text(MODES[mode] ?? MODES[0]),
    local: mode === CONTROL_MODE.local,
    changedBy: last?.mode_by ?? '',
    changedAt: last?.mode_at?.getTime() ?? null,
  }
}
