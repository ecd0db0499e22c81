import { type Limits, limitsOf, limitsVersion } from '@runtime/field/interlock/limits'
import type { FarmLayout } from '@runtime/field/layout'
import { toMpa } from '../physics/units'
import type { Counted, Pump } from './pump'

const HOUR_MS = 3_600_000
/**
 * Where nothing breaks in the meantime the server goes first, in seconds: it knows which outlets are open and says why it stops. A
 * station acts by itself where the server does not.
 */
const SERVER_FIRST_SEC = 15

/** An interlock table that a gateway has been given, with its name (`ConfigPayload`). */
interface Table {
  readonly il: string
  readonly limits: Limits
}

/** The interlock tables by which a farm's controllers check, one a gateway (`design/field.md §2.1`). */
export interface Tables {
  /** Takes a table over; a figure out of its bounds stays at its default. */
  give(gatewayId: string, limits: Readonly<Record<string, unknown>>): void
  /** Of the gateway that a device hangs on. */
  of(deviceId: string): Limits
  /** The name of a gateway's table. */
  nameOf(gatewayId: string): string
}

export function createTables({ devices }: Pick<FarmLayout, 'devices'>): Tables {
  const usual: Table = { il: limitsVersion(limitsOf()), limits: limitsOf() }
  const tables = new Map<string, Table>()
  const gatewayOf = new Map(devices.map(({ id, gatewayId }) => [id, gatewayId]))
  const tableOf = (gatewayId: string) => tables.get(gatewayId) ?? usual
  return {
    give(gatewayId, given) {
      const limits = limitsOf(given)
      tables.set(gatewayId, { il: limitsVersion(limits), limits })
    },
    of: (deviceId) => tableOf(gatewayOf.get(deviceId) ?? '').limits,
    nameOf: (gatewayId) => tableOf(gatewayId).il,
  }
}

/** Why a pump that stands does not start (I08); null when it may. */
export function refusalToStart({ counted }: Pump, limits: Limits, now: number): string | null {
  const { stoppedAt, startedAt } = counted
  if (stoppedAt !== null && now - stoppedAt < limits.pumpRestSec * 1000) return 'PUMP_REST'
  const starts = startedAt.filter((at) => now - at < HOUR_MS)
  return starts.length >= limits.pumpStartsPerHour ? 'PUMP_STARTS' : null
}

/** What a station measures itself. */
export interface Measured {
  /** m */
  readonly pumpHead: number
  /** m³/h */
  readonly flow: number
  /** m³/h of the running pumps together, and of one of them. */
  readonly rated: number
  readonly ratedOne: number
}

/**
 * Counts for how long what must not be has stood (I06, I07), and answers what a running pump trips by. A flow that the table lets
 * pumps start with is never too little.
 */
export function tripOf(
  counted: Counted,
  dt: number,
  { pumpHead, flow, rated, ratedOne }: Measured,
  limits: Limits,
): string | null {
  const pressure = toMpa(pumpHead)
  const since = (before: number, holds: boolean) => (holds ? before + dt : 0)
  counted.high = since(counted.high, pressure > limits.pressureHigh)
  counted.low = since(
    counted.low,
    pressure < limits.pressureLow && flow > Math.max(1, limits.burstFlowShare) * rated,
  )
  counted.dry = since(counted.dry, flow < Math.min(limits.dryFlowShare, limits.minFlowShare) * ratedOne)
  if (counted.high > 0 && counted.high >= limits.pressureHighSec) return 'PRESSURE_HIGH'
  if (counted.low >= limits.pressureLowSec + SERVER_FIRST_SEC) return 'PRESSURE_LOW'
  return counted.dry >= limits.dryFlowSec + SERVER_FIRST_SEC ? 'DRY_RUN' : null
}
