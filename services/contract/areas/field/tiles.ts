import { Type } from 'typebox'
import { defineCall } from '../../call'
import { ANSWER_LIMIT } from '../../limits'

const FIELD = '/api/fieldManagement'

/**
 * A source of background tiles. `datum` is that of its pictures: the map shifts the tiles, never the data. The addresses hold
 * `{z}`, `{x}`, `{y}` and `{s}`; later ones are laid over earlier ones (place names over imagery).
 */
export const TileSource = Type.Object({
  key: Type.String(),
  name: Type.String(),
  urls: Type.Array(Type.String()),
  datum: Type.Union([
    Type.Literal('WGS84'),
    Type.Literal('CGCS2000'),
    Type.Literal('GCJ02'),
    Type.Literal('BD09'),
  ]),
  /**
   * How its tiles divide the earth: by Web Mercator (Tianditu's `w`, XYZ), or by degrees of latitude and longitude (EPSG:4490 and
   * 4326, Tianditu's `c`): at zoom z a tile is 360/2^z degrees wide and high, and the first row begins at 90° north.
   */
  grid: Type.Union([Type.Literal('mercator'), Type.Literal('degrees')]),
  subdomains: Type.Array(Type.String()),
  minZoom: Type.Integer(),
  /** Beyond it, its last pictures are enlarged. */
  maxNativeZoom: Type.Integer(),
  attribution: Type.String(),
  /** Dark pictures (imagery): pipes and names are drawn light on them. */
  isDark: Type.Boolean(),
  /** Served by this server, to whom is signed in. */
  isOwn: Type.Boolean(),
})

/** Background tiles of the map (`design/field.md §1`). */
export const tileCalls = {
  'fieldManagement.tileSources': defineCall({
    name: 'fieldManagement.tileSources',
    method: 'GET',
    path: `${FIELD}/tileSources`,
    summary: 'Sources of background tiles that this installation has',
    response: Type.Object({ list: Type.Array(TileSource) }),
  }),
  'fieldManagement.tile': defineCall({
    name: 'fieldManagement.tile',
    method: 'GET',
    path: `${FIELD}/tiles/:source/:z/:x/:y`,
    summary: 'One tile of a source that this server keeps itself',
    params: Type.Object({
      source: Type.String({ maxLength: 64, pattern: '^[\\w-]{1,64}$' }),
      z: Type.Integer({ minimum: 0, maximum: 24 }),
      x: Type.Integer({ minimum: 0 }),
      y: Type.Integer({ minimum: 0 }),
    }),
    response: Type.Any(),
    wire: 'binary',
    answerLimit: ANSWER_LIMIT,
  }),
} as const
