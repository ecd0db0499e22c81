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
  /** Critical and high ones among them. */
  urgent: Type.Integer(),
  /** Of each severity that there are any of, critical first. */
  levels: Type.Array(Type.Object({ severity: Type.Integer(), title: Type.String(), count: Type.Integer() })),
  /** Whose they are: those of nobody first, then each person's who acknowledged some. */
  duties: Type.Array(
    Type.Object({
      /** The person's name; empty: nobody has acknowledged them. */
      name: Type.String(),
      count: Type.Integer(),
      urgent: Type.Integer(),
      /** Address of the list with these alone. */
      path: Type.String(),
    }),
  ),
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

/** What a schedule decided today. */
const Decision = Type.Object({
  id: Type.String(),
  /** Of the schedule. */
  name: Type.String(),
  at: Time,
  /** success, warning, danger or muted. */
  tone: Type.String(),
  /** What became of it, in the caller's language, and why. */
  word: Type.String(),
  why: Type.String(),
})

/** A number of each of the last seven days, today the last; null: not known. */
const LastDays = Type.Array(Nullable(Type.Number()))

/** How a figure came to be, and what it means. */
const Figure = Type.Object({
  trend: LastDays,
  /** success, warning, danger or muted. */
  tone: Type.String(),
  /** The verdict in the caller's language. */
  word: Type.String(),
  /** Beside yesterday up to this time, in the caller's language; empty where it cannot be said. */
  note: Type.String(),
})

export const FieldOverview = Type.Object({
  projectId: Type.String(),
  /** When it was read. */
  at: Time,
  /** The caller may run its groups. */
  mayOperate: Flag,
  alarms: byRight(WaitingAlarms),
  runs: byRight(Type.Array(GroupRun)),
  moisture: byRight(Type.Array(Moisture)),
  water: byRight(Water),
  devices: byRight(Devices),
  /** Names of those who manage the project by themselves, not by a role or a unit. */
  inCharge: Type.Array(Type.String()),
  /** The latest of today, ten at most. */
  decisions: byRight(Type.Array(Decision)),
  figures: Type.Object({
    alarms: byRight(Figure),
    runs: byRight(Figure),
    water: byRight(Figure),
    /** Days: how many were silent at some time of each. */
    devices: byRight(Figure),
  }),
})

const farmFigures = {
  /** Alarms that wait. */
  alarms: byRight(Type.Integer()),
  /** Groups that run. */
  running: byRight(Type.Integer()),
  /** m³ today, and what is planned for the day. */
  used: Nullable(Type.Number()),
  planned: Nullable(Type.Number()),
  /** What the water means: success, warning or muted, and in a word in the caller's language. */
  tone: Type.String(),
  word: Type.String(),
}

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
  'fieldOverview.farms': defineCall({
    name: 'fieldOverview.farms',
    method: 'GET',
    path: '/api/field/overview/farms',
    summary: 'Alarms, runs and water of today of every farm that the caller sees',
    response: Type.Object({
      list: Type.Array(
        Type.Object({
          ...{ id: Type.String(), name: Type.String(), ...farmFigures },
          /** Names of those who manage it by themselves, not by a role or a unit. */
          inCharge: Type.Array(Type.String()),
        }),
      ),
      /** All together; days: m³. Empty where the caller sees the water of none. */
      total: Type.Object({ ...farmFigures, trend: LastDays }),
    }),
  }),
} as const
