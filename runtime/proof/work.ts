import { sha256 } from './sha256'

/**
 * Proof of work: a number that, written behind a challenge, gives a hash that begins with so many zero bits. Finding one
 * takes 2 to the power of `bits` hashes on average, judging it takes one (`design/hardening.md §7`).
 */
export interface Challenge {
  readonly challenge: string
  readonly bits: number
}

/** Whether `nonce` proves the work that a challenge asks for. */
export function provesWork({ challenge, bits }: Challenge, nonce: string): boolean {
  if (!/^\d{1,15}$/.test(nonce)) return false
  return zeroBits(sha256(`${challenge}.${nonce}`)) >= bits
}

/** Does the work: the answer that a challenge is sent back with, challenge and nonce as one text. */
export function doWork(challenge: Challenge): string {
  for (let nonce = 0; ; nonce++) {
    const answer = `${challenge.challenge}.${nonce}`
    if (zeroBits(sha256(answer)) >= challenge.bits) return answer
  }
}

function zeroBits(hash: Uint32Array): number {
  let bits = 0
  for (const word of hash) {
    bits += Math.clz32(word)
    if (word !== 0) break
  }
  return bits
}
