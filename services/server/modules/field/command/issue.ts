import {
  advance,
  type Command,
  type CommandEvent,
  type DeviceIntent,
  desiredOf,
  draft,
  expiryOf,
  isStopping,
  leavesHeir,
  mayReplace,
  OVERRIDE_MS,
  riskOf,
} from '@runtime/field/command'
import { isRenewal, withLease } from '@runtime/field/interlock/leases'
import type { Pending } from '@runtime/field/interlock/situation'
import { validate } from '@runtime/field/interlock/validate'
import type { Violation } from '@runtime/field/interlock/verdict'
import { sql } from 'kysely'
import type { Tx } from '../../../module'
import { addCommand, step } from './engine'
import type { Held } from './hold'
import { type CommandRow, commandOf } from './rows'
import type { Field } from './situation'
import type { Actuator } from './tables'
import { anglesOf, demandPossible, standsUntil, targetOf } from './targets'
import type { LOCKED, NO_RIGHT } from './wire'
import type { Commanding, Work } from './work'

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
  /** Of a valve: until when it is to stand open; worked out of `maxRunSec` where nobody says. */
  readonly standsUntil?: number
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

/**
 * Checks a wish and makes a command of it, in whatever state it then is. Its actuator and the water are held by the caller. What is
 * under way gives its place as `mayReplace` has it.
 * @throws ApiError 4001 where the device cannot do that at all.
 */
export async function issue(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  { actuator, seq, inFlight: holder }: Held,
  requested: Wish,
  field: Field,
): Promise<Issued> {
  const wish = leased(requested, actuator, field)
  const { intent, overrides } = wish
  const angles = anglesOf(actuator.kind, actuator.settings)
  demandPossible(intent, actuator.kind, angles)
  const isEssential = isStopping(intent)
  const options = { by: wish.by.userId, runId: intent.runId ?? null, isEssential }
  if (holder && !mayReplace(holdingOf(holder), options)) return { kind: 'held', holder }

  const verdict = validate(intent, field.situation, field.limits)
  const setAside = new Set(overrides)
  const against = verdict.violations.filter(({ level, code }) => level !== 'warn' && !setAside.has(code))
  const now = commanding.now()
  const plain = drafted(actuator, wish, seq, now)
  const fresh = {
    ...plain,
    target: { ...plain.target, ...(isRenewal(field.situation, intent) && { isRenewal: true }) },
    isHeir: holder ? leavesHeir(commandOf(holder)) : false,
  }
  const isOwnSteps = intent.runId !== undefined || ('renews' in intent && intent.renews === true)
  const event: CommandEvent = against[0]
    ? { type: 'reject', result: { code: against[0].code, text: against[0].text } }
    : (fresh.risk === 'C' || fresh.risk === 'D') && !isOwnSteps
      ? { type: 'requestConfirm' }
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

/** A wish with the lease that it brings (`runtime/field/command/lease.ts`). What a run opens stands for as long as the run wants it. */
function leased(wish: Wish, { settings }: Actuator, { situation, limits }: Field): Wish {
  const { intent, maxRunSec, overrides } = wish
  if (isStopping(intent)) return wish
  const isOwn = intent.kind === 'valve.set' && intent.runId === undefined
  const until = isOwn ? (wish.standsUntil ?? standsUntil(settings, maxRunSec, situation.now)) : undefined
  return {
    ...wish,
    intent: withLease(intent, situation, limits, {
      standsUntil: until,
      isForced: overrides.includes('I01') || overrides.includes('I03'),
    }),
    ...(until !== undefined && { standsUntil: until }),
  }
}

/** A wish as a command that nobody has checked yet. */
function drafted(actuator: Actuator, wish: Wish, seq: number, now: number): Command {
  const { intent, overrides } = wish
  const waits = { linkClass: actuator.link_class, uplinkEverySec: actuator.uplink_every_sec }
  return draft({
    id: wish.commandId,
    actuatorId: actuator.id,
    seq,
    target: {
      ...targetOf(intent),
      ...(wish.standsUntil !== undefined && { standsUntil: wish.standsUntil }),
    },
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
 * DRAFT → REJECTED). Its actuator is held by the caller. Nothing of the device or of what is under way to it changes.
 */
export async function refuse(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  { actuator, seq }: Held,
  wish: Wish,
  { code, text, holder }: Refusal,
): Promise<CommandRow> {
  const now = commanding.now()
  const fresh = drafted(actuator, wish, seq, now)
  const event: CommandEvent = { type: 'reject', result: { code, text } }
  const row = await addCommand(commanding, tx, advance(fresh, event, now, commanding.dice).command, {
    ...wishOf(actuator, wish),
    request_snapshot: { at: now, violations: [], ...(holder && { holder }) },
    is_due: false,
  })
  work.listed(row)
  return row
}

/** What has just been given is under way for all that is checked by the same look at the field: two may be harmless only alone. */
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
 * A command that waited for a second word goes out, if the rules still allow it. Its actuator and the water are held by the caller.
 * @param by who gave the word.
 */
export async function release(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  { inFlight: holder }: Held,
  waiting: CommandRow,
  field: Field,
  by: { readonly userId: string; readonly userName: string },
): Promise<Issued> {
  const options = { by: waiting.issued_by, runId: waiting.run_id, isEssential: waiting.is_essential }
  if (holder && !mayReplace(holdingOf(holder), options)) return { kind: 'held', holder }
  const { violations } = validate(waiting.intent, field.situation, field.limits)
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
