import type { Limits } from '@runtime/field/interlock/limits'
import { CONTROL_MODE, PUMP_STATE, type Reported } from '@runtime/field/kinds'
import type { LayoutDevice } from '@runtime/field/layout'
import { commonHead, currentOf, flowAt, powerOf, RAMP_HZ_PER_SEC } from '../physics/pump'
import { clamp, toMpa } from '../physics/units'
import { tripOf } from './interlocks'
import { nothingCounted, type Pump } from './pump'

/** MPa that the pumps are controlled to unless told otherwise. */
const SET_PRESSURE = 0.42
const LEAST_HZ = 20
const MOST_HZ = 50
/** Hz a second and MPa. */
const INTEGRAL = 7
/** Hz a second when a pump is stopped. */
const STOP_RAMP = 5
/** The motor protection's own limits, which no table changes and no server knows. */
const TRIP = { mpa: 0.6, highSec: 2, dryShare: 0.05, drySec: 90 } as const
const RATED_FLOW = 500
/** Starts that a controller remembers: as many as a table can allow an hour. */
const MOST_STARTS = 60

/** Pumps with their frequency control. */
export interface Station {
  readonly pumps: readonly Pump[]
  /** Hz of those that move water. */
  pumpHz(): readonly number[]
  /** MPa */
  setPressure: number
  step(dt: number, situation: Situation): readonly Pump[]
}

export interface Situation {
  /** m */
  readonly pumpHead: number
  /** m³/h */
  readonly flow: number
  /** No water comes to the pumps. */
  readonly isDry: boolean
  /** How much faster hours and kilowatt-hours are counted. */
  readonly lapse: number
  /** Milliseconds since 1970. */
  readonly now: number
  /** The table that the controller of a pump checks by. */
  readonly limitsOf: (pumpId: string) => Limits
}

export function createStation(
  devices: readonly LayoutDevice[],
  runHours: (index: number) => number,
): Station {
  const pumps = devices.map(({ id }, index): Pump => {
    const hours = runHours(index)
    return {
      id,
      state: PUMP_STATE.stopped,
      mode: CONTROL_MODE.remoteAuto,
      hz: 0,
      fixedHz: null,
      fault: null,
      stopsAt: null,
      energy: Math.round(hours * 66),
      runHours: hours,
      starts: Math.round(hours / 7.6),
      flow: 0,
      power: 0,
      drySec: 0,
      highSec: 0,
      counted: nothingCounted(),
    }
  })
  let isDryNow = false
  /** What the pressure control asks for, in Hz. */
  let requested = LEAST_HZ
  const station: Station = {
    pumps,
    setPressure: SET_PRESSURE,
    pumpHz: () => (isDryNow ? [] : pumps.map(({ hz }) => hz).filter((hz) => hz > 0)),
    step(dt, situation) {
      isDryNow = situation.isDry
      const follows = pumps.some(({ state, fixedHz }) => isOn(state) && fixedHz === null)
      const gap = station.setPressure - toMpa(situation.pumpHead)
      requested = follows
        ? clamp(
            requested + clamp(gap * INTEGRAL * dt, -RAMP_HZ_PER_SEC * dt, RAMP_HZ_PER_SEC * dt),
            LEAST_HZ,
            MOST_HZ,
          )
        : LEAST_HZ
      for (const pump of pumps) {
        if (pump.stopsAt !== null && pump.stopsAt <= situation.now) stopPump(pump, situation.now)
        ramp(pump, dt, pump.fixedHz ?? requested)
      }
      share(pumps, situation)
      for (const pump of pumps) count(pump, dt, situation.lapse)
      const on = pumps.filter(({ state }) => state === PUMP_STATE.running).length
      return pumps.filter((pump) => trips(pump, dt, situation, on * RATED_FLOW))
    },
  }
  return station
}

export const isOn = (state: number) => state === PUMP_STATE.starting || state === PUMP_STATE.running

