import { SOCKETS_OF_USER } from '../limits'

const NONE: ReadonlySet<never> = new Set()

/** The connections of each person at one kind of socket, the oldest first. */
export class OpenSockets<T> {
  private readonly byUser = new Map<string, Set<T>>()

  /**
   * Counts one in. What is answered has become too much with it and counts no more, whenever it ends: who does not answer
   * a close keeps no place.
   */
  join(userId: string, one: T): readonly T[] {
    const own = this.byUser.get(userId) ?? new Set()
    this.byUser.set(userId, own.add(one))
    const surplus = [...own].slice(0, Math.max(0, own.size - SOCKETS_OF_USER))
    for (const old of surplus) own.delete(old)
    return surplus
  }

  /** Whether it was the last of the person's. */
  leave(userId: string, one: T): boolean {
    const own = this.byUser.get(userId)
    if (!own?.delete(one) || own.size > 0) return false
    return this.byUser.delete(userId)
  }

  of(userId: string): ReadonlySet<T> {
    return this.byUser.get(userId) ?? NONE
  }

  all(): readonly T[] {
    return [...this.byUser.values()].flatMap((own) => [...own])
  }

  get users(): readonly string[] {
    return [...this.byUser.keys()]
  }
}
