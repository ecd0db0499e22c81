import type { GatewayStatus } from '@runtime/field/topics'
import type { Message } from '../broker/broker'
import { beginSession, type GatewaySession, isEndedBy } from '../gateway-session'
import {
  type Adaptor,
  ackOf,
  type DeviceMessage,
  type Heard,
  isObject,
  numberOf,
  Refused,
  reportedOf,
  unkept,
} from './adaptor'
import { type Introduction, introductionOf, type Known, knownMetric } from './sparkplug-births'
import {
  DATATYPE,
  decodePayload,
  encodePayload,
  type SparkplugMetric,
  type SparkplugPayload,
} from './sparkplug-payload'

/** Metrics that carry our command, its answer, and members of a device's state. */
const COMMAND = 'loam/command'
const ACK = 'loam/ack'
const STATE = 'state/'
const REBIRTH = 'Node Control/Rebirth'
const BD_SEQ = 'bdSeq'
/** What a birth introduces to be told, not to tell. */
const NO_READINGS = /^((Node|Device) Control\/.*|bdSeq|loam\/command)$/

/** What a node has introduced since its birth. */
interface Node {
  readonly own: Introduction
  readonly devices: Map<string, Introduction>
  /** Number of its last message. */
  seq: number | undefined
  /** When that came: what is read again from before, such as what was set aside, is no part of the count. */
  heardAt: number
}

/** What carries the node's number, one more with each message; a birth of the node begins it. */
const NUMBERED = new Set(['NDATA', 'DBIRTH', 'DDATA', 'DDEATH'])
/** After 255 a node's numbers begin again (Sparkplug 3.0, `payloads-sequence-num-incrementing`). */
const SEQ_COUNT = 256

export interface SparkplugOptions {
  /** Whether every message of a node reaches this server, and not another one at the same broker. */
  readonly hearsAll: boolean
}

/**
 * Sparkplug B: the group is the project, the edge node the gateway. Births give names and types to numbers; a number that nobody has
 * introduced, word of a node or device that is not born (any more), and a message missing in a node's count make us ask for a
 * new birth (Sparkplug 3.0, `host-reordering-rebirth`). DCMD is sent once and may be lost, so a command goes as one metric of text
 * (`loam/command`, our payload) and counts only by what comes back (`loam/ack`). Metrics below `state/` are the device's
 * word on itself; any others are readings by the last part of their name.
 */
export function createSparkplugAdaptor({ hearsAll }: SparkplugOptions = { hearsAll: true }): Adaptor {
  const nodes: Nodes = { born: new Map(), sessions: new Map(), hearsAll }
  // A message may be read again, when its batch could not be kept or somebody in it is looked for: it says what it said as it
  // came, by the births before it and by none after.
  const known = new WeakMap<Message, Heard>()
  return {
    read(message) {
      const [space, projectId, kind, gatewayId, deviceId] = message.topic.split('/')
      if (space !== 'spBv1.0' || !projectId || !kind || !gatewayId) return null
      const before = known.get(message)
      if (before) return before
      const { payload, receivedAt } = message
      const told: Told = { kind, gatewayId, deviceId, receivedAt, ...decode(payload) }
      const heard = { projectId, gatewayId, messages: messagesOf(nodes, told) }
      known.set(message, heard)
      return heard
    },
    command: ({ projectId, gatewayId, deviceId }, command) => ({
      topic: `spBv1.0/${projectId}/DCMD/${gatewayId}/${deviceId}`,
      payload: encodePayload({
        timestamp: command.iat,
        metrics: [{ name: COMMAND, value: JSON.stringify(command), datatype: DATATYPE.string }],
      }),
      qos: 0,
      expireMs: command.ttlMs,
    }),
    request: ({ projectId, gatewayId }, { what }) =>
      what === 'state'
        ? {
            topic: `spBv1.0/${projectId}/NCMD/${gatewayId}`,
            payload: encodePayload({ timestamp: Date.now(), metrics: [{ name: REBIRTH, value: true }] }),
            qos: 0,
          }
        : null,
  }
}

/** What is known of all nodes. */
interface Nodes {
  readonly born: Map<string, Node>
  readonly sessions: Map<string, GatewaySession>
  readonly hearsAll: boolean
}

/** A message, taken out of its envelope. */
interface Told extends SparkplugPayload {
  readonly kind: string
  readonly gatewayId: string
  readonly deviceId: string | undefined
  readonly receivedAt: number
}

