import { parseTopic, type RequestPayload } from '@runtime/field/topics'
import { ASIDE_REASONS } from '@services/contract/areas/field/device-aside'
import type { Adaptor, AttributesAsked, DeviceMessage, Heard } from './adaptors/adaptor'
import { Refused } from './adaptors/adaptor'
import { CONNECTION_TOPIC, type Message } from './broker/broker'
import type { Directory, KnownDevice } from './directory'
import type { AckReport, EventReport, KeptSample, StateReport } from './ingest'
import { type Rules, readingsOf } from './readings'
import { countedAt, stateQualityOf, timeQuality } from './time-quality'

/** What a batch of messages says, known devices only, in the order in which it came. */
export interface HeardBatch {
  readonly samples: KeptSample[]
  readonly states: StateReport[]
  readonly events: EventReport[]
  readonly acks: AckReport[]
  /** When each gateway and device was last heard of, in milliseconds since 1970. */
  readonly gatewaysSeen: Map<string, number>
  readonly devicesSeen: Map<string, { readonly device: KnownDevice; readonly at: number }>
  readonly statuses: GatewayWord[]
  readonly presences: { readonly device: KnownDevice; readonly isOnline: boolean; readonly at: number }[]
  readonly requests: {
    readonly projectId: string
    readonly gatewayId: string
    readonly request: RequestPayload
  }[]
  readonly attributeRequests: { readonly gatewayId: string; readonly ask: AttributesAsked }[]
  /** Gateways that must begin anew. */
  readonly unborn: Set<string>
  readonly aside: Aside[]
}

export interface GatewayWord {
  readonly gatewayId: string
  readonly receivedAt: number
  readonly message: Extract<DeviceMessage, { kind: 'status' | 'connection' }>
}

/** Whose a message is, as far as anybody can say; empty where nobody can. */
export interface Sender {
  readonly projectId: string
  readonly gatewayId: string
  /** As the sender names it. */
  readonly deviceId: string
}

/** What could not be kept, and why. */
export interface Aside extends Sender {
  readonly topic: string
  readonly payload: Uint8Array
  readonly reason: string
}

/** A message with what it says, or with why that cannot be known. */
export interface Entry {
  readonly message: Message
  readonly heard: Heard | null
  readonly reason: string
}

export function readMessage(message: Message, adaptors: readonly Adaptor[], directory: Directory): Entry {
  const entry = (heard: Heard | null, reason: string): Entry => ({ message, heard, reason })
  if (message.refused !== undefined) return entry(null, message.refused)
  try {
    for (const adaptor of adaptors) {
      const heard = adaptor.read(message, directory)
      if (heard) return entry(withIds(heard, directory), '')
    }
  } catch (error) {
    if (error instanceof Refused) return entry(null, error.message)
    throw error
  }
  // Of the connection alone something is heard, whatever the protocol: that the gateway is there.
  if (message.topic === CONNECTION_TOPIC) {
    const gateway = directory.gateway(message.gatewayId)
    const isGone = new TextDecoder().decode(message.payload) === 'gone'
    return entry(gateway && !isGone ? { ...gateway, messages: [] } : null, '')
  }
  return entry(null, ASIDE_REASONS.notTopic)
}

/** Gateways may call their devices by name: spaces and all. */
function withIds(heard: Heard, directory: Directory): Heard {
  const idOf = (name: string) => directory.called(heard.gatewayId, name)
  if (
    heard.messages.every(
      (deviceMessage) =>
        !('deviceId' in deviceMessage) || idOf(deviceMessage.deviceId) === deviceMessage.deviceId,
    )
  )
    return heard
  const messages = heard.messages.map((one) =>
    'deviceId' in one ? { ...one, deviceId: idOf(one.deviceId) } : one,
  )
  return { ...heard, messages }
}

/** The gateway that has signed in, or the one that the topic names. */
export function senderOf(
  { topic, gatewayId }: Pick<Message, 'topic' | 'gatewayId'>,
  directory: Directory,
): Sender {
  const own = parseTopic(topic)
  const [space, group, , node, device] = topic.split('/')
  const isSparkplug = space === 'spBv1.0'
  // `application/{gateway}/device/{device}/event/{kind}`
  const isChirpstack = space === 'application'
  const named = gatewayId || own?.gateway || (isSparkplug && node) || (isChirpstack && group) || ''
  return {
    projectId: directory.gateway(named)?.projectId ?? own?.project ?? ((isSparkplug && group) || ''),
    gatewayId: named,
    deviceId: own
      ? ('device' in own && own.device) || ''
      : (isSparkplug && device) || (isChirpstack && node) || '',
  }
}

/** Names that an entry uses and that may be new to their device; what is no device of its gateway brings none. */
export function* metricNames(
  { heard }: Entry,
  directory: Directory,
): Generator<readonly [KnownDevice, string]> {
  for (const deviceMessage of heard?.messages ?? []) {
    if (deviceMessage.kind !== 'readings') continue
    const device = directory.device(deviceMessage.deviceId)
    if (device?.gatewayId !== heard?.gatewayId || !device) continue
    for (const { values } of deviceMessage.rows) for (const [name] of values) yield [device, name]
  }
}

/** Gateways and devices of an entry that nobody knows. */
export function* unknownIds({ heard }: Entry, directory: Directory): Generator<string> {
  if (!heard) return
  if (!directory.gateway(heard.gatewayId)) yield heard.gatewayId
  for (const deviceMessage of heard.messages)
    if ('deviceId' in deviceMessage && !directory.device(deviceMessage.deviceId)) yield deviceMessage.deviceId
}

