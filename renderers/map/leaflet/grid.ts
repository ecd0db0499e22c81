import { latY, lngX, worldSize, xLng, yLat } from '../mercator'
import type { TileSource } from '../store/snapshot'
import type { LngLat } from './datum'

export type GridName = TileSource['grid']

/** How tiles divide the earth: between places, as the tiles' datum has them, and columns and rows of a zoom, whole or not. */
interface TileGrid {
  at(place: LngLat, zoom: number): readonly [column: number, row: number]
  place(column: number, row: number, zoom: number): LngLat
}

const TILE = 256
/** Tiles across the world. */
const across = (zoom: number) => worldSize(zoom) / TILE

export const GRIDS: Readonly<Record<GridName, TileGrid>> = {
  mercator: {
    at: ([lng, lat], zoom) => [lngX(lng) * across(zoom), latY(lat) * across(zoom)],
    place: (column, row, zoom) => [xLng(column / across(zoom)), yLat(row / across(zoom))],
  },
  /** EPSG:4490 and 4326: a tile is 360/2^z degrees wide and high, and the first row begins at 90° north. */
  degrees: {
    at: ([lng, lat], zoom) => [((lng + 180) / 360) * across(zoom), ((90 - lat) / 360) * across(zoom)],
    place: (column, row, zoom) => [(column / across(zoom)) * 360 - 180, 90 - (row / across(zoom)) * 360],
  },
}
