import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Memory in KiB and passes: OWASP's floor for argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The documented wire form of a password. */
export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

/** Hashes the wire form for keeping. */
export function hashPassword(wire: string): Promise<string> {
  return hash(wire.toLowerCase(), COST)
}

let decoy: Promise<string> | undefined

/** Whether the wire form fits the hash; takes as long for an account that does not exist (`null`). */
export async function fitsPassword(stored: string | null, wire: string): Promise<boolean> {
  decoy ??= hashPassword(md5('an account that does not exist'))
  const fits = await verify(stored ?? (await decoy), wire.toLowerCase())
  return stored !== null && fits
}

/** A password for a first start: 14 letters and digits, none that look alike. */
export function makePassword(random: (size: number) => Uint8Array): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  for (;;) {
    const text = [...random(14)].map((byte) => letters[byte % letters.length]).join('')
    if (/\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)) return text
  }
}
