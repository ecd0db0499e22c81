import { CONDITIONS } from '@runtime/field/marker'
import Supercluster, { type InputFeature } from 'supercluster'
import { latY, lngX, worldSize, xLng, yLat } from '../mercator'
import { type FieldStore, STALE } from '../store/field-store'
import { MARKER_KINDS, type MarkerKind } from '../store/kinds'
import { badgeSize } from './badge'
import { heaped, type Spot } from './heaps'

/**
 * Pixels within which markers are drawn as one. Far away bubbles need room for their numbers; near, a valve every 60 m is to
 * stand alone, which is from zoom 15 on.
 */
const RADIUS = { far: 30, near: 15 }
const NEAR_FROM = 15
/** So many within it are drawn as one; two are drawn beside each other. */
const FEWEST = 3
const DEEPEST = 19
/** Farther away the radius alone decides: a field is a cloud of valves. */
const HEAPED_FROM = 16

interface Place {
  /** In the store. */
  readonly i: number
}
type Index = Supercluster<Place, Place>
type Marked = InputFeature<Place>

/** What is drawn at one zoom: single markers and bubbles that stand for several. */
export interface Level {
  readonly count: number
  /** On the Mercator square. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Place of a single marker in the store; -1: a bubble. */
  readonly single: Int32Array
  readonly sizes: Uint32Array
  /** How many of each bubble are in which condition: four numbers each, in the order of `CONDITIONS`. */
  readonly conditions: Uint32Array
  readonly stale: Uint32Array
  /** Item of each marker of the store; -1: not drawn. */
  readonly of: Int32Array
}

/**
 * Which markers are drawn as one at which zoom. Where bubbles stand depends on places alone and is found once a zoom; what they
 * count follows every report at once.
 */
export class Clusters {
  private readonly store: FieldStore
  private readonly points: readonly Marked[]
  /** Each made when one looks from there. */
  private readonly indices: { far?: Index; near?: Index } = {}
  private readonly levels = new Map<number, Level>()
  private shown: { readonly zoom: number; readonly level: Level } | null = null
  private readonly forget: () => void

  constructor(store: FieldStore, kinds: ReadonlySet<MarkerKind>) {
    this.store = store
    this.points = pointsOf(store, kinds)
    this.forget = store.onState((marker, condition, flags) => this.recount(marker, condition, flags))
  }

  close(): void {
    this.forget()
  }

  at(zoom: number): Level {
    const whole = Math.min(DEEPEST + 1, Math.max(0, Math.floor(zoom)))
    if (this.shown?.zoom === whole) return this.shown.level
    const level = this.levels.get(whole) ?? this.build(whole)
    this.levels.set(whole, level)
    this.count(level)
    this.shown = { zoom: whole, level }
    return level
  }

  private indexOf(distance: 'far' | 'near'): Index {
    const known = this.indices[distance]
    if (known) return known
    const made: Index = new Supercluster({
      radius: RADIUS[distance],
      extent: 256,
      minZoom: distance === 'far' ? 0 : NEAR_FROM,
      maxZoom: distance === 'far' ? NEAR_FROM - 1 : DEEPEST,
      minPoints: FEWEST,
    })
    made.load([...this.points])
    this.indices[distance] = made
    return made
  }

  private build(zoom: number): Level {
    const index = this.indexOf(zoom >= NEAR_FROM ? 'near' : 'far')
    const items = index.getClusters([-180, -90, 180, 90], zoom)
    const spots = items.map((item) => spotOf(item, index, zoom))
    // Close by, clusters within a radius leave badges that cover each other; the closest zoom shows whatever there is.
    const drawn = zoom >= HEAPED_FROM && zoom <= DEEPEST ? heaped(spots, badgeSize(zoom)) : spots
    const level: Level = {
      count: drawn.length,
      x: new Float64Array(drawn.length),
      y: new Float64Array(drawn.length),
      single: new Int32Array(drawn.length).fill(-1),
      sizes: new Uint32Array(drawn.length).fill(1),
      conditions: new Uint32Array(drawn.length * CONDITIONS.length),
      stale: new Uint32Array(drawn.length),
      of: new Int32Array(this.store.columns.count).fill(-1),
    }
    const world = worldSize(zoom)
    for (const [item, { x, y, markers }] of drawn.entries()) {
      level.x[item] = x / world
      level.y[item] = y / world
      level.sizes[item] = markers.length
      for (const marker of markers) level.of[marker] = item
      if (markers.length === 1) level.single[item] = markers[0] ?? -1
    }
    return level
  }

  /** Counts a level afresh: while it was not shown, nobody kept its counts. */
  private count({ conditions, stale, of }: Level): void {
    conditions.fill(0)
    stale.fill(0)
    const { columns } = this.store
    for (let marker = 0; marker < of.length; marker += 1) {
      const item = of[marker] ?? -1
      if (item < 0) continue
      const place = item * CONDITIONS.length + (columns.conditions[marker] ?? 0)
      conditions[place] = (conditions[place] ?? 0) + 1
      if ((columns.flags[marker] ?? 0) & STALE) stale[item] = (stale[item] ?? 0) + 1
    }
  }

  private recount(marker: number, condition: number, flags: number): void {
    const level = this.shown?.level
    const item = level?.of[marker] ?? -1
    if (!level || item < 0) return
    const { columns } = this.store
    const before = item * CONDITIONS.length + condition
    const after = item * CONDITIONS.length + (columns.conditions[marker] ?? 0)
    level.conditions[before] = (level.conditions[before] ?? 0) - 1
    level.conditions[after] = (level.conditions[after] ?? 0) + 1
    const wasStale = flags & STALE
    const isStale = (columns.flags[marker] ?? 0) & STALE
    if (wasStale !== isStale) level.stale[item] = (level.stale[item] ?? 0) + (isStale ? 1 : -1)
  }
}

function spotOf(
  { geometry, properties }: ReturnType<Index['getClusters']>[number],
  index: Index,
  zoom: number,
): Spot {
  const [lng = 0, lat = 0] = geometry.coordinates
  const world = worldSize(zoom)
  const markers =
    'cluster_id' in properties
      ? index.getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY).map((leaf) => leaf.properties.i)
      : [properties.i]
  return { x: lngX(lng) * world, y: latY(lat) * world, markers }
}

function pointsOf(store: FieldStore, kinds: ReadonlySet<MarkerKind>): readonly Marked[] {
  const { columns } = store
  const points: Marked[] = []
  for (let i = 0; i < columns.count; i += 1) {
    const [x, y] = [columns.x[i] ?? Number.NaN, columns.y[i] ?? Number.NaN]
    const kind = MARKER_KINDS[columns.kinds[i] ?? -1]
    if (Number.isNaN(x) || !kind || !kinds.has(kind)) continue
    points.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [xLng(x), yLat(y)] },
      properties: { i },
    })
  }
  return points
}
