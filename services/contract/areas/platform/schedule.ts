import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing } from '../../envelope'
import { Flag, Id, Version } from '../../fields'
import { ANSWER_LIMIT } from '../../limits'
import { choicesOf, defineResource } from '../../resource'
import { KnownDate, Occurrence, Planned, Schedule, ScheduleBody, Time } from './schedule-bodies'

const SCHEDULE = '/api/system/Schedule'
/** What changes in calendars is asked again by this; `schedule` is the field's word for a group's irrigation. */
const TAG = 'calendar'

/** Days that are looked at together, and occurrences that are answered. */
export const SCHEDULE_WINDOW = { days: 400, most: 5000 } as const

/** Which occurrences are meant: this one, this and those after it, all of them. */
const Mode = Type.Integer({ minimum: 1, maximum: 3 })
const CHANGES = [TAG]

/** Calls of this area, by name (`spec/administration.md §7`). Everybody has their own schedules. */
export const scheduleCalls = {
  'schedule.list': defineCall({
    name: 'schedule.list',
    method: 'GET',
    path: SCHEDULE,
    summary: 'What the caller has planned and takes part in, occurrence by occurrence, over 400 days at most',
    query: Type.Object({ startTime: Planned, endTime: Planned }),
    response: Type.Object({
      list: Type.Array(Occurrence),
      /** 1: there are more than 5,000; the earliest are here. */
      isCut: Flag,
    }),
  }),
  'schedule.dates': defineCall({
    name: 'schedule.dates',
    method: 'GET',
    path: `${SCHEDULE}/Dates`,
    summary:
      'Dates of everything else that the caller may see: waterings, holds, what is due; to be looked at',
    query: Type.Object({ startTime: Planned, endTime: Planned }),
    response: Type.Object({
      list: Type.Array(KnownDate),
      /** Kinds, in the caller's language, that could not be read just now. */
      missing: Type.Array(Type.String()),
      /** 1: there are more than 5,000; the earliest are here. */
      isCut: Flag,
    }),
  }),
  'schedule.create': defineCall({
    name: 'schedule.create',
    method: 'POST',
    path: SCHEDULE,
    summary: 'Plans something, once or by a rule, and tells those who take part',
    body: ScheduleBody,
    response: Type.Object({ id: Type.String(), groupId: Type.String() }),
    changes: CHANGES,
  }),
  'schedule.detail': defineCall({
    name: 'schedule.detail',
    method: 'GET',
    path: `${SCHEDULE}/detail/`,
    summary: 'One occurrence of a group, or the group’s first',
    query: Type.Object({ groupId: Type.Optional(Id), id: Type.Optional(Id) }),
    response: Schedule,
  }),
  'schedule.feed': defineCall({
    name: 'schedule.feed',
    method: 'GET',
    path: `${SCHEDULE}/ICal`,
    summary: 'Whether other calendars may read the caller’s schedules, and when one did last',
    response: Type.Object({
      isOn: Flag,
      creatorTime: Type.Union([Time, Type.Null()]),
      lastReadTime: Type.Union([Time, Type.Null()]),
    }),
  }),
  'schedule.makeFeed': defineCall({
    name: 'schedule.makeFeed',
    method: 'POST',
    path: `${SCHEDULE}/ICal`,
    summary:
      'Makes a secret address by which other calendars read the caller’s schedules; one made before ends',
    response: Type.Object({
      /** Whole where it is known by which address people reach the product; its path otherwise. */
      url: Type.String(),
      /** The same as `webcal://…`, which calendars open by themselves; empty where the address is not whole. */
      webcal: Type.String(),
    }),
    changes: CHANGES,
  }),
  'schedule.endFeed': defineCall({
    name: 'schedule.endFeed',
    method: 'DELETE',
    path: `${SCHEDULE}/ICal`,
    summary: 'Ends the secret address',
    response: Nothing,
    changes: CHANGES,
  }),
  'schedule.ical': defineCall({
    name: 'schedule.ical',
    method: 'GET',
    path: `${SCHEDULE}/ICal/:ticket`,
    summary: 'A person’s schedules as iCalendar, by their secret address',
    params: Type.Object({ ticket: Type.String({ maxLength: 60, pattern: '^[A-Za-z0-9_-]{43}\\.ics$' }) }),
    response: Type.Any(),
    wire: 'binary',
    answerLimit: ANSWER_LIMIT,
  }),
  'schedule.info': defineCall({
    name: 'schedule.info',
    method: 'GET',
    path: `${SCHEDULE}/:id`,
    summary: 'One occurrence with all that is known of it',
    params: IdParams,
    response: Schedule,
  }),
  'schedule.update': defineCall({
    name: 'schedule.update',
    method: 'PUT',
    path: `${SCHEDULE}/:id/:type`,
    summary: 'Changes this occurrence (1), it and those after it (2) or all (3); its creator alone may',
    params: Type.Object({ id: Id, type: Mode }),
    body: Type.Object({ ...ScheduleBody.properties, version: Type.Optional(Version) }),
    response: Type.Object({ id: Type.String(), groupId: Type.String() }),
    changes: CHANGES,
  }),
  'schedule.move': defineCall({
    name: 'schedule.move',
    method: 'PUT',
    path: `${SCHEDULE}/:id/Actions/Move`,
    summary:
      'Moves or stretches this occurrence, it and those after it, or all, as a calendar does by dragging',
    params: IdParams,
    body: Type.Object({
      mode: Mode,
      startDay: Planned,
      endDay: Planned,
      allDay: Type.Optional(Flag),
      version: Type.Optional(Version),
    }),
    response: Type.Object({ id: Type.String(), groupId: Type.String() }),
    changes: CHANGES,
  }),
  'schedule.decline': defineCall({
    name: 'schedule.decline',
    method: 'PUT',
    path: `${SCHEDULE}/:id/Actions/Decline`,
    summary: 'Says that one does not come, or does after all; of everything under the same root',
    params: IdParams,
    body: Type.Object({ isDeclined: Flag }),
    response: Nothing,
    changes: CHANGES,
  }),
  'schedule.delete': defineCall({
    name: 'schedule.delete',
    method: 'DELETE',
    path: `${SCHEDULE}/:id/:mode`,
    summary: 'Deletes this occurrence (1), it and those after it (2) or all (3); its creator alone may',
    params: Type.Object({ id: Id, mode: Mode }),
    response: Nothing,
    changes: CHANGES,
  }),
} as const

/** What a person has planned, as screens speak of it. */
export const schedule = defineResource('schedule', {
  title: '@schedule.title',
  dialog: { add: '@schedule.new', edit: '@schedule.edit' },
  key: 'id',
  name: 'title',
  tag: TAG,
  list: 'schedule.list',
  read: 'schedule.info',
  create: 'schedule.create',
  update: 'schedule.update',
  titles: {
    title: '@schedule.name',
    category: '@schedule.category',
    urgent: '@schedule.urgent',
    content: '@schedule.content',
    allDay: '@schedule.allDay',
    startDay: '@schedule.start',
    endDay: '@schedule.end',
    toUserIds: '@schedule.participants',
    color: '@schedule.color',
    reminderTime: '@schedule.reminder',
    reminderType: '@schedule.reminderBy',
    repetition: '@schedule.repetition',
    repeatTime: '@schedule.repeatUntil',
    rule: '@schedule.rule',
    zone: '@schedule.zone',
    files: '@schedule.files',
  },
  choices: {
    urgent: choicesOf('@schedule.urgency.', ['1', '2', '3'], { 2: 'orange', 3: 'red' }),
    repetition: choicesOf('@schedule.repeats.', ['1', '2', '3', '4', '5']),
  },
})