function ramp(pump: Pump, dt: number, goal: number): void {
  if (isOn(pump.state)) {
    pump.hz += clamp(goal - pump.hz, -STOP_RAMP * dt, RAMP_HZ_PER_SEC * dt)
    if (pump.state === PUMP_STATE.starting && pump.hz >= LEAST_HZ) pump.state = PUMP_STATE.running
    return
  }
  pump.hz = Math.max(0, pump.hz - STOP_RAMP * dt)
  if (pump.state === PUMP_STATE.stopping && pump.hz === 0) pump.state = PUMP_STATE.stopped
}

/** Who delivers how much of what flows. */
function share(pumps: readonly Pump[], { flow, isDry }: Situation): void {
  const turning = pumps.filter(({ hz }) => hz > 0)
  const head = commonHead(
    flow,
    turning.map(({ hz }) => hz),
  )
  for (const pump of pumps) {
    pump.flow = pump.hz > 0 && !isDry && flow > 0 ? flowAt(head, pump.hz) : 0
    pump.power = pump.hz > 0 ? powerOf(pump.flow, pump.hz) : 0
  }
}

function count(pump: Pump, dt: number, lapse: number): void {
  if (pump.hz === 0) return
  const hours = (dt / 3600) * lapse
  pump.runHours += hours
  pump.energy += pump.power * hours
}

/** The motor protection, which asks nobody, and the station's controller, which checks by the table that it was given. */
function trips(pump: Pump, dt: number, situation: Situation, rated: number): boolean {
  const { pumpHead, flow, now, limitsOf } = situation
  if (pump.state !== PUMP_STATE.running) {
    pump.drySec = 0
    pump.highSec = 0
    Object.assign(pump.counted, { high: 0, low: 0, dry: 0 })
    return false
  }
  pump.highSec = toMpa(pumpHead) > TRIP.mpa ? pump.highSec + dt : 0
  pump.drySec = pump.flow < TRIP.dryShare * RATED_FLOW ? pump.drySec + dt : 0
  const ordered = tripOf(pump.counted, dt, { pumpHead, flow, rated, ratedOne: RATED_FLOW }, limitsOf(pump.id))
  const own = pump.highSec >= TRIP.highSec ? 'PRESSURE_HIGH' : pump.drySec >= TRIP.drySec ? 'DRY_RUN' : null
  const fault = ordered ?? own
  if (!fault) return false
  pump.state = PUMP_STATE.fault
  pump.stopsAt = null
  pump.fault = fault
  pump.counted.stoppedAt = now
  return true
}

export const startPump = (pump: Pump, now: number): void => {
  if (isOn(pump.state)) return
  pump.state = PUMP_STATE.starting
  pump.starts++
  pump.counted.startedAt = [...pump.counted.startedAt, now].slice(-MOST_STARTS)
}
export const stopPump = (pump: Pump, now: number): void => {
  if (!isOn(pump.state)) return
  pump.state = PUMP_STATE.stopping
  pump.stopsAt = null
  pump.counted.stoppedAt = now
}

export function pumpReport(
  pump: Pump,
  setPressure: number,
  command: string | undefined,
  ts: number,
): Reported {
  return {
    st: pump.state,
    mode: pump.mode,
    // What the inverter is asked for; the speed itself is a reading.
    freq: Math.round((pump.fixedHz ?? pump.hz) * 10) / 10,
    ...(pump.fixedHz === null && { set: setPressure }),
    fault: pump.fault,
    until: pump.stopsAt,
    ...(command !== undefined && { cmd: command }),
    ts,
  }
}

/** V, A, kW … of a pump, with the noise of its meter. */
export function pumpReadings(pump: Pump, noise: number, pumpHead: number): Readonly<Record<string, number>> {
  return {
    freq: pump.hz,
    cur: currentOf(pump.power) * (1 + noise * 0.01),
    volt: 398 - (pump.power / 90) * 6 + noise,
    power: pump.power * (1 + noise * 0.004),
    energy: pump.energy,
    runHours: pump.runHours,
    starts: pump.starts,
    flow: pump.flow,
    pres: toMpa(pumpHead),
  }
}
