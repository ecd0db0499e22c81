import { createHash, randomBytes } from 'node:crypto'
import { CONFIRM_MS } from '@runtime/field/command'
import type { Violation } from '@runtime/field/interlock/verdict'
import type { Tx } from '../../../module'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** One name for everything that was asked, whatever the order of its members; the token itself is no part of it. */
export function requestHash(request: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(request)
    .filter(([name, value]) => name !== 'confirmToken' && value !== undefined && value !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return hash(JSON.stringify(members))
}

/** One name for what the rules say: which of them, of which devices. Figures that drift by the second are no news. */
export const snapshotHash = (violations: readonly Violation[]): string =>
  hash(
    violations
      .map(({ code, level, deviceId, text }) => `${code} ${level} ${deviceId} ${text}`)
      .sort()
      .join('\n'),
  )

/** What a token stands for. */
export interface Confirming {
  readonly projectId: string
  readonly commandId: string
  readonly userId: string
  readonly requestHash: string
  readonly violations: readonly Violation[]
}

/** Gives a token; one that was given before for the same command is worth nothing any more. */
export async function giveToken(tx: Tx, of: Confirming, now: number): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const row = {
    project_id: of.projectId,
    command_id: of.commandId,
    token_hash: hash(token),
    user_id: of.userId,
    request_hash: of.requestHash,
    snapshot_hash: snapshotHash(of.violations),
    expires_at: new Date(now + CONFIRM_MS),
  }
  await tx
    .insertInto('command_confirm')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'command_id']).doUpdateSet(row))
    .execute()
  return token
}

/** Spends a token: whether it stood for this very command of this very person, and for what the rules still say. */
export async function spendToken(tx: Tx, of: Confirming, token: string, now: number): Promise<boolean> {
  const used = await tx
    .deleteFrom('command_confirm')
    .where('project_id', '=', of.projectId)
    .where('command_id', '=', of.commandId)
    .where('token_hash', '=', hash(token))
    .returningAll()
    .executeTakeFirst()
  return (
    used !== undefined &&
    used.user_id === of.userId &&
    used.request_hash === of.requestHash &&
    used.snapshot_hash === snapshotHash(of.violations) &&
    used.expires_at.getTime() > now
  )
}
