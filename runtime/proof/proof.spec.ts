import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256 } from './sha256'
import { doWork, provesWork } from './work'

const hex = (words: Uint32Array) => [...words].map((word) => word.toString(16).padStart(8, '0')).join('')

it('hashes as the platform does, at every length of the last block', () => {
  for (let length = 0; length <= 130; length++) {
    const text = 'x'.repeat(length)
    expect(hex(sha256(text)), `${length}`).toBe(createHash('sha256').update(text).digest('hex'))
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(hex(sha256(text))).toBe(createHash('sha256').update(text).digest('hex'))
    }),
  )
})

it('a proof is good for its challenge and for what it asks alone', () => {
  const answer = doWork({ challenge: 'abc', bits: 10 })
  const nonce = answer.slice(4)
  expect(answer).toMatch(/^abc\.\d+$/)
  expect(provesWork({ challenge: 'abc', bits: 10 }, nonce)).toBe(true)
  expect(provesWork({ challenge: 'abd', bits: 10 }, nonce)).toBe(false)
  expect(provesWork({ challenge: 'abc', bits: 30 }, nonce)).toBe(false)
  for (const broken of ['', ' 1', '-1', `${nonce}x`, '9'.repeat(16)])
    expect(provesWork({ challenge: 'abc', bits: 0 }, broken), broken).toBe(false)
})
