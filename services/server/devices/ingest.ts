import type { Reported } from '@runtime/field/kinds'
import type {
  AckPayload,
  CommandPayload,
  EventPayload,
  GatewayStatus,
  RequestPayload,
} from '@runtime/field/topics'
import type { Tx } from '../module'

/** A reading of a known device. */
export interface Sample {
  readonly projectId: string
  readonly deviceId: string
  readonly deviceNo: number
  /** `METRICS` of `runtime/field/kinds`, or 1000 and up. */
  readonly metric: number
  /** The device's own time, in milliseconds since 1970; it may lie some minutes after its coming (`countsFrom`). */
  readonly at: number
  /** By the server's clock, in milliseconds since 1970. */
  readonly receivedAt: number
  readonly value: number
  /** `QUALITY` */
  readonly quality: number
  /** Whether it repeats itself as only a sensor that hangs does. */
  readonly isFrozen?: boolean
  /** Older than seven days, or of a list and no longer fresh: history, no reason for an alarm. */
  readonly isHistory: boolean
}

/** When a sample counts from: a clock that runs ahead makes no reading younger than its coming. */
export const countsFrom = ({ at, receivedAt }: Pick<Sample, 'at' | 'receivedAt'>): number =>
  Math.min(at, receivedAt)

/** A sample as it is written: with its sender's count, by which what comes again is known. */
export interface KeptSample extends Sample {
  readonly bootId: string
  readonly seq: number
}

interface FromDevice {
  readonly projectId: string
  readonly gatewayId: string
  readonly deviceId: string
}
/** A device's word on what it is doing; only those that are newer than what is known. Its `ts` is the time that counts of it. */
export interface StateReport extends FromDevice {
  readonly reported: Reported
  /** `QUALITY`: uncertain where its clock or its values cannot be right. */
  readonly quality: number
  /** By the server's clock, in milliseconds since 1970. */
  readonly receivedAt: number
}
export interface EventReport extends FromDevice, EventPayload {}
export interface AckReport extends FromDevice, AckPayload {}
/** A gateway has come, gone, or said something of itself. Going makes all of its devices stale at once. */
export interface GatewayReport {
  readonly projectId: string
  readonly gatewayId: string
  readonly change: 'online' | 'offline' | 'status'
  readonly status: Partial<GatewayStatus>
  readonly at: number
}
/** A device that has fallen silent, or speaks again. */
export interface PresenceReport extends FromDevice {
  readonly isOnline: boolean
  readonly at: number
}

/** What is committed together, and only then acknowledged to the broker: it comes again if that fails. */
export interface Batch {
  readonly samples: readonly Sample[]
  readonly states: readonly StateReport[]
  readonly events: readonly EventReport[]
  readonly acks: readonly AckReport[]
  readonly gateways: readonly GatewayReport[]
  readonly presence: readonly PresenceReport[]
}

/**
 * A part of the server that decides by what devices say. It runs in the batch's own transaction, after telemetry, live state
 * and gateways are written; what it answers runs once that is committed (pushes). It must bear the same batch twice.
 */
export interface Consumer {
  (tx: Tx, batch: Batch): Promise<undefined | (() => void | Promise<void>)>
  /**
   * Runs before the transaction, with the projects of what has come: what the consumer makes in a transaction of its own. Made
   * within the batch's, it would wait for rows that the batch holds, and the batch for it: no database sees that circle.
   */
  readonly prepare?: (projectIds: readonly string[]) => Promise<void>
}

/** The devices, as the rest of the server knows them (`design/field.md §3.3`). */
export interface Devices {
  /** Consumers run one after the other, in the order in which they were added. */
  consume(name: string, consumer: Consumer): void
  /** Sends a command; settles once the broker has it (PUBACK). Never retained. Throws when the broker is away. */
  send(to: { projectId: string; gatewayId: string; deviceId: string }, command: CommandPayload): Promise<void>
  /** Asks a gateway for the full state of its devices; the answers come as reports. */
  request(to: { projectId: string; gatewayId: string }, request: RequestPayload): Promise<void>
  /**
   * Gives the gateways of a project what they work by: their devices and the interlock table. Never fails: one that is away asks
   * for it when it is back.
   */
  configure(projectId: string): Promise<void>
  /** Whether the server has its broker now. */
  isConnected(): boolean
  /** Ends the embedded broker as if it had crashed; null where another program is the broker. */
  readonly crashBroker: (() => Promise<void>) | null
  /** Where devices connect: `mqtt://127.0.0.1:1883`. */
  readonly url: string
}

declare module '../module' {
  interface Services {
    devices: Devices
  }
}
