import type { Reported } from '@runtime/field/kinds'
import type {
  AckPayload,
  CommandPayload,
  EventPayload,
  GatewayStatus,
  RequestPayload,
} from '@runtime/field/topics'
import { ASIDE_REASONS } from '@services/contract/areas/field/device-aside'
import type { Message, PublishOptions } from '../broker/broker'
import type { Directory } from '../directory'
import { timeOf } from './time'

/** Readings of one time. */
export interface ReadingRow {
  /** Milliseconds since 1970; NaN where something stands there that is no time. */
  readonly at: number
  /** By metric name. */
  readonly values: readonly (readonly [string, number])[]
  /** The sender says itself that it is from before. */
  readonly isHistorical?: boolean
  /** Not from its device: where it stands in time is somebody's guess. */
  readonly isDoubtful?: boolean
}

/** What a message says, whatever protocol it came in. Device ids are as the sender gave them: not yet known to exist. */
export type DeviceMessage =
  | {
      readonly kind: 'readings'
      readonly deviceId: string
      readonly bootId: string
      readonly seq: number
      readonly rows: readonly ReadingRow[]
      /** A list, which may hold what could not be sent before: those of its rows that are no longer fresh are history. */
      readonly isBacklog: boolean
    }
  | { readonly kind: 'state'; readonly deviceId: string; readonly reported: Reported }
  | { readonly kind: 'event'; readonly deviceId: string; readonly event: EventPayload }
  | { readonly kind: 'ack'; readonly deviceId: string; readonly ack: AckPayload }
  /** A birth (`on: 1`), a will (`on: 0`) or a word of the gateway on itself. */
  | { readonly kind: 'status'; readonly status: GatewayStatus }
  /** A connection that the broker saw come or go, of a protocol that has no births. */
  | { readonly kind: 'connection'; readonly isThere: boolean }
  | { readonly kind: 'presence'; readonly deviceId: string; readonly isOnline: boolean; readonly at: number }
  | { readonly kind: 'request'; readonly request: RequestPayload }
  /** Something of it has no place here, though the rest of it has; `why` is of `ASIDE_REASONS`. */
  | { readonly kind: 'unkept'; readonly deviceId: string; readonly why: string }
  | { readonly kind: 'attributes'; readonly ask: AttributesAsked }
  /** The gateway speaks of what it has not introduced, or word of it is missing: it must begin anew (Sparkplug). */
  | { readonly kind: 'unborn' }

/** What a device wants to know of itself (ThingsBoard); null: all there is. */
export interface AttributesAsked {
  readonly id: number
  /** As the sender names it. */
  readonly deviceId: string
  /** Which of ThingsBoard's two APIs asks; a gateway's single key is answered by its value alone. */
  readonly form: 'device' | 'gateway' | 'gatewayKey'
  /** What the device has said. */
  readonly client: readonly string[] | null
  /** What the server knows for it. */
  readonly shared: readonly string[] | null
}

/** A message of a gateway, taken apart. */
export interface Heard {
  readonly projectId: string
  readonly gatewayId: string
  readonly messages: readonly DeviceMessage[]
}

/** What goes out to a gateway. */
export interface Outgoing extends PublishOptions {
  readonly topic: string
  readonly payload: Uint8Array
}

export interface Addressee {
  readonly projectId: string
  readonly gatewayId: string
}

/** A protocol at the edge; what it says and hears inside is the same for all. */
export interface Adaptor {
  /** Takes a message apart; null for a topic of another protocol. Throws `Refused` for one that cannot be read. */
  read(message: Message, directory: Directory): Heard | null
  command(to: Addressee & { readonly deviceId: string }, command: CommandPayload): Outgoing
  /** Null where the protocol has no such thing. */
  request(to: Addressee, request: RequestPayload): Outgoing | null
}

/** A message that cannot be kept; it is set aside with this reason. */
export class Refused extends Error {}

const decoder = new TextDecoder('utf-8', { fatal: true })
const encoder = new TextEncoder()

