import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { FieldCanvas } from './field-canvas'
import { ChosenGroup } from './groups/chosen-group'
import type { MapPage, Mark } from './groups/page'
import { directionWord } from './groups/words'
import { type FetchTile, type LngLat, MAP_DEFAULTS, type MapHandle } from './leaflet'
import './map.css'
import { xLng, yLat } from './mercator'
import { ApprovalsCard, ApprovalsChip, useApprovals } from './panels/approvals'
import { DevicePanel } from './panels/device-panel'
import type { Group } from './panels/group/group-card'
import { StopAll } from './panels/stop-all'
import { Card } from './parts/card'
import { DeviceList } from './parts/device-list'
import { useFeedStatus, useLayoutVersion } from './parts/hooks'
import { LayerCard } from './parts/layer-card'
import { LegendCard } from './parts/legend-card'
import { MeasureCard } from './parts/measure-card'
import { StatusChip } from './parts/status-chip'
import { NorthArrow, type OpenCard, Toolbar } from './parts/toolbar'
import { placesOf, useRequested } from './parts/use-requested'
import { useTileSource } from './parts/use-tile-source'
import { Feed, type FieldSource } from './store/feed'
import { FieldStore } from './store/field-store'
import { kindsOf, LAYER_NAMES, type LayerName } from './store/kinds'

export interface FieldMapProps {
  readonly projectId: string
  readonly source: FieldSource
  /** Fetches a tile of this server with the session. */
  readonly fetchTile: FetchTile
  readonly isDark: boolean
  /** A phone: sheets from below instead of a panel at the side. */
  readonly isNarrow: boolean
  /** What stands on the map instead of its list; absent: the map alone. */
  readonly page?: MapPage
  /** Id of a device that the map is to show once it is there (its address names it). */
  readonly requested?: string | null
  /** Id of a rotation group that is to be opened. */
  readonly requestedGroup?: string | null
  /** It has been shown, or is said not to be there. */
  readonly onAsked?: () => void
}

const NO_MARKS: readonly Mark[] = []
const NO_NODES: Group['nodes'] = []
/** Zoom at which a device that was searched is shown. */
const NEAR = 18
/** Share of the height at which a chosen marker stands on a phone: in the middle of what its sheet leaves of the map. */
const OVER_SHEET = 0.15
/** Share of the height that a phone's sheet takes of the map. */
const SHEET = 0.52

/** A project's field as it reports itself (`spec/shell-and-monitoring.md §2.4`). */
export function FieldMap(props: FieldMapProps) {
  const { projectId, source } = props
  const [opened, setOpened] = useState<{ readonly store: FieldStore; readonly feed: Feed } | null>(null)
  useEffect(() => {
    const store = new FieldStore()
    const feed = new Feed(store, source, projectId)
    setOpened({ store, feed })
    return () => feed.close()
  }, [projectId, source])
  return opened && <Opened key={projectId} {...props} {...opened} />
}

type OpenedProps = FieldMapProps & { readonly store: FieldStore; readonly feed: Feed }

