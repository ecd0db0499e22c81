import { formatDate } from '@runtime/date'
import {
  basicOf,
  type Change,
  dayEnd,
  dayStart,
  FREQUENCIES,
  isPlain,
  isReminder,
  isZone,
  LONGEST,
  momentAt,
  NO_REMINDER,
  type Occurrence,
  occurrenceId,
  plainRule,
  type Rule,
  readRule,
  ruleInWords,
  ScheduleProblem,
  type Times,
  wallAt,
  writeRule,
  writeWall,
} from '@runtime/schedule'
import type { scheduleCalls } from '@services/contract/areas/platform/schedule'
import type { Schedule as ScheduleSchema } from '@services/contract/areas/platform/schedule-bodies'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import type { Static } from 'typebox'
import { ApiError } from '../../../http/errors'
import type { CallContext } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'
import type { ScheduleContent } from './tables'

export type Body = InputOf<(typeof scheduleCalls)['schedule.create']>
export type ScheduleOccurrence = Occurrence<ScheduleContent>
export type ScheduleWire = Static<typeof ScheduleSchema>

const MINUTE = 60_000
const DAY = 1440
/** What lasts as long as this where no end is said. */
const USUAL = 60
const DEFAULT_COLOR = '#1890ff'

/** A refusal at a member of what was sent. */
export function refusal({ text }: Pick<CallContext, 'text'>, path: string, message: string): ApiError {
  return new ApiError(CODE.badRequest, message, { errors: [{ path, message: text(message) }] })
}

const FAULTS: Readonly<Record<ScheduleProblem['fault'], readonly [string, string]>> = {
  rule: ['rule', '@schedule.ruleWrong'],
  never: ['rule', '@schedule.ruleNever'],
  rare: ['rule', '@schedule.ruleRare'],
  count: ['rule', '@schedule.tooMany'],
  until: ['repeatTime', '@schedule.untilBeforeStart'],
  unmovable: ['startDay', '@schedule.unmovable'],
  occurrence: ['id', '@server.notFound'],
}

/** Runs what the rules of schedules may refuse, and says so in the caller's words. */
export function refusing<T>(context: Pick<CallContext, 'text'>, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ScheduleProblem)) throw error
    const [path, message] = FAULTS[error.fault]
    if (error.fault === 'occurrence') throw new ApiError(CODE.notFound, message)
    throw refusal(context, path, message)
  }
}

/** When something is to be, by what was sent. The wire's times are those of the product's zone. */
export function timesOf(context: Pick<CallContext, 'text'>, body: Body, instead: string): Times {
  const zone = body.zone || instead
  if (!isZone(zone)) throw refusal(context, 'zone', '@schedule.zoneUnknown')
  const allDay = body.allDay === 1
  const begin = onClock(body.startDay, allDay ? '00:00' : body.startTime)
  const end = body.endDay == null ? null : onClock(body.endDay, allDay ? '00:00' : body.endTime)
  if (end !== null && (allDay ? end < begin : end <= begin) && !(body.duration && body.duration > 0))
    throw refusal(context, 'endDay', '@schedule.endBeforeStart')
  const start = momentAt(begin, TIME_ZONE)
  const minutes = allDay
    ? Math.round(((end ?? begin) - begin) / MINUTE) + DAY
    : body.duration && body.duration > 0
      ? body.duration
      : end === null
        ? USUAL
        : Math.round((momentAt(end, TIME_ZONE) - start) / MINUTE)
  if (minutes > LONGEST) throw refusal(context, 'endDay', '@schedule.tooLong')
  const wall = allDay ? begin : wallAt(start, zone)
  return {
    start: wall,
    minutes,
    allDay,
    zone,
    rule: refusing(context, () => ruleOf(context, body, zone, wall)),
  }
}

/** A day at a time of the clock; without one, at the time that it has. Seconds count for nothing. */
function onClock(moment: number, clock: string | null | undefined): number {
  const wall = wallAt(moment, TIME_ZONE)
  if (!clock) return Math.floor(wall / MINUTE) * MINUTE
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return dayStart(wall) + (hours * 60 + minutes) * MINUTE
}

function ruleOf(context: Pick<CallContext, 'text'>, body: Body, zone: string, start: number): Rule | null {
  const frequency = FREQUENCIES[Number(body.repetition ?? 1) - 2]
  const own = body.rule?.trim()
  if (!own && !frequency) return null
  const rule = own ? readRule(own, zone) : plainRule(frequency ?? 'DAILY')
  if (body.repeatTime == null) return rule
  if (rule.count !== null) throw refusal(context, 'repeatTime', '@schedule.countOrUntil')
  const last = wallAt(body.repeatTime, TIME_ZONE)
  const until = dayEnd(last)
  // The end of a day is what this itself answers: what ends on the day of its start is one that was cut short.
  if (until < start || (body.repeatTime <= momentAt(start, zone) && last !== until))
    throw new ScheduleProblem('until')
  return { ...rule, until }
}

