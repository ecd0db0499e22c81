import { type AngleTable, CONTROL_MODE, DIRECTION, PUMP_STATE, type Reported } from '@runtime/field/kinds'
import { LONGEST_RUN } from './commands'
import type { Farm } from './farm.types'
import { filterReport } from './filter'
import type { Pump } from './pump'
import { spreaderReport } from './spreader'
import { pumpReport } from './station'
import { type Valve, valveReport } from './valve'

/** What a device says of itself, naming the command that it carries out; null for one that only measures. */
export function reportOf(
  farm: Farm,
  deviceId: string,
  command: string | undefined,
  ts: number,
): Reported | null {
  const valve = farm.valves.get(deviceId)
  if (valve) return valveReport(valve, command, ts)
  const pump = farm.station.pumps.find(({ id }) => id === deviceId)
  if (pump) {
    const report = pumpReport(pump, farm.station.setPressure, command, ts)
    return farm.faults.find('localMode', pump.id) ? { ...report, mode: CONTROL_MODE.local } : report
  }
  if (farm.filter?.id === deviceId) return filterReport(farm.filter, command, ts)
  if (farm.spreader?.id === deviceId) return spreaderReport(farm.spreader, command, ts)
  const device = farm.layout.devices.find(({ id }) => id === deviceId)
  return device?.kind === 'FERT_VALVE' ? { gat: fertilizerValve(farm, device.settings), ts } : null
}

/** Fertilizer valves follow the spreader's channels. */
export function fertilizerValve({ spreader }: Pick<Farm, 'spreader'>, settings: object): number {
  const { channel = 1 } = settings as { readonly channel?: number }
  return (spreader?.rates[channel - 1] ?? 0) > 0 ? 100 : 0
}

/** Lets devices stand where they said they stood before the simulator was started anew. */
export function takeUpReports(
  farm: Farm,
  reported: Readonly<Record<string, Partial<Reported>>>,
  at: number,
): void {
  for (const [deviceId, last] of Object.entries(reported)) {
    const valve = farm.valves.get(deviceId)
    if (valve && last.gat !== undefined) takeUp(valve, last, at)
    const pump = farm.station.pumps.find(({ id }) => id === deviceId)
    if (pump) takeUpPump(pump, last)
  }
}

/** A main control valve that stands still. */
export function stand(valve: Valve, gat: number): void {
  valve.gat = gat
  valve.angle = gat * 0.9
}

function takeUp(valve: Valve, { gat = 0, ang, dir = 0, until }: Partial<Reported>, at: number): void {
  if (!valve.isThreeWay) {
    stand(valve, gat)
    valve.closesAt = until ?? null
    return
  }
  const table = valve.settings.angles as AngleTable
  const closed = table.closed ?? 0
  valve.angle = ang ?? (dir === DIRECTION.a ? table.a : dir === DIRECTION.b ? table.b : closed)
  valve.gat = gat
  if (gat > 0) valve.closesAt = until ?? at + (valve.settings.maxRunSec ?? LONGEST_RUN) * 1000
}

function takeUpPump(pump: Pump, { st, mode, freq = 45, until = null }: Partial<Reported>): void {
  // The switch at the station is a fault of the menu (`localMode`), which ends with the simulator.
  if (mode !== undefined && mode !== CONTROL_MODE.local) pump.mode = mode
  if (st !== PUMP_STATE.running && st !== PUMP_STATE.starting) return
  pump.state = PUMP_STATE.running
  pump.hz = freq
  pump.stopsAt = until
}
