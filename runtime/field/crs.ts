/** Codes of the systems whose places are taken as they are: WGS 84, and CGCS2000, which lies within a metre of it. */
const TAKEN = ['4326', '4490', 'CRS84', 'CRS84H', 'WGS84']
/** Characters of a name that are said. */
const SAID = 80

/**
 * The reference system that a GeoJSON object says its places are in (`crs`, which GeoJSON of 2008 had and exporters still write),
 * where that is neither WGS 84 nor CGCS2000: `EPSG:3857`. Null: it says nothing, or one of those.
 */
export function foreignCrs(crs: unknown): string | null {
  if (crs === undefined || crs === null) return null
  const { name, code, href } =
    (crs as { properties?: Readonly<Record<string, unknown>> | null }).properties ?? {}
  const told = [name, code, href, crs].find((one) => typeof one === 'string' || typeof one === 'number')
  const said = told === undefined ? JSON.stringify(crs) : String(told).trim()
  // `urn:ogc:def:crs:EPSG::3857`, `EPSG:3857`, `http://www.opengis.net/def/crs/EPSG/0/3857`
  const last = said.split(/[:/#]/).at(-1)?.replaceAll(' ', '').toUpperCase() ?? ''
  if (TAKEN.includes(last)) return null
  return /^\d+$/.test(last) ? `EPSG:${last}` : said.slice(0, SAID)
}
