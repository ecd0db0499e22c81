import { ASIDE_REASONS } from '@services/contract/areas/field/device-aside'
import type { Directory } from '../directory'
import {
  type Adaptor,
  ackOf,
  bytesOf,
  type DeviceMessage,
  eventOf,
  isObject,
  jsonOf,
  numberOr,
  Refused,
  reportedOf,
  textOr,
  unkept,
  valuesOf,
} from './adaptor'
import { createSent } from './sent'
import { timeOf } from './time'

/** `application/{application}/device/{DevEUI}/event/{kind}` */
const EVENT = /^application\/([^/]+)\/device\/([^/]+)\/event\/([^/]+)$/
/** Port of the downlinks (1–223); a codec gives it any meaning. */
const PORT = 10

/**
 * ChirpStack's MQTT integration with JSON payloads (`design/field.md §3.3`): the gateway is an application of the LoRaWAN
 * network server, a device has its DevEUI for an id. What it measures is what the device profile's codec makes of an uplink
 * (`object`): numbers are readings; the objects `state`, `ack` and `event` in it are those of our own topics.
 *
 * A command goes as a confirmed downlink whose queue item has the command's id, so that the network's `ack` finds back to it:
 * the device has it (ACCEPTED). `txack` says no more than that a LoRaWAN gateway has taken it to its antenna. What was not
 * confirmed is no answer: the command's own timers send it again.
 */
export function createChirpstackAdaptor(): Adaptor {
  const sent = createSent()
  return {
    read({ topic, payload, receivedAt }, directory) {
      const [, gatewayId, eui, kind] = EVENT.exec(topic) ?? []
      if (!gatewayId || !eui || !kind) return null
      const heard = (all: readonly DeviceMessage[]) => ({
        projectId: directory.gateway(gatewayId)?.projectId ?? '',
        gatewayId,
        messages: all,
      })
      // That it has gone on the air proves nothing.
      if (kind === 'txack') return heard([])
      const members = jsonOf(payload)
      const deviceId = idOf(eui, directory)
      const at = timeOf(members['time'], receivedAt)
      if (kind === 'status') return heard(statusOf(deviceId, members, at))
      if (kind === 'join') return heard([{ kind: 'presence', deviceId, isOnline: true, at: receivedAt }])
      if (kind === 'location') return heard(readingsOf(deviceId, { location: members['location'] }, { at }))
      if (kind !== 'up' && kind !== 'ack')
        throw new Refused(textOr(members['description'], ASIDE_REASONS.notTopic))
      if (kind === 'up') return heard(uplink(deviceId, members, { at, receivedAt }))
      const { queueItemId: id, acknowledged } = members
      if (typeof id !== 'string') throw new Refused('not an ack')
      if (acknowledged !== true) return heard([])
      const seq = numberOr(members['fCntDown'], 0)
      return heard([{ kind: 'ack', deviceId, ack: ackOf({ id, seq, st: 'ACCEPTED' }, at) }])
    },
    command({ gatewayId, deviceId }, command) {
      sent.note(deviceId, command.seq, command.id)
      return {
        topic: `application/${gatewayId}/device/${deviceId}/command/down`,
        payload: bytesOf({
          ...{ id: command.id, devEui: deviceId, confirmed: true, fPort: PORT },
          object: command,
          // A network server that knows of it never sends what is too old; another passes over it, and the device checks alone.
          expiresAt: new Date(command.exp).toISOString(),
        }),
        qos: 1,
        expireMs: command.ttlMs,
      }
    },
    // Devices that sleep cannot be asked as one: each is asked by itself, and answers with its next uplink.
    request: ({ gatewayId }, { id, what, device }) =>
      what === 'state' && device !== undefined
        ? {
            topic: `application/${gatewayId}/device/${device}/command/down`,
            payload: bytesOf({
              ...{ devEui: device, confirmed: false, fPort: PORT },
              object: { id, op: 'state.get' },
            }),
            qos: 1,
          }
        : null,
  }

  function uplink(
    deviceId: string,
    members: Readonly<Record<string, unknown>>,
    { at, receivedAt }: { readonly at: number; readonly receivedAt: number },
  ): DeviceMessage[] {
    const { object, rxInfo } = members
    if (!isObject(object)) throw new Refused('an uplink that no codec has read')
    const messages: DeviceMessage[] = []
    const { ack, state, event, ...measured } = object
    if (isObject(ack)) {
      const id = ack['id'] ?? sent.idOf(deviceId, numberOr(ack['seq'], -1))
      messages.push({ kind: 'ack', deviceId, ack: ackOf({ ts: at, ...ack, id }, receivedAt) })
    }
    if (isObject(state))
      messages.push({ kind: 'state', deviceId, reported: reportedOf({ ts: at, ...state }, receivedAt) })
    if (isObject(event))
      messages.push({ kind: 'event', deviceId, event: eventOf({ ts: at, ...event }, receivedAt) })
    const rssi = strongest(rxInfo)
    const more = rssi === null || 'rssi' in measured ? {} : { rssi }
    const from = { at, bootId: textOr(members['devAddr'], ''), seq: numberOr(members['fCnt'], 0) }
    // Of those names ours are objects; a codec's own number or text of that name is a reading like any other.
    const others = Object.entries({ ack, state, event }).filter(
      ([, value]) => value !== undefined && !isObject(value),
    )
    messages.push(...readingsOf(deviceId, { ...measured, ...Object.fromEntries(others), ...more }, from))
    return messages
  }
}

function readingsOf(
  deviceId: string,
  members: Readonly<Record<string, unknown>>,
  { at, bootId = '', seq = 0 }: { readonly at: number; readonly bootId?: string; readonly seq?: number },
): DeviceMessage[] {
  const { values, isWhole } = valuesOf(members)
  const readings: DeviceMessage = {
    kind: 'readings',
    deviceId,
    bootId,
    seq,
    rows: [{ at, values }],
    isBacklog: false,
  }
  return [...(values.length > 0 ? [readings] : []), ...(isWhole ? [] : [unkept(deviceId)])]
}

/** What a device's LoRaWAN stack says of its battery (%) and of the link's margin (dB). */
function statusOf(deviceId: string, members: Readonly<Record<string, unknown>>, at: number): DeviceMessage[] {
  const { margin, batteryLevel, batteryLevelUnavailable, externalPowerSource } = members
  const hasBattery = batteryLevelUnavailable !== true && externalPowerSource !== true
  return readingsOf(
    deviceId,
    {
      margin: margin ?? null,
      externalPowerSource: externalPowerSource ?? null,
      ...(hasBattery && { batteryLevel: batteryLevel ?? null }),
    },
    { at },
  )
}

/** DevEUIs are written in small letters; a device that was entered in capitals is meant all the same. */
function idOf(eui: string, directory: Directory): string {
  const capitals = eui.toUpperCase()
  return !directory.device(eui) && directory.device(capitals) ? capitals : eui
}

/** dBm at the LoRaWAN gateway that heard it best; null where none says. */
function strongest(rxInfo: unknown): number | null {
  const heard = Array.isArray(rxInfo) ? rxInfo.flatMap((one) => numberOr(one?.rssi, null) ?? []) : []
  return heard.length > 0 ? Math.max(...heard) : null
}
