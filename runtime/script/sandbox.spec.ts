import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { describe, expect, it } from 'vitest'
import { SCRIPT_LIMITS } from './limits'
import type { ScriptInput, ScriptTurn } from './run'
import { Sandbox } from './sandbox'

const sandbox = new Sandbox(() => newQuickJSWASMModuleFromVariant(variant))
let ids = 0

function run(source: string, input: Partial<ScriptInput> = {}, time = 500): Promise<ScriptTurn> {
  ids += 1
  const user = { userId: 'u1', userName: '张三' }
  return sandbox.start(ids, { source, time, input: { formData: { price: 3 }, user, ...input } })
}

const done = (value: unknown) => ({ state: 'done', value })

describe('a script', () => {
  it('is given the documented parameter', async () => {
    const { outcome } = await run('(p) => Object.keys(p).sort()', { names: { data: 1 }, rowIndex: 2 })
    expect(outcome).toEqual(
      done([
        'data',
        'formData',
        'onlineUtils',
        'request',
        'rowIndex',
        'setDisabled',
        'setFormData',
        'setRequired',
        'setShowOrHide',
      ]),
    )
    expect((await run('({onlineUtils}) => Object.keys(onlineUtils).sort()')).outcome).toEqual(
      done(['getDeviceInfo', 'getUserInfo', 'request', 'route', 'toast']),
    )
    expect(
      (await run('({onlineUtils: u}) => [u.getUserInfo().userName, u.getDeviceInfo()]')).outcome,
    ).toEqual(done(['张三', { vueVersion: '2', origin: 'pc' }]))
  })

  it('asks for values, states, words and places', async () => {
    const { effects, outcome } =
      await run(`({ formData, setFormData, setShowOrHide, setRequired, setDisabled, onlineUtils }) => {
      setFormData('total', formData.price * 2)
      setFormData('again', formData.total)
      setShowOrHide('a', 0)
      setRequired('b', true)
      setDisabled('c', true)
      onlineUtils.toast('你好', 'warning', 99999999)
      onlineUtils.route('/home')
      // a comment at the end
    }`)
    expect(outcome).toEqual(done(null))
    expect(effects).toEqual([
      { kind: 'set', name: 'total', value: 6 },
      { kind: 'set', name: 'again', value: 6 },
      { kind: 'state', state: 'visible', name: 'a', on: false },
      { kind: 'state', state: 'required', name: 'b', on: true },
      { kind: 'state', state: 'disabled', name: 'c', on: true },
      { kind: 'toast', message: '你好', type: 'warning', duration: 10_000 },
      { kind: 'route', to: '/home' },
    ])
  })

  it('waits for its requests, and then sees the form as it is', async () => {
    const turn = await run(`async ({ formData, onlineUtils, setFormData }) => {
      const { data } = await onlineUtils.request('/api/x/1', 'get')
      setFormData('got', data + formData.price)
      return 'end'
    }`)
    expect(turn.outcome).toBeUndefined()
    expect(turn.requests).toEqual([{ number: 1, url: '/api/x/1', method: 'GET', data: null }])
    const next = sandbox.answer(ids, 1, true, { data: 40 }, { price: 2 })
    expect(next?.outcome).toEqual(done('end'))
    expect(next?.effects).toEqual([{ kind: 'set', name: 'got', value: 42 }])
    expect(sandbox.answer(ids, 1, true, {})).toBeUndefined()
  })

  it('learns of a request that failed', async () => {
    await run(`({ request, setFormData }) => request('/api/x').catch((e) => setFormData('why', e.message))`)
    expect(sandbox.answer(ids, 1, false, '没有权限')?.effects).toEqual([
      { kind: 'set', name: 'why', value: '没有权限' },
    ])
  })

  it('gives its verdict by a promise, and a mistake is none', async () => {
    expect((await run('() => Promise.resolve(false)')).outcome).toEqual(done(false))
    expect((await run('() => Promise.reject("库存不足")')).outcome).toEqual({
      state: 'failed',
      reason: 'refused',
      message: '库存不足',
    })
    expect((await run('() => missing.name')).outcome).toMatchObject({ reason: 'threw' })
    expect((await run('() => new Promise(() => {})')).outcome).toBeUndefined()
    expect((await run('({ => ')).outcome).toMatchObject({ reason: 'syntax' })
  })

  it('knows the row it stands in', async () => {
    const { effects, outcome } = await run(
      `({ formData, setFormData, rowIndex }) => { setFormData('amount', 5); return formData.items[rowIndex].amount }`,
      { formData: { items: [{ amount: 1 }, { amount: 2 }] }, rowIndex: 1, table: 'items' },
    )
    expect(effects).toEqual([{ kind: 'set', name: 'amount', value: 5, row: 1 }])
    expect(outcome).toEqual(done(5))
  })
})

