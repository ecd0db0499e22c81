import { startTestServer, type TestServer } from '@tests/api/harness'
import mqtt, { type MqttClient } from 'mqtt'
import sparkplug from 'sparkplug-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGateway, connectGateway, tokenOf } from './specs/gateway'

const PATIENCE = { timeout: 45_000, interval: 20 }
let server: TestServer
let url: string
const clients: MqttClient[] = []

beforeAll(async () => {
  server = await startTestServer()
  url = server.server.services.devices.url
})
afterAll(async () => {
  for (const client of clients) await client.endAsync(true)
  await server.close()
})

const readings = (device: string) =>
  server.sql<{ name: string; value: number }>(
    `select coalesce(metric_name.name, metric::text) as name, value from telemetry join device on no = device_no
     left join metric_name on code = metric where device.id = $1 order by 1, ts`,
    [device],
  )
const valuesOf = async (device: string) =>
  Object.fromEntries((await readings(device)).map((row) => [row.name, row.value]))
const asideOf = (gateway: string) =>
  server.sql<{ device_id: string; reason: string; topic: string }>(
    'select device_id, reason, topic from device_aside where gateway_id = $1 order by device_id, reason',
    [gateway],
  )
async function connect(options: mqtt.IClientOptions) {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, ...options })
  clients.push(client)
  return client
}

describe('Eclipse Tahu’s sparkplug-client', () => {
  it('subscribes, is born, measures, and is told to be born again', async () => {
    await addGateway(server, { gateway: 'S1', devices: ['SA'], protocol: 'sparkplug' })
    const node = sparkplug.newClient({
      ...{ serverUrl: url, username: 'S1', password: tokenOf('S1'), clientId: 'S1' },
      ...{ groupId: 'P', edgeNode: 'S1', version: 'spBv1.0' },
    })
    try {
      const timestamp = Date.now()
      const birth = () => {
        node.publishNodeBirth({
          timestamp,
          metrics: [
            { name: 'Node Control/Rebirth', type: 'Boolean', value: false },
            { name: 'Properties/os', type: 'String', value: 'linux' },
          ],
        })
        node.publishDeviceBirth('SA', {
          timestamp,
          metrics: [
            { name: 'Inputs/level', type: 'Float', value: 33.3 },
            { name: 'Inputs/asText', type: 'String', value: '4.5' },
          ],
        })
      }
      let births = 0
      node.on('birth', () => {
        births++
        birth()
      })
      const told: string[] = []
      node.on('ncmd', (payload) => told.push(...(payload.metrics ?? []).map(({ name }) => name ?? '')))
      await expect.poll(() => births, PATIENCE).toBe(1)
      await expect.poll(() => valuesOf('SA'), PATIENCE).toEqual({ level: 33.3, asText: 4.5 })
      // What it says of itself, and what is no number.
      await expect
        .poll(() => asideOf('S1'), PATIENCE)
        .toMatchObject([{ device_id: 'S1', reason: 'unknown device' }])
      await expect
        .poll(async () => {
          await server.server.services.devices.request(
            { projectId: 'P', gatewayId: 'S1' },
            { id: 'r', what: 'state' },
          )
          return told
        }, PATIENCE)
        .toContain('Node Control/Rebirth')
      node.publishDeviceData(
        'SA',
        { timestamp: timestamp + 1, metrics: [{ name: 'Inputs/packed', type: 'Float', value: 0.1 }] },
        { compress: true, algorithm: 'GZIP' },
      )
      await expect.poll(() => valuesOf('SA'), PATIENCE).toMatchObject({ packed: 0.1 })
      const heard: string[] = []
      node.on('dcmd', (device, payload) => heard.push(`${device} ${payload.metrics?.[0]?.name}`))
      const command = { id: 'c', seq: 1, op: 'state.get', iat: 1, exp: 2, ttlMs: 1, il: '' } as const
      await server.server.services.devices.send({ projectId: 'P', gatewayId: 'S1', deviceId: 'SA' }, command)
      await expect.poll(() => heard, PATIENCE).toEqual(['SA loam/command'])
    } finally {
      node.stop()
    }
  })
})

