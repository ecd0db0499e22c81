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
const ZOOM = 16

/** What is drawn of a pipe with this mark: the offset of the dashes of each line. */
function dashes(mark: object, seconds = 0): number[] {
  const store = new FieldStore()
  store.load(farm, 0)
  const of = { lgzId: 'G1', status: 1, predictedFlow: 410, measuredFlow: null, hasWater: true }
  store.apply([{ layer: 'highlightPipes', id: PIPE, ...of, ...mark }], 0)
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
  it('moves where the run’s state says that there is any, also in a pipe that loses its pressure', () => {
    expect(dashes({})).toHaveLength(1)
    expect(dashes({}, 1)).not.toEqual(dashes({}, 1.3))
    expect(dashes({ status: 3 })).toHaveLength(1)
    expect(dashes({ hasWater: false })).toEqual([])
    expect(dashes({ status: 3, hasWater: false })).toEqual([])
  })

  it('is not drawn where the pipe’s own meter measures none', () => {
    expect(dashes({ measuredFlow: 0 })).toEqual([])
    expect(dashes({ measuredFlow: 410 })).toHaveLength(1)
  })
})
