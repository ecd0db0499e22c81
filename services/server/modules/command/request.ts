import { CONFIRM_MS } from '@runtime/field/command'
import { judge } from '@runtime/field/interlock/judge'
import type { Violation } from '@runtime/field/interlock/verdict'
import type { CallContext, Tx } from '../../module'
import { tellApprovers } from './approval'
import { type Confirming, giveToken, requestHash, spendToken } from './confirm'
import { type Actuator, actuatorOf, holdProject, type Issued, issue, release } from './issue'
import {
  demandDevice,
  duplicateId,
  interlocked,
  invalid,
  lockHeld,
  missing,
  needsConfirm,
  said,
} from './refusals'
import type { CommandRow } from './rows'
import { type Field, readField, readReadings } from './situation'
import type { DeviceIntent } from './targets'
import { commandsToWire, holderToWire, type WireCommand } from './wire'
import { type Commanding, inTransaction, type Work } from './work'

/** What a person asks of one device. */
export interface Asked {
  readonly commandId: string
  readonly deviceId: string
  readonly confirmToken?: string | null | undefined
  readonly reason?: string | null | undefined
  readonly override?: readonly string[] | undefined
  readonly maxRunSec?: number | null | undefined
}

/** What a transaction has come to: an answer, or a refusal that is thrown once it is committed. */
type Outcome = { readonly row: CommandRow } | { readonly refusal: Error }

/**
 * A person's command to one device: judged, confirmed where its risk needs it, and on its way. The same id again answers what
 * became of it.
 * @throws ApiError 4001, 4031, 4041, 4091, 4092, 4101, 4201–4216, 4231, 4241 (`design/field.md §3.4`).
 */
export async function request(
  commanding: Commanding,
  context: CallContext,
  asked: Asked,
  intent: DeviceIntent,
): Promise<WireCommand> {
  const { services, db } = commanding
  const overrides = asked.override ?? []
  if (overrides.length > 0 && !asked.reason) throw invalid('@command.reasonRequired')
  const projectId = await demandDevice(services, context, asked.deviceId, 'operate')
  const readings = await readReadings(commanding, projectId)
  const outcome = await inTransaction(commanding, async (tx, work): Promise<Outcome> => {
    await holdProject(tx, projectId)
    const actuator = await actuatorOf(tx, asked.deviceId)
    if (!actuator) throw missing()
    const hash = requestHash({ ...asked, intent })
    const field = await readField(tx, projectId, readings, commanding.now())
    const call = new Request({ commanding, context, tx, work }, { actuator, field }, asked, hash)
    const before = await commandRow(tx, projectId, asked.commandId)
    return before ? call.again(before) : call.anew(intent)
  })
  if ('refusal' in outcome) throw outcome.refusal
  const [wire] = await commandsToWire(db, [outcome.row], context.text)
  if (!wire) throw missing()
  return wire
}

export const commandRow = (tx: Tx, projectId: string, id: string) =>
  tx
    .selectFrom('command')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

interface Surroundings {
  readonly commanding: Commanding
  readonly context: CallContext
  readonly tx: Tx
  readonly work: Work
}

/** One call about one device, within its transaction. */
class Request {
  private readonly commanding: Commanding
  private readonly context: CallContext
  private readonly tx: Tx
  private readonly work: Work
  private readonly actuator: Actuator
  private readonly field: Field
  private readonly asked: Asked
  private readonly hash: string

  constructor(
    { commanding, context, tx, work }: Surroundings,
    { actuator, field }: { readonly actuator: Actuator; readonly field: Field },
    asked: Asked,
    hash: string,
  ) {
    this.commanding = commanding
    this.context = context
    this.tx = tx
    this.work = work
    this.actuator = actuator
    this.field = field
    this.asked = asked
    this.hash = hash
  }

  async anew(intent: DeviceIntent): Promise<Outcome> {
    const { commanding, tx, work, actuator, field, asked, context } = this
    const issued = await issue(
      commanding,
      tx,
      work,
      actuator,
      {
        commandId: asked.commandId,
        intent,
        by: context.user,
        reason: asked.reason ?? '',
        requestHash: this.hash,
        overrides: asked.override ?? [],
        maxRunSec: asked.maxRunSec ?? null,
      },
      field,
    )
    if (issued.kind !== 'held') await this.audit('command.issue', issued.row)
    if (issued.kind === 'awaiting' && issued.row.risk === 'D')
      work.after(() => tellApprovers(commanding, issued.row))
    return this.outcome(issued)
  }

  /** The same id has come before. */
  async again(row: CommandRow): Promise<Outcome> {
    if (row.request_hash !== this.hash || row.issued_by !== this.context.user.userId)
      return { refusal: duplicateId() }
    if (row.state === 'REJECTED') return this.rejected(row)
    if (row.state !== 'AWAIT_CONFIRM' || row.risk !== 'C') return { row }
    const { confirmToken } = this.asked
    const now = this.commanding.now()
    if (row.deadline_at && row.deadline_at.getTime() <= now) return { row }
    // What the person said yes to may not be what the rules say now.
    const { allowed, violations } = judge(row.intent, this.field.situation, this.field.limits)
    const isGood = confirmToken
      ? await spendToken(this.tx, this.confirming(row, violations), confirmToken, now)
      : false
    if (allowed && !isGood) return this.ask(row, violations)
    const issued = await release(this.commanding, this.tx, this.work, row, this.field, this.context.user)
    if (issued.kind !== 'held') await this.audit('command.confirm', issued.row)
    return this.outcome(issued)
  }

  private async outcome(issued: Issued): Promise<Outcome> {
    const now = this.commanding.now()
    if (issued.kind === 'held') return { refusal: lockHeld(holderToWire(issued.holder, now)) }
    if (issued.kind === 'rejected') return this.rejected(issued.row)
    if (issued.kind === 'awaiting' && issued.row.risk === 'C') return this.ask(issued.row, issued.violations)
    return { row: issued.row }
  }

  private rejected(row: CommandRow): Outcome {
    const violations = row.request_snapshot.violations.filter(({ code }) => !row.overrides.includes(code))
    return { refusal: interlocked(violations, this.context.text, row.actuator_id) }
  }

  private confirming(row: CommandRow, violations: readonly Violation[]): Confirming {
    return {
      projectId: row.project_id,
      commandId: row.id,
      userId: this.context.user.userId,
      requestHash: this.hash,
      violations,
    }
  }

  private async ask(row: CommandRow, violations: readonly Violation[]): Promise<Outcome> {
    const now = this.commanding.now()
    const token = await giveToken(this.tx, this.confirming(row, violations), now)
    const left = Math.min(CONFIRM_MS, (row.deadline_at?.getTime() ?? now) - now)
    const snapshot = { violations: said(violations, this.context.text), deviceName: this.actuator.name }
    const expiresIn = Math.ceil(left / 1000)
    return { refusal: needsConfirm({ commandId: row.id, confirmToken: token, expiresIn, snapshot }) }
  }

  private audit(action: string, row: CommandRow): Promise<void> {
    const after = { state: row.state, intent: row.intent, interlocks: row.request_snapshot.violations }
    return this.context.audit({ action, target: row.id, after, reason: row.reason }, this.tx)
  }
}
