import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineCall } from '../contract/call'
import { type Client, createClient } from './client'
import { createTokenStore } from './token'

vi.mock('../contract/gate-calls', () => {
  const id = Type.Object({ id: Type.String() })
  const list = [
    defineCall({
      name: 'pump.info',
      method: 'GET',
      path: '/api/pump/:id',
      summary: '',
      params: id,
      query: Type.Object({ tags: Type.Optional(Type.Array(Type.String())) }),
      response: Type.Any(),
    }),
    defineCall({
      name: 'pump.update',
      method: 'PUT',
      path: '/api/pump/:id',
      summary: '',
      params: id,
      body: Type.Object({ fullName: Type.String() }),
      response: Type.Any(),
    }),
    defineCall({
      name: 'session.login',
      method: 'POST',
      path: '/api/login',
      summary: '',
      body: Type.Object({ account: Type.String(), password: Type.String() }),
      response: Type.Any(),
      wire: 'form',
    }),
    defineCall({
      name: 'pump.import',
      method: 'POST',
      path: '/api/pump/import',
      summary: '',
      response: Type.Any(),
      wire: 'file',
    }),
  ]
  const calls = Object.fromEntries(list.map((call) => [call.name, call]))
  return { gateCallByName: (name: string) => calls[name] }
})
vi.mock('../contract/calls', () => {
  const slow = defineCall({
    name: 'pump.slow',
    method: 'GET',
    path: '/api/slow',
    summary: '',
    response: Type.Any(),
    timeout: 60,
  })
  return { callByName: (name: string) => (name === slow.name ? slow : undefined) }
})

interface Seen {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
type Reply = (
  seen: Seen,
) => { code: number; msg?: string; data?: unknown } | 'silence' | { raw: string; status: number }

let server: Server
let baseUrl = ''
let reply: Reply = () => ({ code: 200, data: null })
let seen: Seen[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: new URL(request.url ?? '', 'http://host'),
        headers: request.headers,
        body,
      }
      seen.push(one)
      const answer = reply(one)
      if (answer === 'silence') return
      if ('raw' in answer) {
        response.writeHead(answer.status).end(answer.raw)
        return
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ msg: '', data: null, ...answer }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

let client: Client
const ended = vi.fn()
beforeEach(() => {
  seen = []
  reply = () => ({ code: 200, data: null })
  ended.mockClear()
  client = createClient({
    baseUrl,
    language: 'zh',
    onSessionEnd: ended,
    token: createTokenStore(null),
    now: () => 1_700_000_000_123,
  })
})

describe('the wire', () => {
  it('puts parameters in the path, names of the query into it, and stamps every URL', async () => {
    client.token.set('secret')
    await client.call('pump.info', { id: 'a/b', tags: ['x', 'y'] })
    expect(seen[0]?.url.pathname).toBe('/api/pump/a%2Fb')
    expect(seen[0]?.url.searchParams.getAll('tags')).toEqual(['x', 'y'])
    expect(seen[0]?.url.searchParams.get('n')).toBe('1700000000')
    expect(seen[0]?.headers).toMatchObject({ authorization: 'secret', 'x-origin': 'pc', 'x-language': 'zh' })
  })

  it('sends the rest as JSON, and a form call urlencoded', async () => {
    await client.call('pump.update', { id: '7', fullName: '一号泵' })
    await client.call('session.login', { account: 'admin', password: 'md5' })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ fullName: '一号泵' })
    expect(seen[1]?.body).toBe('account=admin&password=md5')
    expect(seen[1]?.headers['content-type']).toContain('application/x-www-form-urlencoded')
  })

  it('uploads one file beside its fields and tells the progress', async () => {
    const shares: number[] = []
    await client.upload(
      'pump.import',
      new File(['rows'], '泵.csv'),
      { kind: 'pump' },
      { onProgress: (share) => shares.push(share) },
    )
    expect(seen[0]?.headers['content-type']).toContain('multipart/form-data')
    expect(seen[0]?.body).toContain('name="kind"')
    expect(seen[0]?.body).toContain('rows')
    expect(shares.at(-1)).toBe(1)
  })
})

describe('answers', () => {
  it('gives data and message of a success', async () => {
    reply = () => ({ code: 200, msg: '操作成功', data: { id: '7' } })
    expect(await client.call('pump.info', { id: '7' })).toEqual({ data: { id: '7' }, msg: '操作成功' })
  })

  it('throws the code, message, fields at fault and data of a refusal', async () => {
    reply = () => ({
      code: 409,
      msg: '已被修改',
      data: { version: 3, errors: [{ path: 'items.2.amount', message: '不能为空' }] },
    })
    await expect(client.call('pump.info', { id: '7' })).rejects.toMatchObject({
      code: 409,
      message: '已被修改',
      errors: [{ path: 'items.2.amount', message: '不能为空' }],
      data: { version: 3 },
    })
  })

  it('says the default text when the server gives none, nothing answers, or no envelope comes', async () => {
    const text = '请求失败，请重试'
    reply = () => ({ code: 500 })
    await expect(client.call('pump.info', { id: '1' })).rejects.toMatchObject({ code: 500, message: text })
    reply = () => ({ raw: '<html>', status: 502 })
    await expect(client.call('pump.info', { id: '1' })).rejects.toMatchObject({ code: 502, message: text })
    reply = () => 'silence'
    await expect(client.call('pump.slow')).rejects.toMatchObject({ code: 0, message: text })
    await expect(client.call('no.such')).rejects.toMatchObject({ code: 404 })
  })

  it.each([600, 601, 602])('ends the session once on %i, however many calls were under way', async (code) => {
    client.token.set('secret')
    reply = () => ({ code, msg: '登录过期' })
    await Promise.allSettled([client.call('pump.info', { id: '1' }), client.call('pump.info', { id: '2' })])
    expect(ended.mock.calls).toEqual([[code, '登录过期']])
    expect(client.token.get()).toBeNull()
  })
})

describe('sharing', () => {
  it('sends equal reads that are under way once, and writes each', async () => {
    await Promise.all([1, 2, 3].map(() => client.call('pump.info', { id: '7' })))
    expect(seen).toHaveLength(1)
    await Promise.all([1, 2].map(() => client.call('pump.update', { id: '7', fullName: 'a' })))
    expect(seen).toHaveLength(3)
  })

  it('lets one caller leave while the other still gets its answer', async () => {
    const leaving = new AbortController()
    const first = client.call('pump.info', { id: '7' }, { signal: leaving.signal })
    const second = client.call('pump.info', { id: '7' })
    leaving.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    await expect(second).resolves.toMatchObject({ data: null })
  })

  it('aborts the request when all have left', async () => {
    let closed: () => void = () => {}
    const connectionClosed = new Promise<void>((resolve) => {
      closed = resolve
    })
    reply = () => 'silence'
    const arrived = new Promise<void>((resolve) => {
      server.once('request', (request: IncomingMessage) => {
        request.socket.once('close', closed)
        resolve()
      })
    })
    const leaving = new AbortController()
    const call = client.call('pump.info', { id: '7' }, { signal: leaving.signal })
    await arrived
    leaving.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    await connectionClosed
  })
})
