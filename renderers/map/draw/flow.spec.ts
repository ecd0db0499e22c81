import { describe, expect, it } from 'vitest'
import type { CanvasFrame } from '../leaflet'
import { latY, lngX, worldSize } from '../mercator'
import { snapshotOf } from '../specs/fixture'
import { smallFarm } from '../specs/small-farm'
import { FieldStore } from '../store/field-store'
import { drawFlow } from './flow'
import { networkOnMap } from './network'
import { paletteOf } from './palette'

const farm = snapshotOf(smallFarm)
const PIPE = farm.mainPipes[0]?.id ?? ''
const NODE = farm.mainPipes[0]?.fggVos[0]?.nodeVos[0]?.id ?? ''
const ZOOM = 16

/** What is drawn of pipes with these marks: the offset of the dashes of each line. */
function dashes(pipeStatus: number, nodeStatus: number, seconds: number): number[] {
  const store = new FieldStore()
  store.load(farm, 0)
  const of = { lgzId: 'G1', predictedFlow: 410, measuredFlow: null }
  store.apply(
    [
      { layer: 'highlightPipes', id: PIPE, status: pipeStatus, ...of },
      { layer: 'highlightNodes', id: NODE, status: nodeStatus, ...of },
    ],
    0,
  )
  const drawn: number[] = []
  const context = {
    lineDashOffset: 0,
    setLineDash: () => undefined,
    beginPath: () => undefined,
    moveTo: () => undefined,
    lineTo: () => undefined,
    stroke: () => drawn.push(context.lineDashOffset),
  }
  const world = worldSize(ZOOM)
  const frame = {
    context: context as unknown as CanvasRenderingContext2D,
    zoom: ZOOM,
    left: lngX(farm.longitude ?? 0) * world - 2000,
    top: latY(farm.latitude ?? 0) * world - 2000,
    width: 4000,
    height: 4000,
  } satisfies CanvasFrame
  const palette = paletteOf(false, 'plan')
  const layers = new Set(['mains', 'subMains', 'laterals'] as const)
  drawFlow(frame, { network: networkOnMap(store.plan), store, palette, layers, isStill: false }, seconds)
  return drawn
}

describe('water in the pipes', () => {
  it('runs where a group is in progress, and rests where it is finished', () => {
    expect(dashes(1, 1, 0)).toHaveLength(1)
    expect(dashes(1, 1, 1)).not.toEqual(dashes(1, 1, 1.3))
    expect(dashes(2, 2, 0)).toEqual([])
  })

  it('runs on in a pipe that loses its pressure while its group runs, and no longer', () => {
    expect(dashes(3, 1, 0)).toHaveLength(1)
    expect(dashes(3, 2, 0)).toEqual([])
  })
})
