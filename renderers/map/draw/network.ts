import { HIGHLIGHT } from '@runtime/field/kinds'
import type { CanvasFrame } from '../leaflet'
import { latY, lngX, metresOfPixel, worldSize, yLat } from '../mercator'
import type { FieldPlan, FieldStore } from '../store/field-store'
import type { LayerName } from '../store/kinds'
import type { Block, PipeLine } from '../store/snapshot'
import type { Palette } from './palette'
import { carriesWater, runningGroups } from './running'

/** Pipes, nodes and blocks on the Mercator square, made once a layout. */
export interface Network {
  readonly pipes: readonly DrawnPipe[]
  readonly nodes: readonly { readonly id: string; readonly x: number; readonly y: number }[]
  readonly blocks: readonly { readonly block: Block; readonly ring: readonly Place[]; readonly box: Box }[]
}
export interface DrawnPipe {
  readonly pipe: PipeLine
  readonly from: Place
  readonly to: Place
}
export type Place = readonly [x: number, y: number]
type Box = readonly [left: number, top: number, right: number, bottom: number]

export interface NetworkScene {
  readonly network: Network
  readonly store: FieldStore
  readonly palette: Palette
  readonly layers: ReadonlySet<LayerName>
  /** Whether pipes in progress have arrows that stand still, where nothing may move. */
  readonly isStill: boolean
}

const LEVEL_LAYERS = { 1: 'mains', 2: 'subMains', 3: 'laterals' } as const

export function networkOnMap(plan: FieldPlan | null): Network {
  const place = (lng: number, lat: number): Place => [lngX(lng), latY(lat)]
  return {
    pipes: (plan?.pipes ?? []).map((pipe) => ({ pipe, from: place(...pipe.from), to: place(...pipe.to) })),
    nodes: (plan?.nodes ?? []).map(({ id, lng, lat }) => ({ id, x: lngX(lng), y: latY(lat) })),
    blocks: (plan?.blocks ?? []).map((block) => {
      const ring = block.ring.map(([lng = 0, lat = 0]) => place(lng, lat))
      const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
      return { block, ring, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] }
    }),
  }
}

/** Width in CSS pixels of a pipe of a level. */
export function pipeWidth(level: number, zoom: number): number {
  const [main, subMain, lateral] =
    zoom >= 16 ? [7, 4, 1.5] : zoom >= 15 ? [5, 3, 1] : zoom >= 14 ? [3.5, 2, 0.5] : [2, 1, 0.5]
  return level === 1 ? main : level === 2 ? subMain : lateral
}

/** Draws the ground that does not move: grid, blocks, pipes, nodes. */
export function drawNetwork(frame: CanvasFrame, scene: NetworkScene): void {
  drawGrid(frame, scene.palette)
  if (scene.layers.has('blocks')) drawBlocks(frame, scene)
  drawPipes(frame, scene)
  if (scene.layers.has('nodes')) drawNodes(frame, scene)
}

/** Shown pipes of the frame, the thin ones first. */
export function shownPipes(
  frame: CanvasFrame,
  { network, layers }: Pick<NetworkScene, 'network' | 'layers'>,
): readonly DrawnPipe[] {
  const box = boxOf(frame)
  return network.pipes
    .filter(({ pipe, from, to }) => {
      const layer = LEVEL_LAYERS[pipe.level as keyof typeof LEVEL_LAYERS] ?? 'laterals'
      if (!layers.has(layer) || (pipe.level === 3 && frame.zoom < 16)) return false
      return touches(box, [
        Math.min(from[0], to[0]),
        Math.min(from[1], to[1]),
        Math.max(from[0], to[0]),
        Math.max(from[1], to[1]),
      ])
    })
    .sort((one, other) => other.pipe.level - one.pipe.level)
}

function boxOf(frame: CanvasFrame): Box {
  const world = worldSize(frame.zoom)
  return [
    frame.left / world,
    frame.top / world,
    (frame.left + frame.width) / world,
    (frame.top + frame.height) / world,
  ]
}

