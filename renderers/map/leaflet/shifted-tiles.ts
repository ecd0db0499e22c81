import { CallError } from '@runtime/host'
import { FIELD_CODE } from '@services/client'
import {
  Bounds,
  type Coords,
  DomUtil,
  type DoneCallback,
  LatLng,
  type Point,
  point,
  type TileEvent,
  TileLayer,
} from 'leaflet'
import type { TileSource } from '../store/snapshot'
import { type Datum, fromDatum, toDatum } from './datum'
import { GRIDS, type GridName } from './grid'

export type FetchTile = (url: string, signal: AbortSignal) => Promise<Blob>

/** Parts of Leaflet's grid that have no types: the level of tiles that is shown, and its zoom. */
interface Grid {
  readonly _level: { readonly origin: Point }
  readonly _tileZoom: number
}

/**
 * Tiles of any datum and grid under data that are WGS-84: each tile is laid between the true places of its corners, so that
 * neighbours meet and the error stays below half a pixel at every zoom (of degrees, from zoom 10 on; of BD-09, whose ripples are shorter than a tile, below three). Tiles of our own server
 * are fetched with the session.
 */
export class ShiftedTiles extends TileLayer {
  private readonly datum: Datum
  private readonly grid: GridName
  /** Whether tiles lie where Leaflet itself would lay them. */
  private readonly isPlain: boolean
  private readonly shown = new Set<HTMLElement>()
  private readonly fetchTile: FetchTile | null
  private readonly loads = new WeakMap<HTMLElement, AbortController>()

  /** @param onFailed told when a view has come to rest of which no tile could be had. */
  constructor(
    url: string,
    source: TileSource,
    fetchTile: FetchTile | null,
    maxZoom: number,
    onFailed: () => void,
  ) {
    super(url, {
      minZoom: source.minZoom,
      maxZoom,
      maxNativeZoom: source.maxNativeZoom,
      subdomains: source.subdomains.length > 0 ? [...source.subdomains] : 'abc',
      attribution: escaped(source.attribution),
      keepBuffer: 1,
    })
    this.datum = source.datum
    this.grid = source.grid
    this.isPlain = source.grid === 'mercator' && (source.datum === 'WGS84' || source.datum === 'CGCS2000')
    this.fetchTile = source.isOwn ? fetchTile : null
    this.on('tileloadstart', ({ tile, coords }: TileEvent) => this.fit(tile, coords))
    this.on('tileload', ({ tile }: TileEvent) => this.shown.add(tile))
    this.on('tileunload', ({ tile }: TileEvent) => {
      this.loads.get(tile)?.abort()
      this.shown.delete(tile)
    })
    this.on('load', () => this.shown.size === 0 && onFailed())
  }

  protected override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const { fetchTile } = this
    if (!fetchTile) return super.createTile(coords, done)
    const tile = document.createElement('img')
    tile.alt = ''
    const load = new AbortController()
    this.loads.set(tile, load)
    void this.load(tile, fetchTile(this.getTileUrl(coords), load.signal), done)
    return tile
  }

  private async load(tile: HTMLImageElement, fetched: Promise<Blob>, done: DoneCallback): Promise<void> {
    try {
      const url = URL.createObjectURL(await fetched)
      const end = (error?: Error) => {
        URL.revokeObjectURL(url)
        done(error, tile)
      }
      tile.onload = () => end()
      tile.onerror = () => end(new Error('The tile is no picture.'))
      tile.src = url
    } catch (error) {
      // A set of tiles ends somewhere: where it has none, there is nothing to show and nothing has failed.
      const isNone = error instanceof CallError && error.code === FIELD_CODE.notFound
      done(isNone ? undefined : (error as Error), tile)
    }
  }

  /** Which tiles are needed: those that the view has on the tiles' own datum. */
  _getTiledPixelBounds(center: LatLng): Bounds {
    const [lng, lat] = toDatum([center.lng, center.lat], this.datum)
    const bounds = inherited(this, '_getTiledPixelBounds', new LatLng(lat, lng))
    // The shift differs by a few pixels from the centre to the edges.
    return this.isPlain || !bounds.min || !bounds.max
      ? bounds
      : new Bounds(bounds.min.subtract([8, 8]), bounds.max.add([8, 8]))
  }

  /** Columns and rows of the grid that pixels of the map, at the zoom of the tiles, lie in. */
  _pxBoundsToTileRange(bounds: Bounds): Bounds {
    const { min, max } = bounds
    if (this.grid === 'mercator' || !min || !max) return inherited(this, '_pxBoundsToTileRange', bounds)
    const zoom = (this as unknown as Grid)._tileZoom
    const at = (pixel: Point) => {
      const { lng, lat } = this._map.unproject(pixel, zoom)
      return GRIDS[this.grid].at([lng, lat], zoom)
    }
    const [[left, top], [right, bottom]] = [at(min), at(max)]
    return new Bounds([Math.floor(left), Math.floor(top)], [Math.ceil(right) - 1, Math.ceil(bottom) - 1])
  }

  _getTilePos(coords: Coords): Point {
    return this.corner(coords, 0)
  }

  /** A tile ends where its neighbour begins. */
  private fit(tile: HTMLElement, coords: Coords): void {
    const from = this.corner(coords, 0)
    const to = this.corner(coords, 1)
    tile.style.width = `${to.x - from.x}px`
    tile.style.height = `${to.y - from.y}px`
    DomUtil.setPosition(tile, from)
  }

  private corner({ x, y, z }: Coords, further: 0 | 1): Point {
    const { x: width, y: height } = this.getTileSize()
    const { origin } = (this as unknown as Grid)._level
    if (this.isPlain) return point((x + further) * width, (y + further) * height).subtract(origin)
    const shown = GRIDS[this.grid].place(x + further, y + further, z)
    const [lng, lat] = fromDatum(shown, this.datum)
    return this._map.project(new LatLng(lat, lng), z).subtract(origin).round()
  }
}

/** What Leaflet itself answers, of the parts that have no types. */
function inherited(
  layer: TileLayer,
  method: '_getTiledPixelBounds' | '_pxBoundsToTileRange',
  input: LatLng | Bounds,
): Bounds {
  type Untyped = Readonly<Record<typeof method, (input: LatLng | Bounds) => Bounds>>
  return (TileLayer.prototype as unknown as Untyped)[method].call(layer, input)
}

/** Leaflet writes attributions as HTML. */
function escaped(text: string): string {
  const place = document.createElement('span')
  place.textContent = text
  return place.innerHTML
}
