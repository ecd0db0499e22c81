import { Type } from 'typebox'
import { Id, Nullable } from '../../fields'
import { CommandId, ConfirmToken, FieldViolation, get, post, Reason, Time } from './field-command'
import { Highlight, ProjectQuery } from './project'
import { RunShown } from './run-shown'
import { VolumeQuality } from './volume-quality'

const Hydraulics = Type.Object({
  /** m³/h */
  flow: Type.Number(),
  /** MPa at the least favoured outlet. */
  minPressure: Type.Union([Type.Number(), Type.Null()]),
  /** m/s */
  maxVelocity: Type.Union([Type.Number(), Type.Null()]),
})

/** The group's own where there are none. */
const Minutes = Nullable(Type.Integer({ minimum: 1, maximum: 10_000 }))

export const Run = Type.Object({
  runId: Type.String(),
  projectId: Type.String(),
  lgzId: Type.String(),
  lgzName: Type.String(),
  action: Type.String(),
  state: Type.String(),
  startedAt: Time,
  /** When its time is over; null before the water runs. */
  endsAt: Type.Union([Time, Type.Null()]),
  endedAt: Type.Union([Time, Type.Null()]),
  minutes: Type.Integer(),
  targetM3: Type.Union([Type.Number(), Type.Null()]),
  /** Of all its turns so far; null: unknown. */
  volumeM3: Type.Union([Type.Number(), Type.Null()]),
  volumeQuality: VolumeQuality,
  /** What is to be said of the volume, in the caller's language; empty: nothing. */
  volumeNote: Type.String(),
  issuedBy: Type.String(),
  why: Type.String(),
  /** How it stands, as every place shows it. */
  shown: RunShown,
  /** Fertilizer of the present turn, by the spreader's own word. */
  fertigation: Type.Union([
    Type.Object({
      deviceId: Type.String(),
      recipe: Type.String(),
      /** Of the injection. */
      minutes: Type.Number(),
      /** `skipped`: it could not be begun in time, the group has water alone. */
      phase: Type.Enum(['waiting', 'preWater', 'injecting', 'flushing', 'ended', 'skipped']),
      startedAt: Type.Union([Time, Type.Null()]),
      endedAt: Type.Union([Time, Type.Null()]),
    }),
    Type.Null(),
  ]),
  steps: Type.Array(
    Type.Object({
      no: Type.Integer(),
      deviceId: Type.String(),
      op: Type.String(),
      commandId: Type.String(),
      state: Type.String(),
      resultText: Type.String(),
      /** When it was given up, and when feedback proved it; both of what was proved too late. */
      finishedAt: Type.Union([Time, Type.Null()]),
      verifiedAt: Type.Union([Time, Type.Null()]),
    }),
  ),
})

/** Operating rotation groups: runs, what they mark on the map, and the stopping of everything (`design/field.md §3.4`). */
export const irrigationRunCalls = {
  'fieldManagement.judgeCanOperateLgz': {
    ...post(
      'judgeCanOperateLgz',
      'Whether a rotation group may be started, stopped or switched to now',
      Type.Object({
        lgzId: Id,
        action: Type.Enum(['start', 'stop', 'switch', 'pause', 'resume']),
        fromLgzId: Nullable(Id),
        minutes: Minutes,
        fertRecipeId: Nullable(Id),
      }),
      Type.Object({ can: Type.Boolean(), violations: Type.Array(FieldViolation), hydraulics: Hydraulics }),
    ),
    isRead: true,
  },
  'fieldManagement.operateLgz': post(
    'operateLgz',
    'Starts, stops, pauses a rotation group or switches to it',
    Type.Object({
      commandId: CommandId,
      lgzId: Id,
      action: Type.Enum(['start', 'stop', 'switch', 'pause', 'resume']),
      fromLgzId: Nullable(Id),
      minutes: Minutes,
      targetM3: Nullable(Type.Number({ minimum: 0 })),
      /** What is to be injected into its water (I14). */
      fertRecipeId: Nullable(Id),
      confirmToken: ConfirmToken,
      reason: Reason,
    }),
    Run,
  ),
  'fieldManagement.stopAll': post(
    'stopAll',
    'Stops all pumps and closes what is open; needs no confirmation',
    Type.Object({ projectId: Id, commandId: Type.Optional(CommandId), reason: Reason }),
    Run,
  ),
  'fieldManagement.toStop': get(
    'toStop',
    'What stopping everything would stop: what runs, stands open or is about to',
    ProjectQuery,
    Type.Object({
      pumps: Type.Integer(),
      spreaders: Type.Integer(),
      /** Three-way valves that can close. */
      valves: Type.Integer(),
      runs: Type.Integer(),
    }),
  ),
  'fieldManagement.stopThenSet': post(
    'stopThenSet',
    'Stops the pumps that run, then closes or turns the valve that kept their last outlet open: what I02 offers',
    Type.Object({
      commandId: CommandId,
      deviceId: Id,
      openDirection: Type.Integer({ minimum: 0, maximum: 3 }),
      gatage: Type.Integer({ minimum: 0, maximum: 100 }),
      reason: Reason,
    }),
    Run,
  ),
  'fieldManagement.runs': get(
    'runs',
    'Runs that are under way, and the last ones',
    ProjectQuery,
    Type.Array(Run),
  ),
  'fieldManagement.getHighlightNodes': get(
    'getHighlightNodes',
    'Nodes in progress (1) and finished (2)',
    ProjectQuery,
    Type.Array(Highlight),
  ),
  'fieldManagement.getHighlightPipes': get(
    'getHighlightPipes',
    'Pipes in progress (1) and finished (2)',
    ProjectQuery,
    Type.Array(Highlight),
  ),
  'fieldManagement.clearHighlight': get(
    'clearHighlight',
    'Takes away the marks of finished runs',
    ProjectQuery,
    Type.Boolean(),
  ),
} as const
