import { HIGHLIGHT } from '@runtime/field/kinds'
import type { CanvasFrame } from '../leaflet'
import { type DrawnPipe, type NetworkScene, type Place, pipeWidth, pixel, shownPipes } from './network'
import { carriesWater } from './running'

/** Pipes by their levels, the marked ones over the others of theirs. */
export function drawPipes(frame: CanvasFrame, scene: NetworkScene): void {
  const { context } = frame
  const { palette, store } = scene
  const at = pixel(frame)
  const pipes = shownPipes(frame, scene)
  outlineChosen(frame, scene, pipes)
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
      for (const { pipe, line } of own) {
        const mark = store.highlightPipes.get(pipe.id)
        if (mark && carriesWater(mark)) arrows(context, line.map(at), palette.flow, width)
      }
    }
  }
}

/** The way of a chosen group's water: an edge around its pipes, below all of them, so that what these carry is still seen. */
function outlineChosen(
  frame: CanvasFrame,
  { palette, chosen }: NetworkScene,
  pipes: readonly DrawnPipe[],
): void {
  if (!chosen || chosen.size === 0) return
  const { context } = frame
  const at = pixel(frame)
  context.lineCap = 'round'
  for (const level of [3, 2, 1]) {
    const own = pipes.filter(({ pipe }) => pipe.level === level && chosen.has(pipe.id))
    if (own.length > 0) stroke(context, own, at, palette.chosen, pipeWidth(level, frame.zoom) + 7)
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
  for (const { line } of pipes) trace(context, line.map(at))
  Object.assign(context, { strokeStyle: colour, lineWidth: width })
  context.stroke()
}

/** A line over all its places. */
export function trace(context: CanvasRenderingContext2D, places: readonly Place[]): void {
  for (const [index, [x, y]] of places.entries()) {
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
}

function arrows(
  context: CanvasRenderingContext2D,
  places: readonly Place[],
  colour: string,
  width: number,
): void {
  const size = Math.max(3, width * 0.7)
  Object.assign(context, { strokeStyle: colour, lineWidth: 1.8 })
  for (const [index, to] of places.entries()) {
    const from = places[index - 1]
    if (!from) continue
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0])
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
}
