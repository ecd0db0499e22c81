import type { AlarmNews } from '@services/client/alarm-board'
import { followAlarms } from '@services/client/alarm-feed'
import { connectSocket } from '@services/client/socket'
import { addGateway, tokenOf } from '@services/server/devices/specs/gateway'
import { groupBy } from '@services/server/modules/platform/dictionary/tree'
import type { TestClient } from '@tests/api/harness'
import { type Installation, install } from '@tests/api/installation'
import type { ServerProcess } from '@tests/api/process'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'

/** Alarms that are raised and cleared at the same time. */
const LANES = 4
/** More than are raised before a kill, however fast the machine. */
const DEVICES = 1_000
const PROJECT = 'P'
const PATIENCE = { timeout: 60_000, interval: 5 }
let installation: Installation
let server: ServerProcess

/** The product's own feed, and all that it has heard. */
function follow(admin: TestClient, userId: string) {
  const news: AlarmNews[] = []
  const feed = followAlarms({
    projectId: PROJECT,
    userId,
    token: admin.token,
    language: () => 'zh',
    since: 0,
    baseUrl: server.url.replace('http', 'ws'),
    load: (query) => admin.call('deviceAlarm.list', query),
    onNews: (some) => news.push(...some),
    onList: () => undefined,
    onLink: () => undefined,
    onSign: () => undefined,
    connect: (own, hear, options) => connectSocket(own, hear, { ...options, random: () => 0.02 }),
    createSocket: (url, protocols) => {
      const socket = new WebSocket(url, protocols)
      socket.on('error', () => undefined)
      return socket as never
    },
  })
  return { news, close: () => feed.close() }
}

/** Devices that raise an alarm each and take it back; a word counts once the broker has acknowledged it. */
function quarrel(client: MqttClient) {
  const raised: string[] = []
  const cleared: string[] = []
  let next = 0
  let isOver = false
  const report = (device: string, on: 0 | 1) =>
    client.publishAsync(
      `sf/v1/${PROJECT}/G/${device}/event`,
      JSON.stringify({ id: `${device}-${on}`, type: 'LEAK', on, ts: Date.now() }),
      { qos: 1 },
    )
  const lane = async () => {
    while (!isOver) {
      const device = `D${next++}`
      await report(device, 1)
      raised.push(device)
      await report(device, 0)
      cleared.push(device)
    }
  }
  const lanes = Promise.all(Array.from({ length: LANES }, lane))
  return {
    raised,
    cleared,
    async stop() {
      isOver = true
      await lanes
    },
  }
}

/** An installation of its own, whose server is killed so many times while alarms are raised and cleared. */
export function survivesKills(kills: number): void {
  beforeAll(async () => {
    installation = await install()
    server = await installation.start()
  }, 300_000)
  afterAll(async () => {
    await server?.stop()
    installation?.remove()
  })

  it(`kill -9 of the server, ${kills} times, loses no alarm that is raised or cleared, and none comes twice`, async () => {
    const admin = await installation.signIn(server, 'admin')
    const devices = Array.from({ length: kills * DEVICES }, (_, index) => `D${index}`)
    await addGateway(installation, { project: PROJECT, gateway: 'G', devices })
    await admin.call('alarmRule.create', {
      ...{ projectId: PROJECT, type: 'LEAK', name: '漏水', kind: 'SOIL', source: 'event', signal: 'LEAK' },
      ...{ severity: 2, onDelaySec: 0, offDelaySec: 0 },
    })
    const [person] = await installation.sql<{ id: string }>(
      `select id from user_account where account = 'admin'`,
    )
    const { news, close } = follow(admin, String(person?.id))
    const client = mqtt.connect(`mqtt://127.0.0.1:${installation.mqttPort}`, {
      ...{ username: 'G', password: tokenOf('G'), reconnectPeriod: 50, connectTimeout: 5_000 },
    })
    client.on('error', () => undefined)
    const { raised, cleared, stop } = quarrel(client)
    for (let kill = 0; kill < kills; kill++) {
      const target = cleared.length + 3
      await expect.poll(() => cleared.length, PATIENCE).toBeGreaterThan(target)
      await server.kill()
      server = await installation.start()
    }
    await stop()
    await client.endAsync(true)
    expect(cleared).toEqual(raised.filter((device) => cleared.includes(device)))

    const events = await installation.sql<{ seq: number; device: string; kind: string }>(
      `select event.seq::int as seq, source_id as device, kind from alarm_event as event join alarm using (fid)
     where event.project_id = $1 order by seq`,
      [PROJECT],
    )
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    // What was under way when the devices fell silent was acknowledged too: nothing else is there.
    const told = groupBy(events, ({ device }) => device)
    expect([...told.keys()].sort()).toEqual([...raised].sort())
    for (const [device, own] of told)
      expect([device, own.map(({ kind }) => kind)]).toEqual([device, ['activate', 'return']])
    const alarms = await installation.sql<{ n: number }>(
      `select source_id, count(*)::int as n from alarm group by source_id having count(*) > 1 or max(occurrences) > 1`,
    )
    expect(alarms).toEqual([])

    await expect.poll(() => news.length, PATIENCE).toBe(events.length)
    expect(news.map(({ alarm }) => alarm.seq)).toEqual(events.map(({ seq }) => seq))
    close()
  }, 1_800_000)
}
