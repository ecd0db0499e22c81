import {
  advance,
  type Command,
  type CommandEvent,
  desiredOf,
  draft,
  expiryOf,
  isStopping,
  leavesHeir,
  mayReplace,
  OVERRIDE_MS,
  riskOf,
} from '@runtime/field/command'
import { judge } from '@runtime/field/interlock/judge'
import type { Pending } from '@runtime/field/interlock/situation'
import type { Violation } from '@runtime/field/interlock/verdict'
import { sql } from 'kysely'
import type { Tx } from '../../module'
import { addCommand, step } from './engine'
import { type CommandRow, commandOf } from './rows'
import type { Field } from './situation'
import { anglesOf, type DeviceIntent, demandPossible, targetOf } from './targets'
import type { LOCKED, NO_RIGHT } from './wire'
import type { Commanding, Work } from './work'

/** A device that can be told something. */
export interface Actuator {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly project_id: string
  readonly gateway_id: string
  readonly link_class: Command['linkClass']
  readonly uplink_every_sec: number
  readonly settings: object
}

/** A wish that one device be told something. */
export interface Wish {
  readonly commandId: string
  readonly intent: DeviceIntent
  readonly by: { readonly userId: string; readonly userName: string }
  readonly reason: string
  readonly requestHash: string
  /** Interlocks to set aside. */
  readonly overrides: readonly string[]
  readonly maxRunSec?: number | null
}

/** Why a wish is refused before any rule is asked. */
export interface Refusal {
  readonly code: typeof LOCKED | typeof NO_RIGHT
  readonly text: string
  readonly holder?: NonNullable<CommandRow['request_snapshot']['holder']>
}

/** What a wish has come to: a command on its way, one that waits for a second word, a refusal, or somebody else's turn. */
export type Issued =
  | {
      readonly kind: 'queued' | 'awaiting' | 'rejected'
      readonly row: CommandRow
      readonly violations: readonly Violation[]
    }
  | { readonly kind: 'held'; readonly holder: CommandRow }

