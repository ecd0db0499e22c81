import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** A key of AES-256-GCM. Its id follows from it, so that what is sealed says by which key, and another is never mistaken for it. */
export interface Key {
  readonly id: string
  readonly bytes: Buffer
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** How a sealed value is written: `sealed:1:<id of the key>:<nonce, tag and text as base64url>`. */
const SEALED = /^sealed:1:([0-9a-f]{16}):([\w-]{38,})$/

/** @throws when the bytes are not as many as a key has */
export function keyOf(bytes: Buffer): Key {
  if (bytes.length !== KEY_BYTES) throw new Error(`A key has ${KEY_BYTES} bytes, not ${bytes.length}.`)
  const id = createHash('sha256').update('loam key ').update(bytes).digest('hex').slice(0, 16)
  return { id, bytes }
}

/** What every value that a key has sealed begins with. */
export const prefixOf = (keyId: string): string => `sealed:1:${keyId}:`

/** The id of the key that a value is sealed by; undefined for what is not sealed. */
export function keyIdOf(value: unknown): string | undefined {
  return typeof value === 'string' ? SEALED.exec(value)?.[1] : undefined
}

/** @param place where it will stand: nothing opens it elsewhere, so that nobody can move it to where they may read it */
export function seal(key: Key, text: string, place: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return prefixOf(key.id) + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** Undefined when the value has been changed, moved or sealed by another key. */
export function unseal(key: Key, sealed: string, place: string): string | undefined {
  const [, keyId, packed] = SEALED.exec(sealed) ?? []
  if (keyId !== key.id || packed === undefined) return undefined
  const bytes = Buffer.from(packed, 'base64url')
  const body = NONCE_BYTES + TAG_BYTES
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(NONCE_BYTES, body))
    return Buffer.concat([decipher.update(bytes.subarray(body)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
