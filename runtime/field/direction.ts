/** Directions in degrees clockwise from north, as a wind vane tells them: after 359 comes 0. */

/** A unit vector, or the sum of some: east is the sine, north the cosine. */
export type Vector = readonly [east: number, north: number]

/** Of the length of a sum of unit vectors, by their number, below which it points nowhere: the winds have cancelled each other out. */
const NOWHERE = 1e-3

export function vectorOf(degrees: number): Vector {
  const angle = (degrees * Math.PI) / 180
  return [Math.sin(angle), Math.cos(angle)]
}

/**
 * Where so many unit vectors point together, 0 up to 360; null where they cancel each other out. Each counts alike, whatever the wind's speed:
 * speed is a series of its own, which need not have been read at the same time.
 */
export function meanDirection([east, north]: Vector, count: number): number | null {
  if (count <= 0 || Math.hypot(east, north) / count < NOWHERE) return null
  return inCircle((Math.atan2(east, north) * 180) / Math.PI)
}

/** 0 up to 360, to a hundred-thousandth. */
export function inCircle(degrees: number): number {
  const rounded = Math.round((((degrees % 360) + 360) % 360) * 1e5) / 1e5
  return rounded === 360 ? 0 : rounded
}

/** Directions one after the other without the jump at north: each within half a circle of the one before. */
export function unwound(degrees: readonly number[]): number[] {
  const line: number[] = []
  for (const value of degrees) {
    const before = line.at(-1)
    line.push(before === undefined ? value : value + Math.round((before - value) / 360) * 360)
  }
  return line
}

/** Whether the shorter way from one value to the next leads over the end of their circle, as from 359° to 1°. */
export const passesRound = (from: number, to: number, wraps: number | undefined): boolean =>
  wraps !== undefined && Math.abs(to - from) > wraps / 2
