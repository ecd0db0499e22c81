import { type DeviceNow, type Intent, isInFlight, type LeaseTimes } from '../../command/index'
import { buildNetwork, type Network } from '../../hydraulics/index'
import {
  type GroupNow,
  type Leases,
  type Owner,
  type Pending,
  type PumpHistory,
  pendingOf,
  type Situation,
  validate,
} from '../../interlock/index'
import type { DeviceKind } from '../../kinds'
import { holdingsOf, isEnded, type Run } from '../index'
import { type Actuator, FAR, type Farm, type FarmOptions, onGrid, PUMP, UPLINK_SEC } from './farm'
import { Forms, Memo } from './memo'

const OPEN = 1
const RATED = 120
const DESIGN_FLOW = 60
/** m³/h without which the pump must not run, whatever the limits say. */
const NEED = 0.3 * RATED
const KEPT_STARTS_MS = 1000

/** What the rules see of an actuator: named by all of it that is not the plan's. */
interface Seen {
  readonly device: DeviceNow
  readonly under: Pending | null
  readonly name: number
}

/** The farm's plan, and what the rules say of it in a state. */
export class SmallFarm {
  readonly options: FarmOptions
  /** By place: the pump, the three-way valves, the main valve. */
  readonly ids: readonly string[]
  readonly #network: Network
  readonly #groups: ReadonlyMap<string, GroupNow>
  readonly #forms = new Forms()
  readonly #actuators = new Memo<Actuator, Seen>()
  readonly #held = new Memo<Run, string>()
  readonly #situations = new Map<string, Situation>()
  readonly #verdicts = new Memo<Situation, boolean>()

