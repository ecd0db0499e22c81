import { useHost } from '@renderers/host'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { chosenGround } from './draw/chosen'
import { Clusters } from './draw/clusters'
import { drawDevices } from './draw/devices'
import { drawFlow } from './draw/flow'
import { drawGround } from './draw/ground'
import { networkOnMap } from './draw/network'
import { paletteOf } from './draw/palette'
import { carriesWater } from './draw/running'
import type { Drawn } from './draw/scene'
import { Sprites } from './draw/sprites'
import type { Mark } from './groups/page'
import {
  type CanvasFrame,
  type FetchTile,
  type LngLat,
  MAP_DEFAULTS,
  type MapHandle,
  MapView,
  MarkedPlaces,
  MeasuredLine,
  Scene,
  Tiles,
} from './leaflet'
import { worldSize, xLng, yLat } from './mercator'
import { useLayoutVersion, useMedia } from './parts/hooks'
import { Pointed } from './parts/pointed'
import type { FieldStore } from './store/field-store'
import type { LayerName, MarkerKind } from './store/kinds'
import type { TileSource } from './store/snapshot'

export interface FieldCanvasProps {
  readonly store: FieldStore
  readonly fetchTile: FetchTile
  readonly isDark: boolean
  readonly isNarrow: boolean
  /** None: the plan drawing. */
  readonly tiles: TileSource | null
  /** The tiles cannot be had. */
  readonly onTilesFailed: () => void
  readonly layers: ReadonlySet<LayerName>
  readonly kinds: ReadonlySet<MarkerKind>
  readonly selected: string | null
  /** What is being measured. */
  readonly places: readonly LngLat[]
  readonly marks: readonly Mark[]
  /** Nodes of the chosen group. */
  readonly chosenNodes: readonly string[]
  readonly onReady: (map: MapHandle) => void
  readonly onChoose: ((id: string | null) => void) | null
  readonly onPlace: ((place: LngLat) => void) | null
}

/** Pixels beside a marker that still mean it: more for fingers. */
const NEARBY = { mouse: 4, finger: 14 }

/** The drawing: the network on one canvas, what runs in it on a second, every device on a third. */
export function FieldCanvas(props: FieldCanvasProps) {
  const { store, isDark, tiles, places, onReady } = props
  const { text: translate } = useHost()
  const layout = useLayoutVersion(store)
  const [map, setMap] = useState<MapHandle | null>(null)
  const drawn = useRef<readonly Drawn[]>([])
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const palette = paletteOf(isDark, tiles?.isDark ? 'imagery' : 'plan')
  const ready = useCallback(
    (handle: MapHandle) => {
      setMap(handle)
      onReady(handle)
    },
    [onReady],
  )
  useStart(store, map)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout's number stands for the plan.
  const network = useMemo(() => networkOnMap(store.plan), [store, layout])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout's number stands for the plan.
  const chosen = useMemo(
    () => chosenGround(store.plan, props.chosenNodes).pipes,
    [store, layout, props.chosenNodes],
  )
  const scene = { network, store, palette, layers: props.layers, isStill, chosen }
  const devices = useDevices(props, palette, layout, drawn)
  return (
    <>
      <MapView
        centre={[MAP_DEFAULTS.lng, MAP_DEFAULTS.lat]}
        zoom={MAP_DEFAULTS.zoom}
        label={translate('@map.map')}
        onReady={ready}
      >
        {tiles && (
          <Tiles key={tiles.key} source={tiles} fetchTile={props.fetchTile} onFailed={props.onTilesFailed} />
        )}
        <Scene
          order={10}
          draw={(frame) => drawGround(frame, scene)}
          onRedraw={useHighlightRedraw(store, [network, palette, props.layers, isStill, chosen])}
        />
        <FlowScene
          store={store}
          isStill={isStill}
          draw={(frame, seconds) => drawFlow(frame, scene, seconds)}
        />
        <Scene order={210} draw={devices.draw} onRedraw={devices.onRedraw} />
        <MeasuredLine places={places} />
        <MarkedPlaces places={placesOf(store, props.marks)} />
      </MapView>
      {map && <Pointing {...props} map={map} drawn={drawn} />}
    </>
  )
}

/** Where marked devices stand; one without a place is not on the map. */
function placesOf(store: FieldStore, marks: readonly Mark[]) {
  return marks.flatMap(({ id, word }) => {
    const index = store.indexOf(id)
    const [x, y] = [store.columns.x[index] ?? Number.NaN, store.columns.y[index] ?? Number.NaN]
    return Number.isNaN(x) ? [] : [{ id, word, place: [xLng(x), yLat(y)] as const }]
  })
}

/** The map begins at the project's own place (`spec/shell-and-monitoring.md §2.4`), once it is known. */
function useStart(store: FieldStore, map: MapHandle | null): void {
  const layout = useLayoutVersion(store)
  const started = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout's number stands for the plan.
  useEffect(() => {
    const { plan } = store
    if (!map || !plan || started.current) return
    started.current = true
    if (plan.centre) map.show(plan.centre, plan.zoom ?? MAP_DEFAULTS.zoom, true)
  }, [store, map, layout])
}

type Redraw = () => void

