import type { LayoutDevice } from '@runtime/field/layout'
import {
  ACK_CODE,
  type CommandPayload,
  type ConfigPayload,
  deviceTopic,
  type EventPayload,
  type GatewayStatus,
  gatewayTopic,
  parseTopic,
  type RequestPayload,
} from '@runtime/field/topics'
import { connect, type MqttClient } from 'mqtt'
import type { Farm, Happening } from '../model/farm.types'
import { readingsOf } from '../model/readings'
import { createMemory, type Memory, type Outcome } from './memory'

const KEEPALIVE_SEC = 15
const RECONNECT_MS = 2_000
const STATUS_SEC = 60
/** How often a moving valve says where it is, and how soon it says once more that it has arrived, in seconds. */
const MOVING_SEC = 2
const AFTER_ARRIVAL_SEC = 2
/** How often a pump that runs reports, in seconds. */
const RUNNING_SEC = 5
/** A device takes this long to answer, in milliseconds. */
const ANSWER_MS = { least: 150, most: 700 } as const
/** One answer in so many is lost, where mishaps happen. */
const LOST_ACKS = 0.002
/** How often a reading is sent at most when time is lapsed, in seconds. */
const LEAST_INTERVAL_SEC = 5
const SOUND_BATTERY = 12.6
const LOW_BATTERY = 3.6
/** They report as often as they measure, so that what they last said can be believed (I09). */
const ACTUATORS: ReadonlySet<string> = new Set(['FERT', 'MACHINE'])
/** How long a flapping gateway is there and away, in seconds. */
const FLAP_SEC = 12

export interface GatewayOptions {
  readonly url: string
  readonly id: string
  readonly token: string
  readonly farm: Farm
  readonly mishaps: boolean
  /** Told of what the broker says; nothing else goes wrong loudly. */
  readonly log: (line: string) => void
}

/** A gateway with its devices on a connection of its own. */
export interface Gateway {
  readonly id: string
  isConnected(): boolean
  /** Lets a second pass: what happened is said, and what is due is sent. */
  tick(now: number, happenings: readonly Happening[]): void
  close(): Promise<void>
}

interface Station {
  readonly device: LayoutDevice
  readonly memory: Memory
  seq: number
  /** When it reports next, in farm time. */
  dueAt: number
  sentAt: number
  /** When it says once more where it stands; null: not waiting. */
  againAt: number | null
  frozen: Readonly<Record<string, number>> | null
}