function Opened(props: OpenedProps) {
  const { store, feed, isDark, isNarrow, projectId, page } = props
  const host = useHost()
  const place = useRef<HTMLDivElement>(null)
  const map = useRef<MapHandle | null>(null)
  const [isReady, setReady] = useState(false)
  const [open, setOpen] = useState<OpenCard>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [layers, setLayers] = useState<ReadonlySet<LayerName>>(() => new Set(LAYER_NAMES))
  const [places, setPlaces] = useState<readonly LngLat[]>([])
  const kinds = useMemo(() => kindsOf(layers), [layers])
  const tiles = useTileSource(store)
  const layout = useLayoutVersion(store)
  const locate = useCallback(() => map.current?.fit(extentOf(store)), [store])
  const ready = useCallback((handle: MapHandle) => {
    map.current = handle
    setReady(true)
  }, [])
  const approvals = useApprovals(store, projectId)
  const waiting = approvals.data?.length ?? 0
  const measuring = open === 'measure'
  const take = useCallback((at: LngLat) => setPlaces((known) => [...known, at]), [])
  const bring = useCallback(
    (id: string, zoom: number) => {
      const index = store.indexOf(id)
      const [x, y] = [store.columns.x[index] ?? Number.NaN, store.columns.y[index] ?? Number.NaN]
      if (Number.isNaN(x)) return
      map.current?.show([xLng(x), yLat(y)], zoom, false, isNarrow ? OVER_SHEET : 0.5)
    },
    [store, isNarrow],
  )
  const show = useCallback(
    (id: string) => {
      setChosen(id)
      setOpen(null)
      bring(id, Math.max(NEAR, map.current?.zoom ?? 0))
    },
    [bring],
  )
  // The group that is open here: alone beside the map, or within a device's panel.
  const [group, setGroup] = useState<string | null>(null)
  const { data: groups } = useQuery({ call: 'fieldManagement.lgzList', input: { projectId } })
  const showGroup = useCallback(
    (id: string) => {
      setChosen(null)
      setOpen(null)
      if (page?.onGroup) page.onGroup(id)
      else setGroup(id)
      const nodes = groups?.find((one) => one.id === id)?.nodes ?? NO_NODES
      map.current?.fit(placesOf(store, nodes), isNarrow ? SHEET : 0)
    },
    [page, groups, store, isNarrow],
  )
  useRequested(props, isReady, show, groups, showGroup)
  const opened = groups?.find(({ id }) => id === (group ?? page?.group)) ?? null
  const nodes = opened?.nodes ?? NO_NODES
  const marked = useMemo(() => {
    const marks = nodes.map(({ twbDeviceId, openDirection }) => ({
      id: twbDeviceId,
      word: directionWord(host.text, openDirection),
    }))
    return { marks, nodeIds: nodes.map(({ nodeId }) => nodeId) }
  }, [nodes, host])
  const close = () => {
    setOpen(null)
    setPlaces([])
  }
  const choose = useCallback(
    (id: string | null) => {
      if (page?.onChoose) return page.onChoose(id, store)
      setChosen(id)
      setGroup(null)
      // Its sheet would cover what it is about.
      if (id !== null && isNarrow && map.current) bring(id, map.current.zoom)
    },
    [page, store, isNarrow, bring],
  )
  const list = (
    <DeviceList
      store={store}
      kinds={kinds}
      groups={groups ?? []}
      selected={chosen}
      isDark={isDark}
      onChoose={show}
      onGroup={showGroup}
    />
  )
  const device = chosen !== null && store.indexOf(chosen) >= 0 && (
    <DevicePanel
      projectId={projectId}
      store={store}
      id={chosen}
      isDark={isDark}
      onBack={() => setChosen(null)}
      onGroup={setGroup}
    />
  )
  const panel =
    device ||
    (group !== null && opened && (
      <ChosenGroup projectId={projectId} store={store} group={opened} onBack={() => setGroup(null)} />
    ))
  return (
    <div ref={place} className="loam-map" data-narrow={isNarrow} data-dark={isDark} data-layout={layout}>
      <div className="loam-map-frame" data-ground={tiles.source ? 'tiles' : 'plan'}>
        <FieldCanvas
          {...props}
          tiles={tiles.source}
          onTilesFailed={tiles.fail}
          layers={layers}
          kinds={kinds}
          selected={chosen}
          places={measuring ? places : []}
          onReady={ready}
          marks={opened ? marked.marks : (page?.marks ?? NO_MARKS)}
          chosenNodes={marked.nodeIds}
          onChoose={measuring ? null : choose}
          onPlace={measuring ? take : null}
        />
        <div className="loam-map-head">
          <h1>{page?.title ?? store.plan?.name ?? host.text('@map.map')}</h1>
          <StatusChip feed={feed} />
          <ApprovalsChip count={waiting} onOpen={() => setOpen('approvals')} />
        </div>
        <NorthArrow />
        <StopAll projectId={projectId} store={store} />
        <Toolbar
          open={open}
          onOpen={(card) => (card === null ? close() : setOpen(card))}
          onZoom={(steps) => map.current?.zoomBy(steps)}
          onLocate={locate}
          place={place}
          isNarrow={isNarrow}
        />
        {tiles.isFailed && (
          <div className="loam-map-notice" role="status">
            {host.text('@map.tilesFailed')}
            <button type="button" className="loam-map-link" onClick={tiles.retry}>
              {host.text('@map.retry')}
            </button>
          </div>
        )}
        {tiles.source && <p className="loam-map-credit">{tiles.source.attribution}</p>}
        {open === 'layers' && (
          <LayerCard
            layers={layers}
            onLayers={setLayers}
            sources={tiles.sources}
            source={tiles.chosen}
            own={tiles.own}
            onSource={tiles.choose}
            onClose={close}
          />
        )}
        {open === 'approvals' && waiting > 0 && (
          <ApprovalsCard approvals={approvals} store={store} onClose={close} />
        )}
        {open === 'legend' && <LegendCard isDark={isDark} onClose={close} />}
        {measuring && (
          <MeasureCard
            places={places}
            onPlaces={setPlaces}
            onCentre={() => map.current && take(map.current.centre)}
            onClose={close}
          />
        )}
        {isNarrow && open === 'list' && (
          <Card title={host.text('@map.devices')} className="loam-map-tall" onClose={close}>
            {list}
          </Card>
        )}
        {isNarrow && open === null && (panel || page) && (
          <div className="loam-map-sheet">{panel || page?.sheet(store)}</div>
        )}
        <Empty store={store} feed={feed} />
      </div>
      {!isNarrow && <aside className="loam-map-side">{panel || (page ? page.sheet(store) : list)}</aside>}
    </div>
  )
}

/** Says what an empty map would show. */
function Empty({ store, feed }: { readonly store: FieldStore; readonly feed: Feed }) {
  const { text: translate } = useHost()
  const { phase } = useFeedStatus(feed)
  if (phase !== 'live' || store.columns.count > 0) return null
  return (
    <div className="loam-map-empty">
      <h2>{translate('@map.empty')}</h2>
      <p>{translate('@map.emptyText')}</p>
    </div>
  )
}

/** Corners of everything that is drawn; the documented start where nothing is. */
function extentOf({ columns, plan }: FieldStore): readonly LngLat[] {
  let [left, top, right, bottom] = [1, 1, 0, 0]
  for (let index = 0; index < columns.count; index += 1) {
    const [x, y] = [columns.x[index] ?? Number.NaN, columns.y[index] ?? Number.NaN]
    if (Number.isNaN(x)) continue
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (left > right) return plan?.centre ? [plan.centre] : [[MAP_DEFAULTS.lng, MAP_DEFAULTS.lat]]
  return [
    [xLng(left), yLat(top)],
    [xLng(right), yLat(bottom)],
  ]
}
