import { expect, it } from 'vitest'
import { foreignCrs } from './crs'

const named = (name: unknown) => ({ type: 'name', properties: { name } })

it.each([
  undefined,
  null,
  named('urn:ogc:def:crs:OGC:1.3:CRS84'),
  named('urn:ogc:def:crs:EPSG::4326'),
  named('EPSG:4326'),
  named('epsg:4490'),
  named('http://www.opengis.net/def/crs/OGC/1.3/CRS84'),
  named('WGS 84'),
  { type: 'EPSG', properties: { code: 4326 } },
  'EPSG:4326',
])('%j is taken as it is', (crs) => {
  expect(foreignCrs(crs)).toBeNull()
})

it.each([
  [named('urn:ogc:def:crs:EPSG::3857'), 'EPSG:3857'],
  [named('EPSG:900913'), 'EPSG:900913'],
  [named('http://www.opengis.net/def/crs/EPSG/0/4547'), 'EPSG:4547'],
  [{ type: 'EPSG', properties: { code: 3857 } }, 'EPSG:3857'],
  [named('Xian 1980 / Gauss-Kruger'), 'Xian 1980 / Gauss-Kruger'],
  [{ type: 'link', properties: {} }, '{"type":"link","properties":{}}'],
])('%j is said: %s', (crs, name) => {
  expect(foreignCrs(crs)).toBe(name)
})
