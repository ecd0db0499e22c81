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

const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const SIGNS = '-_+=@#%&'
const LENGTH = 14

/** A password to be read out: at least 14 letters and digits, none that look alike, and signs where a policy asks for them. */
export function makePassword(
  random: (size: number) => Uint8Array,
  { least = 0, signs = false }: { readonly least?: number; readonly signs?: boolean } = {},
): string {
  const from = signs ? LETTERS + SIGNS : LETTERS
  // A byte beyond the last whole round would make the first letters likelier than the others.
  const fair = 256 - (256 % from.length)
  const kinds = [/\d/, /[a-z]/, /[A-Z]/, ...(signs ? [/[^\dA-Za-z]/] : [])]
  const length = Math.max(LENGTH, least)
  for (;;) {
    const bytes = [...random(2 * length)].filter((byte) => byte < fair).slice(0, length)
    const text = bytes.map((byte) => from[byte % from.length]).join('')
    if (text.length === length && kinds.every((kind) => kind.test(text))) return text
  }
}