const touches = (one: Box, other: Box) =>
  one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1]

/** Pixel of the canvas for a place. */
export function pixel(frame: CanvasFrame): (place: Place) => Place {
  const world = worldSize(frame.zoom)
  return ([x, y]) => [x * world - frame.left, y * world - frame.top]
}

/** A calm grid of whole metres, so that even an empty plan has a scale. */
function drawGrid(frame: CanvasFrame, palette: Palette): void {
  const lat = yLat((frame.top + frame.height / 2) / worldSize(frame.zoom))
  const metre = 1 / metresOfPixel(lat, frame.zoom)
  const step = [100, 500, 1000, 5000, 10_000, 50_000, 100_000, 500_000].find((metres) => metres * metre > 56)
  if (step === undefined) return
  const gap = step * metre
  const { context } = frame
  Object.assign(context, { strokeStyle: palette.grid, lineWidth: 1 })
  context.beginPath()
  for (let x = gap - (frame.left % gap); x < frame.width; x += gap) line(context, [x, 0], [x, frame.height])
  for (let y = gap - (frame.top % gap); y < frame.height; y += gap) line(context, [0, y], [frame.width, y])
  context.stroke()
}

function line(context: CanvasRenderingContext2D, from: Place, to: Place): void {
  context.moveTo(from[0], from[1])
  context.lineTo(to[0], to[1])
}

function drawBlocks(frame: CanvasFrame, { network, palette }: NetworkScene): void {
  const { context } = frame
  const [view, at] = [boxOf(frame), pixel(frame)]
  const seen = network.blocks.filter(({ box }) => touches(view, box))
  const crops = new Set(seen.map(({ block }) => block.crop))
  for (const crop of crops) {
    context.beginPath()
    for (const { block, ring } of seen) if (block.crop === crop) outline(context, ring.map(at))
    context.fillStyle = palette.crops[crop] ?? palette.otherCrop
    context.fill()
    Object.assign(context, { strokeStyle: palette.blockEdge, lineWidth: 1 })
    context.stroke()
  }
  if (frame.zoom < 16) return
  context.beginPath()
  for (const { ring } of seen) furrows(context, ring.map(at), frame.zoom)
  Object.assign(context, { strokeStyle: palette.furrow, lineWidth: 1 })
  context.stroke()
}

