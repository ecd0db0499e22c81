import type { DeviceIntent } from '@runtime/field/command'
import type { Target } from '@runtime/field/command/command'
import type { LinkClass } from '@runtime/field/command/feedback'
import type { Intent, RiskClass } from '@runtime/field/command/intent'
import type { CommandStage, CommandState } from '@runtime/field/command/machine'
import type { LowPipes } from '@runtime/field/interlock/low-pipes'
import type { WatchState } from '@runtime/field/interlock/situation'
import type { Violation } from '@runtime/field/interlock/verdict'
import type { AngleTable } from '@runtime/field/kinds'
import type { Run, RunShown } from '@runtime/field/rotation'
import type { Holder } from '@services/contract/areas/field/field-command'
import type { Generated, JSONColumnType } from 'kysely'
import type { Static } from 'typebox'

/** What the rules said of a command when it was asked for, and again when it was sent. */
export interface StoredVerdict {
  readonly at: number
  readonly violations: readonly Violation[]
  /** Whose command was under way, where that is why it was refused. */
  readonly holder?: Static<typeof Holder>
}

/** A command to one actuator: the truth of it, whichever server works on it (`design/field.md §2.2`). */
export interface CommandTable {
  project_id: string
  /** The caller's: the same id is the same command. */
  id: string
  actuator_id: string
  gateway_id: string
  seq: number
  intent: JSONColumnType<Intent>
  target: JSONColumnType<Target>
  risk: RiskClass
  is_essential: boolean
  /** It has taken the place of one that the device may yet carry out. */
  is_heir: Generated<boolean>
  link_class: LinkClass
  uplink_every_sec: number
  angles: JSONColumnType<AngleTable> | null
  state: CommandState
  stage: CommandStage | null
  issued_at: Date
  expires_at: Date
  deadline_at: Date | null
  retry_at: Date | null
  attempts: number
  first_sent_at: Date | null
  sent_at: Date | null
  published_at: Date | null
  acked_at: Date | null
  finished_at: Date | null
  verified_at: Date | null
  samples: number
  sample_at: Date | null
  misses: number
  alarm: number
  result_code: Generated<string>
  result_text: Generated<string>
  issued_by: string
  issued_by_name: string
  confirmed_by: Generated<string>
  confirmed_by_name: Generated<string>
  reason: Generated<string>
  /** Interlocks that are set aside (risk D). */
  overrides: Generated<string[]>
  /** Hash of what was asked for, to tell a repetition from another command of the same id. */
  request_hash: string
  request_snapshot: JSONColumnType<StoredVerdict>
  dispatch_snapshot: JSONColumnType<StoredVerdict> | null
  run_id: string | null
  /** When a server has to look at it again; null: when something is heard of it. */
  wake_at: Date | null
  /** It is to be sent; taken back once the broker has it. */
  is_due: Generated<boolean>
  /** A server is sending it until then. */
  leased_until: Date | null
  /** The server that carries it on; when that one has gone, another asks the device before anything is sent again. */
  owner: string
}

/** A server that carries commands on, and when it was last seen. */
export interface CommandServerTable {
  id: string
  seen_at: Date
}

/** A device that can be told something. */
export interface Actuator {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly project_id: string
  readonly gateway_id: string
  readonly link_class: LinkClass
  readonly uplink_every_sec: number
  readonly settings: object
}

/** What is known of an actuator besides its word: the lock of its commands. */
export interface ActuatorTable {
  device_id: string
  project_id: string
  seq: Generated<number>
  /** Of a pump: the last state that was reported, when it stopped last, its starts of the last hour. */
  pump_state: number | null
  stopped_at: Date | null
  starts: Generated<Date[]>
  /** End of its lease: of a valve the soonest that may be true, of a pump the latest; null: none is known. */
  ends_at: Date | null
  /** The command that it stands open or runs by, and when it was last asked to go on; null: it has none. */
  lease_command: string | null
  lease_asked_at: Date | null
  /** Who set its mode last. */
  mode_by: Generated<string>
  mode_at: Date | null
}

/** A token for a command that needs a second word (risk C). */
export interface CommandConfirmTable {
  project_id: string
  command_id: string
  token_hash: string
  user_id: string
  request_hash: string
  /** Of what the rules said when the token was given. */
  snapshot_hash: string
  expires_at: Date
}

/** What watching a project's water remembers: conditions that stand, latches, since when water flows (I06, I07, I14–I16). */
export interface InterlockWatchTable {
  project_id: string
  state: JSONColumnType<WatchState>
  /** Trips whose alarm stands, as `I06:P1`. */
  raised: Generated<string[]>
  /** Pipes whose pressure is too low, and since when. */
  low_pipes: JSONColumnType<LowPipes, string | undefined>
  /** When it was looked at last, by whichever server. */
  looked_at: Date
}

