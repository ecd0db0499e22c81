/** The one place that knows Leaflet; everything else of the map works with what stands here. */
export type { CanvasFrame } from './canvas-layer'
export type { LngLat } from './datum'
export {
  MAP_DEFAULTS,
  type MapEvents,
  type MapHandle,
  MapView,
  MarkedPlaces,
  MeasuredLine,
  Scene,
  Tiles,
} from './map-view'
export type { FetchTile } from './shifted-tiles'
