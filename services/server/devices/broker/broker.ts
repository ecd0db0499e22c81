/** What came from a device, with a way to acknowledge it. */
export interface Message {
  readonly topic: string
  readonly payload: Uint8Array
  /** The gateway that has signed in on this connection; empty where another program is the broker. */
  readonly gatewayId: string
  /** Milliseconds since 1970. */
  readonly receivedAt: number
  /** Why the broker would not have it; it is set aside for people to see. */
  readonly refused?: string | undefined
  /** Tells the broker that it is kept (PUBACK). */
  readonly settle: () => void
}

/** Topic of what the embedded broker itself says of a gateway's connection; `come`, `gone` or `ping` is the payload. */
export const CONNECTION_TOPIC = '$connection'

/** How devices are reached: the embedded broker, or another one at `MQTT_URL`. */
export interface Broker {
  /** Where devices connect. */
  readonly url: string
  isConnected(): boolean
  /**
   * Settles once the broker has it; throws when the broker is away. With `to` it goes to that gateway alone, whoever else
   * listens to the topic (ThingsBoard's topics are the same for all).
   */
  publish(
    topic: string,
    payload: Uint8Array,
    options: { readonly qos: 0 | 1; readonly to?: string },
  ): Promise<void>
  /** Ends a gateway's connections; it may sign in again. Another broker sees to its clients itself. */
  disconnect(gatewayId: string): void
  /** Hears nothing more; what has not been settled comes again. */
  pause(): void
  close(): Promise<void>
}

/** Who a gateway is that signs in, or null. Throws where that cannot be found out now. */
export type SignIn = (username: string, password: string) => Promise<Identity | null>

/** A gateway that has signed in, and what it may say and hear. */
export interface Identity {
  readonly gatewayId: string
  readonly projectId: string
  readonly protocol: 'loam' | 'thingsboard' | 'sparkplug'
}

/** What the broker tells the server. */
export interface BrokerEvents {
  readonly receive: (messages: readonly Message[]) => void
  /** The broker is there (again): what devices are doing may have changed unheard. */
  readonly connected: () => void
  readonly signIn: SignIn
}
