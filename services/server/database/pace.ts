import { PACE } from '../limits'

/** What the passing of time comes from, and who is there; a test has its own. */
interface Surroundings {
  /** Milliseconds, of any beginning. */
  readonly now: () => number
  /** Whether somebody else asks anything of late. */
  readonly hasOthers: () => boolean
}

/**
 * How fast one person's calls read out of the database, and work on much that they have read, while others are there. So many bytes are read as fast as they come; what goes
 * beyond is read for a moment at a time, and each moment is followed by a rest that is several times as long: the largest answers take
 * a part of the server, and everybody else has the others.
 */
export class Pace {
  readonly #now: () => number
  readonly #hasOthers: () => boolean
  /** Bytes that may be read as fast as they come, and when they were counted. */
  #credit: number = PACE.credit
  #counted: number
  /** Milliseconds of reading that no rest has followed yet. */
  #worked = 0
  #restsUntil = 0

  constructor({ now, hasOthers }: Surroundings) {
    this.#now = now
    this.#hasOthers = hasOthers
    this.#counted = now()
  }

  /** Milliseconds for which nothing more is to be read. */
  get rest(): number {
    return Math.max(0, this.#restsUntil - this.#now())
  }

  /** Whether nothing has been read for so long that it need not be remembered. */
  get isFresh(): boolean {
    return this.#credit + (this.#now() - this.#counted) * PACE.earned >= PACE.credit
  }

  /** Takes note of bytes that have come. */
  read(bytes: number): void {
    const now = this.#now()
    const since = now - this.#counted
    this.#counted = now
    const credit = Math.min(PACE.credit, this.#credit + since * PACE.earned) - bytes
    this.#credit = Math.max(0, credit)
    if (credit >= 0 || !this.#hasOthers()) {
      this.#worked = 0
      return
    }
    if (now < this.#restsUntil) return
    // What came first after a rest has waited for its end, and what comes after a pause was not worked on all the while.
    this.#tire(Math.min(since, now - this.#restsUntil, PACE.longestGap))
  }

  /** Takes note of milliseconds that much of what was read has been worked on. */
  work(milliseconds: number): void {
    if (this.#hasOthers()) this.#tire(milliseconds)
  }

  #tire(milliseconds: number): void {
    this.#worked += milliseconds
    if (this.#worked < PACE.stretch) return
    this.#restsUntil = this.#now() + Math.min(this.#worked * PACE.rests, PACE.longestRest)
    this.#worked = 0
  }
}
