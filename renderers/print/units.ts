/** CSS pixels, and points, of a millimetre. */
export const PIXELS_PER_MM = 96 / 25.4
export const POINTS_PER_MM = 72 / 25.4
