import { type Static, Type } from 'typebox'
import { Time } from './field-command'
import { VolumeQuality } from './volume-quality'

const orNull = <T extends Parameters<typeof Type.Array>[0]>(schema: T) => Type.Union([schema, Type.Null()])

/** `runtime/field/rotation/state.ts` and `run.ts` say what each means; the server's types hold them together. */
const PHASES = [
  'opening',
  'starting',
  'watering',
  'stopping',
  'closing',
  'paused',
  'done',
  'stopped',
  'failed',
] as const
const REASONS = [
  'done',
  'stopped',
  'notOpened',
  'noPump',
  'pumpNotStarted',
  'pumpStopped',
  'pathLost',
  'leaseRefused',
  'leaseEnded',
  'taken',
  'notClosed',
] as const

/** How a run stands, worked out once as it changes: what every place shows of it. */
export const RunShown = Type.Object({
  runId: Type.String(),
  /** Whose turn it is; null: the stopping of everything. */
  groupId: orNull(Type.String()),
  phase: Type.Enum(PHASES),
  /** Whether water comes out of its outlets, by the reports. */
  water: Type.Enum(['none', 'some', 'full']),
  /** So many of `of` have proved what the phase wants. */
  proved: Type.Integer(),
  of: Type.Integer(),
  since: Time,
  /** When the turn's time is over; null: it has no water yet, or ends already. */
  endsAt: orNull(Time),
  /** m³ so far; null: no meter tells. */
  m3: orNull(Type.Number()),
  quality: VolumeQuality,
  target: orNull(Type.Number()),
  /** Of the present turn. */
  minutes: Type.Integer(),
  why: orNull(Type.Enum(REASONS)),
  by: Type.String(),
  /** When this was worked out. */
  at: Time,
})
export type RunShown = Static<typeof RunShown>
