import type { Reported } from './kinds'

/** Topics of the project's own devices: `sf/v1/{project}/{gateway}/…` (`design/field.md §3.3`). */
export const TOPIC_ROOT = 'sf/v1'
/** Largest payload, in bytes. */
export const PAYLOAD_LIMIT = 8 * 1024
/** Readings in one message of a backlog. */
export const BACKLOG_LIMIT = 500

/** `…/status` of a gateway, retained; `on: 0` is its will. */
export interface GatewayStatus {
  readonly on: 0 | 1
  readonly boot?: string
  readonly bdSeq: number
  readonly ts?: number
  readonly fw?: string
  readonly bat?: number
  readonly rssi?: number
}

/** `…/{device}/tele`: one reading, or a backlog of readings. */
export interface Telemetry {
  readonly seq?: number
  readonly boot?: string
  readonly ts?: number
  readonly m?: Readonly<Record<string, number>>
  readonly b?: readonly (readonly [ts: number, m: Readonly<Record<string, number>>])[]
}

/** `…/{device}/state`, retained. */
export type StatePayload = Reported

/** `…/{device}/event`: an alarm that the device raises (`on: 1`) or takes back (`on: 0`) itself. */
export interface EventPayload {
  readonly id: string
  readonly type: string
  readonly on: 0 | 1
  readonly ts: number
  readonly msg?: string
}

/** What a device can be told. */
export const OPERATIONS = [
  'valve.set',
  'pump.start',
  'pump.stop',
  'pump.freq',
  'pump.pressure',
  'pump.reset',
  'pump.mode',
  'fert.start',
  'fert.stop',
  'filter.backwash',
  'state.get',
] as const
export type Operation = (typeof OPERATIONS)[number]

/** `…/{device}/cmd`, never retained. Times in milliseconds since 1970. */
export interface CommandPayload {
  readonly id: string
  /** Rises with every command to this device; a device drops what is older than it has seen. */
  readonly seq: number
  readonly op: Operation
  readonly dir?: number
  readonly gat?: number
  readonly ang?: number
  /** Hz, MPa, mode, or L/h by the operation. */
  readonly value?: number
  readonly rates?: readonly number[]
  /**
   * Of every opening of a valve and every start of a pump: the device closes or stops by itself then, whether or not anybody can
   * be reached; a newer command's end takes its place.
   */
  readonly until?: number
  /** It brings a new end alone: a valve that is closed by now, and a pump that stands, answers REJECTED (`notPossible`). */
  readonly renew?: 1
  /** The same for devices without a synchronised clock: seconds from receipt (`runtime/field/command/lease.ts`). */
  readonly maxRunS?: number
  readonly iat: number
  readonly exp: number
  /** For devices without a synchronised clock: milliseconds from receipt. */
  readonly ttlMs: number
  /** Version of the interlock table that the command was checked by. */
  readonly il: string
}

export type AckStatus = 'ACCEPTED' | 'DONE' | 'REJECTED' | 'FAILED'

/** `code` of an answer that is not 0. */
export const ACK_CODE = {
  expired: 1,
  /** Older than a command that has come already. */
  outOfDate: 2,
  /** The local switch alone commands (I10). */
  local: 3,
  /** Not a thing that this device does, or a value that it cannot take. */
  notPossible: 4,
  /** The device's own interlock. */
  interlock: 5,
  stalled: 6,
  /** A newer command has taken its place. */
  superseded: 7,
  /** It stands in a fault that must be reset first. */
  fault: 8,
} as const

/** `…/{device}/ack`: what became of a command, by the device's word. */
export interface AckPayload {
  readonly id: string
  readonly seq: number
  readonly st: AckStatus
  readonly code: number
  readonly msg: string
  readonly ang?: number
  readonly ts: number
}

/** `…/req`: what a gateway is asked (`state`: everything it knows, after a reconnect) or asks (`time`, `config`); answers on `…/res`. */
export interface RequestPayload {
  readonly id: string
  readonly what: 'state' | 'time' | 'config'
  /** Of `state`: this device alone is meant; without it all of the gateway's. */
  readonly device?: string
}

/**
 * `…/res` with `what: 'config'`: what a gateway asked for, or what it is given unasked when the project's limits have changed.
 * Its station checks by this table itself (`design/field.md §2.1`).
 */
export interface ConfigPayload {
  /** Of the request; empty where nobody asked. */
  readonly id: string
  readonly what: 'config'
  readonly ts: number
  /** Seconds between reports. */
  readonly devices: readonly { readonly id: string; readonly kind: string; readonly every: number }[]
  /** The interlock table (`LIMITS`), and its name, by which commands name it too. */
  readonly il: string
  readonly limits: Readonly<Record<string, number>>
}

export type DeviceChannel = 'tele' | 'state' | 'event' | 'cmd' | 'ack'
export type GatewayChannel = 'status' | 'req' | 'res'

/** A topic taken apart; null for one that is not of this form. */
export type ParsedTopic =
  | { readonly project: string; readonly gateway: string; readonly channel: GatewayChannel }
  | {
      readonly project: string
      readonly gateway: string
      readonly device: string
      readonly channel: DeviceChannel
    }

const GATEWAY_CHANNELS: ReadonlySet<string> = new Set<GatewayChannel>(['status', 'req', 'res'])
const DEVICE_CHANNELS: ReadonlySet<string> = new Set<DeviceChannel>(['tele', 'state', 'event', 'cmd', 'ack'])

export const gatewayTopic = (project: string, gateway: string, channel: GatewayChannel): string =>
  `${TOPIC_ROOT}/${project}/${gateway}/${channel}`
export const deviceTopic = (
  project: string,
  gateway: string,
  device: string,
  channel: DeviceChannel,
): string => `${TOPIC_ROOT}/${project}/${gateway}/${device}/${channel}`

export function parseTopic(topic: string): ParsedTopic | null {
  const [sf, version, project, gateway, fifth, sixth, ...more] = topic.split('/')
  if (`${sf}/${version}` !== TOPIC_ROOT || !project || !gateway || !fifth || more.length > 0) return null
  if (sixth === undefined)
    return GATEWAY_CHANNELS.has(fifth) ? { project, gateway, channel: fifth as GatewayChannel } : null
  return DEVICE_CHANNELS.has(sixth)
    ? { project, gateway, device: fifth, channel: sixth as DeviceChannel }
    : null
}
