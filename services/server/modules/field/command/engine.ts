import { causeOfCommand } from '@runtime/field/alarm/cause'
import {
  advance,
  type Command,
  type CommandEvent,
  type CommandStage,
  isTerminal,
  isVerified,
} from '@runtime/field/command'
import { ACK_CODE } from '@runtime/field/topics'
import { sql } from 'kysely'
import type { Tx } from '../../../module'
import { LEASE_ALARM, noteLease } from './note-lease'
import { type CommandRow, commandOf, identityOf, progressOf } from './rows'
import type { Commanding, Work } from './work'

/** Type of the alarm of a command that is not carried out; its source is the actuator. */
export const COMMAND_ALARM = 'COMMAND_FAILED'

/** What a new command has besides what its rules work on. */
export type NewCommand = Pick<
  CommandRow,
  | 'project_id'
  | 'gateway_id'
  | 'intent'
  | 'issued_by'
  | 'issued_by_name'
  | 'reason'
  | 'overrides'
  | 'request_hash'
  | 'request_snapshot'
  | 'run_id'
  | 'is_due'
>

/** Writes a new command as it stands after its first event. */
export async function addCommand(
  { serverId }: Commanding,
  tx: Tx,
  command: Command,
  rest: NewCommand,
): Promise<CommandRow> {
  const { intent, request_snapshot, ...texts } = rest
  return tx
    .insertInto('command')
    .values({
      ...identityOf(command),
      ...progressOf(command),
      ...texts,
      intent: JSON.stringify(intent),
      request_snapshot: JSON.stringify(request_snapshot),
      dispatch_snapshot: null,
      leased_until: null,
      owner: serverId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Advances a command whose row this transaction holds, and notes what follows. The answer is the row as it stands. */
export async function step(
  commanding: Commanding,
  tx: Tx,
  row: CommandRow,
  event: CommandEvent,
  work: Work,
): Promise<CommandRow> {
  const before = commandOf(row)
  const { command, effects } = advance(before, event, commanding.now(), commanding.dice)
  if (command === before && effects.length === 0) return row
  const isSend = effects.some((effect) => effect.type === 'send')
  const next = await tx
    .updateTable('command')
    .set({
      ...progressOf(command),
      is_due: isSend || (row.is_due && command.state === 'QUEUED' && command.stage === 'broker'),
      // A new sending waits for nobody; one that has ended is nobody's.
      ...((isSend || command.state !== 'QUEUED') && { leased_until: null }),
      owner: commanding.serverId,
    })
    .where('project_id', '=', row.project_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (isTerminal(command.state) && (await noteLease(tx, command)))
    await clear(commanding, tx, next, work, LEASE_ALARM)
  for (const effect of effects) {
    if (effect.type === 'query')
      work.query({ projectId: row.project_id, gatewayId: row.gateway_id, deviceId: row.actuator_id })
    if (effect.type === 'alarm') await raise(commanding, tx, next, effect, work)
    if (effect.type === 'clearAlarm') await clear(commanding, tx, next, work)
  }
  if (isVerified(command.state) && before.alarm === 0 && (await isAlarmed(tx, next)))
    await clear(commanding, tx, next, work)
  work.command(next)
  return next
}

async function raise(
  { services }: Commanding,
  tx: Tx,
  row: CommandRow,
  { severity, stage }: { readonly severity: number; readonly stage: CommandStage },
  work: Work,
): Promise<void> {
  const told = await services.alarms.raise(tx, {
    projectId: row.project_id,
    sourceId: row.actuator_id,
    type: COMMAND_ALARM,
    cause: causeOfCommand(stage, row.result_code),
    severity,
    text: `@command.alarm.${row.result_code === String(ACK_CODE.local) ? 'local' : stage}`,
    params: { op: row.target.op, issuedBy: row.issued_by_name },
    value: row.attempts,
    threshold: null,
    latch: false,
  })
  work.after(told)
}

/**
 * Whether one of the actuator's earlier commands, which are all over, still stands as not carried out: it has done as it was told
 * since. Asked without holding the project's alarms, as nearly always there is none.
 */
async function isAlarmed(tx: Tx, { project_id, actuator_id }: CommandRow): Promise<boolean> {
  const open = await tx
    .selectFrom('alarm')
    .select('fid')
    .where('project_id', '=', project_id)
    .where('source_id', '=', actuator_id)
    .where('closed_at', 'is', null)
    .where(sql<boolean>`causes @> to_jsonb(${COMMAND_ALARM}::text)`)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

async function clear(
  { services }: Commanding,
  tx: Tx,
  row: CommandRow,
  work: Work,
  type = COMMAND_ALARM,
): Promise<void> {
  const of = { projectId: row.project_id, sourceId: row.actuator_id, type }
  work.after(await services.alarms.clear(tx, of))
}
