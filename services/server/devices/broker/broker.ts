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
  /** The same over TLS, where there is a certificate. */
  readonly secureUrl?: string
  isConnected(): boolean
  /**
   * Settles once the broker has it; throws when the broker is away. With `to` it goes to that gateway alone, whoever else
   * listens to the topic (ThingsBoard's topics are the same for all).
   */
  publish(topic: string, payload: Uint8Array, options: PublishOptions): Promise<void>
  /** Ends a gateway's connections; it may sign in again. Another broker sees to its clients itself. */
  disconnect(gatewayId: string): void
  /** Ends it as if it had crashed; it is started anew by itself. Absent where another program is the broker. */
  readonly crash?: () => Promise<void>
  /** Hears nothing more; what has not been settled comes again. */
  pause(): void
  close(): Promise<void>
}

export interface PublishOptions {
  readonly qos: 0 | 1
  /** To this gateway's connection alone. */
  readonly to?: string
  /**
   * Milliseconds after which nobody may be given it any more (MQTT 5's Message Expiry Interval). The embedded broker speaks
   * 3.1.1, which has no such thing: there a receiver checks by what the payload says.
   */
  readonly expireMs?: number
  /** Kept for whoever listens later; a command never is. */
  readonly retain?: boolean
}

/** Who a gateway is that signs in, or null. Throws where that cannot be found out now. */
export type SignIn = (username: string, password: string) => Promise<Identity | null>

/** How a gateway speaks. */
export type Protocol = 'loam' | 'thingsboard' | 'sparkplug' | 'chirpstack'

/** A gateway that has signed in, and what it may say and hear. */
export interface Identity {
  readonly gatewayId: string
  readonly projectId: string
  readonly protocol: Protocol
}

/** What the broker tells the server. */
export interface BrokerEvents {
  readonly receive: (messages: readonly Message[]) => void
  /** The broker is there (again): what devices are doing may have changed unheard. */
  readonly connected: () => void
  readonly signIn: SignIn
}
