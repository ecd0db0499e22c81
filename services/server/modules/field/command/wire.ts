import { expectedDeliverySec, isInFlight } from '@runtime/field/command'
import { ACK_CODE } from '@runtime/field/topics'
import type { Translate } from '@runtime/host'
import type { FieldCommand, Holder } from '@services/contract/areas/field/command'
import type { Static } from 'typebox'
import { isAnyOf } from '../../../database/batches'
import type { Db, Tx } from '../../../module'
import type { CommandRow } from './rows'

export type WireCommand = Static<typeof FieldCommand>
export type WireHolder = Static<typeof Holder>

/** Result of a command that the second person has refused; its text is theirs. */
export const REFUSED = 'REFUSED'
/** Result of a command that came while somebody's was under way to the same actuator; its text is their name. */
export const LOCKED = 'LOCK'
/** Result of a command of somebody who may not operate the project. */
export const NO_RIGHT = 'PERMISSION'

const ms = (time: Date | null) => time?.getTime() ?? null

/** Commands as the wire says them, in a person's language. */
export async function commandsToWire(
  db: Db | Tx,
  rows: readonly CommandRow[],
  translate: Translate,
): Promise<WireCommand[]> {
  const ids = [...new Set(rows.map((row) => row.actuator_id))]
  const devices = ids.length
    ? await db.selectFrom('device').select(['id', 'name']).where(isAnyOf('id', ids)).execute()
    : []
  const names = new Map(devices.map(({ id, name }) => [id, name]))
  return rows.map((row) => commandToWire(row, names.get(row.actuator_id) ?? row.actuator_id, translate))
}

function commandToWire(row: CommandRow, deviceName: string, translate: Translate): WireCommand {
  return {
    commandId: row.id,
    projectId: row.project_id,
    deviceId: row.actuator_id,
    deviceName,
    op: row.target.op,
    target: { ...row.target },
    state: row.state,
    stage: row.stage,
    risk: row.risk,
    seq: row.seq,
    attempts: row.attempts,
    issuedBy: row.issued_by_name,
    confirmedBy: row.confirmed_by_name,
    reason: row.reason,
    issuedAt: row.issued_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    sentAt: ms(row.sent_at),
    ackedAt: ms(row.acked_at),
    finishedAt: ms(row.finished_at),
    verifiedAt: ms(row.verified_at),
    resultCode: row.result_code,
    resultText: resultText(row, translate),
    runId: row.run_id,
    expectedDeliverySec: expectedDeliverySec(row.link_class, row.uplink_every_sec),
  }
}

/** Why a command ended as it did: the rule that spoke against it, the device's own words, or ours. */
export function resultText(row: CommandRow, translate: Translate): string {
  if (row.state === 'TIMEOUT') return translate(`@command.timeout.${row.stage ?? 'device'}`)
  if (row.result_code === '') return localText(row, translate)
  if (row.result_code === String(ACK_CODE.local)) return translate('@command.result.local')
  if (row.result_code === REFUSED)
    return translate('@command.result.refused', { name: row.confirmed_by_name, reason: row.result_text })
  if (row.result_code === LOCKED)
    return translate('@command.lockHeld', {
      name: row.result_text,
      seconds: row.request_snapshot.holder?.heldSec ?? 0,
    })
  if (row.result_code === NO_RIGHT)
    return translate('@field.noProjectRight', { level: translate('@field.level.operate') })
  const snapshots = [row.dispatch_snapshot, row.request_snapshot]
  const rule = snapshots
    .flatMap((each) => each?.violations ?? [])
    .find(({ text }) => text === row.result_text)
  if (rule) return translate(rule.text, rule.params)
  if (row.result_code === 'OFF_TARGET') return translate('@command.result.offTarget')
  if (row.result_code === 'DEVICE_FAULT')
    return translate('@command.result.deviceFault', { fault: row.result_text })
  return translate('@command.result.byDevice', { code: row.result_code, text: row.result_text })
}

/** A stop that only the device's own switch will do (I10) says so before the device does. */
function localText({ state, request_snapshot }: CommandRow, translate: Translate): string {
  const local = request_snapshot.violations.find(({ code }) => code === 'I10')
  return local && isInFlight(state) ? translate(local.text, local.params) : ''
}

export function holderToWire(row: CommandRow, now: number): WireHolder {
  const since = row.issued_at.getTime()
  return {
    commandId: row.id,
    userName: row.issued_by_name,
    state: row.state,
    since,
    heldSec: Math.max(0, Math.round((now - since) / 1000)),
  }
}
