import { DAY_MS } from '../date'
import { jsonEqual } from '../schema'
import { isSameRule, type Rule, ScheduleProblem, WEEKDAYS, type Weekday } from './rule'
import {
  type Content,
  type Exception,
  endedBefore,
  isKey,
  keysOf,
  MOST_EXCEPTIONS,
  occurrenceOf,
  type Series,
  settled,
  type Times,
} from './series'
import { dayEnd, dayStart, momentAt, type Wall, wallAt } from './wall'

/** Which occurrences are meant (`spec/administration.md §4`). */
export const SCOPE = { this: 1, following: 2, all: 3 } as const
export type Scope = (typeof SCOPE)[keyof typeof SCOPE]

/**
 * Series that were one, in the order of time: each edit of "this and following" ends one and begins another. The first gives
 * them their name.
 */
export type Group<C extends Content> = readonly Series<C>[]

/** What an occurrence, and with it others, are to become. */
export interface Change<C extends Content> extends Times {
  readonly content: C
}

interface Place<C extends Content> {
  readonly group: Group<C>
  readonly at: number
  readonly series: Series<C>
  readonly key: Wall
}

function placeIn<C extends Content>(group: Group<C>, seriesId: string, key: Wall): Place<C> {
  const at = group.findIndex(({ id }) => id === seriesId)
  const series = group[at]
  if (!series || !isKey(series, key)) throw new ScheduleProblem('occurrence')
  return { group, at, series, key }
}

/** "This and following" of the very first is all. */
const widened = <C extends Content>({ at, series, key }: Place<C>, scope: Scope): Scope => {
  if (series.rule === null && at === 0) return SCOPE.all
  return scope === SCOPE.following && at === 0 && key === series.start ? SCOPE.all : scope
}

/** Whether all of its occurrences are cancelled. */
function isEmpty(series: Series): boolean {
  const { start, last, exceptions } = series
  if (last === null || exceptions.size === 0) return false
  const keys = keysOf(series, start, last + 1)
  return keys.length <= exceptions.size && keys.every((key) => exceptions.get(key)?.cancelled)
}

/**
 * A group without some of its occurrences; one of which nothing is left is empty.
 * @throws ScheduleProblem where there is no such occurrence
 */
export function removed<C extends Content>(
  group: Group<C>,
  seriesId: string,
  key: Wall,
  scope: Scope,
): Group<C> {
  const rest = without(group, seriesId, key, scope)
  return rest.every(isEmpty) ? [] : rest
}

function without<C extends Content>(group: Group<C>, seriesId: string, key: Wall, scope: Scope): Group<C> {
  const place = placeIn(group, seriesId, key)
  const { at, series } = place
  const meant = widened(place, group.length === 1 && series.rule === null ? SCOPE.all : scope)
  if (meant === SCOPE.all) return []
  if (meant === SCOPE.this && series.rule !== null)
    return group.with(at, excepted(series, key, { cancelled: true }))
  return [...group.slice(0, at), ...(key === series.start ? [] : [endedBefore(series, key)])]
}

/**
 * A group some of whose occurrences are changed. Where nothing but contents change, exceptions stay. What moves does so by as
 * much as the one that was seen; by another rule, zone or kind of day all that is meant becomes one series.
 * @param zone in which whole days begin
 * @param newId names a series that is made by it
 * @throws ScheduleProblem
 */
export function changed<C extends Content>(
  group: Group<C>,
  seriesId: string,
  key: Wall,
  scope: Scope,
  change: Change<C>,
  zone: string,
  newId: () => string,
): Group<C> {
  const place = placeIn(group, seriesId, key)
  const { at, series } = place
  const shown = occurrenceOf(series, key, zone)
  const meant = widened(place, scope)
  if (meant === SCOPE.this && series.rule !== null)
    return group.with(at, excepted(series, key, difference(series, key, change)))
  const { start, minutes, allDay } = shown.times
  const isSameTime =
    start === change.start &&
    minutes === change.minutes &&
    allDay === change.allDay &&
    series.zone === change.zone &&
    isSameEnd(series.rule, change.rule)
  const first = meant === SCOPE.all ? 0 : at
  const kept = group.slice(0, first)
  if (isSameTime) {
    const meantSeries = group
      .slice(first)
      .map((one) => withContent(one, series, key, shown.content, change.content))
    if (meant === SCOPE.all || key === series.start) return [...kept, ...meantSeries]
    const [begun, ...later] = meantSeries
    if (!begun) return group
    return [...kept, endedBefore(series, key), begunAt(begun, key, newId()), ...later]
  }
  const isWhole = meant === SCOPE.all || key === series.start
  const before = isWhole ? kept : [...kept, endedBefore(series, key)]
  const by = change.start - key
  // One that was seen may be of another kind of day than its series, and that than those beside it.
  const isSameKind = group.slice(first).every((one) => one.allDay === change.allDay)
  if (isSameKind && series.zone === change.zone && isSameEnd(series.rule, change.rule)) {
    const begun = isWhole ? group.slice(first) : [begunAt(series, key, newId()), ...group.slice(at + 1)]
    const patch = membersThatDiffer(change.content, shown.content)
    return [...before, ...begun.map((one) => movedSeries(one, by, change.minutes, patch))]
  }
  const [root = series] = group.slice(first)
  const next = settled<C>({
    ...{ id: isWhole ? root.id : newId(), content: change.content, exceptions: new Map() },
    // Of "all" the first moves as far as the one that was seen.
    ...{ start: meant === SCOPE.all ? root.start + by : change.start, minutes: change.minutes },
    ...{
      allDay: change.allDay,
      zone: change.zone,
      rule: ruleOfMerged(place, change, isWhole && group.length === 1),
    },
  })
  return [...before, next]
}

