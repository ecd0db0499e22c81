import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, type TestClient, type TestServer } from './harness'

let schemas: string
let server: TestServer
let admin: TestClient
beforeAll(async () => {
  schemas = mkdtempSync('/tmp/loam-documents-')
  cpSync('schemas', schemas, { recursive: true })
  server = await startTestServer({ schemas, watch: true })
  admin = await server.as('admin')
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true, force: true })
})

/** The frames that a socket receives, from when it is known whose it is: until then it is told nothing. */
async function listen(token: string) {
  const frames: Record<string, unknown>[] = []
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/websocket/${token}`)
  const answered = new Promise<void>((resolve) => {
    socket.onmessage = (event) => {
      const frame = JSON.parse(String(event.data))
      if (frame.method !== 'initMessage') frames.push(frame)
      resolve()
    }
  })
  const closed = new Promise<number>((resolve) => {
    socket.onclose = (event) => resolve(event.code)
  })
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  socket.send(JSON.stringify({ method: 'OnConnection', token, mobileDevice: false }))
  await answered
  return { frames, closed, close: () => socket.close() }
}

const place = (file: string) => join(schemas, file)

describe('documents', () => {
  it('are listed and read with a version that changes with them', async () => {
    writeFileSync(place('pages/one.json'), '{ "a": 1 }')
    await expect
      .poll(async () => (await admin.envelope('documents.read', { file: 'pages/one.json' })).code)
      .toBe(200)
    const first = await admin.call('documents.read', { file: 'pages/one.json' })
    expect(first).toMatchObject({ file: 'pages/one.json', content: { a: 1 }, problems: [] })
    writeFileSync(place('pages/one.json'), '{ "a": 2 }')
    await expect
      .poll(async () => (await admin.call('documents.read', { file: 'pages/one.json' })).version)
      .not.toBe(first.version)
    const { list } = await admin.call('documents.list', { folder: 'pages/' })
    expect(list.map((one) => one.file)).toContain('pages/one.json')
  })

  it('that are broken say where, instead of their content', async () => {
    writeFileSync(place('pages/broken.json'), '{\n  "a": 1,\n  "b" 2\n}')
    await expect
      .poll(async () => (await admin.envelope('documents.read', { file: 'pages/broken.json' })).code)
      .toBe(200)
    const document = await admin.call('documents.read', { file: 'pages/broken.json' })
    expect(document.content).toBeNull()
    expect(document.problems[0]).toMatchObject({ file: 'pages/broken.json', line: 3 })
  })

  it('with a fragment are other ones when that changes', async () => {
    const text = (label: string) => `{ "column": { "path": "a", "label": "${label}" } }`
    writeFileSync(place('fragments/short.json'), text('甲'))
    writeFileSync(
      place('lists/fragment.list.json'),
      '{ "$schema": "../language/list.schema.json", "columns": [{ "use": "short" }] }',
    )
    const read = () => admin.envelope('documents.read', { file: 'lists/fragment.list.json' })
    await expect.poll(async () => (await read()).code).toBe(200)
    const first = await admin.call('documents.read', { file: 'lists/fragment.list.json' })
    expect(first).toMatchObject({
      content: { columns: [{ path: 'a', label: '甲' }] },
      uses: ['fragments/short.json'],
    })
    writeFileSync(place('fragments/short.json'), text('乙'))
    await expect.poll(async () => JSON.stringify((await read()).data)).toContain('乙')
    expect((await read()).data).not.toHaveProperty('version', first.version)
  })

  it('outside of schemas/ are not there, nor for a stranger', async () => {
    for (const file of ['../package.json', '/etc/passwd', 'pages/../../package.json'])
      expect(await admin.envelope('documents.read', { file })).toMatchObject({ code: 404 })
    expect(await server.stranger.envelope('documents.read', { file: 'menu.json' })).toMatchObject({
      code: 600,
    })
  })

  it('reach every signed-in browser after a change, replaced files and new folders too', async () => {
    const socket = await listen(admin.token)
    const changed = (file: string) => () => socket.frames.filter((frame) => frame['file'] === file).length
    const soon = { timeout: 45_000, interval: 10 }
    writeFileSync(place('pages/live.json'), '{ "a": 1 }')
    await expect.poll(changed('pages/live.json'), soon).toBe(1)
    writeFileSync(place('pages/live.tmp'), '{ "a": 2 }')
    renameSync(place('pages/live.tmp'), place('pages/live.json'))
    await expect.poll(changed('pages/live.json'), soon).toBe(2)
    cpSync(place('pages/live.json'), place('pages/deep/er/new.json'), { recursive: true })
    await expect.poll(changed('pages/deep/er/new.json'), soon).toBe(1)
    writeFileSync(place('pages/deep/er/new.json'), '{ "a": 3 }')
    await expect.poll(changed('pages/deep/er/new.json'), soon).toBe(2)
    rmSync(place('pages/live.json'))
    await expect.poll(changed('pages/live.json'), soon).toBe(3)
    expect(socket.frames.at(-1)).toEqual({ method: 'documentChanged', file: 'pages/live.json', version: '' })
    socket.close()
  })
})

describe('the menu’s file', () => {
  interface Item {
    enCode: string
    fullName: unknown
    type: number
    children?: Item[]
  }
  const items = JSON.parse(readFileSync('schemas/menu.json', 'utf8')) as Item[]
  const namesIn = async () => JSON.stringify((await admin.call('session.currentUser')).menuList)
  const write = (name: string) => {
    const own = { enCode: 'spec.one', fullName: { zh: name, zhtw: name, en: name }, type: 0, children: [] }
    const page = { enCode: 'spec.page', fullName: name, type: 2, urlAddress: 'system/dictionary' }
    writeFileSync(place('menu.json'), JSON.stringify([...items, { ...own, children: [page] }]))
  }

  it('is in the menu with each edit when that is announced', async () => {
    const socket = await listen(admin.token)
    const told = () => socket.frames.filter(({ file }) => file === 'menu.json')
    for (const [index, name] of ['第一版', '第二版', '第三版'].entries()) {
      write(name)
      while (told().length <= index) await new Promise((resolve) => setTimeout(resolve, 1))
      expect(await namesIn()).toContain(name)
    }
    socket.close()
  })

  it('that is broken takes nothing away, and says so with its change', async () => {
    const socket = await listen(admin.token)
    const told = () => socket.frames.filter(({ file }) => file === 'menu.json')
    const before = await namesIn()
    writeFileSync(place('menu.json'), `[\n${JSON.stringify(items[0])},\n{ "enCode" "x" }]`)
    await expect.poll(told).toHaveLength(1)
    expect(told()[0]).toMatchObject({ problems: [{ file: 'menu.json', line: 3 }] })
    expect(await namesIn()).toBe(before)
    // Of an entry that no row can be made of.
    writeFileSync(place('menu.json'), JSON.stringify([...items, { fullName: 'x', type: 2 }]))
    await expect.poll(told).toHaveLength(2)
    expect(told()[1]).toMatchObject({ problems: [{ file: 'menu.json' }] })
    expect(await namesIn()).toBe(before)
    write('第四版')
    await expect.poll(told).toHaveLength(3)
    expect(told()[2]).not.toHaveProperty('problems')
    expect(await namesIn()).toContain('第四版')
    socket.close()
  })

  it('that is sound and yet cannot be taken over says why where it is read', async () => {
    const unheard = { enCode: 'x\u0000', fullName: 'x', type: 0, children: [] }
    writeFileSync(place('menu.json'), JSON.stringify([...items, unheard]))
    const problems = async () => (await admin.call('documents.read', { file: 'menu.json' })).problems
    await expect.poll(problems).toMatchObject([{ message: '@server.menuNotTaken', line: 1 }])
    write('第五版')
    await expect.poll(problems).toEqual([])
  })
})

describe('interface texts', () => {
  it('are served by language to strangers too, and change with their files', async () => {
    const read = (language: string) =>
      server.stranger.call('documents.locales', { language: language as 'zh' })
    const before = await read('zh')
    expect(before.messages['server.account']).toBe('账号')
    expect((await read('en')).messages['server.account']).toBe('account')
    writeFileSync(
      place('locales/spec.json'),
      JSON.stringify({ hello: { zh: '你好', zhtw: '您好', en: 'Hello' } }),
    )
    await expect.poll(async () => (await read('zhtw')).messages['spec.hello']).toBe('您好')
    expect((await read('zh')).version).not.toBe(before.version)
  })

  it('are not sent again to who has them', async () => {
    const path = '/api/documents/locales/zh'
    const etag = (await server.stranger.fetch(path)).headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const again = await server.stranger.fetch(path, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })
})

describe('sockets', () => {
  it('of an unknown token are told and closed', async () => {
    const socket = await listen('x'.repeat(43))
    expect(await socket.closed).toBe(1008)
    expect(socket.frames).toMatchObject([{ method: 'logout', code: 600 }])
  })

  it('of a session that ends are told why and closed', async () => {
    const other = await server.as('admin')
    const socket = await listen(other.token)
    await expect.poll(async () => (await other.envelope('session.logout')).code).toBe(200)
    await socket.closed
    expect(socket.frames.at(-1)).toMatchObject({ method: 'logout', code: 600 })
  })
})

describe('a document that is being written', () => {
  const check = (kind: 'page' | 'form' | 'list', text: string) =>
    admin.call('documents.check', { kind, text })

  it('is checked beside the others, and written out where it is sound', async () => {
    const sound = await check(
      'page',
      '{ "title": "@common.add", "body": { "node": "list", "columns": ["fullName"] }, "resource": "billRule" }',
    )
    expect(sound.problems).toEqual([])
    expect(sound.content).toMatchObject({ body: { source: 'billRule', columns: [{ path: 'fullName' }] } })
    const wrong = await check('page', '{ "title": "@common.ad", "body": { "node": "tex" } }')
    expect(wrong.content).toBeNull()
    expect(wrong.problems).toMatchObject([
      { file: 'draft.page.json', line: 1, message: '@document.missingText', nearest: 'common.add' },
      { message: '@document.unknownNode', nearest: 'text' },
    ])
    expect((await check('form', '{ "fields": [] }')).problems).toEqual([])
    expect((await check('list', '')).problems).toMatchObject([{ message: '@document.json' }])
  })

  it('is completed by its language, with the codes of the menu, described in the language asked for', async () => {
    const { schemas } = await admin.call('documents.language')
    const { $defs: defined } = schemas['page.schema.json']
    expect(defined.module.enum).toContain('development.models')
    expect(defined.right.enum).toContain('btn_release')
    expect(defined.call.anyOf[0].enum).toContain('documents.read')
    expect(JSON.stringify(schemas['form.schema.json'])).toMatch(/"description":"[^"]*[\u4e00-\u9fff]/)
  })

  it('is refused where it is too long, of another kind or nobody’s, nested without end; and says all that is wrong with a wide one', async () => {
    const refused = async (input: object) => (await admin.envelope('documents.check', input as never)).code
    expect(await refused({ kind: 'page', text: 'x'.repeat(200_001) })).toBe(400)
    expect(await refused({ kind: 'menu', text: '{}' })).toBe(400)
    expect(await refused({ kind: 'page' })).toBe(400)
    expect((await server.stranger.envelope('documents.check', { kind: 'page', text: '{}' })).code).toBe(600)
    const operator = await server.as('operator')
    for (const name of ['documents.check', 'documents.language'] as const)
      expect((await operator.envelope(name, { kind: 'page', text: '{}' } as never)).code, name).toBe(403)
    for (const deep of ['['.repeat(100_000), `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`])
      expect(await refused({ kind: 'page', text: deep })).toBe(400)
    const wide = JSON.stringify({
      title: 'x',
      body: { node: 'stack', items: Array(3000).fill({ node: 'x' }) },
    })
    expect((await check('page', wide)).problems.length).toBe(3000)
  })
})