function outline(context: CanvasRenderingContext2D, ring: readonly Place[]): void {
  for (const [index, [x, y]] of ring.entries()) {
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
  context.closePath()
}

/** Lines across a block of four corners, as its drip tapes lie. */
function furrows(context: CanvasRenderingContext2D, ring: readonly Place[], zoom: number): void {
  const [a, b, c, d] = ring
  if (!a || !b || !c || !d || ring.length > 5) return
  const rows = zoom >= 17 ? 12 : 7
  for (let row = 1; row < rows; row += 1) {
    const share = row / rows
    const between = (one: Place, other: Place): Place => [
      one[0] + (other[0] - one[0]) * share,
      one[1] + (other[1] - one[1]) * share,
    ]
    line(context, between(a, d), between(b, c))
  }
}

function drawPipes(frame: CanvasFrame, scene: NetworkScene): void {
  const { context } = frame
  const { palette, store } = scene
  const at = pixel(frame)
  const pipes = shownPipes(frame, scene)
  context.lineCap = frame.zoom >= 14 ? 'round' : 'butt'
  for (const level of [3, 2, 1]) {
    const own = pipes.filter(({ pipe }) => pipe.level === level)
    const width = pipeWidth(level, frame.zoom)
    // Far away a casing would not be seen, and thousands of pipes are.
    if (level < 3 && frame.zoom >= 14) stroke(context, own, at, palette.casing, width + 2)
    stroke(context, own, at, palette.pipes[level - 1] ?? palette.pipes[2], width)
    for (const status of [HIGHLIGHT.finished, HIGHLIGHT.inProgress, HIGHLIGHT.lowPressure]) {
      const chosen = own.filter(({ pipe }) => store.highlightPipes.get(pipe.id)?.status === status)
      if (chosen.length > 0) highlight(frame, scene, chosen, status, width)
    }
    if (scene.isStill) {
      const running = runningGroups(store)
      for (const { pipe, from, to } of own) {
        const mark = store.highlightPipes.get(pipe.id)
        if (mark && carriesWater(mark, running)) arrows(context, at(from), at(to), palette.flow, width)
      }
    }
  }
}

/** In progress: thick; finished: with marks that rest; losing pressure: red. What carries water is drawn over it (`./flow`). */
function highlight(
  frame: CanvasFrame,
  { palette }: NetworkScene,
  pipes: readonly DrawnPipe[],
  status: number,
  width: number,
): void {
  const { context } = frame
  const at = pixel(frame)
  const colour =
    status === HIGHLIGHT.lowPressure
      ? palette.lowPressure
      : status === HIGHLIGHT.inProgress
        ? palette.inProgress
        : palette.finished
  context.globalAlpha = 0.28
  stroke(context, pipes, at, colour, width + 8)
  context.globalAlpha = 1
  stroke(context, pipes, at, colour, width + 2)
  if (status !== HIGHLIGHT.finished) return
  context.setLineDash([2, 12])
  stroke(context, pipes, at, palette.flow, Math.max(2, width - 1))
  context.setLineDash([])
}

function stroke(
  context: CanvasRenderingContext2D,
  pipes: readonly DrawnPipe[],
  at: (place: Place) => Place,
  colour: string,
  width: number,
): void {
  context.beginPath()
  for (const { from, to } of pipes) line(context, at(from), at(to))
  Object.assign(context, { strokeStyle: colour, lineWidth: width })
  context.stroke()
}

function arrows(
  context: CanvasRenderingContext2D,
  from: Place,
  to: Place,
  colour: string,
  width: number,
): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0])
  const size = Math.max(3, width * 0.7)
  Object.assign(context, { strokeStyle: colour, lineWidth: 1.8 })
  for (let along = 20; along < length; along += 40) {
    context.save()
    context.translate(from[0] + Math.cos(angle) * along, from[1] + Math.sin(angle) * along)
    context.rotate(angle)
    context.beginPath()
    context.moveTo(-size, -size)
    context.lineTo(0, 0)
    context.lineTo(-size, size)
    context.stroke()
    context.restore()
  }
}

function drawNodes(frame: CanvasFrame, { network, store, palette }: NetworkScene): void {
  const isHighlighted = store.highlightNodes.size > 0
  if (frame.zoom < (isHighlighted ? 15 : 16)) return
  const { context } = frame
  const [view, at] = [boxOf(frame), pixel(frame)]
  const radius = frame.zoom >= 17 ? 4 : 3
  for (const { id, x, y } of network.nodes) {
    if (x < view[0] || x > view[2] || y < view[1] || y > view[3]) continue
    const status = store.highlightNodes.get(id)?.status
    const [px, py] = at([x, y])
    if (status === undefined && frame.zoom < 16) continue
    context.beginPath()
    context.arc(px, py, radius, 0, 2 * Math.PI)
    context.fillStyle = palette.node
    context.fill()
    if (status !== undefined) ring(context, palette, px, py, status, frame.zoom)
  }
}

/** A node in progress has a whole ring, a finished one a ring of four parts. */
function ring(
  context: CanvasRenderingContext2D,
  palette: Palette,
  x: number,
  y: number,
  status: number,
  zoom: number,
): void {
  const isRunning = status === HIGHLIGHT.inProgress
  const radius = zoom >= 16 ? 18 : 10
  context.save()
  if (!isRunning) context.setLineDash([radius * 0.9, radius * 0.67])
  Object.assign(context, { strokeStyle: isRunning ? palette.inProgress : palette.finished, lineWidth: 3 })
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.stroke()
  context.restore()
}
