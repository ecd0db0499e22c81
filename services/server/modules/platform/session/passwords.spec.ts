import { expect, it, vi } from 'vitest'

const { verify } = vi.hoisted(() => ({ verify: vi.fn() }))

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: verify.mockImplementation(real.verify) }
})

// Whoever has read the module before has it with the real check.
vi.resetModules()
const { fitsPassword, hashPassword, md5 } = await import('./passwords')

/** `$argon2id$v=19$m=19456,t=2,p=1`: what a check costs. */
const costOf = (hash: unknown) => String(hash).split('$').slice(0, 4).join('$')

it('an account that does not exist costs the same check as one that does', async () => {
  const kept = await hashPassword(md5('right'))
  expect(await fitsPassword(kept, md5('right'))).toBe(true)
  expect(await fitsPassword(kept, md5('wrong'))).toBe(false)
  expect(await fitsPassword(null, md5('an account that does not exist'))).toBe(false)
  expect(verify.mock.calls.map(([hash]) => costOf(hash))).toEqual([costOf(kept), costOf(kept), costOf(kept)])
})
