import type { CanvasFrame } from '../leaflet'
import { latY, lngX, worldSize } from '../mercator'
import type { FieldPlan, FieldStore } from '../store/field-store'
import type { LayerName } from '../store/kinds'
import type { Block, PipeLine } from '../store/snapshot'
import type { Palette } from './palette'

/** Pipes, nodes and blocks on the Mercator square, made once a layout. */
export interface Network {
  readonly pipes: readonly DrawnPipe[]
  readonly nodes: readonly { readonly id: string; readonly x: number; readonly y: number }[]
  readonly blocks: readonly { readonly block: Block; readonly ring: readonly Place[]; readonly box: Box }[]
  /** Ring of the project's boundary; empty: nobody has drawn it. */
  readonly boundary: readonly Place[]
}
export interface DrawnPipe {
  readonly pipe: PipeLine
  /** From its start over its bends to its end. */
  readonly line: readonly Place[]
  readonly box: Box
}
export type Place = readonly [x: number, y: number]
export type Box = readonly [left: number, top: number, right: number, bottom: number]

export interface NetworkScene {
  readonly network: Network
  readonly store: FieldStore
  readonly palette: Palette
  readonly layers: ReadonlySet<LayerName>
  /** Whether pipes in progress have arrows that stand still, where nothing may move. */
  readonly isStill: boolean
  /** Pipes of the chosen group; absent: none is chosen. */
  readonly chosen?: ReadonlySet<string> | undefined
}

const LEVEL_LAYERS = { 1: 'mains', 2: 'subMains', 3: 'laterals' } as const

export function networkOnMap(plan: FieldPlan | null): Network {
  const place = (lng: number, lat: number): Place => [lngX(lng), latY(lat)]
  return {
    pipes: (plan?.pipes ?? []).map((pipe) => {
      const line = pipe.line.map(([lng, lat]) => place(lng, lat))
      return { pipe, line, box: boxAround(line) }
    }),
    nodes: (plan?.nodes ?? []).map(({ id, lng, lat }) => ({ id, x: lngX(lng), y: latY(lat) })),
    blocks: (plan?.blocks ?? []).map((block) => {
      const ring = block.ring.map(([lng = 0, lat = 0]) => place(lng, lat))
      return { block, ring, box: boxAround(ring) }
    }),
    boundary: (plan?.boundary ?? []).map(([lng = 0, lat = 0]) => place(lng, lat)),
  }
}

function boxAround(places: readonly Place[]): Box {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Width in CSS pixels of a pipe of a level. */
export function pipeWidth(level: number, zoom: number): number {
  const [main, subMain, lateral] =
    zoom >= 16 ? [7, 4, 1.5] : zoom >= 15 ? [5, 3, 1] : zoom >= 14 ? [3.5, 2, 0.5] : [2, 1, 0.5]
  return level === 1 ? main : level === 2 ? subMain : lateral
}

/** Laterals are drawn from this zoom on; marked ones always. */
const LATERALS_FROM = 16

/** Shown pipes of the frame, the thin ones first. */
export function shownPipes(
  frame: CanvasFrame,
  { network, layers, store, chosen }: Pick<NetworkScene, 'network' | 'layers' | 'store' | 'chosen'>,
): readonly DrawnPipe[] {
  const view = boxOf(frame)
  return network.pipes
    .filter(({ pipe, box }) => {
      const layer = LEVEL_LAYERS[pipe.level as keyof typeof LEVEL_LAYERS] ?? 'laterals'
      const isFine = pipe.level === 3 && !store.highlightPipes.has(pipe.id) && !chosen?.has(pipe.id)
      return layers.has(layer) && !(isFine && frame.zoom < LATERALS_FROM) && touches(view, box)
    })
    .sort((one, other) => other.pipe.level - one.pipe.level)
}

/** What the frame shows, on the Mercator square. */
export function boxOf(frame: CanvasFrame): Box {
  const world = worldSize(frame.zoom)
  return [
    frame.left / world,
    frame.top / world,
    (frame.left + frame.width) / world,
    (frame.top + frame.height) / world,
  ]
}

export const touches = (one: Box, other: Box) =>
  one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1]

/** Pixel of the canvas for a place. */
export function pixel(frame: CanvasFrame): (place: Place) => Place {
  const world = worldSize(frame.zoom)
  return ([x, y]) => [x * world - frame.left, y * world - frame.top]
}
