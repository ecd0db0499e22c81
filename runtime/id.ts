const BYTES = 16

/**
 * A new id: 32 hexadecimal digits that sort by the time of their making (UUID version 7, RFC 9562 §5.7, without its
 * dashes). `crypto.randomUUID` would not do: a page without TLS has none.
 */
export function newId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  let time = now
  for (let place = 5; place >= 0; place--) {
    bytes[place] = time % 256
    time = Math.floor(time / 256)
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
