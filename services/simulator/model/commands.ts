import { endOfLease } from '@runtime/field/command/lease'
import { CONTROL_MODE, PUMP_STATE } from '@runtime/field/kinds'
import { ACK_CODE, type CommandPayload } from '@runtime/field/topics'
import type { Farm, Refusal } from './farm.types'
import { washFilter } from './filter'
import { refusalToStart } from './interlocks'
import { batteryOf } from './plots'
import type { Pump } from './pump'
import {
  type FedWater,
  refusalToFeed,
  type Spreader,
  startSpreader,
  stopSpreader,
  USUAL_RATE,
} from './spreader'
import { isOn, startPump, stopPump } from './station'
import { targetOf, type Valve } from './valve'

export const refuse = (code: number, msg: string): Refusal => ({ code, msg })
/** Seconds after which a valve closes by itself when neither it nor the command says otherwise. */
export const LONGEST_RUN = 36_000

/** When a device hears a command, in milliseconds since 1970, and whether its clock can be trusted. */
export interface Receipt {
  readonly now: number
  readonly isSynchronised: boolean
}

/** Begins what a command asks of a device; answers why not, or null. */
export function begin(
  farm: Farm,
  deviceId: string,
  payload: CommandPayload,
  receipt: Receipt,
): Refusal | null {
  const valve = farm.valves.get(deviceId)
  if (valve) return commandValve(farm, valve, payload, receipt)
  const pump = farm.station.pumps.find(({ id }) => id === deviceId)
  if (pump) return commandPump(farm, pump, payload, receipt)
  if (farm.spreader?.id === deviceId) return commandSpreader(farm.spreader, payload, farm.fedWater())
  if (farm.filter?.id !== deviceId || payload.op !== 'filter.backwash')
    return refuse(ACK_CODE.notPossible, payload.op)
  washFilter(farm.filter)
  return null
}

/** Whether a command has nothing to wait for: its device is there already, or what it asks for is a setting. */
export function isInstant(farm: Farm, deviceId: string, { op }: Pick<CommandPayload, 'op'>): boolean {
  const state = farm.station.pumps.find(({ id }) => id === deviceId)?.state
  if (op === 'pump.start') return state === PUMP_STATE.running
  if (op === 'pump.stop') return state === PUMP_STATE.stopped || state === PUMP_STATE.fault
  return op !== 'valve.set' && op !== 'filter.backwash'
}

function commandValve(
  farm: Farm,
  valve: Valve,
  payload: CommandPayload,
  { now, isSynchronised }: Receipt,
): Refusal | null {
  if (payload.op !== 'valve.set') return refuse(ACK_CODE.notPossible, payload.op)
  if (payload.renew && (valve.target?.gat ?? valve.gat) === 0) return refuse(ACK_CODE.notPossible, 'CLOSED')
  const target = targetOf(valve, payload)
  if (!target) return refuse(ACK_CODE.notPossible, 'NO_SUCH_POSITION')
  // I13: what could not be closed again is not opened.
  const floor = valve.settings.batteryFloor ?? farm.tables.of(valve.id).batteryFloor
  if (valve.isThreeWay && target.gat > 0 && batteryOf(valve.id, farm.slowNow(), valve.cycles) < floor)
    return refuse(ACK_CODE.interlock, 'BATTERY_LOW')
  valve.target = target
  valve.stalled = 0
  valve.fault = null
  const most = now + (valve.settings.maxRunSec ?? LONGEST_RUN) * 1000
  // Every opening carries its own end (`design/field.md §2.1`), whatever is heard of anybody later.
  const end = endOfLease(payload, now, isSynchronised)
  if (target.gat === 0) valve.closesAt = null
  else valve.closesAt = end === null && !valve.isThreeWay ? null : Math.min(end ?? most, most)
  return null
}

function commandPump(farm: Farm, pump: Pump, payload: CommandPayload, receipt: Receipt): Refusal | null {
  const { op, value } = payload
  const { now } = receipt
  if (farm.faults.find('localMode', pump.id) || (pump.mode === CONTROL_MODE.local && op !== 'pump.mode'))
    return refuse(ACK_CODE.local, 'LOCAL')
  switch (op) {
    case 'pump.start':
      return startCommanded(farm, pump, payload, receipt)
    case 'pump.stop':
      stopPump(pump, now)
      return null
    case 'pump.freq':
      if (value === undefined || value < 20 || value > 50) return refuse(ACK_CODE.notPossible, 'FREQ')
      pump.fixedHz = value
      return null
    case 'pump.pressure':
      if (value === undefined || value < 0.1 || value > 0.5) return refuse(ACK_CODE.notPossible, 'PRESSURE')
      pump.fixedHz = null
      farm.station.setPressure = value
      return null
    case 'pump.reset':
      if (pump.state === PUMP_STATE.fault) pump.state = PUMP_STATE.stopped
      pump.fault = null
      return null
    case 'pump.mode':
      if (value !== 0 && value !== 1 && value !== 2) return refuse(ACK_CODE.notPossible, 'MODE')
      pump.mode = value
      return null
    default:
      return refuse(ACK_CODE.notPossible, op)
  }
}

function startCommanded(
  farm: Farm,
  pump: Pump,
  payload: CommandPayload,
  { now, isSynchronised }: Receipt,
): Refusal | null {
  if (payload.renew && !isOn(pump.state)) return refuse(ACK_CODE.notPossible, 'STOPPED')
  const end = endOfLease(payload, now, isSynchronised)
  if (end !== null && end <= now) return refuse(ACK_CODE.expired, 'LEASE_OVER')
  if (pump.state === PUMP_STATE.fault) return refuse(ACK_CODE.fault, pump.fault ?? '')
  const reason = isOn(pump.state) ? null : refusalToStart(pump, farm.tables.of(pump.id), now)
  if (reason) return refuse(ACK_CODE.interlock, reason)
  startPump(pump, now)
  pump.stopsAt = end
  return null
}

function commandSpreader(
  spreader: Spreader,
  { op, rates, value }: CommandPayload,
  water: FedWater,
): Refusal | null {
  if (op === 'fert.stop') {
    stopSpreader(spreader)
    return null
  }
  if (op !== 'fert.start') return refuse(ACK_CODE.notPossible, op)
  const requested = rates ?? [value ?? USUAL_RATE]
  const reason = refusalToFeed(spreader, requested, water)
  if (reason) return refuse(ACK_CODE.interlock, reason)
  startSpreader(spreader, requested)
  return null
}
