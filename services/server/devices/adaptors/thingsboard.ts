import type { AckStatus } from '@runtime/field/topics'
import { ASIDE_REASONS } from '@services/contract/areas/field/device-aside'
import { CONNECTION_TOPIC } from '../broker/broker'
import type { Directory } from '../directory'
import {
  type Adaptor,
  type Addressee,
  ackOf,
  bytesOf,
  type DeviceMessage,
  isObject,
  jsonOf,
  numberOr,
  Refused,
  reportedOf,
  unkept,
  valuesOf,
} from './adaptor'
import { createSent } from './sent'
import { attributesAsked } from './thingsboard-attributes'
import { EARLIEST, timeOf } from './time'

const ANSWER = 'v1/devices/me/rpc/response/'

/**
 * ThingsBoard's MQTT API, for gateways (`v1/gateway/…`, devices by name) and for single devices (`v1/devices/me/…`).
 * Topics do not say whose they are, so it needs the embedded broker, which knows who has signed in. Client attributes are a
 * device's state. A command is a call (RPC) to `op`, with our command for parameters; the answer counts as DONE unless it says
 * otherwise by the members of our ack.
 */
export function createThingsboardAdaptor(): Adaptor {
  const sent = createSent()
  const ackFrom = (deviceId: string, number: number, data: unknown, now: number): DeviceMessage => {
    const members = isObject(data) ? data : {}
    const id = members['id'] ?? sent.idOf(deviceId, number)
    const hasFailed = members['success'] === false || members['error'] !== undefined
    const st: AckStatus = hasFailed ? 'FAILED' : 'DONE'
    const msg = typeof members['error'] === 'string' ? members['error'] : ''
    return { kind: 'ack', deviceId, ack: ackOf({ st, msg, seq: number, ...members, id }, now) }
  }
  return {
    read({ topic, payload, gatewayId, receivedAt }, directory) {
      const gateway = directory.gateway(gatewayId)
      if (gateway?.protocol !== 'thingsboard') return null
      const { projectId } = gateway
      const heard = (all: readonly DeviceMessage[]) => ({ projectId, gatewayId, messages: all })
      if (topic === CONNECTION_TOPIC) {
        const state = new TextDecoder().decode(payload)
        return heard(state === 'ping' ? [] : [{ kind: 'connection', isThere: state === 'come' }])
      }
      const members = topic === 'v1/devices/me/telemetry' ? null : jsonOf(payload)
      const me = () => ownDevice(gatewayId, directory)
      const ask = members && attributesAsked(topic, members, me)
      if (ask) return heard([{ kind: 'attributes', ask }])
      const by = (read: (deviceId: string, value: unknown) => readonly DeviceMessage[]) =>
        heard(Object.entries(members ?? {}).flatMap(([deviceId, value]) => read(deviceId, value)))
      if (topic === 'v1/gateway/telemetry')
        return by((deviceId, value) => readingsOf(deviceId, value, receivedAt))
      if (topic === 'v1/gateway/attributes')
        return by((deviceId, value) => stateOf(deviceId, value, receivedAt))
      if (topic === 'v1/gateway/connect' || topic === 'v1/gateway/disconnect') {
        const deviceId = members?.['device']
        if (typeof deviceId !== 'string') throw new Refused('no device')
        const isOnline = topic.endsWith('/connect')
        return heard([{ kind: 'presence', deviceId, isOnline, at: receivedAt }])
      }
      if (topic === 'v1/gateway/rpc') {
        const deviceId = members?.['device']
        if (typeof deviceId !== 'string') throw new Refused('no device')
        return heard([ackFrom(deviceId, numberOr(members?.['id'], 0), members?.['data'], receivedAt)])
      }
      if (topic === 'v1/devices/me/telemetry') return heard(readingsOf(me(), parsed(payload), receivedAt))
      if (topic === 'v1/devices/me/attributes') return heard(stateOf(me(), members, receivedAt))
      if (topic.startsWith(ANSWER))
        return heard([ackFrom(me(), Number(topic.slice(ANSWER.length)), members, receivedAt)])
      throw new Refused(ASIDE_REASONS.notTopic)
    },
    command({ gatewayId, deviceId }, command) {
      sent.note(deviceId, command.seq, command.id)
      const call = { method: command.op, params: command }
      // A device that is its own gateway has the device's API.
      if (gatewayId === deviceId)
        return {
          topic: `v1/devices/me/rpc/request/${command.seq}`,
          payload: bytesOf(call),
          qos: 1,
          to: gatewayId,
        }
      return {
        topic: 'v1/gateway/rpc',
        payload: bytesOf({ device: deviceId, data: { id: command.seq, ...call } }),
        qos: 1,
        to: gatewayId,
      }
    },
    request: ({ gatewayId }: Addressee) => ({
      topic: 'v1/gateway/rpc',
      payload: bytesOf({ device: gatewayId, data: { id: 0, method: 'state.get', params: {} } }),
      qos: 1,
      to: gatewayId,
    }),
  }
}

function parsed(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload))
  } catch {
    throw new Refused('not JSON')
  }
}

/**
 * The device of a client that speaks of itself: of the same id, or the only one. A gateway of several has none of its own unless
 * one is made: what it says of itself stands aside under its id.
 */
function ownDevice(gatewayId: string, directory: Directory): string {
  const devices = [...directory.devicesOf(gatewayId)]
  const own = devices.find(({ id }) => id === gatewayId) ?? (devices.length === 1 ? devices[0] : undefined)
  return own?.id ?? gatewayId
}

/** `{…}`, `{ts, values: {…}}`, or a list of either. A `ts` beside the values is their time where it can be one of a reading. */
function readingsOf(deviceId: string, value: unknown, receivedAt: number): readonly DeviceMessage[] {
  const entries = Array.isArray(value) ? value : [value]
  let isWhole = true
  const rows = entries.map((entry) => {
    if (!isObject(entry)) throw new Refused('not readings')
    const { ts, ...beside } = entry
    const { values } = entry
    const hasTime = isObject(values) || timeOf(ts, Number.NaN) >= EARLIEST
    const found = valuesOf(isObject(values) ? values : hasTime ? beside : entry)
    isWhole &&= found.isWhole
    return { at: hasTime ? timeOf(ts, receivedAt) : receivedAt, values: found.values }
  })
  const readings: DeviceMessage = {
    kind: 'readings',
    deviceId,
    bootId: '',
    seq: 0,
    rows,
    isBacklog: rows.length > 1,
  }
  return isWhole ? [readings] : [readings, unkept(deviceId)]
}

function stateOf(deviceId: string, value: unknown, receivedAt: number): readonly DeviceMessage[] {
  if (!isObject(value)) throw new Refused('not attributes')
  const reported = reportedOf(value, receivedAt)
  const others = Object.keys(value).some((name) => !(name in reported))
  return [
    ...(Object.keys(reported).length > 1 ? [{ kind: 'state', deviceId, reported } as const] : []),
    ...(others ? [{ kind: 'unkept', deviceId, why: ASIDE_REASONS.notState } as const] : []),
  ]
}
