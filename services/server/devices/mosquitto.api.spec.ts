import { newId } from '@runtime/id'
import type { AlarmNews } from '@services/client/alarm-board'
import { followAlarms } from '@services/client/alarm-feed'
import { connectSocket } from '@services/client/socket'
import { type RunningServer, startServer } from '@services/server/server'
import { type Browser, openBrowser } from '@tests/api/browser'
import { createTestClient, startTestServer, type TestServer } from '@tests/api/harness'
import { startMosquitto } from '@tests/api/mosquitto'
import { quiet, testOptions } from '@tests/api/options'
import { isRedisReachable, REDIS } from '@tests/api/redis'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { connectDevices } from '../modules/field/command/specs/devices'
import { seedWaterFarm } from '../modules/field/command/specs/farm'
import type { Batch } from './ingest'
import { addGateway } from './specs/gateway'

/** What the servers share beside the broker, where it is there. */
const hasRedis = await isRedisReachable()
if (!hasRedis)
  console.warn(`Skipped: no Redis answers at ${REDIS} (REDIS_URL); nothing was told between servers.`)
const shared = hasRedis ? { redisUrl: REDIS } : {}

const PATIENCE = { timeout: 60_000, interval: 20 }

const broker = await startMosquitto((port, folder) =>
  [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    'persistence true',
    `persistence_location ${folder}/`,
    'max_inflight_messages 1000',
    'max_queued_messages 0',
  ].join('\n'),
)
if (!broker)
  console.warn(`Skipped: no Mosquitto runs here (MOSQUITTO); servers were not tried at a broker of others.`)

/** The devices whose leaks a person hears of who follows project W's alarms at a server. */
function followLeaks(url: string, token: string, userId: string) {
  const client = createTestClient(url, token)
  const news: AlarmNews[] = []
  const { close } = followAlarms({
    ...{ projectId: 'W', userId, token, since: 0, baseUrl: url.replace('http', 'ws') },
    language: () => 'zh',
    load: (query) => client.call('deviceAlarm.list', query),
    onNews: (some) => news.push(...some),
    onList: () => undefined,
    onLink: () => undefined,
    onSign: () => undefined,
    connect: connectSocket,
    createSocket: (address, protocols) => new WebSocket(address, protocols) as never,
  })
  const leaks = () =>
    news.filter(({ alarm }) => alarm.type === 'LEAK').map(({ alarm }) => String(alarm.deviceId))
  return { leaks, close }
}

