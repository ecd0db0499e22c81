import type { Asked } from '@runtime/field/command'
import { wireCodeOf } from '@runtime/field/interlock/validate'
import type { Violation } from '@runtime/field/interlock/verdict'
import type { Translate } from '@runtime/host'
import type { FieldViolation, Holder } from '@services/contract/areas/field/command'
import { FIELD_CODE } from '@services/contract/field-code'
import type { Static } from 'typebox'
import { ApiError } from '../../../http/errors'
import type { CallContext } from '../../../module'
import { NO_RIGHT } from './wire'

type WireViolation = Static<typeof FieldViolation>

/** Violations in a person's language. */
export const wireOf = (violations: readonly Violation[], translate: Translate): WireViolation[] =>
  violations.map(({ code, level, text, params, deviceId, since, stopFirst }) => ({
    code,
    level,
    text: translate(text, params),
    deviceId,
    since,
    ...(stopFirst && { stopFirst: [...stopFirst] }),
  }))

/**
 * An interlock's refusal, by the first rule that speaks against it (`design/field.md §3.4`). A device that is offline or silent
 * has codes of its own where it is the very one that was to be told.
 */
export function interlocked(
  violations: readonly Violation[],
  translate: Translate,
  deviceId: string | null,
): ApiError {
  const against = violations.filter(({ level }) => level !== 'warn')
  const [first] = against
  if (!first) throw new Error('an interlock was refused without a rule against it')
  const data = { violations: wireOf(violations, translate) }
  return new ApiError(codeOf(first, deviceId), first.text, { params: first.params, data })
}

function codeOf({ code, text, deviceId }: Violation, ownId: string | null): number {
  if (code !== 'I09' || deviceId !== ownId) return wireCodeOf(code)
  return text === '@interlock.offline' ? FIELD_CODE.offline : FIELD_CODE.stale
}

/** Somebody's command is under way to the same actuator. */
export const lockHeld = (holder: Static<typeof Holder>) =>
  new ApiError(FIELD_CODE.lockHeld, '@command.lockHeld', {
    params: { name: holder.userName, seconds: holder.heldSec },
    data: { holder },
  })

export const duplicateId = () => new ApiError(FIELD_CODE.duplicateId, '@command.duplicateId')

export const invalid = (message: string, params?: Record<string, string | number>) =>
  new ApiError(FIELD_CODE.invalid, message, params ? { params } : {})

export const missing = () => new ApiError(FIELD_CODE.notFound, '@server.notFound')

/**
 * Needs a confirmation: the token is good once, for as long as `expiresIn` says, for what was seen; what it is that is confirmed
 * is said with it, as the server will do it.
 */
export const needsConfirm = (data: {
  readonly commandId: string
  readonly confirmToken: string
  /** Seconds. */
  readonly expiresIn: number
  readonly snapshot: {
    readonly violations: readonly WireViolation[]
    readonly asked: Asked
    readonly deviceName?: string
  }
}) => new ApiError(FIELD_CODE.confirm, '@command.needsConfirm', { data })

/** Less than the right to operate. */
export const noProjectRight = (translate: Translate) =>
  new ApiError(FIELD_CODE.forbidden, '@field.noProjectRight', {
    params: { level: translate('@field.level.operate') },
  })

/** Keeps in the audit that somebody tried who may not. */
export async function noteTried(
  context: Pick<CallContext, 'audit'>,
  action: string,
  target: string,
  error: unknown,
): Promise<void> {
  if (error instanceof ApiError)
    await context.audit({ action, target, after: { state: 'REJECTED', result: NO_RIGHT } })
}
