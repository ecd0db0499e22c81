import { expect, it } from 'vitest'
import { SANDBOX_FILE, SANDBOX_POLICY } from './sandbox-policy'

it('lets WebAssembly start in the sandbox’s file alone, however it is compressed', () => {
  for (const file of [
    '/d/assets/sandbox.worker-ghzXL0a9.js',
    'C:\\d\\sandbox.worker-a_b-1.js.br',
    '/x/sandbox.worker.ts',
  ])
    expect(SANDBOX_FILE.test(file), file).toBe(true)
  for (const file of ['/d/assets/index-a.js', '/d/sandbox.worker-a/index.js', '/d/my-sandbox.worker-a.js'])
    expect(SANDBOX_FILE.test(file), file).toBe(false)
  expect(SANDBOX_POLICY).not.toMatch(/'unsafe-eval'|https?:|\*/)
})