  constructor(options: FarmOptions) {
    this.options = options
    const valves = Array.from({ length: options.valves }, (_, index) => `V${index}`)
    this.ids = ['P', ...valves, ...(options.hasMain ? ['M'] : [])]
    const line = { startLongitude: 87, startLatitude: 43, endLongitude: 87.01, endLatitude: 43 }
    this.#network = buildNetwork({
      pipes: [{ id: 'pipe', parentId: null, ...line, lengthM: 100, innerDmm: 300 }],
      nodes: valves.map((valveId, index) => ({
        id: `N${index}`,
        pipeId: 'pipe',
        chainageM: 10 * (index + 1),
        valveId,
        sideABlockId: null,
        sideBBlockId: null,
      })),
      blocks: [],
      devices: this.ids.map((id, place) => ({
        id,
        kind: this.kindOf(place),
        longitude: null,
        latitude: null,
        nodeId: null,
        settings: this.#settingsOf(place),
      })),
    })
    this.#groups = new Map(options.groups.map((valvesOf, index) => [`G${index}`, groupOf(index, valvesOf)]))
  }

  kindOf(place: number): DeviceKind {
    if (place === PUMP) return 'PUMP'
    return place > this.options.valves ? 'VALVE_MAIN' : 'VALVE_TWB'
  }

  isMain = (place: number): boolean => this.kindOf(place) === 'VALVE_MAIN'

  #settingsOf(place: number): object {
    if (place === PUMP) return { ratedM3h: RATED }
    if (this.isMain(place)) return { mainPipeId: 'pipe' }
    return { angles: this.options.angles, designFlowA: DESIGN_FLOW, designFlowB: 0 }
  }

  /** The same where the rules see the same, so that what they have said of it once is not asked again. */
  situation(farm: Farm): Situation {
    const forms = this.#forms
    let key = `${farm.now} ${forms.nameOf(farm.rest)} ${forms.nameOf(farm.watch)}`
    const seen = farm.actuators.map((one, place) => this.#seen(one, place, farm.now))
    for (const one of seen) key += ` ${one.name}`
    for (const run of farm.runs) key += run === null ? ' -' : ` ${this.#heldBy(run)}`
    const before = this.#situations.get(key)
    if (before) return before
    const situation = this.#situationOf(farm, seen)
    this.#situations.set(key, situation)
    return situation
  }

  #situationOf(farm: Farm, seen: readonly Seen[]): Situation {
    const { options } = this
    const pending = seen.flatMap(({ device, under }): [string, Pending][] =>
      under ? [[device.id, under]] : [],
    )
    const owners = farm.runs.flatMap((run): [string, Owner][] =>
      run === null || isEnded(run)
        ? []
        : this.holdings(run).map((id) => [id, { runId: run.id, groupId: '', groupName: run.id, since: 0 }]),
    )
    return {
      now: farm.now,
      network: this.#network,
      devices: new Map(seen.map(({ device }) => [device.id, device])),
      groups: this.#groups,
      owners: new Map(owners),
      pending: options.forgets.pending ? new Map() : new Map(pending),
      pumpHistory: options.isPumpSlow ? new Map([['P', historyOf(farm)]]) : new Map(),
      watch: farm.watch,
      waterEndsAt: null,
      ...(options.leases && { leases: this.#leasesOf(farm, options.leases) }),
    }
  }

  #leasesOf({ actuators }: Farm, times: LeaseTimes): Leases {
    const each = actuators.map((one, place) => [this.ids[place] ?? '', one] as const)
    return {
      endsAt: new Map(each.flatMap(([id, { leased }]) => (leased === null ? [] : [[id, leased]]))),
      standing: new Map(each.flatMap(([id, { standing }]) => (standing === null ? [] : [[id, standing]]))),
      times: this.options.forgets.leaseOrder ? { ...times, marginMs: 0 } : times,
    }
  }

  /** All that the rules see of a run. */
  #heldBy(run: Run): string {
    return this.#held.of(run, '', () => (isEnded(run) ? '-' : `${run.id}:${this.holdings(run).join()}`))
  }

  #seen(actuator: Actuator, place: number, now: number): Seen {
    return this.#actuators.of(actuator, `${place} ${now}`, () => {
      const device = this.#deviceOf(place, actuator, now)
      const under = this.#pendingOf(actuator)
      const { reported, reportedAt } = device
      const { leased, standing } = actuator
      return { device, under, name: this.#forms.nameOf({ reported, reportedAt, under, leased, standing }) }
    })
  }

  #pendingOf({ command, known }: Actuator): Pending | null {
    if (!command) return null
    if (this.options.forgets.doubt && !isInFlight(command.state)) return null
    return pendingOf(command, known.ts)
  }

  #deviceOf(place: number, { known, isHeard }: Actuator, now: number): DeviceNow {
    const id = this.ids[place] ?? ''
    // Where time passes, longer than any lease.
    const silentMs = isHeard ? 0 : this.options.leases ? FAR * 1000 : 3 * UPLINK_SEC * 1000
    return {
      id,
      name: id,
      kind: this.kindOf(place),
      settings: this.#settingsOf(place),
      isOnline: true,
      linkClass: 'IP',
      uplinkEverySec: UPLINK_SEC,
      reported: known,
      reportedAt: now - silentMs,
      maintenance: null,
      readings: {},
    }
  }

  /** What a run holds: the valves of its turn and of the one before, and its pumps. */
  holdings(run: Run): readonly string[] {
    return holdingsOf(run, this.#groups)
  }

  allows(farm: Farm, intent: Intent): boolean {
    const situation = this.situation(farm)
    const { limits, rules } = this.options
    return this.#verdicts.of(
      situation,
      JSON.stringify(intent),
      () => validate(intent, situation, limits, rules).allowed,
    )
  }

  /** The pump turns although no outlet lets water through. */
  isDead({ actuators }: Farm): boolean {
    return actuators[PUMP]?.lets === 1 && !this.#leads(actuators, ({ lets }) => lets)
  }

  /** The pump would turn for longer than outlets stay open, and its margin, if nobody came any more. */
  isOutrun({ actuators, now }: Farm): boolean {
    const { leases } = this.options
    const pump = actuators[PUMP]
    if (!leases || pump?.lets !== 1) return false
    if (pump.ends === null) return true
    const last = onGrid(pump.ends, now) + leases.marginMs
    return !this.#leads(actuators, ({ lets, ends }) =>
      ends === null || onGrid(ends, now) >= last ? lets : 0,
    )
  }

  /** The pump turns although no outlet is known to let water through: told apart from the rules on purpose, a second opinion. */
  isBlind({ actuators }: Farm): boolean {
    const pump = actuators[PUMP]
    if (!pump) return false
    const turns = this.options.isPumpSlow ? pump.known.st === 2 : pump.lets === 1
    const isStopping = pump.command?.target.op === 'pump.stop' && isInFlight(pump.command.state)
    if (!turns || (this.options.isPumpSlow && isStopping)) return false
    return !this.#leads(actuators, ({ isHeard, known }, isMain) => {
      const isOpen = isMain ? known.gat === 100 : known.dir === OPEN
      return isHeard && isOpen && known.mov === 0 ? 1 : 0
    })
  }

  /** Whether open outlets take as much as the pump needs, and main valves let it pass. */
  #leads(actuators: readonly Actuator[], passes: (actuator: Actuator, isMain: boolean) => number): boolean {
    const { valves } = this.options
    const taken = actuators
      .slice(1, valves + 1)
      .reduce((sum, one) => sum + DESIGN_FLOW * passes(one, false), 0)
    return taken >= NEED && actuators.slice(valves + 1).every((one) => passes(one, true) === 1)
  }
}

const groupOf = (index: number, valves: readonly number[]): GroupNow => ({
  id: `G${index}`,
  name: `G${index}`,
  members: valves.map((valve) => ({
    nodeId: `N${valve}`,
    valveId: `V${valve}`,
    direction: OPEN,
    gatage: 100,
  })),
})

function historyOf({ now, rest }: Farm): PumpHistory {
  return {
    stoppedAt: rest.isResting ? now : null,
    starts: Array.from({ length: rest.starts }, () => now - KEPT_STARTS_MS),
  }
}
