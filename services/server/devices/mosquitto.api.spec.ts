import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningServer, startServer } from '@services/server/server'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { quiet, testOptions } from '@tests/api/options'
import { freePort } from '@tests/api/process'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Batch } from './ingest'
import { addGateway } from './specs/gateway'

const PATIENCE = { timeout: 60_000, interval: 20 }
const PROGRAM = process.env['MOSQUITTO'] ?? 'mosquitto'

/** A Mosquitto of the spec's own, which keeps its sessions over a restart. */
interface OwnBroker {
  readonly url: string
  restart(): Promise<void>
  close(): Promise<void>
}

async function startMosquitto(): Promise<OwnBroker | null> {
  const folder = mkdtempSync('/tmp/loam-mosquitto-')
  const port = await freePort()
  const config = join(folder, 'mosquitto.conf')
  writeFileSync(
    config,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous true',
      'persistence true',
      `persistence_location ${folder}/`,
      'max_inflight_messages 1000',
      'max_queued_messages 0',
      ...(process.getuid?.() === 0 ? ['user root'] : []),
    ].join('\n'),
  )
  const url = `mqtt://127.0.0.1:${port}`
  let child = await run(config, url)
  if (!child) rmSync(folder, { recursive: true, force: true })
  const end = async () => {
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child?.kill('SIGTERM')
    await ended
  }
  return child
    ? {
        url,
        async restart() {
          await end()
          child = await run(config, url)
        },
        async close() {
          await end()
          rmSync(folder, { recursive: true, force: true })
        },
      }
    : null
}

/** The program once it answers; null where there is none. */
async function run(config: string, url: string): Promise<ChildProcess | null> {
  const child = spawn(PROGRAM, ['-c', config], { stdio: 'ignore' })
  let hasEnded = false
  child.once('error', () => {
    hasEnded = true
  })
  child.once('exit', () => {
    hasEnded = true
  })
  while (!hasEnded)
    try {
      const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, connectTimeout: 1_000 }, false)
      await client.endAsync(true)
      return child
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  return null
}

const broker = await startMosquitto()
if (!broker)
  console.warn(`Skipped: no Mosquitto runs here (MOSQUITTO); servers were not tried at a broker of others.`)

describe.skipIf(!broker)('two servers at one broker', () => {
  const mqttUrl = broker?.url ?? ''
  let one: TestServer
  let two: RunningServer
  let gateway: MqttClient
  /** Batches by server. */
  const heard: Batch[][] = [[], []]

  beforeAll(async () => {
    one = await startTestServer({ mqttUrl, mqttClientId: 'one' })
    await addGateway(one, { gateway: 'G', devices: ['D', 'E'] })
    two = await startServer(
      testOptions({ databaseUrl: one.databaseUrl, mqttUrl, mqttClientId: 'two' }),
      quiet,
    )
    for (const [at, { services }] of [one.server, two].entries())
      services.devices.consume('spec', async (_tx, batch) => () => void heard[at]?.push(batch))
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
    const command = { id: 'c', seq: 1, op: 'state.get', iat: 1, exp: 2, ttlMs: 1, il: '' } as const
    await two.services.devices.send({ projectId: 'P', gatewayId: 'G', deviceId: 'D' }, command)
    await expect.poll(() => commands, PATIENCE).toEqual(['sf/v1/P/G/D/cmd'])
  })

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
    two = await startServer(
      testOptions({ databaseUrl: one.databaseUrl, mqttUrl, mqttClientId: 'two' }),
      quiet,
    )
    await expect.poll(() => count('E'), PATIENCE).toBe(before + 400)
  }, 120_000)
})
