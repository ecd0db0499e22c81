import { DIRECTION, PUMP_STATE, type ValveSettings } from '@runtime/field/kinds'
import type { FarmLayout, LayoutDevice } from '@runtime/field/layout'
import { ACK_CODE } from '@runtime/field/topics'
import { createDice, seedOf } from '../physics/dice'
import { BURST_FLOW, createWater } from '../physics/hydraulics'
import { toMpa } from '../physics/units'
import { begin, isInstant, refuse } from './commands'
import type { Farm, Happening, Job, Refusal } from './farm.types'
import { createFaults } from './faults'
import { createFilter, isLongClogged, stepFilter, washFilter } from './filter'
import { createTables } from './interlocks'
import { shownFirst } from './meters'
import { createMischief } from './mischief'
import { createEvaporation, createPlot, passOverPlot } from './plots'
import { reportOf, stand, takeUpReports } from './reports'
import { takeUpReadings } from './resume'
import { createSpreader, stepSpreader, tankOf } from './spreader'
import { createStation, isOn } from './station'
import { createValve, openingOf, targetOf, turn } from './valve'

/** Seconds between a farm's soil steps, in lapsed time. */
const SOIL_STEP = 60
/** One in so many movements stalls. */
const STALLS = 0.003

/** A farm's own weather for a seed. */
export const weatherSeedOf = ({ devices, project }: FarmLayout, seed: number): number =>
  seedOf(devices.find(({ kind }) => kind === 'WEATHER')?.id ?? project.id) + seed

export interface FarmOptions {
  readonly seed: number
  readonly startAt: number
  /** Whether movements fail by chance, as they do in the field. */
  readonly mishaps: boolean
}

