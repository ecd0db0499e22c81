import { setTimeout as sleep } from 'node:timers/promises'
import { PAYLOAD_LIMIT, TOPIC_ROOT } from '@runtime/field/topics'
import { ASIDE_REASONS } from '@services/contract/areas/field/device-aside'
import mqtt, { type IPublishPacket, type Packet } from 'mqtt'
import type { Log } from '../../log'
import type { Broker, BrokerEvents } from './broker'
import { createHostSign, hostWill, STATE_TOPIC } from './sparkplug-host'

/** Messages under way to this server that it has not acknowledged; the most that one commit can hold. */
const IN_FLIGHT = 2_000
/** Seconds for which the broker keeps what comes while a server is away. */
const KEPT = 3_600
/** What devices say; shared by all servers, so that each message reaches one of them. */
const FILTERS = [
  `${TOPIC_ROOT}/+/+/status`,
  `${TOPIC_ROOT}/+/+/req`,
  `${TOPIC_ROOT}/+/+/res`,
  ...['tele', 'state', 'event', 'ack'].map((channel) => `${TOPIC_ROOT}/+/+/+/${channel}`),
  'spBv1.0/+/NDEATH/+',
  'spBv1.0/+/NDATA/+',
  'spBv1.0/+/DDEATH/+/+',
  'spBv1.0/+/DDATA/+/+',
  ...['up', 'ack', 'txack'].map((kind) => `application/+/device/+/event/${kind}`),
]
const SHARED = FILTERS.map((filter) => `$share/loam/${filter}`)
/** What every server must hear: the names that later messages refer to by number. */
const FOR_ALL = ['spBv1.0/+/NBIRTH/+', 'spBv1.0/+/DBIRTH/+/+']
/** How long a farewell may take when the server ends, in milliseconds. */
const FAREWELL_MS = 1_000

/** `_sendPacket` is how the client itself acknowledges; it has no other way to do so later than at once. */
interface Acknowledging {
  _sendPacket(packet: Packet): void
}

/**
 * A broker at `MQTT_URL`. The client handles packets one after the other and acknowledges each when it is handled; a message
 * that is handled with an error is not acknowledged and the next one follows. So each is "failed" at once, and acknowledged
 * when it is kept. The session outlives a restart: what was not acknowledged comes again.
 */
export function connectBroker(
  { url, clientId }: { readonly url: string; readonly clientId: string },
  events: BrokerEvents,
  log: Log,
): Broker {
  const began = Date.now()
  const client = mqtt.connect(url, {
    clientId,
    protocolVersion: 5,
    clean: false,
    reconnectPeriod: 500,
    properties: { sessionExpiryInterval: KEPT, receiveMaximum: IN_FLIGHT },
    will: hostWill(began),
  })
  const host = createHostSign(client, began)
  const acknowledging = client as unknown as Acknowledging
  // Each command under way listens for the end of the connection.
  client.setMaxListeners(0)
  let connection = 0
  let isPaused = false
  client.handleMessage = (packet: IPublishPacket, handled) => {
    const { messageId, qos } = packet
    const mine = connection
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    if (packet.topic === STATE_TOPIC) {
      if (!isPaused) hearHost(payload)
      return handled()
    }
    if (!isPaused)
      events.receive([
        {
          topic: packet.topic,
          // What is too large is set aside, as at our own broker; of its text the beginning is enough.
          payload: Uint8Array.from(payload.subarray(0, PAYLOAD_LIMIT)),
          refused: payload.length > PAYLOAD_LIMIT ? ASIDE_REASONS.tooLarge : undefined,
          gatewayId: '',
          receivedAt: Date.now(),
          // On another connection the number means another message.
          settle: () => {
            if (qos === 1 && messageId !== undefined && mine === connection && client.connected)
              acknowledging._sendPacket({ cmd: 'puback', messageId, reasonCode: 0 })
          },
        },
      ])
    handled(qos === 1 ? new Error('acknowledged once it is kept') : undefined)
  }
  const hearHost = (payload: Uint8Array) => {
    try {
      host.hear(payload)
    } catch {
      // Somebody else's text on our topic is no word of a server of ours.
    }
  }
  const listen = async (isSessionKept: boolean) => {
    // Mosquitto 2.0 brings a session's shared subscriptions back from its disk deaf, and takes the same again for known. So
    // they are given up and made anew; what comes in the meantime is heard by subscriptions of our own, twice rather than never.
    if (isSessionKept) {
      // Without what the broker retains: a state of long ago is no sign of life.
      await client.subscribeAsync(FILTERS, { qos: 1, rh: 2 })
      await client.unsubscribeAsync(SHARED)
    }
    await client.subscribeAsync([...SHARED, ...FOR_ALL], { qos: 1 })
    if (isSessionKept) await client.unsubscribeAsync(FILTERS)
    // A broker that does not let us say so is a broker all the same.
    await host
      .appear()
      .catch((error: unknown) => log.info(`Sparkplug's nodes could not be told of this host: ${error}`))
    events.connected()
  }
  client.on('connect', ({ sessionPresent }) => {
    listen(sessionPresent).catch((error: unknown) =>
      log.warn(`the MQTT broker did not let us listen: ${error}`),
    )
  })
  // Not with `connect`: what the session still held comes before the client says so.
  client.on('close', () => connection++)
  client.on('error', (error) => log.warn(`the MQTT broker at ${place(url)} cannot be used: ${error.message}`))
  return {
    url: place(url),
    isConnected: () => client.connected,
    async publish(topic, payload, { qos, to, expireMs, retain = false }) {
      if (to !== undefined) throw new Error('An external broker cannot reach one gateway alone')
      if (!client.connected) throw new Error('The MQTT broker is away')
      if (expireMs !== undefined && expireMs < SECOND)
        throw new Error('It ends within a second, which MQTT cannot say')
      // The client would wait for the broker to come back; whoever sends decides anew.
      const { promise: lost, reject } = withReject()
      client.once('close', reject)
      try {
        const options = { qos, retain, ...(expireMs === undefined ? {} : { properties: expiry(expireMs) }) }
        await Promise.race([client.publishAsync(topic, Buffer.from(payload), options), lost])
      } finally {
        client.off('close', reject)
      }
    },
    disconnect: () => undefined,
    pause() {
      isPaused = true
    },
    async close() {
      isPaused = true
      if (client.connected)
        await Promise.race([
          host.leave().catch(() => undefined),
          sleep(FAREWELL_MS, undefined, { ref: false }),
        ])
      await client.endAsync(true)
    },
  }
}

const SECOND = 1000

/** MQTT counts whole seconds; a command lives no longer than it was given. */
const expiry = (milliseconds: number) => ({ messageExpiryInterval: Math.floor(milliseconds / SECOND) })

function withReject(): { promise: Promise<never>; reject: () => void } {
  let reject: () => void = () => undefined
  const promise = new Promise<never>((_resolve, refuse) => {
    reject = () => refuse(new Error('The MQTT broker has gone away'))
  })
  return { promise, reject }
}

/** Without the password. */
function place(url: string): string {
  const parsed = new URL(url)
  return `${parsed.protocol}//${parsed.host}`
}
