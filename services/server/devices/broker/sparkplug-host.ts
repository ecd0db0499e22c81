import type { IClientOptions, MqttClient } from 'mqtt'
import { bytesOf, jsonOf, numberOr } from '../adaptors/adaptor'

/** The host that Sparkplug's edge nodes may wait for: this product, whichever of its servers is there. */
export const HOST_ID = 'loam'
/** Retained; `{"online":true,"timestamp":…}` (Sparkplug 3.0 §6.4.30). */
export const STATE_TOPIC = `spBv1.0/STATE/${HOST_ID}`

export const hostState = (online: boolean, timestamp: number): Uint8Array => bytesOf({ online, timestamp })

/** What the broker says for a server that has gone: the same moment as its birth, so that a late will changes nothing. */
export const hostWill = (since: number): NonNullable<IClientOptions['will']> => ({
  topic: STATE_TOPIC,
  payload: Buffer.from(hostState(false, since)),
  qos: 1,
  retain: true,
})

/** A server's word on itself at a broker of others. */
export interface HostSign {
  /** To be called once everything is listened to. */
  appear(): Promise<void>
  /** To be called with what comes on `STATE_TOPIC`: when another server of ours goes, the host is here all the same. */
  hear(payload: Uint8Array): void
  leave(): Promise<void>
}

/** @param began when the connection was first asked for: the moment of its will, in milliseconds since 1970. */
export function createHostSign(client: MqttClient, began: number): HostSign {
  let since = began
  // The will goes out with the next connection: it must name that one's birth.
  client.on('reconnect', () => {
    since = Date.now()
    client.options.will = hostWill(since)
  })
  const announce = async (online: boolean, at: number) => {
    await client.publishAsync(STATE_TOPIC, Buffer.from(hostState(online, at)), { qos: 1, retain: true })
  }
  return {
    async appear() {
      // No local: what is heard there is another server's.
      await client.subscribeAsync(STATE_TOPIC, { qos: 0, nl: true })
      await announce(true, since)
    },
    hear(payload) {
      const { online, timestamp } = jsonOf(payload)
      // Nodes pass over a word that is older than the last.
      if (online === false && client.connected)
        announce(true, Math.max(since, numberOr(timestamp, since))).catch(() => undefined)
    },
    leave: () => announce(false, since),
  }
}
