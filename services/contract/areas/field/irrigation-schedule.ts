import { Type } from 'typebox'
import { defineCall } from '../../call'
import { PageOf, PageQuery } from '../../envelope'
import { Flag, Id, Nullable } from '../../fields'
import { FIELD, IdParam, Time } from './field-command'
import { ProjectQuery } from './project'
import { changesOf } from './tags'

const Window = Type.Object({
  /** `HH:mm` in the project's time zone. */
  from: Type.String({ maxLength: 5, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  to: Type.String({ maxLength: 5, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
})

const scheduleBody = {
  name: Type.String({ minLength: 1, maxLength: 50 }),
  /** By the clock; by volume; by soil moisture; by evapotranspiration. */
  mode: Type.Enum(['TIME', 'VOLUME', 'SOIL', 'ET']),
  /** When it is looked at: cron, five fields, in the project's time zone. */
  cron: Type.String({ minLength: 9, maxLength: 100 }),
  /** Groups in their order, one after the other. */
  groupIds: Type.Array(Id, { minItems: 1, maxItems: 100 }),
  /** Minutes of each group; the group's own where there is none. */
  minutes: Nullable(Type.Integer({ minimum: 1, maximum: 10_000 })),
  /** m³ of each group (VOLUME); the group's own where there is none. */
  targetM3: Nullable(Type.Number({ minimum: 0 })),
  /** SOIL: starts below `below` % at `metric` of these stations on average. */
  soil: Nullable(
    Type.Object({
      deviceIds: Type.Array(Id, { minItems: 1, maxItems: 100 }),
      metric: Type.Enum(['vwc20', 'vwc40', 'vwc60']),
      below: Type.Number({ minimum: 0, maximum: 100 }),
    }),
  ),
  /** ET: starts once so many mm have been used up since the last start, by this weather station. */
  et: Nullable(Type.Object({ deviceId: Id, deficitMm: Type.Number({ minimum: 0.1, maximum: 500 }) })),
  /** Starts at no other time of day. */
  window: Nullable(Window),
  /** What is injected into the water of each group (I14). */
  fertRecipeId: Nullable(Id),
  enabledMark: Flag,
}

export const Schedule = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  ...scheduleBody,
  nextAt: Type.Union([Time, Type.Null()]),
  rowVersion: Type.Integer(),
})

/** What became of one planned start. */
export const ScheduleRun = Type.Object({
  id: Type.String(),
  scheduleId: Type.String(),
  scheduleName: Type.String(),
  plannedAt: Time,
  /** `MISSED`: the server was away; `BLOCKED`: by an interlock or another run; `NOT_DUE`: no need of water. */
  state: Type.Enum(['RUNNING', 'FINISHED', 'FAILED', 'MISSED', 'BLOCKED', 'NOT_DUE', 'STOPPED']),
  why: Type.String(),
  groupId: Type.Union([Type.String(), Type.Null()]),
  runId: Type.Union([Type.String(), Type.Null()]),
  endedAt: Type.Union([Time, Type.Null()]),
})

/** Schedules of rotation groups and what became of their starts (`design/field.md §3.2`). */
export const irrigationScheduleCalls = {
  'fieldManagement.schedules': defineCall({
    name: 'fieldManagement.schedules',
    method: 'GET',
    path: `${FIELD}/schedule`,
    summary: 'Irrigation schedules of a project',
    query: ProjectQuery,
    response: Type.Array(Schedule),
  }),
  'fieldManagement.createSchedule': defineCall({
    name: 'fieldManagement.createSchedule',
    method: 'POST',
    path: `${FIELD}/schedule`,
    summary: 'Makes an irrigation schedule',
    body: Type.Object({ projectId: Id, ...scheduleBody }),
    changes: changesOf('schedule'),
    response: Schedule,
  }),
  'fieldManagement.updateSchedule': defineCall({
    name: 'fieldManagement.updateSchedule',
    method: 'PUT',
    path: `${FIELD}/schedule/:id`,
    summary: 'Changes an irrigation schedule',
    params: IdParam,
    body: Type.Object({ ...scheduleBody, rowVersion: Type.Optional(Type.Integer()) }),
    changes: changesOf('schedule'),
    response: Schedule,
  }),
  'fieldManagement.deleteSchedule': defineCall({
    name: 'fieldManagement.deleteSchedule',
    method: 'DELETE',
    path: `${FIELD}/schedule/:id`,
    summary: 'Deletes an irrigation schedule',
    params: IdParam,
    changes: changesOf('schedule'),
    response: Type.Null(),
  }),
  'fieldManagement.scheduleRuns': defineCall({
    name: 'fieldManagement.scheduleRuns',
    method: 'GET',
    path: `${FIELD}/scheduleRun`,
    summary: 'What became of planned starts, the newest first',
    query: Type.Object({
      ...ProjectQuery.properties,
      ...PageQuery.properties,
      scheduleId: Type.Optional(Id),
    }),
    response: PageOf(ScheduleRun),
  }),
} as const
