import type { GatewayStatus } from '@runtime/field/topics'
import type { Message } from '../broker/broker'
import {
  type Adaptor,
  ackOf,
  type DeviceMessage,
  isObject,
  numberOf,
  Refused,
  reportedOf,
  unkept,
} from './adaptor'
import { DATATYPE, decodePayload, encodePayload, type SparkplugMetric } from './sparkplug-payload'

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
  readonly bdSeq: number
  /** Names by the numbers that stand for them. */
  readonly aliases: Map<number, string>
  readonly devices: Set<string>
  /** Number of its last message. */
  seq: number | undefined
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
 * Sparkplug B: the group is the project, the edge node the gateway. Births give numbers to names; a number that nobody has
 * introduced, word of a node or device that is not born (any more), and a message missing in a node's count make us ask for a
 * new birth (Sparkplug 3.0, `host-reordering-rebirth`). DCMD is sent once and may be lost, so a command goes as one metric of text
 * (`loam/command`, our payload) and counts only by what comes back (`loam/ack`). Metrics below `state/` are the device's
 * word on itself; any others are readings by the last part of their name.
 */
export function createSparkplugAdaptor({ hearsAll }: SparkplugOptions = { hearsAll: true }): Adaptor {
  const nodes = new Map<string, Node>()
  // A message is read again when its batch could not be kept: its place in the count is checked once.
  const gaps = new WeakMap<Message, boolean>()
  const hasGap = (message: Message, node: Node, seq: number | undefined) => {
    const isGap = gaps.get(message) ?? isAfterGap(node.seq, seq)
    if (!gaps.has(message)) node.seq = seq ?? node.seq
    gaps.set(message, isGap)
    return isGap
  }
  return {
    read(message) {
      const { topic, payload, receivedAt } = message
      const [space, projectId, kind, gatewayId, deviceId] = topic.split('/')
      if (space !== 'spBv1.0' || !projectId || !kind || !gatewayId) return null
      const { metrics, timestamp, seq } = decode(payload)
      const at = timestamp ?? receivedAt
      const messages: DeviceMessage[] = []
      if (kind === 'NBIRTH' || kind === 'NDEATH') {
        const status = statusOf(kind, metrics, timestamp)
        messages.push({ kind: 'status', status })
        const before = nodes.get(gatewayId)
        if (kind === 'NBIRTH')
          nodes.set(gatewayId, { bdSeq: status.bdSeq, aliases: new Map(), devices: new Set(), seq })
        // The death of a session that another has followed is none.
        else if (before?.bdSeq === status.bdSeq) nodes.delete(gatewayId)
      }
      const node = nodes.get(gatewayId)
      const isBorn = node !== undefined && introduce(node, kind, deviceId, metrics)
      const named = metrics.map((metric) => ({
        ...metric,
        name: metric.name ?? nameOf(metric, node?.aliases),
      }))
      const isMissing = hearsAll && node !== undefined && NUMBERED.has(kind) && hasGap(message, node, seq)
      const isUnknown = !isBorn || named.some(({ name }) => name === undefined)
      if (kind !== 'NDEATH' && (isUnknown || isMissing)) messages.push({ kind: 'unborn' })
      if (kind === 'DBIRTH' || kind === 'DDEATH')
        messages.push({
          ...{ kind: 'presence', deviceId: deviceId ?? '', isOnline: kind === 'DBIRTH' },
          // By our clock: it is a sign of life, whatever the node's own says.
          at: receivedAt,
        })
      if (kind === 'DBIRTH' || kind === 'DDATA')
        messages.push(...dataOf(deviceId ?? '', named, { at, seq: seq ?? 0, receivedAt }))
      // What a node says of itself is a device's of its own id; where there is none, it stands aside for people to see.
      else if (kind === 'NBIRTH' || kind === 'NDATA')
        messages.push(...dataOf(gatewayId, named, { at, seq: seq ?? 0, receivedAt }))
      return { projectId, gatewayId, messages }
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

/** Whether a message is missing between two numbers; the same one again is a message that came twice. */
const isAfterGap = (last: number | undefined, seq: number | undefined): boolean =>
  last !== undefined && seq !== undefined && seq !== last && seq !== (last + 1) % SEQ_COUNT

type Named = Omit<SparkplugMetric, 'name'> & { readonly name: string | undefined }

function decode(payload: Uint8Array) {
  try {
    return decodePayload(payload)
  } catch {
    throw new Refused('not a Sparkplug B payload')
  }
}

/** Notes what births bring and deaths take; answers whether who speaks has been born. */
function introduce(
  { aliases, devices }: Node,
  kind: string,
  deviceId: string | undefined,
  metrics: readonly SparkplugMetric[],
): boolean {
  if (kind.endsWith('BIRTH'))
    for (const { name, alias } of metrics)
      if (name !== undefined && alias !== undefined) aliases.set(alias, name)
  if (deviceId === undefined) return true
  if (kind === 'DBIRTH') devices.add(deviceId)
  if (kind === 'DDEATH') {
    devices.delete(deviceId)
    return true
  }
  return devices.has(deviceId)
}

const nameOf = ({ alias }: SparkplugMetric, aliases: ReadonlyMap<number, string> | undefined) =>
  alias === undefined ? undefined : aliases?.get(alias)

function statusOf(
  kind: 'NBIRTH' | 'NDEATH',
  metrics: readonly SparkplugMetric[],
  ts: number | undefined,
): GatewayStatus {
  const bdSeq = metrics.find(({ name }) => name === BD_SEQ)?.value
  if (typeof bdSeq !== 'number') throw new Refused(`an ${kind} without bdSeq`)
  // A will is written before its node has died.
  if (kind === 'NDEATH') return { on: 0, bdSeq }
  return { on: 1, bdSeq, ...(ts === undefined ? {} : { ts }) }
}

function dataOf(
  deviceId: string,
  metrics: readonly Named[],
  { at, seq, receivedAt }: { readonly at: number; readonly seq: number; readonly receivedAt: number },
): DeviceMessage[] {
  const messages: DeviceMessage[] = []
  const byTime = new Map<number, [string, number][]>()
  const state: Record<string, unknown> = {}
  let isWhole = true
  for (const { name, value, timestamp } of metrics) {
    if (name === undefined || value === null || NO_READINGS.test(name)) continue
    const number = numberOf(value)
    if (name === ACK && value === '') continue
    if (name === ACK) messages.push({ kind: 'ack', deviceId, ack: ackOf(jsonText(value), receivedAt) })
    else if (name.startsWith(STATE)) state[name.slice(STATE.length)] = value
    else if (number === null) isWhole = false
    else {
      const time = timestamp ?? at
      const short = name.slice(name.lastIndexOf('/') + 1)
      const row = byTime.get(time) ?? []
      byTime.set(time, row)
      row.push([short, number])
    }
  }
  if (Object.keys(state).length > 0)
    messages.push({ kind: 'state', deviceId, reported: reportedOf({ ts: at, ...state }, receivedAt) })
  if (byTime.size > 0)
    messages.push({
      kind: 'readings',
      deviceId,
      bootId: '',
      seq,
      rows: [...byTime].map(([time, values]) => ({ at: time, values })),
      isBacklog: metrics.some(({ isHistorical }) => isHistorical),
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
