import { expect, it } from 'vitest'
import type { DeviceNow, Intent } from '../../command/index'
import { buildNetwork } from '../../hydraulics/index'
import {
  type GroupNow,
  limitsOf,
  NO_WATCH,
  type Owner,
  type RULES,
  type Situation,
  validate,
} from '../../interlock/index'
import { PUMP_STATE } from '../../kinds'
import { claimOf, holdingsOf, isEnded, newRun, type Run, stepRun, stopRun } from '../index'

const NOW = 1_000_000_000
/** Longer than any turn, pause or patience. */
const FAR = 1e9
const RATED = 500
const PUMPS = ['P0', 'P1', 'P2'] as const
/** m³/h of each group's one valve; three pumps give 1500. */
export const FLOWS = [800, 600, 500, 1200] as const
const groupId = (index: number) => `G${index}`
const valveId = (index: number) => `V${index}`

const line = { startLongitude: 87, startLatitude: 43, endLongitude: 87.01, endLatitude: 43 }
const NOWHERE = { longitude: null, latitude: null, nodeId: null }
const network = buildNetwork({
  pipes: [{ id: 'M', parentId: null, ...line, lengthM: 100, innerDmm: 1200 }],
  nodes: FLOWS.map((_, index) => ({
    ...{ id: `N${index}`, pipeId: 'M', chainageM: index, valveId: valveId(index) },
    ...{ sideABlockId: null, sideBBlockId: null },
  })),
  blocks: [],
  devices: [
    ...PUMPS.map((id) => ({ id, kind: 'PUMP' as const, ...NOWHERE, settings: {} })),
    ...FLOWS.map((designFlowA, index) => ({
      ...{ id: valveId(index), kind: 'VALVE_TWB' as const, ...NOWHERE, settings: { designFlowA } },
    })),
  ],
})
const groups: ReadonlyMap<string, GroupNow> = new Map(
  FLOWS.map((_, index): [string, GroupNow] => [
    groupId(index),
    {
      ...{ id: groupId(index), name: groupId(index) },
      members: [{ nodeId: `N${index}`, valveId: valveId(index), direction: 1, gatage: 100 }],
    },
  ]),
)

/** Each group alone, and runs whose later turn takes more, or less, than their first. */
const ALL_WISHES = [...FLOWS.map((_, index) => [groupId(index)]), ['G2', 'G3'], ['G0', 'G2']]

/** A station whose devices obey at once: which pumps turn, which have tripped, which valves are open, and its runs. */
export interface Station {
  readonly turns: readonly string[]
  readonly tripped: readonly string[]
  readonly open: readonly string[]
  /** By slot, in the order in which they were granted. */
  readonly runs: readonly (Run | null)[]
}

export interface StationOptions {
  readonly slots: number
  readonly rules?: typeof RULES
  /** Rules do not know what runs will ask: without it the exploration must find what breaks. */
  readonly forgetsClaims?: boolean
  /** What may be begun: groups in turn. */
  readonly wishes?: readonly (readonly string[])[]
}

const device = (
  id: string,
  kind: DeviceNow['kind'],
  settings: object,
  reported: object,
): [string, DeviceNow] => [
  id,
  {
    ...{ id, name: id, kind, settings, isOnline: true, linkClass: 'IP', uplinkEverySec: 60, reported },
    ...{ reportedAt: NOW, maintenance: null, readings: {} },
  },
]
const flowOfGroup = (id: string): number => FLOWS[Number(id.slice(1))] ?? 0
const going = ({ runs }: Station): readonly Run[] =>
  runs.flatMap((run) => (run && run.reason === null && !isEnded(run) ? [run] : []))
const toCome = (run: Run): number =>
  Math.max(...run.turns.slice(run.turn).map((turn) => flowOfGroup(turn.groupId)))

/** What may happen at a station, and what has been promised of it. */
export class StationModel {
  readonly #options: StationOptions
  readonly #limits