export function openGateway({ url, id, token, farm, mishaps, log }: GatewayOptions): Gateway {
  const project = farm.layout.project.id
  const bdSeq = Math.floor(Date.now() / 1000)
  const boot = `b${bdSeq.toString(36)}`
  const topic = gatewayTopic(project, id, 'status')
  const stations = new Map<string, Station>(
    farm.layout.devices
      .filter(({ gatewayId }) => gatewayId === id)
      .map((device, index) => [
        device.id,
        {
          device,
          memory: createMemory(),
          seq: 0,
          // Spread over their interval, so that they do not all speak at once.
          dueAt: farm.slowNow() + ((index * 37) % device.uplinkEverySec) * 1000,
          sentAt: 0,
          againAt: null,
          frozen: null,
        },
      ]),
  )
  const timers = new Set<NodeJS.Timeout>()
  let births = 0
  let statusAt = 0
  let client: MqttClient | null = null

  const skew = () =>
    (farm.faults.find('clockSkew', id)?.value ?? (farm.faults.find('clockSkew', id) ? 300 : 0)) * 1000
  const clock = () => Date.now() + skew()
  const publish = (to: string, payload: object, retain = false) =>
    client?.publish(to, JSON.stringify(payload), { qos: 1, retain })
  const send = (to: string, payload: object, retain = false) => {
    // What cannot be said now is not kept: readings of a lost hour would come as if they were of now.
    if (client?.connected) publish(to, payload, retain)
  }
  const of = (deviceId: string, channel: 'tele' | 'state' | 'event' | 'ack') =>
    deviceTopic(project, id, deviceId, channel)

  function open(): MqttClient {
    const will: GatewayStatus = { on: 0, bdSeq: bdSeq + births }
    const opened = connect(url, {
      // The embedded broker speaks 3.1.1; a device checks itself what has expired.
      protocolVersion: 4,
      clientId: id,
      username: id,
      password: token,
      keepalive: KEEPALIVE_SEC,
      clean: true,
      reconnectPeriod: RECONNECT_MS,
      resubscribe: true,
      will: { topic, payload: Buffer.from(JSON.stringify(will)), qos: 1, retain: true },
    })
    opened.on('connect', () => {
      const own = (['req', 'res'] as const).map((channel) => gatewayTopic(project, id, channel))
      opened.subscribe([...own, deviceTopic(project, id, '+', 'cmd')], { qos: 1 })
      birth()
      requestTable()
    })
    opened.on('message', (to, payload) => hear(to, payload))
    opened.on('error', (error) => log(`${id}: ${error.message}`))
    return opened
  }

  const status = (): GatewayStatus => ({
    on: 1,
    boot,
    bdSeq: bdSeq + births,
    ts: clock(),
    fw: '2.3.1',
    bat: farm.faults.find('lowBattery', id) ? LOW_BATTERY : SOUND_BATTERY + farm.dice.normal(0.03),
    rssi: Math.round(-71 + farm.dice.normal(3)),
  })
  function birth(): void {
    send(topic, status(), true)
    statusAt = Date.now()
    for (const station of stations.values()) reportState(station)
  }

  function reportState({ device }: Station): void {
    const report = farm.report(device.id, clock())
    if (report) send(of(device.id, 'state'), report, true)
  }
  function measure(station: Station, now: number): void {
    const { device } = station
    const fresh = readingsOf(farm, device)
    const isFrozen = farm.faults.find('frozenSensor', device.id) !== undefined
    station.frozen = isFrozen ? (station.frozen ?? fresh) : null
    station.seq++
    station.sentAt = now
    send(of(device.id, 'tele'), { seq: station.seq, boot, ts: clock(), m: station.frozen ?? fresh })
  }

  function hear(to: string, payload: Uint8Array): void {
    const parsed = parseTopic(to)
    if (!parsed) return
    let body: unknown
    try {
      body = JSON.parse(Buffer.from(payload).toString('utf8'))
    } catch {
      return
    }
    if (!('device' in parsed)) {
      if (parsed.channel === 'req') answer(body as RequestPayload)
      if (parsed.channel === 'res') take(body as Partial<ConfigPayload>)
      return
    }
    const station = stations.get(parsed.device)
    if (station) obey(station, body as CommandPayload)
  }

  /** Asks for the interlock table; what it says itself on these topics comes back to it, and is passed over. */
  function requestTable(): void {
    const request: RequestPayload = { id: `${id}-table`, what: 'config' }
    send(gatewayTopic(project, id, 'req'), request)
  }
  function take({ what, limits }: Partial<ConfigPayload>): void {
    if (what === 'config' && limits !== undefined) farm.tables.give(id, limits)
  }

  function answer(request: RequestPayload): void {
    if (request.what === 'config') return
    if (request.what === 'state') {
      birth()
      const now = Date.now()
      for (const station of stations.values()) measure(station, now)
    }
    send(gatewayTopic(project, id, 'res'), { ...request, ts: clock() })
  }

  function obey(station: Station, command: CommandPayload): void {
    const { device, memory } = station
    if (command.op === 'state.get') {
      reportState(station)
      measure(station, Date.now())
      acknowledge(station, command, { st: 'DONE', code: 0, msg: '' })
      return
    }
    const { begin, answer: outcome } = memory.validate(command, Date.now(), skew() === 0)
    if (!begin) {
      if (outcome) acknowledge(station, command, outcome)
      reportState(station)
      return
    }
    // Checked by a table that it does not have: it missed the last one.
    if (command.il && command.il !== farm.tables.nameOf(id)) requestTable()
    const { refusal, superseded } = farm.command(device.id, command, Date.now(), skew() === 0)
    if (superseded)
      conclude(station, superseded, { st: 'FAILED', code: ACK_CODE.superseded, msg: 'SUPERSEDED' })
    conclude(
      station,
      command,
      refusal ? { st: 'REJECTED', ...refusal } : { st: 'ACCEPTED', code: 0, msg: '' },
    )
    reportState(station)
  }

  function conclude(station: Station, command: { id: string; seq: number }, outcome: Outcome): void {
    station.memory.note(command.id, outcome)
    acknowledge(station, command, outcome)
  }

  function acknowledge(
    station: Station,
    { id: command, seq }: { id: string; seq: number },
    outcome: Outcome,
  ): void {
    const { device } = station
    if (farm.faults.find('lostAck', device.id) || (mishaps && farm.dice.chance(LOST_ACKS))) return
    const { ang } = farm.report(device.id, 0) ?? {}
    const ack = { id: command, seq, ...outcome, ...(ang === undefined ? {} : { ang }), ts: clock() }
    const times = farm.faults.find('duplicatedAck', device.id) ? 2 : 1
    // Its own order is kept: what is said later comes later.
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        // Unlike a reading, an answer is kept until the line is back.
        for (let time = 0; time < times; time++) publish(of(device.id, 'ack'), ack)
      },
      outcome.st === 'DONE' || outcome.st === 'FAILED'
        ? ANSWER_MS.most
        : farm.dice.between(ANSWER_MS.least, ANSWER_MS.most),
    )
    timers.add(timer)
  }

  function tell(happening: Happening, now: number): void {
    const station = stations.get(happening.deviceId)
    if (!station) return
    if (happening.kind === 'done') {
      const { refusal } = happening
      conclude(
        station,
        happening.job,
        refusal ? { st: 'FAILED', ...refusal } : { st: 'DONE', code: 0, msg: '' },
      )
    } else if (happening.kind === 'event') {
      const { type, on } = happening
      const event: EventPayload = { id: `${type}-${boot}`, type, on, ts: clock() }
      send(of(happening.deviceId, 'event'), event)
      return
    }
    reportState(station)
    measure(station, now)
    station.againAt = now + AFTER_ARRIVAL_SEC * 1000
  }

  /** Whether it should be there at all. */
  function isAway(now: number): boolean {
    if (farm.faults.find('gatewayLoss', id)) return true
    return (
      farm.faults.find('gatewayFlapping', id) !== undefined && Math.floor(now / 1000 / FLAP_SEC) % 2 === 1
    )
  }

  function due(station: Station, now: number): void {
    const { device } = station
    const slow = farm.slowNow()
    if (station.againAt !== null && station.againAt <= now) {
      station.againAt = null
      reportState(station)
    }
    const valve = farm.valves.get(device.id)
    if (valve?.target && now - station.sentAt >= MOVING_SEC * 1000) {
      station.sentAt = now
      reportState(station)
    }
    const every = device.kind === 'PUMP' && isRunning(farm, device.id) ? RUNNING_SEC : device.uplinkEverySec
    if (station.dueAt - slow > every * 1000) station.dueAt = slow + every * 1000
    if (station.dueAt > slow || now - station.sentAt < LEAST_INTERVAL_SEC * 1000 - 500) return
    station.dueAt = Math.max(station.dueAt + every * 1000, slow)
    measure(station, now)
    if (device.uplinkEverySec >= STATUS_SEC || ACTUATORS.has(device.kind)) reportState(station)
  }

  return {
    id,
    isConnected: () => client?.connected ?? false,
    tick(now, happenings) {
      const away = isAway(now)
      if (away && client) {
        // As a cable that is pulled: no farewell, so that the broker speaks the will.
        client.options.reconnectPeriod = 0
        client.stream.destroy()
        client.end(true)
        client = null
      } else if (!away && !client) {
        births++
        client = open()
      }
      if (!client?.connected) return
      for (const happening of happenings) tell(happening, now)
      if (now - statusAt >= STATUS_SEC * 1000) {
        statusAt = now
        send(topic, status(), true)
      }
      for (const station of stations.values()) due(station, now)
    },
    async close() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      const open = client
      client = null
      if (!open) return
      if (open.connected)
        await open
          .publishAsync(topic, JSON.stringify({ on: 0, bdSeq: bdSeq + births }), { qos: 1, retain: true })
          .catch(() => undefined)
      await open.endAsync(true)
    },
  }
}

const isRunning = ({ station }: Farm, deviceId: string): boolean =>
  station.pumps.some(({ id, hz }) => id === deviceId && hz > 0)