/** The occurrence's contents by what was sent; files are looked up by whoever asks. */
export function contentOf(
  context: Pick<CallContext, 'text'>,
  body: Body,
  allDay: boolean,
): Omit<ScheduleContent, 'files' | 'toUserIds'> {
  const title = body.title.trim()
  if (title === '') throw refusal(context, 'title', '@schedule.titleRequired')
  const reminderTime = body.reminderTime ?? NO_REMINDER
  if (!isReminder(reminderTime, allDay)) throw refusal(context, 'reminderTime', '@schedule.reminderWrong')
  return {
    title,
    category: body.category ?? '',
    urgent: String(body.urgent ?? 1),
    content: body.content?.trim() ?? '',
    color: body.color || DEFAULT_COLOR,
    reminderTime,
    reminderType: String(body.reminderType ?? 1),
    send: body.send ?? '',
  }
}

/** What calendars show of an occurrence. */
export function occurrenceWire(
  { series, key, start, end, times, content }: ScheduleOccurrence,
  group: {
    readonly groupId: string
    readonly creatorId: string
    readonly version: number
    readonly isDeclined: boolean
  },
  userId: string,
) {
  const last = times.allDay ? end - MINUTE : end
  return {
    id: occurrenceId(series.id, key),
    groupId: group.groupId,
    ...{ title: content.title, category: content.category, urgent: content.urgent, color: content.color },
    allDay: times.allDay ? 1 : 0,
    startDay: start,
    startTime: clockOf(start),
    endDay: last,
    endTime: clockOf(last),
    creatorUserId: group.creatorId,
    repetition: repetitionOf(series.rule),
    isOwn: group.creatorId === userId ? 1 : 0,
    isDeclined: group.isDeclined ? 1 : 0,
    version: group.version,
  }
}

/** All that is known of an occurrence, beside names of people. */
export function scheduleWire(
  occurrence: ScheduleOccurrence,
  group: Parameters<typeof occurrenceWire>[1],
  { user, text }: Pick<CallContext, 'user' | 'text'>,
) {
  const { content, series, times, end } = occurrence
  const { rule, zone } = series
  const isElsewhere = !times.allDay && !isSameZone(zone, times.start)
  const until = rule?.until ?? null
  return {
    ...occurrenceWire(occurrence, group, user.userId),
    content: content.content,
    duration: -1,
    toUserIds: [...content.toUserIds],
    reminderTime: content.reminderTime,
    reminderType: content.reminderType,
    send: content.send,
    repeatTime: until === null ? null : momentAt(until, TIME_ZONE),
    rule: rule === null || isPlain(rule) ? '' : writeRule({ ...rule, until: null }, basicOf),
    repeatText: rule === null ? '' : ruleInWords(rule, text),
    zone,
    zoneText: isElsewhere ? `${spanText(occurrence.start, end, zone)} ${zone}` : '',
    files: JSON.stringify(content.files),
  }
}

const clockOf = (moment: number): string => writeWall(wallAt(moment, TIME_ZONE)).slice(11, 16)

const repetitionOf = (rule: Rule | null): string =>
  String(rule === null ? 1 : FREQUENCIES.indexOf(rule.freq) + 2)

/** Whether a zone's clocks show what the product's do. */
const isSameZone = (zone: string, wall: number): boolean =>
  zone === TIME_ZONE || wallAt(momentAt(wall, zone), TIME_ZONE) === wall

/** `2026-11-02 09:00 – 10:00`, with the second day where it is another. */
export function spanText(start: number, end: number, zone: string): string {
  const from = formatDate(start, 'yyyy-MM-dd HH:mm', zone)
  const to = formatDate(end, 'yyyy-MM-dd HH:mm', zone)
  return `${from} – ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to}`
}

/** When an occurrence is, in words: days alone where it is of whole days. */
export function whenText({ start, end, times }: ScheduleOccurrence): string {
  if (!times.allDay) return spanText(start, end, TIME_ZONE)
  const days = [start, end - MINUTE].map((moment) => formatDate(moment, 'yyyy-MM-dd', TIME_ZONE))
  return [...new Set(days)].join(' – ')
}

export type ScheduleChange = Change<ScheduleContent>