export function createFarm(layout: FarmLayout, options: FarmOptions): Farm {
  const faults = createFaults()
  const water = createWater(layout)
  const of = (kind: LayoutDevice['kind']) => layout.devices.filter((device) => device.kind === kind)
  const station = createStation(of('PUMP'), (index) => 3120 - index * 340)
  const [spreaderDevice] = of('FERT')
  const spreader = spreaderDevice ? createSpreader(spreaderDevice.id, tankOf(layout)) : null
  const [filterDevice] = of('MACHINE')
  const filter = filterDevice ? createFilter(filterDevice.id) : null
  const valves = new Map(
    layout.devices
      .filter(({ kind }) => kind === 'VALVE_TWB' || kind === 'VALVE_MAIN')
      .map((device) => [
        device.id,
        createValve(device.id, device.kind === 'VALVE_TWB', device.settings as ValveSettings),
      ]),
  )
  for (const valve of valves.values()) if (!valve.isThreeWay) stand(valve, valve.id.endsWith('IN') ? 65 : 100)
  const plots = new Map(of('SOIL').map((device) => [device.id, createPlot(device, water.network)]))
  const totals = new Map(of('FLOW').map((meter) => [meter.id, shownFirst(layout, meter)]))
  const weatherSeed = weatherSeedOf(layout, options.seed)
  const et0Of = createEvaporation(weatherSeed)
  const dice = createDice(options.seed)
  const jobs = new Map<string, Job>()
  /** The command that each device carried out last, or carries out. */
  const obeyed = new Map<string, string>()
  /** What each device complains of. */
  const complaints = new Map<string, string>()
  const doomed = new Set<string>()
  const instant = new Set<string>()
  const opening = new Float64Array(water.network.outlets.length)
  const makeMischief = createMischief(layout, faults)
  const tables = createTables(layout)
  let lapse = 1
  let ahead = 0
  let now = options.startAt
  let soilAt = options.startAt
  /** Since when there is water enough to feed; null while there is not. */
  let wateredFrom: number | null = null

  const finish = (deviceId: string, refusal: Refusal | null): Happening[] => {
    const job = jobs.get(deviceId)
    jobs.delete(deviceId)
    return job ? [{ kind: 'done', deviceId, job, refusal }] : []
  }

  const complain = (deviceId: string, type: string): Happening[] => {
    complaints.set(deviceId, type)
    return [{ kind: 'event', deviceId, type, on: 1 }]
  }
  const content = (deviceId: string): Happening[] => {
    const type = complaints.get(deviceId)
    complaints.delete(deviceId)
    return type === undefined ? [] : [{ kind: 'event', deviceId, type, on: 0 }]
  }

  function moveValves(dt: number): Happening[] {
    const happenings: Happening[] = []
    for (const valve of valves.values()) {
      if (valve.closesAt !== null && valve.closesAt <= now) {
        valve.closesAt = null
        valve.target = targetOf(valve, { dir: DIRECTION.none, gat: 0 })
      }
      if (!valve.target) continue
      const isStuck = doomed.has(valve.id) || faults.find('valveStall', valve.id) !== undefined
      const outcome = turn(valve, dt, isStuck)
      if (!outcome) continue
      doomed.delete(valve.id)
      happenings.push({ kind: 'state', deviceId: valve.id })
      if (outcome === 'stalled') {
        happenings.push(...complain(valve.id, 'MOTOR_STALL'))
        happenings.push(...finish(valve.id, refuse(ACK_CODE.stalled, 'MOTOR_STALL')))
      } else happenings.push(...content(valve.id), ...finish(valve.id, null))
    }
    return happenings
  }

  function runStation(dt: number): Happening[] {
    const isDry = faults.find('dryRun', '') !== undefined
    const before = station.pumps.map(({ state }) => state)
    const tripped = station.step(dt, {
      ...{ pumpHead: water.pumpHead(), flow: water.totalFlow() },
      ...{ isDry, lapse, now, limitsOf: tables.of },
    })
    const happenings = tripped.flatMap((pump) => complain(pump.id, pump.fault ?? 'FAULT'))
    for (const [index, pump] of station.pumps.entries()) {
      if (pump.state === before[index]) continue
      happenings.push({ kind: 'state', deviceId: pump.id })
      const op = jobs.get(pump.id)?.op
      if (pump.state === PUMP_STATE.fault)
        happenings.push(...finish(pump.id, refuse(ACK_CODE.fault, pump.fault ?? '')))
      else if (
        (op === 'pump.start' && pump.state === PUMP_STATE.running) ||
        (op === 'pump.stop' && pump.state === PUMP_STATE.stopped)
      )
        happenings.push(...finish(pump.id, null))
    }
    return happenings
  }

  /** What has clogged a filter is washed out of it. */
  function runFilter(dt: number): Happening[] {
    if (!filter) return []
    if (isLongClogged(filter, dt, toMpa(water.filterLoss()), tables.of(filter.id))) {
      washFilter(filter)
      return [{ kind: 'state', deviceId: filter.id }]
    }
    if (!stepFilter(filter, dt)) return []
    faults.stop('cloggedFilter', '')
    return [{ kind: 'state', deviceId: filter.id }, ...finish(filter.id, null)]
  }

  function moveWater(dt: number): void {
    const pumpHz = station.pumpHz()
    if (pumpHz.length === 0 && water.totalFlow() === 0 && water.pumpHead() === 0) return
    for (const [index, { valveId, side }] of water.network.outlets.entries()) {
      const valve = valves.get(valveId)
      opening[index] = valve ? openingOf(valve, side) : 0
    }
    water.step(dt, {
      pumpHz,
      opening,
      mainOpening: (valveId) => (valves.get(valveId)?.gat ?? 100) / 100,
      leaks: new Map(faults.of('burst').map(({ target, value }) => [target, BURST_FLOW * (value ?? 1)])),
      clogging: faults.find('cloggedFilter', '') ? (faults.find('cloggedFilter', '')?.value ?? 2.5) : 1,
    })
    for (const plot of plots.values())
      plot.given += plot.outlet < 0 ? 0 : (water.outletFlow(plot.outlet) / 3600) * dt * lapse
    for (const [deviceId, total] of totals)
      totals.set(deviceId, total + (meterFlow(farm, deviceId) / 3600) * dt * lapse)
  }

  function feed(dt: number): Happening[] {
    if (!spreader) return []
    const enough = water.totalFlow() > 0 && water.totalFlow() >= tables.of(spreader.id).fertMinFlow
    wateredFrom = enough ? (wateredFrom ?? now) : null
    const reason = stepSpreader(spreader, dt, lapse, farm.fedWater())
    if (!reason) return []
    return [
      { kind: 'state', deviceId: spreader.id },
      { kind: 'event', deviceId: spreader.id, type: `FERT_${reason}`, on: 1 },
    ]
  }

  function live(): void {
    const slow = now + ahead
    if (slow - soilAt < SOIL_STEP * 1000) return
    for (const plot of plots.values())
      passOverPlot(plot, soilAt, slow, { seed: weatherSeed, et0Of, waterEc: spreader?.ec ?? 0.6 })
    soilAt = slow
  }

  const farm: Farm = {
    layout,
    faults,
    water,
    station,
    spreader,
    filter,
    valves,
    plots,
    tables,
    dice,
    weatherSeed,
    totals,
    get lapse() {
      return lapse
    },
    set lapse(factor) {
      lapse = factor
      // Back at the clock's pace, soil and weather are back at the clock's time.
      if (factor === 1) {
        ahead = 0
        soilAt = now
      }
    },
    fedWater: () => ({
      flow: water.totalFlow(),
      sinceSec: wateredFrom === null ? 0 : (now - wateredFrom) / 1000,
      limits: tables.of(spreader?.id ?? ''),
    }),
    slowNow: () => now + ahead,
    tick(to, dt) {
      now = to
      ahead += dt * 1000 * (lapse - 1)
      const happenings = [...instant].flatMap((deviceId): Happening[] => [
        { kind: 'state', deviceId },
        ...(jobs.get(deviceId)?.op === 'pump.reset' ? content(deviceId) : []),
        ...finish(deviceId, null),
      ])
      instant.clear()
      happenings.push(...moveValves(dt), ...runStation(dt), ...runFilter(dt))
      moveWater(dt)
      happenings.push(...feed(dt))
      live()
      happenings.push(...makeMischief(now))
      return happenings
    },
    command(deviceId, payload, at, isSynchronised = true) {
      const superseded = jobs.get(deviceId) ?? null
      const refusal = begin(farm, deviceId, payload, { now: at, isSynchronised })
      if (refusal) return { refusal, superseded: null }
      jobs.set(deviceId, { id: payload.id, seq: payload.seq, op: payload.op })
      obeyed.set(deviceId, payload.id)
      if (isInstant(farm, deviceId, payload)) instant.add(deviceId)
      if (payload.op === 'valve.set' && options.mishaps && dice.chance(STALLS)) doomed.add(deviceId)
      return { refusal: null, superseded }
    },
    report: (deviceId, ts) => reportOf(farm, deviceId, obeyed.get(deviceId), ts),
    restore(reported, at) {
      takeUpReports(farm, reported, at)
      // What ran when the simulator ended ran on in the meantime.
      if (station.pumps.some(({ state }) => isOn(state))) wateredFrom = Number.NEGATIVE_INFINITY
    },
    resume(measured, at) {
      takeUpReadings(farm, totals, measured, at)
      soilAt = at
    },
  }
  return farm
}

/** m³/h through a flow meter. */
export function meterFlow({ layout, water }: Pick<Farm, 'layout' | 'water'>, deviceId: string): number {
  const settings = layout.devices.find(({ id }) => id === deviceId)?.settings as
    | { readonly pipeId?: string }
    | undefined
  return settings?.pipeId === undefined ? water.totalFlow() : water.pipeFlow(settings.pipeId)
}