/** `STOPPING`: pumps stop, then valves close. `PAUSED`: the same has been done, and the rest of its time waits. */
export type RunState = 'RUNNING' | 'STOPPING' | 'PAUSED' | 'FINISHED' | 'STOPPED' | 'FAILED'

/** The stopping of everything, or of the pumps before a valve moves: what has been told, stage by stage (`runtime/field/interlock/sequence`). */
export interface StopPlan {
  readonly kind: 'stopAll' | 'stopThenSet'
  readonly stages: readonly (readonly DeviceIntent[])[]
  readonly stage: number
  /** Of the stages so far, what has not been told yet. */
  readonly untold?: readonly DeviceIntent[]
  /** Runs that it has taken over: they show its progress until all is closed. */
  readonly runIds?: readonly string[]
}
export type RunPlan = Run | StopPlan

/** A rotation group that is watered, or the stopping of everything. */
export interface IrrigationRunTable {
  id: string
  project_id: string
  /** The group whose turn it is; null: a stop. */
  group_id: string | null
  command_id: string
  request_hash: string
  action: string
  state: RunState
  /** Where it stands; what its next step is worked out from. */
  plan: JSONColumnType<RunPlan>
  /** How it stands, for whoever looks: worked out whenever it changes. Null: it ended before that was kept. */
  shown: JSONColumnType<RunShown> | null
  /** It rests after its stop, for the group to go on later. */
  is_pausing: Generated<boolean>
  minutes: number
  target_m3: number | null
  started_at: Date
  /** When its time is over; null before the water runs. */
  ends_at: Date | null
  ended_at: Date | null
  volume_m3: number | null
  issued_by: string
  issued_by_name: string
  reason: Generated<string>
  /** Its marks on the map have been taken away. */
  is_cleared: Generated<boolean>
  schedule_run_id: string | null
  wake_at: Date | null
}

export interface ScheduleTable {
  id: string
  project_id: string
  name: string
  mode: 'TIME' | 'VOLUME' | 'SOIL' | 'ET'
  cron: string
  group_ids: string[]
  minutes: number | null
  target_m3: number | null
  soil: JSONColumnType<{
    deviceIds: string[]
    metric: 'vwc20' | 'vwc40' | 'vwc60'
    below: number
  }> | null
  et: JSONColumnType<{ deviceId: string; deficitMm: number }> | null
  time_window: JSONColumnType<{ from: string; to: string }> | null
  /** What goes into the water of each of its groups; null: nothing. */
  fert_recipe_id: string | null
  enabled_mark: number
  next_at: Date | null
  created_at: Generated<Date>
  updated_at: Date | null
  creator_id: string
  deleted_at: Date | null
  row_version: Generated<number>
}

/** Fertilizer for a group's water: L/h by channel, and for how many minutes. */
export interface FertRecipeTable {
  id: string
  project_id: string
  name: string
  device_id: string
  rate1: Generated<number>
  rate2: Generated<number>
  rate3: Generated<number>
  minutes: number
  created_at: Generated<Date>
  updated_at: Date | null
  creator_id: Generated<string>
  deleted_at: Date | null
  row_version: Generated<number>
}

export type ScheduleRunState =
  | 'RUNNING'
  | 'FINISHED'
  | 'FAILED'
  | 'MISSED'
  | 'BLOCKED'
  | 'NOT_DUE'
  | 'STOPPED'

/** What became of a planned start; one row a start, whichever server came first. */
export interface ScheduleRunTable {
  id: string
  schedule_id: string
  project_id: string
  planned_at: Date
  state: ScheduleRunState
  why: string
  why_params: JSONColumnType<Record<string, string | number>>
  run_id: string | null
  ended_at: Date | null
}

/** A time in which a project's schedules begin nothing because of rain. */
export interface RainHoldTable {
  id: string
  project_id: string
  from_at: Date
  to_at: Date
  reason: Generated<string>
  /** Null: the rain itself, as one of the project's weather stations measured it. */
  creator_id: string | null
  creator_name: Generated<string>
  /** Name of that station, and what fell there (mm). */
  station: string | null
  rain_mm: number | null
  created_at: Date
  /** When somebody let the schedules go on before its time. */
  ended_at: Date | null
  ended_by_name: Generated<string>
}

declare module '../../../database/schema' {
  interface Database {
    command: CommandTable
    command_server: CommandServerTable
    actuator: ActuatorTable
    command_confirm: CommandConfirmTable
    interlock_watch: InterlockWatchTable
    irrigation_run: IrrigationRunTable
    schedule: ScheduleTable
    schedule_run: ScheduleRunTable
    fert_recipe: FertRecipeTable
    rain_hold: RainHoldTable
  }
}
