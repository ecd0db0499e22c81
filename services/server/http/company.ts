import { COMPANY } from '../limits'

/** Whether somebody asks anything of late beside somebody else: who is alone needs no consideration. */
export class Company {
  readonly #now: () => number
  /** The two people who came last. */
  #latest = { id: '', at: Number.NEGATIVE_INFINITY }
  #before = this.#latest

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  note(userId: string): void {
    if (this.#latest.id !== userId) this.#before = this.#latest
    this.#latest = { id: userId, at: this.#now() }
  }

  isBeside(userId: string): boolean {
    const other = this.#latest.id === userId ? this.#before : this.#latest
    return this.#now() - other.at < COMPANY
  }
}
