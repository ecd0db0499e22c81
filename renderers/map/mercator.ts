/** The Mercator square that tiles are cut from: both sides 0 to 1, north at 0; pixels are these times `worldSize(zoom)`. */
export const lngX = (lng: number): number => lng / 360 + 0.5

export function latY(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180)
  return 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI
}

export const xLng = (x: number): number => (x - 0.5) * 360

export const yLat = (y: number): number => (360 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI))) / Math.PI - 90

/** Pixels of one side of the square. */
export const worldSize = (zoom: number): number => 256 * 2 ** zoom

const EARTH_AROUND = 40_075_016.686

/** Metres of one pixel at a latitude. */
export const metresOfPixel = (lat: number, zoom: number): number =>
  (EARTH_AROUND * Math.cos((lat * Math.PI) / 180)) / worldSize(zoom)
