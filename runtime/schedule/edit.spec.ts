import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../date'
import { type Change, changed, removed, SCOPE, type Scope } from './edit'
import { readRule } from './rule'
import { keysOf, occurrenceOf, occurrencesIn, type Series, settled } from './series'
import { readWall, type Wall, writeWall } from './wall'

const ZONE = 'Asia/Shanghai'
type Content = { readonly title: string }

const wall = (text: string): Wall => readWall(text) ?? Number.NaN

function seriesOf(rule: string | null, start = '2026-11-02T09:00'): Series<Content> {
  return settled({
    ...{ id: 's0', content: { title: '0' }, exceptions: new Map(), minutes: 60, allDay: false, zone: ZONE },
    ...{ start: wall(start), rule: rule === null ? null : readRule(rule, ZONE) },
  })
}

function changeOf(series: Series<Content>, key: Wall, change: Partial<Change<Content>>): Change<Content> {
  const { times, content } = occurrenceOf(series, key, ZONE)
  return { ...times, zone: series.zone, rule: series.rule, content, ...change }
}

let made = 0
const newId = () => `n${made++}`

/** An occurrence in the plain list that edits are held against. */
interface Entry {
  readonly slot: Wall
  readonly start: Wall
  readonly minutes: number
  readonly title: string
  /** Its series' title. */
  readonly base: string
  readonly isOwn: boolean
  readonly isCancelled: boolean
}

/** What a group comes to, in the order of its series. */
function listOf(group: readonly Series<Content>[]) {
  return group.flatMap((series) =>
    keysOf(series, 0, Number(wall('2035-01-01'))).map((key) => ({
      ...{ series, key },
      ...(series.exceptions.get(key)?.cancelled
        ? { isCancelled: true, shown: '' }
        : { isCancelled: false, shown: shownOf(occurrenceOf(series, key, ZONE)) }),
    })),
  )
}

const shownOf = ({ times, content }: ReturnType<typeof occurrenceOf<Content>>) =>
  `${writeWall(times.start)} ${times.minutes} ${content.title}`
const shownEntry = ({ start, minutes, title, isCancelled }: Entry) =>
  isCancelled ? '' : `${writeWall(start)} ${minutes} ${title}`

type Act =
  | { readonly kind: 'title'; readonly scope: Scope; readonly at: number }
  | {
      readonly kind: 'move'
      readonly scope: Scope
      readonly at: number
      readonly by: number
      readonly minutes: number
    }
  | { readonly kind: 'remove'; readonly scope: Scope; readonly at: number }

/** The same on a plain list, one entry after the other. */
function naively(entries: readonly Entry[], index: number, act: Act, title: string): readonly Entry[] {
  const target = entries[index]
  if (!target) return entries
  const isMeant = (at: number) =>
    act.scope === SCOPE.all || (act.scope === SCOPE.following ? at >= index : at === index)
  if (act.kind === 'remove') {
    if (act.scope !== SCOPE.this) return entries.filter((_, at) => !isMeant(at))
    return entries.map((entry, at) => (at === index ? { ...entry, isCancelled: true } : entry))
  }
  if (act.kind === 'title') {
    return entries.map((entry, at) => {
      if (act.scope === SCOPE.this) return at === index ? { ...entry, title, isOwn: true } : entry
      if (!isMeant(at)) return entry
      if (entry.isOwn && at !== index) return { ...entry, base: title }
      return { ...entry, title, base: title, isOwn: false }
    })
  }
  const by = target.start + act.by - target.slot
  const { minutes } = act
  return entries.map((entry, at) => {
    if (!isMeant(at)) return entry
    if (act.scope === SCOPE.this) return { ...entry, start: entry.slot + by, minutes }
    const slot = entry.slot + by
    return { ...entry, slot, start: slot, minutes, title: entry.base, isOwn: false, isCancelled: false }
  })
}

const scopes = fc.constantFrom<Scope>(SCOPE.this, SCOPE.following, SCOPE.all)
const at = fc.nat({ max: 30 })
const moves = fc.oneof(
  fc.integer({ min: -600, max: 600 }),
  fc.integer({ min: -12, max: 12 }).map((days) => days * 1440),
)
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('title' as const), scope: scopes, at }),
  fc.record({
    ...{ kind: fc.constant('move' as const), scope: scopes, at },
    by: moves.filter((by) => by !== 0).map((by) => by * 60_000),
    minutes: fc.constantFrom(15, 60, 90),
  }),
  fc.record({
    kind: fc.constant('remove' as const),
    scope: fc.constantFrom<Scope>(SCOPE.this, SCOPE.following),
    at,
  }),
)
const rules = fc.constantFrom(
  ...['FREQ=DAILY;COUNT=12', 'FREQ=DAILY;INTERVAL=3;COUNT=9', 'FREQ=WEEKLY;BYDAY=MO,WE,SU;COUNT=10'],
  ...[
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;COUNT=8',
    'FREQ=WEEKLY;UNTIL=20270101',
    'FREQ=DAILY;UNTIL=20261112',
  ],
)