describe.skipIf(!broker)('two servers at one broker', () => {
  const mqttUrl = broker?.url ?? ''
  let one: TestServer
  let two: RunningServer
  let gateway: MqttClient
  /** Batches by server. */
  const heard: Batch[][] = [[], []]

  const listenTo = ({ services }: RunningServer, at: number) =>
    services.devices.consume('spec', async (_tx, batch) => () => void heard[at]?.push(batch))
  const startTwo = async () => {
    const options = { databaseUrl: one.databaseUrl, mqttUrl, mqttClientId: 'two', ...shared }
    const started = await startServer(testOptions(options), quiet)
    listenTo(started, 1)
    return started
  }
  beforeAll(async () => {
    one = await startTestServer({ mqttUrl, mqttClientId: 'one', ...shared })
    await addGateway(one, { gateway: 'G', devices: ['D', 'E'] })
    two = await startTwo()
    listenTo(one.server, 0)
    const isConnected = () => [one.server, two].every(({ services }) => services.devices.isConnected())
    await vi.waitFor(() => expect(isConnected()).toBe(true), PATIENCE)
    gateway = mqtt.connect(mqttUrl, { clientId: 'gateway', clean: false, reconnectPeriod: 50 })
    gateway.on('error', () => undefined)
  })
  afterEach(() => {
    for (const batches of heard) batches.splice(0)
  })
  afterAll(async () => {
    await gateway?.endAsync(true)
    await two?.close()
    await one?.close()
    await broker?.close()
  })

  const samples = (server: number) => (heard[server] ?? []).flatMap((batch) => [...batch.samples])
  const count = async (device: string) =>
    (
      await one.sql<{ n: number }>(
        'select count(*)::int as n from telemetry join device on no = device_no where device.id = $1',
        [device],
      )
    )[0]?.n
  const tele = (device: string, at: number, bat = 3.7) =>
    gateway.publishAsync(`sf/v1/P/G/${device}/tele`, JSON.stringify({ ts: at, m: { bat } }), { qos: 1 })

  let probes = 10
  /** Both must listen before there is something to divide; what a session still held is no sign of that. */
  const hearBoth = async (at: number) => {
    const probe = probes++
    const hears = (server: number) => samples(server).some(({ value }) => value === probe)
    await expect
      .poll(async () => {
        await Promise.all([tele('D', at, probe), tele('D', at, probe)])
        return [0, 1].every(hears)
      }, PATIENCE)
      .toBe(true)
  }

  it('divide what devices say, and lose and double nothing', async () => {
    const at = Date.now() - 60_000
    await hearBoth(at)
    await Promise.all(Array.from({ length: 600 }, (_, index) => tele('D', at + index)))
    await expect.poll(() => count('D'), PATIENCE).toBe(600)
    expect(samples(0).length).toBeGreaterThan(100)
    expect(samples(1).length).toBeGreaterThan(100)
  }, 120_000)

  it('send commands, which the gateway hears once', async () => {
    const commands: string[] = []
    await gateway.subscribeAsync('sf/v1/P/G/+/cmd', { qos: 1 })
    gateway.on('message', (topic) => commands.push(topic))
    const command = { id: 'c', seq: 1, op: 'state.get', iat: 1, exp: 2, ttlMs: 60_000, il: '' } as const
    await two.services.devices.send({ projectId: 'P', gatewayId: 'G', deviceId: 'D' }, command)
    await expect.poll(() => commands, PATIENCE).toEqual(['sf/v1/P/G/D/cmd'])
  })

  it('let the broker drop a command that nobody has fetched in time, and never retain one', async () => {
    const modern = await mqtt.connectAsync(mqttUrl, { clientId: 'modern', protocolVersion: 5, clean: false })
    const heard: { retain: boolean; expiry: number | undefined }[] = []
    modern.on('message', (_topic, _payload, { retain, properties }) =>
      heard.push({ retain, expiry: properties?.messageExpiryInterval }),
    )
    await modern.subscribeAsync('sf/v1/P/G/D/cmd', { qos: 1, rap: true })
    const command = { id: 'c5', seq: 5, op: 'state.get', iat: 1, exp: 2, ttlMs: 45_900, il: '' } as const
    await two.services.devices.send({ projectId: 'P', gatewayId: 'G', deviceId: 'D' }, command)
    await expect.poll(() => heard, PATIENCE).toHaveLength(1)
    expect(heard[0]?.retain).toBe(false)
    // Whole seconds, never more than the command lives; a slow machine may have used some up.
    expect(heard[0]?.expiry).toBeGreaterThan(5)
    expect(heard[0]?.expiry).toBeLessThanOrEqual(45)
    // Whole seconds cannot say how long this one lives: it would live longer than it may.
    await expect(
      two.services.devices.send(
        { projectId: 'P', gatewayId: 'G', deviceId: 'D' },
        { ...command, ttlMs: 900 },
      ),
    ).rejects.toThrow('within a second')
    await modern.endAsync(true)
  })

  it('set aside what is too large, and understand ChirpStack', async () => {
    await addGateway(one, { gateway: 'app', devices: ['0102030405060708'], protocol: 'chirpstack' })
    await gateway.publishAsync('sf/v1/P/G/D/tele', `{"m":{"bat":3.7},"x":"${'x'.repeat(9_000)}"}`, { qos: 1 })
    const reasons = () =>
      one.sql<{ reason: string; size: number }>(
        `select reason, length(payload) as size from device_aside where topic = 'sf/v1/P/G/D/tele'`,
      )
    await expect.poll(reasons, PATIENCE).toEqual([{ reason: 'too large', size: 8192 }])
    const uplink = { time: new Date().toISOString(), fCnt: 1, fPort: 2, object: { vwc20: 21.5 } }
    const topic = 'application/app/device/0102030405060708/event/up'
    await gateway.publishAsync(topic, JSON.stringify(uplink), { qos: 1 })
    await expect.poll(() => count('0102030405060708'), PATIENCE).toBe(1)
  })

  it('tell Sparkplug’s nodes that the host is there, and still when one of them goes', async () => {
    const node = await mqtt.connectAsync(mqttUrl, { clientId: 'node' })
    const words: { online: boolean; timestamp: number }[] = []
    node.on('message', (_topic, payload) => words.push(JSON.parse(String(payload))))
    await node.subscribeAsync('spBv1.0/STATE/loam', { qos: 1 })
    await expect.poll(() => words.at(-1)?.online, PATIENCE).toBe(true)
    await two.close()
    await expect.poll(() => words.map(({ online }) => online), PATIENCE).toContain(false)
    await expect.poll(() => words.at(-1)?.online, PATIENCE).toBe(true)
    expect(words.map(({ timestamp }) => timestamp)).toEqual(
      words.map(({ timestamp }) => timestamp).toSorted((earlier, later) => earlier - later),
    )
    await node.endAsync(true)
    two = await startTwo()
  })

  it.skipIf(!hasRedis)(
    'tell the browsers of both what either has heard: frames, alarms, commands',
    async () => {
      const admin = await one.as('admin')
      const twin = createTestClient(two.url, admin.token)
      await seedWaterFarm(one, 'W')
      const farm = await connectDevices(mqttUrl, 'W')
      const browsers = [one.url, two.url].map((url) =>
        openBrowser(url, admin.token, ['fieldChanged', 'fieldStands']),
      )
      const told = (browser: Browser) =>
        browser.frames.flatMap((frame) => (frame['changes'] ?? []) as { id: string; gatage?: number }[])
      for (const browser of browsers) {
        await browser.ready()
        browser.live.watchField('W')
        await expect
          .poll(() => browser.frames.some(({ method }) => method === 'fieldStands'), PATIENCE)
          .toBe(true)
        expect(Math.abs(Number(browser.frames[0]?.['at']) - Date.now())).toBeLessThan(60_000)
      }
      // Until both servers have taken some of it: what one hears the browsers of the other must be told.
      const states = (server: number) => (heard[server] ?? []).flatMap((batch) => [...batch.states])
      let gat = 0
      await expect
        .poll(async () => {
          gat += 1
          for (const place of [1, 2, 3, 4]) await farm.state(`W-T${place}`, { dir: 1, gat, ang: 90, mov: 0 })
          return [0, 1].every((server) => states(server).some(({ projectId }) => projectId === 'W'))
        }, PATIENCE)
        .toBe(true)
      for (const browser of browsers)
        for (const place of [1, 2, 3, 4])
          await expect
            .poll(
              () => told(browser).findLast(({ id, gatage }) => id === `W-T${place}` && gatage)?.gatage,
              PATIENCE,
            )
            .toBe(gat)

      // Asked of one server, carried out once, and proved by what either has heard.
      for (const [at, client] of [admin, twin].entries()) {
        const commandId = newId()
        await client.call('fieldManagement.controlThreeWayBallValve', {
          ...{ commandId, deviceId: `W-T${at + 1}`, openDirection: 2, gatage: 100 },
        })
        const stateOf = async () =>
          (await one.sql<{ state: string }>('select state from command where id = $1', [commandId]))[0]?.state
        await expect.poll(stateOf, PATIENCE).toBe('VERIFIED')
        expect(farm.done.get(commandId)).toBe(1)
      }

      await admin.call('alarmRule.create', {
        ...{ projectId: 'W', type: 'LEAK', name: '漏水', kind: 'VALVE_TWB', source: 'event', signal: 'LEAK' },
        ...{ severity: 2, onDelaySec: 0, offDelaySec: 0 },
      })
      const [person] = await one.sql<{ id: string }>(`select id from user_account where account = 'admin'`)
      const followers = [one.url, two.url].map((url) => followLeaks(url, admin.token, String(person?.id)))
      const leaking = [1, 2, 3, 4].map((place) => `W-T${place}`)
      for (const device of leaking)
        await farm.gateway.publish(device, 'event', { id: 'e', type: 'LEAK', on: 1, ts: Date.now() })
      for (const { leaks, close } of followers) {
        await expect.poll(() => [...new Set(leaks())].toSorted(), PATIENCE).toEqual(leaking)
        close()
      }
      for (const browser of browsers) browser.close()
      await farm.close()
    },
    180_000,
  )

  it('go on when the broker starts anew: what it had acknowledged reaches them, and what it hears from then on', async () => {
    const at = Date.now() - 50_000
    const send = (from: number) =>
      Promise.all(Array.from({ length: 300 }, (_, index) => tele('E', at + from + index)))
    await send(0)
    await broker?.restart()
    for (const batches of heard) batches.splice(0)
    await hearBoth(at)
    await send(1_000)
    await expect.poll(() => count('E'), PATIENCE).toBe(600)
  }, 120_000)

  it('leave what one had not kept to it or to the other when it goes', async () => {
    const at = Date.now() - 10_000
    const before = (await count('E')) ?? 0
    const sending = Promise.all(Array.from({ length: 400 }, (_, index) => tele('E', at + index)))
    await two.close()
    await sending
    two = await startTwo()
    await expect.poll(() => count('E'), PATIENCE).toBe(before + 400)
  }, 120_000)
})
