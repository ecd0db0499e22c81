import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openLocales } from '@services/server/locales'
import { testOptions } from '@tests/api/options'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { LARGE_ANSWER } from '../limits'
import { createApp } from './app'

/** Requests a minute from one address; calls without a session have a fiftieth of it. */
const RATE = 600

let app: FastifyInstance
// Time stands still: what is let through does not depend on how fast it is asked.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(async () => {
  // A caller who was refused in the middle of a body keeps its connection otherwise.
  app.server.closeAllConnections()
  await app.close()
  vi.useRealTimers()
})

/** The web server without a database: a call without a session, one with, and a socket. */
async function start(rateLimit = RATE) {
  const options = testOptions({ rateLimit, trustProxy: 1 })
  app = await createApp(options, openLocales(join(options.schemas, 'locales')))
  app.get('/api/public', { config: { isPublic: true } }, () => 'ok')
  app.get<{ Querystring: { user: string } }>('/api/own/:id', {
    preParsing: async (request) => app.admission.admitUser(request, request.query.user),
    handler: () => 'ok',
  })
  app.post('/api/take', { bodyLimit: 4 * 2 ** 20 }, () => 'ok')
  app.get('/websocket/:token', { websocket: true }, (socket) => {
    socket.on('error', () => socket.terminate())
  })
  return app
}

const ask = async (url: string, ip = '10.0.0.1') =>
  (await app.inject({ url, headers: { 'x-forwarded-for': ip } })).statusCode

async function many(times: number, one: (count: number) => Promise<number>): Promise<readonly number[]> {
  const found: number[] = []
  for (let count = 0; count < times; count++) found.push(await one(count))
  return found
}
const refused = (statuses: readonly number[]) => statuses.filter((status) => status === 429).length

describe('how often one may call', () => {
  it('is decided by the route that serves, however its address is written', async () => {
    await start()
    expect(refused(await many(15, () => ask('/api/public')))).toBe(3)
    expect(refused(await many(15, () => ask('/%61pi/public', '10.0.0.2')))).toBe(3)
    expect(refused(await many(15, () => ask('/api/no/such/call', '10.0.0.3')))).toBe(3)
    expect(refused(await many(15, () => ask('/%61pi/no/such/call', '10.0.0.4')))).toBe(3)
    expect(refused(await many(15, () => ask('/home', '10.0.0.5')))).toBe(0)
  })

  it('says when to come again, in the envelope and by the header', async () => {
    await start()
    await many(12, () => ask('/api/public'))
    const answer = await app.inject({ url: '/api/public', headers: { 'x-forwarded-for': '10.0.0.1' } })
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({
      code: 429,
      msg: '操作过于频繁，请稍后再试',
      data: { retryAfter: 5 },
    })
    expect(await ask('/api/public', '10.0.0.2')).toBe(200)
  })

  it('counts a network of IPv6 as one caller', async () => {
    await start()
    const answers = await many(13, (count) => ask('/api/public', `2001:db8:1:2:${count}::1`))
    expect(refused(answers)).toBe(1)
    expect(await ask('/api/public', '2001:db8:1:3::1')).toBe(200)
  })

  it('counts a person over all addresses, and at each route', async () => {
    await start()
    const own = (count: number, user: string) =>
      ask(`/api/own/${count}?user=${user}`, `10.${count >> 8}.${count & 255}.1`)
    expect(refused(await many(310, (count) => own(count, 'ann')))).toBe(10)
    expect(await own(400, 'ben')).toBe(200)
    // Whoever may not go on at one route has used up nobody else's.
    expect(await ask('/api/public', '10.1.0.1')).toBe(200)
  })

  it('counts the bytes that a request moved', async () => {
    await start(50)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const send = async () => {
      const body = JSON.stringify({ text: 'x'.repeat(2 ** 21) })
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.1' }
      const answer = await fetch(`http://127.0.0.1:${port}/api/take`, { method: 'POST', headers, body })
      await answer.text()
      return answer.status
    }
    const answers = await many(4, send)
    expect(answers[0]).toBe(200)
    expect(answers.at(-1)).toBe(429)
    expect(await ask('/api/public', '10.0.0.2')).toBe(200)
  })
})

describe('web sockets', () => {
  const opened: WebSocket[] = []
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.terminate()
  })
  async function listen() {
    await start()
    await app.listen({ host: '127.0.0.1', port: 0 })
  }
  function connect(ip: string): WebSocket {
    const { port } = app.server.address() as AddressInfo
    const headers = { 'x-forwarded-for': ip }
    const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket/x`, { headers })
    opened.push(socket)
    return socket.on('error', () => undefined)
  }
  const statusOf = (socket: WebSocket) =>
    new Promise<number>((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      socket.on('open', () => resolve(101))
    })

  it('count for their address, are refused before they open, and make room when they end', async () => {
    await listen()
    const statuses = await many(22, () => statusOf(connect('10.0.0.1')))
    expect(statuses.filter((status) => status === 101)).toHaveLength(20)
    expect(refused(statuses)).toBe(2)
    expect(await statusOf(connect('10.0.0.2'))).toBe(101)
    opened[0]?.terminate()
    await expect.poll(() => statusOf(connect('10.0.0.1'))).toBe(101)
  })

  it('end when they send too many frames or too many bytes, whatever serves them', async () => {
    await listen()
    const flood = (text: string, times: number) =>
      new Promise<number>((resolve) => {
        const socket = connect('10.0.0.1')
        socket.on('open', () => {
          for (let count = 0; count < times; count++) socket.send(text)
        })
        socket.on('close', (code) => resolve(code))
      })
    expect(await flood('{}', 5_000)).toBe(1008)
    expect(await flood('x'.repeat(200_000), 90)).toBe(1008)
  })
})

describe('what answers much', () => {
  it('is asked for by one person once at a time, as soon as it is known to', async () => {
    await start()
    const begun: string[] = []
    const ends: { readonly user: string; readonly end: () => void }[] = []
    app.get<{ Querystring: { user: string; bytes: number } }>('/api/much', async (request, reply) => {
      const { user, bytes } = request.query
      await app.admission.awaitTurn(request, reply, user)
      begun.push(user)
      await new Promise<void>((resolve) => ends.push({ user, end: resolve }))
      app.admission.noteAnswer(request, user, Number(bytes))
      return 'ok'
    })
    const ask = (user: string, bytes: number) =>
      app.inject({ url: '/api/much', query: { user, bytes: String(bytes) } })
    const hasBegun = (users: string) => expect.poll(() => begun.toSorted().join('')).toBe(users)
    const endOne = (user: string) => {
      const at = ends.findIndex((one) => one.user === user)
      for (const { end } of ends.splice(at, 1)) end()
    }

    const little = ['a', 'a'].map((user) => ask(user, LARGE_ANSWER))
    await hasBegun('aa')
    endOne('a')
    endOne('a')
    await Promise.all(little)
    const much = ask('a', LARGE_ANSWER + 1)
    await hasBegun('aaa')
    endOne('a')
    await much

    const known = [ask('a', 1), ask('a', 1), ask('b', 1)]
    await hasBegun('aaaab')
    endOne('a')
    await hasBegun('aaaaab')
    endOne('a')
    endOne('b')
    await Promise.all(known)
  })
})