describe('edits', () => {
  it('of any order and scope come to what a plain list comes to', () => {
    fc.assert(
      fc.property(rules, fc.array(acts, { minLength: 1, maxLength: 8 }), (rule, steps) => {
        let group: readonly Series<Content>[] = [seriesOf(rule)]
        let entries: readonly Entry[] = keysOf(seriesOf(rule), 0, wall('2035-01-01')).map((slot) => ({
          ...{ slot, start: slot, minutes: 60, title: '0', base: '0', isOwn: false, isCancelled: false },
        }))
        steps.forEach((act, step) => {
          const list = listOf(group)
          const open = list.flatMap(({ isCancelled }, index) => (isCancelled ? [] : [index]))
          const index = open[act.at % Math.max(1, open.length)]
          const target = index === undefined ? undefined : list[index]
          if (index === undefined || !target) return
          const { series, key } = target
          const title = `${step + 1}`
          entries = naively(entries, index, act, title)
          if (act.kind === 'remove') {
            // What is cancelled comes back when all move, but not where nothing else is left.
            if (entries.every(({ isCancelled }) => isCancelled)) entries = []
            group = removed(group, series.id, key, act.scope)
          } else {
            const { times } = occurrenceOf(series, key, ZONE)
            const change =
              act.kind === 'title'
                ? { content: { title } }
                : { start: times.start + act.by, minutes: act.minutes }
            group = changed(group, series.id, key, act.scope, changeOf(series, key, change), ZONE, newId)
          }
          expect(listOf(group).map(({ shown }) => shown)).toEqual(entries.map(shownEntry))
        })
        const all = group.flatMap((series) => occurrencesIn(series, 0, wall('2035-01-01'), ZONE)).map(shownOf)
        expect(all.sort()).toEqual(
          entries
            .filter(({ isCancelled }) => !isCancelled)
            .map(shownEntry)
            .sort(),
        )
      }),
      { numRuns: 150 },
    )
  })

  it('of a series without an end leave none', () => {
    const series = seriesOf('FREQ=DAILY')
    const key = wall('2026-11-10T09:00')
    const group = changed(
      [series],
      's0',
      key,
      SCOPE.following,
      changeOf(series, key, { minutes: 30 }),
      ZONE,
      newId,
    )
    expect(group.map(({ start, last }) => [writeWall(start), last && writeWall(last)])).toEqual([
      ['2026-11-02T09:00', '2026-11-09T09:00'],
      ['2026-11-10T09:00', null],
    ])
  })

  it('take another rule and end for what follows', () => {
    const series = seriesOf('FREQ=WEEKLY')
    const key = wall('2026-11-16T09:00')
    const rule = readRule('FREQ=DAILY;COUNT=3', ZONE)
    const group = changed([series], 's0', key, SCOPE.following, changeOf(series, key, { rule }), ZONE, newId)
    expect(listOf(group).map(({ shown }) => shown.slice(0, 10))).toEqual([
      ...['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-17', '2026-11-18'],
    ])
  })

  it('refuse an occurrence that there is not, and days that cannot move', () => {
    const series = seriesOf('FREQ=MONTHLY;BYDAY=1MO')
    const key = wall('2026-11-03T09:00')
    expect(() => removed([series], 's0', key, SCOPE.this)).toThrow('occurrence')
    expect(() => removed([series], 's9', series.start, SCOPE.this)).toThrow('occurrence')
    const gone = removed([series], 's0', series.start, SCOPE.this)
    expect(() =>
      changed(gone, 's0', series.start, 1, changeOf(series, series.start, {}), ZONE, newId),
    ).toThrow('occurrence')
    const moved = changeOf(series, series.start, { start: series.start + DAY_MS })
    expect(() => changed([series], 's0', series.start, SCOPE.all, moved, ZONE, newId)).toThrow('unmovable')
    expect(changed([series], 's0', series.start, SCOPE.this, moved, ZONE, newId)).toHaveLength(1)
  })

  it('make a series of what happens once, and the other way round', () => {
    const once = seriesOf(null)
    const rule = readRule('FREQ=DAILY;COUNT=3', ZONE)
    const many = changed(
      [once],
      's0',
      once.start,
      SCOPE.all,
      changeOf(once, once.start, { rule }),
      ZONE,
      newId,
    )
    expect(listOf(many)).toHaveLength(3)
    const [series] = many
    if (!series) throw new Error('gone')
    const back = changed(
      many,
      's0',
      series.start,
      SCOPE.all,
      changeOf(series, series.start, { rule: null }),
      ZONE,
      newId,
    )
    expect(listOf(back)).toHaveLength(1)
  })
})

it('takes what says the same for the same, in whatever order its members came back', () => {
  type Filed = { readonly title: string; readonly files: readonly object[] }
  const content: Filed = { title: '0', files: [{ url: '/f', name: '图纸' }] }
  const series: Series<Filed> = { ...seriesOf('FREQ=DAILY;COUNT=3'), content }
  const { times } = occurrenceOf(series, series.start, ZONE)
  const sent: Filed = { title: '别的', files: [{ name: '图纸', url: '/f' }] }
  const change = { ...times, zone: ZONE, rule: series.rule, content: sent }
  const [next] = changed([series], series.id, series.start, SCOPE.this, change, ZONE, newId)
  expect(next?.exceptions.get(series.start)).toEqual({ content: { title: '别的' } })
})