function messagesOf(nodes: Nodes, told: Told): DeviceMessage[] {
  const { kind, gatewayId, deviceId, receivedAt, metrics, timestamp, seq } = told
  const messages: DeviceMessage[] = []
  if (kind === 'NBIRTH' || kind === 'NDEATH') {
    const status = statusOf(kind, metrics, timestamp)
    messages.push({ kind: 'status', status })
    beginOrEnd(nodes, told, status.bdSeq)
  }
  const node = nodes.born.get(gatewayId)
  const introduction = node && introduce(node, told)
  const named = metrics.map((metric) => knownMetric(metric, introduction)).filter((one) => one !== null)
  const isUnborn = kind !== 'DDEATH' && (!introduction || named.length < metrics.length)
  const isMissing = nodes.hearsAll && node !== undefined && hasGap(node, told)
  if (kind !== 'NDEATH' && (!node || isUnborn || isMissing)) messages.push({ kind: 'unborn' })
  if (kind === 'DBIRTH' || kind === 'DDEATH')
    messages.push({
      ...{ kind: 'presence', deviceId: deviceId ?? '', isOnline: kind === 'DBIRTH' },
      // By our clock: it is a sign of life, whatever the node's own says.
      at: receivedAt,
    })
  const when = { at: timestamp ?? receivedAt, seq: seq ?? 0, receivedAt }
  if (kind === 'DBIRTH' || kind === 'DDATA') messages.push(...dataOf(deviceId ?? '', named, when))
  // What a node says of itself is a device's of its own id; where there is none, it stands aside for people to see.
  else if (kind === 'NBIRTH' || kind === 'NDATA') messages.push(...dataOf(gatewayId, named, when))
  return messages
}

function beginOrEnd({ born, sessions }: Nodes, told: Told, bdSeq: number): void {
  const { kind, gatewayId, metrics, seq, receivedAt } = told
  const session = sessions.get(gatewayId)
  if (kind === 'NBIRTH') {
    sessions.set(gatewayId, beginSession(session, bdSeq))
    born.set(gatewayId, { own: introductionOf(metrics), devices: new Map(), seq, heardAt: receivedAt })
  } else if (session && isEndedBy(session, bdSeq) && receivedAt >= (born.get(gatewayId)?.heardAt ?? 0))
    born.delete(gatewayId)
}

/** Notes what births of devices bring and their deaths take; answers what whoever speaks has introduced, if it is born. */
function introduce(node: Node, { kind, deviceId, metrics, receivedAt }: Told): Introduction | undefined {
  if (deviceId === undefined) return node.own
  if (kind === 'DBIRTH') node.devices.set(deviceId, introductionOf(metrics))
  else if (kind === 'DDEATH' && receivedAt >= node.heardAt) node.devices.delete(deviceId)
  return node.devices.get(deviceId)
}

/** Whether a message is missing before this one. */
function hasGap(node: Node, { kind, seq, receivedAt }: Told): boolean {
  if (!NUMBERED.has(kind) || receivedAt < node.heardAt) return false
  const isGap = isAfterGap(node.seq, seq)
  node.seq = seq ?? node.seq
  node.heardAt = receivedAt
  return isGap
}

/** Whether a message is missing between two numbers; the same one again is a message that came twice. */
const isAfterGap = (last: number | undefined, seq: number | undefined): boolean =>
  last !== undefined && seq !== undefined && seq !== last && seq !== (last + 1) % SEQ_COUNT

function decode(payload: Uint8Array) {
  try {
    return decodePayload(payload)
  } catch {
    throw new Refused('not a Sparkplug B payload')
  }
}

function statusOf(
  kind: 'NBIRTH' | 'NDEATH',
  metrics: readonly SparkplugMetric[],
  ts: number | undefined,
): GatewayStatus {
  const found = metrics.find(({ name }) => name === BD_SEQ)
  const bdSeq = found?.value ?? found?.whole
  if (typeof bdSeq !== 'number') throw new Refused(`an ${kind} without bdSeq`)
  // A will is written before its node has died.
  if (kind === 'NDEATH') return { on: 0, bdSeq }
  return { on: 1, bdSeq, ...(ts === undefined ? {} : { ts }) }
}

function dataOf(
  deviceId: string,
  metrics: readonly Known[],
  { at, seq, receivedAt }: { readonly at: number; readonly seq: number; readonly receivedAt: number },
): DeviceMessage[] {
  const messages: DeviceMessage[] = []
  const live = new Map<number, [string, number][]>()
  const past = new Map<number, [string, number][]>()
  const state: Record<string, unknown> = {}
  let isWhole = true
  for (const { name, value, timestamp, isHistorical } of metrics) {
    if (value === null || NO_READINGS.test(name)) continue
    const number = numberOf(value)
    if (name === ACK && value === '') continue
    if (name === ACK) messages.push({ kind: 'ack', deviceId, ack: ackOf(jsonText(value), receivedAt) })
    else if (name.startsWith(STATE)) state[name.slice(STATE.length)] = value
    else if (number === null) isWhole = false
    else {
      const time = timestamp ?? at
      const short = name.slice(name.lastIndexOf('/') + 1)
      const byTime = isHistorical ? past : live
      const row = byTime.get(time) ?? []
      byTime.set(time, row)
      row.push([short, number])
    }
  }
  if (Object.keys(state).length > 0)
    messages.push({ kind: 'state', deviceId, reported: reportedOf({ ts: at, ...state }, receivedAt) })
  if (live.size + past.size > 0)
    messages.push({
      kind: 'readings',
      deviceId,
      bootId: '',
      seq,
      rows: [
        ...[...past].map(([time, values]) => ({ at: time, values, isHistorical: true })),
        ...[...live].map(([time, values]) => ({ at: time, values })),
      ],
      isBacklog: false,
    })
  if (!isWhole) messages.push(unkept(deviceId))
  return messages
}

function jsonText(value: unknown): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(String(value))
  } catch {
    throw new Refused('an ack that is not JSON')
  }
  if (!isObject(parsed)) throw new Refused('an ack that is not an object')
  return parsed
}
