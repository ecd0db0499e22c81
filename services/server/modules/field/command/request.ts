import { CONFIRM_MS, type DeviceIntent } from '@runtime/field/command'
import { validate } from '@runtime/field/interlock/validate'
import type { Violation } from '@runtime/field/interlock/verdict'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { CallContext, Tx } from '../../../module'
import { tellApprovers } from './approval'
import { type Confirming, giveToken, requestHash, spendToken } from './confirm'
import { decide, type Scene } from './decide'
import { step } from './engine'
import type { Held } from './hold'
import { type Issued, issue, refuse, release, takeIn, type Wish } from './issue'
import {
  duplicateId,
  interlocked,
  invalid,
  lockHeld,
  missing,
  needsConfirm,
  noProjectRight,
  wireOf,
} from './refusals'
import type { CommandRow } from './rows'
import { hasCommand } from './rows'
import type { Field } from './situation'
import { turnsOf } from './turns'
import { commandsToWire, holderToWire, LOCKED, NO_RIGHT, type WireCommand, type WireHolder } from './wire'
import { type Commanding, inTransaction, type Work } from './work'

/** What a person asks of one device. */
export interface CommandRequest {
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
 * A person's command to one device: checked, confirmed where its risk needs it, and on its way. The same id again answers what
 * became of it.
 * @throws ApiError 4001, 4031, 4041, 4091, 4092, 4101, 4201–4216, 4231, 4241 (`design/field.md §3.4`).
 */
export async function request(
  commanding: Commanding,
  context: CallContext,
  requested: CommandRequest,
  intent: DeviceIntent,
): Promise<WireCommand> {
  const { db } = commanding
  const overrides = requested.override ?? []
  if (overrides.length > 0 && !requested.reason) throw invalid('@command.reasonRequired')
  const { projectId } = context
  const wanted = { intent, commandId: requested.commandId }
  const outcome = await decide(commanding, projectId, wanted, async (scene): Promise<Outcome> => {
    const call = new Request(commanding, context, scene, requested, wishOf(requested, intent, context))
    return scene.before ? call.again(scene.before) : call.anew()
  })
  if ('refusal' in outcome) throw outcome.refusal
  const [wire] = await commandsToWire(db, [outcome.row], context.text)
  if (!wire) throw missing()
  return wire
}

/**
 * Somebody who may not has tried: that is kept. Who may see the project leaves a refused command; to whom the project is hidden,
 * the audit alone remembers.
 */
export async function noteNoRight(
  commanding: Commanding,
  context: CallContext,
  requested: CommandRequest,
  intent: DeviceIntent,
  error: unknown,
): Promise<void> {
  const isHidden = error instanceof ApiError && error.code === CODE.notFound
  if (!isHidden && !(error instanceof ApiError && error.code === CODE.forbidden)) return
  const { deviceId } = requested
  await turnsOf(commanding).take(deviceId, false, (take) =>
    inTransaction(commanding, async (tx, work) => {
      // The same call twice at once is kept once.
      const held = await take(tx)
      if (!held || (await hasCommand(tx, held.actuator.project_id, requested.commandId))) return
      const wish = wishOf(requested, intent, context)
      if (!isHidden) await refuse(commanding, tx, work, held, wish, { code: NO_RIGHT, text: '' })
      const after = { state: 'REJECTED', intent, result: NO_RIGHT }
      await context.audit(
        { action: 'command.issue', target: requested.commandId, after, reason: wish.reason },
        tx,
      )
    }),
  )
}

const isSetPoint = ({ kind }: DeviceIntent): boolean => kind === 'pump.setFreq' || kind === 'pump.setPressure'

const wishOf = (requested: CommandRequest, intent: DeviceIntent, { user }: CallContext): Wish => ({
  commandId: requested.commandId,
  intent,
  by: user,
  reason: requested.reason ?? '',
  requestHash: requestHash({ ...requested, intent }),
  // What a pump is not made for no second person makes it bear.
  overrides: isSetPoint(intent) ? [] : (requested.override ?? []),
  maxRunSec: requested.maxRunSec ?? null,
})

/** One call about one device, within its transaction. */
class Request {
  private readonly commanding: Commanding
  private readonly context: CallContext
  private readonly tx: Tx
  private readonly work: Work
  private readonly held: Held
  private readonly field: Field
  private readonly requested: CommandRequest
  private readonly wish: Wish

  constructor(
    commanding: Commanding,
    context: CallContext,
    { tx, work, field, held }: Scene,
    requested: CommandRequest,
    wish: Wish,
  ) {
    this.commanding = commanding
    this.context = context
    this.tx = tx
    this.work = work
    this.held = held
    this.field = field
    this.requested = requested
    this.wish = wish
  }

