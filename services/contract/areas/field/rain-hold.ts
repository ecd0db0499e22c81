import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Flag, Id } from '../../fields'
import { FIELD, IdParam, Time } from './field-command'
import { ProjectQuery } from './project'
import { changesOf } from './tags'

/** Milliseconds since 1970, of a year that people write. */
const Moment = Type.Integer({ minimum: 0, maximum: 253_402_300_799_999 })

export const RainHold = Type.Object({
  id: Type.String(),
  fromTime: Time,
  /** When schedules begin again, unless somebody lets them before. */
  toTime: Time,
  /** Why, in the caller's language where the rain itself made it. */
  reason: Type.String(),
  /** Who made it; '' where the rain did. */
  userName: Type.String(),
  /** 1: it was made by what a weather station measured. */
  isAutomatic: Flag,
  /** When somebody ended it before its time, and who; null: nobody has. */
  endedTime: Type.Union([Time, Type.Null()]),
  endedBy: Type.String(),
  /** 1: it holds now, or will. */
  isOpen: Flag,
})

/** Holds of irrigation schedules because of rain: a watering that runs goes on, nothing new begins. */
export const rainHoldCalls = {
  'fieldManagement.holds': defineCall({
    name: 'fieldManagement.holds',
    method: 'GET',
    path: `${FIELD}/rainHold`,
    summary:
      'Holds for rain of a project: those that stand, then those of the last thirty days, the newest first',
    query: ProjectQuery,
    response: Type.Array(RainHold),
  }),
  'fieldManagement.createHold': defineCall({
    name: 'fieldManagement.createHold',
    method: 'POST',
    path: `${FIELD}/rainHold`,
    summary:
      'Holds the irrigation schedules of a project until a time, for fourteen days at most, because of rain',
    body: Type.Object({
      projectId: Id,
      fromTime: Type.Optional(Moment),
      toTime: Moment,
      reason: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    changes: changesOf('schedule'),
    response: RainHold,
  }),
  'fieldManagement.endHold': defineCall({
    name: 'fieldManagement.endHold',
    method: 'POST',
    path: `${FIELD}/rainHold/:id/end`,
    summary: 'Ends a hold for rain before its time: schedules begin again',
    params: IdParam,
    body: Type.Object({ projectId: Id }),
    changes: changesOf('schedule'),
    response: RainHold,
  }),
} as const
