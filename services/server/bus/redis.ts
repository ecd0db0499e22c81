import { newId } from '@runtime/id'
import { Redis } from 'ioredis'
import type { Log } from '../log'
import { type Bus, createLocalBus } from './bus'

/** Milliseconds. */
const LONGEST_RETRY = 5_000
const CONNECT_TIMEOUT = 3_000

/**
 * The bus of several servers, over Redis. What a server says itself it hears without Redis, at once and in order; so a
 * Redis that is away parts the servers and stops none of them. Whoever must miss nothing has rows to look at.
 *
 * @param installation sets the servers of one database apart from others that use the same Redis.
 */
export function createRedisBus(url: string, installation: string, log: Log): Bus {
  const prefix = `loam:${installation}:`
  const self = newId()
  const local = createLocalBus()
  const options = {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT,
    retryStrategy: (attempt: number) => Math.min(LONGEST_RETRY, 100 * 2 ** attempt),
  }
  // What cannot be said now would be old news later.
  const sender = new Redis(url, { ...options, enableOfflineQueue: false, maxRetriesPerRequest: 0 })
  const receiver = new Redis(url, { ...options, maxRetriesPerRequest: null })
  let isAway = false
  const away = (error: unknown) => {
    if (!isAway) log.warn(`Redis is away, servers do not hear each other: ${error}`)
    isAway = true
  }
  for (const connection of [sender, receiver]) connection.on('error', away)
  // What a server says as it starts waits for the first connection, or its failure.
  const connected = Promise.all([sender.connect(), receiver.connect()]).catch(away)
  receiver.on('ready', () => {
    if (isAway) log.info('Redis is back')
    isAway = false
  })
  receiver.psubscribe(`${prefix}*`).catch(away)
  receiver.on('pmessage', (_pattern: string, channel: string, text: string) => {
    const { from, message } = JSON.parse(text) as { from: string; message: unknown }
    if (from !== self) void local.publish(channel.slice(prefix.length), message)
  })

  return {
    async publish(channel, message) {
      await local.publish(channel, message)
      await connected
      await sender.publish(prefix + channel, JSON.stringify({ from: self, message })).catch(away)
    },
    subscribe: local.subscribe,
    async close() {
      sender.disconnect()
      receiver.disconnect()
      await local.close()
    },
  }
}
