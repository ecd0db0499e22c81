import { describe, expect, it } from 'vitest'
import type { CanvasFrame } from '../leaflet'
import { latY, lngX, worldSize } from '../mercator'
import { snapshotOf } from '../specs/fixture'
import { smallFarm } from '../specs/small-farm'
import { FieldStore } from '../store/field-store'
import type { FieldSnapshot } from '../store/snapshot'
import { chosenGround } from './chosen'
import { drawGround } from './ground'
import { networkOnMap } from './network'
import { paletteOf } from './palette'

const farm = snapshotOf(smallFarm)
const palette = paletteOf(false, 'plan')
const MAIN = farm.mainPipes[0]
const LATERAL = 'Z-1'
const NODE = MAIN?.fggVos[0]?.nodeVos[0] ?? { id: '', lng: 0, lat: 0 }

/** Everything that is stroked or filled around the node at a zoom: in which colour, along which points of the canvas. */
function drawnAt(zoom: number, store: FieldStore, chosen?: ReadonlySet<string>) {
  const drawn: { readonly colour: string; readonly points: readonly (readonly [number, number])[] }[] = []
  let points: (readonly [number, number])[] = []
  const put = (x: number, y: number) => points.push([x, y])
  const nothing = () => undefined
  const context = {
    strokeStyle: '',
    fillStyle: '',
    setLineDash: nothing,
    save: nothing,
    restore: nothing,
    closePath: nothing,
    beginPath: () => {
      points = []
    },
    moveTo: put,
    lineTo: put,
    arc: put,
    stroke: () => drawn.push({ colour: context.strokeStyle, points }),
    fill: () => drawn.push({ colour: context.fillStyle, points }),
  }
  const world = worldSize(zoom)
  const frame = {
    context: context as unknown as CanvasRenderingContext2D,
    zoom,
    left: lngX(NODE.lng) * world - 2000,
    top: latY(NODE.lat) * world - 2000,
    width: 4000,
    height: 4000,
  } satisfies CanvasFrame
  const layers = new Set(['mains', 'subMains', 'laterals', 'nodes'] as const)
  drawGround(frame, { network: networkOnMap(store.plan), store, palette, layers, isStill: false, chosen })
  return drawn
}

function storeOf(snapshot: FieldSnapshot): FieldStore {
  const store = new FieldStore()
  store.load(snapshot, 0)
  return store
}

const mark = (layer: 'highlightNodes' | 'highlightPipes', id: string, status: number) => ({
  ...{ layer, id, status, lgzId: 'G1', predictedFlow: null, measuredFlow: null },
})

describe('the ground', () => {
  it('draws a pipe over its bends', () => {
    if (!MAIN) throw new Error('The farm has no main pipe')
    const { startLongitude, startLatitude, endLongitude, endLatitude } = MAIN
    const bend = [(startLongitude + endLongitude) / 2, startLatitude + 0.002]
    const path = [[startLongitude, startLatitude], bend, [endLongitude, endLatitude]]
    const corners = (snapshot: FieldSnapshot) =>
      drawnAt(14, storeOf(snapshot)).find(({ colour }) => colour === palette.pipes[0])?.points.length
    const straight = { ...farm, mainPipes: [{ ...MAIN, fggVos: [] }] }
    expect(corners(straight)).toBe(2)
    expect(corners({ ...straight, mainPipes: [{ ...MAIN, path, fggVos: [] }] })).toBe(3)
  })

  it('draws the boundary of the project, where somebody has drawn it', () => {
    const boundary = [
      [87.6, 43.8],
      [87.64, 43.8],
      [87.64, 43.83],
      [87.6, 43.8],
    ]
    const rings = (snapshot: FieldSnapshot) =>
      drawnAt(14, storeOf({ ...snapshot, mainPipes: [] })).filter(({ points }) => points.length === 4)
    expect(rings(farm)).toEqual([])
    expect(rings({ ...farm, boundary })).toHaveLength(1)
  })

  const lateral = {
    ...{ id: LATERAL, name: '支管', parentId: null, level: 3, diameter: 90, sort: 1, path: null },
    ...{ startLongitude: NODE.lng, startLatitude: NODE.lat },
    ...{ endLongitude: NODE.lng + 0.001, endLatitude: NODE.lat },
  }

  it('outlines the pipes of the chosen group at every zoom, the finest too, in a colour of its own', () => {
    const branch = MAIN?.fggVos[0]?.id ?? ''
    const store = storeOf({ ...farm, laterals: [{ ...lateral, parentId: branch }] })
    const { pipes } = chosenGround(store.plan, [NODE.id])
    expect([...pipes].sort()).toEqual([MAIN?.id, branch].sort())
    for (let zoom = 5; zoom <= 20; zoom += 1) {
      const outlined = (chosen: ReadonlySet<string>) =>
        drawnAt(zoom, store, chosen).filter(({ colour }) => colour === palette.chosen).length
      expect(outlined(new Set()), `${zoom} without`).toBe(0)
      expect(outlined(pipes), `${zoom} with`).toBeGreaterThan(0)
      expect(outlined(new Set([LATERAL])), `${zoom} lateral`).toBeGreaterThan(0)
    }
    for (const one of [palette, paletteOf(true, 'plan'), paletteOf(true, 'imagery')])
      expect([one.inProgress, one.finished, one.lowPressure, ...one.pipes]).not.toContain(one.chosen)
  })

  it.each([
    [1, palette.inProgress],
    [2, palette.finished],
  ])('shows nodes and pipes of highlight %i at every zoom', (status, colour) => {
    for (let zoom = 5; zoom <= 20; zoom += 1) {
      const store = storeOf({ ...farm, laterals: [lateral] })
      const coloured = () => drawnAt(zoom, store).filter((one) => one.colour === colour).length
      expect(coloured(), `${zoom} without`).toBe(0)
      store.apply([mark('highlightNodes', NODE.id, status)], 0)
      const nodes = coloured()
      expect(nodes, `${zoom} node`).toBeGreaterThan(0)
      store.apply([mark('highlightPipes', LATERAL, status)], 0)
      expect(coloured(), `${zoom} pipe`).toBeGreaterThan(nodes)
      store.apply([mark('highlightNodes', NODE.id, 0), mark('highlightPipes', LATERAL, 0)], 0)
      expect(coloured(), `${zoom} taken away`).toBe(0)
    }
  })
})
