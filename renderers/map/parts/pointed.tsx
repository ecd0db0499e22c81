import { useHost } from '@renderers/host'
import { useEffect } from 'react'
import type { Drawn } from '../draw/scene'
import type { MapHandle } from '../leaflet'
import { worldSize, xLng, yLat } from '../mercator'
import type { FieldStore } from '../store/field-store'
import { stateWords } from './words'

/** Names what the pointer is on. */
export function Pointed({
  map,
  hovered,
  store,
  isTaking,
}: {
  readonly map: MapHandle
  readonly hovered: Drawn | null
  readonly store: FieldStore
  /** Whether clicks take places instead. */
  readonly isTaking: boolean
}) {
  const host = useHost()
  const { text: translate } = host
  useEffect(() => {
    map.setCursor(isTaking ? 'crosshair' : hovered ? 'pointer' : '')
  }, [map, isTaking, hovered])
  if (!hovered) return null
  const world = worldSize(map.zoom)
  const [x, y] = map.pixelOf([xLng(hovered.x / world), yLat(hovered.y / world)])
  const words =
    hovered.marker < 0
      ? [translate('@map.zoomIn')]
      : [
          store.nameAt(hovered.marker),
          ...stateWords(translate, store, hovered.marker, store.clock.at(host.now())),
        ]
  return (
    <div className="loam-map-tip" style={{ left: x, top: y - hovered.radius - 6 }} aria-hidden="true">
      {words.join(' · ')}
    </div>
  )
}
