import type { DeviceKind, Reported } from '@runtime/field/kinds'
import type { Generated, JSONColumnType } from 'kysely'

/** What every row of the field has besides its own (`design/field.md §3.2`). */
interface Kept {
  created_at: Generated<Date>
  updated_at: Date | null
  creator_id: Generated<string>
  deleted_at: Date | null
  row_version: Generated<number>
}

/** A farm or a part of one: who may see it and what it holds. */
export interface ProjectTable extends Kept {
  id: string
  name: string
  name_en: Generated<string>
  longitude: number | null
  latitude: number | null
  default_zoom: number | null
  /** GeoJSON polygon. */
  boundary: JSONColumnType<object> | null
  area_m2: number | null
  time_zone: Generated<string>
  /** Key of a configured tile source; empty: the plan drawing alone. */
  tile_source: Generated<string>
  /** Level of the pipes that `getZgData` answers (`design/field.md §3.1`). */
  zg_level: Generated<number>
  /** Limits of the interlocks that differ from their defaults (`runtime/field/interlock`). */
  limits: JSONColumnType<Record<string, number>, string | undefined>
  /** Left out of pickers (load tests). */
  is_hidden: Generated<boolean>
  sort_code: Generated<number>
  enabled_mark: Generated<number>
}

/** Who may do what in a project; administrators may do all in each. */
export interface ProjectMemberTable {
  project_id: string
  subject_kind: 'user' | 'role' | 'organize' | 'position' | 'group'
  subject_id: string
  /** `view` < `operate` < `manage`. */
  level: 'view' | 'operate' | 'manage'
}

export interface GatewayTable extends Kept {
  id: string
  project_id: string
  name: string
  model: Generated<string>
  serial: Generated<string>
  longitude: number | null
  latitude: number | null
  link: Generated<'4G' | 'ETH' | 'LORA'>
  protocol: Generated<'loam' | 'thingsboard' | 'sparkplug' | 'chirpstack'>
  /** Hash of what the gateway signs in to the broker with. */
  token_hash: Generated<string>
  keepalive_sec: Generated<number>
  /** What `battery` counts: volts, or a level of the maker's own. */
  battery_unit: Generated<'V' | 'level'>
  is_online: Generated<boolean>
  /** As reported; below 4 it is shown with a warning. */
  battery: number | null
  rssi_dbm: number | null
  firmware: Generated<string>
  boot_id: Generated<string>
  /** Of the birth that counts; a will of a session before is ignored. */
  bd_seq: Generated<number>
  /** Of the sessions before that another has followed. */
  ended_bd_seqs: JSONColumnType<readonly number[], string | undefined>
  last_seen_at: Date | null
  /** When it went away, for what is stale because of it. */
  died_at: Date | null
}

export interface DeviceTable extends Kept {
  /** What stands in its topic; unique in the installation. */
  id: string
  /** Compact key of telemetry rows. */
  no: Generated<number>
  project_id: string
  gateway_id: string
  kind: DeviceKind
  name: string
  longitude: number | null
  latitude: number | null
  elevation_m: number | null
  /** Where it stands on a pipe. */
  node_id: string | null
  link_class: Generated<'IP' | 'C' | 'A'>
  uplink_every_sec: Generated<number>
  /** The day on which it was put to work. */
  commissioned_at: Date | null
  /** Lock-out of I12: who holds the device for maintenance, and why. */
  maintenance: JSONColumnType<{ by: string; byName: string; reason: string; since: string }> | null
  /** By its kind: `ValveSettings`, `PumpSettings`, `SoilSettings`, `SpreaderSettings` (`runtime/field/kinds`). */
  settings: Generated<JSONColumnType<Record<string, unknown>>>
  enabled_mark: Generated<number>
}

/** What a device says of itself and how far it can be believed; written by every report, so apart from `device`. */
export interface DeviceLiveTable {
  device_id: string
  project_id: string
  /** `DEVICE_STATE` */
  state: Generated<number>
  is_alert: Generated<boolean>
  reported: Generated<JSONColumnType<Partial<Reported>>>
  /** The device's own time of it. */
  reported_at: Date | null
  /** `QUALITY` of that word. */
  report_quality: Generated<number>
  /** What a person or a run asked for last: the same names as `reported`. */
  desired: Generated<JSONColumnType<Partial<Reported>>>
  last_seen_at: Date | null
  boot_id: Generated<string>
  seq: Generated<number>
}

export interface PipeTable extends Kept {
  id: string
  project_id: string
  /** `PIPE_LEVEL` */
  level: number
  /** As it stands on the plan of the works. */
  code: Generated<string>
  name: string
  parent_id: string | null
  start_longitude: number
  start_latitude: number
  end_longitude: number
  end_latitude: number
  /** GeoJSON line where it is not straight. */
  path: JSONColumnType<object> | null
  length_m: number | null
  outer_d_mm: number | null
  inner_d_mm: number | null
  material: Generated<string>
  rated_mpa: number | null
  design_flow: number | null
  sort_code: Generated<number>
}

export interface PipeNodeTable extends Kept {
  id: string
  project_id: string
  pipe_id: string
  name: string
  longitude: number
  latitude: number
  /** Metres from the pipe's start. */
  chainage_m: number
  /** The three-way valve that stands here. */
  valve_id: string | null
  side_a_block_id: string | null
  side_b_block_id: string | null
  sort_code: Generated<number>
}

/** A half-block: what one outlet of a valve waters. */
export interface BlockTable extends Kept {
  id: string
  project_id: string
  name: string
  geometry: JSONColumnType<object> | null
  area_m2: number
  crop: Generated<string>
  soil: Generated<string>
  emitter_lph: number | null
  emitter_spacing_m: number | null
  tape_spacing_m: number | null
  app_rate_mmh: number | null
  design_flow: number
}

/** LGZ: outlets that are watered together, in turn with the other groups. */
export interface IrrigationGroupTable extends Kept {
  id: string
  project_id: string
  name: string
  order_no: number
  /** `GROUP_STATE` */
  state: Generated<number>
  planned_minutes: number
  target_m3: number | null
  design_flow: number
  /** `ok`, `warn` or `fail`, and why (`runtime/field/hydraulics`). */
  hydraulic_check: JSONColumnType<{ level: 'ok' | 'warn' | 'fail'; text: string }> | null
  started_at: Date | null
  ended_at: Date | null
}

export interface IrrigationGroupMemberTable {
  group_id: string
  node_id: string
  valve_id: string
  /** `DIRECTION` */
  open_direction: number
  gatage: Generated<number>
}

/**
 * A view: what people may do in projects, by memberships of their own, of their roles, and of the units they belong to or
 * of units above those. Administrators have no rows.
 */
export interface ProjectRightView {
  project_id: string
  user_id: string
  level: ProjectMemberTable['level']
}

/** How many frames of a project have been told, by all servers together (`./live`). */
export interface FieldLiveTable {
  project_id: string
  seq: number
}

declare module '../../../database/schema' {
  interface Database {
    field_live: FieldLiveTable
    project: ProjectTable
    project_member: ProjectMemberTable
    project_right: ProjectRightView
    gateway: GatewayTable
    device: DeviceTable
    device_live: DeviceLiveTable
    pipe: PipeTable
    pipe_node: PipeNodeTable
    block: BlockTable
    irrigation_group: IrrigationGroupTable
    irrigation_group_member: IrrigationGroupMemberTable
  }
}
