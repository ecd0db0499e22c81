import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing } from '../../envelope'
import { Flag, Id, Nullable, RequiredText, Version } from '../../fields'
import { ANSWER_LIMIT } from '../../limits'
import { choicesOf, defineResource } from '../../resource'
import { FileId } from './file'

const SCHEDULE = '/api/system/Schedule'
/** What changes in calendars is asked again by this; `schedule` is the field's word for a group's irrigation. */
const TAG = 'calendar'

/** Characters of a title and of what is said below it, people who take part, files (`design/documents-out.md §2.2`). */
export const SCHEDULE_LIMITS = { title: 100, content: 2000, people: 200, files: 10 } as const
/** Days that are looked at together, and occurrences that are answered. */
export const SCHEDULE_WINDOW = { days: 400, most: 5000 } as const
/** Which occurrences are meant: this one, this and those after it, all of them. */
export const SCHEDULE_MODES = [1, 2, 3] as const

/** Milliseconds since 1970. */
const Time = Type.Integer({ minimum: -62_135_596_800_000, maximum: 253_402_300_799_999 })
/** A moment that something is planned for. */
const Planned = Type.Integer({ minimum: 0, maximum: 7_258_118_400_000 })
const Clock = Type.String({ maxLength: 5, pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$' })
/** `"2"` as the wire has it, or the number. */
const Choice = (most: number) =>
  Type.Union([
    Type.String({ maxLength: 1, pattern: `^[1-${most}]$` }),
    Type.Integer({ minimum: 1, maximum: most }),
  ])
const Mode = Type.Integer({ minimum: 1, maximum: 3 })
const ScheduleBody = Type.Object({
  title: RequiredText(SCHEDULE_LIMITS.title, {
    required: '@schedule.titleRequired',
    maxLength: '@schedule.titleLength',
  }),
  /** Code or id of an item of the dictionary `scheduleCategory`. */
  category: Nullable(Type.String({ maxLength: 64 })),
  urgent: Type.Optional(Choice(3)),
  /** Plain text. */
  content: Nullable(Type.String({ maxLength: SCHEDULE_LIMITS.content })),
  /** 1: whole days, `endDay` among them. */
  allDay: Type.Optional(Flag),
  /** A moment of the day; which one of it `startTime` says, where it is given. Times are those of the product's zone. */
  startDay: Type.Integer({
    minimum: 0,
    maximum: 7_258_118_400_000,
    messages: { required: '@schedule.startRequired', other: '@schedule.startRequired' },
  }),
  startTime: Nullable(Clock),
  endDay: Nullable(Planned),
  endTime: Nullable(Clock),
  /** Minutes instead of an end; -1: the end counts. */
  duration: Nullable(Type.Integer({ minimum: -1, maximum: 527_040 })),
  /** Ids of people, as a list or as text with commas. */
  toUserIds: Nullable(
    Type.Union([Type.Array(Id, { maxItems: SCHEDULE_LIMITS.people }), Type.String({ maxLength: 14_000 })]),
  ),
  color: Nullable(Type.String({ maxLength: 7, pattern: '^(#[0-9A-Fa-f]{6})?$' })),
  /** -2 none, -1 at the start, else minutes before it; of whole days 1 to 12 (`runtime/schedule/reminder.ts`). */
  reminderTime: Nullable(Type.Integer({ minimum: -2, maximum: 10_080 })),
  /** 1 in the product, 2 by mail too. */
  reminderType: Nullable(Choice(2)),
  /** What other servers send by; kept. */
  send: Nullable(Type.String({ maxLength: 64 })),
  /** 1 none, 2 daily, 3 weekly, 4 monthly, 5 yearly; `rule` says it otherwise. */
  repetition: Nullable(Choice(5)),
  /** The last day on which it repeats. */
  repeatTime: Nullable(Planned),
  /** RFC 5545: `FREQ=MONTHLY;BYDAY=-1FR`; no more than once a day. */
  rule: Nullable(Type.String({ maxLength: 300 })),
  /** The zone whose clocks it keeps to; the product's where none is said. */
  zone: Nullable(Type.String({ maxLength: 64 })),
  files: Nullable(
    Type.Union([
      Type.String({ maxLength: 50_000 }),
      Type.Array(Type.Object({ fileId: FileId }), { maxItems: SCHEDULE_LIMITS.files }),
    ]),
  ),
})

/**
 * A date that something else of the product has: a watering that is planned, an inspection that is due. It is looked at, and
 * changed where it comes from alone.
 */
const KnownDate = Type.Object({
  /** `rotation/…`: unique over all sources. */
  id: Type.String(),
  /** What kind of thing it is, and in the caller's language. */
  source: Type.String(),
  sourceText: Type.String(),
  title: Type.String(),
  allDay: Flag,
  startDay: Time,
  /** Of whole days the last minute of the last one. */
  endDay: Time,
  color: Type.String(),
  /** What has become of it, or what belongs to it; may be empty. */
  note: Type.String(),
  /** 1: it is over, or will not be. */
  isOver: Flag,
  /** Where it is changed, as a path of the product; empty where the caller has no such screen. */
  path: Type.String(),
})

/** An occurrence as calendars show it. */
export const Occurrence = Type.Object({
  /** `s1@20261104T090000` */
  id: Type.String(),
  groupId: Type.String(),
  title: Type.String(),
  category: Type.String(),
  urgent: Type.String(),
  allDay: Flag,
  startDay: Time,
  startTime: Type.String(),
  /** Of whole days the last minute of the last one. */
  endDay: Time,
  endTime: Type.String(),
  color: Type.String(),
  creatorUserId: Type.String(),
  repetition: Type.String(),
  /** Whether it is the caller's own, who alone may change it. */
  isOwn: Flag,
  /** Whether the caller has said that they do not come. */
  isDeclined: Flag,
  version: Version,
})

export const Schedule = Type.Object({
  ...Occurrence.properties,
  content: Type.String(),
  creatorUser: Type.String(),
  creatorTime: Time,
  lastModifyTime: Type.Union([Time, Type.Null()]),
  duration: Type.Integer(),
  toUserIds: Type.Array(Type.String()),
  participants: Type.Array(Type.Object({ id: Type.String(), fullName: Type.String(), isDeclined: Flag })),
  reminderTime: Type.Integer(),
  reminderType: Type.String(),
  send: Type.String(),
  repeatTime: Type.Union([Time, Type.Null()]),
  rule: Type.String(),
  /** How it repeats, in the caller's language; empty where it does not. */
  repeatText: Type.String(),
  zone: Type.String(),
  /** Its begin and end on the clocks of its own zone; empty where that is the product's. */
  zoneText: Type.String(),
  /** JSON text of a list, as messages have it. */
  files: Type.String(),
})

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
