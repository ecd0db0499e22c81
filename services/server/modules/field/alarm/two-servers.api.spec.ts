import type { AlarmNews } from '@services/client/alarm-board'
import { followAlarms } from '@services/client/alarm-feed'
import { connectSocket } from '@services/client/socket'
import { addGateway, connectGateway, type TestGateway } from '@services/server/devices/specs/gateway'
import { type RunningServer, startServer } from '@services/server/server'
import { createTestClient, startTestServer, type TestServer } from '@tests/api/harness'
import { quiet, testOptions } from '@tests/api/options'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'

const PATIENCE = { timeout: 60_000, interval: 20 }
const ROUNDS = 10
let one: TestServer
let two: RunningServer
const gateways: TestGateway[] = []
beforeAll(async () => {
  one = await startTestServer()
  // No Redis: what one server does the other finds in the database.
  two = await startServer(testOptions({ databaseUrl: one.databaseUrl }), quiet)
  await addGateway(one, { gateway: 'G', devices: ['A', 'B', 'C'] })
  for (const { services } of [one.server, two])
    gateways.push(await connectGateway(services.devices.url, { gateway: 'G' }))
}, 120_000)
afterAll(async () => {
  for (const gateway of gateways) await gateway.close()
  await two?.close()
  await one?.close()
})

it('two servers on one database open an alarm once, and tell everybody of each change once', async () => {
  const admin = await one.as('admin')
  const [person] = await one.sql<{ id: string }>(`select id from user_account where account = 'admin'`)
  await admin.call('alarmRule.create', {
    ...{ projectId: 'P', type: 'LEAK', name: '漏水', kind: 'SOIL', source: 'event', signal: 'LEAK' },
    ...{ severity: 2, onDelaySec: 0, offDelaySec: 0 },
  })
  const follow = ({ url }: { readonly url: string }) => {
    const client = createTestClient(url, admin.token)
    const news: AlarmNews[] = []
    const links: string[] = []
    const { close } = followAlarms({
      ...{ projectId: 'P', userId: String(person?.id), token: client.token, since: 0 },
      language: () => 'zh',
      baseUrl: url.replace('http', 'ws'),
      load: (query) => client.call('deviceAlarm.list', query),
      onNews: (some) => news.push(...some),
      onList: () => undefined,
      onLink: (link) => links.push(link),
      onSign: () => undefined,
      connect: connectSocket,
      createSocket: (address, protocols) => new WebSocket(address, protocols) as never,
    })
    return { news, links, close }
  }
  const followers = [follow(one), follow(two)]
  // Before the list is here, only what has become of an alarm is told, not each change of it.
  for (const { links } of followers) await expect.poll(() => links.at(-1), PATIENCE).toBe('live')

  // Both servers hear of the same trouble at the same time, again and again.
  for (let round = 0; round < ROUNDS; round++)
    for (const on of [1, 0] as const)
      await Promise.all(
        gateways.flatMap((gateway) =>
          ['A', 'B', 'C'].map((device) =>
            gateway.publish(device, 'event', { id: `${device}${round}`, type: 'LEAK', on, ts: Date.now() }),
          ),
        ),
      )
  const open = await one.sql<{ source_id: string; n: number }>(
    `select source_id, count(*)::int as n from alarm where project_id = 'P' and closed_at is null group by 1 order by 1`,
  )
  expect(open).toEqual(['A', 'B', 'C'].map((source_id) => ({ source_id, n: 1 })))
  const stored = () =>
    one.sql<{ seq: number }>(`select seq::int as seq from alarm_event where project_id = 'P' order by seq`)
  const seqs = (await stored()).map(({ seq }) => seq)
  expect(seqs.length).toBeGreaterThanOrEqual(3 * 2)
  expect(seqs).toEqual(seqs.map((_, index) => index + 1))
  const [{ n: occurrences } = { n: 0 }] = await one.sql<{ n: number }>(
    `select max(occurrences)::int as n from alarm where project_id = 'P'`,
  )
  expect(occurrences).toBeLessThanOrEqual(ROUNDS)
  for (const { news, close } of followers) {
    await expect.poll(async () => news.length === (await stored()).length, PATIENCE).toBe(true)
    expect(news.map(({ alarm }) => alarm.seq)).toEqual((await stored()).map(({ seq }) => seq))
    close()
  }
}, 180_000)
