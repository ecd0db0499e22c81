import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const post = (body: string, type = 'application/json') =>
  server.stranger.fetch('/api/oauth/Login', { method: 'POST', body, headers: { 'content-type': type } })

describe('the wire', () => {
  it('answers an unknown path below /api with HTTP 404 in the envelope', async () => {
    const response = await server.stranger.fetch('/api/no/such/path')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ code: 404, msg: '请求的地址不存在', data: null })
  })

  it('says what is wrong with an input, by path and in three languages', async () => {
    const say = (language: string) =>
      server.stranger.envelope(
        'session.login',
        { account: 'x', password: 'plain' },
        { 'x-language': language },
      )
    expect(await say('zh')).toEqual({
      code: 400,
      msg: '密码格式不正确',
      data: { errors: [{ path: 'password', message: '密码格式不正确' }] },
    })
    expect((await say('zhtw')).msg).toBe('密碼格式不正確')
    expect((await say('en')).msg).toBe('password is not in the right form')
  })

  it('takes the language of the browser where the caller names none', async () => {
    const say = async (accepted: string) =>
      (await (await server.stranger.fetch('/api/x', { headers: { 'accept-language': accepted } })).json()).msg
    expect(await say('en-GB,en;q=0.9')).toBe('There is nothing at this address')
    expect(await say('zh-TW')).toBe('請求的位址不存在')
    expect(await say('fr')).toBe('请求的地址不存在')
  })

  it('refuses broken JSON, a NUL and a body that is too large with code 400', async () => {
    expect(await (await post('{"a":')).json()).toMatchObject({ code: 400, msg: '请求内容不是有效的 JSON' })
    const nul = JSON.stringify({ account: 'a\u0000b', password: '0'.repeat(32) })
    expect(await (await post(nul)).json()).toMatchObject({ code: 400 })
    expect(await (await post(JSON.stringify({ account: 'x'.repeat(11 * 2 ** 20) }))).json()).toMatchObject({
      code: 400,
      msg: '提交的内容过大',
    })
  })

  it('tells nothing of the inside when something breaks', async () => {
    await server.sql('alter table captcha rename to captcha_away')
    const response = await server.stranger.fetch('/api/file/ImageCode/x')
    await server.sql('alter table captcha_away rename to captcha')
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      code: 500,
      msg: expect.stringMatching(/^系统异常，请联系管理员（编号 \w+）$/),
    })
    expect(text).not.toMatch(/captcha|select|\.ts|at /)
  })

  it('limits how often one address may call', async () => {
    const limited = await startTestServer({ rateLimit: 3 })
    const codes: number[] = []
    for (let count = 0; count < 5; count++)
      codes.push((await limited.stranger.fetch('/api/oauth/getConfig/x')).status)
    await limited.close()
    expect(codes.filter((code) => code === 429).length).toBeGreaterThan(0)
  })
})

describe('the headers', () => {
  it('allow no script but our own files, and no eval', async () => {
    const policy = (await server.stranger.fetch('/healthz')).headers.get('content-security-policy') ?? ''
    const rules = new Map(policy.split(';').map((rule) => [rule.split(' ')[0], rule]))
    expect(rules.get('script-src')).toBe(`script-src 'self'`)
    expect(rules.get('style-src')).toBe(`style-src 'self' 'unsafe-inline'`)
    expect(rules.get('object-src')).toBe(`object-src 'none'`)
    expect(policy).not.toContain('unsafe-eval')
  })

  it('keep answers out of caches and types unguessed', async () => {
    const { headers } = await server.stranger.fetch('/api/oauth/getConfig/x')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('the documentation', () => {
  it('is OpenAPI for every call, and a page without scripts', async () => {
    const description = await (await server.stranger.fetch('/api/docs/openapi.json')).json()
    expect(description.openapi).toBe('3.1.0')
    expect(description.paths['/api/oauth/Login'].post).toMatchObject({ operationId: 'session.login' })
    expect(description.paths['/api/file/ImageCode/{timestamp}'].get.parameters[0]).toMatchObject({
      in: 'path',
    })
    const page = await (await server.stranger.fetch('/api/docs')).text()
    expect(page).toContain('/api/oauth/CurrentUser')
    expect(page).not.toContain('<script')
  })
})