export async function actuatorOf(tx: Tx, deviceId: string): Promise<Actuator | undefined> {
  return tx
    .selectFrom('device')
    .select(['id', 'name', 'kind', 'project_id', 'gateway_id', 'link_class', 'uplink_every_sec', 'settings'])
    .where('id', '=', deviceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Commands of a project are decided one after the other: two that are harmless each may not be together (two last outlets).
 * Held to the end of the transaction, and taken before any row.
 */
export const holdProject = (tx: Tx, projectId: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`command ${projectId}`}))`.execute(tx)

/**
 * Holds an actuator and takes its next number. The live row comes first, as where reports are taken in: what holds both in
 * another order would wait for it in a circle.
 */
async function holdActuator(tx: Tx, { id, project_id }: Actuator): Promise<number> {
  await tx
    .insertInto('device_live')
    .values({ device_id: id, project_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.selectFrom('device_live').select('device_id').where('device_id', '=', id).forUpdate().execute()
  const { seq } = await tx
    .insertInto('actuator')
    .values({ device_id: id, project_id, seq: 1 })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ seq: sql`actuator.seq + 1` }))
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

const inFlightOf = (tx: Tx, actuatorId: string) =>
  tx
    .selectFrom('command')
    .selectAll()
    .where('actuator_id', '=', actuatorId)
    .where('state', 'in', ['QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING'])
    .forUpdate()
    .executeTakeFirst()

/**
 * Judges a wish and makes a command of it, in whatever state it then is. The project is held by the caller. What is under way
 * gives its place as `mayReplace` has it.
 * @throws ApiError 4001 where the device cannot do that at all.
 */
export async function issue(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  actuator: Actuator,
  wish: Wish,
  field: Field,
): Promise<Issued> {
  const { intent, overrides } = wish
  const angles = anglesOf(actuator.kind, actuator.settings)
  demandPossible(intent, actuator.kind, angles)
  const seq = await holdActuator(tx, actuator)
  const isEssential = isStopping(intent)
  const holder = await inFlightOf(tx, actuator.id)
  const asking = { by: wish.by.userId, runId: intent.runId ?? null, isEssential }
  if (holder && !mayReplace(holdingOf(holder), asking)) return { kind: 'held', holder }

  const verdict = judge(intent, field.situation, field.limits)
  const setAside = new Set(overrides)
  const against = verdict.violations.filter(({ level, code }) => level !== 'warn' && !setAside.has(code))
  const now = commanding.now()
  const fresh = {
    ...drafted(actuator, wish, seq, now),
    isHeir: holder ? leavesHeir(commandOf(holder)) : false,
  }
  const isOwnSteps = intent.runId !== undefined
  const event: CommandEvent = against[0]
    ? { type: 'reject', result: { code: against[0].code, text: against[0].text } }
    : (fresh.risk === 'C' && !isOwnSteps) || fresh.risk === 'D'
      ? { type: 'askConfirm' }
      : { type: 'queue' }
  const begun = withOverrideTime(advance(fresh, event, now, commanding.dice).command, now)
  const isQueued = begun.state === 'QUEUED'
  if (isQueued && holder)
    await step(commanding, tx, holder, { type: 'supersede', byEssential: isEssential }, work)
  const row = await addCommand(commanding, tx, begun, {
    ...wishOf(actuator, wish),
    request_snapshot: { at: now, violations: verdict.violations },
    is_due: isQueued,
  })
  if (isQueued) await note(tx, row, work)
  if (against[0]) work.listed(row)
  else work.command(row)
  const { violations } = verdict
  return { kind: isQueued ? 'queued' : against[0] ? 'rejected' : 'awaiting', row, violations }
}

/** A wish as a command that nobody has judged yet. */
function drafted(actuator: Actuator, wish: Wish, seq: number, now: number): Command {
  const { intent, overrides } = wish
  const waits = { linkClass: actuator.link_class, uplinkEverySec: actuator.uplink_every_sec }
  return draft({
    id: wish.commandId,
    actuatorId: actuator.id,
    seq,
    target: targetOf(intent, actuator.settings, wish.maxRunSec),
    risk: riskOf(intent, overrides.length > 0),
    isEssential: isStopping(intent),
    ...waits,
    angles: anglesOf(actuator.kind, actuator.settings),
    issuedAt: now,
    expiresAt: expiryOf(now, waits),
  })
}

const wishOf = (actuator: Actuator, { intent, by, reason, overrides, requestHash }: Wish) => ({
  project_id: actuator.project_id,
  gateway_id: actuator.gateway_id,
  intent,
  issued_by: by.userId,
  issued_by_name: by.userName,
  reason,
  overrides: [...overrides],
  request_hash: requestHash,
  run_id: intent.runId ?? null,
})

/**
 * Writes down a wish that was refused for want of a right or because of somebody else's command (`design/field.md §2.2`,
 * DRAFT → REJECTED). Nothing of the device or of what is under way to it changes.
 */
export async function refuse(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  actuator: Actuator,
  wish: Wish,
  { code, text, holder }: Refusal,
): Promise<CommandRow> {
  const now = commanding.now()
  const fresh = drafted(actuator, wish, await holdActuator(tx, actuator), now)
  const event: CommandEvent = { type: 'reject', result: { code, text } }
  const row = await addCommand(commanding, tx, advance(fresh, event, now, commanding.dice).command, {
    ...wishOf(actuator, wish),
    request_snapshot: { at: now, violations: [], ...(holder && { holder }) },
    is_due: false,
  })
  work.listed(row)
  return row
}

/** What has just been given is under way for all that is judged by the same look at the field: two may be harmless only alone. */
export function takeIn({ situation }: Field, issued: Issued): void {
  if (issued.kind !== 'queued') return
  const pending = situation.pending as Map<string, Pending>
  pending.set(issued.row.actuator_id, { id: issued.row.id, ...issued.row.target })
}

/** A second person has more time than a dialog. */
const withOverrideTime = (command: Command, now: number): Command =>
  command.risk === 'D' && command.state === 'AWAIT_CONFIRM'
    ? { ...command, deadlineAt: now + OVERRIDE_MS, expiresAt: Math.max(command.expiresAt, now + OVERRIDE_MS) }
    : command

const holdingOf = (row: CommandRow) => ({ ...commandOf(row), by: row.issued_by, runId: row.run_id })

/** What was asked for stands beside what is reported, and is never taken for it. */
async function note(tx: Tx, row: CommandRow, work: Work): Promise<void> {
  const desired = desiredOf(row.target)
  await tx
    .updateTable('device_live')
    .set({ desired: sql`desired || ${JSON.stringify(desired)}::jsonb` })
    .where('device_id', '=', row.actuator_id)
    .execute()
  const { op, direction, gatage } = row.target
  const targets = op === 'valve.set' && {
    targetDirection: direction ?? null,
    targetGatage: gatage ?? null,
  }
  work.change(row.project_id, { layer: 'device', id: row.actuator_id, desired, ...targets })
}

/**
 * A command that waited for a second word goes out, if the rules still allow it. The project is held by the caller.
 * @param by who gave the word.
 */
export async function release(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  waiting: CommandRow,
  field: Field,
  by: { readonly userId: string; readonly userName: string },
): Promise<Issued> {
  const actuator = await actuatorOf(tx, waiting.actuator_id)
  if (!actuator) throw new Error(`The device ${waiting.actuator_id} is gone.`)
  await holdActuator(tx, actuator)
  const holder = await inFlightOf(tx, waiting.actuator_id)
  const asking = { by: waiting.issued_by, runId: waiting.run_id, isEssential: waiting.is_essential }
  if (holder && !mayReplace(holdingOf(holder), asking)) return { kind: 'held', holder }
  const { violations } = judge(waiting.intent, field.situation, field.limits)
  const against = violations.find(({ level, code }) => level !== 'warn' && !waiting.overrides.includes(code))
  if (!against && holder) {
    await step(commanding, tx, holder, { type: 'supersede', byEssential: false }, work)
  }
  const event: CommandEvent = against
    ? { type: 'reject', result: { code: against.code, text: against.text } }
    : { type: 'queue' }
  const next = await step(commanding, tx, waiting, event, work)
  const row = await tx
    .updateTable('command')
    .set({
      confirmed_by: by.userId,
      confirmed_by_name: by.userName,
      request_snapshot: JSON.stringify({ at: commanding.now(), violations }),
    })
    .where('project_id', '=', next.project_id)
    .where('id', '=', next.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (row.state === 'QUEUED') await note(tx, row, work)
  return { kind: row.state === 'QUEUED' ? 'queued' : 'rejected', row, violations }
}
