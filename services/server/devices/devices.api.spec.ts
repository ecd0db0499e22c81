import { metricByName } from '@runtime/field/kinds'
import type { Batch } from '@services/server/devices/ingest'
import { startTestServer, type TestServer } from '@tests/api/harness'
import mqtt from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { encodePayload, type SparkplugMetric } from './adaptors/sparkplug-payload'
import { addGateway, connectGateway, type TestGateway, tokenOf } from './specs/gateway'
import { hashGatewayToken } from './token'

const PATIENCE = { timeout: 45_000, interval: 20 }
let server: TestServer
let url: string
const open: TestGateway[] = []
const batches: Batch[] = []
/** What a consumer does to a batch. */
let meddle: (batch: Batch) => void = () => undefined

beforeAll(async () => {
  server = await startTestServer()
  await addGateway(server, { gateway: 'G1', devices: ['A1', 'A2'] })
  await addGateway(server, { gateway: 'G2', devices: ['B1'] })
  const { devices } = server.server.services
  url = devices.url
  devices.consume('spec', async (_tx, batch) => {
    meddle(batch)
    return () => {
      batches.push(batch)
    }
  })
})
afterEach(async () => {
  meddle = () => undefined
  for (const gateway of open.splice(0)) await gateway.close()
})
afterAll(() => server.close())

async function come(...[options]: Parameters<typeof connectGateway> extends [string, infer O] ? [O] : never) {
  const gateway = await connectGateway(url, options)
  open.push(gateway)
  return gateway
}

const readings = (device: string) =>
  server.sql<{ metric: number; ts: Date; value: number; quality: number }>(
    `select metric, ts, value, quality from telemetry join device on no = device_no where device.id = $1 order by ts, metric`,
    [device],
  )
const heardOf = <K extends keyof Batch>(kind: K) =>
  batches.flatMap((batch) => [...batch[kind]]) as Batch[K][number][]
const isOnline = async (gateway: string) =>
  (await server.sql<{ is_online: boolean }>('select is_online from gateway where id = $1', [gateway]))[0]
    ?.is_online
const stateOf = async (device: string) =>
  (await server.sql<{ state: number }>('select state from device_live where device_id = $1', [device]))[0]
    ?.state
const asideOf = (topic: string) =>
  server.sql<{ reason: string; occurrences: number }>(
    'select reason, occurrences from device_aside where topic like $1 order by reason',
    [topic],
  )

