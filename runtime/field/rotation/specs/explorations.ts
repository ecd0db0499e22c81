import { expect, it } from 'vitest'
import { limitsOf, RULES } from '../../interlock/index'
import { type Exploration, explore, type Happening } from './explore'
import { type Farm, type FarmOptions, L_PORT, OPTIONS, WHILE } from './farm'
import { hands, leases, link, persons, rest, runOf, runs, server, stopPump, type Ways } from './happenings'
import { ModelFarm } from './model-farm'

/** More than any of these farms has: one that has not come to its end by then has grown, and is to be looked at. */
const MOST_STATES = 30_000

const MOMENT_MS = 100
const forLonger = (since: number | null, now: number, seconds: number) =>
  since !== null && now - since > seconds * 1000 + MOMENT_MS

type Promised = (at: Farm) => string | null

/** Where valves move only when told, the pump never turns against closed valves, not even for the two seconds. */
const never: Promised = (at) => (at.deadSince === null ? null : 'the pump turns against closed valves')
/** Where a valve may close by itself, what is not known to be open stops the pump within two seconds. */
const notBlind: Promised = (at) =>
  forLonger(at.blindSince, at.now, 2) ? 'the pump runs over two seconds without a verified path' : null
const stopsWork =
  (farm: ModelFarm): Promised =>
  (at) =>
    farm.allows(at, { kind: 'pump.stop', deviceId: 'P' }) && farm.allows(at, { kind: 'stopAll' })
      ? null
      : 'a stop is refused'
const oneOwner =
  (farm: ModelFarm): Promised =>
  (at) => {
    const held = at.runs.flatMap((run) => (run ? farm.holdings(run) : []))
    return new Set(held).size === held.length ? null : 'an actuator has two owners'
  }
const firstBroken =
  (promises: readonly Promised[]): Promised =>
  (at) =>
    promises.reduce<string | null>((broken, promise) => broken ?? promise(at), null)

const ALL_WAYS: Ways = { late: true, acks: true }

/** Persons who want anything at any time. */
function withPersons(options: Partial<FarmOptions>, ways: Ways = {}, more: readonly Happening[] = []) {
  const farm = new ModelFarm({ ...OPTIONS, ...options })
  const happenings = [...persons(farm), ...link(farm, ways), ...more, ...server(farm)]
  return explore(farm, happenings, firstBroken([never, notBlind, stopsWork(farm)]), MOST_STATES)
}
/** Five whiles and no more; the last one of each is the pump's margin. */
const LEASES = { valveMs: 5 * WHILE, beyondMs: 2 * WHILE, marginMs: WHILE }
const inOrder =
  (farm: ModelFarm): Promised =>
  (at) =>
    farm.isOutrun(at) ? 'a lease of the pump outlasts that of its valves' : null
/** What is opened and started ends by itself, and the server may be gone for as long as it likes. */
function withLeases(options: Partial<FarmOptions>) {
  const farm = new ModelFarm({ ...OPTIONS, leases: LEASES, pace: 'instant', ...options })
  // What is closed and stopped is explored where nothing ends by itself.
  const wishes = options.groups ? runOf(farm) : persons(farm).filter(({ name }) => /^(open|start)/.test(name))
  const happenings = [...wishes, ...link(farm, { silence: false }), ...leases(farm)]
  return explore(farm, happenings, firstBroken([never, inOrder(farm), stopsWork(farm)]), MOST_STATES)
}
/** The valve may close by itself: then the pump turns against it until that is known, which no rule can help. */
function withHands(options: Partial<FarmOptions> = {}) {
  const farm = new ModelFarm({ ...OPTIONS, movesOnlyWhenTold: false, ...options })
  const happenings = [...persons(farm), ...hands(farm), ...link(farm), ...server(farm)]
  return explore(farm, happenings, firstBroken([notBlind, stopsWork(farm)]), MOST_STATES)
}
/** Two runs at will, each through its groups, and a person who stops them or the pump. */
function withRuns(options: Partial<FarmOptions> = {}) {
  const farm = new ModelFarm({ ...OPTIONS, valves: 2, groups: [[0], [1]], pace: 'instant', ...options })
  const happenings = [...runs(farm), stopPump(farm), ...link(farm, { silence: false }), ...server(farm)]
  return explore(
    farm,
    happenings,
    firstBroken([never, notBlind, stopsWork(farm), oneOwner(farm)]),
    MOST_STATES,
  )
}
/** Its pump takes its time to hear and to answer, and rests between starts (I08). */
const withSlowPump = (options: Partial<FarmOptions> = {}) =>
  withPersons(
    {
      isPumpSlow: true,
      isOldHeard: true,
      pace: 'quick',
      limits: { ...limitsOf(), pumpStartsPerHour: 1 },
      ...options,
    },
    {},
    rest,
  )
