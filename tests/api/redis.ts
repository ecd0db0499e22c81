import { Redis } from 'ioredis'

/** The Redis that specs of several servers use; it need not be there. */
export const REDIS = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'

export async function isRedisReachable(): Promise<boolean> {
  const redis = new Redis(REDIS, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 1_000 })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    return (await redis.ping()) === 'PONG'
  } catch {
    return false
  } finally {
    redis.disconnect()
  }
}
