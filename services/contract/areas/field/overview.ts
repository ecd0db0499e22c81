import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Flag, Nullable } from '../../fields'
import { ProjectQuery } from './project'
import { RunShown } from './run-shown'

/** Milliseconds since 1970. */
const Time = Type.Number()
/** Null to whoever has no right to the page that it belongs to. */
const byRight = <T extends Parameters<typeof Type.Array>[0]>(schema: T) => Type.Union([schema, Type.Null()])

/** Alarms that call for somebody: not those that were shelved, suppressed or taken out of service. */
const WaitingAlarms = Type.Object({
  active: Type.Integer(),
  unacknowledged: Type.Integer(),
  /** Of each severity that there are any of, critical first. */
  levels: Type.Array(Type.Object({ severity: Type.Integer(), title: Type.String(), count: Type.Integer() })),
})

/** The turn of a rotation group that is being watered. */
const GroupRun = Type.Object({
  id: Type.String(),
  groupId: Type.String(),
  name: Type.String(),
  /** RUNNING or STOPPING. */
  state: Type.String(),
  shown: RunShown,
  /** The same in words. */
  word: Type.String(),
  /** Of the turn's time, 0 to 100; 0 before the water runs. */
  percent: Type.Number(),
  /** Until its time is over, whole minutes; null before the water runs. */
  minutesLeft: Type.Union([Type.Integer(), Type.Null()]),
  /** Of so many groups in this run it is the `turn`th. */
  turn: Type.Integer(),
  turns: Type.Integer(),
})

/** The latest soil moisture of a block, or of a station that stands in none. */
const Moisture = Type.Object({
  /** Of the station. */
  id: Type.String(),
  name: Type.String(),
  /** Volumetric, in per cent; null: it has never reported. */
  percent: Type.Union([Type.Number(), Type.Null()]),
  /** Of the reading. */
  at: Type.Union([Time, Type.Null()]),
  isStale: Flag,
})

const Water = Type.Object({
  /** m³ since midnight of the project, with what the turns under way have had so far. */
  used: Nullable(Type.Number()),
  /** Of so many turns nobody knows the water, or all of it: `used` is at least so much. */
  unknown: Type.Integer(),
  /** m³ that the schedules of this day plan; null: none does. */
  planned: Type.Union([Type.Number(), Type.Null()]),
})

const Devices = Type.Object({
  total: Type.Integer(),
  /** Nothing has been heard of them for longer than they may be silent, or ever. */
  stale: Type.Integer(),
  fault: Type.Integer(),
})

export const FieldOverview = Type.Object({
  projectId: Type.String(),
  /** When it was read. */
  at: Time,
  alarms: byRight(WaitingAlarms),
  runs: byRight(Type.Array(GroupRun)),
  moisture: byRight(Type.Array(Moisture)),
  water: byRight(Water),
  devices: byRight(Devices),
})

/** What whoever watches over a farm wants to know first. */
export const overviewCalls = {
  'fieldOverview.get': defineCall({
    name: 'fieldOverview.get',
    method: 'GET',
    path: '/api/field/overview',
    summary:
      'What goes on in a project now: alarms, runs, soil moisture, water, silent devices; each part for whoever may open its page',
    query: ProjectQuery,
    response: FieldOverview,
  }),
} as const
