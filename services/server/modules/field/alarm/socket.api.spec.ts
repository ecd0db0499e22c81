import type { AlarmLink, AlarmNews, DeviceAlarm } from '@services/client/alarm-board'
import { followAlarms } from '@services/client/alarm-feed'
import { connectSocket } from '@services/client/socket'
import { ALARM_PROTOCOL } from '@services/contract/areas/field/alarm-names'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Field, openField, PROJECT } from './specs/field'

let server: TestServer
let field: Field
let operator: TestClient
let admin: TestClient
let ids: { operator: string; admin: string }

beforeAll(async () => {
  server = await startTestServer()
  field = await openField(server)
  await field.device('V-1', 'VALVE_TWB')
  admin = await server.as('admin')
  operator = await server.as('operator')
  const rows = await server.sql<{ id: string; account: string }>('select id, account from user_account')
  const idOf = (account: string) => String(rows.find((row) => row.account === account)?.id)
  ids = { operator: idOf('operator'), admin: idOf('admin') }
  await server.sql('insert into project_member values ($1, $2, $3, $4)', [
    PROJECT,
    'user',
    ids.operator,
    'operate',
  ])
})
afterAll(async () => {
  await field.close()
  await server.close()
})

const wait = { timeout: 45_000, interval: 20 }
const address = (userId: string, query = '') =>
  `${server.url.replace('http', 'ws')}/api/deviceAlarm/websocket/${userId}${query}`

/** A bare connection and all that it has been sent. */
function listen(userId: string, token: string, { query = '', own = true } = {}) {
  const socket = own
    ? new WebSocket(address(userId, query), [ALARM_PROTOCOL, token])
    : new WebSocket(address(userId, query), { headers: { authorization: token } })
  const texts: string[] = []
  let code: number | undefined
  socket.on('message', (data) => texts.push(String(data)))
  socket.on('close', (closed) => {
    code = closed
  })
  socket.on('error', () => undefined)
  const frames = () =>
    texts.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text) as Record<string, unknown>)
  return { socket, texts, frames, code: () => code, close: () => socket.close() }
}

/** The product's own client over a connection that can be cut. */
function follow(client: TestClient, userId: string, since: number | null = null) {
  const news: AlarmNews[] = []
  const links: AlarmLink[] = []
  const lists: (readonly DeviceAlarm[])[] = []
  let socket: WebSocket | undefined
  let isAway = false
  const feed = followAlarms({
    projectId: PROJECT,
    userId,
    token: client.token,
    language: () => 'zh',
    since,
    baseUrl: server.url.replace('http', 'ws'),
    load: (query) => client.call('deviceAlarm.list', query),
    onNews: (some) => news.push(...some),
    onList: (list) => lists.push(list),
    onLink: (link) => links.push(link),
    onSign: () => undefined,
    connect: (token, hear, options) => connectSocket(token, hear, { ...options, random: () => 0.02 }),
    createSocket: (url, protocols) => {
      if (isAway) return noNetwork()
      socket = new WebSocket(url, protocols)
      socket.on('error', () => undefined)
      return socket as never
    },
  })
  return {
    news,
    links,
    lists,
    cut: () => socket?.terminate(),
    away: () => {
      isAway = true
      socket?.terminate()
    },
    back: () => {
      isAway = false
    },
    close: feed.close,
  }
}

/** A connection that does not come about. */
function noNetwork(): never {
  const socket = {
    close: () => undefined,
    addEventListener: () => undefined,
    onclose: null as null | (() => void),
  }
  setTimeout(() => socket.onclose?.(), 5)
  return socket as never
}

