import { isIPv6 } from 'node:net'

/**
 * Whom or what a limit counts. A kind and an id and never one text of both: what a person may choose, such as the name of
 * an account, is never read as a subject of another kind (`design/hardening.md §5`).
 */
export interface Subject {
  readonly kind: 'address' | 'user' | 'session' | 'account' | 'phone' | 'recovery' | 'route'
  readonly id: string
}

/** The subject of an address; of IPv6 the network of 64 bits, all of which one caller has. */
export function addressOf(ip: string): Subject {
  return { kind: 'address', id: networkOf(ip) }
}

function networkOf(ip: string): string {
  const plain = ip.toLowerCase().replace(/%.*/s, '')
  if (!isIPv6(plain)) return plain
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - last.length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::`
}

/** A map by subject. */
export class BySubject<T> {
  private readonly kinds = new Map<Subject['kind'], Map<string, T>>()

  get({ kind, id }: Subject): T | undefined {
    return this.kinds.get(kind)?.get(id)
  }

  set({ kind, id }: Subject, value: T): void {
    const known = this.kinds.get(kind) ?? new Map<string, T>()
    this.kinds.set(kind, known.set(id, value))
  }

  /** Forgets what nobody needs. */
  sweep(isSpare: (value: T) => boolean): void {
    for (const known of this.kinds.values())
      for (const [id, value] of known) if (isSpare(value)) known.delete(id)
  }

  get size(): number {
    let size = 0
    for (const known of this.kinds.values()) size += known.size
    return size
  }
}