export function jsonOf(payload: Uint8Array): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(payload))
  } catch {
    throw new Refused('not JSON')
  }
  if (!isObject(value)) throw new Refused('not an object')
  return value
}

export const bytesOf = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const numberOr = <T>(value: unknown, otherwise: T): number | T =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise

export const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : otherwise

const NUMBER = /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i
/** Objects within objects that are looked into. */
const DEPTH = 4

/** The number that a value is; booleans count as 0 and 1, as ThingsBoard and Sparkplug send them. Null for what is none. */
export function numberOf(value: unknown): number | null {
  const number =
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && NUMBER.test(value))
      ? Number(value)
      : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** What is measured among members. */
export interface Values {
  readonly values: (readonly [string, number])[]
  /** Whether that is all of them: texts and lists are no readings. */
  readonly isWhole: boolean
}

/** The numbers among the members, those within objects under names with dots. What is null says nothing. */
export function valuesOf(members: Readonly<Record<string, unknown>>, depth = DEPTH): Values {
  const values: (readonly [string, number])[] = []
  let isWhole = true
  for (const [name, value] of Object.entries(members)) {
    if (value === null) continue
    const number = numberOf(value)
    if (number !== null) values.push([name, number])
    else if (isObject(value) && depth > 1) {
      const within = valuesOf(value, depth - 1)
      for (const [inner, found] of within.values) values.push([`${name}.${inner}`, found])
      isWhole &&= within.isWhole
    } else isWhole = false
  }
  return { values, isWhole }
}

/** That a device's message holds what is no number. */
export const unkept = (deviceId: string): DeviceMessage => ({
  ...{ kind: 'unkept', deviceId },
  why: ASIDE_REASONS.notNumber,
})

const STATE_NUMBERS = ['dir', 'gat', 'ang', 'mov', 'mode', 'st', 'freq', 'set'] as const

/** A device's word on itself; members that are of another type are left out. `ts` is NaN where it is no time. */
export function reportedOf(members: Readonly<Record<string, unknown>>, now: number): Reported {
  const reported: Record<string, unknown> = { ts: timeOf(members['ts'], now) }
  for (const name of STATE_NUMBERS) {
    const value = numberOr(members[name], undefined)
    if (value !== undefined) reported[name] = value
  }
  const { rates, fault, cmd, until } = members
  if (Array.isArray(rates) && rates.every((rate) => typeof rate === 'number')) reported['rates'] = rates
  if (fault === null || typeof fault === 'string') reported['fault'] = fault
  if (typeof cmd === 'string') reported['cmd'] = cmd
  // That a lease is over is a word, too; that none is kept is none.
  const end = timeOf(until, Number.NaN)
  if (until === null) reported['until'] = null
  else if (!Number.isNaN(end)) reported['until'] = end
  return reported as unknown as Reported
}

const ACKS = new Set(['ACCEPTED', 'DONE', 'REJECTED', 'FAILED'])

export function ackOf(members: Readonly<Record<string, unknown>>, now: number): AckPayload {
  const { id, st, ang } = members
  if (typeof id !== 'string' || !id || typeof st !== 'string' || !ACKS.has(st))
    throw new Refused('not an ack')
  return {
    id,
    seq: numberOr(members['seq'], 0),
    st: st as AckPayload['st'],
    code: numberOr(members['code'], 0),
    msg: textOr(members['msg'], ''),
    ...(typeof ang === 'number' ? { ang } : {}),
    ts: timeOf(members['ts'], now),
  }
}

export function eventOf(members: Readonly<Record<string, unknown>>, receivedAt: number): EventPayload {
  const { id, type, on, msg } = members
  if (typeof id !== 'string' || typeof type !== 'string' || (on !== 0 && on !== 1))
    throw new Refused('not an event')
  const ts = timeOf(members['ts'], receivedAt)
  return { id, type, on, ts, ...(typeof msg === 'string' ? { msg } : {}) }
}
