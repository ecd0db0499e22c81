import type { CanvasFrame } from '../leaflet'
import { metresOfPixel, worldSize, yLat } from '../mercator'
import { boxOf, type NetworkScene, type Place, pixel, touches } from './network'
import { drawNodes } from './nodes'
import type { Palette } from './palette'
import { drawPipes } from './pipes'

/** Draws the ground that does not move: grid, blocks, pipes, nodes. */
export function drawGround(frame: CanvasFrame, scene: NetworkScene): void {
  drawGrid(frame, scene.palette)
  if (scene.layers.has('blocks')) drawBlocks(frame, scene)
  drawBoundary(frame, scene)
  drawPipes(frame, scene)
  if (scene.layers.has('nodes')) drawNodes(frame, scene)
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

/** Where the project ends: a dashed line, so that nobody takes it for a pipe. */
function drawBoundary(frame: CanvasFrame, { network, palette }: NetworkScene): void {
  if (network.boundary.length === 0) return
  const { context } = frame
  context.save()
  context.beginPath()
  outline(context, network.boundary.map(pixel(frame)))
  Object.assign(context, { strokeStyle: palette.node, lineWidth: 1.5 })
  context.setLineDash([8, 5])
  context.stroke()
  context.restore()
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
