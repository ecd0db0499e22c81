import { type DeviceIntent, LEASE_TIMES } from '@runtime/field/command'
import { singleRenewals } from '@runtime/field/interlock/leases'
import type { Run } from '@runtime/field/rotation'
import { newId } from '@runtime/id'
import { sql } from 'kysely'
import { eachApart } from '../../../apart'
import type { Tx } from '../../../module'
import { issue, takeIn } from './issue'
import { type HeldField, jointly } from './jointly'
import { LEASE_ALARM } from './note-lease'
import { commandRow } from './rows'
import type { Commanding, Work } from './work'

/** Milliseconds between two looks at what persons have opened and started. */
const LOOK = 15_000
/** Why a command was given that nobody asked for just now: what it renews, somebody had. */
export const RENEWAL = 'LEASE'

const checks = new WeakMap<Commanding, Map<string, number>>()

/** Renews what persons have opened and started themselves, for as long as it is to go on (`design/workspace.md §1`). */
export async function renewSingles(commanding: Commanding): Promise<void> {
  const now = commanding.now()
  const before = checks.get(commanding) ?? new Map<string, number>()
  checks.set(commanding, before)
  const { rows } = await sql<{ project_id: string }>`
    select distinct actuator.project_id from actuator
    join command on command.project_id = actuator.project_id and command.id = actuator.lease_command
    where command.run_id is null and actuator.ends_at between ${new Date(now)}
      and ${new Date(now + LEASE_TIMES.valveMs / 2)}`.execute(commanding.db)
  const due = rows.filter(({ project_id }) => now - (before.get(project_id) ?? 0) >= LOOK)
  for (const { project_id } of due) before.set(project_id, now)
  await eachApart(
    due,
    ({ project_id }) => renewOf(commanding, project_id),
    (error, { project_id }) =>
      commanding.log.warn(`leases of project ${project_id} could not be renewed: ${error}`),
  )
}

async function renewOf(commanding: Commanding, projectId: string): Promise<void> {
  const deed = async (tx: Tx, work: Work, field: HeldField) => {
    if (field.situation.isSettling) return
    const due = singleRenewals(field.situation, field.limits)
    field.hold.demand(due.map(({ deviceId }) => deviceId))
    for (const intent of due) await renew(commanding, tx, work, intent, field)
  }
  await jointly(commanding, projectId, deed, { isSettled: true })
}

/** The same again, on behalf of whoever wished it. What somebody else holds just now is renewed at the next look. */
async function renew(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  intent: DeviceIntent,
  field: HeldField,
): Promise<void> {
  const { deviceId } = intent
  const standing = field.situation.leases?.standing.get(deviceId)
  const held = field.hold.of(deviceId)
  const row = standing && held && (await commandRow(tx, held.actuator.project_id, standing.commandId))
  if (!row) return
  const { standsUntil } = row.target
  const wish = {
    commandId: newId(commanding.now()),
    intent,
    by: { userId: row.issued_by, userName: row.issued_by_name },
    reason: RENEWAL,
    requestHash: '',
    // What a second person has allowed is allowed for as long as it stands.
    overrides: row.overrides,
    ...(standsUntil !== undefined && { standsUntil }),
  }
  takeIn(field, await issue(commanding, tx, work, held, wish, field))
  await tx
    .updateTable('actuator')
    .set({ lease_asked_at: new Date(commanding.now()) })
    .where('device_id', '=', deviceId)
    .execute()
}

const LEASE_SEVERITY = 2

/** A run ends because a lease was refused: that is told once. */
export async function tellRefused(
  { services }: Commanding,
  tx: Tx,
  work: Work,
  projectId: string,
  before: Run,
  after: Run,
): Promise<void> {
  if (after.reason !== 'leaseRefused' || before.reason !== null || after.refusedBy === undefined) return
  const told = await services.alarms.raise(tx, {
    projectId,
    sourceId: after.refusedBy,
    type: LEASE_ALARM,
    cause: 'any',
    severity: LEASE_SEVERITY,
    text: '@rotation.leaseRefusedAlarm',
    params: {},
    latch: false,
  })
  work.after(told)
}
