import { sql } from 'kysely'
import type { Tx } from '../../../module'
import type { Entity, Input, Refuse, Stored } from './entity'
import { living, namesOf } from './look'
import { alarmRulesFor, commandersOf, groupsOf, isWorking, recipesOf, schedulesBy } from './work'

/** Members of `device.settings` that a form has, by kind. */
const VALVE = ['travelSec', 'maxRunSec', 'batteryFloor'] as const
const GAUGE = ['place', 'pipeId', 'chainageM'] as const
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  VALVE_TWB: [...VALVE, 'defaultAngle', 'designFlowA', 'designFlowB'],
  VALVE_MAIN: [...VALVE, 'mainPipeId', 'chainageM'],
  FERT_VALVE: [...VALVE],
  SOIL: ['blockId', 'fieldCapacity', 'wiltingPoint'],
  WEATHER: ['anemometerM'],
  FERT: ['channels'],
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
  thing: 'device',
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
    no: 'it.no',
    commissionedAt: '(extract(epoch from it.commissioned_at) * 1000)::float8',
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
    const { projectId, gatewayId } = input
    if (before && input['kind'] !== before['kind']) refuse('kind', '@field.kindStays')
    if (!(await living(tx, 'gateway', projectId, gatewayId))) refuse('gatewayId', '@field.gatewayGone')
    refuseHalfPlace(input, refuse)
    await checkNode(tx, input, refuse, before)
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
    await checkChannels(tx, input, refuse)
    if (before) await checkAtWork(tx, input, refuse, before)
  },
  extra: (input, before) => ({
    ...(input['nodeId'] === '' && { node_id: null }),
    ...(input['commissionedAt'] !== undefined && { commissioned_at: momentOf(input['commissionedAt']) }),
    settings: JSON.stringify(settingsOf(input, before?.['settings'] as Settings | undefined)),
  }),
  spread: ({ settings }) => flat(settings as Settings),
  async written(tx, stored, before) {
    if (stored['kind'] === 'VALVE_TWB') await standAt(tx, stored, before)
    // What is switched off is not waited for: it is no alarm that nothing is heard of it.
    if (stored['enabledMark'] === 0)
      await sql`update device_live set state = 1 where device_id = ${stored.id}`.execute(tx)
  },
  async gone(tx, { id }) {
    await sql`update device_live set state = 1 where device_id = ${id}`.execute(tx)
  },
  uses: async (tx, { id, name }) => [
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
    { text: '@field.use.command', names: await commandersOf(tx, id) },
    { text: '@field.use.working', names: (await isWorking(tx, id)) ? [String(name)] : [] },
    { text: '@field.use.schedule', names: await schedulesBy(tx, id) },
    { text: '@field.use.alarmRule', names: await alarmRulesFor(tx, id) },
    { text: '@field.use.recipe', names: await recipesOf(tx, id) },
    {
      text: '@field.use.device',
      names: await namesOf(
        tx,
        sql`from device where deleted_at is null and kind = 'FERT' and exists (
          select from jsonb_array_elements(coalesce(settings -> 'channels', '[]')) as channel
          where channel ->> 'valveId' = ${id})`,
      ),
    },
  ],
}

const momentOf = (milliseconds: unknown) => (typeof milliseconds === 'number' ? new Date(milliseconds) : null)

/** Longitude and latitude are known together or not at all. */
export function refuseHalfPlace({ longitude, latitude }: Input, refuse: Refuse): void {
  const isThere = (value: unknown) => (value ?? null) !== null
  if (isThere(longitude) !== isThere(latitude))
    refuse(isThere(longitude) ? 'latitude' : 'longitude', '@field.placeHalf')
}

/** A three-way valve is the one of the node where it stands, and does not leave a node that a rotation group waters by. */
async function checkNode(tx: Tx, input: Input, refuse: Refuse, before: Stored | null): Promise<void> {
  const { id, projectId, nodeId, kind } = input
  if (nodeId) {
    const at = await living<{ valve_id: string | null }>(tx, 'pipe_node', projectId, nodeId)
    if (!at) return refuse('nodeId', '@field.nodeGone')
    if (kind === 'VALVE_TWB' && at.valve_id && at.valve_id !== id) {
      const [valve = at.valve_id] = await namesOf(tx, sql`from device where id = ${at.valve_id}`)
      return refuse('nodeId', '@field.nodeTaken', { valve })
    }
  }
  const left = before?.['nodeId']
  if (kind !== 'VALVE_TWB' || !left || nodeId === undefined || nodeId === left) return
  const { all } = await groupsOf(tx, left)
  if (all.length > 0) refuse('nodeId', '@field.nodeNeedsValve', { groups: all.join('、') })
}

/** What is under way, or lets water through, is neither switched off nor moved to another gateway. */
async function checkAtWork(tx: Tx, input: Input, refuse: Refuse, before: Stored): Promise<void> {
  const isMoved = input['gatewayId'] !== before['gatewayId']
  const isSwitchedOff = input['enabledMark'] === 0 && before['enabledMark'] !== 0
  if (!isMoved && !isSwitchedOff) return
  const path = isMoved ? 'gatewayId' : 'enabledMark'
  const [commander] = await commandersOf(tx, before.id)
  if (commander !== undefined) refuse(path, '@field.commandUnderWay', { name: commander })
  else if (isSwitchedOff && (await isWorking(tx, before.id))) refuse(path, '@field.stillWorking')
}

/** A spreader's channels: each number once, and valves of this project's fertilizer. */
async function checkChannels(tx: Tx, input: Input, refuse: Refuse): Promise<void> {
  if (!belongs(input, 'channels')) return
  const channels = (input['channels'] ?? []) as readonly { readonly no: number; readonly valveId?: string }[]
  for (const [index, { no, valveId }] of channels.entries()) {
    if (channels.findIndex((other) => other.no === no) < index)
      refuse(`channels.${index}.no`, '@field.channelTwice')
    if (!valveId) continue
    const valve = await living<{ kind: string }>(tx, 'device', input.projectId, valveId)
    if (valve?.kind !== 'FERT_VALVE') refuse(`channels.${index}.valveId`, '@field.notAFertValve')
  }
}

/** The node where a three-way valve stands knows it, and the one that it has left does not any more. */
async function standAt(
  tx: Tx,
  { id, nodeId }: Stored & { nodeId?: unknown },
  before: Stored | null,
): Promise<void> {
  const left = before?.['nodeId']
  if (left && left !== nodeId)
    await sql`
      update pipe_node set valve_id = null, updated_at = now(), row_version = row_version + 1
      where id = ${left} and valve_id = ${id}`.execute(tx)
  if (nodeId)
    await sql`
      update pipe_node set valve_id = ${id}, updated_at = now(), row_version = row_version + 1
      where id = ${nodeId} and valve_id is distinct from ${id}`.execute(tx)
}

type Settings = Readonly<Record<string, unknown>>

const belongs = ({ kind }: Input, name: string) => (SETTINGS[String(kind)] ?? []).includes(name)

/** A table of angles is used to tell where water goes: three of them or none. */
function refuseHalfAngles(input: Input, refuse: Refuse): void {
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
  const { angles, depths, isVfd, channels, ...others } = settings
  const table = (angles ?? {}) as Settings
  return {
    ...others,
    ...Object.fromEntries(Object.entries(ANGLES).map(([name, member]) => [member, table[name] ?? null])),
    depths: Array.isArray(depths) ? depths.join(',') : '',
    isVfd: isVfd ? 1 : 0,
    channels: channels ?? [],
  }
}