describe('the alarm socket', () => {
  it('greets with CONNECT_SUCCESS and sends alarms with the documented members', async () => {
    const listener = listen(ids.operator, operator.token, { own: false })
    await expect.poll(() => listener.texts[0], wait).toBe('CONNECT_SUCCESS')
    // Joined once all that the person may see is listened to: raise until it comes.
    await expect
      .poll(
        async () => {
          await field.raise({ sourceId: 'V-1', type: `DOC_${Date.now()}` })
          return listener.frames().length
        },
        { timeout: 45_000, interval: 300 },
      )
      .toBeGreaterThan(0)
    expect(listener.frames()[0]).toMatchObject({
      project_id: PROJECT,
      projectId: PROJECT,
      inputField101: '设备V-1',
      textareaField103: expect.stringContaining('DOC_'),
      datepickerfield104: expect.any(String),
      fid: expect.any(String),
      seq: expect.any(Number),
    })
    listener.close()
  })

  it('shows a client that knows pop-ups alone nothing but them', async () => {
    const [plain, full] = [
      listen(ids.operator, operator.token, { own: false, query: `?projectId=${PROJECT}` }),
      listen(ids.operator, operator.token, { query: `?projectId=${PROJECT}` }),
    ]
    await expect.poll(() => full.frames().some(({ method }) => method === 'alarmSync'), wait).toBe(true)
    await expect.poll(() => plain.texts.length, wait).toBe(1)
    await field.raise({ sourceId: 'V-1', type: 'PLAIN' })
    await field.clear({ sourceId: 'V-1', type: 'PLAIN' })
    const kinds = (frames: Record<string, unknown>[]) =>
      frames.filter(({ type }) => type === 'PLAIN').map(({ kind }) => kind)
    await expect.poll(() => kinds(full.frames()), wait).toEqual(['activate', 'return'])
    await field.raise({ sourceId: 'V-1', type: 'PLAIN' })
    await expect.poll(() => kinds(plain.frames()), wait).toEqual(['activate', 'activate'])
    plain.close()
    full.close()
  })

  it('is closed to another person’s token, to none, and to a project one may not see', async () => {
    await server.sql(`insert into project (id, name) values ('secret-farm', 'x') on conflict do nothing`)
    const tries = [
      listen(ids.admin, operator.token),
      listen(ids.operator, '', { own: false }),
      listen(ids.operator, 'x'.repeat(43)),
      listen(ids.operator, operator.token, { query: '?projectId=secret-farm' }),
    ]
    for (const one of tries) {
      await expect.poll(one.code, wait).toBeDefined()
      expect(one.texts).not.toContain('CONNECT_SUCCESS')
    }
  })

  it('asks a client that has missed too much to load the list', async () => {
    const far = listen(ids.operator, operator.token, { query: `?projectId=${PROJECT}&since=999999` })
    await expect
      .poll(() => far.frames().map(({ method }) => method), wait)
      .toEqual(['refreshRequired', 'alarmSync'])
    expect(far.frames()[0]?.['projectId']).toBeUndefined()
    far.close()
  })
})

describe('a client that was away', () => {
  it('has all 20 alarms of that time, in order and once', async () => {
    const client = follow(operator, ids.operator)
    await expect.poll(() => client.links.at(-1), wait).toBe('live')
    await expect.poll(() => client.lists.length, wait).toBe(1)
    client.away()
    await expect.poll(() => client.links.at(-1), wait).not.toBe('live')
    const types = Array.from({ length: 20 }, (_, index) => `AWAY_${String(index).padStart(2, '0')}`)
    for (const type of types) await field.raise({ sourceId: 'V-1', type })
    client.back()
    const came = () =>
      client.news
        .filter(({ alarm, isCall }) => isCall && alarm.type.startsWith('AWAY'))
        .map(({ alarm }) => alarm.type)
    await expect.poll(() => came().length, wait).toBeGreaterThanOrEqual(20)
    await expect.poll(() => client.links.at(-1), wait).toBe('live')
    expect(came()).toEqual(types)
    client.close()
  })

  it('misses none and sees none twice while its connection breaks again and again', async () => {
    const client = follow(operator, ids.operator)
    await expect.poll(() => client.links.at(-1), wait).toBe('live')
    const types = Array.from({ length: 60 }, (_, index) => `CUT_${String(index).padStart(2, '0')}`)
    for (const [index, type] of types.entries()) {
      if (index % 6 === 3) client.cut()
      await field.raise({ sourceId: 'V-1', type })
    }
    const came = () =>
      client.news.filter(({ alarm }) => alarm.type.startsWith('CUT')).map(({ alarm }) => alarm.type)
    await expect.poll(() => came().length, wait).toBeGreaterThanOrEqual(60)
    expect(came()).toEqual(types)
    client.close()
  })

  it('is told who has acknowledged what, at every screen', async () => {
    const [one, other] = [follow(operator, ids.operator), follow(admin, ids.admin)]
    for (const client of [one, other]) await expect.poll(() => client.links.at(-1), wait).toBe('live')
    await field.raise({ sourceId: 'V-1', type: 'SHARED' })
    const last = (client: typeof one) =>
      client.news.filter(({ alarm }) => alarm.type === 'SHARED').at(-1)?.alarm
    await expect.poll(() => last(one)?.alarmState, wait).toBe('UNACK')
    const { fid, version } = last(one) as DeviceAlarm
    await operator.call('deviceAlarm.ack', { fid, version })
    await expect.poll(() => last(other)?.alarmState, wait).toBe('ACKED')
    one.close()
    other.close()
  })
})
