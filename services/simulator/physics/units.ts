/** Metres of water in one megapascal. */
export const METRES_OF_MPA = 1e6 / (998 * 9.81)
export const toMpa = (metres: number): number => metres / METRES_OF_MPA
export const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))
export const rounded = (value: number, digits: number): number => {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale
}
/** How far a first-order lag comes in `dt` seconds: the share of the way. */
export const lagShare = (dt: number, timeConstant: number): number => 1 - Math.exp(-dt / timeConstant)
