const BYTES = 16

/** Randomness is fetched for many at once: a record with 8,000 new rows asks the system 32 times and not 8,000. */
const pool = new Uint8Array(BYTES * 256)
let used = pool.length

function randomBytes(): Uint8Array {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  used += BYTES
  return pool.slice(used - BYTES, used)
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * A new id: 32 hexadecimal digits that sort by the time of their making (UUID version 7, RFC 9562 §5.7, without its
 * dashes). `crypto.randomUUID` would not do: a page without TLS has none.
 */
export function newId(now = Date.now()): string {
  const bytes = randomBytes()
  let time = now
  for (let place = 5; place >= 0; place--) {
    bytes[place] = time % 256
    time = Math.floor(time / 256)
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  let id = ''
  for (const byte of bytes) id += HEX[byte]
  return id
}
