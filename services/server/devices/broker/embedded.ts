import { setTimeout as sleep } from 'node:timers/promises'
import { PAYLOAD_LIMIT, TOPIC_ROOT } from '@runtime/field/topics'
import { BROKER_LIMITS, type BrokerLimits } from '../../limits'
import type { Log } from '../../log'
import type { Broker, BrokerEvents } from './broker'
import { BrokerProcess, type SecurePort } from './child'
import { hostState, STATE_TOPIC } from './sparkplug-host'

export interface EmbeddedOptions {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** Beside the plain port. */
  readonly tls?: SecurePort | undefined
  /** Messages a second from one gateway. */
  readonly rate: number
  readonly limits?: BrokerLimits
}

/** A broker that has ended by itself is started anew after this long, then each time after twice as long, in milliseconds. */
const RESTART = { first: 100, most: 5_000 } as const

/**
 * Starts the embedded broker. A port that is taken is replaced by a free one, and said. When it ends by itself it is started
 * anew on the same port; what it had not acknowledged comes again from the devices.
 * @throws Error when it cannot listen
 */
export async function startEmbeddedBroker(
  { limits = BROKER_LIMITS, ...options }: EmbeddedOptions,
  events: BrokerEvents,
  log: Log,
): Promise<Broker> {
  const ending = new AbortController()
  let tls = options.tls
  const launch = async (port: number, mayMove: boolean): Promise<BrokerProcess> => {
    const settings = { ...options, limits, tls, port, mayMove, payloadLimit: PAYLOAD_LIMIT, root: TOPIC_ROOT }
    const launched = new BrokerProcess(settings, events, log)
    await launched.listening
    return launched
  }
  let current = await launch(options.port, true)
  const { port, isFallback, tlsPort } = await current.listening
  // Started anew, it is where it was.
  if (tls && tlsPort !== undefined) tls = { ...tls, port: tlsPort }
  if (isFallback)
    log.warn(
      `MQTT port ${options.port} is in use; devices connect to port ${port}. LOAM_MQTT_PORT names another.`,
    )
  const appear = () => {
    // Sparkplug's nodes find it when they connect; that it goes they see by their connection.
    current
      .publish(STATE_TOPIC, hostState(true, Date.now()), { qos: 1, retain: true })
      .catch((error: unknown) => log.info(`Sparkplug's nodes could not be told of this host: ${error}`))
    events.connected()
  }
  const relaunch = async (): Promise<BrokerProcess> => {
    for (let wait: number = RESTART.first; ; wait = Math.min(wait * 2, RESTART.most)) {
      await sleep(wait, undefined, { signal: ending.signal })
      log.warn('The MQTT broker has ended and is started anew')
      try {
        return await launch(port, false)
      } catch (error) {
        log.warn(`The MQTT broker could not be started anew: ${error}`)
      }
    }
  }
  const supervise = async () => {
    while (true) {
      appear()
      await current.ended
      if (ending.signal.aborted) return
      current = await relaunch()
      if (ending.signal.aborted) await current.end()
    }
  }
  const supervising = supervise().catch((error: unknown) => {
    if (!ending.signal.aborted) log.error(`The MQTT broker is looked after no more: ${error}`)
  })
  const pause = () => {
    ending.abort()
    current.pause()
  }
  return {
    url: `mqtt://${reachable(options.host)}:${port}`,
    ...(tlsPort === undefined ? {} : { secureUrl: `mqtts://${reachable(tls?.host ?? '')}:${tlsPort}` }),
    isConnected: () => !current.hasEnded,
    publish: (topic, payload, how) => current.publish(topic, payload, how),
    disconnect: (gatewayId) => current.disconnect(gatewayId),
    crash: () => current.crash(),
    pause,
    async close() {
      pause()
      await current.end()
      await supervising
    },
  }
}

/** An address of this machine that a listener on `host` is reached by. */
const reachable = (host: string) =>
  host === '' || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