/**
 * The main valve moves and is seen moving; the one behind it says at once where it stands. That its word may come at any time after is
 * what one valve and two are explored for.
 */
const withMain = (options: Partial<FarmOptions> = {}) =>
  withPersons({ hasMain: true, pace: 'instant', ...options })

function tell(name: string, { states, steps, isWhole, broken }: Exploration) {
  console.info(`${name}: ${states} states, ${steps} steps, ${broken ?? (isWhole ? 'complete' : 'cut off')}`)
}

/** One farm, all that may happen on it, and how it ends. */
type Case = readonly [name: string, exploration: () => Exploration]

const oneValve = { isOldHeard: true, awaitsTruth: true }

export const FARMS: readonly Case[] = [
  ['one valve', () => withPersons(oneValve, ALL_WAYS)],
  ['one valve, judged and sent apart', () => withPersons({ ...oneValve, sendsAtOnce: false })],
  ['one valve that may close by itself', () => withHands({ isOldHeard: true })],
  ['one valve without a closed place', () => withPersons({ ...oneValve, angles: L_PORT, canClose: false })],
  ['one valve that is throttled', () => withPersons({ throttles: true, pace: 'quick', isOldHeard: true })],
  [
    'two valves that are throttled',
    () => withPersons({ valves: 2, throttles: true, pace: 'instant' }, { silence: false }),
  ],
  ['two valves', () => withPersons({ valves: 2, pace: 'quick' })],
  ['a main valve and one more', () => withMain()],
  ['a slow pump that rests', () => withSlowPump()],
  ['two groups in turn', () => withRuns()],
  ['leases of what persons open and start', () => withLeases({})],
  ['leases of a run', () => withLeases({ groups: [[0]], minutes: 600 })],
]

const { I01: _start, I03: _least, ...withoutI01 } = RULES
const { I02: _last, ...withoutI02 } = RULES
const { I08: _rest, ...withoutI08 } = RULES
const { I11: _owner, ...withoutI11 } = RULES
const forever = { ...limitsOf(), staleIntervals: 1e9 }
const anyFlow = { ...limitsOf(), minFlowShare: 0 }
const dead = 'the pump turns against closed valves'

/** What the exploration must miss, and by which broken promise: else it proves nothing. */
export const LEFT_OUT: readonly (readonly [...Case, broken: string])[] = [
  ['I01', () => withPersons({ rules: withoutI01 }), dead],
  ['I02', () => withPersons({ rules: withoutI02 }), dead],
  ['I02 at a main valve', () => withMain({ rules: withoutI02 }), dead],
  ['I08', () => withSlowPump({ rules: withoutI08 }), 'a pump that rests is started'],
  ['I11', () => withRuns({ rules: withoutI11 }), 'an actuator has two owners'],
  ['what is under way', () => withPersons({ forgets: { pending: true } }), dead],
  [
    'which command a valve names',
    () => withPersons({ forgets: { commandNames: true }, isOldHeard: true }, { late: true }),
    'which it is not',
  ],
  ['the watch over what runs', () => withHands({ forgets: { watch: true } }), 'without a verified path'],
  ['the age of feedback', () => withHands({ limits: forever }), 'without a verified path'],
  ['what a pump needs', () => withPersons({ throttles: true, pace: 'quick', limits: anyFlow }), dead],
  ['that a valve cannot close', () => withPersons({ canClose: false }), 'which it is not'],
  ['that a start may have been carried out', () => withSlowPump({ forgets: { doubt: true } }), dead],
  [
    'that a start holds its pump',
    () => withSlowPump({ forgets: { startHolds: true }, sendsAtOnce: false }),
    dead,
  ],
  [
    'that valves outlast the pump',
    () => withLeases({ groups: [[0]], minutes: 600, forgets: { leaseOrder: true } }),
    'outlasts that of its valves',
  ],
  [
    'that a longer lease has to be proved',
    () => withLeases({ groups: [[0]], minutes: 600, forgets: { leaseProof: true } }),
    'outlasts that of its valves',
  ],
  ['how long a message lives', () => withSlowPump({ forgets: { messageLife: true } }), dead],
]

/** All that may happen on these farms breaks no promise. */
export function keepPromises(farms: readonly Case[]): void {
  it.each(farms)('%s: no promise is broken', (name, exploration) => {
    const found = exploration()
    tell(name, found)
    expect(found.broken, found.story?.join(' → ')).toBeNull()
    expect(found.isWhole).toBe(true)
    expect(found.states).toBeGreaterThan(100)
  })
}

/** A rule left out is found out. */
export function areFoundOut(rules: typeof LEFT_OUT): void {
  it.each(rules)('%s', (name, exploration, broken) => {
    const found = exploration()
    tell(`without ${name}`, found)
    expect(found.broken ?? 'nothing').toContain(broken)
  })
}
