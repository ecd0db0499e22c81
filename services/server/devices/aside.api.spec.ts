import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGateway, connectGateway, type TestGateway } from './specs/gateway'

let server: TestServer
let gateway: TestGateway
let admin: TestClient
let manager: TestClient
beforeAll(async () => {
  server = await startTestServer()
  await addGateway(server, { gateway: 'G1', devices: ['A1'] })
  await addGateway(server, { project: 'Q', gateway: 'G2', devices: ['B1'] })
  gateway = await connectGateway(server.server.services.devices.url, { gateway: 'G1' })
  admin = await server.as('admin')
  manager = (await personOf(server, 'manager', { project: 'P', level: 'manage' })).client
})
afterAll(async () => {
  await gateway.close()
  await server.close()
})

const listed = async (caller: TestClient, more: Record<string, unknown> = {}) =>
  (await caller.call('deviceAside.list', { projectId: 'P', ...more })).list
const values = async (device: string) =>
  (
    await server.sql<{ value: number }>(
      `select value from telemetry join device on no = device_no where id = $1 order by ts`,
      [device],
    )
  ).map(({ value }) => value)

describe('messages that were set aside', () => {
  it('are listed with their sender, the reason in words and how often they came', async () => {
    const at = Date.now() - 60_000
    await gateway.tele('new', { ts: at, m: { vwc20: 20 } })
    await gateway.tele('new', { ts: at + 1, m: { vwc20: 21 } })
    await gateway.client.publishAsync('sf/v1/P/G1/A1/tele', 'nonsense', { qos: 1 })
    const page = await manager.call('deviceAside.list', { projectId: 'P' })
    expect(page.pagination).toEqual({ currentPage: 1, pageSize: 20, total: 2 })
    expect(page.list).toMatchObject([
      {
        ...{ deviceId: 'A1', deviceName: 'A1', reason: 'not JSON', reasonText: '不是 JSON', size: 8 },
        ...{ payload: 'nonsense', isReadings: 0 },
      },
      {
        ...{ projectId: 'P', gatewayId: 'G1', gatewayName: 'G1', deviceId: 'new', deviceName: '' },
        ...{ topic: 'sf/v1/P/G1/new/tele', reason: 'unknown device', reasonText: '未知设备' },
        ...{ occurrences: 2, isReadings: 1, payload: JSON.stringify({ ts: at + 1, m: { vwc20: 21 } }) },
      },
    ])
    expect((await listed(manager, { reason: 'unknownDevice' })).map(({ deviceId }) => deviceId)).toEqual([
      'new',
    ])
    expect(await listed(manager, { reason: 'other' })).toEqual([])
    expect((await listed(manager, { keyword: 'A1' })).map(({ deviceId }) => deviceId)).toEqual(['A1'])
  })

  it('are taken in once their device is there, as history', async () => {
    const [row] = await listed(manager, { reason: 'unknownDevice' })
    const id = row?.id ?? ''
    const early = await manager.envelope('deviceAside.assign', { id })
    expect([early.code, early.msg]).toEqual([400, '仍无法补录：未知设备'])
    await server.sql(
      `insert into device (id, project_id, gateway_id, kind, name) values ('new', 'P', 'G1', 'SOIL', 'new')`,
    )
    const done = await manager.envelope('deviceAside.assign', { id })
    expect([done.msg, done.data]).toEqual(['已补录 1 条读数', { readings: 1 }])
    expect(await values('new')).toEqual([21])
    // Old readings are no sign of life.
    expect(await server.sql(`select 1 from device_live where device_id = 'new'`)).toEqual([])
    expect(await listed(manager, { reason: 'unknownDevice' })).toEqual([])
    const audit = await server.sql(`select action from audit where action = 'deviceAside.assign'`)
    expect(audit).toHaveLength(1)
  })

  it('are given to another device where their sender calls it by a wrong name', async () => {
    await gateway.tele('typo', {
      b: [
        [Date.now() - 9_000, { vwc20: 31 }],
        [Date.now() - 8_000, { vwc20: 32 }],
      ],
    })
    const [row] = await listed(manager, { reason: 'unknownDevice' })
    const id = row?.id ?? ''
    const foreign = await manager.envelope('deviceAside.assign', { id, deviceId: 'B1' })
    expect(foreign.code).toBe(404)
    expect(await manager.call('deviceAside.assign', { id, deviceId: 'A1' })).toEqual({ readings: 2 })
    expect(await values('A1')).toEqual([31, 32])
  })

  it('take in readings alone: what is no reading is refused, and stays', async () => {
    await gateway.publish('ghost', 'state', { dir: 1, gat: 100, ts: Date.now() })
    const [row] = await listed(manager, { keyword: 'ghost' })
    expect(row?.isReadings).toBe(0)
    const refused = await manager.envelope('deviceAside.assign', { id: row?.id, deviceId: 'A1' })
    expect([refused.code, refused.msg]).toEqual([400, '该消息中没有可补录的读数'])
    expect(await listed(manager, { keyword: 'ghost' })).toHaveLength(1)
  })

  it('whose times cannot be are taken in with those that they are said to be', async () => {
    const hour = 3_600_000
    const at = Date.now()
    const from = async () =>
      (
        await server.sql<{ ts: Date; quality: number }>(
          `select ts, quality from telemetry join device on no = device_no
           where id = 'A1' and ts > $1 order by ts desc limit 1`,
          [new Date(at - hour)],
        )
      )[0]
    const aside = async (ts: unknown, vwc20: number) => {
      await gateway.tele('A1', { ts, m: { vwc20 } } as never)
      const [row] = await listed(manager, { keyword: 'A1/tele', reason: reasonOf(ts) })
      return { id: row?.id ?? '', correction: row?.correction, reasonText: row?.reasonText }
    }
    const reasonOf = (ts: unknown) =>
      typeof ts === 'string' ? 'notTime' : Number(ts) < at / 100 ? 'inSeconds' : 'future'
    const take = async (id: string, correction: string) => {
      const { code, msg } = await manager.envelope('deviceAside.assign', { id, correction })
      return [code, msg]
    }

    const ahead = await aside(at + hour, 41)
    expect(ahead).toMatchObject({
      correction: 'hours',
      reasonText: '时间晚于当前时间（快 1 小时）；可按“减去整小时偏移（如一小时：时区或夏令时错误）”补录',
    })
    // Nothing is taken in, and nothing lost, by what does not fit.
    expect(await take(ahead.id, 'seconds')).toEqual([400, '这种校正方式与该消息的时间不符，请另选'])
    expect(await take(ahead.id, 'sent')).toEqual([400, '仍无法补录：时间晚于当前时间'])
    expect((await take(ahead.id, 'yesterday'))[0]).toBe(400)
    expect(await take(ahead.id, 'hours')).toEqual([200, '已补录 1 条读数'])
    expect(await from()).toEqual({ ts: new Date(at), quality: 0 })
    // It is there no more; and when the same message comes again its reading is there already.
    expect((await take(ahead.id, 'hours'))[0]).toBe(404)
    const again = await aside(at + hour, 41)
    expect(await take(again.id, 'hours')).toEqual([200, '已补录 1 条读数'])
    expect((await values('A1')).filter((value) => value === 41)).toHaveLength(1)

    const seconds = await aside(Math.floor(at / 1000) + 2, 42)
    expect(seconds).toMatchObject({
      correction: 'seconds',
      reasonText: '时间按秒而非毫秒；可按“按秒而非毫秒”补录',
    })
    expect(await take(seconds.id, 'seconds')).toEqual([200, '已补录 1 条读数'])
    expect(await from()).toEqual({ ts: new Date((Math.floor(at / 1000) + 2) * 1000), quality: 0 })

    const micro = await aside((at + 3_000) * 1000, 43)
    expect(micro.correction).toBe('microseconds')
    expect(await take(micro.id, 'microseconds')).toEqual([200, '已补录 1 条读数'])
    expect(await from()).toEqual({ ts: new Date(at + 3_000), quality: 0 })

    const words = await aside('soon', 44)
    expect(words).toMatchObject({
      correction: 'received',
      reasonText: expect.stringContaining('时间无法识别'),
    })
    const [row] = await server.sql<{ at: Date }>('select last_at as at from device_aside where id = $1', [
      words.id,
    ])
    expect(await take(words.id, 'received')).toEqual([200, '已补录 1 条读数'])
    const [taken] = await server.sql<{ ts: Date; quality: number }>(
      `select ts, quality from telemetry join device on no = device_no where id = 'A1' and value = 44`,
    )
    expect(taken).toEqual({ ts: new Date(row?.at.getTime() ?? 0), quality: 1 })
    const audit = await server.sql<{ how: string }>(
      `select after ->> 'correction' as how from audit where action = 'deviceAside.assign' order by at desc limit 1`,
    )
    expect(audit).toEqual([{ how: 'received' }])
  })

  it('are for who manages the project; those of no project are an administrator’s', async () => {
    const viewer = (await personOf(server, 'viewer', { project: 'P', level: 'view' })).client
    expect((await viewer.envelope('deviceAside.list', { projectId: 'P' })).code).toBe(403)
    await server.sql(
      `insert into device_aside (project_id, topic, payload, reason)
       values ('', 'v1/gateway/telemetry', '\\x00ff', 'unknown gateway'), ('Q', 'q', '', 'else')`,
    )
    const stray = (await listed(admin)).find(({ topic }) => topic === 'v1/gateway/telemetry')
    expect(stray).toMatchObject({ payload: '00ff', isReadings: 0 })
    expect((await listed(manager)).some(({ id }) => id === stray?.id)).toBe(false)
    for (const id of [stray?.id, (await listed(admin, { projectId: 'Q', keyword: 'else' }))[0]?.id, 'x'])
      expect((await manager.envelope('deviceAside.read', { id })).code).toBe(404)
    const mine = (await listed(manager)).map(({ id }) => id)
    await admin.call('deviceAside.delete', { ids: [stray?.id ?? ''] })
    await manager.call('deviceAside.delete', { ids: mine })
    expect(await listed(admin)).toEqual([])
  })
})
