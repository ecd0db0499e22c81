import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { md5, startTestServer, type TestServer } from './harness'

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
    expect(await response.json()).toEqual({
      code: 404,
      msg: '请求的地址不存在',
      timestamp: expect.any(Number),
      data: null,
    })
  })

  it('says what is wrong with an input, by path and in three languages', async () => {
    const answerIn = (language: string) =>
      server.stranger.envelope(
        'session.login',
        { account: 'x', password: 'plain' },
        { 'x-language': language },
      )
    expect(await answerIn('zh')).toEqual({
      code: 400,
      msg: '密码格式不正确',
      timestamp: expect.any(Number),
      data: {
        errors: [{ path: 'password', message: '密码格式不正确', sentence: '{name}格式不正确' }],
      },
    })
    expect((await answerIn('zhtw')).msg).toBe('密碼格式不正確')
    expect((await answerIn('en')).msg).toBe('password is not in the right form')
  })

  it('takes the language of the browser where the caller names none', async () => {
    const answerIn = async (accepted: string) =>
      (await (await server.stranger.fetch('/api/x', { headers: { 'accept-language': accepted } })).json()).msg
    expect(await answerIn('en-GB,en;q=0.9')).toBe('There is nothing at this address')
    expect(await answerIn('zh-TW')).toBe('請求的位址不存在')
    expect(await answerIn('fr')).toBe('请求的地址不存在')
  })

  it('refuses broken JSON, a NUL and a body that is too large with code 400', async () => {
    expect(await (await post('{"a":')).json()).toMatchObject({ code: 400, msg: '请求内容不是有效的 JSON' })
    const nul = JSON.stringify({ account: 'a\u0000b', password: '0'.repeat(32) })
    expect(await (await post(nul)).json()).toMatchObject({ code: 400 })
    const half = '{"account":"a\\ud800b","password":"00000000000000000000000000000000"}'
    expect(await (await post(half)).json()).toMatchObject({ code: 400, msg: '提交的内容有误' })
    const large = await post(JSON.stringify({ account: 'x'.repeat(11 * 2 ** 20) }))
    expect(large.status).toBe(413)
    expect(await large.json()).toMatchObject({ code: 400, msg: '提交的内容过大：最多 64 KB，请分几次提交' })
  })

  it('lets a page speak to no other origin', async () => {
    const policy = (await server.stranger.fetch('/api/x')).headers.get('content-security-policy') ?? ''
    expect(policy.split(';').find((directive) => directive.startsWith('connect-src'))).toBe(
      "connect-src 'self'",
    )
  })

  it('refuses a list that is too long in one sentence, and a body by the limit of its own call', async () => {
    const admin = await server.as('admin')
    const sent = async (path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' }
      const response = await admin.fetch(path, { method: 'POST', body: JSON.stringify(body), headers })
      return { status: response.status, ...(await response.json()) }
    }
    const ids = Array.from({ length: 100_000 }, (_, at) => at)
    expect(await sent('/api/permission/Users/getUserList', { ids })).toMatchObject({
      status: 200,
      code: 400,
      data: { errors: [{ path: 'ids', message: '所选记录最多 10000 项' }] },
    })
    const tenThousand = ids.slice(0, 10_000).map((id) => `${id}`.padStart(36, 'x'))
    expect(await sent('/api/permission/Users/getUserList', { ids: tenThousand })).toMatchObject({ code: 200 })
    expect(await sent('/api/permission/Users/getUserList', { ids: ['x'.repeat(2 ** 21)] })).toMatchObject({
      status: 413,
      msg: '提交的内容过大：最多 2.0 MB，请分几次提交',
    })
    expect(
      await sent('/api/visualdev/Base', { fullName: 'x', enCode: 'x', formData: 'é'.repeat(6 * 2 ** 20) }),
    ).toMatchObject({ code: 400, msg: expect.stringContaining('设计内容共 12.1 MB，超过上限 10 MB') })
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

  it('knows a caller by what the last proxy saw, whatever else the caller claims', async () => {
    const addresses = async (overrides: { trustProxy: number }) => {
      const one = await startTestServer({ ...overrides })
      const body = new URLSearchParams({ account: 'admin', password: md5('Admin123') })
      const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
      await one.stranger.fetch('/api/oauth/Login', { method: 'POST', body, headers })
      const rows = await one.sql<{ ip: string }>(`select ip from audit where action = 'session.login'`)
      await one.close()
      return rows.map((row) => row.ip)
    }
    expect(await addresses({ trustProxy: 0 })).toEqual(['127.0.0.1'])
    expect(await addresses({ trustProxy: 1 })).toEqual(['198.51.100.7'])
  })

  it('reads no body of a stranger, and no large one where no session is needed', async () => {
    const send = (path: string, body: string) =>
      server.stranger.fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect(await (await send('/api/visualdev/OnlineDev/x', '{"a":')).json()).toMatchObject({ code: 600 })
    const large = JSON.stringify({ account: 'a'.repeat(70_000) })
    expect(await (await send('/api/oauth/Login', large)).json()).toMatchObject({
      code: 400,
      msg: '提交的内容过大：最多 64 KB，请分几次提交',
    })
  })

  it('answers what is nested too deep with a refusal, and lives on', async () => {
    const admin = await server.as('admin')
    const [model] = (await admin.call('visualDevelopment.selector')).list.flatMap((one) => one.children)
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    for (const [path, body] of [
      [`/api/visualdev/OnlineDev/${model?.id}/List`, `{"queryJson": {"a": ${deep}}}`],
      [`/api/visualdev/OnlineDev/${model?.id}/List`, JSON.stringify({ superQueryJson: deep })],
      [`/api/visualdev/OnlineDev/${model?.id}`, `{"data": {"title": ${deep}}}`],
      ['/api/visualdev/Base', `{"fullName": "x", "enCode": "deep", "formData": {"fields": ${deep}}}`],
    ] as const) {
      const response = await admin.fetch(path, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect((await response.json()).code, path).toBe(400)
    }
    expect((await server.stranger.fetch('/healthz')).status).toBe(200)
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

  it('carry a file’s name whatever stands in it', async () => {
    const name = `a'\r\nx-forged: "1"; (2)*\ud800.txt`
    const { url } = await server.server.services.downloads.offer({ name, content: 'x' })
    const { headers } = await server.stranger.fetch(url)
    expect(headers.get('x-forged')).toBeNull()
    const [, encoded = ''] =
      /^attachment; filename\*=UTF-8''([\w%.~-]+)$/.exec(headers.get('content-disposition') ?? '') ?? []
    expect(decodeURIComponent(encoded)).toBe(name.replace('\ud800', '\ufffd'))
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
