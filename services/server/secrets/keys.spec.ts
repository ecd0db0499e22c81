import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { keyIdOf, keyOf, seal, unseal } from './envelope'
import { parseKeys, readKeys } from './keys'
import { createSecrets } from './secrets'

const folder = mkdtempSync(join(tmpdir(), 'loam-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ONE = 'ab'.repeat(32)
const OTHER = Buffer.alloc(32, 7).toString('base64')
const secretsOf = (text: string) => createSecrets({ keys: parseKeys(text, 'test'), problem: undefined })

describe('keys', () => {
  it('are made once, for their owner alone, and read by all who start at once', async () => {
    const file = join(folder, 'data', 'secret.key')
    const all = await Promise.all(Array.from({ length: 20 }, () => readKeys(undefined, file)))
    expect(new Set(all.map(({ keys }) => keys[0]?.id)).size).toBe(1)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')).toHaveLength(32)
    expect((await readKeys(undefined, file)).keys[0]?.id).toBe(all[0]?.keys[0]?.id)
  })

  it('that are given come before those of the file, and make none', async () => {
    const file = join(folder, 'given.key')
    expect((await readKeys(`${ONE},${OTHER}`, file)).keys.map(({ id }) => id)).toEqual(
      [Buffer.from(ONE, 'hex'), Buffer.from(OTHER, 'base64')].map((bytes) => keyOf(bytes).id),
    )
    expect(() => statSync(file)).toThrow()
    writeFileSync(file, OTHER)
    expect((await readKeys(ONE, file)).keys).toHaveLength(2)
  })

  it('are refused where they are none, with the name of the setting; a damaged file leaves a server without', async () => {
    await expect(readKeys('letmein', join(folder, 'none.key'))).rejects.toThrow(
      'LOAM_SECRET_KEY is not a key',
    )
    const file = join(folder, 'damaged.key')
    writeFileSync(file, 'half a k')
    expect(await readKeys(undefined, file)).toEqual({
      keys: [],
      problem: expect.stringContaining('is not a key'),
    })
    const directory = join(folder, 'directory.key')
    mkdirSync(directory)
    const { problem } = await readKeys(undefined, directory)
    expect(problem).toContain('EISDIR')
    expect(() => createSecrets({ keys: [], problem }).seal('a', 'b')).toThrow('@record.secretNoKey')
  })
})

describe('a sealed value', () => {
  const key = keyOf(Buffer.from(ONE, 'hex'))

  it('opens with its key, in its place, unchanged, and nowhere else', () => {
    const sealed = seal(key, '密码 12', 'here')
    for (const plain of ['密码', Buffer.from('密码 12').toString('base64')])
      expect(sealed).not.toContain(plain)
    expect(seal(key, '密码 12', 'here')).not.toBe(sealed)
    expect(unseal(key, sealed, 'here')).toBe('密码 12')
    expect(unseal(key, sealed, 'there')).toBeUndefined()
    expect(unseal(keyOf(Buffer.from(OTHER, 'base64')), sealed, 'here')).toBeUndefined()
    const last = sealed.at(-2)
    expect(
      unseal(key, sealed.slice(0, -2) + (last === 'A' ? 'B' : 'A') + sealed.at(-1), 'here'),
    ).toBeUndefined()
  })

  it('of an older key opens and is due; of one that is away it is locked; a plain text is due', () => {
    const old = secretsOf(ONE).seal('pin', 'here')
    const rotated = secretsOf(`${OTHER},${ONE}`)
    expect([rotated.open(old, 'here'), rotated.isDue(old), rotated.isLocked(old)]).toEqual([
      'pin',
      true,
      false,
    ])
    const lost = secretsOf(OTHER)
    expect([lost.open(old, 'here'), lost.isDue(old), lost.isLocked(old)]).toEqual([undefined, false, true])
    expect([lost.open('plain', 'here'), lost.isDue('plain'), lost.isLocked('plain')]).toEqual([
      'plain',
      true,
      false,
    ])
    expect(keyIdOf('sealed:1:what a person typed')).toBeUndefined()
  })
})