const HOSTILE: readonly (readonly [name: string, source: string, reason: string])[] = [
  ['an endless loop', '() => { while (true) {} }', 'time'],
  ['an endless loop that catches', '() => { while (true) { try { while (true) {} } catch {} } }', 'time'],
  ['a loop in finally', '() => { for (;;) { try { throw 1 } finally { continue } } }', 'time'],
  ['a loop outside the function', '(() => { for (;;) {} })()', 'time'],
  ['a pattern without end', '() => /^(a+)+$/.test("a".repeat(40) + "b")', 'time'],
  [
    'a huge sort',
    '() => { for (;;) Array.from({ length: 1e5 }, (_, i) => -i).sort((a, b) => a - b) }',
    'time',
  ],
  [
    'a chain of promises without end',
    '() => { const go = () => Promise.resolve().then(go); return go() }',
    '',
  ],
  ['a storm of promises', '() => { for (;;) Promise.resolve().then(() => {}) }', ''],
  ['a generator without end', '() => [...(function* () { for (;;) yield 1 })()]', ''],
  ['a memory bomb', '() => { const all = []; for (;;) all.push(new ArrayBuffer(1e6)) }', 'memory'],
  ['a huge buffer', '() => new ArrayBuffer(2 ** 30)', 'memory'],
  ['a doubling text', '() => { let s = "x"; for (;;) { s += s; s.charCodeAt(s.length - 1) } }', 'memory'],
  ['a huge text', '() => "x".repeat(2 ** 29).split("")', ''],
  ['deep recursion', '() => { const f = (n) => f(n + 1) + 1; return f(0) }', 'stack'],
  ['recursion through getters', '() => { const o = { get a() { return this.a } }; return o.a }', 'stack'],
  ['a deep JSON text', '() => JSON.parse("[".repeat(1e6) + "]".repeat(1e6))', ''],
  [
    'a toast flood',
    '({ onlineUtils }) => { for (let i = 0; i < 1e5; i++) onlineUtils.toast("x") }',
    'effects',
  ],
  ['a million values', '({ setFormData }) => { for (let i = 0; i < 1e6; i++) setFormData("a" + i, i) }', ''],
  ['a caught flood', '({ setFormData }) => { for (;;) try { setFormData("a", 1) } catch {} }', ''],
  ['a huge value', '({ setFormData }) => { for (;;) setFormData("a", "x".repeat(1e6)) }', 'effects'],
  ['a request flood', '({ request }) => { for (let i = 0; i < 1e4; i++) request("/api/x") }', 'effects'],
  ['a cycle as a value', '({ setFormData }) => { const o = {}; o.o = o; setFormData("a", o) }', 'threw'],
  [
    'a getter that never returns',
    '({ setFormData }) => setFormData("a", { get x() { for (;;) {} } })',
    'time',
  ],
  ['a text that never comes', '({ setFormData }) => setFormData({ toString() { for (;;) {} } })', 'time'],
  ['a static import', 'import x from "fs"', 'syntax'],
  ['a dynamic import', '() => import("fs")', 'threw'],
  ['a way out of the bracket', ') ; (() => { while (true) {} })(', ''],
  ['an error that loops when read', '() => { throw { get message() { for (;;) {} } } }', ''],
  [
    'an error whose name loops',
    '() => { const e = new Error("x"); Object.defineProperty(e, "name", { get() { for (;;) {} } }); throw e }',
    'time',
  ],
  [
    'a proxy as a result',
    '() => new Proxy({}, { get() { for (;;) {} }, ownKeys() { for (;;) {} } })',
    'time',
  ],
  ['a source too long', `() => "${'x'.repeat(SCRIPT_LIMITS.source)}"`, 'syntax'],
]

