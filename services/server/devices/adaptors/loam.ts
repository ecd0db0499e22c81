import {
  BACKLOG_LIMIT,
  deviceTopic,
  type GatewayStatus,
  gatewayTopic,
  parseTopic,
} from '@runtime/field/topics'
import {
  type Adaptor,
  ackOf,
  bytesOf,
  type DeviceMessage,
  eventOf,
  isObject,
  jsonOf,
  numberOr,
  type ReadingRow,
  Refused,
  reportedOf,
  textOr,
  unkept,
  valuesOf,
} from './adaptor'
import { timeOf } from './time'

/** The project's own topics (`design/field.md §3.3`). */
export const loamAdaptor: Adaptor = {
  read({ topic, payload, receivedAt }) {
    const parsed = parseTopic(topic)
    if (!parsed) return null
    const { project: projectId, gateway: gatewayId } = parsed
    const heard = (one: DeviceMessage | null) => ({ projectId, gatewayId, messages: one ? [one] : [] })
    const members = jsonOf(payload)
    if (!('device' in parsed)) {
      if (parsed.channel === 'status') return heard({ kind: 'status', status: statusOf(members) })
      return heard(parsed.channel === 'req' ? requestOf(members) : null)
    }
    const { device: deviceId, channel } = parsed
    if (channel === 'tele')
      return { projectId, gatewayId, messages: readingsOf(deviceId, members, receivedAt) }
    if (channel === 'state')
      return heard({ kind: 'state', deviceId, reported: reportedOf(members, receivedAt) })
    if (channel === 'event') return heard({ kind: 'event', deviceId, event: eventOf(members, receivedAt) })
    if (channel === 'ack') return heard({ kind: 'ack', deviceId, ack: ackOf(members, receivedAt) })
    return heard(null)
  },
  command: ({ projectId, gatewayId, deviceId }, command) => ({
    topic: deviceTopic(projectId, gatewayId, deviceId, 'cmd'),
    payload: bytesOf(command),
    qos: 1,
    expireMs: command.ttlMs,
  }),
  request: ({ projectId, gatewayId }, request) => ({
    topic: gatewayTopic(projectId, gatewayId, 'req'),
    payload: bytesOf(request),
    qos: 1,
  }),
}

function statusOf(members: Readonly<Record<string, unknown>>): GatewayStatus {
  const { on } = members
  if (on !== 0 && on !== 1) throw new Refused('a status without "on"')
  const bdSeq = numberOr(members['bdSeq'], null)
  if (bdSeq === null) throw new Refused('a status without "bdSeq"')
  const status: Record<string, unknown> = { on, bdSeq }
  const ts = timeOf(members['ts'], Number.NaN)
  if (!Number.isNaN(ts)) status['ts'] = ts
  for (const name of ['bat', 'rssi']) if (numberOr(members[name], null) !== null) status[name] = members[name]
  for (const name of ['boot', 'fw']) if (typeof members[name] === 'string') status[name] = members[name]
  return status as unknown as GatewayStatus
}

/** What a gateway asks of the server; what the server asked is its own echo. */
function requestOf(members: Readonly<Record<string, unknown>>): DeviceMessage | null {
  const { id, what } = members
  if (typeof id !== 'string') throw new Refused('a request without an id')
  return what === 'time' || what === 'config' ? { kind: 'request', request: { id, what } } : null
}

function readingsOf(
  deviceId: string,
  members: Readonly<Record<string, unknown>>,
  receivedAt: number,
): DeviceMessage[] {
  const { m, b } = members
  let isWhole = true
  const numbersOf = (named: Readonly<Record<string, unknown>>) => {
    const found = valuesOf(named)
    isWhole &&= found.isWhole
    return found.values
  }
  const rows: ReadingRow[] = []
  if (isObject(m)) rows.push({ at: timeOf(members['ts'], receivedAt), values: numbersOf(m) })
  if (Array.isArray(b)) {
    if (b.length > BACKLOG_LIMIT) throw new Refused(`a backlog of more than ${BACKLOG_LIMIT}`)
    for (const entry of b) {
      if (!Array.isArray(entry) || !isObject(entry[1]))
        throw new Refused('a backlog that is not of [time, readings]')
      rows.push({ at: timeOf(entry[0], Number.NaN), values: numbersOf(entry[1]) })
    }
  }
  if (rows.length === 0) throw new Refused('telemetry without readings')
  const readings: DeviceMessage = {
    kind: 'readings',
    deviceId,
    bootId: textOr(members['boot'], ''),
    seq: numberOr(members['seq'], 0),
    rows,
    isBacklog: Array.isArray(b),
  }
  return isWhole ? [readings] : [readings, unkept(deviceId)]
}
