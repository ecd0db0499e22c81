import { hashOf } from '@services/client/upload-hash'
import SparkMD5 from 'spark-md5'
import { expect, it } from 'vitest'

it('the hash of a file is its MD5, whether it takes one slice or several', async () => {
  const bytes = new Uint8Array(25_000_003).map((_, at) => (at * 31) % 251)
  for (const part of [bytes, bytes.subarray(0, 10_240_000), bytes.subarray(0, 0)]) {
    const whole = part.slice().buffer
    const hash = await hashOf(new Blob([whole]), new AbortController().signal)
    expect(hash).toBe(SparkMD5.ArrayBuffer.hash(whole))
  }
})

it('a file is no longer hashed once that is called off', async () => {
  const leaving = new AbortController()
  const hashing = hashOf(new Blob([new Uint8Array(1)]), leaving.signal)
  leaving.abort(new Error('called off'))
  await expect(hashing).rejects.toThrow('called off')
})