/** Brings together what messages say; what cannot be kept is set aside, never an error. */
export function gather(entries: readonly Entry[], rules: Rules): HeardBatch {
  const batch: HeardBatch = {
    ...{ samples: [], states: [], events: [], acks: [], statuses: [], presences: [] },
    ...{
      requests: [],
      attributeRequests: [],
      aside: [],
      gatewaysSeen: new Map(),
      devicesSeen: new Map(),
      unborn: new Set(),
    },
  }
  for (const { message, heard, reason } of entries) {
    // A message counts once for each reason, however many of its readings have it.
    const refused = new Set<string>()
    const refuse = (why: string, deviceId?: string) => {
      const sender = senderOf(message, rules.directory)
      const aside = { ...sender, deviceId: deviceId ?? sender.deviceId, reason: why }
      const key = `${aside.deviceId} ${why}`
      if (!refused.has(key)) batch.aside.push({ ...aside, topic: message.topic, payload: message.payload })
      refused.add(key)
    }
    if (!heard) {
      if (reason) refuse(reason)
      continue
    }
    const gateway = rules.directory.gateway(heard.gatewayId)
    if (!gateway || gateway.projectId !== heard.projectId) {
      refuse(ASIDE_REASONS.unknownGateway)
      continue
    }
    const isLeaving = heard.messages.some(
      (deviceMessage) =>
        (deviceMessage.kind === 'status' && deviceMessage.status.on === 0) ||
        (deviceMessage.kind === 'connection' && !deviceMessage.isThere),
    )
    if (!isLeaving) see(batch.gatewaysSeen, heard.gatewayId, message.receivedAt)
    for (const deviceMessage of heard.messages) take(batch, { deviceMessage, heard, message, rules, refuse })
  }
  return batch
}

interface Taking {
  readonly deviceMessage: DeviceMessage
  readonly heard: Heard
  readonly message: Message
  readonly rules: Rules
  readonly refuse: (why: string, deviceId?: string) => void
}

function take(batch: HeardBatch, taking: Taking): void {
  const { deviceMessage, heard, message, rules, refuse } = taking
  const { projectId, gatewayId } = heard
  if (deviceMessage.kind === 'status' || deviceMessage.kind === 'connection') {
    batch.statuses.push({ gatewayId, receivedAt: message.receivedAt, message: deviceMessage })
    return
  }
  if (deviceMessage.kind === 'unborn') {
    batch.unborn.add(gatewayId)
    return
  }
  if (deviceMessage.kind === 'request') {
    batch.requests.push({ projectId, gatewayId, request: deviceMessage.request })
    return
  }
  if (deviceMessage.kind === 'attributes') {
    batch.attributeRequests.push({ gatewayId, ask: deviceMessage.ask })
    return
  }
  const device = rules.directory.device(deviceMessage.deviceId)
  if (!device) {
    refuse(ASIDE_REASONS.unknownDevice, deviceMessage.deviceId)
    return
  }
  if (device.gatewayId !== gatewayId) {
    refuse(ASIDE_REASONS.otherGateway, device.id)
    return
  }
  const from = { projectId, gatewayId, deviceId: device.id }
  if (deviceMessage.kind === 'unkept') {
    refuse(deviceMessage.why, device.id)
    return
  }
  if (deviceMessage.kind === 'presence') {
    batch.presences.push({ device, isOnline: deviceMessage.isOnline, at: deviceMessage.at })
    return
  }
  const { receivedAt } = message
  batch.devicesSeen.set(device.id, { device, at: receivedAt })
  if (deviceMessage.kind === 'state') {
    const time = timeQuality(deviceMessage.reported.ts, receivedAt)
    if (time === 'future') {
      refuse(ASIDE_REASONS.future, device.id)
      return
    }
    // What is said of now holds from when it was heard where its own time cannot be believed, and it is said that it cannot.
    if (time === 'none') refuse(ASIDE_REASONS.notTime, device.id)
    const quality = stateQualityOf(deviceMessage.reported, time !== 'good' && time !== 'history')
    const reported = { ...deviceMessage.reported, ts: stateTime(deviceMessage, device, taking) }
    batch.states.push({ ...from, reported, quality, receivedAt })
  } else if (deviceMessage.kind === 'event') {
    // What happened long ago is history, no alarm of now; and none is taken back by it (`design/field.md §3.3`).
    const { event } = deviceMessage
    const time = timeQuality(event.ts, receivedAt)
    if (time === 'none') refuse(ASIDE_REASONS.notTime, device.id)
    if (time === 'future') refuse(ASIDE_REASONS.future, device.id)
    else if (time === 'history') refuse(ASIDE_REASONS.lateEvent, device.id)
    else batch.events.push({ ...from, ...event, ts: countedAt(event.ts, receivedAt) })
  } else if (deviceMessage.kind === 'ack') {
    // Its time orders it among what else is heard: whatever stands there, an answer is one.
    const ts = countedAt(deviceMessage.ack.ts, receivedAt)
    batch.acks.push({ ...from, ...deviceMessage.ack, ts })
  } else {
    const refuseOf = (why: string) => refuse(why, device.id)
    for (const sample of readingsOf(deviceMessage, { device, receivedAt, rules, refuse: refuseOf }))
      batch.samples.push(sample)
  }
}

/** When a state counts from; one of a clock that runs ahead is known again when it comes twice. */
function stateTime(
  { reported }: Extract<DeviceMessage, { kind: 'state' }>,
  device: KnownDevice,
  { message: { receivedAt }, rules }: Taking,
): number {
  if (!(reported.ts > receivedAt)) return countedAt(reported.ts, receivedAt)
  return rules.firstHeard(JSON.stringify([device.no, reported]), receivedAt)
}

function see(seen: Map<string, number>, id: string, at: number): void {
  seen.set(id, Math.max(at, seen.get(id) ?? 0))
}