  async anew(): Promise<Outcome> {
    const { commanding, tx, work, held, field, wish } = this
    const issued = await issue(commanding, tx, work, held, wish, field)
    takeIn(field, issued)
    if (issued.kind === 'held') {
      const holder = holderToWire(issued.holder, commanding.now())
      const refusal = { code: LOCKED, text: holder.userName, holder } as const
      return this.locked('command.issue', await refuse(commanding, tx, work, held, wish, refusal))
    }
    await this.audit('command.issue', issued.row)
    if (issued.kind === 'awaiting' && issued.row.risk === 'D')
      work.after(() => tellApprovers(commanding, issued.row))
    return this.outcome(issued)
  }

  /** The same id has come before. */
  async again(row: CommandRow): Promise<Outcome> {
    if (row.request_hash !== this.wish.requestHash || row.issued_by !== this.context.user.userId)
      return { refusal: duplicateId() }
    if (row.state === 'REJECTED') return this.rejected(row)
    if (row.state !== 'AWAIT_CONFIRM' || row.risk !== 'C') return { row }
    const { confirmToken } = this.requested
    const now = this.commanding.now()
    if (row.deadline_at && row.deadline_at.getTime() <= now) return { row }
    // What the person said yes to may not be what the rules say now.
    const { allowed, violations } = validate(row.intent, this.field.situation, this.field.limits)
    const isGood = confirmToken
      ? await spendToken(this.tx, this.confirming(row, violations), confirmToken, now)
      : false
    if (allowed && !isGood) return this.ask(row, violations)
    const { commanding, tx, work, held, field, context } = this
    const issued = await release(commanding, tx, work, held, row, field, context.user)
    takeIn(this.field, issued)
    if (issued.kind === 'held')
      return this.locked('command.confirm', await this.endLocked(row, holderToWire(issued.holder, now)))
    await this.audit('command.confirm', issued.row)
    return this.outcome(issued)
  }

  /** Confirmed, but somebody else was faster: what waited for the word is over. */
  private async endLocked(row: CommandRow, holder: WireHolder): Promise<CommandRow> {
    const result = { code: LOCKED, text: holder.userName }
    const { project_id, id } = await step(
      this.commanding,
      this.tx,
      row,
      { type: 'reject', result },
      this.work,
    )
    return this.tx
      .updateTable('command')
      .set({ request_snapshot: JSON.stringify({ ...row.request_snapshot, holder }) })
      .where('project_id', '=', project_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  private async locked(action: string, row: CommandRow): Promise<Outcome> {
    await this.audit(action, row)
    return this.rejected(row)
  }

  private async outcome(issued: Exclude<Issued, { kind: 'held' }>): Promise<Outcome> {
    if (issued.kind === 'rejected') return this.rejected(issued.row)
    if (issued.kind === 'awaiting' && issued.row.risk === 'C') return this.ask(issued.row, issued.violations)
    return { row: issued.row }
  }

  private rejected(row: CommandRow): Outcome {
    const { holder } = row.request_snapshot
    if (row.result_code === LOCKED && holder) return { refusal: lockHeld(holder) }
    if (row.result_code === NO_RIGHT) return { refusal: noProjectRight(this.context.text) }
    const violations = row.request_snapshot.violations.filter(({ code }) => !row.overrides.includes(code))
    return { refusal: interlocked(violations, this.context.text, row.actuator_id) }
  }

  private confirming(row: CommandRow, violations: readonly Violation[]): Confirming {
    return {
      projectId: row.project_id,
      commandId: row.id,
      userId: this.context.user.userId,
      requestHash: this.wish.requestHash,
      violations,
    }
  }

  private async ask(row: CommandRow, violations: readonly Violation[]): Promise<Outcome> {
    const now = this.commanding.now()
    const token = await giveToken(this.tx, this.confirming(row, violations), now)
    const left = Math.min(CONFIRM_MS, (row.deadline_at?.getTime() ?? now) - now)
    const snapshot = {
      violations: wireOf(violations, this.context.text),
      deviceName: this.held.actuator.name,
      asked: {
        act: row.intent.kind,
        name: this.held.actuator.name,
        ...(row.intent.kind === 'pump.mode' && { mode: row.intent.mode }),
      },
    }
    const expiresIn = Math.ceil(left / 1000)
    return { refusal: needsConfirm({ commandId: row.id, confirmToken: token, expiresIn, snapshot }) }
  }

  private audit(action: string, row: CommandRow): Promise<void> {
    const { violations, holder } = row.request_snapshot
    const after = { state: row.state, intent: row.intent, interlocks: violations, ...(holder && { holder }) }
    return this.context.audit({ action, target: row.id, after, reason: row.reason }, this.tx)
  }
}
