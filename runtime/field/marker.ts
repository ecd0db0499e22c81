import { DEVICE_STATE, GATEWAY_LOW_BATTERY } from './kinds'

/**
 * What the icon of a marker says. The precedence is the documented one (`spec/shell-and-monitoring.md §4`); a later word
 * never hides an earlier one.
 */
export const CONDITIONS = ['normal', 'open', 'offline', 'warning'] as const
export type Condition = (typeof CONDITIONS)[number]

/** What an icon is checked by, named as on the wire; only what devices have reported, never what was asked of them. */
export interface MarkerFacts {
  readonly isAlert?: number
  readonly deviceState?: number
  readonly openDirection?: number
  readonly gatage?: number
}

export interface GatewayFacts {
  readonly gatewayBattery?: number | null | undefined
  readonly isOnline?: number
}

/** A valve: warning if alarmed, else offline, else open if it lets water out anywhere, else normal. */
export function valveCondition({ isAlert, deviceState, openDirection, gatage }: MarkerFacts): Condition {
  if (isAlert) return 'warning'
  if (deviceState === DEVICE_STATE.offline) return 'offline'
  return openDirection || gatage ? 'open' : 'normal'
}

/** A gateway: warning below the battery's threshold, then offline; what has not said its battery has no low one. */
export function gatewayCondition({ gatewayBattery, isOnline }: GatewayFacts): Condition {
  if (typeof gatewayBattery === 'number' && gatewayBattery < GATEWAY_LOW_BATTERY) return 'warning'
  return isOnline === 0 ? 'offline' : 'normal'
}

/** Any other device: as a valve that never lets water out. A fault of its own is as good as an alarm. */
export function deviceCondition({ isAlert, deviceState }: MarkerFacts): Condition {
  if (isAlert || deviceState === DEVICE_STATE.fault) return 'warning'
  return deviceState === DEVICE_STATE.offline ? 'offline' : 'normal'
}

/**
 * Whether something is stale by time alone: what was fresh when it came grows old by itself, whoever is connected.
 *
 * @param ts milliseconds since 1970 of the last report; none: never heard of.
 * @param staleAfter seconds without a report after which it is stale; 0: it never is.
 * @param now milliseconds since 1970, by the server's clock.
 */
export function isLate(ts: number | null | undefined, staleAfter: number | undefined, now: number): boolean {
  if (!staleAfter) return false
  return typeof ts !== 'number' || now - ts > staleAfter * 1000
}
