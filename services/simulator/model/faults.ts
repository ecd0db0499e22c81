/** What can be made to go wrong (`design/field.md §4.2`), by what it happens to. */
export const FAULTS = {
  gatewayLoss: 'gateway',
  gatewayFlapping: 'gateway',
  lowBattery: 'gateway',
  clockSkew: 'gateway',
  valveStall: 'valve',
  lostAck: 'actuator',
  duplicatedAck: 'actuator',
  frozenSensor: 'sensor',
  burst: 'subMain',
  cloggedFilter: 'farm',
  dryRun: 'farm',
  localMode: 'pump',
  chatteringSwitch: 'gauge',
  alarmFlood: 'farm',
} as const
export type FaultKind = keyof typeof FAULTS

export interface Fault {
  readonly kind: FaultKind
  /** A gateway, device or pipe; empty for the farm. */
  readonly target: string
  /** By its kind: seconds of skew, times as clogged, times as large a hole, alarms in ten minutes. */
  readonly value?: number | undefined
}

/** What goes wrong now. */
export interface Faults {
  start(fault: Fault): void
  stop(kind: FaultKind, target: string): void
  clear(): void
  find(kind: FaultKind, target: string): Fault | undefined
  of(kind: FaultKind): readonly Fault[]
  all(): readonly Fault[]
}

export function createFaults(): Faults {
  const active = new Map<string, Fault>()
  const key = (kind: FaultKind, target: string) => `${kind} ${target}`
  return {
    start: (fault) => void active.set(key(fault.kind, fault.target), fault),
    stop: (kind, target) => void active.delete(key(kind, target)),
    clear: () => active.clear(),
    find: (kind, target) => active.get(key(kind, target)),
    of: (kind) => [...active.values()].filter((fault) => fault.kind === kind),
    all: () => [...active.values()],
  }
}
