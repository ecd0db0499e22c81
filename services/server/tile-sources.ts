import type { TileSource as TileSourceSchema } from '@services/contract/areas/field/tiles'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

export type TileSource = Static<typeof TileSourceSchema>

/**
 * One entry of `LOAM_TILES`: a known kind (with its key), or `xyz` with an address of its own. Whatever else is given replaces
 * what the kind has.
 */
const Entry = Type.Object(
  {
    kind: Type.Union([Type.Literal('tianditu'), Type.Literal('gaode'), Type.Literal('xyz')]),
    /** Key that the maker of the tiles gave out; it is seen by whoever looks at the map. */
    token: Type.Optional(Type.String({ pattern: '^[\\w-]+$' })),
    key: Type.Optional(Type.String({ pattern: '^[\\w-]{1,64}$' })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    url: Type.Optional(Type.String({ pattern: '^https?://' })),
    datum: Type.Optional(
      Type.Union([
        Type.Literal('WGS84'),
        Type.Literal('CGCS2000'),
        Type.Literal('GCJ02'),
        Type.Literal('BD09'),
      ]),
    ),
    grid: Type.Optional(Type.Union([Type.Literal('mercator'), Type.Literal('degrees')])),
    subdomains: Type.Optional(Type.Array(Type.String({ pattern: '^[\\w-]*$' }))),
    minZoom: Type.Optional(Type.Integer({ minimum: 0, maximum: 24 })),
    maxNativeZoom: Type.Optional(Type.Integer({ minimum: 0, maximum: 24 })),
    attribution: Type.Optional(Type.String({ maxLength: 200 })),
    isDark: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
type Entry = Static<typeof Entry>

const PLAIN: Omit<TileSource, 'key' | 'name'> = {
  urls: [],
  datum: 'WGS84',
  grid: 'mercator',
  subdomains: [],
  minZoom: 0,
  maxNativeZoom: 18,
  attribution: '',
  isDark: false,
  isOwn: false,
}

/** What each kind has by itself (`design/field.md §1`): layers, datum, and where its pictures end. */
const KINDS: Readonly<Record<Entry['kind'], (entry: Entry) => Omit<TileSource, 'key'>>> = {
  tianditu: ({ token, grid }) => ({
    ...PLAIN,
    name: '天地图影像',
    urls: ['img', 'cia'].map((layer) => tiandituUrl(layer, token ?? '', grid === 'degrees' ? 'c' : 'w')),
    datum: 'CGCS2000',
    subdomains: ['0', '1', '2', '3', '4', '5', '6', '7'],
    attribution: '天地图',
    isDark: true,
  }),
  gaode: () => ({
    ...PLAIN,
    name: '高德卫星',
    urls: ['6', '8'].map(
      (style) => `https://webst0{s}.is.autonavi.com/appmaptile?style=${style}&x={x}&y={y}&z={z}`,
    ),
    datum: 'GCJ02',
    subdomains: ['1', '2', '3', '4'],
    attribution: '高德地图',
    isDark: true,
  }),
  xyz: ({ url, key }) => ({ ...PLAIN, name: key ?? 'XYZ', urls: url === undefined ? [] : [url] }),
}

/** @param matrix `w`: Web Mercator; `c`: degrees. */
function tiandituUrl(layer: string, token: string, matrix: 'w' | 'c'): string {
  const query =
    `SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default&TILEMATRIXSET=${matrix}` +
    `&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk=${token}`
  return `https://t{s}.tianditu.gov.cn/${layer}_${matrix}/wmts?${query}`
}

/** Reads `LOAM_TILES`: a JSON list of entries. Throws a sentence that says what is wrong with it. */
export function tileSourcesFrom(text: string | undefined): readonly TileSource[] {
  if (!text?.trim()) return []
  const entries = parsed(text)
  if (!Array.isArray(entries)) throw new Error('LOAM_TILES should be a JSON list of tile sources.')
  const sources = entries.map((entry: unknown, index) => sourceOf(entry, index))
  const keys = sources.map(({ key }) => key)
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice !== undefined) throw new Error(`LOAM_TILES has the key "${twice}" twice.`)
  return sources
}

function sourceOf(entry: unknown, index: number): TileSource {
  const place = `LOAM_TILES, entry ${index + 1}`
  const [fault] = Value.Errors(Entry, entry)
  if (fault) throw new Error(`${place}${fault.instancePath.replaceAll('/', '.')} ${fault.message}.`)
  const { kind, token, url, ...given } = entry as Entry
  if (kind === 'tianditu' && !token) throw new Error(`${place}: tianditu needs its "token".`)
  if (kind === 'xyz' && !url) throw new Error(`${place}: xyz needs its "url".`)
  const own = url === undefined ? {} : { urls: [url] }
  const source = { ...KINDS[kind](entry as Entry), ...own, ...given, key: given.key ?? kind }
  for (const address of source.urls)
    for (const mark of ['{z}', '{x}', '{y}'])
      if (!address.includes(mark)) throw new Error(`${place}: the url lacks ${mark}.`)
  return source
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`LOAM_TILES is no JSON: ${error instanceof Error ? error.message : error}.`)
  }
}

/** Scheme and host of every address that a browser fetches tiles from: what the content policy lets pictures come from. */
export function tileOrigins(sources: readonly TileSource[]): readonly string[] {
  const origins = sources.flatMap(({ urls, subdomains }) =>
    urls.flatMap((url) =>
      (url.includes('{s}') ? subdomains : ['']).map((s) => new URL(url.replace('{s}', s)).origin),
    ),
  )
  return [...new Set(origins)]
}
