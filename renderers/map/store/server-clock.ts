/** Milliseconds by which a sign may be behind the best one known and still be a slow one, not another clock. */
const SLOWEST = 5_000

/**
 * The server's time as it is known here. Ages of what devices say are checked by it: a phone whose clock is wrong must not show
 * the old as fresh, or the fresh as old. Every word of the server that says when it was said is a sign; the one that took the
 * least time to come is the best.
 */
export class ServerClock {
  /** Milliseconds that the server's clock is ahead of this device's. */
  private ahead: number | null = null

  /**
   * @param serverTime when the server said something, by its clock, in milliseconds since 1970.
   * @param now this device's time.
   */
  hear(serverTime: number, now: number): void {
    const ahead = serverTime - now
    // Far behind what was known: this device's clock has been set, and what was known is worth nothing.
    const isReset = this.ahead !== null && this.ahead - ahead > SLOWEST
    if (this.ahead === null || isReset || ahead > this.ahead) this.ahead = ahead
  }

  /** The server's time; this device's own before the server has said a word. */
  at(now: number): number {
    return now + (this.ahead ?? 0)
  }
}
