import { CallError } from '@runtime/host'
import { map as createMap, type Map as LeafletMap } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { afterEach, describe, expect, it } from 'vitest'
import type { TileSource } from '../store/snapshot'
import { type LngLat, toDatum } from './datum'
import { GRIDS } from './grid'
import { ShiftedTiles } from './shifted-tiles'

const LOADING = { timeout: 45_000 }
/** The ripples of BD-09 are shorter than a tile, which follows in a straight line between its corners. */
const BD09_PIXELS = 3
const FARM: LngLat = [87.62, 43.81]

let view: LeafletMap | undefined
afterEach(() => {
  view?.getContainer().remove()
  view?.remove()
  view = undefined
})

const sourceOf = (more: Partial<TileSource>): TileSource => ({
  key: 'spec',
  name: '',
  urls: ['/tiles/{z}/{x}/{y}'],
  datum: 'WGS84',
  grid: 'mercator',
  subdomains: [],
  minZoom: 0,
  maxNativeZoom: 18,
  attribution: '',
  isDark: true,
  isOwn: true,
  ...more,
})

/** A picture of one pixel: what stands on a tile is of no account here, only where the tile lies. */
async function picture(): Promise<Blob> {
  const canvas = new OffscreenCanvas(1, 1)
  canvas.getContext('2d')?.fillRect(0, 0, 1, 1)
  return canvas.convertToBlob()
}

interface Shown {
  readonly requested: string[]
  readonly failures: () => number
}

function show(source: TileSource, zoom: number, fetch: (url: string) => Promise<Blob>): Shown {
  const place = document.createElement('div')
  Object.assign(place.style, { width: '800px', height: '600px' })
  document.body.append(place)
  view = createMap(place, { center: [FARM[1], FARM[0]], zoom, zoomAnimation: false, fadeAnimation: false })
  const requested: string[] = []
  let failures = 0
  const fetchTile = (url: string) => {
    requested.push(url)
    return fetch(url)
  }
  const layer = new ShiftedTiles(source.urls[0] ?? '', source, fetchTile, 20, () => {
    failures += 1
  })
  layer.addTo(view)
  return { requested, failures: () => failures }
}

const tiles = () => [...document.querySelectorAll<HTMLImageElement>('.leaflet-tile-loaded')]

/** Pixel of the page at which the tiles show a place, by the tile that holds it and where on that tile it is. */
function shownAt(place: LngLat, { datum, grid }: TileSource, zoom: number, requested: readonly string[]) {
  const [column, row] = GRIDS[grid].at(toDatum(place, datum), zoom)
  const [x, y] = [Math.floor(column), Math.floor(row)]
  expect(requested).toContain(`/tiles/${zoom}/${x}/${y}`)
  // Leaflet tells nowhere which picture is which: the one that lies over the place is found by its neighbours' corners.
  const candidates = tiles().map((tile) => {
    const { left, top, width, height } = tile.getBoundingClientRect()
    return [left + width * (column - x), top + height * (row - y)] as const
  })
  const [wantedX, wantedY] = pixelOf(place)
  const far = ([px, py]: readonly [number, number]) => Math.hypot(px - wantedX, py - wantedY)
  return Math.min(...candidates.map(far))
}

function pixelOf([lng, lat]: LngLat): readonly [number, number] {
  const { left, top } = view?.getContainer().getBoundingClientRect() ?? new DOMRect()
  const point = view?.latLngToContainerPoint([lat, lng])
  return [left + (point?.x ?? 0), top + (point?.y ?? 0)]
}

describe('tiles under data', () => {
  it.each([
    ['WGS84', 'mercator', 14],
    ['GCJ02', 'mercator', 14],
    ['GCJ02', 'mercator', 17],
    ['BD09', 'mercator', 16],
    ['CGCS2000', 'degrees', 12],
    ['CGCS2000', 'degrees', 17],
    ['GCJ02', 'degrees', 15],
  ] as const)('of %s in %s show at zoom %i every place where the data have it', async (datum, grid, zoom) => {
    const source = sourceOf({ datum, grid })
    const { requested } = show(source, zoom, picture)
    await expect.poll(() => tiles().length, LOADING).toBe(requested.length)
    for (const [east, north] of [
      [0, 0],
      [0.3, 0.2],
      [-0.3, -0.25],
    ] as const) {
      const span = 360 / 2 ** zoom
      const place: LngLat = [FARM[0] + east * span, FARM[1] + north * span]
      expect(shownAt(place, source, zoom, requested)).toBeLessThan(datum === 'BD09' ? BD09_PIXELS : 1)
    }
  })

  it.each(['mercator', 'degrees'] as const)('of %s fill the view, each beside the next', async (grid) => {
    const { requested } = show(sourceOf({ datum: 'GCJ02', grid }), 15, picture)
    await expect.poll(() => tiles().length, LOADING).toBe(requested.length)
    const boxes = tiles().map((tile) => tile.getBoundingClientRect())
    const place = view?.getContainer().getBoundingClientRect() ?? new DOMRect()
    for (let x = place.left + 5; x < place.right; x += 40)
      for (let y = place.top + 5; y < place.bottom; y += 40) {
        // A corner lies on a whole pixel, so that an edge is true to one.
        const isCovered = boxes.some(
          (box) => x >= box.left - 1 && x < box.right + 1 && y >= box.top - 1 && y < box.bottom + 1,
        )
        expect(isCovered, `a tile over ${x}, ${y}`).toBe(true)
      }
  })

  it('are enlarged beyond the last zoom that the source has', async () => {
    const { requested } = show(sourceOf({ maxNativeZoom: 16 }), 18, picture)
    await expect.poll(() => tiles().length, LOADING).toBe(requested.length)
    expect(requested.every((url) => url.startsWith('/tiles/16/'))).toBe(true)
    expect(tiles()[0]?.getBoundingClientRect().width).toBeCloseTo(1024, 0)
  })
})

describe('a source of tiles', () => {
  it('has failed where not one can be had', async () => {
    const { failures } = show(sourceOf({}), 14, () => Promise.reject(new CallError(0, '网络异常')))
    await expect.poll(failures, LOADING).toBe(1)
  })

  it('has not failed where some can be had', async () => {
    let turn = 0
    const { failures, requested } = show(sourceOf({}), 14, () => {
      turn += 1
      return turn === 1 ? picture() : Promise.reject(new CallError(0, '网络异常'))
    })
    await expect.poll(() => tiles().length, LOADING).toBe(1)
    // Every one that was asked for has been answered before the view has come to rest.
    await expect.poll(() => requested.length, LOADING).toBeGreaterThan(1)
    expect(failures()).toBe(0)
  })

  it('has not failed where it ends: a tile that it does not have is none', async () => {
    const { failures, requested } = show(sourceOf({}), 14, () =>
      Promise.reject(new CallError(4041, '不存在')),
    )
    await expect.poll(() => tiles().length, LOADING).toBe(requested.length)
    expect(failures()).toBe(0)
  })
})
