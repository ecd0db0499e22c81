import { type Command, leaseAfter, standingAfter } from '@runtime/field/command'
import type { Tx } from '../../../module'

/** Type of the alarm of a lease that was not renewed in time; its source is the device. */
export const LEASE_ALARM = 'LEASE_REFUSED'

/**
 * Notes what has become of an actuator's lease when a command to it has ended: in the same transaction, so that nobody checks by
 * the one without the other. The caller holds the actuator before the command, as all do.
 * @returns whether a lease was proved, or its end: what an alarm of it stood for is over
 */
export async function noteLease(tx: Tx, command: Command): Promise<boolean> {
  const { op } = command.target
  if (op !== 'valve.set' && op !== 'pump.start' && op !== 'pump.stop') return false
  const kept = await tx
    .selectFrom('actuator')
    .select(['ends_at', 'lease_command'])
    .where('device_id', '=', command.actuatorId)
    .forUpdate()
    .executeTakeFirst()
  if (!kept) return false
  const endsAt = leaseAfter(kept.ends_at?.getTime() ?? null, command)
  const standing = standingAfter(kept.lease_command, command)
  await tx
    .updateTable('actuator')
    .set({
      ends_at: endsAt === null ? null : new Date(endsAt),
      lease_command: standing,
      ...(standing !== kept.lease_command && { lease_asked_at: null }),
    })
    .where('device_id', '=', command.actuatorId)
    .execute()
  return command.state === 'VERIFIED' || command.state === 'LATE_VERIFIED'
}