  constructor(options: StationOptions) {
    this.#options = options
    this.#limits = limitsOf({ pumpRestSec: 0, pumpStartsPerHour: 60 })
  }

  start(): Station {
    return { turns: [], tripped: [], open: [], runs: Array(this.#options.slots).fill(null) }
  }

  happenings(): readonly (readonly [name: string, to: (at: Station) => Station])[] {
    const slots = Array.from({ length: this.#options.slots }, (_, slot) => slot)
    const { wishes = ALL_WISHES } = this.#options
    return [
      ...wishes.map((ids) => [`start ${ids}`, (at: Station) => this.#begin(at, ids)] as const),
      ...slots.map((slot) => [`step ${slot}`, (at: Station) => this.#step(at, slot)] as const),
      ...slots.map((slot) => [`time of ${slot} is up`, (at: Station) => this.#timeUp(at, slot)] as const),
      ...slots.map((slot) => [`stop ${slot}`, (at: Station) => this.#stop(at, slot)] as const),
      ...PUMPS.map((id) => [`${id} trips or is reset`, (at: Station) => this.#trip(at, id)] as const),
    ]
  }

  /** The promise that is broken; null: none. */
  broken(at: Station): string | null {
    const runs = going(at)
    const usable = PUMPS.filter((id) => !at.tripped.includes(id))
    const served = runs.filter(({ pumpIds }) => pumpIds.length > 0)
    const pumps = served.flatMap(({ pumpIds }) => pumpIds)
    if (new Set(pumps).size < pumps.length) return 'a pump serves two runs'
    const asked = (of: readonly Run[]) => of.reduce((sum, run) => sum + toCome(run), 0)
    if (served.some((run) => toCome(run) > run.pumpIds.length * RATED))
      return 'a run asks more than its pumps give'
    if (asked(served) > usable.length * RATED) return 'runs together ask more than the pumps give'
    // A pump that trips before it is chosen ends a run that waited for it; until then nobody promised more than there were.
    if (at.tripped.length === 0 && asked(runs) > PUMPS.length * RATED)
      return 'runs together are granted more than there is'
    return null
  }

  #situation({ turns, tripped, open, runs }: Station): Situation {
    const alive = runs.flatMap((run) => (run && !isEnded(run) ? [run] : []))
    const owner = (run: Run): Owner => ({ runId: run.id, groupId: '', groupName: run.id, since: 0 })
    return {
      now: NOW,
      network,
      devices: new Map([
        ...PUMPS.map((id) =>
          device(
            id,
            'PUMP',
            { ratedM3h: RATED },
            { st: turns.includes(id) ? PUMP_STATE.running : PUMP_STATE.stopped },
          ),
        ),
        ...FLOWS.map((_, index) =>
          device(valveId(index), 'VALVE_TWB', {}, { dir: open.includes(valveId(index)) ? 1 : 0, mov: 0 }),
        ),
      ]),
      groups,
      owners: new Map(alive.flatMap((run) => holdingsOf(run, groups).map((id) => [id, owner(run)]))),
      claims: this.#options.forgetsClaims ? [] : alive.flatMap((run) => claimOf(run, groups, NOW) ?? []),
      pending: new Map(),
      pumpHistory: new Map(),
      watch: { ...NO_WATCH, latches: tripped.map((deviceId) => ({ code: 'I06', deviceId, since: 0 })) },
      waterEndsAt: null,
    }
  }

  #allows(at: Station, intent: Intent): boolean {
    return validate(intent, this.#situation(at), this.#limits, this.#options.rules).allowed
  }

  #begin(at: Station, ids: readonly string[]): Station {
    const place = at.runs.indexOf(null)
    const [first = '', ...nextGroupIds] = ids
    if (place < 0 || !this.#allows(at, { kind: 'group.start', groupId: first, nextGroupIds })) return at
    const turns = ids.map((id) => ({ groupId: id, end: { minutes: 60 } }))
    return this.#with(at, place, newRun('', turns, NOW))
  }

  #step(at: Station, slot: number): Station {
    const run = at.runs[slot]
    if (!run || isEnded(run)) return at
    const { run: next, intents } = stepRun(run, this.#situation(at), this.#limits)
    const told = intents.reduce((station, intent) => this.#obey(station, intent), at)
    // Clocks stand still but where they run out: what is the same but for its age is one state.
    const still: Run = {
      ...next,
      ...{ phaseSince: NOW, lastValveAt: null, tries: {} },
      wateredSince: next.wateredSince === null ? null : NOW,
    }
    return this.#with(told, slot, still)
  }

  /** Runs stand in the order in which they were granted and are named by it: who they were makes no other state. */
  #with(at: Station, slot: number, run: Run): Station {
    const alive = at.runs.with(slot, run).flatMap((one) => (one && !isEnded(one) ? [one] : []))
    const named = alive.map((one, place) => ({ ...one, id: `R${place}` }))
    return { ...at, runs: [...named, ...Array(at.runs.length - named.length).fill(null)] }
  }

  #obey(at: Station, intent: Intent): Station {
    if (!this.#allows(at, intent)) return at
    const add = (all: readonly string[], id: string) => [...new Set([...all, id])].toSorted()
    const less = (all: readonly string[], id: string) => all.filter((one) => one !== id)
    if (intent.kind === 'pump.start') return { ...at, turns: add(at.turns, intent.deviceId) }
    if (intent.kind === 'pump.stop') return { ...at, turns: less(at.turns, intent.deviceId) }
    if (intent.kind !== 'valve.set') return at
    return { ...at, open: (intent.direction === 0 ? less : add)(at.open, intent.deviceId) }
  }

  #timeUp(at: Station, slot: number): Station {
    const run = at.runs[slot]
    if (run?.phase !== 'watering') return at
    return this.#step(this.#with(at, slot, { ...run, wateredSince: NOW - FAR }), slot)
  }

  #stop(at: Station, slot: number): Station {
    const run = at.runs[slot]
    return run && run.reason === null ? this.#with(at, slot, stopRun(run, NOW)) : at
  }

  /** A pump that stands and that nobody has. */
  #trip(at: Station, id: string): Station {
    if (at.tripped.includes(id)) return { ...at, tripped: at.tripped.filter((one) => one !== id) }
    if (at.turns.includes(id) || at.runs.some((run) => run?.pumpIds.includes(id))) return at
    return { ...at, tripped: [...at.tripped, id].toSorted() }
  }
}

/** Visits every state that a station can come to, breadth first, until a promise is broken. */
export function exploreStation(options: StationOptions) {
  const model = new StationModel(options)
  const happenings = model.happenings()
  const first = model.start()
  const queue: { readonly at: Station; readonly story: readonly string[] }[] = [{ at: first, story: [] }]
  const seen = new Set([JSON.stringify(first)])
  for (const { at, story } of queue)
    for (const [name, to] of happenings) {
      const next = to(at)
      const key = JSON.stringify(next)
      if (seen.has(key)) continue
      seen.add(key)
      const broken = model.broken(next)
      if (broken !== null) return { states: seen.size, broken, story: [...story, name] }
      queue.push({ at: next, story: [...story, name] })
    }
  return { states: seen.size, broken: null, story: [] }
}

/** Whatever happens at a station, runs are granted no more than the free pumps give. */
export function neverAskTooMuch(options: StationOptions): void {
  it(`${options.slots} runs that begin at once never ask more than the free pumps give, whatever happens`, () => {
    const { states, broken, story } = exploreStation(options)
    console.info(`${options.slots} runs: ${states} states`)
    expect(broken, story.join(' → ')).toBeNull()
    expect(states).toBeGreaterThan(100)
  })
}
