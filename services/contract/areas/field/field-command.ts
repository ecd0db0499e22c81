import { type TObject, type TSchema, Type } from 'typebox'
import { defineCall } from '../../call'
import { Id, Nullable } from '../../fields'

/** What the calls of commands, groups, runs and schedules share. */
export const FIELD = '/api/fieldManagement'

/** Made by the caller (UUID version 7); the same id is the same command, however often it is sent. */
export const CommandId = Type.String({ minLength: 16, maxLength: 64, pattern: '^[0-9A-Za-z-]+$' })
/** Milliseconds since 1970. */
export const Time = Type.Integer()
/** From an answer 4101; good once, for fifteen seconds. */
export const ConfirmToken = Nullable(Type.String({ maxLength: 100 }))
export const Reason = Nullable(Type.String({ maxLength: 500 }))

/** What speaks against a command, or should be known of it. */
export const FieldViolation = Type.Object({
  /** `I01` … `I16` */
  code: Type.String(),
  level: Type.Enum(['reject', 'offer', 'warn']),
  /** In the caller's language. */
  text: Type.String(),
  deviceId: Type.Union([Type.String(), Type.Null()]),
  since: Type.Union([Time, Type.Null()]),
  /** Of level `offer`: the pumps that have to stand first; `fieldManagement.stopThenSet` stops them and then sets the valve. */
  stopFirst: Type.Optional(Type.Array(Type.String())),
})

/** Who has a command under way to an actuator. */
export const Holder = Type.Object({
  commandId: Type.String(),
  userName: Type.String(),
  state: Type.String(),
  since: Time,
  /** How long already, in seconds. */
  heldSec: Type.Integer(),
})

/** A command as it stands. */
export const FieldCommand = Type.Object({
  commandId: Type.String(),
  projectId: Type.String(),
  deviceId: Type.String(),
  deviceName: Type.String(),
  op: Type.String(),
  target: Type.Record(Type.String(), Type.Any()),
  state: Type.String(),
  stage: Type.Union([Type.String(), Type.Null()]),
  risk: Type.Enum(['A', 'B', 'C', 'D']),
  seq: Type.Integer(),
  attempts: Type.Integer(),
  issuedBy: Type.String(),
  /** Who confirmed an override (risk D). */
  confirmedBy: Type.String(),
  reason: Type.String(),
  issuedAt: Time,
  expiresAt: Time,
  sentAt: Type.Union([Time, Type.Null()]),
  ackedAt: Type.Union([Time, Type.Null()]),
  finishedAt: Type.Union([Time, Type.Null()]),
  verifiedAt: Type.Union([Time, Type.Null()]),
  resultCode: Type.String(),
  resultText: Type.String(),
  runId: Type.Union([Type.String(), Type.Null()]),
  /** Seconds until the device hears of it, as a rule. */
  expectedDeliverySec: Type.Integer(),
})

export const get = <N extends string, R extends TSchema, Q extends TObject>(
  name: N,
  summary: string,
  query: Q,
  response: R,
) =>
  defineCall({
    name: `fieldManagement.${name}`,
    method: 'GET',
    path: `${FIELD}/${name}`,
    summary,
    query,
    response,
  })
export const post = <N extends string, R extends TSchema, B extends TSchema>(
  name: N,
  summary: string,
  body: B,
  response: R,
) =>
  defineCall({
    name: `fieldManagement.${name}`,
    method: 'POST',
    path: `${FIELD}/${name}`,
    summary,
    body,
    response,
  })

export const IdParam = Type.Object({ id: Id })
