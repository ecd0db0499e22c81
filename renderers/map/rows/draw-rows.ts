import type { CanvasFrame } from '../leaflet'
import { worldSize } from '../mercator'
import type { Placed } from './places'

/** How rows may look; what none of them is called is plain. */
export const TONES = ['success', 'warning', 'danger', 'muted'] as const
export type Tone = (typeof TONES)[number] | 'plain'

export interface RowsScene {
  readonly places: readonly Placed[]
  readonly toneOf: (index: number) => Tone
  readonly colours: Readonly<Record<Tone | 'edge' | 'grid', string>>
  readonly chosen: number | null
}

/** Pixels. */
const RADIUS = 6
const CHOSEN_RADIUS = 9
const GRID = 64
/** Around a dot, so that two beside each other are told apart. */
const EDGE = 2
/** Pixels of a dot for one of the screen: sharp on screens that have more. */
const SHARP = 2

/** Areas below lines below points, the chosen one above all. */
export function drawRows(frame: CanvasFrame, scene: RowsScene): void {
  drawGrid(frame, scene.colours.grid)
  for (const kind of ['area', 'line', 'point'] as const)
    for (const place of scene.places)
      if (place.kind === kind && place.index !== scene.chosen) drawPlace(frame, place, scene)
  const chosen = scene.places.find(({ index }) => index === scene.chosen)
  if (chosen) drawPlace(frame, chosen, scene)
}

/** Lines of a plan, which move with the ground. */
function drawGrid({ context, left, top, width, height }: CanvasFrame, colour: string): void {
  context.beginPath()
  context.strokeStyle = colour
  context.lineWidth = 1
  for (let x = GRID - (left % GRID); x < width; x += GRID) {
    context.moveTo(x, 0)
    context.lineTo(x, height)
  }
  for (let y = GRID - (top % GRID); y < height; y += GRID) {
    context.moveTo(0, y)
    context.lineTo(width, y)
  }
  context.stroke()
}

function drawPlace(frame: CanvasFrame, place: Placed, { colours, toneOf, chosen }: RowsScene): void {
  const { context, left, top, width, height } = frame
  const size = worldSize(frame.zoom)
  const { box } = place
  const margin = 2 * CHOSEN_RADIUS
  if (
    box.east * size - left < -margin ||
    box.west * size - left > width + margin ||
    box.south * size - top < -margin ||
    box.north * size - top > height + margin
  )
    return
  const isChosen = place.index === chosen
  const colour = colours[toneOf(place.index)]
  if (place.kind === 'point') {
    const radius = isChosen ? CHOSEN_RADIUS : RADIUS
    const dot = dotOf(colour, colours.edge, radius)
    const half = radius + EDGE
    for (const [x = 0, y = 0] of place.parts)
      context.drawImage(dot, x * size - left - half, y * size - top - half, 2 * half, 2 * half)
    return
  }
  context.beginPath()
  for (const part of place.parts) {
    for (let at = 0; at < part.length; at += 2) {
      const [x, y] = [(part[at] ?? 0) * size - left, (part[at + 1] ?? 0) * size - top]
      if (at === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    }
    if (place.kind === 'area') context.closePath()
  }
  context.lineJoin = 'round'
  if (place.kind === 'area') {
    context.globalAlpha = isChosen ? 0.5 : 0.25
    context.fillStyle = colour
    context.fill('evenodd')
    context.globalAlpha = 1
  }
  context.strokeStyle = colour
  context.lineWidth = isChosen ? 6 : 3
  context.stroke()
}

const dots = new Map<string, HTMLCanvasElement>()

/** A dot, drawn once for all points that look alike: thousands of circles are dear, thousands of pictures are not. */
function dotOf(colour: string, edge: string, radius: number): HTMLCanvasElement {
  const key = `${colour} ${edge} ${radius}`
  const known = dots.get(key)
  if (known) return known
  const half = radius + EDGE
  const dot = document.createElement('canvas')
  dot.width = 2 * half * SHARP
  dot.height = 2 * half * SHARP
  const context = dot.getContext('2d')
  if (context) {
    context.scale(SHARP, SHARP)
    context.arc(half, half, radius, 0, 2 * Math.PI)
    context.fillStyle = colour
    context.fill()
    context.strokeStyle = edge
    context.lineWidth = EDGE
    context.stroke()
  }
  dots.set(key, dot)
  return dot
}
