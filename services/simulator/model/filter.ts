import type { Limits } from '@runtime/field/interlock/limits'
import { FILTER_STATE, type Reported } from '@runtime/field/kinds'

/** Seconds that washing all filters takes. */
const WASH_SEC = 30

/** The filters of the head works, which wash themselves one after the other when told to (I15). */
export interface Filter {
  readonly id: string
  /** Seconds of washing that are left; 0: it filters. */
  washingSec: number
  /** Seconds for which it has been clogged. */
  cloggedSec: number
}

export const createFilter = (id: string): Filter => ({ id, washingSec: 0, cloggedSec: 0 })

export const washFilter = (filter: Filter): void => {
  filter.washingSec = WASH_SEC
  filter.cloggedSec = 0
}

/** Whether nobody has had it washed for as long as the table gives them (I15), so that it washes itself. `dp` in MPa. */
export function isLongClogged(filter: Filter, dt: number, dp: number, limits: Limits): boolean {
  filter.cloggedSec = filter.washingSec === 0 && dp > limits.filterDp ? filter.cloggedSec + dt : 0
  return filter.cloggedSec >= limits.backwashSec
}

/** Lets time pass; answers whether it has just come to the end of a washing. */
export function stepFilter(filter: Filter, dt: number): boolean {
  if (filter.washingSec === 0) return false
  filter.washingSec = Math.max(0, filter.washingSec - dt)
  return filter.washingSec === 0
}

export const filterReport = ({ washingSec }: Filter, command: string | undefined, ts: number): Reported => ({
  st: washingSec > 0 ? FILTER_STATE.washing : FILTER_STATE.filtering,
  ...(command !== undefined && { cmd: command }),
  ts,
})
