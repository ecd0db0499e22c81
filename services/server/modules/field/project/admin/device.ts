import { USUAL_HZ } from '@runtime/field/interlock/rules/pump'
import type { PumpSettings } from '@runtime/field/kinds'
import { sql } from 'kysely'
import { isAnyOf, pairs } from '../../../../database/batches'
import type { Tx } from '../../../../module'
import { repeatDayTotals } from '../../telemetry/day-totals'
import type { Changed, Entity, Input, Refuse, Stored } from './entity'
import { refusePlace } from './place'
import { namesOf, type References } from './references'
import { alarmRulesFor, recipesOf, schedulesBy, underWayTo, workingAmong } from './work'

/** Members of `device.settings` that a form has, by kind. */
const VALVE = ['travelSec', 'maxRunSec', 'batteryFloor'] as const
const GAUGE = ['place', 'pipeId', 'chainageM'] as const
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  VALVE_TWB: [...VALVE, 'defaultAngle', 'designFlowA', 'designFlowB'],
  VALVE_MAIN: [...VALVE, 'mainPipeId', 'chainageM'],
  FERT_VALVE: [...VALVE],
  SOIL: ['blockId', 'fieldCapacity', 'wiltingPoint'],
  WEATHER: ['anemometerM', 'rainAs'],
  FERT: ['channels'],
  PUMP: ['ratedM3h', 'ratedHeadM', 'ratedKw', 'minHz', 'maxHz', 'maxMpa'],
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
  filters: ['gatewayId', 'kind', 'deviceState', 'enabledMark'],
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
  check(references, input, refuse, before) {
    if (before && input['kind'] !== before['kind']) refuse('kind', '@field.kindStays')
    if (!references.living('gateway', input['gatewayId'])) refuse('gatewayId', '@field.gatewayGone')
    refuseHalfPlace(input, refuse)
    refusePlace(references, input, refuse, before)
    checkNode(references, input, refuse, before)
    for (const name of ['mainPipeId', 'pipeId'])
      if (belongs(input, name) && input[name] && !references.living('pipe', input[name]))
        refuse(name, '@field.pipeGone')
    if (belongs(input, 'blockId') && input['blockId'] && !references.living('block', input['blockId']))
      refuse('blockId', '@field.blockGone')
    refuseHalfAngles(input, refuse)
    refuseNoHertz(input, refuse, before)
    checkChannels(references, input, refuse)
    if (before) checkAtWork(references, input, refuse, before)
  },
  extra: (input, before) => ({
    ...(input['nodeId'] === '' && { node_id: null }),
    ...(input['commissionedAt'] !== undefined && { commissioned_at: momentOf(input['commissionedAt']) }),
    settings: settingsOf(input, before?.['settings'] as Settings | undefined),
  }),
  spread: ({ settings }) => flat(settings as Settings),
  async written(tx, changes) {
    await standAt(
      tx,
      changes.filter(({ after }) => after['kind'] === 'VALVE_TWB'),
    )
    const tellTotals = ({ after, before }: Changed) =>
      before !== null && rainOf(after) === 'dayTotal' && rainOf(before) !== 'dayTotal'
    const ids = changes.filter(tellTotals).map(({ after }) => after.id)
    if (ids.length > 0) await repeatDayTotals(tx, ids)
  },
  async settle(tx, changes) {
    // What is switched off is not waited for: it is no alarm that nothing is heard of it.
    const ids = changes.flatMap(({ after }) => (after['enabledMark'] === 0 ? [after.id] : []))
    if (ids.length > 0)
      await sql`update device_live set state = 1 where ${isAnyOf('device_id', ids)} and state <> 1`.execute(
        tx,
      )
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
    { text: '@field.use.command', names: (await underWayTo(tx, [id])).get(id) ?? [] },
    { text: '@field.use.working', names: (await workingAmong(tx, [id])).has(id) ? [String(name)] : [] },
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

const rainOf = ({ settings }: Stored) => (settings as Settings | null)?.['rainAs']
const momentOf = (milliseconds: unknown) => (typeof milliseconds === 'number' ? new Date(milliseconds) : null)

/** Longitude and latitude are known together or not at all. */
export function refuseHalfPlace({ longitude, latitude }: Input, refuse: Refuse): void {
  const isThere = (value: unknown) => (value ?? null) !== null
  if (isThere(longitude) !== isThere(latitude))
    refuse(isThere(longitude) ? 'latitude' : 'longitude', '@field.placeHalf')
}

/** A three-way valve is the one of the node where it stands, and does not leave a node that a rotation group waters by. */
function checkNode(references: References, input: Input, refuse: Refuse, before: Stored | null): void {
  const { id, nodeId, kind } = input
  if (nodeId) {
    const at = references.living('pipe_node', nodeId)
    const standing = kind === 'VALVE_TWB' && at?.valve_id !== id ? at?.valve_id : null
    if (!at) refuse('nodeId', '@field.nodeGone')
    if (standing) refuse('nodeId', '@field.nodeTaken', { valve: references.deviceName(standing) ?? standing })
    if (!at || standing) return
  }
  const left = before?.['nodeId']
  if (kind !== 'VALVE_TWB' || !left || nodeId === undefined || nodeId === left) return
  const { all } = references.groupsOf(left)
  if (all.length > 0) refuse('nodeId', '@field.nodeNeedsValve', { groups: all.join('、') })
}

/** What is under way, or lets water through, is neither switched off nor moved to another gateway. */
function checkAtWork(references: References, input: Input, refuse: Refuse, before: Stored): void {
  const isMoved = input['gatewayId'] !== before['gatewayId']
  const isSwitchedOff = input['enabledMark'] === 0 && before['enabledMark'] !== 0
  if (!isMoved && !isSwitchedOff) return
  const path = isMoved ? 'gatewayId' : 'enabledMark'
  const [commander] = references.commandersOf(before.id)
  if (commander !== undefined) refuse(path, '@field.commandUnderWay', { name: commander })
  else if (isSwitchedOff && references.isWorking(before.id)) refuse(path, '@field.stillWorking')
}

/** A spreader's channels: each number once, and valves of this project's fertilizer. */
function checkChannels(references: References, input: Input, refuse: Refuse): void {
  if (!belongs(input, 'channels')) return
  const channels = (input['channels'] ?? []) as readonly { readonly no: number; readonly valveId?: string }[]
  for (const [index, { no, valveId }] of channels.entries()) {
    if (channels.findIndex((other) => other.no === no) < index)
      refuse(`channels.${index}.no`, '@field.channelTwice')
    if (valveId && references.living('device', valveId)?.kind !== 'FERT_VALVE')
      refuse(`channels.${index}.valveId`, '@field.notAFertValve')
  }
}

/** The nodes where three-way valves stand know them, and those that they have left do not any more. */
async function standAt(tx: Tx, changes: readonly Changed[]): Promise<void> {
  const left = changes.flatMap(({ after, before }) =>
    before?.['nodeId'] && before['nodeId'] !== after['nodeId'] ? [[after.id, before['nodeId']]] : [],
  )
  const taken = changes.flatMap(({ after: { id, nodeId } }) => (nodeId ? [[id, nodeId]] : []))
  if (left.length > 0)
    await sql`
      update pipe_node set valve_id = null, updated_at = now(), row_version = row_version + 1
      from ${pairs(left)} as it (valve, node) where id = node and valve_id = valve`.execute(tx)
  if (taken.length > 0)
    await sql`
      update pipe_node set valve_id = valve, updated_at = now(), row_version = row_version + 1
      from ${pairs(taken)} as it (valve, node) where id = node and valve_id is distinct from valve`.execute(
      tx,
    )
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

/** A pump that may be set to no frequency could not be set at all; what is not given is as the interlock takes it. */
function refuseNoHertz(input: Input, refuse: Refuse, before: Stored | null): void {
  if (input['kind'] !== 'PUMP') return
  const settings = settingsOf(input, before?.['settings'] as Settings | undefined) as Partial<PumpSettings>
  const { minHz: least = USUAL_HZ.least, maxHz: most = USUAL_HZ.most } = settings
  if (least >= most)
    refuse(settings.minHz === undefined ? 'maxHz' : 'minHz', '@field.hzOrder', { least, most })
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
