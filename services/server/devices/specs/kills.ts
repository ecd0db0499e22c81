import { type Installation, install } from '@tests/api/installation'
import type { ServerProcess } from '@tests/api/process'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGateway, tokenOf } from './gateway'

/** Messages under way at a time. */
const LANES = 40
const PATIENCE = { timeout: 60_000, interval: 5 }
let installation: Installation
let server: ServerProcess

/** Sends numbered readings until told to stop; a message counts once the broker has acknowledged it. */
function stream(client: MqttClient): { acknowledged: number[]; stop(): Promise<void> } {
  const acknowledged: number[] = []
  const base = Date.now() - 60_000
  let number = 0
  let isOver = false
  const lane = async () => {
    while (!isOver) {
      const mine = number++
      const payload = JSON.stringify({
        seq: mine,
        boot: 'b',
        ts: base + mine,
        m: { vwc20: mine % 50, bat: mine },
      })
      await client.publishAsync('sf/v1/P/G/D/tele', payload, { qos: 1 })
      acknowledged.push(mine)
    }
  }
  const lanes = Promise.all(Array.from({ length: LANES }, lane))
  return {
    acknowledged,
    async stop() {
      isOver = true
      await lanes
    },
  }
}

/** An installation of its own, whose server is killed so many times while a device speaks. */
export function keepsReadings(kills: number): void {
  beforeAll(async () => {
    installation = await install()
    server = await installation.start()
  }, 180_000)
  afterAll(async () => {
    await server?.stop()
    installation?.remove()
  })

  describe(`kill -9 of the server in the midst of readings, ${kills} times,`, () => {
    it('loses none that was acknowledged, and keeps each once', async () => {
      await addGateway(installation, { gateway: 'G', devices: ['D'] })
      const client = mqtt.connect(`mqtt://127.0.0.1:${installation.mqttPort}`, {
        ...{ username: 'G', password: tokenOf('G'), reconnectPeriod: 50, connectTimeout: 5_000 },
      })
      client.on('error', () => undefined)
      const { acknowledged, stop } = stream(client)
      for (let kill = 0; kill < kills; kill++) {
        const target = acknowledged.length + 500
        await expect.poll(() => acknowledged.length, PATIENCE).toBeGreaterThan(target)
        await server.kill()
        server = await installation.start()
      }
      const target = acknowledged.length + 500
      await expect.poll(() => acknowledged.length, PATIENCE).toBeGreaterThan(target)
      await stop()
      await client.endAsync(true)
      const kept = await installation.sql<{ value: number; n: number }>(
        'select value, count(*)::int as n from telemetry where metric = 8 group by value order by value',
      )
      expect(kept.filter(({ n }) => n !== 1)).toEqual([])
      const values = new Set(kept.map(({ value }) => value))
      expect(acknowledged.filter((number) => !values.has(number))).toEqual([])
      // Whatever was under way when the stream ended was acknowledged too: nothing else is there.
      expect(values.size).toBe(new Set(acknowledged).size)
      const [last] = await installation.sql<{ value: number }>(
        'select value from telemetry_last where metric = 8',
      )
      expect(last?.value).toBe(Math.max(...acknowledged))
    }, 240_000)
  })
}