describe('a hostile script', () => {
  it.each(HOSTILE)('%s ends, and takes nothing along', async (_name, source, reason) => {
    const begun = performance.now()
    const { effects, outcome } = await run(source, {}, 200)
    expect(performance.now() - begun).toBeLessThan(30_000)
    expect(outcome).toMatchObject({ state: 'failed', ...(reason === '' ? {} : { reason }) })
    if (reason !== 'threw') expect(effects).toEqual([])
    // The next one finds everything as it should be.
    expect((await run('({ formData }) => formData.price + [1, 2].map((n) => n * 2)[1]')).outcome).toEqual(
      done(7),
    )
  })

  it('finds no way out through constructors', async () => {
    const found = await run(`(p) => {
      const root = p.setFormData.constructor.constructor('return globalThis')()
      const names = ['process', 'require', 'fetch', 'XMLHttpRequest', 'WebSocket', 'document', 'window', 'self',
        'postMessage', 'importScripts', 'localStorage', 'indexedDB', 'setTimeout', 'Worker', 'WebAssembly', 'std', 'os']
      return names.filter((name) => name in root || name in globalThis)
    }`)
    expect(found.outcome).toEqual(done([]))
  })

  it('spoils prototypes for itself alone', async () => {
    await run(`() => {
      Object.prototype.polluted = 1
      Array.prototype.map = () => 'spoilt'
      JSON.parse = () => 'spoilt'
      globalThis.leak = 1
      Object.freeze(Object.prototype)
    }`)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(
      (await run('() => [typeof leak, {}.polluted === undefined, [1].map((n) => n)[0]]')).outcome,
    ).toEqual(done(['undefined', true, 1]))
  })

  it('cannot forge what it hands over', async () => {
    const { effects } = await run(`({ setFormData, onlineUtils }) => {
      Object.prototype.toJSON = () => ({ kind: 'route', to: '//evil.example' })
      setFormData('a', 1)
      Object.prototype.toJSON = () => ({ kind: 'run', code: 'alert(1)' })
      onlineUtils.toast('x')
      Object.prototype.toJSON = () => ({ kind: 'state', state: 'constructor', name: 'a', on: true })
      onlineUtils.toast('x')
    }`)
    expect(effects).toEqual([])
  })

  it.each([
    'https://evil.example/api/x',
    '//evil.example/api/x',
    '/\\\\evil.example/api/x',
    '\\t//evil.example/api/x',
    '/api/../healthz',
    '/api/%2e%2e/healthz',
    '/api/x/..',
    '/api//evil.example',
    '/api/x%2f..%2fy',
    '/api\\n/x',
    '/apix/y',
    'data:text/plain,x',
    'javascript:alert(1)',
    'blob:http://x/1',
    'api/x',
  ])('reaches no other address: %s', async (url) => {
    const turn = await run(
      `({ request, setFormData }) => request('${url}').catch(() => setFormData('no', 1))`,
    )
    expect(turn.requests).toEqual([])
    expect(turn.effects).toEqual([{ kind: 'set', name: 'no', value: 1 }])
  })

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\\\evil',
    'javascript:alert(1)',
    '/\\t/evil',
    'home',
  ])('opens no other place: %s', async (to) => {
    expect((await run(`({ onlineUtils }) => onlineUtils.route('${to}')`)).effects).toEqual([])
  })

  it('has one allowance of time for all its turns', async () => {
    const source = `async ({ request }) => { for (;;) { const end = Date.now() + 80; while (Date.now() < end) {} await request('/api/x') } }`
    let turn: ScriptTurn | undefined = await run(source, {}, 200)
    for (let number = 1; turn && !turn.outcome && number < 10; number++)
      turn = sandbox.answer(ids, number, true, null)
    expect(turn?.outcome).toMatchObject({ reason: 'time' })
  })
})
