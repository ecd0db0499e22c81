import { velocity } from '@runtime/field/hydraulics'
import type { CanvasFrame } from '../leaflet'
import type { Highlight, PipeLine } from '../store/snapshot'
import { type NetworkScene, pipeWidth, pixel, shownPipes } from './network'
import { trace } from './pipes'
import { carriesWater } from './running'

/** Pixels a second that dashes move for each metre a second of the water. */
export const DASH_SPEED = 24
const DASH = 10
const GAP = 14

/** Metres a second of the water in a pipe; null where its flow or its diameter is not known: nothing moves then. */
export function velocityOf(
  pipe: PipeLine,
  highlight: Pick<Highlight, 'measuredFlow' | 'predictedFlow'>,
): number | null {
  const flow = highlight.measuredFlow ?? highlight.predictedFlow
  if (flow === null || flow === undefined || !pipe.diameter) return null
  return velocity(flow, pipe.diameter)
}

/**
 * Dashes along the pipes that carry water, each at the speed of its own water. Answers whether anything moves.
 * @param seconds since whenever.
 */
export function drawFlow(frame: CanvasFrame, scene: NetworkScene, seconds: number): boolean {
  const { context } = frame
  const at = pixel(frame)
  let moves = false
  context.lineCap = 'butt'
  for (const { pipe, line } of shownPipes(frame, scene)) {
    const highlight = scene.store.highlightPipes.get(pipe.id)
    if (!highlight || !carriesWater(highlight)) continue
    const speed = velocityOf(pipe, highlight) ?? 0
    moves ||= speed > 0
    context.setLineDash([DASH, GAP])
    context.lineDashOffset = -((seconds * speed * DASH_SPEED) % (DASH + GAP))
    Object.assign(context, {
      strokeStyle: scene.palette.flow,
      lineWidth: Math.max(1.2, pipeWidth(pipe.level, frame.zoom) * 0.55),
    })
    context.beginPath()
    trace(context, line.map(at))
    context.stroke()
  }
  context.setLineDash([])
  return moves
}