/** Draws again whenever one of the values is another one, and when told to. */
function useRedraw(values: readonly unknown[], follow: (redraw: Redraw) => () => void) {
  const redraw = useRef<Redraw | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again with every other value.
  useEffect(() => redraw.current?.(), values)
  return useCallback(
    (given: Redraw) => {
      redraw.current = given
      const forget = follow(given)
      return () => {
        redraw.current = null
        forget()
      }
    },
    [follow],
  )
}

/** The network is drawn again when highlights change, not with every report. */
function useHighlightRedraw(store: FieldStore, values: readonly unknown[]) {
  return useRedraw(
    values,
    useCallback(
      (redraw: Redraw) => {
        let known = store.highlightVersion
        return store.onChange(() => {
          if (known === store.highlightVersion) return
          known = store.highlightVersion
          redraw()
        })
      },
      [store],
    ),
  )
}

function useDevices(
  { store, kinds, selected }: FieldCanvasProps,
  palette: ReturnType<typeof paletteOf>,
  layout: number,
  drawn: { current: readonly Drawn[] },
) {
  const [clusters, setClusters] = useState<Clusters | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout, other clusters.
  useEffect(() => {
    const made = new Clusters(store, kinds)
    setClusters(made)
    return () => made.close()
  }, [store, kinds, layout])
  const sprites = useMemo(() => new Sprites(palette, Math.min(2, window.devicePixelRatio)), [palette])
  const chosen = selected === null ? -1 : store.indexOf(selected)
  const draw = (frame: CanvasFrame) => {
    drawn.current = clusters
      ? drawDevices(frame, { store, clusters, sprites, palette, selected: chosen })
      : []
  }
  const onRedraw = useRedraw(
    [clusters, sprites, chosen],
    useCallback((redraw: Redraw) => store.onChange(redraw), [store]),
  )
  return { draw, onRedraw }
}

/** Milliseconds between two drawings of what runs: fifteen a second are smooth enough for dashes. */
const FLOW_PACE = 66

/** Water runs only while a group does, and only on a screen that may move. */
function FlowScene({
  store,
  isStill,
  draw,
}: {
  readonly store: FieldStore
  readonly isStill: boolean
  readonly draw: (frame: CanvasFrame, seconds: number) => boolean
}) {
  const [isRunning, setRunning] = useState(false)
  useEffect(() => {
    const repaint = () => setRunning([...store.highlightPipes.values()].some(carriesWater))
    repaint()
    return store.onChange(repaint)
  }, [store])
  const follow = useCallback((redraw: Redraw) => {
    let request = 0
    let last = 0
    const step = (time: number) => {
      if (time - last >= FLOW_PACE) {
        last = time
        redraw()
      }
      request = requestAnimationFrame(step)
    }
    request = requestAnimationFrame(step)
    return () => cancelAnimationFrame(request)
  }, [])
  if (!isRunning || isStill) return null
  return <Scene order={20} draw={(frame) => void draw(frame, performance.now() / 1000)} onRedraw={follow} />
}

/** Chooses what is clicked, names what is pointed at, and takes places while measuring. */
function Pointing({
  map,
  drawn,
  store,
  isNarrow,
  onChoose,
  onPlace,
}: FieldCanvasProps & { readonly map: MapHandle; readonly drawn: { readonly current: readonly Drawn[] } }) {
  const [hovered, setHovered] = useState<Drawn | null>(null)
  useEffect(() => {
    const at = (place: LngLat, reach: number) => nearest(drawn.current, map, place, reach)
    return map.on({
      click: (place) => {
        if (onPlace) return onPlace(place)
        const hit = at(place, isNarrow ? NEARBY.finger : NEARBY.mouse)
        if (hit && hit.marker < 0) zoomInto(map, hit)
        else onChoose?.(hit ? store.idAt(hit.marker) : null)
      },
      hover: (x, y) => {
        const hit = onPlace ? null : at(map.placeAt(x, y), NEARBY.mouse)
        setHovered((known) => (known?.item === hit?.item && known?.marker === hit?.marker ? known : hit))
      },
      leave: () => setHovered(null),
      move: () => setHovered(null),
    })
  }, [map, drawn, store, isNarrow, onChoose, onPlace])
  return <Pointed map={map} hovered={hovered} store={store} isTaking={onPlace !== null} />
}

function nearest(drawn: readonly Drawn[], map: MapHandle, [lng, lat]: LngLat, reach: number): Drawn | null {
  const [pointX, pointY] = map.pixelOf([lng, lat])
  let best: Drawn | null = null
  let closest = Number.POSITIVE_INFINITY
  for (const one of drawn) {
    const [x, y] = map.pixelOf(placeOf(one, map.zoom))
    const far = Math.hypot(x - pointX, y - pointY) - one.radius
    if (far > reach || far >= closest) continue
    closest = far
    best = one
  }
  return best
}

function placeOf({ x, y }: Drawn, zoom: number): LngLat {
  const world = worldSize(zoom)
  return [xLng(x / world), yLat(y / world)]
}

function zoomInto(map: MapHandle, bubble: Drawn): void {
  map.show(placeOf(bubble, map.zoom), Math.min(MAP_DEFAULTS.maxZoom, map.zoom + 2))
}
