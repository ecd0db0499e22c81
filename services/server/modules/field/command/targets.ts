import {
  angleOf,
  type Command,
  type DeviceIntent,
  isClose,
  leaseOnWire,
  messageExpiry,
  type Target,
} from '@runtime/field/command'
import { type AngleTable, DIRECTION, type ValveSettings } from '@runtime/field/kinds'
import type { CommandPayload } from '@runtime/field/topics'
import { invalid } from './refusals'

/** Longest that a valve stays open where neither it nor the caller names a time, in seconds. */
const MAX_RUN_SEC = 8 * 3600

/** Until when a person's valve is to stay open: for as long as was asked, and no longer than it may at all. */
export function standsUntil(settings: object, maxRunSec: number | null | undefined, now: number): number {
  const longest = (settings as ValveSettings).maxRunSec ?? MAX_RUN_SEC
  return now + Math.min(maxRunSec ?? longest, longest) * 1000
}

/** What a device is told of an intent. Every opening and every start carries its own end. */
export function targetOf(intent: DeviceIntent): Target {
  switch (intent.kind) {
    case 'valve.set':
      if (isClose(intent)) return { op: 'valve.set', direction: DIRECTION.none, gatage: 0 }
      return {
        op: 'valve.set',
        direction: intent.direction,
        gatage: intent.gatage,
        ...(intent.until !== undefined && { until: intent.until }),
      }
    case 'pump.start':
      return { op: 'pump.start', ...(intent.until !== undefined && { until: intent.until }) }
    case 'pump.setFreq':
      return { op: 'pump.freq', value: intent.value }
    case 'pump.setPressure':
      return { op: 'pump.pressure', value: intent.value }
    case 'pump.mode':
      return { op: 'pump.mode', value: intent.mode }
    case 'fert.start':
      return { op: 'fert.start', rates: intent.rates }
    default:
      return { op: intent.kind }
  }
}

/** The angle table of a three-way valve; null of any other device. */
export const anglesOf = (kind: string, settings: object): AngleTable | null =>
  kind === 'VALVE_TWB' ? ((settings as ValveSettings).angles ?? null) : null

/** @throws ApiError 4001 where the device cannot do that at all. */
export function demandPossible(intent: DeviceIntent, kind: string, angles: AngleTable | null): void {
  const isOf = {
    valve: kind === 'VALVE_TWB' || kind === 'VALVE_MAIN' || kind === 'FERT_VALVE',
    pump: kind === 'PUMP',
    fert: kind === 'FERT',
    filter: kind === 'MACHINE',
  }[intent.kind.split('.')[0] as 'valve' | 'pump' | 'fert' | 'filter']
  if (!isOf) throw invalid('@command.wrongKind')
  if (intent.kind !== 'valve.set') return
  if (isClose(intent)) {
    if (angles && angles.closed === undefined) throw invalid('@command.noClosedPosition')
  } else if (kind !== 'VALVE_TWB' && intent.direction !== DIRECTION.a) throw invalid('@command.oneDirection')
}

/** A command as the device gets it. `il` names the interlock table that it was checked by. */
export function payloadOf(command: Command, now: number, il: string): CommandPayload {
  const { id, seq, target, angles, issuedAt } = command
  const angle = angles && target.direction !== undefined ? angleOf(angles, target.direction) : null
  const exp = messageExpiry(command, now)
  return {
    id,
    seq,
    op: target.op,
    ...(target.direction !== undefined && { dir: target.direction }),
    ...(target.gatage !== undefined && { gat: target.gatage }),
    ...(angle !== null && { ang: angle }),
    ...(target.value !== undefined && { value: target.value }),
    ...(target.rates !== undefined && { rates: target.rates }),
    ...leaseOnWire(target, { exp, now }),
    ...(target.isRenewal && { renew: 1 }),
    iat: issuedAt,
    exp,
    ttlMs: exp - now,
    il,
  }
}
