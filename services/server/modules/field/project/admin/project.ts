import { areaOf } from '@runtime/field/outline'
import { sql } from 'kysely'
import { refuseHalfPlace } from './device'
import type { Entity, Input } from './entity'
import { OWN_PLACE, placeIn, refusePlace } from './place'
import { namesOf } from './references'
import { outlineColumn, outlineIn, outlineText, refuseOutline } from './shape'

/** A zone that this machine's calendar knows. */
function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const project: Entity = {
  name: 'fieldProject',
  table: 'project',
  thing: 'project',
  projectColumn: 'id',
  right: 'field.project',
  columns: {
    name: 'name',
    nameEn: 'name_en',
    longitude: 'longitude',
    latitude: 'latitude',
    defaultZoom: 'default_zoom',
    areaM2: 'area_m2',
    timeZone: 'time_zone',
    tileSource: 'tile_source',
    zgLevel: 'zg_level',
    sortCode: 'sort_code',
    enabledMark: 'enabled_mark',
  },
  filters: [],
  shown: {
    deviceCount: '(select count(*) from device where project_id = it.id and deleted_at is null)',
    gatewayCount: '(select count(*) from gateway where project_id = it.id and deleted_at is null)',
    ring: 'it.boundary',
  },
  check(_, input, refuse, before) {
    const { timeZone } = input
    if (typeof timeZone === 'string' && timeZone !== '' && !isZone(timeZone))
      refuse('timeZone', '@field.zoneUnknown')
    refuseHalfPlace(input, refuse)
    // Its boundary says where it is, unless it has been said besides.
    const place = placeIn(input, OWN_PLACE)
    const isMoved = place && (place[0] !== before?.['longitude'] || place[1] !== before['latitude'])
    refuseOutline(input, 'boundary', refuse, isMoved ? null : before, place)
  },
  extra: ({ nameEn, timeZone, tileSource, zgLevel, sortCode, ...input }, before) => ({
    ...outlineColumn(input, 'boundary', 'boundary', before),
    ...areaColumn(input),
    ...(nameEn === null && { name_en: '' }),
    ...(!timeZone && { time_zone: before?.['timeZone'] ?? 'Asia/Shanghai' }),
    ...(tileSource === null && { tile_source: '' }),
    ...(zgLevel === null && { zg_level: 3 }),
    ...(sortCode === null && { sort_code: 0 }),
  }),
  spread: ({ ring }) => ({ ring: undefined, boundary: outlineText(ring) }),
  uses: async (tx, { id }) => {
    const of = (table: string) =>
      namesOf(tx, sql`from ${sql.table(table)} where project_id = ${id} and deleted_at is null`)
    return [
      { text: '@field.use.gateway', names: await of('gateway') },
      { text: '@field.use.device', names: await of('device') },
      { text: '@field.use.pipe', names: await of('pipe') },
      { text: '@field.use.block', names: await of('block') },
      { text: '@field.use.group', names: await of('irrigation_group') },
    ]
  },
}

/** Who draws a boundary and gives no area has the one within it. */
function areaColumn(input: Input): Readonly<Record<string, unknown>> {
  const ring = (input['areaM2'] ?? null) === null ? outlineIn(input, 'boundary') : null
  return ring ? { area_m2: areaOf(ring) } : {}
}

export const gateway: Entity = {
  name: 'fieldGateway',
  table: 'gateway',
  thing: 'gateway',
  projectColumn: 'project_id',
  right: 'field.gateway',
  columns: {
    projectId: 'project_id',
    name: 'name',
    model: 'model',
    serial: 'serial',
    longitude: 'longitude',
    latitude: 'latitude',
    link: 'link',
    protocol: 'protocol',
    batteryUnit: 'battery_unit',
    keepaliveSec: 'keepalive_sec',
  },
  filters: [],
  shown: {
    isOnline: 'it.is_online::int',
    gatewayBattery: 'it.battery',
    rssi: 'it.rssi_dbm',
    firmware: 'it.firmware',
    lastSeen: '(extract(epoch from it.last_seen_at) * 1000)::float8',
    hasToken: "(it.token_hash <> '')::int",
    deviceCount: '(select count(*) from device where gateway_id = it.id and deleted_at is null)',
  },
  check(references, input, refuse, before) {
    refuseHalfPlace(input, refuse)
    refusePlace(references, input, refuse, before)
  },
  extra: ({ model, serial }) => ({
    ...(model === null && { model: '' }),
    ...(serial === null && { serial: '' }),
  }),
  uses: async (tx, { id }) => [
    {
      text: '@field.use.device',
      names: await namesOf(tx, sql`from device where gateway_id = ${id} and deleted_at is null`),
    },
  ],
  async gone(tx, { id }) {
    await sql`update gateway set is_online = false, died_at = now() where id = ${id}`.execute(tx)
  },
}
