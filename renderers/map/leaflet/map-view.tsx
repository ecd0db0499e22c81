import { createLeafletContext, LeafletContext, type LeafletContextInterface } from '@react-leaflet/core'
import { useLastingEffect } from '@renderers/kept-view'
import { type LatLngTuple, Map as LeafletMap, latLngBounds, type MapOptions, point } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { CircleMarker, Polygon, Polyline, ScaleControl, Tooltip, useMap } from 'react-leaflet'
import type { TileSource } from '../store/snapshot'
import { type CanvasFrame, CanvasLayer } from './canvas-layer'
import type { LngLat } from './datum'
import { type FetchTile, ShiftedTiles } from './shifted-tiles'

/** Documented limits and start of the map (`spec/shell-and-monitoring.md §2.4`). */
export const MAP_DEFAULTS = { lng: 87.62, lat: 43.81, zoom: 14, minZoom: 5, maxZoom: 20 } as const

/** What the rest of the map may do with the view, without knowing what draws it. */
export interface MapHandle {
  readonly zoom: number
  readonly centre: LngLat
  zoomBy(steps: number): void
  /**
   * @param isInstant without the way there.
   * @param share of the view's height, from above, at which the place then stands.
   */
  show(place: LngLat, zoom?: number, isInstant?: boolean, share?: number): void
  /** @param covered share of the view's height, from below, that something lies over. */
  fit(places: readonly LngLat[], covered?: number): void
  /** Pixel of the view to a place, and back. */
  placeAt(x: number, y: number): LngLat
  pixelOf(place: LngLat): readonly [x: number, y: number]
  panBy(x: number, y: number): void
  on(events: MapEvents): () => void
  focus(): void
  setCursor(cursor: string): void
}

export interface MapEvents {
  readonly click?: (place: LngLat, x: number, y: number) => void
  readonly hover?: (x: number, y: number) => void
  readonly leave?: () => void
  /** The view has come to rest, or is under way. */
  readonly move?: () => void
}

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches
const latLng = ([lng, lat]: LngLat): LatLngTuple => [lat, lng]

function handleOf(map: LeafletMap): MapHandle {
  return {
    get zoom() {
      return map.getZoom()
    },
    get centre(): LngLat {
      const { lng, lat } = map.getCenter()
      return [lng, lat]
    },
    zoomBy: (steps) => void map.setZoom(map.getZoom() + steps, { animate: !calm() }),
    show: (place, zoom = map.getZoom(), isInstant = false, share = 0.5) => {
      const lower = map.project(latLng(place), zoom).add([0, (0.5 - share) * map.getSize().y])
      map.setView(map.unproject(lower, zoom), zoom, { animate: !isInstant && !calm() })
    },
    fit: (places, covered = 0) => {
      if (places.length === 0) return
      const bounds = latLngBounds(places.map(latLng))
      map.fitBounds(bounds, {
        paddingTopLeft: point(48, 48),
        paddingBottomRight: point(48, 48 + covered * map.getSize().y),
        maxZoom: 17,
        animate: !calm(),
      })
    },
    placeAt: (x, y) => {
      const { lng, lat } = map.containerPointToLatLng([x, y])
      return [lng, lat]
    },
    pixelOf: (place) => {
      const { x, y } = map.latLngToContainerPoint(latLng(place))
      return [x, y]
    },
    panBy: (x, y) => void map.panBy([x, y], { animate: false }),
    on: (events) => listen(map, events),
    focus: () => map.getContainer().focus(),
    setCursor: (cursor) => {
      map.getContainer().style.cursor = cursor
    },
  }
}

function listen(map: LeafletMap, { click, hover, leave, move }: MapEvents): () => void {
  const handlers = {
    ...(click && {
      click: (event: { latlng: { lng: number; lat: number }; containerPoint: { x: number; y: number } }) =>
        click([event.latlng.lng, event.latlng.lat], event.containerPoint.x, event.containerPoint.y),
    }),
    ...(hover && {
      mousemove: (event: { containerPoint: { x: number; y: number } }) =>
        hover(event.containerPoint.x, event.containerPoint.y),
    }),
    ...(leave && { mouseout: leave }),
    ...(move && { move, zoomend: move }),
  }
  map.on(handlers)
  return () => void map.off(handlers)
}

/** The map itself. Its place and zoom at the start are those given first; `onReady` gives the handle to move it by. */
export function MapView({
  centre,
  zoom,
  label,
  onReady,
  children,
}: {
  readonly centre: LngLat
  readonly zoom: number
  readonly label: string
  readonly onReady: (map: MapHandle) => void
  readonly children?: ReactNode
}) {
  return (
    <MapFrame
      className="loam-map-view"
      centre={latLng(centre)}
      zoom={zoom}
      options={{
        minZoom: MAP_DEFAULTS.minZoom,
        maxZoom: MAP_DEFAULTS.maxZoom,
        zoomControl: false,
        attributionControl: false,
        zoomAnimation: !calm(),
        fadeAnimation: !calm(),
      }}
    >
      <Settled label={label} onReady={onReady} />
      <ScaleControl position="bottomleft" imperial={false} maxWidth={120} />
      {children}
    </MapFrame>
  )
}

