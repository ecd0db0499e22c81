import type { DeviceKind } from '@runtime/field/kinds'
import { VALVE_TYPE } from '@runtime/field/kinds'
import type {
  BallValve,
  MainValve,
  OtherDevice,
  SoilMoisture,
  WeatherStation,
} from '@services/contract/areas/field/project'
import type { Static } from 'typebox'
import type { Db, Tx } from '../../../../module'
import { type DeviceRow, deviceRows, type LastReadings, lastReadings, markerOf } from './rows'

/** What the command under way, or the last one, is doing to a device. */
export type Control = NonNullable<Static<typeof BallValve>['control']>

/** What devices are shown with, beside their own rows. */
export interface Around {
  readonly last: ReadonlyMap<number, LastReadings>
  /** Rotation groups by the valve that they open. */
  readonly groups: ReadonlyMap<string, readonly string[]>
  readonly control: ReadonlyMap<string, Control>
  readonly now: number
}

/** Layers of the map that are devices, each with the kinds it shows. */
export const DEVICE_LAYERS = {
  soilMoistures: ['SOIL'],
  weatherStations: ['WEATHER'],
  mainValves: ['VALVE_MAIN'],
  ballValves: ['VALVE_TWB'],
  others: ['PUMP', 'FERT', 'FERT_VALVE', 'PRESSURE', 'FLOW', 'MACHINE'],
} as const satisfies Readonly<Record<string, readonly DeviceKind[]>>
export type DeviceLayer = keyof typeof DEVICE_LAYERS

const SHAPES = {
  soilMoistures: soil,
  weatherStations: weather,
  mainValves: mainValve,
  ballValves: ballValve,
  others: other,
}
type Shapes = typeof SHAPES
export type DeviceLayers = { readonly [L in DeviceLayer]: ReturnType<Shapes[L]>[] }

/** One layer in the shape of its documented call. */
export async function deviceLayer<L extends DeviceLayer>(
  db: Db | Tx,
  projectId: string,
  layer: L,
  control: Around['control'],
): Promise<DeviceLayers[L]> {
  const kinds = DEVICE_LAYERS[layer]
  const rows = await deviceRows(db, projectId, kinds)
  const around: Around = {
    last: await lastReadings(db, projectId, kinds),
    groups: layer === 'ballValves' ? await groupsByValve(db, projectId) : new Map(),
    control,
    now: Date.now(),
  }
  return rows.map((row) => withTime(SHAPES[layer](row, around), around.last.get(row.no))) as DeviceLayers[L]
}

/** In the documented calls stations' readings say when they are from, and the battery has its documented name too. */
function withTime<T extends object>(shown: T, readings: LastReadings | undefined): T {
  if (!('last' in shown) || !readings || 'kind' in shown) return shown
  const battery = readings.values['bat']
  const last = { ...readings.values, ts: readings.at, ...(battery !== undefined && { battery }) }
  return { ...shown, last }
}

/** All devices of a project, by layer. */
export async function deviceLayers(
  db: Db | Tx,
  projectId: string,
  control: Around['control'],
  now: number,
): Promise<DeviceLayers> {
  const around: Around = {
    last: await lastReadings(db, projectId),
    groups: await groupsByValve(db, projectId),
    control,
    now,
  }
  const layers: { [L in DeviceLayer]: object[] } = {
    ...{ soilMoistures: [], weatherStations: [], mainValves: [], ballValves: [], others: [] },
  }
  for (const row of await deviceRows(db, projectId)) {
    const layer = layerOf(row.kind)
    layers[layer].push(SHAPES[layer](row, around))
  }
  return layers as unknown as DeviceLayers
}

function layerOf(kind: DeviceKind): DeviceLayer {
  const layers = Object.keys(DEVICE_LAYERS) as DeviceLayer[]
  return layers.find((layer) => (DEVICE_LAYERS[layer] as readonly DeviceKind[]).includes(kind)) ?? 'others'
}

function soil(row: DeviceRow, { last, now }: Around): Static<typeof SoilMoisture> {
  const readings = last.get(row.no)
  return {
    ...markerOf(row, readings, now),
    blockId: row.settings.blockId ?? null,
    depths: [...(row.settings.depths ?? [])],
    last: readings?.values ?? {},
  }
}

function weather(row: DeviceRow, { last, now }: Around): Static<typeof WeatherStation> {
  const readings = last.get(row.no)
  return { ...markerOf(row, readings, now), last: readings?.values ?? {} }
}

function valveOf(row: DeviceRow, { last, control, now }: Around) {
  const { reported, desired } = row
  return {
    ...markerOf(row, last.get(row.no), now),
    id: row.id,
    openDirection: reported?.dir ?? 0,
    gatage: reported?.gat ?? 0,
    targetDirection: desired?.dir ?? null,
    targetGatage: desired?.gat ?? null,
    moving: reported?.mov ? 1 : 0,
    reportedAt: reported?.ts ?? null,
    updateTime: row.updateTime,
    control: control.get(row.id) ?? null,
  }
}

function mainValve(row: DeviceRow, around: Around): Static<typeof MainValve> {
  return {
    ...valveOf(row, around),
    type: VALVE_TYPE.main,
    mainPipeId: row.settings.mainPipeId ?? null,
  }
}

function ballValve(row: DeviceRow, around: Around): Static<typeof BallValve> {
  const readings = around.last.get(row.no)
  const { angles } = row.settings
  return {
    ...valveOf(row, around),
    type: VALVE_TYPE.threeWay,
    angle: row.reported?.ang ?? null,
    defaultAngular: {
      closed: angles?.closed ?? null,
      a: angles?.a ?? 0,
      b: angles?.b ?? 0,
      both: angles?.both ?? 0,
      ...(angles?.tolerance !== undefined && { tolerance: angles.tolerance }),
    },
    nodeId: row.nodeId,
    fggId: row.fggId,
    lgzIds: [...(around.groups.get(row.id) ?? [])],
    battery: readings?.values['bat'] ?? null,
  }
}

function other(row: DeviceRow, { last, control, now }: Around): Static<typeof OtherDevice> {
  const readings = last.get(row.no)
  return {
    ...markerOf(row, readings, now),
    kind: row.kind,
    reported: row.reported ?? {},
    desired: row.desired ?? {},
    control: control.get(row.id) ?? null,
    last: readings?.values ?? {},
  }
}

async function groupsByValve(
  db: Db | Tx,
  projectId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('irrigation_group_member')
    .innerJoin('irrigation_group', 'irrigation_group.id', 'group_id')
    .select(['valve_id', 'group_id'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('order_no')
    .execute()
  const groups = new Map<string, string[]>()
  for (const { valve_id, group_id } of rows) {
    const known = groups.get(valve_id)
    if (known) known.push(group_id)
    else groups.set(valve_id, [group_id])
  }
  return groups
}
