import { type Command, wakeAt } from '@runtime/field/command'
import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../../../module'
import type { CommandTable, IrrigationRunTable } from './tables'

export type CommandRow = Selectable<CommandTable>
export type RunRow = Selectable<IrrigationRunTable>

const at = (time: number | null) => (time === null ? null : new Date(time))
const ms = (time: Date | null) => time?.getTime() ?? null

/** The command of a row, as its rules work on it. */
export function commandOf(row: CommandRow): Command {
  return {
    id: row.id,
    actuatorId: row.actuator_id,
    seq: row.seq,
    target: row.target,
    risk: row.risk,
    isEssential: row.is_essential,
    isHeir: row.is_heir,
    linkClass: row.link_class,
    uplinkEverySec: row.uplink_every_sec,
    angles: row.angles,
    issuedAt: row.issued_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    state: row.state,
    stage: row.stage,
    deadlineAt: ms(row.deadline_at),
    retryAt: ms(row.retry_at),
    attempts: row.attempts,
    firstSentAt: ms(row.first_sent_at),
    sentAt: ms(row.sent_at),
    publishedAt: ms(row.published_at),
    ackedAt: ms(row.acked_at),
    finishedAt: ms(row.finished_at),
    verifiedAt: ms(row.verified_at),
    samples: row.samples,
    sampleAt: ms(row.sample_at),
    misses: row.misses,
    alarm: row.alarm,
    result: row.result_code === '' ? null : { code: row.result_code, text: row.result_text },
  }
}

/** What changes of a row when its command is advanced. */
export function progressOf(command: Command) {
  return {
    state: command.state,
    stage: command.stage,
    deadline_at: at(command.deadlineAt),
    retry_at: at(command.retryAt),
    attempts: command.attempts,
    first_sent_at: at(command.firstSentAt),
    sent_at: at(command.sentAt),
    published_at: at(command.publishedAt),
    acked_at: at(command.ackedAt),
    finished_at: at(command.finishedAt),
    verified_at: at(command.verifiedAt),
    samples: command.samples,
    sample_at: at(command.sampleAt),
    misses: command.misses,
    alarm: command.alarm,
    result_code: command.result?.code ?? '',
    result_text: command.result?.text ?? '',
    wake_at: at(wakeAt(command)),
  } satisfies Partial<Insertable<CommandTable>>
}

/** What of a row never changes. */
export function identityOf(command: Command) {
  return {
    id: command.id,
    actuator_id: command.actuatorId,
    seq: command.seq,
    target: JSON.stringify(command.target),
    risk: command.risk,
    is_essential: command.isEssential,
    is_heir: command.isHeir,
    link_class: command.linkClass,
    uplink_every_sec: command.uplinkEverySec,
    angles: command.angles === null ? null : JSON.stringify(command.angles),
    issued_at: new Date(command.issuedAt),
    expires_at: new Date(command.expiresAt),
  }
}

const rowOf = (tx: Tx, projectId: string, id: string) =>
  tx.selectFrom('command').selectAll().where('project_id', '=', projectId).where('id', '=', id)

/** Whether there is such a command. */
export const hasCommand = async (tx: Tx, projectId: string, id: string): Promise<boolean> =>
  (await rowOf(tx, projectId, id).executeTakeFirst()) !== undefined

/** A command, held by itself. */
export const commandRow = (tx: Tx, projectId: string, id: string) =>
  rowOf(tx, projectId, id).forUpdate().executeTakeFirst()