describe('what devices send', () => {
  it('is in the database when it is acknowledged, once, however often it came', async () => {
    const gateway = await come({ gateway: 'G1' })
    const at = Date.now() - 5_000
    const message = { seq: 1, boot: 'b1', ts: at, m: { vwc20: 23.4, t20: 21.8, myOwn: 7 } }
    await gateway.tele('A1', message)
    expect(await readings('A1')).toHaveLength(3)
    await gateway.tele('A1', message)
    await gateway.tele('A1', {
      b: [
        [at + 2, { vwc20: 25 }],
        [at + 1, { vwc20: 24 }],
      ],
    })
    expect(
      (await readings('A1'))
        .filter(({ metric }) => metric === 1)
        .map(({ ts, value }) => [ts.getTime() - at, value]),
    ).toEqual([
      [0, 23.4],
      [1, 24],
      [2, 25],
    ])
    const last = (await server.server.services.telemetry.last(['A1'])).get('A1')
    expect(last?.find(({ name }) => name === 'vwc20')).toMatchObject({ value: 25, quality: 'GOOD' })
    expect(last?.find(({ name }) => name === 'myOwn')?.metric).toBeGreaterThanOrEqual(1000)
    // A list that has just been measured is of now, like a single reading; what it holds of before is history.
    await gateway.tele('A1', {
      b: [
        [at - 3 * 3_600_000, { vwc20: 22 }],
        [at + 3, { vwc20: 26 }],
      ],
    })
    expect(
      heardOf('samples')
        .filter(({ metric }) => metric === 1)
        .map(({ value, isHistory }) => [value, isHistory]),
    ).toEqual([...[23.4, 23.4, 24, 25].map((value) => [value, false]), [22, true], [26, false]])
  })

  it('is judged by its time and its range', async () => {
    const gateway = await come({ gateway: 'G1' })
    const now = Date.now()
    const minute = 60_000
    await gateway.tele('A2', { ts: now + 11 * minute, m: { vwc20: 1 } })
    await gateway.tele('A2', { ts: now + 3 * minute, m: { vwc20: 2 } })
    await gateway.tele('A2', { ts: now, m: { vwc20: 400 } })
    await gateway.tele('A2', { ts: now - 8 * 24 * 60 * minute, m: { vwc20: 4 } })
    await gateway.tele('A2', { ts: now - 200 * 24 * 60 * minute, m: { vwc20: 5 } })
    expect((await readings('A2')).map(({ value, quality }) => [value, quality])).toEqual([
      [4, 0],
      [400, 3],
      [2, 1],
    ])
    const samples = heardOf('samples').filter(({ deviceId }) => deviceId === 'A2')
    expect(samples.find(({ value }) => value === 4)?.isHistory).toBe(true)
    expect((await asideOf('%/A2/tele')).map(({ reason }) => reason)).toEqual([
      'from the future',
      'older than what is kept',
    ])
  })

  it('is believed where it stands still by nature, and said to be frozen where only a sensor that hangs does so', async () => {
    await addGateway(server, { gateway: 'GS', devices: ['STILL'] })
    const gateway = await come({ gateway: 'GS' })
    const begin = Date.now() - 3 * 3_600_000
    for (let count = 0; count < 16; count++) {
      const m = { vwc20: 21.7, t20: 14.2, airTemp: 19.5 }
      await gateway.tele('STILL', { seq: 900 + count, boot: 'still', ts: begin + count * 600_000, m })
    }
    const last = await server.sql<{ metric: number; quality: number; is_frozen: boolean }>(
      `select metric, quality, is_frozen from telemetry_last join device on no = device_no
       where device.id = 'STILL' and metric in (1, 4, 20) order by metric`,
    )
    expect(last).toEqual([
      { metric: 1, quality: 0, is_frozen: false },
      { metric: 4, quality: 0, is_frozen: false },
      { metric: 20, quality: 1, is_frozen: true },
    ])
    const air = heardOf('samples').filter(({ deviceId, metric }) => deviceId === 'STILL' && metric === 20)
    expect(air.map(({ isFrozen }) => isFrozen).lastIndexOf(false)).toBe(11)
    await gateway.tele('STILL', { seq: 950, boot: 'still', ts: Date.now(), m: { airTemp: 19.6 } })
    expect(
      await server.sql(`select quality, is_frozen from telemetry_last join device on no = device_no
        where device.id = 'STILL' and metric = 20`),
    ).toEqual([{ quality: 0, is_frozen: false }])
  })

  it('is last what was heard last of a clock that ran ahead, and that is not undone when it comes again', async () => {
    const gateway = await come({ gateway: 'G1' })
    const now = Date.now()
    const last = async () =>
      (await server.server.services.telemetry.last(['A2'])).get('A2')?.find(({ name }) => name === 'ec20')
    const ahead = { seq: 5, ts: now + 9 * 60_000, m: { ec20: 0.9 } }
    await gateway.tele('A2', ahead)
    expect(await last()).toMatchObject({ value: 0.9, quality: 'UNCERTAIN' })
    await gateway.tele('A2', { ts: Date.now(), m: { ec20: 1.1 } })
    expect(await last()).toMatchObject({ value: 1.1, quality: 'GOOD', good: { value: 1.1 } })
    await gateway.tele('A2', ahead)
    expect(await last()).toMatchObject({ value: 1.1 })
    // All at once, which is one row of what is known last.
    await gateway.tele('A2', {
      b: [
        [Date.now() - 1, { ec20: 1.2 }],
        [now + 8 * 60_000, { ec20: 0.8 }],
      ],
    })
    await gateway.tele('A2', { ts: Date.now(), m: { ec20: 1.3 } })
    expect(await last()).toMatchObject({ value: 1.3 })
  })

  it('is of when it was heard where its clock has lost its time, and doubtful', async () => {
    const gateway = await come({ gateway: 'G1' })
    const begin = Date.now()
    const lost = {
      seq: 6,
      b: [
        [5_000, { t60: 1 }],
        ['0001-01-01T00:00:00Z', { t60: 2 }],
        [65_000, { t60: 3 }],
      ],
    }
    await gateway.tele('A2', lost as never)
    await gateway.tele('A2', lost as never)
    const kept = (await readings('A2')).filter(({ metric }) => metric === metricByName('t60')?.code)
    expect(kept.map(({ value, quality }) => [value, quality])).toEqual([
      [2, 1],
      [1, 1],
      [3, 1],
    ])
    const [, first, newest] = kept.map(({ ts }) => ts.getTime())
    expect((newest ?? 0) - (first ?? 0)).toBe(60_000)
    expect(newest).toBeGreaterThanOrEqual(begin)
    expect(newest).toBeLessThanOrEqual(Date.now())
  })

  it('is of the time that stands there in quotes or words, and aside where it is none', async () => {
    await addGateway(server, { gateway: 'T9', devices: ['TT'], protocol: 'thingsboard' })
    const client = await mqtt.connectAsync(url, { username: tokenOf('T9'), reconnectPeriod: 0 })
    const at = Date.now() - 3_600_000
    const sent = [String(at), new Date(at + 1).toISOString(), 'soon', at + 2]
    const list = sent.map((ts, index) => ({ ts, values: { vwc20: 20 + index } }))
    await client.publishAsync('v1/gateway/telemetry', JSON.stringify({ TT: list }), { qos: 1 })
    expect((await readings('TT')).map(({ ts, value }) => [ts.getTime() - at, value])).toEqual([
      [0, 20],
      [1, 21],
      [2, 23],
    ])
    const aside = await server.sql(`select reason from device_aside where device_id = 'TT'`)
    expect(aside).toEqual([{ reason: 'not a time' }])
    await client.endAsync(true)
  })

  it('is kept and counts for nothing where no sensor can have measured it, and the one before counts on', async () => {
    const gateway = await come({ gateway: 'G1' })
    // Of a day that is over: none of it is summed up in another test.
    const begin = Date.now() - 3 * 24 * 3_600_000
    const values = [20, 21, 6553.4, 22, -127, 85, 21]
    for (const [index, t20] of values.entries())
      await gateway.tele('A1', { ts: begin + index * 600_000, m: { t20 } })
    const since = (await readings('A1')).filter(({ metric, ts }) => metric === 4 && ts.getTime() >= begin)
    expect(since.slice(0, values.length).map(({ value, quality }) => [value, quality])).toEqual(
      values.map((value) => [value, [6553.4, -127, 85].includes(value) ? 3 : 0]),
    )
    const { telemetry } = server.server.services
    await telemetry.rollUp()
    let [n, sum, most] = [0, 0, 0]
    const days = { from: begin - 24 * 3_600_000, to: begin + 24 * 3_600_000, interval: '1d' as const }
    for await (const row of telemetry.range({ deviceId: 'A1', metrics: ['t20'], ...days })) {
      n += row.n
      sum += row.sum
      most = Math.max(most, row.max ?? 0)
    }
    expect([n, sum / n, most]).toEqual([4, 21, 22])

    const at = Date.now()
    await gateway.tele('A1', { ts: at, m: { t40: 20 } })
    await gateway.tele('A1', { ts: at + 1, m: { t40: -127 } })
    const last = async () => (await telemetry.last(['A1'])).get('A1')?.find(({ name }) => name === 't40')
    expect(await last()).toMatchObject({
      value: -127,
      quality: 'BAD',
      good: { at, value: 20, isStale: false },
    })
    // Both in one message, which is one row of what is known last.
    await gateway.tele('A1', {
      b: [
        [at + 2, { t40: 20.5 }],
        [at + 3, { t40: 6553.5 }],
      ],
    })
    expect(await last()).toMatchObject({ value: 6553.5, good: { at: at + 2, value: 20.5 } })
    await gateway.tele('A1', { ts: at + 4, m: { t40: 20.6 } })
    expect(await last()).toMatchObject({ quality: 'GOOD', good: { at: at + 4, value: 20.6 } })
  })

  it('is an alarm of now only where it is of now: old events are history, those of the future nothing', async () => {
    const gateway = await come({ gateway: 'G1' })
    const now = Date.now()
    const minute = 60_000
    const event = (id: string, ts: number) => gateway.publish('A2', 'event', { id, type: 'LATE', on: 1, ts })
    await event('old', now - 8 * 24 * 60 * minute)
    await event('future', now + 11 * minute)
    await event('yesterday', now - 24 * 60 * minute)
    await expect
      .poll(() => heardOf('events').filter(({ type }) => type === 'LATE'), PATIENCE)
      .toMatchObject([{ id: 'yesterday' }])
    expect((await asideOf('%/A2/event')).map(({ reason }) => reason)).toEqual([
      'an event of more than seven days ago',
      'from the future',
    ])
  })

  it('is uncertain where the clock runs ahead or a value cannot be, and believed again once it is right', async () => {
    const gateway = await come({ gateway: 'G1' })
    const known = async () =>
      (
        await server.sql<{ quality: number; gat: number }>(
          `select report_quality as quality, (reported ->> 'gat')::int as gat from device_live where device_id = 'A2'`,
        )
      )[0]
    await gateway.publish('A2', 'state', { dir: 1, gat: 50, ts: Date.now() + 5 * 60_000 })
    expect(await known()).toEqual({ quality: 1, gat: 50 })
    await gateway.publish('A2', 'state', { dir: 1, gat: 30, ts: Date.now() })
    expect(await known()).toEqual({ quality: 0, gat: 30 })
    await gateway.publish('A2', 'state', { dir: 1, gat: 130, ts: Date.now() + 1_000 })
    expect(await known()).toEqual({ quality: 1, gat: 130 })
  })

  it('decides by what was heard last where its clock has lost its time, and is doubtful', async () => {
    const gateway = await come({ gateway: 'G1' })
    const known = async () =>
      (
        await server.sql<{ quality: number; gat: number; at: Date }>(
          `select report_quality as quality, (reported ->> 'gat')::int as gat, reported_at as at
           from device_live where device_id = 'A2'`,
        )
      )[0]
    await gateway.publish('A2', 'state', { dir: 0, gat: 0, ts: Date.now() })
    expect(await known()).toMatchObject({ quality: 0, gat: 0 })
    const begin = Date.now()
    for (const gat of [10, 20, 30]) {
      await gateway.publish('A2', 'state', { dir: 1, gat, ts: 65_000 })
      expect(await known()).toMatchObject({ quality: 1, gat })
    }
    // Heard at once: the last one, though they are of one millisecond.
    await Promise.all([40, 50, 60].map((gat) => gateway.publish('A2', 'state', { dir: 1, gat, ts: 65_000 })))
    expect(await known()).toMatchObject({ quality: 1, gat: 60 })
    await gateway.publish('A2', 'state', { dir: 1, gat: 70, ts: 'soon' })
    const last = await known()
    expect(last).toMatchObject({ quality: 1, gat: 70 })
    expect(last?.at.getTime()).toBeGreaterThanOrEqual(begin)
    expect(await asideOf('%/A2/state')).toMatchObject([{ reason: 'not a time' }])
    await gateway.publish('A2', 'state', { dir: 0, gat: 0, ts: Date.now() })
    expect(await known()).toMatchObject({ quality: 0, gat: 0 })
    // One that runs ahead, and comes again after the right one.
    const ahead = { dir: 1, gat: 80, ts: Date.now() + 9 * 60_000 }
    await gateway.publish('A2', 'state', ahead)
    expect(await known()).toMatchObject({ quality: 1, gat: 80 })
    await gateway.publish('A2', 'state', { dir: 1, gat: 90, ts: Date.now() })
    await gateway.publish('A2', 'state', ahead)
    expect(await known()).toMatchObject({ quality: 0, gat: 90 })
    expect((await known())?.at.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('is set aside where nobody knows the device or it cannot be read, and goes on', async () => {
    const gateway = await come({ gateway: 'G1' })
    await gateway.tele('nobody', { m: { vwc20: 1 } })
    await gateway.tele('nobody', { m: { vwc20: 1 } })
    await gateway.tele('B1', { m: { vwc20: 1 } })
    await gateway.client.publishAsync('sf/v1/P/G1/A1/tele', 'nonsense', { qos: 1 })
    await gateway.client.publishAsync('sf/v1/P/G1/A1/tele', 'x'.repeat(9_000), { qos: 1 })
    expect(await asideOf('%/nobody/tele')).toEqual([{ reason: 'unknown device', occurrences: 2 }])
    expect(await asideOf('%/G1/B1/tele')).toEqual([{ reason: 'a device of another gateway', occurrences: 1 }])
    expect((await asideOf('%/A1/tele')).map(({ reason }) => reason)).toEqual(['not JSON', 'too large'])
    await server.sql(
      `insert into device (id, project_id, gateway_id, kind, name) values ('late', 'P', 'G1', 'SOIL', 'late')`,
    )
    await gateway.tele('late', { m: { vwc20: 30 } })
    expect(await readings('late')).toHaveLength(1)
  })

  it('is the newest state only, and reaches the consumers in its order', async () => {
    const gateway = await come({ gateway: 'G1' })
    const at = Date.now()
    await gateway.publish('A1', 'state', { dir: 1, gat: 100, mov: 0, ts: at })
    await gateway.publish('A1', 'state', { dir: 0, gat: 0, mov: 1, ts: at - 10 })
    await gateway.publish('A1', 'ack', { id: 'c1', seq: 3, st: 'DONE', code: 0, msg: '', ts: at })
    await gateway.publish('A1', 'event', { id: 'e1', type: 'MOTOR_STALL', on: 1, ts: at })
    const [row] = await server.sql<{ reported: object }>(
      `select reported from device_live where device_id = 'A1'`,
    )
    expect(row?.reported).toEqual({ dir: 1, gat: 100, mov: 0, ts: at })
    await expect
      .poll(() => heardOf('events').filter(({ deviceId }) => deviceId === 'A1'), PATIENCE)
      .toMatchObject([{ deviceId: 'A1', type: 'MOTOR_STALL' }])
    expect(heardOf('states').filter(({ deviceId }) => deviceId === 'A1')).toHaveLength(1)
    expect(heardOf('acks')).toMatchObject([{ deviceId: 'A1', id: 'c1', st: 'DONE' }])
  })
})

describe('a consumer that fails', () => {
  it('for a while is asked again; nothing is acknowledged before', async () => {
    const gateway = await come({ gateway: 'G1' })
    let failures = 2
    meddle = (batch) => {
      if (failures === 0 || !batch.samples.some(({ value }) => value === 77)) return
      failures--
      throw new Error('not now')
    }
    const at = Date.now()
    await gateway.tele('A1', { ts: at, m: { vwc60: 77 } })
    expect((await readings('A1')).filter(({ value }) => value === 77)).toHaveLength(1)
    expect(failures).toBe(0)
    expect(await asideOf('%/A1/tele')).not.toContainEqual(
      expect.objectContaining({ reason: 'spec: not now' }),
    )
  })

  it('for good holds up nobody: readings are kept, and the message stands aside with the reason', async () => {
    const gateway = await come({ gateway: 'G1' })
    meddle = (batch) => {
      if (batch.samples.some(({ value }) => value === 66)) throw new Error('never')
    }
    const at = Date.now()
    await Promise.all(
      [61, 62, 66, 63, 64].map((value, index) => gateway.tele('A1', { ts: at + index, m: { vwc60: value } })),
    )
    const kept = (await readings('A1')).map(({ value }) => value)
    expect(kept).toEqual(expect.arrayContaining([61, 62, 66, 63, 64]))
    expect(await asideOf('%/A1/tele')).toContainEqual({ reason: 'spec: never', occurrences: 1 })
    const heard = () => heardOf('samples').map(({ value }) => value)
    await expect.poll(heard, PATIENCE).toEqual(expect.arrayContaining([61, 62, 63, 64]))
    expect(heard()).not.toContain(66)
  })
})

describe('who may speak', () => {
  it('is only who has the token, of only what is his', async () => {
    const refused = mqtt.connectAsync(url, { username: 'G1', password: 'guess', reconnectPeriod: 0 }, false)
    await expect(refused).rejects.toThrow(/Bad username or password|Connection refused/)
    const gateway = await come({ gateway: 'G1' })
    const granted = await gateway.client
      .subscribeAsync('sf/v1/P/G2/#', { qos: 1 })
      .then((all) => all.map(({ qos }) => qos))
      .catch((error: Error) => error.message)
    expect(granted).not.toEqual([1])
    const dropped = new Promise((resolve) => gateway.client.once('close', () => resolve(true)))
    gateway.client.publish('sf/v1/P/G2/B1/tele', '{"m":{"vwc20":9}}', { qos: 1 })
    expect(await dropped).toBe(true)
    await expect.poll(() => asideOf('%/G2/B1/tele'), PATIENCE).toMatchObject([{ reason: 'not its topic' }])
    expect(await readings('B1')).toEqual([])
  })

  it('is sent away when his token is taken from him', async () => {
    await addGateway(server, { gateway: 'G9', devices: ['Z1'] })
    const gateway = await come({ gateway: 'G9' })
    await gateway.tele('Z1', { m: { bat: 3.7 } })
    await server.sql(`update gateway set token_hash = 'other', updated_at = now() where id = 'G9'`)
    await expect.poll(() => gateway.client.connected, PATIENCE).toBe(false)
  })

  it('stays when he comes with his new token, which sends away at once who came with the old one', async () => {
    await addGateway(server, { gateway: 'G10', devices: ['Z10'] })
    await addGateway(server, { gateway: 'G11', devices: ['Z11'] })
    const before = await come({ gateway: 'G10' })
    const lastSweep = await come({ gateway: 'G11' })
    await server.sql(`update gateway set token_hash = $1, updated_at = now() where id = 'G10'`, [
      hashGatewayToken('new token'),
    ])
    const after = await mqtt.connectAsync(url, { username: 'G10', password: 'new token', reconnectPeriod: 0 })
    await expect.poll(() => before.client.connected, PATIENCE).toBe(false)
    // By then those have been looked for that have lost their token.
    await server.sql(`update gateway set token_hash = 'other', updated_at = now() where id = 'G11'`)
    await expect.poll(() => lastSweep.client.connected, PATIENCE).toBe(false)
    expect(after.connected).toBe(true)
    await after.endAsync(true)
  })

  it('is not taken over by another of the same name', async () => {
    const one = await mqtt.connectAsync(url, { clientId: 'same', username: 'G1', password: tokenOf('G1') })
    const two = await mqtt.connectAsync(url, { clientId: 'same', username: 'G2', password: tokenOf('G2') })
    await one.publishAsync('sf/v1/P/G1/A1/tele', '{"m":{"bat":3.7}}', { qos: 1 })
    expect(one.connected && two.connected).toBe(true)
    await one.endAsync(true)
    await two.endAsync(true)
  })
})

describe('a gateway', () => {
  it('takes all of its devices with it when it goes, and is asked for their state when it comes back', async () => {
    const gateway = await come({ gateway: 'G2', will: { on: 0, bdSeq: 5 } })
    await gateway.status({ on: 1, boot: 'b7', bdSeq: 5, bat: 12.6, fw: '2.3.1' })
    await gateway.tele('B1', { m: { vwc20: 20 } })
    expect([await isOnline('G2'), await stateOf('B1')]).toEqual([true, 0])
    await expect
      .poll(() => gateway.heard.map(({ topic, payload }) => [topic, payload['what']]), PATIENCE)
      .toContainEqual(['sf/v1/P/G2/req', 'state'])
    await gateway.vanish()
    await expect.poll(() => isOnline('G2'), PATIENCE).toBe(false)
    expect(await stateOf('B1')).toBe(1)
    await expect.poll(() => heardOf('gateways').map(({ change }) => change), PATIENCE).toContain('offline')
    const gone = heardOf('presence').find(({ deviceId, isOnline: online }) => deviceId === 'B1' && !online)
    const died = heardOf('gateways').find(
      ({ gatewayId, change }) => gatewayId === 'G2' && change === 'offline',
    )
    expect(gone?.at).toBe(died?.at)
    const back = await come({ gateway: 'G2' })
    await back.status({ on: 1, boot: 'b7', bdSeq: 6 })
    // The will of the session before comes late.
    await back.status({ on: 0, bdSeq: 5 })
    expect(await isOnline('G2')).toBe(true)
    await expect.poll(() => back.heard.map(({ payload }) => payload['what']), PATIENCE).toContain('state')
  })

  it('is told the time and which devices it has when it asks', async () => {
    const gateway = await come({ gateway: 'G1' })
    await gateway.client.subscribeAsync('sf/v1/P/G1/res', { qos: 1 })
    const ask = async (id: string, what: string) => {
      const payload = JSON.stringify({ id, what })
      await gateway.client.publishAsync('sf/v1/P/G1/req', payload, { qos: 1 })
      const answers = () => gateway.heard.filter(({ payload: answer }) => answer.id === id && 'ts' in answer)
      await expect.poll(() => answers().length, PATIENCE).toBe(1)
      return answers()[0]?.payload as Record<string, unknown>
    }
    const time = await ask('r1', 'time')
    expect(time['what']).toBe('time')
    expect(Math.abs(Number(time['ts']) - Date.now())).toBeLessThan(20_000)
    expect(time['devices']).toBeUndefined()
    const config = await ask('r2', 'config')
    expect(config['devices']).toContainEqual({ id: 'A1', kind: 'SOIL', every: 300 })
    expect(JSON.stringify(config['devices'])).not.toContain('B1')
  })

  it('goes on when the broker crashes: nothing that it said is lost, nothing is there twice', async () => {
    const gateway = await come({ gateway: 'G1' })
    const { devices } = server.server.services
    const [at, count] = [Date.now() - 60_000, 300]
    const own = async () =>
      (await readings('A1')).filter(({ ts }) => ts.getTime() >= at && ts.getTime() < at + count).length
    const sending = Array.from({ length: count }, (_, index) =>
      gateway.tele('A1', { ts: at + index, m: { t60: index / 100 } }),
    )
    await sending[0]
    const dropped = new Promise((resolve) => gateway.client.once('close', () => resolve(true)))
    await devices.crashBroker?.()
    expect(await dropped).toBe(true)
    // Each is acknowledged in the end, by the broker that was started anew at the same place.
    await Promise.all(sending)
    expect(await own()).toBe(count)
    expect([devices.isConnected(), devices.url]).toEqual([true, url])
    const command = { id: 'c77', seq: 77, op: 'state.get', iat: 1, exp: 2, ttlMs: 1, il: '' } as const
    await expect
      .poll(async () => {
        await devices.send({ projectId: 'P', gatewayId: 'G1', deviceId: 'A1' }, command)
        return gateway.heard.some(({ payload }) => payload.id === 'c77')
      }, PATIENCE)
      .toBe(true)
  })

  it('hears commands, never those of another', async () => {
    const [one, two] = [await come({ gateway: 'G1' }), await come({ gateway: 'G2' })]
    const command = {
      id: 'c9',
      seq: 9,
      op: 'valve.set',
      dir: 1,
      gat: 100,
      iat: 1,
      exp: 2,
      ttlMs: 1,
      il: '',
    } as const
    await server.server.services.devices.send({ projectId: 'P', gatewayId: 'G1', deviceId: 'A1' }, command)
    await expect
      .poll(() => one.heard.filter(({ topic }) => topic.endsWith('/cmd')), PATIENCE)
      .toEqual([{ topic: 'sf/v1/P/G1/A1/cmd', payload: command }])
    expect(two.heard.filter(({ topic }) => topic.endsWith('/cmd'))).toEqual([])
  })

  it('and a device that fall silent are found by the server itself', async () => {
    await addGateway(server, { gateway: 'G3', devices: ['C1'], every: 1, keepalive: 3600 })
    await addGateway(server, { gateway: 'G4', devices: ['D1'], every: 3600, keepalive: 1 })
    const [three, four] = [await come({ gateway: 'G3' }), await come({ gateway: 'G4' })]
    await three.tele('C1', { m: { bat: 3.6 } })
    await four.tele('D1', { m: { bat: 3.6 } })
    await expect.poll(() => stateOf('C1'), PATIENCE).toBe(1)
    expect(await isOnline('G3')).toBe(true)
    await expect.poll(() => isOnline('G4'), PATIENCE).toBe(false)
    expect(await stateOf('D1')).toBe(1)
    await three.tele('C1', { m: { bat: 3.7 } })
    const back = () =>
      heardOf('presence')
        .filter(({ deviceId }) => deviceId === 'C1')
        .map((report) => report.isOnline)
    await expect.poll(back, PATIENCE).toContain(true)
  })
})

describe('other protocols', () => {
  it('bring ThingsBoard’s gateways, who sign in by their token, and their calls', async () => {
    await addGateway(server, { gateway: 'T1', devices: ['TA'], protocol: 'thingsboard' })
    await addGateway(server, { gateway: 'T2', devices: ['TB'], protocol: 'thingsboard' })
    const [one, two] = await Promise.all(
      ['T1', 'T2'].map((name) => mqtt.connectAsync(url, { username: tokenOf(name), reconnectPeriod: 0 })),
    )
    if (!one || !two) throw new Error('not connected')
    const calls: string[] = []
    for (const [name, client] of Object.entries({ one, two })) {
      client.on('message', (topic, payload) =>
        calls.push(`${name} ${topic} ${JSON.parse(String(payload)).data.method}`),
      )
      await client.subscribeAsync('v1/gateway/rpc', { qos: 1 })
    }
    await expect.poll(() => isOnline('T1'), PATIENCE).toBe(true)
    await one.publishAsync('v1/gateway/telemetry', '{"TA":[{"ts":1,"values":{}},{"vwc20":31}]}', { qos: 1 })
    expect((await readings('TA')).map(({ value }) => value)).toEqual([31])
    const command = { id: 'tc', seq: 4, op: 'valve.set', iat: 1, exp: 2, ttlMs: 1, il: '' } as const
    await server.server.services.devices.send({ projectId: 'P', gatewayId: 'T1', deviceId: 'TA' }, command)
    await expect.poll(() => calls, PATIENCE).toContain('one v1/gateway/rpc valve.set')
    await one.publishAsync('v1/gateway/rpc', '{"device":"TA","id":4,"data":{"success":true}}', { qos: 1 })
    await expect
      .poll(() => heardOf('acks').filter(({ id }) => id === 'tc'), PATIENCE)
      .toMatchObject([{ st: 'DONE' }])
    expect(calls.filter((call) => call.startsWith('two') && call.endsWith('valve.set'))).toEqual([])
    await one.endAsync(true)
    await expect.poll(() => isOnline('T1'), PATIENCE).toBe(false)
    await two.endAsync(true)
  })

  it('bring Sparkplug’s nodes, which are asked to begin anew when they speak of what they have not introduced', async () => {
    await addGateway(server, { gateway: 'S1', devices: ['SA'], protocol: 'sparkplug' })
    const node = await mqtt.connectAsync(url, { username: 'S1', password: tokenOf('S1'), reconnectPeriod: 0 })
    const told: string[] = []
    node.on('message', (topic) => told.push(topic))
    await node.subscribeAsync('spBv1.0/P/NCMD/S1', { qos: 1 })
    const report = (kind: string, metrics: SparkplugMetric[], device = '') =>
      node.publishAsync(
        `spBv1.0/P/${kind}/S1${device && `/${device}`}`,
        Buffer.from(encodePayload({ timestamp: Date.now(), metrics })),
        { qos: 1 },
      )
    await report('DDATA', [{ alias: 1, value: 5 }], 'SA')
    await expect.poll(() => told, PATIENCE).toContain('spBv1.0/P/NCMD/S1')
    await report('NBIRTH', [{ name: 'bdSeq', value: 3, datatype: 8 }])
    await report('DBIRTH', [{ name: 'Soil/vwc20', alias: 1, value: 20.5 }], 'SA')
    await report('DDATA', [{ alias: 1, value: 21.5, timestamp: Date.now() + 5 }], 'SA')
    expect((await readings('SA')).map(({ value }) => value)).toEqual([20.5, 21.5])
    expect([await isOnline('S1'), await stateOf('SA')]).toEqual([true, 0])
    await report('NDEATH', [{ name: 'bdSeq', value: 2, datatype: 8 }])
    expect(await isOnline('S1')).toBe(true)
    await report('NDEATH', [{ name: 'bdSeq', value: 3, datatype: 8 }])
    expect([await isOnline('S1'), await stateOf('SA')]).toEqual([false, 1])
    await node.endAsync(true)
  })

  it('hear a node of Sparkplug die that was restarted and counts its sessions from nought again', async () => {
    await addGateway(server, { gateway: 'S2', devices: ['S2', 'SB'], protocol: 'sparkplug' })
    const told = (kind: string, bdSeq: number, ...metrics: SparkplugMetric[]) => ({
      topic: `spBv1.0/P/${kind}/S2`,
      payload: Buffer.from(
        encodePayload({
          timestamp: Date.now(),
          metrics: [{ name: 'bdSeq', value: bdSeq, datatype: 8 }, ...metrics],
        }),
      ),
      qos: 1 as const,
      retain: false,
    })
    const begin = async (bdSeq: number) => {
      const node = await mqtt.connectAsync(url, {
        ...{ username: 'S2', password: tokenOf('S2'), reconnectPeriod: 0, will: told('NDEATH', bdSeq) },
      })
      const { topic, payload, qos } = told('NBIRTH', bdSeq, { name: 'bat', value: 12.4 })
      await node.publishAsync(topic, payload, { qos })
      return node
    }
    const stands = async () => [await isOnline('S2'), await stateOf('S2')]
    const first = await begin(5)
    const second = await begin(0)
    expect(await stands()).toEqual([true, 0])
    // What the broker says late of the session before.
    first.stream.destroy()
    const late = await come({ gateway: 'G2' })
    await late.status({ on: 1, boot: 'after', bdSeq: 1 })
    expect(await stands()).toEqual([true, 0])
    second.stream.destroy()
    await expect.poll(stands, PATIENCE).toEqual([false, 1])
  })
})

describe('a consumer that writes something by itself', () => {
  it('is ready before the transaction of what it hears, and waits for nothing of it', async () => {
    const order: string[] = []
    const consumer = async () => {
      order.push('consumed')
      return undefined
    }
    const prepare = async (projectIds: readonly string[]) => {
      // The row that the batch itself writes.
      await server.sql(`update gateway set last_seen_at = last_seen_at where id = 'G2'`)
      order.push(...projectIds)
    }
    server.server.services.devices.consume('ready', Object.assign(consumer, { prepare }))
    const gateway = await come({ gateway: 'G2' })
    await gateway.tele('B1', { seq: 1, boot: 'ready', ts: Date.now(), m: { bat: 3.7 } })
    expect(order.join(' ')).toContain('P consumed')
  })
})