/**
 * A Leaflet map in its place, for the layers of react-leaflet within it. It lasts while its place is hidden: react-leaflet's own
 * container takes its map away then, and shows what is left of it afterwards.
 */
function MapFrame({
  centre,
  zoom,
  options,
  className,
  children,
}: {
  /** Where the map begins; moved by its handle from then on. */
  readonly centre: LatLngTuple
  readonly zoom: number
  readonly options: MapOptions
  readonly className: string
  readonly children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const [context, setContext] = useState<LeafletContextInterface | null>(null)
  useLastingEffect(MapFrame, () => {
    const map = new LeafletMap(place.current as HTMLDivElement, options).setView(centre, zoom)
    setContext(createLeafletContext(map))
    return () => {
      map.remove()
    }
  })
  return (
    <div ref={place} className={className}>
      {context && <LeafletContext value={context}>{children}</LeafletContext>}
    </div>
  )
}

/** Tells that the map is there, and keeps it as large as its place. */
function Settled({ label, onReady }: { readonly label: string; readonly onReady: (map: MapHandle) => void }) {
  const map = useMap()
  useEffect(() => {
    const container = map.getContainer()
    const watching = new ResizeObserver(() => {
      // A view that is not displayed has no size; it is measured when it is shown again.
      if (container.clientWidth > 0) map.invalidateSize({ animate: false, pan: false })
    })
    watching.observe(container)
    // Told to whoever looks from outside: a reader of the page, a test.
    const tell = () => {
      const { lng, lat } = map.getCenter()
      container.parentElement?.setAttribute('data-zoom', String(map.getZoom()))
      container.parentElement?.setAttribute('data-centre', `${lng.toFixed(3)},${lat.toFixed(3)}`)
    }
    tell()
    map.on('zoomend moveend', tell)
    onReady(handleOf(map))
    return () => {
      map.off('zoomend moveend', tell)
      watching.disconnect()
      // A map that is taken away while it zooms would end that zoom on panes that are gone (Leaflet 1.9.4).
      Object.assign(map, { _animatingZoom: false })
    }
  }, [map, onReady])
  useEffect(() => {
    const container = map.getContainer()
    container.setAttribute('role', 'application')
    container.setAttribute('aria-label', label)
  }, [map, label])
  return null
}

/** A scene on a canvas of its own; `onRedraw` is given the way to draw it again. */
export function Scene({
  draw,
  order,
  onRedraw,
}: {
  readonly draw: (frame: CanvasFrame) => void
  /** Place among the scenes, the lowest first. */
  readonly order: number
  readonly onRedraw: (redraw: () => void) => () => void
}) {
  const map = useMap()
  const latest = useRef(draw)
  latest.current = draw
  useEffect(() => {
    const name = `loam-scene-${order}`
    const pane = map.getPane(name) ?? map.createPane(name)
    Object.assign(pane.style, { zIndex: String(400 + order), pointerEvents: 'none' })
    const layer = new CanvasLayer((frame) => latest.current(frame), name, 'loam-map-canvas')
    layer.addTo(map)
    const forget = onRedraw(layer.redraw)
    return () => {
      forget()
      layer.remove()
    }
  }, [map, order, onRedraw])
  return null
}

/** The tiles of a source, its layers over each other; the source has failed where its lowest layer cannot be had. */
export function Tiles({
  source,
  fetchTile,
  onFailed,
}: {
  readonly source: TileSource
  readonly fetchTile: FetchTile
  readonly onFailed: () => void
}) {
  const map = useMap()
  useEffect(() => {
    const layers = source.urls.map(
      (url, place) =>
        new ShiftedTiles(url, source, fetchTile, MAP_DEFAULTS.maxZoom, () => place === 0 && onFailed()),
    )
    for (const layer of layers) layer.addTo(map)
    return () => {
      for (const layer of layers) layer.remove()
    }
  }, [map, source, fetchTile, onFailed])
  return null
}

/** What is being measured: a line, closed to an area from three places on. */
export function MeasuredLine({ places }: { readonly places: readonly LngLat[] }) {
  const positions = useMemo(() => places.map(latLng), [places])
  return (
    <>
      {positions.length > 2 && (
        <Polygon positions={positions} className="loam-map-measured-area" interactive={false} />
      )}
      <Polyline positions={positions} className="loam-map-measured" interactive={false} />
      {positions.map((position, index) => (
        <CircleMarker
          // biome-ignore lint/suspicious/noArrayIndexKey: places of a line are known by their order.
          key={index}
          center={position}
          radius={4}
          className="loam-map-measured-point"
          interactive={false}
        />
      ))}
    </>
  )
}

/** Rings with a word around what a page has chosen. */
export function MarkedPlaces({
  places,
}: {
  readonly places: readonly { readonly id: string; readonly word: string; readonly place: LngLat }[]
}) {
  return places.map(({ id, word, place }) => (
    <CircleMarker
      key={`${id} ${word}`}
      center={latLng(place)}
      radius={16}
      className="loam-map-mark"
      interactive={false}
    >
      <Tooltip permanent direction="top" offset={[0, -12]} className="loam-map-mark-word">
        {word}
      </Tooltip>
    </CircleMarker>
  ))
}