describe('ThingsBoard’s clients', () => {
  it('bring what its documentation shows: texts, objects, names with spaces, and the gateway’s own', async () => {
    await addGateway(server, { gateway: 'T1', devices: ['TA', 'TB'], protocol: 'thingsboard' })
    await server.sql(`update device set name = 'Device A' where id = 'TA'`)
    await expect
      .poll(async () => (await server.sql(`select 1 from device where name = 'Device A'`)).length)
      .toBe(1)
    const client = await connect({ username: tokenOf('T1') })
    const report = (topic: string, payload: object) =>
      client.publishAsync(topic, JSON.stringify(payload), { qos: 1 })
    const ts = Date.now()
    await report('v1/gateway/connect', { device: 'Device A' })
    await report('v1/gateway/telemetry', {
      'Device A': [
        {
          ts,
          values: { temperature: 42, humidity: '80', jsonKey: { someNumber: 42, someArray: [1, 2, 3] } },
        },
      ],
    })
    expect(await valuesOf('TA')).toEqual({ temperature: 42, humidity: 80, 'jsonKey.someNumber': 42 })
    await report('v1/devices/me/telemetry', { cpu: 12 })
    expect(await asideOf('T1')).toMatchObject([
      { device_id: 'T1', reason: 'unknown device', topic: 'v1/devices/me/telemetry' },
      { device_id: 'TA', reason: 'not a number' },
    ])
    const told: { topic: string; payload: unknown }[] = []
    client.on('message', (topic, payload) => told.push({ topic, payload: JSON.parse(String(payload)) }))
    for (const topic of [
      'v1/gateway/attributes/response',
      'v1/devices/me/attributes/response/+',
      'v1/gateway/rpc',
    ])
      await client.subscribeAsync(topic, { qos: 1 })
    await report('v1/gateway/attributes', { 'Device A': { dir: 1, gat: 30, ts } })
    await report('v1/gateway/attributes/request', { id: 1, device: 'Device A', client: true, key: 'gat' })
    await report('v1/devices/me/attributes/request/2', { clientKeys: 'x', sharedKeys: 'il,y' })
    await expect
      .poll(() => told, PATIENCE)
      .toEqual(
        expect.arrayContaining([
          { topic: 'v1/gateway/attributes/response', payload: { id: 1, device: 'Device A', value: 30 } },
          {
            topic: 'v1/devices/me/attributes/response/2',
            payload: { client: {}, shared: { il: expect.any(String) } },
          },
        ]),
      )
    // Told by the name that it knows, and understood in its answer.
    const command = { id: 'tc', seq: 4, op: 'valve.set', iat: 1, exp: 2, ttlMs: 1, il: '' } as const
    await server.server.services.devices.send({ projectId: 'P', gatewayId: 'T1', deviceId: 'TA' }, command)
    await expect
      .poll(
        () => told.filter(({ topic }) => topic === 'v1/gateway/rpc').map(({ payload }) => payload),
        PATIENCE,
      )
      .toContainEqual(expect.objectContaining({ device: 'Device A' }))
  })
})

describe('ChirpStack’s uplinks', () => {
  it('bring all that a codec makes of them, and the device’s own status', async () => {
    const eui = '0102030405060708'
    await addGateway(server, { gateway: 'CS', devices: [eui], protocol: 'chirpstack' })
    const client = await connect({ username: 'CS', password: tokenOf('CS') })
    const event = (kind: string, payload: object) =>
      client.publishAsync(`application/CS/device/${eui}/event/${kind}`, JSON.stringify(payload), { qos: 1 })
    const time = new Date().toISOString()
    const deviceInfo = { tenantName: 'ChirpStack', applicationId: 'CS', deviceName: 'soil', devEui: eui }
    await event('up', {
      ...{ deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d', time, deviceInfo, devAddr: '00189440' },
      ...{ adr: true, dr: 1, fCnt: 1, fPort: 1, confirmed: false, data: 'qg==' },
      object: { soil: { moisture: '23.5', temp: 21.5 }, label: 'north' },
      rxInfo: [{ gatewayId: '0016c001f153a14c', uplinkId: 4217106255, rssi: -36, snr: 10.5 }],
      txInfo: { frequency: 868100000, modulation: { lora: { bandwidth: 125000, spreadingFactor: 11 } } },
    })
    await event('status', { time, deviceInfo, margin: 7, externalPowerSource: false, batteryLevel: 75.5 })
    expect(await valuesOf(eui)).toMatchObject({
      ...{ 'soil.moisture': 23.5, 'soil.temp': 21.5, margin: 7, batteryLevel: 75.5 },
    })
    expect(await asideOf('CS')).toMatchObject([{ device_id: eui, reason: 'not a number' }])
  })
})

describe('names of metrics', () => {
  it('are so many by device: one that brings ten thousand stops no other', async () => {
    await addGateway(server, { gateway: 'N1', devices: ['NA', 'NB'] })
    await addGateway(server, { gateway: 'N2', devices: ['NC'] })
    const [one, two] = [
      await connectGateway(url, { gateway: 'N1' }),
      await connectGateway(url, { gateway: 'N2' }),
    ]
    clients.push(one.client, two.client)
    for (let from = 0; from < 10_000; from += 400) {
      const m = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`x${from + n}`, 1]))
      await one.tele('NA', { m })
    }
    await one.tele('nobody', { m: { strange: 1 } })
    await one.tele('NB', { m: { ofB: 2 } })
    await two.tele('NC', { m: { ofC: 3 } })
    expect([await valuesOf('NB'), await valuesOf('NC')]).toEqual([{ ofB: 2 }, { ofC: 3 }])
    expect(Object.keys(await valuesOf('NA'))).toHaveLength(200)
    await one.tele('NA', { m: { x5: 2, vwc20: 3 } })
    expect(await readings('NA')).toHaveLength(202)
    expect(await asideOf('N1')).toMatchObject([
      { device_id: 'NA', reason: 'more metrics than one device or gateway may name' },
      { device_id: 'nobody', reason: 'unknown device' },
    ])
    expect(await server.sql(`select name from metric_name where name = 'strange'`)).toEqual([])
  })
})