const isSameEnd = (one: Rule | null, other: Rule | null): boolean =>
  isSameRule(one, other) && (one?.until ?? null) === (other?.until ?? null)

/** A series that is elsewhere by so much, its rule and its end with it; what was an exception is none any more. */
function movedSeries<C extends Content>(
  one: Series<C>,
  by: number,
  minutes: number,
  patch: Partial<C>,
): Series<C> {
  const days = (dayStart(one.start + by) - dayStart(one.start)) / DAY_MS
  const { rule } = one
  const until = rule?.until ? rule.until + days * DAY_MS : null
  return settled({
    ...{ id: one.id, content: { ...one.content, ...patch }, exceptions: new Map(), zone: one.zone },
    ...{ start: one.start + by, minutes, allDay: one.allDay },
    rule: rule && { ...(days === 0 ? rule : movedRule(rule, days)), until },
  })
}

/** The rule of what becomes one series. Where its end was not changed, it ends where the last of the group has ended. */
function ruleOfMerged<C extends Content>(
  { group, series }: Place<C>,
  { rule }: Change<C>,
  isOne: boolean,
): Rule | null {
  const isEndKept =
    rule?.until === (series.rule?.until ?? null) && rule.count === (series.rule?.count ?? null)
  if (rule === null || isOne || !isEndKept) return rule
  const last = group.at(-1)?.last ?? null
  return { ...rule, until: last === null ? null : dayEnd(last), count: null }
}

/** @throws ScheduleProblem for a rule whose days are counted in months or years: they do not move by some days */
function movedRule(rule: Rule, days: number): Rule {
  const { byDay, byMonthDay, byMonth, bySetPos, byYearDay, byWeekNo } = rule
  const others = [byMonthDay, byMonth, bySetPos, byYearDay, byWeekNo]
  if (others.some(({ length }) => length > 0) || (byDay.length > 0 && rule.freq !== 'WEEKLY'))
    throw new ScheduleProblem('unmovable')
  const on = (day: Weekday) => WEEKDAYS[(((WEEKDAYS.indexOf(day) + days) % 7) + 7) % 7] ?? day
  // The week moves along: else what stood at its two ends would not stay beside each other.
  return {
    ...rule,
    byDay: byDay.map(({ day, nth }) => ({ nth, day: on(day) })),
    weekStart: on(rule.weekStart),
  }
}

function excepted<C extends Content>(
  series: Series<C>,
  key: Wall,
  exception: Exception<C> | null,
): Series<C> {
  const exceptions = new Map(series.exceptions)
  if (exception === null) exceptions.delete(key)
  else exceptions.set(key, exception)
  if (exceptions.size > MOST_EXCEPTIONS) throw new ScheduleProblem('count')
  return { ...series, exceptions }
}

/** What an occurrence has that its series has not; null for nothing. The series keeps to its own clocks. */
function difference<C extends Content>(series: Series<C>, key: Wall, change: Change<C>): Exception<C> | null {
  const start =
    change.allDay || change.zone === series.zone
      ? change.start
      : wallAt(momentAt(change.start, change.zone), series.zone)
  const content = membersThatDiffer(change.content, series.content)
  const exception: Exception<C> = {
    ...(start !== key && { start }),
    ...(change.minutes !== series.minutes && { minutes: change.minutes }),
    ...(change.allDay !== series.allDay && { allDay: change.allDay }),
    ...(Object.keys(content).length > 0 && { content }),
  }
  return Object.keys(exception).length === 0 ? null : exception
}

function membersThatDiffer<C extends Content>(content: C, from: C): Partial<C> {
  const known = new Map<string, unknown>(Object.entries(from))
  const differ = Object.entries(content).filter(([name, value]) => !jsonEqual(value, known.get(name)))
  return Object.fromEntries(differ) as Partial<C>
}

/** A series with what was changed of the content that was seen; its exceptions keep what is theirs, but for that one. */
function withContent<C extends Content>(
  one: Series<C>,
  seen: Series<C>,
  key: Wall,
  shown: C,
  next: C,
): Series<C> {
  const patch = membersThatDiffer(next, shown)
  const own = one === seen ? one.exceptions.get(key)?.content : undefined
  const content = { ...one.content, ...patch }
  if (own === undefined) return { ...one, content }
  const rest = Object.fromEntries(Object.entries(own).filter(([name]) => !(name in patch))) as Partial<C>
  const { content: _, ...times } = one.exceptions.get(key) ?? {}
  const exception = { ...times, ...(Object.keys(rest).length > 0 && { content: rest }) }
  return { ...excepted(one, key, Object.keys(exception).length > 0 ? exception : null), content }
}

/** The same series from one of its occurrences on. A count becomes an end: what it counted stands before. */
function begunAt<C extends Content>(series: Series<C>, key: Wall, id: string): Series<C> {
  const { rule, last } = series
  const exceptions = new Map([...series.exceptions].filter(([at]) => at >= key))
  const until = last !== null && rule?.count ? dayEnd(last) : (rule?.until ?? null)
  return settled({ ...series, id, start: key, exceptions, rule: rule && { ...rule, count: null, until } })
}
