import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPrivateAddress } from '../http/addresses'
import { requestOf, variableNames } from '../modules/lowcode/data-interface/http-run'
import { fetchJson, type HttpRequest } from './fetch'
import { allowedHosts, HostRefused } from './hosts'

let server: Server
let base: string
const seen: IncomingMessage[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    if (pathname === '/to') return response.writeHead(302, { location: searchParams.get('url') ?? '' }).end()
    if (pathname === '/slow') return
    if (pathname === '/big') return response.end(JSON.stringify('x'.repeat(2000)))
    if (pathname === '/text') return response.end('<html>')
    if (pathname === '/closed') return response.writeHead(403).end('{}')
    response.end(JSON.stringify({ ok: true }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const get = (url: string, headers: Record<string, string> = {}): HttpRequest => ({
  url: new URL(url),
  method: 'GET',
  headers,
  body: undefined,
})
const local = allowedHosts(['127.0.0.1'])
const localName = () => base.replace('127.0.0.1', 'localhost')

describe('a host', () => {
  const isAllowed = (entries: string[], url: string) => {
    try {
      allowedHosts(entries).demand(new URL(url))
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(HostRefused)
      return false
    }
  }

  it.each([
    [[], 'http://example.com', false],
    [['example.com'], 'http://example.com:8080/x', true],
    [['example.com'], 'http://EXAMPLE.com', true],
    [['example.com'], 'http://api.example.com', false],
    [['*.example.com'], 'http://api.example.com', true],
    [['*.example.com'], 'http://badexample.com', false],
    [['example.com'], 'http://example.com.evil.org', false],
    [['example.com'], 'http://example.com@evil.org', false],
    [['127.0.0.1'], 'http://127.0.0.1', true],
    [['example.com'], 'http://127.0.0.1', false],
    [['10.0.0.0/8'], 'http://10.1.2.3', true],
    [['10.0.0.0/8'], 'http://11.1.2.3', false],
    [['10.0.0.1'], 'http://0x0a000001', true],
    [['example.com'], 'http://2130706433', false],
    [['::1'], 'http://[::1]', true],
    [['example.com'], 'ftp://example.com', false],
  ])('of %j allows %s: %s', (entries, url, expected) => {
    expect(isAllowed(entries, url)).toBe(expected)
  })
})

describe('a server that is no web server', () => {
  it('is reached at a private address only where that is listed, not its name', async () => {
    for (const [entries, host] of [
      [[], 'localhost'],
      [['localhost'], 'localhost'],
      [[], '127.0.0.1'],
      [['10.0.0.0/8'], '169.254.169.254'],
      [[], '::1'],
    ] as const)
      await expect(allowedHosts(entries).addressOf(host)).rejects.toBeInstanceOf(HostRefused)
    expect(await allowedHosts(['127.0.0.0/8', '::1']).addressOf('localhost')).toMatch(/^(127\.0\.0\.1|::1)$/)
    expect(await allowedHosts([]).addressOf('93.184.216.34')).toBe('93.184.216.34')
  })
})

describe('an address', () => {
  it.each(['127.0.0.1', '10.1.2.3', '192.168.1.1', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    '%s is of a network that is not public',
    (address) => expect(isPrivateAddress(address)).toBe(true),
  )
  it.each(['8.8.8.8', '2400:3200::1', '', 'farm.example'])('%j is not', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  )
})

describe('a request', () => {
  it('answers JSON from a listed address', async () => {
    expect(await fetchJson(get(base), local)).toEqual({ ok: true })
  })

  it('does not reach a private address through a listed name, unless that is listed too', async () => {
    await expect(fetchJson(get(localName()), allowedHosts(['localhost']))).rejects.toBeInstanceOf(HostRefused)
    expect(await fetchJson(get(localName()), allowedHosts(['localhost', '127.0.0.1', '::1']))).toEqual({
      ok: true,
    })
  })

  it('does not follow a redirect to a host that is not listed', async () => {
    const count = seen.length
    const url = `${base}/to?url=${encodeURIComponent(`${localName()}/secret`)}`
    await expect(fetchJson(get(url), local)).rejects.toMatchObject({ name: 'HostRefused' })
    expect(seen.slice(count).map((request) => request.url)).toEqual([
      new URL(url).pathname + new URL(url).search,
    ])
  })

  it('follows one to a listed host, and leaves its headers behind', async () => {
    const url = `${base}/to?url=${encodeURIComponent(`${localName()}/there`)}`
    const hosts = allowedHosts(['localhost', '127.0.0.1', '::1'])
    await fetchJson(get(url, { authorization: 'secret' }), hosts)
    expect(seen.at(-2)?.headers.authorization).toBe('secret')
    expect(seen.at(-1)?.url).toBe('/there')
    expect(seen.at(-1)?.headers.authorization).toBeUndefined()
    await fetchJson(get(`${base}/to?url=/home`, { authorization: 'secret' }), hosts)
    expect(seen.at(-1)?.headers.authorization).toBe('secret')
  })

  it.each([
    ['for ever', '/to?url=/to%3Furl%3D/x', '@dataInterface.httpRedirects'],
    ['to an answer without JSON', '/text', '@dataInterface.httpNoJson'],
    ['to a refusal', '/closed', '@dataInterface.httpStatus'],
    ['to more than it may have', '/big', '@dataInterface.httpTooLarge'],
    ['to no answer', '/slow', '@dataInterface.httpTimeout'],
  ])('that leads %s fails', async (_, path, text) => {
    const loop = path.startsWith('/to') ? await loopOn(5) : path
    await expect(fetchJson(get(base + loop), local, { timeout: 300, bytes: 1000 })).rejects.toMatchObject({
      text,
    })
  })

  it('to nobody fails', async () => {
    await expect(fetchJson(get('http://127.0.0.1:1'), local)).rejects.toMatchObject({
      text: '@dataInterface.httpUnreachable',
      params: { reason: 'ECONNREFUSED' },
    })
  })
})

/** A way of more redirects than are followed. */
async function loopOn(count: number): Promise<string> {
  let path = '/end'
  for (let hop = 0; hop <= count; hop++) path = `/to?url=${encodeURIComponent(path)}`
  return path
}

describe('placeholders of a request', () => {
  const values: Record<string, string> = { a: 'x/../y?z', '@token': 'T', quote: '","b":"' }
  const lookup = (name: string) => values[name] ?? ''

  it('stay where they stand', () => {
    const request = requestOf(
      {
        url: 'https://api.example.com/{a}/rows',
        method: 'POST',
        query: [{ field: 'q', defaultValue: '{a}&b' }],
        headers: [{ field: 'Authorization', defaultValue: 'Bearer {@token}' }],
        body: '{"word":"{quote}"}',
      },
      lookup,
    )
    expect(request.url.href).toBe('https://api.example.com/x%2F..%2Fy%3Fz/rows?q=x%2F..%2Fy%3Fz%26b')
    expect(request.headers).toMatchObject({ Authorization: 'Bearer T' })
    expect(JSON.parse(request.body ?? '')).toEqual({ word: '","b":"' })
  })

  it.each([
    ['the host', { url: 'https://{a}.example.com/' }, '@dataInterface.httpUrl'],
    ['a sign-in', { url: 'https://me:you@example.com/' }, '@dataInterface.httpUrl'],
    [
      'a header of the connection',
      { url: 'https://x.cn', headers: [{ field: 'Host', defaultValue: 'y' }] },
      '@dataInterface.httpHeader',
    ],
    [
      'a second header',
      { url: 'https://x.cn', headers: [{ field: 'A', defaultValue: 'b\r\nC: d' }] },
      '@dataInterface.httpHeader',
    ],
    [
      'a body that is no JSON',
      { url: 'https://x.cn', method: 'POST' as const, body: '{"a":{a}}' },
      '@dataInterface.httpBody',
    ],
  ])('cannot make %s', (_, config, text) => {
    expect(() => requestOf(config, lookup)).toThrow(expect.objectContaining({ text }))
  })

  it('name the variables that are needed', () => {
    const headers = [{ field: 'a', defaultValue: '{@token}{@token}{b}' }]
    expect(variableNames({ url: 'https://x/{@host}', headers })).toEqual(
      ['@host', '@token'].map((name) => name.slice(1)),
    )
  })
})
