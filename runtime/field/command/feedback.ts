import type { DeviceKind, Reported } from '../kinds'

/** A device's latest value of a metric (`METRICS` of `../kinds`, by name). */
export interface Reading {
  readonly value: number
  /** The device's own time, in milliseconds since 1970. */
  readonly at: number
  /** `QUALITY` of `../kinds`. */
  readonly quality: number
  /** The newest that was GOOD when it came, where this is not GOOD now: what cannot be believed counts as if it had not come. */
  readonly good?: { readonly value: number; readonly at: number }
}

/** How a device is reached: always (IP, LoRaWAN class C) or only after it has spoken itself (class A). */
export type LinkClass = 'IP' | 'C' | 'A'

/** A device as the rules of the water see it: what it is, what it said last, and when. */
export interface DeviceNow {
  readonly id: string
  readonly name: string
  readonly kind: DeviceKind
  /** By its kind: `ValveSettings`, `PumpSettings`, `SpreaderSettings` of `../kinds`. */
  readonly settings: object
  /** Neither it nor its gateway is offline. */
  readonly isOnline: boolean
  readonly linkClass: LinkClass
  readonly uplinkEverySec: number
  readonly reported: Partial<Reported>
  /**
   * When it last said that `reported` holds, in milliseconds since 1970: its state report, or a later reading of the same
   * quantity. Null: never.
   */
  readonly reportedAt: number | null
  /** Lock-out of I12. */
  readonly maintenance: { readonly byName: string; readonly reason: string; readonly since: number } | null
  readonly readings: Readonly<Record<string, Reading>>
}

/**
 * Whether what a device said can still be believed (I09): it and its gateway are online and its word is younger than
 * `staleIntervals` of its intervals.
 */
export function isFresh(device: DeviceNow, now: number, staleIntervals: number): boolean {
  return (
    device.isOnline &&
    device.reportedAt !== null &&
    now - device.reportedAt <= staleIntervals * device.uplinkEverySec * 1000
  )
}
