import { PIPE_LEVEL } from '@runtime/field/kinds'
import type { FarmLayout } from '@runtime/field/layout'
import { FAULTS, type FaultKind } from '@services/simulator/model/faults'

/** Something that a fault can happen to. */
export interface FaultTarget {
  readonly id: string
  readonly fullName: string
}

const VALVES = ['VALVE_MAIN', 'VALVE_TWB']

/** Kinds of devices that a fault happens to, by what `FAULTS` calls them. */
const DEVICES: Readonly<Record<string, readonly string[]>> = {
  valve: VALVES,
  actuator: [...VALVES, 'PUMP'],
  sensor: ['SOIL', 'WEATHER', 'PRESSURE', 'FLOW'],
  pump: ['PUMP'],
  gauge: ['PRESSURE'],
}

/** What of a farm a fault can happen to; nothing where it happens to the farm as a whole. */
export function targetsOf({ gateways, pipes, devices }: FarmLayout, kind: FaultKind): readonly FaultTarget[] {
  const named = (parts: readonly { readonly id: string; readonly name: string }[]) =>
    parts.map(({ id, name }) => ({ id, fullName: `${name} (${id})` }))
  const happensTo = FAULTS[kind]
  if (happensTo === 'farm') return []
  if (happensTo === 'gateway') return named(gateways)
  if (happensTo === 'subMain') return named(pipes.filter(({ level }) => level === PIPE_LEVEL.subMain))
  return named(devices.filter((device) => DEVICES[happensTo]?.includes(device.kind)))
}
