import { sql } from 'kysely'
import type { Entity, Input } from './entity'
import { living, namesOf } from './look'

/** Members of `device.settings` that a form has, by kind. */
const VALVE = ['travelSec', 'maxRunSec', 'batteryFloor'] as const
const GAUGE = ['place', 'pipeId', 'chainageM'] as const
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  VALVE_TWB: [...VALVE, 'designFlowA', 'designFlowB'],
  VALVE_MAIN: [...VALVE, 'mainPipeId', 'chainageM'],
  FERT_VALVE: [...VALVE],
  SOIL: ['blockId', 'fieldCapacity', 'wiltingPoint'],
  PUMP: ['ratedM3h', 'ratedHeadM', 'ratedKw'],
  PRESSURE: GAUGE,
  FLOW: GAUGE,
}
/** Of a three-way valve's angle table. */
const ANGLES = {
  closed: 'angleClosed',
  a: 'angleA',
  b: 'angleB',
  both: 'angleBoth',
  tolerance: 'angleTolerance',
} as const

export const device: Entity = {
  name: 'fieldDevice',
  table: 'device',
  projectColumn: 'project_id',
  right: 'field.device',
  columns: {
    projectId: 'project_id',
    gatewayId: 'gateway_id',
    kind: 'kind',
    name: 'name',
    longitude: 'longitude',
    latitude: 'latitude',
    elevationM: 'elevation_m',
    nodeId: 'node_id',
    linkClass: 'link_class',
    uplinkEverySec: 'uplink_every_sec',
    enabledMark: 'enabled_mark',
  },
  filters: ['gatewayId', 'kind'],
  shown: {
    settings: 'it.settings',
    gatewayName: '(select name from gateway where id = it.gateway_id)',
    nodeName: '(select name from pipe_node where id = it.node_id)',
    maintenanceReason: "it.maintenance ->> 'reason'",
    maintenanceBy: "it.maintenance ->> 'byName'",
    deviceState: `case when coalesce((select state from device_live where device_id = it.id), 1) = 0
      and it.maintenance is not null then 3
      else coalesce((select state from device_live where device_id = it.id), 1) end`,
    lastSeen:
      '(select (extract(epoch from last_seen_at) * 1000)::float8 from device_live where device_id = it.id)',
  },
  async check(tx, input, refuse, before) {
    const { projectId, gatewayId, nodeId } = input
    if (before && input['kind'] !== before['kind']) refuse('kind', '@field.kindStays')
    if (!(await living(tx, 'gateway', projectId, gatewayId))) refuse('gatewayId', '@field.gatewayGone')
    if (nodeId && !(await living(tx, 'pipe_node', projectId, nodeId))) refuse('nodeId', '@field.nodeGone')
    for (const name of ['mainPipeId', 'pipeId'])
      if (belongs(input, name) && input[name] && !(await living(tx, 'pipe', projectId, input[name])))
        refuse(name, '@field.pipeGone')
    if (
      belongs(input, 'blockId') &&
      input['blockId'] &&
      !(await living(tx, 'block', projectId, input['blockId']))
    )
      refuse('blockId', '@field.blockGone')
    refuseHalfAngles(input, refuse)
  },
  extra: (input, before) => ({
    ...(input['nodeId'] === '' && { node_id: null }),
    settings: JSON.stringify(settingsOf(input, before?.['settings'] as Settings | undefined)),
  }),
  spread: ({ settings }) => flat(settings as Settings),
  uses: async (tx, { id }) => [
    {
      text: '@field.use.node',
      names: await namesOf(tx, sql`from pipe_node where valve_id = ${id} and deleted_at is null`),
    },
    {
      text: '@field.use.group',
      names: await namesOf(
        tx,
        sql`from irrigation_group where deleted_at is null
          and id in (select group_id from irrigation_group_member where valve_id = ${id})`,
      ),
    },
  ],
}

type Settings = Readonly<Record<string, unknown>>

const belongs = ({ kind }: Input, name: string) => (SETTINGS[String(kind)] ?? []).includes(name)

/** A table of angles is used to tell where water goes: three of them or none. */
function refuseHalfAngles(input: Input, refuse: (path: string, message: string) => void): void {
  if (input['kind'] !== 'VALVE_TWB') return
  const given = [ANGLES.a, ANGLES.b, ANGLES.both].filter((name) => (input[name] ?? null) !== null)
  if (given.length === 0 && (input[ANGLES.closed] ?? null) === null) return
  for (const name of [ANGLES.a, ANGLES.b, ANGLES.both])
    if (!given.includes(name)) refuse(name, '@field.angleMissing')
}

/** What the form has of the device's kind, over what is kept besides. */
function settingsOf(input: Input, before: Settings = {}): Settings {
  const own = SETTINGS[String(input['kind'])] ?? []
  const given = own.filter((name) => input[name] !== undefined).map((name) => [name, input[name]])
  const settings: Record<string, unknown> = { ...before, ...Object.fromEntries(given) }
  if (input['kind'] === 'PUMP' && input['isVfd'] !== undefined) settings['isVfd'] = input['isVfd'] === 1
  if (input['kind'] === 'SOIL' && input['depths'] !== undefined)
    settings['depths'] = numbersIn(input['depths'])
  if (input['kind'] === 'VALVE_TWB' && ANGLE_NAMES.some((name) => input[name] !== undefined))
    settings['angles'] = anglesOf(input, before['angles'] as Settings | undefined)
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== ''))
}

const ANGLE_NAMES = Object.values(ANGLES)

function anglesOf(input: Input, before: Settings = {}): Settings | null {
  const given = Object.entries(ANGLES).map(([name, member]) => [
    name,
    input[member] === undefined ? before[name] : input[member],
  ])
  const known = given.filter(([, value]) => (value ?? null) !== null)
  return known.length === 0 ? null : Object.fromEntries(known)
}

function numbersIn(text: unknown): readonly number[] {
  return (
    String(text ?? '')
      .match(/\d+/g)
      ?.map(Number) ?? []
  )
}

/** The settings as members of a form. */
function flat(settings: Settings): Readonly<Record<string, unknown>> {
  const { angles, depths, isVfd, ...others } = settings
  const table = (angles ?? {}) as Settings
  return {
    ...others,
    ...Object.fromEntries(Object.entries(ANGLES).map(([name, member]) => [member, table[name] ?? null])),
    depths: Array.isArray(depths) ? depths.join(',') : '',
    isVfd: isVfd ? 1 : 0,
  }
}
