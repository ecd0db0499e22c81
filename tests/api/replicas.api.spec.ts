import { newId } from '@runtime/id'
import { createRedisBus } from '@services/server/bus/redis'
import { type RunningServer, startServer } from '@services/server/server'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, signIn } from './browser'
import { createTestClient, startTestServer, type TestServer } from './harness'
import { quiet, testOptions } from './options'
import { isRedisReachable, REDIS } from './redis'

const hasRedis = await isRedisReachable()
if (!hasRedis) console.warn(`Skipped: no Redis answers at ${REDIS} (REDIS_URL); two servers were not tried.`)

describe.skipIf(!hasRedis)('two servers on one database and one Redis', () => {
  let one: TestServer
  let two: RunningServer
  const people: { id: string; token: string }[] = []
  const open: Browser[] = []
  const browse = (server: { url: string }, token: string, methods: readonly string[]) => {
    const browser = openBrowser(server.url, token, methods)
    open.push(browser)
    return browser
  }
  beforeAll(async () => {
    one = await startTestServer({ redisUrl: REDIS })
    two = await startServer(testOptions({ databaseUrl: one.databaseUrl, redisUrl: REDIS }), quiet)
    const rows = await one.sql<{ account: string }>(
      'select account from user_account where password_hash is null order by account limit 2',
    )
    for (const { account } of rows) {
      const { id, client } = await signIn(one, account)
      people.push({ id, token: client.token })
    }
  })
  afterAll(async () => {
    for (const browser of open) browser.close()
    await two?.close()
    await one?.close()
  })

  it('bring a conversation from one to the other, once and in order, and know who is where', async () => {
    const [li, wang] = people as [(typeof people)[0], (typeof people)[0]]
    const sender = browse(one, li.token, ['Online'])
    await sender.ready()
    const reader = browse(two, wang.token, ['initMessage', 'receiveMessage'])
    await reader.ready()
    await expect.poll(() => sender.frames.some(({ userId }) => userId === wang.id)).toBe(true)
    expect(reader.frames[0]?.['onlineUsers']).toEqual(expect.arrayContaining([li.id, wang.id]))
    const numbers = Array.from({ length: 50 }, (_, index) => String(index))
    await Promise.all(
      numbers.map((messageContent) =>
        sender.live.sendMessage({ toUserId: wang.id, messageType: 'text', messageContent }),
      ),
    )
    const got = () => reader.frames.flatMap((frame) => frame['formMessage'] ?? [])
    await expect.poll(got).toHaveLength(50)
    expect(got()).toEqual(numbers)
  })

  it('catch up with what Redis has lost', async () => {
    const [li, wang] = people as [(typeof people)[0], (typeof people)[0]]
    const sender = browse(one, li.token, [])
    const reader = browse(two, wang.token, ['receiveMessage'])
    await Promise.all([sender.ready(), reader.ready()])
    const admin = new Redis(REDIS)
    const send = (messageContent: string) =>
      sender.live.sendMessage({ toUserId: wang.id, messageType: 'text', messageContent })
    for (let count = 0; count < 20; count++) {
      await admin.call('client', 'kill', 'type', 'pubsub')
      await send(`丢${count}`)
    }
    await send('最后一条')
    const got = () => reader.frames.map((frame) => frame['formMessage'])
    await expect.poll(got).toHaveLength(21)
    expect(got()).toEqual([...Array.from({ length: 20 }, (_, count) => `丢${count}`), '最后一条'])
    admin.disconnect()
  })

  it('end a session wherever its socket is', async () => {
    const [, wang] = people as [(typeof people)[0], (typeof people)[0]]
    const reader = browse(two, wang.token, ['logout'])
    await reader.ready()
    await createTestClient(one.url, wang.token).call('session.logout')
    await expect.poll(() => reader.frames).toMatchObject([{ token: wang.token, code: 600 }])
    expect(reader.live.state).toBe('closed')
  })
})

describe.skipIf(!hasRedis)('a bus whose Redis is there', () => {
  it('carries to others what is said before it has connected', async () => {
    const log = { ...quiet, warn: (text: string) => warnings.push(text) }
    const warnings: string[] = []
    const installation = newId()
    const [hearing, speaking] = [
      createRedisBus(REDIS, installation, log),
      createRedisBus(REDIS, installation, log),
    ]
    const heard: unknown[] = []
    hearing.subscribe('news', (message) => heard.push(message))
    // Said until somebody hears: when the other listens is not known.
    await expect
      .poll(async () => {
        await speaking.publish('news', 1)
        return heard.length
      })
      .toBeGreaterThan(0)
    expect(warnings).toEqual([])
    await Promise.all([hearing.close(), speaking.close()])
  })
})

describe('a bus whose Redis is away', () => {
  it('still carries what its own server says', async () => {
    const warnings: string[] = []
    const bus = createRedisBus('redis://127.0.0.1:1', 'x', { ...quiet, warn: (text) => warnings.push(text) })
    const heard: unknown[] = []
    bus.subscribe('news', (message) => heard.push(message))
    await bus.publish('news', { number: 1 })
    expect(heard).toEqual([{ number: 1 }])
    await expect.poll(() => warnings).toHaveLength(1)
    await bus.close()
  })
})
