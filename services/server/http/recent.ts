import { BySubject, type Subject } from './subject'

/** Subjects that have been noted within so many milliseconds. */
export class Recent {
  readonly #until = new BySubject<number>()
  readonly #span: number
  readonly #now: () => number

  constructor(span: number, now: () => number = Date.now) {
    this.#span = span
    this.#now = now
  }

  add(subject: Subject): void {
    this.#until.sweep((until) => until <= this.#now())
    this.#until.set(subject, this.#now() + this.#span)
  }

  has(subject: Subject): boolean {
    return (this.#until.get(subject) ?? 0) > this.#now()
  }

  get size(): number {
    return this.#until.size
  }
}
