import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { Icon } from '@renderers/icon'
import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { usePalette } from '../../chart/use-palette'
import { type CanvasFrame, MAP_DEFAULTS, type MapHandle, MapView, Scene } from '../leaflet'
import { latY, lngX, worldSize, xLng, yLat } from '../mercator'
import { drawRows, type Tone } from './draw-rows'
import { anchorOf, around, hitOf, type Placed } from './places'
import { RowsList } from './rows-list'
import '../map.css'
import './rows-map.css'

export interface RowsMapProps {
  readonly label: string
  readonly places: readonly Placed[]
  /** Pixels. */
  readonly height: number
  /** The view takes in all rows at the start. */
  readonly fit: boolean
  readonly toneOf: (index: number) => Tone
  readonly nameOf: (index: number) => string
  /** Lines under the name in the popup; empty: none. */
  readonly popupOf: (index: number) => string
  /** Of the chosen row its place among all; null: none is. */
  readonly chosen: number | null
  readonly onChoose: (index: number | null) => void
}

/** Pixels beside a row that still mean it: enough for a finger. */
const REACH = 12

/** Rows on the map: to be chosen there, or in the list that says the same. */
export function RowsMap(props: RowsMapProps) {
  const { label, places, height, chosen, onChoose, nameOf } = props
  const host = useHost()
  const [map, setMap] = useState<MapHandle | null>(null)
  const redraw = useScene(props)
  useStart(map, props)
  useEffect(
    () =>
      map?.on({
        click: ([lng, lat]) => {
          const hit = hitOf(places, lngX(lng), latY(lat), REACH / worldSize(map.zoom))
          onChoose(hit?.index ?? null)
        },
      }),
    [map, places, onChoose],
  )
  const found = places.find(({ index }) => index === chosen)
  const showAll = () => fitTo(map, places)
  return (
    <figure className="loam-rows-map" aria-label={label}>
      <div className="loam-rows-map-place" style={{ height }}>
        <MapView
          centre={[MAP_DEFAULTS.lng, MAP_DEFAULTS.lat]}
          zoom={MAP_DEFAULTS.zoom}
          label={label}
          onReady={setMap}
        >
          <Scene order={10} draw={redraw.draw} onRedraw={redraw.follow} />
        </MapView>
        <div className="loam-rows-map-tools">
          <Button
            icon={<Icon name="Plus" />}
            aria-label={host.text('@page.mapCloser')}
            onClick={() => map?.zoomBy(1)}
          />
          <Button aria-label={host.text('@page.mapFarther')} onClick={() => map?.zoomBy(-1)}>
            −
          </Button>
          <Button icon={<Icon name="Expand" />} aria-label={host.text('@page.mapAll')} onClick={showAll} />
        </div>
        {map && found && (
          <Popup map={map} place={found} onClose={() => onChoose(null)}>
            <strong>{nameOf(found.index)}</strong>
            <span>{props.popupOf(found.index)}</span>
          </Popup>
        )}
      </div>
      <RowsList
        places={places}
        nameOf={nameOf}
        chosen={chosen}
        onChoose={(place) => {
          onChoose(place.index)
          const [x, y] = anchorOf(place)
          map?.show([xLng(x), yLat(y)])
        }}
      />
    </figure>
  )
}

/** Draws with what is known at each time; drawn again whenever the rows, their looks or the choice are others. */
function useScene({ places, toneOf, chosen }: RowsMapProps) {
  const palette = usePalette()
  const [primary = '', green = '', orange = '', red = ''] = [0, 1, 2, 9].map((at) => palette.series[at])
  const { quiet, surface, line } = palette
  const colours = { plain: primary, success: green, warning: orange, danger: red, muted: quiet }
  const draw = (frame: CanvasFrame) =>
    drawRows(frame, { places, toneOf, chosen, colours: { ...colours, edge: surface, grid: line } })
  const redraw = useRef<(() => void) | null>(null)
  const follow = useCallback((again: () => void) => {
    redraw.current = again
    return () => {
      redraw.current = null
    }
  }, [])
  useEffect(() => redraw.current?.())
  return { draw, follow }
}

/** The first rows that there are are what is looked at. */
function useStart(map: MapHandle | null, { places, fit }: RowsMapProps): void {
  const done = useRef(false)
  useEffect(() => {
    if (!map || done.current || !fit || places.length === 0) return
    done.current = true
    fitTo(map, places)
  }, [map, places, fit])
}

function fitTo(map: MapHandle | null, places: readonly Placed[]): void {
  const box = around(places)
  if (!box) return
  map?.fit([
    [xLng(box.west), yLat(box.south)],
    [xLng(box.east), yLat(box.north)],
  ])
}

/** What a row is, beside it; it goes along with the map and stays within it. */
function Popup({
  map,
  place,
  onClose,
  children,
}: {
  readonly map: MapHandle
  readonly place: Placed
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const host = useHost()
  const [, moved] = useReducer((count: number) => count + 1, 0)
  useEffect(() => map.on({ move: moved }), [map])
  const [x, y] = anchorOf(place)
  const [left, top] = map.pixelOf([xLng(x), yLat(y)])
  return (
    <div
      className="loam-rows-map-popup"
      role="status"
      style={{ '--loam-x': `${left}px`, '--loam-y': `${top}px` } as CSSProperties}
    >
      <div>{children}</div>
      <button
        type="button"
        className="loam-icon-button"
        aria-label={host.text('@common.close')}
        onClick={onClose}
      >
        <Icon name="Close" />
      </button>
    </div>
  )
}
