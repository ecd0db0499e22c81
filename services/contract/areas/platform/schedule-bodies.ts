import { Type } from 'typebox'
import { Flag, Id, Nullable, RequiredText, Version } from '../../fields'
import { FileId } from './file'

/** Characters of a title and of what is said below it, people who take part, files (`design/documents-out.md §2.2`). */
export const SCHEDULE_LIMITS = { title: 100, content: 2000, people: 200, files: 10 } as const
/** Milliseconds since 1970. */
export const Time = Type.Integer({ minimum: -62_135_596_800_000, maximum: 253_402_300_799_999 })
/** A moment that something is planned for. */
export const Planned = Type.Integer({ minimum: 0, maximum: 7_258_118_400_000 })
const Clock = Type.String({ maxLength: 5, pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$' })
/** `"2"` as the wire has it, or the number. */
const Choice = (most: number) =>
  Type.Union([
    Type.String({ maxLength: 1, pattern: `^[1-${most}]$` }),
    Type.Integer({ minimum: 1, maximum: most }),
  ])
export const ScheduleBody = Type.Object({
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
export const KnownDate = Type.Object({
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
