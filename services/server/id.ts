import { randomBytes } from 'node:crypto'

/** A new id: 32 hexadecimal digits that sort by the time of their making (UUID version 7 without its dashes). */
export function newId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return bytes.toString('hex')
}
