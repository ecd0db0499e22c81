import type { Pace } from './pace'

/** A call that is under way, as its person's share sees it (`CallScope`). */
export interface Sharer {
  /** In hand. */
  readonly bytes: number
  /** @throws what it was ended with */
  demandOpen(): void
  /** Told once, at once where it has ended; the answer takes the listener back. */
  onEnd(listener: (reason: unknown) => void): () => void
}

/** Milliseconds that all of a share's connections have to be idle before one more is given. */
const IDLE = 10

/**
 * Connections of one pool that one person's calls hold. One who waits is given one as soon as another comes back, or when all that are
 * held are idle: transactions of which each waits for one more would otherwise wait for each other.
 */
export class Slots {
  #held = 0
  #running = 0
  #timer: NodeJS.Timeout | undefined
  readonly #waiting = new Set<() => void>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Waits for a connection, which counts as working until `endWork`. @throws what the scope is ended with */
  async take(scope: Sharer): Promise<void> {
    scope.demandOpen()
    if (this.#held < this.#most && this.#waiting.size === 0) this.#give()
    else
      await new Promise<void>((resolve, reject) => {
        const leave = scope.onEnd((reason) => {
          this.#waiting.delete(grant)
          reject(reason)
        })
        const grant = () => {
          this.#waiting.delete(grant)
          leave()
          this.#give()
          resolve()
        }
        this.#waiting.add(grant)
        this.#look()
      })
  }

  free(): void {
    this.#held--
    this.#grantNext()
    this.#look()
  }

  beginWork(): void {
    this.#running++
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  endWork(): void {
    this.#running--
    this.#look()
  }

  #give(): void {
    this.#held++
    this.beginWork()
  }

  #grantNext(): void {
    const [next] = this.#waiting
    if (next && this.#held < this.#most) next()
  }

  #look(): void {
    if (this.#running > 0 || this.#waiting.size === 0) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const [next] = this.#waiting
      next?.()
    }, IDLE)
  }
}

/** What a person's calls have in hand together: bytes out of the database, until they are answered, and connections. */
export class Share {
  /** Calls under way, the oldest first. */
  readonly #scopes = new Set<Sharer>()
  readonly #slots = new Map<object, Slots>()
  readonly #waiting = new Set<() => void>()
  /** How fast they read; without one as fast as they can. */
  readonly pace: Pace | undefined
  #bytes = 0

  constructor(pace?: Pace) {
    this.pace = pace
  }

  get isEmpty(): boolean {
    return this.#scopes.size === 0
  }

  /** Whether nothing is lost when it is forgotten. */
  get isSpare(): boolean {
    return this.isEmpty && (this.pace?.isFresh ?? true)
  }

  get bytes(): number {
    return this.#bytes
  }

  enter(scope: Sharer): void {
    this.#scopes.add(scope)
  }

  leave(scope: Sharer): void {
    this.#scopes.delete(scope)
    this.#wake()
  }

  /** @param bytes less than 0 for what is no longer in hand */
  count(bytes: number): void {
    this.#bytes += bytes
    if (bytes < 0) this.#wake()
  }

  /** Whether a call is the oldest of those that have something in hand: it is never held up for the others. */
  isFirst(scope: Sharer): boolean {
    for (const one of this.#scopes) if (one === scope || one.bytes > 0) return one === scope
    return true
  }

  /** Waits until no more than so many bytes are in hand, or the call is the oldest. @throws what the scope is ended with */
  async fall(below: number, scope: Sharer): Promise<void> {
    while (this.#bytes > below && !this.isFirst(scope)) {
      scope.demandOpen()
      await new Promise<void>((resolve, reject) => {
        const leave = scope.onEnd((reason) => {
          this.#waiting.delete(wake)
          reject(reason)
        })
        const wake = () => {
          leave()
          resolve()
        }
        this.#waiting.add(wake)
      })
    }
  }

  slotsOf(pool: object, most: number): Slots {
    const slots = this.#slots.get(pool) ?? new Slots(most)
    this.#slots.set(pool, slots)
    return slots
  }

  #wake(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of waiting) wake()
  }
}
