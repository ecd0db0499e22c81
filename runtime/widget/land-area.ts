import { formatNumber } from './number-format'

/** A hectare has fifteen 亩. */
const MU_OF_A_HECTARE = 15
const MU = new Set(['亩', '畝', 'mu'])

/** Whether a unit as it is shown is the 亩. */
export function isMu(unit: string): boolean {
  return MU.has(unit.trim().toLowerCase())
}

/** What an area in 亩 comes to in hectares, to two decimals, as people read it; nothing for what is not a number. */
export function hectaresText(mu: unknown): string {
  return typeof mu === 'number' ? formatNumber(mu / MU_OF_A_HECTARE, { precision: 2, thousands: true }) : ''
}
