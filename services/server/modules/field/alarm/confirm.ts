import { CONFIRM_MS } from '@runtime/field/command'
import { FIELD_CODE } from '@services/contract/field-code'
import { ApiError } from '../../../http/errors'
import type { CallContext, Tx } from '../../../module'
import { giveToken, requestHash, spendToken } from '../command/confirm'
import type { AlarmRow } from './cache'
import { alarmToWire } from './wire'

/** Letting an alarm go, as it was asked for. */
export interface Clearing {
  readonly reason: string
  readonly confirmToken?: string | null | undefined
}

/**
 * Letting a latched alarm go is risk C (`design/field.md §2.2`): it is confirmed with the server's own token, good once and for
 * 30 s, for this person, this request and the alarms of the device as they stood when it was asked.
 * @returns null where it has been confirmed, else the question, to be thrown once the token is committed.
 */
export async function unconfirmed(
  tx: Tx,
  { user, text }: CallContext,
  row: AlarmRow,
  { reason, confirmToken }: Clearing,
  now: number,
  zone: string,
): Promise<ApiError | null> {
  const open = await openOf(tx, row)
  const of = {
    projectId: row.project_id,
    // One question a person and alarm: another's does not take this one's away.
    commandId: `alarm.clear ${row.fid} ${user.userId}`,
    userId: user.userId,
    requestHash: requestHash({
      kind: 'alarm.clear',
      fid: row.fid,
      reason,
      open: open.map(({ fid, version }) => `${fid} ${version}`).join(),
    }),
    violations: [],
  }
  if (confirmToken && (await spendToken(tx, of, confirmToken, now))) return null
  const token = await giveToken(tx, of, now)
  const alarms = open.map((one) => alarmToWire(one, text, zone))
  return new ApiError(FIELD_CODE.confirm, confirmToken ? '@alarm.confirmAgain' : '@alarm.needsConfirm', {
    data: { confirmToken: token, expiresIn: CONFIRM_MS / 1000, snapshot: { alarms } },
  })
}

/** What is open of the alarm's device, the alarm itself among it: what is let go is checked with what else is the matter. */
const openOf = (tx: Tx, { project_id, source_id }: AlarmRow): Promise<AlarmRow[]> =>
  tx
    .selectFrom('alarm')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('source_id', '=', source_id)
    .where('closed_at', 'is', null)
    .orderBy('fid')
    .execute()
