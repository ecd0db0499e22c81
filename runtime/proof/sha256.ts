/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4 §4.2.2). */
const K = new Uint32Array(64)
/** The same of the square roots of the first eight (FIPS 180-4 §5.3.3). */
const START = new Uint32Array(8)

const fraction = (value: number) => Math.floor((value - Math.floor(value)) * 2 ** 32)
for (let candidate = 2, found = 0; found < 64; candidate++) {
  let isPrime = true
  for (let by = 2; by * by <= candidate; by++) if (candidate % by === 0) isPrime = false
  if (!isPrime) continue
  if (found < 8) START[found] = fraction(Math.sqrt(candidate))
  K[found++] = fraction(Math.cbrt(candidate))
}

const words = new Uint32Array(64)
const turned = (value: number, by: number) => (value >>> by) | (value << (32 - by))

/**
 * SHA-256 of ASCII text, as eight words. The platform's own is asynchronous, which for a million short texts takes ten times
 * as long.
 */
export function sha256(text: string): Uint32Array {
  const length = text.length
  const blocks = ((length + 8) >> 6) + 1
  const bytes = new Uint8Array(blocks * 64)
  for (let index = 0; index < length; index++) bytes[index] = text.charCodeAt(index)
  bytes[length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 4, length * 8)
  const state = START.slice()
  for (let block = 0; block < blocks; block++) mix(state, view, block * 64)
  return state
}

/** Mixes one block of 64 bytes into the state (FIPS 180-4 §6.2.2). */
function mix(state: Uint32Array, view: DataView, offset: number): void {
  const w = (index: number) => words[index] as number
  for (let index = 0; index < 16; index++) words[index] = view.getUint32(offset + index * 4)
  for (let index = 16; index < 64; index++) {
    const [early, late] = [w(index - 15), w(index - 2)]
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[index] = w(index - 16) + first + w(index - 7) + second
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const one = (h + sum + choice + (K[index] as number) + w(index)) | 0
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const now = [a, b, c, d, e, f, g, h]
  for (let index = 0; index < 8; index++) state[index] = (state[index] as number) + (now[index] as number)
}
