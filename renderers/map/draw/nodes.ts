import { HIGHLIGHT } from '@runtime/field/kinds'
import type { CanvasFrame } from '../leaflet'
import { boxOf, type NetworkScene, pixel } from './network'
import type { Palette } from './palette'

/** Zoom from which every node is drawn, and from which a marked one has room for a ring around its valve; nearer it is larger. */
const NODES_FROM = 16
const RINGS_FROM = 15

/** Nodes; those that a run marks are seen at every zoom, far away as small marks. */
export function drawNodes(frame: CanvasFrame, { network, store, palette }: NetworkScene): void {
  const { context, zoom } = frame
  if (zoom < NODES_FROM && store.highlightNodes.size === 0) return
  const [view, at] = [boxOf(frame), pixel(frame)]
  for (const { id, x, y } of network.nodes) {
    if (x < view[0] || x > view[2] || y < view[1] || y > view[3]) continue
    const status = store.highlightNodes.get(id)?.status
    if (status === undefined && zoom < NODES_FROM) continue
    const [px, py] = at([x, y])
    if (status !== undefined && zoom < RINGS_FROM) {
      mark(context, palette, px, py, status, zoom)
      continue
    }
    context.beginPath()
    context.arc(px, py, zoom >= 17 ? 4 : 3, 0, 2 * Math.PI)
    context.fillStyle = palette.node
    context.fill()
    if (status !== undefined) ring(context, palette, px, py, status, zoom)
  }
}

const colourOf = (palette: Palette, status: number) =>
  status === HIGHLIGHT.inProgress ? palette.inProgress : palette.finished

/** Far away: in progress a disc, finished a circle with a hole. */
function mark(
  context: CanvasRenderingContext2D,
  palette: Palette,
  x: number,
  y: number,
  status: number,
  zoom: number,
): void {
  const radius = zoom >= 13 ? 4 : 2.5
  const colour = colourOf(palette, status)
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = status === HIGHLIGHT.inProgress ? colour : palette.casing
  context.fill()
  Object.assign(context, { strokeStyle: colour, lineWidth: 1.5 })
  context.stroke()
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
  const radius = zoom >= NODES_FROM ? 18 : 10
  context.save()
  if (status !== HIGHLIGHT.inProgress) context.setLineDash([radius * 0.9, radius * 0.67])
  Object.assign(context, { strokeStyle: colourOf(palette, status), lineWidth: 3 })
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.stroke()
  context.restore()
}
