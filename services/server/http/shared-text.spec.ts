import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { packingFor, SharedText } from './shared-text'

describe('a text that many ask for', () => {
  it('is compressed once for all of them', async () => {
    const shared = new SharedText('地块'.repeat(10_000))
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => shared.packed('gzip')))
    for (const other of others) expect(other).toBe(first)
    expect(String(gunzipSync(first as Buffer))).toBe(shared.text)
    expect(String(brotliDecompressSync(await shared.packed('br')))).toBe(shared.text)
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['identity', null],
    ['', null],
    [undefined, null],
  ])('is packed as its reader takes it: %s', (accepted, packing) => {
    expect(packingFor(accepted)).toBe(packing)
  })
})
